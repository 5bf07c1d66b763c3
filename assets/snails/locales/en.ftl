snails-name = Snails
snails-tagline = Cover the garden with slime before your rival does.
snails-rules =
    Two snails share a garden. Every tile your snail crawls onto is covered with your slime and is yours for the rest of the game. Whoever holds more tiles in the end wins.

    On your turn you do one of two things: move up, down, left or right, or miss, which means staying where you are. A player picked at random begins; after that the turns alternate.

    Moving onto an empty tile captures it. Your snail moves there, the tile it left keeps your trail, and you score one point. The tile you start on counts too, so both players begin with one point.

    Moving onto your own trail makes your snail slide. It glides on in the same direction as far as the trail goes and stops on its last tile. A slide captures nothing, but it takes you back to fresh ground quickly.

    Stone blocks, the rival's snail and the rival's trail are in the way: you can neither enter them nor slide across them. So a good line of slime is also a wall.

    Do not dawdle. If you capture nothing for several turns in a row (five, unless the table says otherwise), your snail is exhausted and you must miss every remaining turn. A capture in time sets the count back to zero. If your time runs out, the turn counts as a miss.

    The game ends when no empty tile is left, or when both snails are exhausted. The player with more tiles wins; equal numbers are a draw. Whoever resigns loses, whatever the score.

    To move, choose one of the highlighted tiles. To miss, choose your own snail or press the secondary mouse button anywhere. Coordinates count from the top left corner, which is (0, 0).

snails-option-map = Garden
snails-option-map-hint = The map to play on.
snails-option-max_turns_without_capture = Turns without a capture
snails-option-max_turns_without_capture-hint = After this many turns in a row without a capture, a snail is exhausted and misses every remaining turn.
snails-option-min_map_size = Shortest edge
snails-option-min_map_size-hint = Maps with a shorter edge are refused.
snails-option-max_map_size = Longest edge
snails-option-max_map_size-hint = Maps with a longer edge are refused.
snails-option-require_square_map = Square gardens only
snails-option-require_square_map-hint = Whether a map must be as wide as it is high.

snails-map-default = Small lawn (5×5)
snails-map-hedgerow = Hedgerow (7×7)
snails-map-walled-garden = Walled garden (10×10)

snails-board = Garden
snails-look-empty = empty tile
snails-look-block = stone block
snails-look-trail-1 = striped blue trail
snails-look-trail-2 = dotted orange trail
snails-look-snail-1 = blue snail with a round shell
snails-look-snail-2 = orange snail with a pointed shell
snails-snail-of = { $player }’s snail
snails-turns-without-capture = Turns without a capture

snails-banner-turn = Round { $turn } - { $player }
snails-banner-over =
    { $turns ->
        [one] Finished after one round
       *[other] Finished after { $turns } rounds
    }

snails-offer-capture = Capture ({ $x }, { $y })
snails-offer-slide = Slide to ({ $x }, { $y })
snails-offer-miss = Miss

snails-event-turn = Round { $turn } - { $player }
snails-event-capture = { $player }: Capture ({ $x }, { $y })
snails-event-slide = { $player }: Slide to ({ $x }, { $y })
snails-event-miss = { $player }: Miss
snails-event-exhausted =
    { $turns ->
        [one] { $player } captured nothing for a turn and misses from now on.
       *[other] { $player } captured nothing for { $turns } turns and misses from now on.
    }

snails-outcome-full = Every tile of the garden is taken.
snails-outcome-exhausted = Both snails are exhausted.
snails-outcome-resigned = One player has resigned.
snails-outcome-retired = One player takes no further part.

snails-over = The game is over.
snails-two-players = Snails is a game for two, not for { $seats }.
snails-move-off-board = The garden ends there: it has no tile ({ $x }, { $y }).
snails-move-into-block = A stone block is in the way at ({ $x }, { $y }).
snails-move-into-opponent = Your rival’s slime is in the way at ({ $x }, { $y }).

snails-bad-map-edge = The map is { $width }×{ $height } tiles; each edge must be { $min } to { $max } tiles long.
snails-bad-map-not-square = The map is { $width }×{ $height } tiles; only square maps can be played here.
snails-bad-map-count = A map of { $width }×{ $height } tiles needs { $expected } contents, but there are { $found }.
snails-bad-map-unknown-tile = The map holds { $tile } at ({ $x }, { $y }), which is no tile.
snails-bad-map-unknown-snail = The map holds snail { $snail } at ({ $x }, { $y }); there are only snails 1 and 2.
snails-bad-map-no-snail = Snail { $snail } is missing on the map.
snails-bad-map-two-snails = Snail { $snail } is on the map more than once: at ({ $x }, { $y }) and at ({ $x2 }, { $y2 }).
snails-bad-map-full = The map has no empty tile to capture.

snails-settings-missing = settings.gcf is missing; all settings have their defaults.
snails-settings-unreadable = settings.gcf cannot be read ({ $reason }); all settings have their defaults.
snails-settings-absent = { $name } is not set; it is { $default }.
snails-settings-invalid = { $name } is { $found }, but must be { $allowed }; { $default } is used instead.
snails-settings-crossed = minMapSize { $min } is above maxMapSize { $max }; both have their defaults.
snails-settings-unknown = There is no setting called { $name }; it is ignored.
