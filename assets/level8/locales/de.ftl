level8-name = Level 8
level8-tagline = Lege Level um Level aus und werde deine Karten zuerst los.
level8-rules =
    Zwei bis sechs Spielende steigen durch acht Level. Jedes Level ist eine Aufgabe: bestimmte Kombinationen von Karten, die auszulegen sind. Wer zuerst das letzte Level auslegt, gewinnt.

    Es gibt 98 Karten: die Zahlen 1 bis 15 in sechs Farben, fünf Joker und drei Aussetzkarten. Jede Farbe hat ein eigenes Zeichen: Herz, Raute, Stern, Kleeblatt, Tropfen und Mond.

    Die Level: 1. zwei Dreierfolgen. 2. vier Paare. 3. zwei Viererfolgen. 4. eine Sechserfolge und ein Paar. 5. eine Siebenerfolge. 6. ein Paar und zwei Drillinge. 7. ein Drilling und fünf Karten einer Farbe. 8. ein Paar, ein Drilling und ein Vierling. Im schweren Satz braucht jede Folge und jede Farbgruppe eine Karte mehr.

    Eine Folge besteht aus aufeinanderfolgenden Zahlen in beliebigen Farben; nach der 15 geht es nicht mit der 1 weiter. Paare, Drillinge und Vierlinge haben dieselbe Zahl. Eine Farbgruppe hat eine Farbe und beliebige Zahlen.

    Gespielt wird in Runden mit neuen Karten, den Durchgängen. Wer gibt, teilt allen zehn Karten aus und deckt eine auf dem eigenen Ablagestapel auf. Alle haben einen eigenen Ablagestapel. Links von der Person, die gibt, wird begonnen, dann geht es im Uhrzeigersinn weiter; den nächsten Durchgang gibt die nächste Person.

    Bist du an der Reihe, nimmst du zuerst eine Karte: vom Nachziehstapel oder die oberste eines beliebigen Ablagestapels. Am Ende legst du eine Karte auf deinen eigenen Ablagestapel. Dazwischen darfst du auslegen und anlegen.

    Einmal im Durchgang darfst du die Aufgabe deines Levels auslegen, und zwar ganz: nicht nur einen Teil und nicht mehr. Du stellst sie zusammen, indem du eine Karte und dann einen Teil wählst; wählst du eine Karte und dann deine Hand, nimmst du sie zurück. Lassen deine Karten offen, wofür ein Teil steht, wähle den Teil und sage es. „Vorschlagen“ stellt das Level für dich zusammen, sobald deine Hand es enthält. Niemand sonst sieht, was du zusammenstellst, bis du es auslegst. In einem Zug kannst du zwanzigmal Karten zurücknehmen.

    Liegt dein Level aus, darfst du Karten aus der Hand an alles anlegen, was ausliegt, an Eigenes und Fremdes, sofort und in späteren Zügen: an beide Enden einer Folge, an Gleiche, an Farbgruppen. Eine Karte muss immer für deinen Ablagestapel übrig bleiben.

    Ein Joker steht für jede Zahl oder Farbe, und ein Level darf mehrere haben. Wofür er steht, ist mit dem Auslegen festgelegt, und er wird nie zurückgenommen oder getauscht.

    Eine Aussetzkarte kannst du, statt abzulegen, vor jemand anderen legen, wenn dort noch keine liegt. Der nächste Zug dort besteht nur darin, die Aussetzkarte offen unter den Nachziehstapel zu schieben. Du darfst sie auch einfach ablegen; wer sie nimmt, kann sie wieder verwenden.

    Ist die letzte verdeckte Karte des Nachziehstapels gezogen, behalten alle die oberste Karte ihres Ablagestapels; alle anderen abgelegten Karten und die offenen Aussetzkarten werden gemischt und bilden den neuen Nachziehstapel. Solange es nichts zu mischen gibt, wird nur von Ablagestapeln genommen. Kann niemand eine Karte nehmen, endet der Durchgang, und niemand steigt ein zusätzliches Level auf; ebenso endet ein Durchgang, der vierzig Runden gedauert hat.

    Der Durchgang endet sofort, wenn jemand die letzte Karte weglegt, sei es auf den Ablagestapel oder als Aussetzkarte. Diese Person steigt zwei Level auf, alle anderen, die ausgelegt haben, eines. Wer nicht ausgelegt hat, bleibt stehen.

    Wer das letzte Level auslegt, gewinnt sofort. Wer das vorletzte ausgelegt hat und den Durchgang beendet, gewinnt ebenfalls. Hat nach vierzig Durchgängen niemand gewonnen, gewinnen die, die am weitesten sind.

    Ist deine Zeit um, wird ein zufälliger Zug für dich gemacht.

level8-option-levels = Level
level8-option-levels-hint = Wie viele Level zum Sieg nötig sind.
level8-option-order = Reihenfolge der Level
level8-option-order-hint = Wie in der Anleitung, für alle gleich gemischt oder für alle einzeln gemischt.
level8-option-order-standard = Wie in der Anleitung
level8-option-order-shuffled = Für alle gleich gemischt
level8-option-order-shuffled-each = Für alle einzeln gemischt
level8-option-hard = Schwerer Satz
level8-option-hard-hint = Jede Folge und jede Farbgruppe braucht eine Karte mehr.

level8-look-back = verdeckte Karte
level8-look-red = rote Herzkarte
level8-look-orange = orange Rautenkarte
level8-look-yellow = gelbe Sternkarte
level8-look-green = grüne Kleeblattkarte
level8-look-blue = blaue Tropfenkarte
level8-look-violet = violette Mondkarte
level8-look-joker = Joker
level8-look-skip = Aussetzkarte
level8-look-joker-red = Joker für Rot
level8-look-joker-orange = Joker für Orange
level8-look-joker-yellow = Joker für Gelb
level8-look-joker-green = Joker für Grün
level8-look-joker-blue = Joker für Blau
level8-look-joker-violet = Joker für Violett

level8-draw-pile = Nachziehstapel
level8-under-pile = Offen unter dem Nachziehstapel
level8-discard-pile = Ablage
level8-hand = Hand
level8-skip-before = Setzt aus
level8-level = Level
level8-level-of = { $level } von { $of }
level8-task = Aufgabe
level8-order-label = Reihenfolge
level8-order = { $order }
level8-cards-held = Karten auf der Hand

level8-task-1 = zwei Folgen aus { $cards }
level8-task-2 = vier Paare
level8-task-3 = zwei Folgen aus { $cards }
level8-task-4 = Folge aus { $cards } und ein Paar
level8-task-5 = Folge aus { $cards }
level8-task-6 = Paar und zwei Drillinge
level8-task-7 = Drilling und { $cards } einer Farbe
level8-task-8 = Paar, Drilling und Vierling

level8-run = Folge aus { $cards }
level8-set =
    { $cards ->
        [2] Paar
        [3] Drilling
        [4] Vierling
       *[other] { $cards } Gleiche
    }
level8-group = { $cards } einer Farbe
level8-part = { $part } ({ $cards }/{ $of })

level8-colour-red = Rot
level8-colour-orange = Orange
level8-colour-yellow = Gelb
level8-colour-green = Grün
level8-colour-blue = Blau
level8-colour-violet = Violett
level8-card-red = Rot { $number }
level8-card-orange = Orange { $number }
level8-card-yellow = Gelb { $number }
level8-card-green = Grün { $number }
level8-card-blue = Blau { $number }
level8-card-violet = Violett { $number }
level8-card-joker = Joker
level8-card-joker-number = Joker für { $number }
level8-card-joker-colour = Joker für { $colour }
level8-card-skip = Aussetzkarte

level8-banner-deal = { $who } gibt
level8-banner-take = { $who } nimmt eine Karte
level8-banner-play = { $who } legt aus oder ab
level8-banner-skipped = { $who } setzt diesmal aus
level8-banner-won = { $who } hat gewonnen
level8-banner-over = Das Spiel ist aus

level8-offer-draw = Karte ziehen
level8-offer-take = Oberste Karte von { $who } nehmen
level8-offer-put = Hierher
level8-offer-back = Zurück auf die Hand
level8-offer-meaning = Sagen, wofür das steht
level8-offer-run = { $low } bis { $high }
level8-offer-suggest = Vorschlagen
level8-offer-lay-out = Auslegen
level8-offer-add = Hier anlegen
level8-offer-add-as = Hier als { $number } anlegen
level8-offer-discard = Ablegen
level8-offer-skip = { $who } setzt aus

level8-event-deal = Durchgang { $hand }: { $who } gibt
level8-event-drew = { $who } zieht eine Karte
level8-event-took = { $who } nimmt { $card } von { $from }
level8-event-took-own = { $who } nimmt { $card } zurück
level8-event-laid = { $who } legt Level { $level } aus: { $task }
level8-event-added = { $who } legt { $card } bei { $owner } an
level8-event-added-own = { $who } legt { $card } an
level8-event-discarded = { $who } legt { $card } ab
level8-event-skip = { $who } lässt { $victim } aussetzen
level8-event-missed = { $who } setzt aus
level8-event-pile =
    { $cards ->
        [one] Ein neuer Nachziehstapel aus einer Karte
       *[other] Ein neuer Nachziehstapel aus { $cards } Karten
    }
level8-event-ended = { $who } hat die letzte Karte weggelegt
level8-event-no-cards = Niemand kann eine Karte nehmen: Der Durchgang ist zu Ende
level8-event-worn-out = Der Durchgang hat zu lange gedauert und ist zu Ende
level8-event-level = { $who } ist jetzt auf Level { $level }: { $task }

level8-outcome-last-level = Das letzte Level liegt aus.
level8-outcome-last-card = Das vorletzte Level lag aus, und der Durchgang wurde beendet.
level8-outcome-most-hands = Nach vierzig Durchgängen hat niemand gewonnen.

level8-over = Das Spiel ist aus.
level8-players = Level 8 spielen zwei bis sechs, nicht { $seats }.
level8-take-first = Nimm zuerst eine Karte.
level8-taken-already = Du hast schon eine Karte genommen.
level8-nothing-there = Dort liegt keine Karte.
level8-not-in-hand = Diese Karte hast du nicht.
level8-not-put = Diese Karte ist schon auf deiner Hand.
level8-does-not-fit = Das passt dort nicht: { $card }.
level8-take-backs = Du hast { $most }-mal Karten zurückgenommen; das muss für diesen Zug genügen.
level8-nothing-open = Das ist nicht offen.
level8-composed-already = Dein Level ist schon zusammengestellt.
level8-no-suggestion = Deine Hand enthält das Level nicht.
level8-incomplete = Dein Level ist nicht vollständig.
level8-laid-already = Dein Level liegt schon aus.
level8-lay-out-first = Lege zuerst dein eigenes Level aus, dann kannst du anlegen.
level8-no-such-row = Dort liegt nichts aus.
level8-keep-one = Behalte eine Karte zum Ablegen.
level8-not-a-skip = Das ist keine Aussetzkarte.
level8-skip-another = Eine Aussetzkarte kommt vor jemand anderen.
level8-skipped-already = Vor { $who } liegt schon eine Aussetzkarte.
