hex-name = Hex
hex-tagline = Connect your two edges before the other connects theirs.
hex-rules =
    Two players place stones on a board of eleven by eleven hexagons, one stone each turn. Stones are never moved.

    The first player wins by an unbroken line of stones from the top to the bottom, the second by one from the left to the right. One of them always succeeds.

hex-board = Board
hex-look-cell = cell
hex-look-edge-0 = cell on the edge of the first player
hex-look-edge-1 = cell on the edge of the second player
hex-look-stone-0 = blue stone
hex-look-stone-1 = orange stone
hex-banner-turn = { $who } to place a stone
hex-banner-over = The game is over
hex-offer = Place a stone on ({ $x }, { $y })
hex-event-stone = { $who } places a stone on ({ $x }, { $y })
hex-not-free = Choose a free cell of the board.
hex-outcome-connected = The edges are connected.
