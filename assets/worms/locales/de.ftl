worms-name = Würmerrennen
worms-tagline = Bring alle deine Würmer ins Loch, bevor es jemand anderem gelingt.
worms-rules =
    Das Spielfeld besteht aus Sechsecken, und irgendwo darin ist ein Loch. Alle haben ein paar Würmer, und jeder Wurm will in dieses Loch. Wer zuerst alle eigenen Würmer hineingebracht hat, gewinnt.

    Wer am Zug ist, bewegt einen der eigenen Würmer um ein Feld oder passt. Der Kopf geht auf ein Nachbarfeld, und der Rest des Wurms folgt: Jedes Glied rückt dorthin, wo das Glied davor war.

    Das Feld, das der Kopf betritt, muss zu Beginn des Zuges frei sein. Hindernisse, andere Würmer und der eigene Körper sind im Weg, und auch das eigene Schwanzende, obwohl es gleich weiterrückt. Ein Wurm kann also eine Mauer sein, und ein unvorsichtiger Wurm kann sich selbst einsperren.

    Ein Kopf, der das Loch erreicht, nimmt den ganzen Wurm vom Spielfeld, wie lang er auch ist. Die Felder, auf denen er lag, sind sofort frei.

    Gezogen wird der Reihe nach, Spieler 0 beginnt; waren alle einmal am Zug, ist eine Runde vorbei. Passen ist immer erlaubt, kostet aber den Zug.

    Zeit und Runden können begrenzt sein. Ein Zug, der nicht rechtzeitig gemacht wird, verfällt. Wer die eigene Gesamtzeit verbraucht hat, zieht nicht mehr und wird übersprungen; die Würmer bleiben liegen. Die anderen spielen weiter, auch wenn nur noch eine Person übrig ist. Nach der letzten Runde, oder wenn niemand mehr Zeit hat, gewinnt, wer die wenigsten Würmer auf dem Spielfeld hat; bei Gleichstand ist es unentschieden. Geben alle bis auf eine Person auf, gewinnt diese sofort.

    Zum Ziehen wählst du einen deiner Würmer und dann ein hervorgehobenes Feld, oder du ziehst den Kopf dorthin. Zum Passen drückst du die Schaltfläche oder die Leertaste.

worms-option-board = Spielfeld
worms-option-board-hint = Das Spielfeld; es hat eine Aufstellung für jede Spielerzahl.
worms-option-rounds = Runden
worms-option-rounds-hint = Nach so vielen Runden endet das Spiel; ohne Grenze nach 1000.
worms-option-generate = Erzeugtes Spielfeld
worms-option-generate-hint = Das Spielfeld wird ausgewürfelt statt aus der Sammlung genommen.
worms-option-size = Größe
worms-option-size-hint = Wie viele Felder ein erzeugtes Spielfeld breit und hoch ist.
worms-option-obstacles = Hindernisse (%)
worms-option-obstacles-hint = Wie wahrscheinlich ein Feld eines erzeugten Spielfelds ein Hindernis ist.
worms-option-worms = Würmer
worms-option-worms-hint = Wie viele Würmer alle auf einem erzeugten Spielfeld haben.
worms-option-length = Länge
worms-option-length-hint = Wie viele Felder lang die Würmer auf einem erzeugten Spielfeld sind.
worms-option-seed = Startwert
worms-option-seed-hint = Dieselbe Zahl ergibt immer dasselbe erzeugte Spielfeld.

worms-board-meadow = Wiese
worms-board-flower = Blüte
worms-board-rings = Ringe
worms-board-star = Stern
worms-board-cavern = Höhle

worms-board = Spielfeld
worms-look-field = freies Feld
worms-look-hole = Loch
worms-look-obstacle = Felsblock
worms-look-worm-0 = blauer Wurm mit Streifen
worms-look-worm-1 = orangefarbener Wurm mit Punkten
worms-look-worm-2 = türkiser Wurm mit Pfeilen
worms-look-worm-3 = rosa Wurm mit Ringen
worms-look-worm-4 = lila Wurm mit Linien
worms-worm-of = Wurm { $number } von { $who }, { $length ->
        [one] ein Feld lang
       *[other] { $length } Felder lang
    }
worms-left = Würmer auf dem Spielfeld

worms-banner-turn = Runde { $round } von { $rounds } – { $who }
worms-banner-over =
    { $round ->
        [one] In der ersten Runde beendet
       *[other] In Runde { $round } beendet
    }

worms-offer-crawl = Nach ({ $x }, { $y }) kriechen
worms-offer-home = Ins Loch
worms-offer-pass = Passen

worms-event-crawl = { $who } kriecht nach ({ $x }, { $y })
worms-event-home =
    { $left ->
        [0] { $who } hat den letzten Wurm ins Loch gebracht!
        [one] { $who } bringt einen Wurm ins Loch; einer ist noch übrig.
       *[other] { $who } bringt einen Wurm ins Loch; { $left } sind noch übrig.
    }
worms-event-pass = { $who } passt
worms-event-round = Runde { $round } von { $rounds }
worms-event-out = { $who } zieht nicht mehr.

worms-outcome-home = Jemand hat alle Würmer im Loch.
worms-outcome-rounds = Alle Runden sind gespielt; die wenigsten Würmer auf dem Spielfeld gewinnen.
worms-outcome-time = Die Zeit ist verbraucht; die wenigsten Würmer auf dem Spielfeld gewinnen.
worms-outcome-gone = Niemand ist mehr da, gegen den man rennen könnte.

worms-over = Das Rennen ist vorbei.
worms-players = Ein Würmerrennen ist für eine bis fünf Personen, nicht für { $players }.
worms-no-such-worm = Einen Wurm mit der Nummer { $worm } gibt es nicht.
worms-not-yours = Dieser Wurm gehört { $owner }.
worms-already-home = Dieser Wurm ist schon im Loch.
worms-too-far = Das Feld ({ $x }, { $y }) liegt nicht neben dem Kopf des Wurms.
worms-into-edge = Ein Feld ({ $x }, { $y }) gibt es auf diesem Spielfeld nicht.
worms-into-obstacle = Bei ({ $x }, { $y }) ist ein Felsblock im Weg.
worms-into-itself = Bei ({ $x }, { $y }) ist sich der Wurm selbst im Weg.
worms-into-worm = Bei ({ $x }, { $y }) ist ein anderer Wurm im Weg.

worms-crowded = Auf einem Spielfeld von { $size }×{ $size } ist kein Platz für { $players ->
        [one] eine Person
       *[other] { $players } Personen
    } mit { $worms ->
        [one] einem Wurm
       *[other] je { $worms } Würmern
    } von { $length ->
        [one] einem Feld
       *[other] { $length } Feldern
    } Länge. Wähle weniger oder kürzere Würmer oder ein größeres Spielfeld.

worms-bad-size = { $field }: Das Spielfeld hat { $width }×{ $height } Felder; jede Kante muss 1 bis { $max } Felder lang sein.
worms-bad-sign = { $field }: „{ $sign }“ bei ({ $x }, { $y }) ist kein Feld; erlaubt sind „.“, „O“, „#“ und Leerzeichen.
worms-bad-no-hole = { $field }: Das Spielfeld hat kein Loch; es wird mit „O“ bezeichnet.
worms-bad-two-holes = { $field }: Das Spielfeld hat mehr als ein Loch, bei ({ $x }, { $y }) und bei ({ $x2 }, { $y2 }).
worms-bad-lineups = { $field }: Ein Spielfeld braucht { $expected } Aufstellungen, eine für jede Spielerzahl; es sind aber { $found }.
worms-bad-players = { $field }: Diese Aufstellung muss für { $expected ->
        [one] eine Person
       *[other] { $expected } Personen
    } sein, ist aber für { $found }.
worms-bad-no-worms = { $field }: Spieler { $player } hat keinen Wurm.
worms-bad-empty-worm = { $field }: Dieser Wurm hat keine Felder.
worms-bad-off-board = { $field }: ({ $x }, { $y }) gehört nicht zum Spielfeld.
worms-bad-on-obstacle = { $field }: Bei ({ $x }, { $y }) ist ein Hindernis.
worms-bad-on-hole = { $field }: Bei ({ $x }, { $y }) ist das Loch.
worms-bad-torn = { $field }: Der Wurm ist zerrissen; ({ $x }, { $y }) und ({ $x2 }, { $y2 }) sind keine Nachbarn.
worms-bad-crossing = { $field }: ({ $x }, { $y }) ist schon belegt, durch { $other }.
