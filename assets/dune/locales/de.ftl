dune-name = Wüsten von Dune
dune-tagline = Zwei große Häuser kämpfen um das Spice, und die Wüste kämpft gegen beide.
dune-rules =
    Zwei große Häuser sind auf den Wüstenplaneten gekommen, jedes mit sechs Charakteren und einer Stadt. Bringt so viel Spice wie möglich in eure Stadt; wer am Ende mehr davon hat, gewinnt.

    Zuerst wählen beide Spieler gleichzeitig und verdeckt eines von zwei Häusern. Dann werden die Städte verteilt, und die Charaktere stehen um sie herum.

    Jede Runde beginnt mit der Wüste. Liegt nur noch wenig Spice, wirft ein Spice-Ausbruch neues hoch und verändert den Boden ringsum. Dünen wandern. Der Sandsturm zieht ein Feld weiter und wirft die Wüste unter sich durcheinander: Wer in ihm steht, kann weder handeln noch Ziel einer Aktion sein, aber weitergehen. Der Sandwurm jagt einen Charakter, der laut war; er bewegt sich nur durch Wüste und verschlingt, wer ihm im Weg ist, endgültig. Besiegte Charaktere können als Klone neben ihrer Stadt zurückkehren.

    Dann sind alle Charaktere in zufälliger Reihenfolge am Zug. Ein Zug hat Bewegungs- und Aktionspunkte, die in beliebiger Reihenfolge ausgegeben werden. Ein Schritt auf ein Nachbarfeld kostet einen Bewegungspunkt; Gebirge und Städte kann niemand betreten, und wer auf dem Feld steht, tauscht mit dir den Platz. Von einem Heliport kannst du zu einem anderen fliegen; ein Flug durch den Sturm kann abstürzen. Wer im selben Zug zum zweiten Mal Wüste betritt oder Spice von ihr aufhebt, ist laut. Wer sich nicht bewegt, heilt.

    Eine Aktion kostet einen Aktionspunkt: einen benachbarten Gegner angreifen, Spice aufheben oder einem benachbarten Freund Spice geben. Ein Angriff von hohem Boden, etwa einer Düne, trifft auf niedrigem härter, umgekehrt weniger hart. Ein Charakter ohne Lebenspunkte ist besiegt, und sein Spice wird verstreut.

    Eine Spezialaktion braucht alle Aktionspunkte eines Zugs. Adlige fordern gegnerische Adlige zum Kanly oder benutzen eine von drei Familien-Atomwaffen. Mentaten sammeln das Spice ringsum. Die Bene Gesserit nehmen einem Nachbarn mit der Stimme sein Spice. Kämpfer schlagen auf alle Gegner ringsum ein.

    Familien-Atomwaffen erreichen jedes Feld. Ringsum werden Gebirge und Dünen eingeebnet, Wurm und Spice verschwinden, und alle Charaktere sind besiegt. Doch wer damit als Erster einen Gegner trifft, wird geächtet: Je ein Charakter aller anderen Häuser schließt sich dem Opfer an, das von da an Atomwaffen frei benutzen darf. Computerspieler halten sich an diese Konvention: Keiner setzt als Erster Atomwaffen gegen Charaktere ein.

    Tritt auf ein Feld neben deiner Stadt, um alles Spice abzuliefern, das du trägst.

    Nach der letzten Runde macht ein Erdbeben alles Gestein zu Dünen, und dann holt Shai-Hulud in jeder Runde einen Charakter, bis keiner mehr da ist. Es gewinnt, wer mehr Spice in der Stadt hat; bei Gleichstand zählen mehr aufgehobenes Spice, dann mehr besiegte Gegner, dann weniger von Sandwürmern verschlungene Charaktere und zuletzt der Charakter, der als Letzter verschlungen wurde. Verschlingt der Sandwurm vorher den letzten Charakter eines Hauses, gewinnt das andere sofort.

    Um dich zu bewegen, zieh den Charakter auf ein Feld in Reichweite. Er nimmt den kürzesten Weg über freie Felder, und von gleich kurzen den mit am wenigsten Wüste; für einen anderen Weg zieh ihn Feld für Feld. Für alles andere gibt es Knöpfe.

dune-option-scenario = Szenario
dune-option-scenario-hint = Die Karte; Dateien enden auf .scenario.json.
dune-option-party = Partiekonfiguration
dune-option-party-hint = Die Werte der Partie: Charaktere, Runden, Zeiten, Wahrscheinlichkeiten. Dateien enden auf .party.json.

dune-scenario-basin = Becken (12×12)
dune-scenario-outpost = Außenposten (8×8)
dune-scenario-ridge = Grat (18×10)
dune-scenario-great-erg = Großer Erg (20×20)
dune-party-standard = Standard
dune-party-quick = Schnell
dune-party-storms = Zeit der Stürme

dune-board = Karte
dune-look-city = Stadt
dune-look-mountains = Gebirge
dune-look-plateau = Plateau
dune-look-dune = Düne
dune-look-flat-sand = flacher Sand
dune-look-heliport = Heliport
dune-look-banner = Banner
dune-look-spice = Spice
dune-look-storm = Sturm
dune-look-storm-eye = Auge des Sturms
dune-look-sandworm = Sandwurm
dune-look-shai-hulud = Shai-Hulud
dune-tag-in-storm = im Sturm
dune-tag-hunted = vom Sandwurm gejagt
dune-tag-shunned = geächtet
dune-character = { $name }, { $class }, { $house }
dune-member = { $name }: { $class }
dune-city-of = { $city }, Stadt von { $who }
dune-city-arrakeen = Arrakeen
dune-city-carthag = Carthag
dune-worm-hunts = Sandwurm, jagt { $name }
dune-houses = Häuser zur Wahl

dune-house = Führt
dune-hp = Lebenspunkte
dune-mp = Bewegungspunkte
dune-ap = Aktionspunkte
dune-carries = Getragenes Spice
dune-damage = Schaden
dune-healing = Heilung
dune-value-of = { $value } von { $max }
dune-note-mp = Bewegungspunkte je Zug: { $value }
dune-note-ap = Aktionspunkte je Zug: { $value }
dune-note-inventory = Platz für Spice: { $value }
dune-note-damage = Schaden: { $value }
dune-note-healing = Heilung durch Rasten: { $value }
dune-hit = { $name }
dune-last = Zuletzt verschlungen
dune-last-yes = ja
dune-atomics-left = Familien-Atomwaffen
dune-stock = Spice in der Stadt
dune-collected = Aufgehobenes Spice
dune-defeated = Besiegte Gegner
dune-swallowed = An Sandwürmer verloren
dune-alive = Charaktere auf der Karte
dune-coming = Unterwegs

dune-banner-houses = Wählt ein Haus
dune-banner-place = Die Häuser treffen ein
dune-banner = Runde { $round } von { $rounds }: { $phase }
dune-banner-overlong = Überlange Runde { $round }: { $phase }
dune-banner-won = { $who } hat gewonnen
dune-banner-draw = Unentschieden
dune-phase-begins = eine neue Runde
dune-phase-quake = Erdbeben
dune-phase-reinforce = Hilfe trifft ein
dune-phase-blow = Spice-Ausbruch
dune-phase-dunes = Dünen wandern
dune-phase-storm = Sandsturm
dune-phase-worm = Sandwurm
dune-phase-shai-hulud = Shai-Hulud
dune-phase-clones = Klone
dune-phase-turn = { $name } ({ $who })

dune-fly = Fliegen
dune-attack = Angreifen
dune-collect = Spice aufheben
dune-give = Spice übergeben
dune-kanly = Kanly
dune-atomics = Familien-Atomwaffe
dune-hoard = Spice sammeln
dune-voice = Stimme
dune-spin = Schwertwirbel
dune-end = Zug beenden
dune-offer-house = { $house } wählen
dune-offer-move = Nach ({ $x }, { $y }) gehen
dune-offer-fly = Nach ({ $x }, { $y }) fliegen
dune-offer-attack = { $name } angreifen
dune-offer-give = An { $name }
dune-offer-amount = { $amount } Spice
dune-offer-kanly = { $name } fordern
dune-offer-atomics = Um ({ $x }, { $y }) einsetzen: Kein Charakter wird getroffen
dune-offer-atomics-hits = Um ({ $x }, { $y }) einsetzen: besiegt { $names }
dune-offer-atomics-shunned = Um ({ $x }, { $y }) einsetzen: besiegt { $names }. Du brichst die Konvention und wirst geächtet: Vier Charaktere anderer Häuser schließen sich { $who } an, und { $who } darf Atomwaffen dann frei benutzen.
dune-offer-voice = Das Spice von { $name } nehmen

dune-event-chose-own = Du hast gewählt: { $house }.
dune-event-chose = { $who } hat ein Haus gewählt.
dune-event-house = { $who } führt { $house } von { $city } aus.
dune-event-round =
    { $round ->
        [1] Die erste von { $rounds } Runden
       *[other] Runde { $round } von { $rounds }
    }
dune-event-blow = Ein Spice-Ausbruch: { $amount } Spice
dune-event-dunes =
    { $fields ->
        [0] Die Dünen liegen still.
        [one] Eine Düne wandert.
       *[other] Die Dünen wandern; { $fields } Felder ändern sich.
    }
dune-event-storm = Der Sandsturm zieht weiter.
dune-event-quake = Ein Erdbeben! Alles Gestein zerfällt zu Sand.
dune-event-worm-comes = Ein Sandwurm hat { $name } gehört!
dune-event-worm-moves = Der Sandwurm kommt näher.
dune-event-worm-dives = Der Sandwurm taucht ab und anderswo auf.
dune-event-worm-gone = Der Sandwurm verschwindet.
dune-event-swallowed = Der Sandwurm hat { $name } ({ $who }) verschlungen!
dune-event-shai-hulud = Shai-Hulud holt { $name } ({ $who }).
dune-event-clone = Ein Klon von { $name } kommt für { $who }.
dune-event-coming = { $character } ist unterwegs, um { $who } zu helfen.
dune-event-joins = { $character } schließt sich { $who } an.
dune-event-turn = { $name } ({ $who }) ist am Zug.
dune-event-heals = { $name } ruht und gewinnt { $amount } Lebenspunkte.
dune-event-moves = { $name } geht nach ({ $x }, { $y }).
dune-event-flies = { $name } fliegt nach ({ $x }, { $y }).
dune-event-crashes = { $name } stürzt im Sturm bei ({ $x }, { $y }) ab!
dune-event-delivers = { $name } liefert { $amount } Spice ab.
dune-event-strikes = { $name } trifft { $other }: { $damage } Schaden.
dune-event-defeated = { $name } ({ $who }) ist besiegt.
dune-event-collects = { $name } hebt { $amount } Spice auf.
dune-event-gives = { $name } gibt { $other } { $amount } Spice.
dune-event-voice = { $name } nimmt { $other } mit der Stimme { $amount } Spice.
dune-event-kanly-won = Kanly: { $name } besiegt { $other }.
dune-event-kanly-lost = Kanly: { $other } hält { $name } stand.
dune-event-atomics = { $name } benutzt die Familien-Atomwaffe!
dune-event-shunned = { $who } wird geächtet. Alle anderen Häuser helfen { $victim }.

dune-outcome-devoured = Der Sandwurm hat den letzten Charakter eines Hauses verschlungen.
dune-outcome-stock = Mehr Spice in der Stadt hat entschieden.
dune-outcome-collected = Die Vorräte waren gleich; mehr aufgehobenes Spice hat entschieden.
dune-outcome-defeated = Vorräte und aufgehobenes Spice waren gleich; mehr besiegte Gegner haben entschieden.
dune-outcome-swallowed = Alles andere war gleich; weniger von Sandwürmern verschlungene Charaktere haben entschieden.
dune-outcome-last = Alles andere war gleich; der zuletzt verschlungene Charakter hat entschieden.
dune-outcome-draw = Nichts unterschied die Häuser.

dune-players = Dune ist für zwei Spieler, nicht für { $players }.
dune-over = Die Partie ist vorbei.
dune-choose-house = Wähle zuerst ein Haus.
dune-house-chosen = Die Häuser sind schon gewählt.
dune-house-not-offered = { $house } gehört nicht zu den Häusern, aus denen du wählen kannst.
dune-no-mp = Es sind keine Bewegungspunkte übrig.
dune-no-ap = Es sind keine Aktionspunkte übrig.
dune-in-storm = Im Sturm kann niemand handeln.
dune-off-map = Ein Feld ({ $x }, { $y }) gibt es auf dieser Karte nicht.
dune-too-far = Kein freier Weg nach ({ $x }, { $y }) ist kurz genug.
dune-there-already = Der Charakter steht schon auf ({ $x }, { $y }).
dune-not-walkable = Das Feld ({ $x }, { $y }) kann niemand betreten.
dune-worm-there = Bei ({ $x }, { $y }) ist der Sandwurm.
dune-not-on-heliport = Flüge beginnen auf einem Heliport.
dune-no-heliport-there = Bei ({ $x }, { $y }) ist kein anderer Heliport.
dune-no-spice-here = Auf diesem Feld liegt kein Spice.
dune-no-spice-around = Weder auf diesem Feld noch daneben liegt Spice.
dune-no-room = Die Hände sind voll.
dune-not-a-friend = { $name } gehört nicht zu dir.
dune-not-so-much = Es müssen mindestens 1 und höchstens { $most } sein.
dune-friend-full = { $name } hat nur Platz für { $room } Spice.
dune-not-a-noble = { $name } ist nicht adlig.
dune-no-atomics = Das Haus hat keine Atomwaffen mehr.
dune-carries-nothing = { $name } trägt kein Spice.
dune-nobody-near = Kein Gegner steht in der Nähe.
dune-wrong-class = Das kann nur eine andere Klasse: { $class }.
dune-ap-not-full = Das braucht alle { $points } Aktionspunkte.
dune-nobody = Einen Charakter mit der Nummer { $number } gibt es nicht.
dune-not-there = { $name } ist nicht auf der Karte.
dune-not-near = { $name } steht nicht neben dir.
dune-target-in-storm = { $name } ist im Sturm.
dune-not-an-enemy = { $name } gehört zu dir.

dune-bad-file = { $key }: { $reason }
dune-reason-edge = Eine Karte hat { $min } bis { $max } Zeilen und Spalten, nicht { $found }.
dune-reason-uneven = Diese Zeile hat { $found } Felder, die erste aber { $expected }.
dune-reason-cities = Eine Karte hat genau zwei Städte, nicht { $found }.
dune-reason-crowded = Mindestens { $least } Felder müssen begehbar sein, es sind aber { $found }.
dune-reason-walled = Diese Stadt hat keinen begehbaren Nachbarn.
dune-reason-range = { $found } liegt nicht zwischen { $min } und { $max }.
dune-reason-low = { $found } ist kleiner als { $min }.

dune-house-corrino = Haus Corrino
dune-house-atreides = Haus Atreides
dune-house-harkonnen = Haus Harkonnen
dune-house-ordos = Haus Ordos
dune-house-richese = Haus Richese
dune-house-vernius = Haus Vernius
dune-class-noble = Adliger
dune-class-mentat = Mentat
dune-class-bene-gesserit = Bene Gesserit
dune-class-fighter = Kämpfer
dune-look-house-corrino = Wappen des Hauses Corrino
dune-look-noble-corrino = Adliger des Hauses Corrino
dune-look-mentat-corrino = Mentat des Hauses Corrino
dune-look-bene-gesserit-corrino = Bene Gesserit des Hauses Corrino
dune-look-fighter-corrino = Kämpfer des Hauses Corrino
dune-look-house-atreides = Wappen des Hauses Atreides
dune-look-noble-atreides = Adliger des Hauses Atreides
dune-look-mentat-atreides = Mentat des Hauses Atreides
dune-look-bene-gesserit-atreides = Bene Gesserit des Hauses Atreides
dune-look-fighter-atreides = Kämpfer des Hauses Atreides
dune-look-house-harkonnen = Wappen des Hauses Harkonnen
dune-look-noble-harkonnen = Adliger des Hauses Harkonnen
dune-look-mentat-harkonnen = Mentat des Hauses Harkonnen
dune-look-bene-gesserit-harkonnen = Bene Gesserit des Hauses Harkonnen
dune-look-fighter-harkonnen = Kämpfer des Hauses Harkonnen
dune-look-house-ordos = Wappen des Hauses Ordos
dune-look-noble-ordos = Adliger des Hauses Ordos
dune-look-mentat-ordos = Mentat des Hauses Ordos
dune-look-bene-gesserit-ordos = Bene Gesserit des Hauses Ordos
dune-look-fighter-ordos = Kämpfer des Hauses Ordos
dune-look-house-richese = Wappen des Hauses Richese
dune-look-noble-richese = Adliger des Hauses Richese
dune-look-mentat-richese = Mentat des Hauses Richese
dune-look-bene-gesserit-richese = Bene Gesserit des Hauses Richese
dune-look-fighter-richese = Kämpfer des Hauses Richese
dune-look-house-vernius = Wappen des Hauses Vernius
dune-look-noble-vernius = Adliger des Hauses Vernius
dune-look-mentat-vernius = Mentat des Hauses Vernius
dune-look-bene-gesserit-vernius = Bene Gesserit des Hauses Vernius
dune-look-fighter-vernius = Kämpfer des Hauses Vernius
