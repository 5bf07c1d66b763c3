reversi-name = Reversi
reversi-tagline = Schließe Steine ein und drehe sie um.
reversi-rules =
    Zwei Spieler setzen abwechselnd Steine auf ein Brett mit acht mal acht Feldern. Schwarz beginnt.

    Ein Stein muss mindestens einen Stein des anderen einschließen: in gerader Linie, waagerecht, senkrecht oder schräg, zwischen dem neuen und einem eigenen Stein. Alle eingeschlossenen Steine werden umgedreht.

    Wer nichts einschließen kann, setzt aus; der andere zieht noch einmal. Kann es keiner von beiden, ist das Spiel zu Ende, und wer mehr Steine hat, gewinnt.

    Um zu ziehen, wähle eines der hervorgehobenen Felder.

reversi-board = Brett
reversi-look-field = Feld
reversi-look-black = schwarzer Stein
reversi-look-white = weißer Stein
reversi-banner-turn = { $player } ist am Zug.
reversi-offer-put = { $cell }, dreht { $turned } um
reversi-event-put = { $player }: { $cell }, { $turned } umgedreht
reversi-event-pass = { $player } kann nicht ziehen und setzt aus.
reversi-outcome-nobody-moves = Niemand kann mehr ziehen.
reversi-over = Das Spiel ist zu Ende.
reversi-two-players = Reversi ist ein Spiel für zwei.
reversi-turns-nothing = Ein Stein auf { $cell } schließt nichts ein.
