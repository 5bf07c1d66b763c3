tic-tac-toe-name = Tic-tac-toe
tic-tac-toe-tagline = Three in a row, on nine fields.
tic-tac-toe-rules =
    Two players put their marks on nine fields, one after the other. Crosses begin.

    Whoever first has three marks in a row wins: side by side, one above the other, or slanting.

    When all fields are taken and nobody has three in a row, the game is a draw.

    To put a mark, choose a free field.

tic-tac-toe-board = Board
tic-tac-toe-look-field = field
tic-tac-toe-look-x = cross
tic-tac-toe-look-o = ring
tic-tac-toe-banner-turn = { $player } is to put a mark.
tic-tac-toe-offer-put = { $field }
tic-tac-toe-event-put = { $player }: { $field }
tic-tac-toe-outcome-row = Three in a row.
tic-tac-toe-outcome-full = All fields are taken.
tic-tac-toe-over = The game is over.
tic-tac-toe-two-players = Tic-tac-toe is a game for two.
tic-tac-toe-taken = { $field } is taken.
