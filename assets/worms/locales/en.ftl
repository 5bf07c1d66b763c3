worms-name = Worm race
worms-tagline = Bring all your worms into the hole before anybody else does.
worms-rules =
    The board is made of hexagons, and somewhere in it there is a hole. Everybody has some worms, and every worm wants to get into that hole. Whoever has brought in all of their own worms first wins.

    On your turn you move one of your worms by one field, or you pass. The head goes to a neighbouring field, and the rest of the worm follows: each part moves to where the part before it was.

    The field the head enters must be free at the start of the move. Obstacles, other worms and the worm’s own body are in the way, and so is its own tail, although it is about to leave. So a worm can be a wall, and a careless worm can trap itself.

    A head that reaches the hole takes the whole worm off the board, however long it is. The fields it lay on are free at once.

    The players take their turns in order, player 0 first; when everybody has had a turn, a round is over. Passing is always allowed, but it uses up your turn.

    Time and rounds may be limited. A move that is not made in time is forfeited. Whoever has used up all of their time makes no more moves and is skipped; their worms stay where they are. The others play on, even if only one of them is left. When the last round is over, or nobody has time left, whoever has the fewest worms on the board wins, and equal numbers are a draw. If all players but one give up, the one who stays wins at once.

    To move, choose one of your worms and then a highlighted field, or drag the head there. To pass, press the button or the space bar.

worms-option-board = Board
worms-option-board-hint = The board to play on; it has a line-up for every number of players.
worms-option-rounds = Rounds
worms-option-rounds-hint = After this many rounds the game ends; without a limit after 1000.
worms-option-generate = Generated board
worms-option-generate-hint = The board is drawn by chance instead of taken from the collection.
worms-option-size = Size
worms-option-size-hint = How many fields a generated board is wide and high.
worms-option-obstacles = Obstacles (%)
worms-option-obstacles-hint = How likely a field of a generated board is an obstacle.
worms-option-worms = Worms
worms-option-worms-hint = How many worms everybody has on a generated board.
worms-option-length = Length
worms-option-length-hint = How many fields long the worms on a generated board are.
worms-option-seed = Seed
worms-option-seed-hint = The same number always gives the same generated board.

worms-board-meadow = Meadow
worms-board-flower = Flower
worms-board-rings = Rings
worms-board-star = Star
worms-board-cavern = Cavern

worms-board = Board
worms-look-field = free field
worms-look-hole = hole
worms-look-obstacle = boulder
worms-look-worm-0 = blue worm with stripes
worms-look-worm-1 = orange worm with dots
worms-look-worm-2 = teal worm with arrows
worms-look-worm-3 = pink worm with rings
worms-look-worm-4 = purple worm with lines
worms-worm-of = { $who }’s worm { $number }, { $length ->
        [one] one field long
       *[other] { $length } fields long
    }
worms-left = Worms on the board

worms-banner-turn = Round { $round } of { $rounds } – { $who }
worms-banner-over =
    { $round ->
        [one] Finished in the first round
       *[other] Finished in round { $round }
    }

worms-offer-crawl = Crawl to ({ $x }, { $y })
worms-offer-home = Into the hole
worms-offer-pass = Pass

worms-event-crawl = { $who } crawls to ({ $x }, { $y })
worms-event-home =
    { $left ->
        [0] { $who } has brought in the last worm!
        [one] { $who } brings a worm in; one is left.
       *[other] { $who } brings a worm in; { $left } are left.
    }
worms-event-pass = { $who } passes
worms-event-round = Round { $round } of { $rounds }
worms-event-out = { $who } makes no more moves.

worms-outcome-home = All worms of one player are in the hole.
worms-outcome-rounds = All rounds are played; the fewest worms on the board win.
worms-outcome-time = The time is used up; the fewest worms on the board win.
worms-outcome-gone = Nobody is left to race against.

worms-over = The race is over.
worms-players = A worm race is for one to five players, not for { $players }.
worms-no-such-worm = There is no worm with the number { $worm }.
worms-not-yours = That worm belongs to { $owner }.
worms-already-home = That worm is in the hole already.
worms-too-far = The field ({ $x }, { $y }) is no neighbour of the worm’s head.
worms-into-edge = There is no field ({ $x }, { $y }) on this board.
worms-into-obstacle = A boulder is in the way at ({ $x }, { $y }).
worms-into-itself = The worm is in its own way at ({ $x }, { $y }).
worms-into-worm = Another worm is in the way at ({ $x }, { $y }).

worms-crowded = There is no room for { $players ->
        [one] one player
       *[other] { $players } players
    } with { $worms ->
        [one] one worm
       *[other] { $worms } worms
    } of { $length ->
        [one] one field
       *[other] { $length } fields
    } each on a board of { $size }×{ $size }. Choose fewer or shorter worms, or a larger board.

worms-bad-size = { $field }: the board is { $width }×{ $height } fields; each edge must be 1 to { $max } fields long.
worms-bad-sign = { $field }: “{ $sign }” at ({ $x }, { $y }) is no field; use “.”, “O”, “#” and blanks.
worms-bad-no-hole = { $field }: the board has no hole; mark it with “O”.
worms-bad-two-holes = { $field }: the board has more than one hole, at ({ $x }, { $y }) and at ({ $x2 }, { $y2 }).
worms-bad-lineups = { $field }: a board needs { $expected } line-ups, one for each number of players, but there are { $found }.
worms-bad-players = { $field }: this line-up must have { $expected ->
        [one] one player
       *[other] { $expected } players
    }, but it has { $found }.
worms-bad-no-worms = { $field }: player { $player } has no worm.
worms-bad-empty-worm = { $field }: this worm has no fields.
worms-bad-off-board = { $field }: ({ $x }, { $y }) is not part of the board.
worms-bad-on-obstacle = { $field }: there is an obstacle at ({ $x }, { $y }).
worms-bad-on-hole = { $field }: the hole is at ({ $x }, { $y }).
worms-bad-torn = { $field }: the worm is torn; ({ $x }, { $y }) and ({ $x2 }, { $y2 }) are no neighbours.
worms-bad-crossing = { $field }: ({ $x }, { $y }) is taken already, by { $other }.
