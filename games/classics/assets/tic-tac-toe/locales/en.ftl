tic-tac-toe-name = Tic-tac-toe
tic-tac-toe-tagline = Three in a row wins.
tic-tac-toe-rules =
    Two players mark cells of a board of three by three, one cell each turn.

    Whoever has three marks in a row, a column or a diagonal wins. If the board is full without one, nobody does.

tic-tac-toe-board = Board
tic-tac-toe-look-cell = cell
tic-tac-toe-look-mark-0 = blue cross
tic-tac-toe-look-mark-1 = orange ring
tic-tac-toe-banner-turn = { $who } to mark a cell
tic-tac-toe-banner-over = The game is over
tic-tac-toe-offer = Mark ({ $x }, { $y })
tic-tac-toe-event-mark = { $who } marks ({ $x }, { $y })
tic-tac-toe-not-free = Choose a free cell of the board.
tic-tac-toe-outcome-line = Three in a row.
tic-tac-toe-outcome-full = The board is full.
