tic-tac-toe-name = Tic-Tac-Toe
tic-tac-toe-tagline = Drei in einer Reihe gewinnen.
tic-tac-toe-rules =
    Zu zweit markiert ihr abwechselnd je ein Feld eines Bretts von drei mal drei Feldern.

    Wer drei Zeichen in einer Zeile, einer Spalte oder einer Diagonale hat, gewinnt. Ist das Brett ohne eine solche Reihe voll, gewinnt niemand.

tic-tac-toe-board = Brett
tic-tac-toe-look-cell = Feld
tic-tac-toe-look-mark-0 = blaues Kreuz
tic-tac-toe-look-mark-1 = oranger Ring
tic-tac-toe-banner-turn = { $who } ist am Zug
tic-tac-toe-banner-over = Das Spiel ist aus
tic-tac-toe-offer = ({ $x }, { $y }) markieren
tic-tac-toe-event-mark = { $who } markiert ({ $x }, { $y })
tic-tac-toe-not-free = Wähle ein freies Feld des Bretts.
tic-tac-toe-outcome-line = Drei in einer Reihe.
tic-tac-toe-outcome-full = Das Brett ist voll.
