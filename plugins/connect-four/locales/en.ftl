connect-four-name = Connect four
connect-four-tagline = Drop your discs, and be the first with four in a row.
connect-four-rules =
    Two players drop discs into seven columns, one after the other. A disc falls onto the others in its column; a column holds six.

    Whoever first has four discs in a row wins: upright, side by side, or slanting either way.

    When the board is full and nobody has four in a row, the game is a draw.

    To drop a disc, choose the place where it will lie.

connect-four-board = Board
connect-four-look-hole = free place
connect-four-look-disc-1 = red disc with a ring
connect-four-look-disc-2 = yellow disc with a cross
connect-four-banner-turn = { $player } is to drop a disc.
connect-four-offer-put = Column { $column }
connect-four-event-put = { $player }: column { $column }
connect-four-outcome-four = Four in a row.
connect-four-outcome-full = The board is full.
connect-four-over = The game is over.
connect-four-two-players = Connect four is a game for two.
connect-four-no-column = There is no column { $column }.
connect-four-full-column = Column { $column } is full.
