breakthrough-name = Durchbruch
breakthrough-tagline = Bringe als Erster einen Stein auf die andere Seite.
breakthrough-rules =
    Jeder hat sechzehn Steine in den beiden Reihen vor sich. Die Spieler ziehen abwechselnd je einen Stein.

    Ein Stein geht eine Reihe weiter auf die andere Seite zu: geradeaus oder schräg. Zurück geht er nie.

    Geradeaus muss das Feld frei sein. Schräg darf dort ein Stein des anderen stehen, der dann geschlagen wird. Niemand muss schlagen.

    Wer zuerst einen Stein in die letzte Reihe bringt, gewinnt. Wer keinen Stein mehr hat, verliert.

    Um zu ziehen, wähle einen Stein und dann das Feld, auf das er geht.

breakthrough-option-start = Aufstellung
breakthrough-option-start-hint = Wo die Steine zu Beginn stehen.
breakthrough-start-classic = Je zwei Reihen
breakthrough-start-wedge = Keile
breakthrough-bad-rows = Eine Aufstellung hat 8 Reihen, nicht { $found }.
breakthrough-bad-row = Reihe { $row } hat { $found } Felder; es müssen 8 sein.
breakthrough-bad-sign = Reihe { $row }, Spalte { $column }: „{ $sign }“ ist kein Stein; bekannt sind 1, 2 und der Punkt.
breakthrough-bad-goal = Spieler { $player } ist in Spalte { $column } schon angekommen.
breakthrough-bad-pieces = Spieler { $player } hat { $found } Steine; erlaubt sind 1 bis { $most }.

breakthrough-board = Brett
breakthrough-look-light = helles Feld
breakthrough-look-dark = dunkles Feld
breakthrough-look-piece-1 = Stein, der nach oben geht
breakthrough-look-piece-2 = Stein, der nach unten geht
breakthrough-banner-turn = { $player } ist am Zug.
breakthrough-offer-step = { $from } nach { $to }
breakthrough-event-steps = { $player }: { $from } nach { $to }
breakthrough-event-takes = { $player }: { $from } schlägt { $to }
breakthrough-outcome-through = Ein Stein hat die andere Seite erreicht.
breakthrough-outcome-beaten = Es sind keine Steine mehr da.
breakthrough-over = Das Spiel ist zu Ende.
breakthrough-two-players = Durchbruch ist ein Spiel für zwei.
breakthrough-off-board = Das liegt nicht auf dem Brett.
breakthrough-no-piece = Auf { $cell } steht keiner deiner Steine.
breakthrough-not-there = Dieser Stein kann nicht nach { $cell }.
