connect-four-name = Vier gewinnt
connect-four-tagline = Lass deine Steine fallen und habe als Erster vier in einer Reihe.
connect-four-rules =
    Zwei Spieler lassen abwechselnd Steine in sieben Spalten fallen. Ein Stein fällt auf die anderen in seiner Spalte; eine Spalte fasst sechs.

    Wer zuerst vier Steine in einer Reihe hat, gewinnt: senkrecht, waagerecht oder schräg in beide Richtungen.

    Ist das Brett voll und hat niemand vier in einer Reihe, endet das Spiel unentschieden.

    Um einen Stein fallen zu lassen, wähle den Platz, auf dem er liegen wird.

connect-four-board = Brett
connect-four-look-hole = freier Platz
connect-four-look-disc-1 = roter Stein mit Ring
connect-four-look-disc-2 = gelber Stein mit Kreuz
connect-four-banner-turn = { $player } lässt einen Stein fallen.
connect-four-offer-put = Spalte { $column }
connect-four-event-put = { $player }: Spalte { $column }
connect-four-outcome-four = Vier in einer Reihe.
connect-four-outcome-full = Das Brett ist voll.
connect-four-over = Das Spiel ist zu Ende.
connect-four-two-players = Vier gewinnt ist ein Spiel für zwei.
connect-four-no-column = Es gibt keine Spalte { $column }.
connect-four-full-column = Spalte { $column } ist voll.
