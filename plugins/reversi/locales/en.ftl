reversi-name = Reversi
reversi-tagline = Enclose discs and turn them over.
reversi-rules =
    Two players put discs on a board of eight by eight cells, one after the other. Black begins.

    A disc must enclose at least one disc of the other player: in a straight line, side by side, upright or slanting, between the new disc and one of the own. All enclosed discs are turned over.

    Whoever cannot enclose anything passes; the other moves again. When neither can, the game is over, and whoever has more discs wins.

    To move, choose one of the highlighted cells.

reversi-board = Board
reversi-look-field = cell
reversi-look-black = black disc
reversi-look-white = white disc
reversi-banner-turn = { $player } is to move.
reversi-offer-put = { $cell }, turns { $turned }
reversi-event-put = { $player }: { $cell }, { $turned } turned
reversi-event-pass = { $player } cannot move and passes.
reversi-outcome-nobody-moves = Nobody can move any more.
reversi-over = The game is over.
reversi-two-players = Reversi is a game for two.
reversi-turns-nothing = A disc on { $cell } encloses nothing.
