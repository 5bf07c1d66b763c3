# Was die Lobby selbst sagt: Ablehnungen (ihre Schlüssel sind die Fehlercodes des Protokolls) und Abschiede.

bad-message = Das ist nicht zu verstehen: { $reason }
unknown-event = Es gibt keine Anfrage namens „{ $event }“.
bad-request = Die Anfrage ist nicht vollständig oder nicht richtig: { $place }: { $reason }
not-text = Hier wird nur Text verstanden.
too-large = Die Nachricht ist zu groß.
too-fast = Das war zu viel auf einmal. Warte einen Augenblick.
too-slow = Das hat zu lange gebraucht, bis es ankam.
not-entered = Bitte sag zuerst, wer du bist.
already-entered = Du bist schon da.
name-taken = Jemand anderes heißt schon { $name }. Bitte wähle einen anderen Namen.
wrong-credentials = Name und Passwort, oder der Schlüssel in deinem Browser, passen nicht zusammen.
login-incomplete = Sag, wer du bist: Person und Geheimnis, oder Name und Passwort.
bad-password = Ein Passwort hat { $least } bis { $most } Zeichen.
bad-secret = Ein Geheimnis hat 32 hexadezimale Ziffern, in kleinen Buchstaben.
wrong-invite = Dieser Tisch ist privat. Lass dir den Link dazu geben.
no-such-proposal = „{ $what }“ kann hier niemand vorschlagen.
too-many-tables = Du hast schon { $most } Tische offen. Beende oder schließe zuerst einen.
chat-too-fast = Du sagst sehr viel. Warte einen Augenblick.
no-such-recording = Es gibt keine solche Aufzeichnung.
bad-recording = Das ist keine Aufzeichnung einer Partie von Parlor, oder sie ist beschädigt.
recording-too-large = Eine Aufzeichnung hat höchstens { $most } MB.
recording-untrue = Dieser Aufzeichnung ist nicht zu trauen: { $reason }
playback-needs-script = Diese Seite spielt eine Partie mit JavaScript ab. Bitte erlaube es.
not-found = Hier ist nichts.
server-trouble = Bei uns ist etwas schiefgegangen. Bitte versuch es noch einmal.
server-busy = Der Server hat gerade sehr viel zu tun. Bitte versuch es gleich noch einmal.
superseded = Du hast in einem anderen Fenster weitergemacht.
goodbye = Der Server hält kurz an. Deine Spiele bleiben erhalten.

bot-random = Zufall
bot-greedy = Gierig
bot-negamax = Denker
bot-mcts = Träumer
bot-easy = Leicht
bot-medium = Mittel
bot-hard = Schwer
