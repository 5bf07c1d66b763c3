snails-name = Schnecken
snails-tagline = Überzieh den Garten mit Schleim, bevor es die andere Schnecke tut.
snails-rules =
    Zwei Schnecken teilen sich einen Garten. Jedes Feld, auf das deine Schnecke kriecht, überzieht sie mit Schleim, und es gehört dir bis zum Ende des Spiels. Wer am Schluss mehr Felder besitzt, gewinnt.

    Bist du am Zug, tust du eines von zweien: Du ziehst nach oben, unten, links oder rechts, oder du setzt aus und bleibst, wo du bist. Wer beginnt, entscheidet der Zufall; danach geht es abwechselnd weiter.

    Ziehst du auf ein leeres Feld, nimmst du es ein. Deine Schnecke steht nun dort, auf dem verlassenen Feld bleibt deine Spur, und du bekommst einen Punkt. Auch das Startfeld zählt: Beide beginnen mit einem Punkt.

    Ziehst du auf deine eigene Spur, rutscht deine Schnecke. Sie gleitet in derselben Richtung weiter, so weit die Spur reicht, und hält auf deren letztem Feld. Rutschen nimmt nichts ein, bringt dich aber schnell zu neuem Boden zurück.

    Steinblöcke, die gegnerische Schnecke und ihre Spur sind im Weg: Du kannst sie weder betreten noch überrutschen. Eine gut gelegte Schleimspur ist darum auch eine Mauer.

    Trödle nicht. Nimmst du mehrere Züge hintereinander nichts ein (fünf, wenn der Tisch nichts anderes bestimmt), ist deine Schnecke erschöpft, und du musst alle übrigen Züge aussetzen. Nimmst du rechtzeitig ein Feld ein, beginnt die Zählung von vorn. Läuft deine Zeit ab, gilt der Zug als ausgesetzt.

    Das Spiel endet, sobald kein Feld mehr leer ist oder beide Schnecken erschöpft sind. Wer mehr Felder besitzt, gewinnt; bei Gleichstand endet das Spiel unentschieden. Wer aufgibt, verliert, gleich wie es steht.

    Zum Ziehen wählst du eines der hervorgehobenen Felder. Zum Aussetzen wählst du deine eigene Schnecke oder drückst irgendwo die rechte Maustaste. Koordinaten zählen von der linken oberen Ecke an, sie ist (0, 0).

snails-option-map = Garten
snails-option-map-hint = Die Karte, auf der gespielt wird.
snails-option-max_turns_without_capture = Züge ohne Einnahme
snails-option-max_turns_without_capture-hint = Nach so vielen Zügen hintereinander ohne neues Feld ist eine Schnecke erschöpft und setzt alle übrigen Züge aus.
snails-option-min_map_size = Kürzeste Kante
snails-option-min_map_size-hint = Karten mit einer kürzeren Kante werden abgelehnt.
snails-option-max_map_size = Längste Kante
snails-option-max_map_size-hint = Karten mit einer längeren Kante werden abgelehnt.
snails-option-require_square_map = Nur quadratische Gärten
snails-option-require_square_map-hint = Ob eine Karte so breit wie hoch sein muss.

snails-map-default = Kleiner Rasen (5×5)
snails-map-hedgerow = Heckenweg (7×7)
snails-map-walled-garden = Klostergarten (10×10)

snails-board = Garten
snails-look-empty = leeres Feld
snails-look-block = Steinblock
snails-look-trail-1 = gestreifte blaue Spur
snails-look-trail-2 = gepunktete orange Spur
snails-look-snail-1 = blaue Schnecke mit rundem Haus
snails-look-snail-2 = orange Schnecke mit spitzem Haus
snails-snail-of = Schnecke von { $player }
snails-turns-without-capture = Züge ohne Einnahme

snails-banner-turn = Runde { $turn } – { $player }
snails-banner-over =
    { $turns ->
        [one] Zu Ende nach einer Runde
       *[other] Zu Ende nach { $turns } Runden
    }

snails-offer-capture = Einnehmen ({ $x }, { $y })
snails-offer-slide = Rutschen nach ({ $x }, { $y })
snails-offer-miss = Aussetzen

snails-event-turn = Runde { $turn } – { $player }
snails-event-capture = { $player }: nimmt ({ $x }, { $y }) ein
snails-event-slide = { $player }: rutscht nach ({ $x }, { $y })
snails-event-miss = { $player }: setzt aus
snails-event-exhausted =
    { $turns ->
        [one] { $player } hat einen Zug lang nichts eingenommen und setzt ab jetzt aus.
       *[other] { $player } hat { $turns } Züge lang nichts eingenommen und setzt ab jetzt aus.
    }

snails-outcome-full = Alle Felder des Gartens sind eingenommen.
snails-outcome-exhausted = Beide Schnecken sind erschöpft.
snails-outcome-resigned = Eine Seite hat aufgegeben.
snails-outcome-retired = Eine Seite ist ausgeschieden.

snails-over = Das Spiel ist zu Ende.
snails-two-players = Schnecken ist ein Spiel für zwei, nicht für { $seats }.
snails-move-off-board = Dort endet der Garten: Ein Feld ({ $x }, { $y }) gibt es nicht.
snails-move-into-block = Auf ({ $x }, { $y }) ist ein Steinblock im Weg.
snails-move-into-opponent = Auf ({ $x }, { $y }) ist gegnerischer Schleim im Weg.

snails-bad-map-edge = Die Karte hat { $width }×{ $height } Felder; jede Kante muss { $min } bis { $max } Felder lang sein.
snails-bad-map-not-square = Die Karte hat { $width }×{ $height } Felder; hier werden nur quadratische Karten gespielt.
snails-bad-map-count = Eine Karte mit { $width }×{ $height } Feldern braucht { $expected } Inhalte, es sind aber { $found }.
snails-bad-map-unknown-tile = Auf ({ $x }, { $y }) steht in der Karte { $tile }; ein solches Feld gibt es nicht.
snails-bad-map-unknown-snail = Auf ({ $x }, { $y }) steht in der Karte Schnecke { $snail }; es gibt nur die Schnecken 1 und 2.
snails-bad-map-no-snail = Schnecke { $snail } fehlt auf der Karte.
snails-bad-map-two-snails = Schnecke { $snail } steht mehrmals auf der Karte: auf ({ $x }, { $y }) und auf ({ $x2 }, { $y2 }).
snails-bad-map-full = Die Karte hat kein leeres Feld, das man einnehmen könnte.

snails-settings-missing = settings.gcf fehlt; alle Einstellungen haben ihre Standardwerte.
snails-settings-unreadable = settings.gcf ist nicht lesbar ({ $reason }); alle Einstellungen haben ihre Standardwerte.
snails-settings-absent = { $name } ist nicht gesetzt und hat den Wert { $default }.
snails-settings-invalid = { $name } hat den Wert { $found }, erlaubt ist { $allowed }; stattdessen gilt { $default }.
snails-settings-crossed = minMapSize { $min } ist größer als maxMapSize { $max }; für beide gelten die Standardwerte.
snails-settings-unknown = Eine Einstellung namens { $name } gibt es nicht; sie wird übergangen.
