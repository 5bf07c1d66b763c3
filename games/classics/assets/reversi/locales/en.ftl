reversi-name = Reversi
reversi-tagline = Enclose discs to turn them, and have more in the end.
reversi-rules =
    Two players place discs on a board of eight by eight cells. A disc must enclose discs of the other player between itself and another disc of its colour, in a straight line in any of the eight directions. All discs it encloses are turned.

    Whoever cannot do so is passed over. When neither can, the game is over, and whoever has more discs wins.

reversi-board = Board
reversi-look-cell = cell
reversi-look-disc-0 = black disc
reversi-look-disc-1 = white disc
reversi-banner-turn = { $who } to place a disc
reversi-banner-over = The game is over
reversi-offer = Place a disc on ({ $x }, { $y })
reversi-event-disc =
    { $turned ->
        [one] { $who } places a disc on ({ $x }, { $y }) and turns one
       *[other] { $who } places a disc on ({ $x }, { $y }) and turns { $turned }
    }
reversi-event-pass = { $who } cannot move and is passed over
reversi-turns-nothing = Choose a cell where your disc turns another.
reversi-outcome-more = More discs.
reversi-outcome-equal = Equally many discs.
