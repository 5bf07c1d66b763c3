reversi-name = Reversi
reversi-tagline = Schließe Scheiben ein, drehe sie um und habe am Ende mehr.
reversi-rules =
    Zu zweit setzt ihr Scheiben auf ein Brett von acht mal acht Feldern. Eine Scheibe muss Scheiben der Gegenseite zwischen sich und einer weiteren der eigenen Farbe einschließen, in gerader Linie in einer der acht Richtungen. Alle eingeschlossenen Scheiben werden umgedreht.

    Wer das nicht kann, wird übergangen. Können es beide nicht, ist das Spiel aus, und wer mehr Scheiben hat, gewinnt.

reversi-board = Brett
reversi-look-cell = Feld
reversi-look-disc-0 = schwarze Scheibe
reversi-look-disc-1 = weiße Scheibe
reversi-banner-turn = { $who } ist am Zug
reversi-banner-over = Das Spiel ist aus
reversi-offer = Scheibe auf ({ $x }, { $y }) setzen
reversi-event-disc =
    { $turned ->
        [one] { $who } setzt eine Scheibe auf ({ $x }, { $y }) und dreht eine um
       *[other] { $who } setzt eine Scheibe auf ({ $x }, { $y }) und dreht { $turned } um
    }
reversi-event-pass = { $who } kann nicht ziehen und wird übergangen
reversi-turns-nothing = Wähle ein Feld, auf dem deine Scheibe eine andere umdreht.
reversi-outcome-more = Mehr Scheiben.
reversi-outcome-equal = Gleich viele Scheiben.
