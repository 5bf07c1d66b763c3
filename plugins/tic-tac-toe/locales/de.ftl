tic-tac-toe-name = Tic-Tac-Toe
tic-tac-toe-tagline = Drei in einer Reihe, auf neun Feldern.
tic-tac-toe-rules =
    Zwei Spieler setzen abwechselnd ihre Zeichen auf neun Felder. Kreuze beginnen.

    Wer zuerst drei Zeichen in einer Reihe hat, gewinnt: nebeneinander, übereinander oder schräg.

    Sind alle Felder besetzt und hat niemand drei in einer Reihe, endet das Spiel unentschieden.

    Um ein Zeichen zu setzen, wähle ein freies Feld.

tic-tac-toe-board = Brett
tic-tac-toe-look-field = Feld
tic-tac-toe-look-x = Kreuz
tic-tac-toe-look-o = Ring
tic-tac-toe-banner-turn = { $player } setzt ein Zeichen.
tic-tac-toe-offer-put = { $field }
tic-tac-toe-event-put = { $player }: { $field }
tic-tac-toe-outcome-row = Drei in einer Reihe.
tic-tac-toe-outcome-full = Alle Felder sind besetzt.
tic-tac-toe-over = Das Spiel ist zu Ende.
tic-tac-toe-two-players = Tic-Tac-Toe ist ein Spiel für zwei.
tic-tac-toe-taken = { $field } ist besetzt.
