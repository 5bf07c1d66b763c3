breakthrough-name = Breakthrough
breakthrough-tagline = Be the first to bring a piece to the other side.
breakthrough-rules =
    Each player has sixteen pieces in the two rows before them. The players move in turn, one piece each.

    A piece goes one row on towards the other side: straight ahead or aside. It never goes back.

    Straight ahead the cell must be free. Aside it may hold a piece of the other player, which is then taken. Nobody has to take.

    Whoever first brings a piece to the last row wins. Whoever has no pieces left loses.

    To move, choose a piece and then the cell it goes to.

breakthrough-option-start = Start
breakthrough-option-start-hint = Where the pieces stand at first.
breakthrough-start-classic = Two rows each
breakthrough-start-wedge = Wedges
breakthrough-bad-rows = A start has 8 rows, not { $found }.
breakthrough-bad-row = Row { $row } has { $found } cells; it must have 8.
breakthrough-bad-sign = Row { $row }, column { $column }: "{ $sign }" is no piece; 1, 2 and . are known.
breakthrough-bad-goal = Player { $player } has already arrived in column { $column }.
breakthrough-bad-pieces = Player { $player } has { $found } pieces; 1 to { $most } are allowed.

breakthrough-board = Board
breakthrough-look-light = light cell
breakthrough-look-dark = dark cell
breakthrough-look-piece-1 = piece that walks up
breakthrough-look-piece-2 = piece that walks down
breakthrough-banner-turn = { $player } is to move.
breakthrough-offer-step = { $from } to { $to }
breakthrough-event-steps = { $player }: { $from } to { $to }
breakthrough-event-takes = { $player }: { $from } takes { $to }
breakthrough-outcome-through = A piece has reached the other side.
breakthrough-outcome-beaten = No pieces are left.
breakthrough-over = The game is over.
breakthrough-two-players = Breakthrough is a game for two.
breakthrough-off-board = That is not on the board.
breakthrough-no-piece = None of your pieces is on { $cell }.
breakthrough-not-there = That piece cannot go to { $cell }.
