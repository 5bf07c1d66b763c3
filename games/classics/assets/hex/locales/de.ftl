hex-name = Hex
hex-tagline = Verbinde deine beiden Ränder vor der Gegenseite.
hex-rules =
    Zu zweit setzt ihr abwechselnd je einen Stein auf ein Brett von elf mal elf Sechsecken. Steine werden nie bewegt.

    Wer beginnt, gewinnt mit einer lückenlosen Kette von oben nach unten, die andere Seite mit einer von links nach rechts. Eine von beiden gelingt immer.

hex-board = Brett
hex-look-cell = Feld
hex-look-edge-0 = Randfeld der ersten Seite
hex-look-edge-1 = Randfeld der zweiten Seite
hex-look-stone-0 = blauer Stein
hex-look-stone-1 = oranger Stein
hex-banner-turn = { $who } ist am Zug
hex-banner-over = Das Spiel ist aus
hex-offer = Stein auf ({ $x }, { $y }) setzen
hex-event-stone = { $who } setzt einen Stein auf ({ $x }, { $y })
hex-not-free = Wähle ein freies Feld des Bretts.
hex-outcome-connected = Die Ränder sind verbunden.
