skirmish-name = Scharmützel
skirmish-tagline = Zwei Armeen aus Karten, drei Runden, und Regeln, die in eine Datei passen.
skirmish-rules =
    Zwei Spieler führen je eine Armee. Wer zwei von höchstens drei Runden gewinnt, gewinnt das Spiel.

    Jede Karte ist eine Einheit mit Stärke, Aktionspunkten und einer Stufe: Bronze, Silber oder Gold. Auf ihr steht, in welche Reihen sie gespielt werden kann: Nahkampf, Fernkampf oder Unterstützung. Die meisten Karten haben Sonderregeln; sieh dir eine Karte an, um zu lesen, was sie bewirken.

    Ein Deck besteht aus Karten einer Armee: mindestens 25 Karten mit höchstens 200 Proviant, höchstens drei goldene und keine davon doppelt, höchstens sechs silberne und jede höchstens zweimal, jede bronzene höchstens viermal. Dazu kommen genau drei neutrale Karten. Ein Tisch kann mehr oder weniger erlauben.

    Zuerst wählen alle ein Deck, ohne zu wissen, was die anderen wählen. Dann wird gemischt: Alle ziehen zehn Karten und dürfen bis zu zwei davon tauschen. Die neutralen Karten beider Spieler werden zu einem verdeckten Stapel gemischt. Wer die erste Runde beginnt, entscheidet das Los; danach wechselt ihr euch ab. Vor jeder Runde zieht, wer nicht beginnt, eine neutrale Karte.

    Wer am Zug ist, spielt genau eine Karte an eine beliebige Stelle einer ihrer Reihen; dabei, und nur dabei, dürfen auch die Einheiten dieser Reihe anders geordnet werden. Davor und danach können Aktionen eigener Einheiten eingesetzt werden. Oder man passt. Nach einer Aktion muss auch eine Karte gespielt werden. Wer gepasst hat, spielt in dieser Runde keine Karten mehr; wer keine Karten mehr hat, passt ebenfalls. Während einer Runde wird nicht gezogen.

    Regeln geben und nehmen Moral. Boni und Mali heben sich auf. Die Stärke einer Einheit ist die aufgedruckte Zahl plus ihre Moral und nie weniger als 0: Ab da wirkt kein Malus mehr. Eine Einheit, der ein Malus die letzte Stärke genommen hat, schläft: Sie kann nicht handeln, und ihre Regeln gelten nicht. Ein Konstrukt ohne Stärke verlässt das Schlachtfeld sofort.

    Eine Aktion kostet Aktionspunkte der handelnden Einheit und erreicht nur Einheiten gleicher oder niedrigerer Stufe. Neutrale Einheiten und Marker stehen unter allen Stufen.

    Spione liegen auf der Seite des Gegners und zählen dort, gehorchen aber ihrem Besitzer. Benachbart sind Einheiten, die in einer Reihe nebeneinander liegen. Gegenüber liegt die gleiche Reihe der anderen Seite. Die Hälfte wird abgerundet.

    Haben beide gepasst, wirken die Regeln zum Rundenende, in der Reihenfolge, in der die Karten ins Spiel kamen. Dann werden die Stärken addiert, und die höhere Summe gewinnt die Runde. Bei Gleichstand punkten beide. Haben dann beide zwei Runden, endet das Spiel unentschieden.

    Nach einer Runde kommen alle Einheiten auf die Ablagestapel ihrer Besitzer, alles Wetter verzieht sich, und Marker verschwinden. Zähe Einheiten bleiben, auch Marker.

    In einem Zug können zwanzigmal Regeln eingesetzt und zwanzigmal Einheiten einer Reihe verschoben werden. Läuft die Zeit ab, wird eine Karte für dich gespielt.

skirmish-option-set = Kartensatz
skirmish-option-set-hint = Die Karten und Regeln, mit denen gespielt wird.
skirmish-set-standard = Standard
skirmish-option-expansions = Erweiterungen
skirmish-option-expansions-hint = Weitere Karten und Regeln, die zum Satz gehören.
skirmish-option-decks = Decks
skirmish-option-decks-hint = Die Decks, aus denen alle wählen. Ist keines angegeben, sind es alle mitgelieferten, die die Grenzen dieses Tisches einhalten.
skirmish-deck-empire = Kaiserreich
skirmish-deck-dwarf-king = Armee des Zwergenkönigs
skirmish-deck-holy-army = Heilige Armee
skirmish-deck-wild-dwarves = Wilde Zwerge
skirmish-deck-high-elves = Hochelfen (202 Proviant)
skirmish-deck-wood-elves = Waldelfen
skirmish-deck-beasts = Bestien
skirmish-deck-spirits = Geister
skirmish-option-reinforcements = Nachschub
skirmish-option-reinforcements-hint = Wie viele Karten alle vor der zweiten und der dritten Runde ziehen.
skirmish-option-neutral = Neutrale Karten
skirmish-option-neutral-hint = Ob mit neutralen Karten gespielt wird.
skirmish-option-zero_strength = Einheiten ohne Stärke
skirmish-option-zero_strength-hint = Welche Einheiten ohne Stärke schlafen. Eine Karte mit aufgedruckter 0 kann handeln, außer wenn alle schlafen.
skirmish-option-zero_strength-by-malus = Wen ein Malus auf 0 gebracht hat, schläft
skirmish-option-zero_strength-literal = Alle schlafen
skirmish-option-least_cards = Mindestzahl an Karten
skirmish-option-least_cards-hint = Wie viele Karten ein Deck mindestens hat.
skirmish-option-provisions = Proviant
skirmish-option-provisions-hint = Wie viel Proviant ein Deck höchstens braucht.
skirmish-option-gold = Goldene Karten
skirmish-option-gold-hint = Wie viele goldene Karten ein Deck höchstens hat.
skirmish-option-silver = Silberne Karten
skirmish-option-silver-hint = Wie viele silberne Karten ein Deck höchstens hat.

skirmish-look-back = verdeckte Karte
skirmish-look-back-neutral = verdeckte neutrale Karte
skirmish-look-deck = Deck
skirmish-look-bronze = Bronzekarte
skirmish-look-silver = Silberkarte
skirmish-look-gold = Goldkarte
skirmish-look-neutral = neutrale Karte
skirmish-look-token = Marker
skirmish-look-weather = Wetterkarte
skirmish-tag-asleep = schläft
skirmish-tag-spy = Spion

skirmish-words = { $words }
skirmish-card = Karte
skirmish-strength = Stärke
skirmish-points = Aktionspunkte
skirmish-morale = Moral
skirmish-level-badge = Stufe
skirmish-rows = { $rows }
skirmish-rule-active = { $rule } ({ $cost })
skirmish-rule-choice = { $rule }: { $choice }
skirmish-row-close = Nahkampf
skirmish-row-ranged = Fernkampf
skirmish-row-support = Unterstützung
skirmish-row-weather = Wetter
skirmish-draw-pile = Nachziehstapel
skirmish-discard-pile = Ablage
skirmish-neutral-pile = Neutraler Stapel
skirmish-hand = Hand
skirmish-aside = Zum Tauschen
skirmish-waiting = Kommt ins Spiel
skirmish-cards-held = Handkarten
skirmish-army-strength = Stärke der Armee
skirmish-army = Armee
skirmish-decks = Decks
skirmish-deck-cards = Karten
skirmish-deck-cost = Proviant

skirmish-banner-choose = Beide wählen ein Deck
skirmish-banner-deal = Die Decks werden gemischt
skirmish-banner-swap = Tauscht bis zu zwei Karten
skirmish-banner-round = Runde { $round } beginnt
skirmish-banner-play = Runde { $round }: { $who } spielt eine Karte oder passt
skirmish-banner-end = Runde { $round }: { $who } macht weiter oder beendet den Zug
skirmish-banner-target = { $who } wählt ein weiteres Ziel
skirmish-banner-place = { $who } wählt einen Platz
skirmish-banner-look = { $who } sieht sich Karten an
skirmish-banner-discard = { $who } muss eine Karte ablegen
skirmish-banner-revive = { $who } holt eine Einheit zurück
skirmish-banner-count = Runde { $round } ist vorbei
skirmish-banner-won = { $who } gewinnt
skirmish-banner-draw = Niemand gewinnt

skirmish-offer-choose = Dieses Deck wählen
skirmish-offer-swap = Tauschen
skirmish-offer-keep = Hand behalten
skirmish-offer-play = Hier spielen
skirmish-offer-target = Wählen
skirmish-offer-enough = Genug
skirmish-offer-run =
    { $units ->
        [one] Eine Einheit
       *[other] { $units } Einheiten ab hier
    }
skirmish-offer-move = Hierher
skirmish-offer-look = Diese Karte ansehen
skirmish-offer-discard = Ablegen
skirmish-offer-revive = Zurückholen: { $card }
skirmish-offer-end = Zug beenden
skirmish-offer-pass = Passen

skirmish-event-chooses = { $who } hat ein Deck gewählt
skirmish-event-army = { $who } führt { $army }
skirmish-event-deal = Die Decks sind gemischt und je zehn Karten verteilt
skirmish-event-keeps =
    { $cards ->
        [0] { $who } behält die Hand
        [one] { $who } tauscht eine Karte
       *[other] { $who } tauscht { $cards } Karten
    }
skirmish-event-round = Runde { $round }: { $who } beginnt
skirmish-event-neutral = { $who } zieht eine neutrale Karte
skirmish-event-draws =
    { $cards ->
        [one] { $who } zieht eine Karte
       *[other] { $who } zieht { $cards } Karten
    }
skirmish-event-enters = { $who } bringt { $unit } ins Spiel: { $row }
skirmish-event-uses = { $who } setzt { $rule } ein: { $unit }
skirmish-event-bonus = { $unit }: +{ $amount } Moral
skirmish-event-malus = { $unit }: −{ $amount } Moral
skirmish-event-rested = { $unit }: +{ $amount } Aktion
skirmish-event-tired = { $unit }: −{ $amount } Aktion
skirmish-event-cleared = { $unit } hat keine Moralmarker mehr
skirmish-event-halved = { $unit } verliert die Hälfte der Moralboni
skirmish-event-granted = { $unit } erhält { $rule }
skirmish-event-broken = { $unit } zerbricht
skirmish-event-removed = { $unit } verlässt das Schlachtfeld
skirmish-event-moved = { $unit } wechselt den Platz
skirmish-event-fate = { $who } zieht { $card } vom neutralen Stapel
skirmish-event-peeked = { $who } sieht die oberste neutrale Karte an
skirmish-event-peeked-card = Die oberste neutrale Karte ist { $card }
skirmish-event-looked = { $who } sieht eine Karte in der Hand von { $victim }
skirmish-event-looked-card = Du siehst { $card }
skirmish-event-discards = { $who } legt { $card } ab
skirmish-event-passes = { $who } passt
skirmish-event-won = { $who } gewinnt Runde { $round } ({ $one } : { $two })
skirmish-event-even = Runde { $round } endet gleich ({ $one } : { $two })

skirmish-outcome-won = Zwei Runden sind gewonnen.
skirmish-outcome-draw = Beide haben zwei Runden gewonnen.

skirmish-players = Scharmützel spielen zwei, nicht { $seats }.
skirmish-over = Das Spiel ist vorbei.
skirmish-bad-set = Mit diesem Kartensatz kann nicht gespielt werden: { $faults }
skirmish-bad-deck = Deck { $deck } ist nicht erlaubt: { $faults }
skirmish-choose-deck = Wähle zuerst ein Deck.
skirmish-no-deck = Dieses Deck gibt es nicht.
skirmish-chosen = Die Decks sind schon gewählt.
skirmish-swap-first = Tausche zuerst Karten oder behalte deine Hand.
skirmish-swapped = Mehr als zwei Karten darfst du nicht tauschen.
skirmish-no-swap = Getauscht wird nur vor der ersten Runde.
skirmish-not-held = Diese Karte hältst du nicht.
skirmish-played = Du hast in diesem Zug schon eine Karte gespielt.
skirmish-play-first = Du musst zuerst eine Karte spielen.
skirmish-acted = Nach einer Aktion darfst du nicht passen; spiele eine Karte.
skirmish-wrong-row = Diese Karte kann nicht in diese Reihe gespielt werden.
skirmish-no-place = Diesen Platz gibt es nicht.
skirmish-arrange-after-playing = Nur die Reihe, in die du gerade gespielt hast, darf umgeordnet werden.
skirmish-other-row = Diese Einheit steht nicht in der Reihe, in die du gespielt hast.
skirmish-moves = Du hast in diesem Zug oft genug Einheiten verschoben.
skirmish-no-unit = Diese Einheit ist nicht auf dem Schlachtfeld.
skirmish-not-yours = Diese Einheit gehört dir nicht.
skirmish-no-rule = Diese Einheit hat keine solche Aktion.
skirmish-empty-hand = Ohne Karten auf der Hand kannst du nicht handeln.
skirmish-asleep = Diese Einheit schläft und kann nicht handeln.
skirmish-no-points = Diese Einheit hat nicht genug Aktionspunkte.
skirmish-uses = Du hast in diesem Zug genug Aktionen eingesetzt.
skirmish-wrong-target = Darauf kann das nicht gerichtet werden.
skirmish-level = Diese Einheit hat eine höhere Stufe.
skirmish-immune = Diese Einheit ist immun.
skirmish-no-room = Diese Einheit kann nirgendwohin.
skirmish-run = So viele Einheiten stehen dort nicht nebeneinander.
skirmish-no-effect = Das hätte keine Wirkung.
skirmish-target-twice = Diese Einheit ist schon gewählt.
skirmish-more-targets = Es müssen noch Einheiten gewählt werden.
skirmish-choose-target = Wähle zuerst ein Ziel.
skirmish-choose-place = Wähle zuerst einen Platz.
skirmish-choose-back = Wähle zuerst eine Karte, die du ansehen willst.
skirmish-choose-discard = Wähle zuerst eine Karte zum Ablegen.
skirmish-choose-revive = Wähle zuerst eine Einheit, die zurückkommt.
skirmish-not-hidden = Diese Karte ist dir nicht verborgen.
skirmish-not-revivable = Diese Einheit kann nicht zurückkommen.
skirmish-nothing-to-choose = Dergleichen gibt es jetzt nicht zu wählen.

skirmish-deck-faction = Es gibt keine Armee namens { $faction }.
skirmish-deck-neutral-army = Ein Deck braucht eine Armee; neutrale Karten sind keine.
skirmish-deck-few = Es hat { $cards } Karten und braucht mindestens { $least }.
skirmish-deck-many = Es hat { $cards } Karten; höchstens { $most } sind erlaubt.
skirmish-deck-provisions = Es braucht { $sum } Proviant; höchstens { $most } sind erlaubt.
skirmish-deck-gold = Es hat { $cards } goldene Karten; höchstens { $most } sind erlaubt.
skirmish-deck-silver = Es hat { $cards } silberne Karten; höchstens { $most } sind erlaubt.
skirmish-deck-often = Es hat { $card } { $cards }-mal; höchstens { $most }-mal ist erlaubt.
skirmish-deck-foreign = { $card } gehört zu einer anderen Armee.
skirmish-deck-unknown = Es gibt keine Karte namens { $card }.
skirmish-deck-number = { $cards } ist keine mögliche Anzahl von { $card }.
skirmish-deck-neutral = Es hat { $cards } neutrale Karten und braucht genau { $exactly }.
skirmish-deck-not-neutral = { $card } ist keine neutrale Karte.

skirmish-fault = { $file }, { $entry }: { $reason }
skirmish-fault-in-line = { $file }, Zeile { $line }: { $reason }
skirmish-fault-in-entry = { $file }, Zeile { $line }, { $entry }: { $reason }
skirmish-entry = { $entry }
skirmish-entry-card = Karte { $id }
skirmish-entry-rule = Regel { $id }
skirmish-entry-token = Marker { $id }
skirmish-entry-faction = Armee { $id }
skirmish-entry-race = Volk { $id }
skirmish-entry-deck = Deck
skirmish-entry-line = Zeile { $id }
skirmish-fault-colour = Eine Farbe namens { $colour } gibt es nicht; war { $nearest } gemeint?
skirmish-fault-image = Der Name eines Bildes ist der Name einer Datei, ohne Ordner.
skirmish-import-unknown = <{ $name }> ist weder Regel noch Armee noch Karte.
skirmish-import-nothing = Darin stehen weder Regeln noch Armeen, Karten oder Decks.
skirmish-import-prose = Was diese Regel bewirkt, steht hier als Fließtext. Schreib sie als Regel dieses Spiels in eine .toml-Datei, und gib diese Datei mit an.
skirmish-import-kind = { $kind } ist keine Art von Regel; es gibt passive (passive) und aktive (active).
skirmish-import-other-kind = Die Regel dieses Namens ist von der anderen Art, aktiv oder passiv.
skirmish-import-no-token = Die Regel dieses Namens bringt keinen Marker.
skirmish-fault-unreadable = { $reason }
skirmish-fault-duplicate = Das steht dort zweimal.
skirmish-fault-no-word = Der Text in der Sprache { $language } fehlt.
skirmish-fault-no-name = Der Name fehlt.
skirmish-fault-unknown-race = Es gibt kein Volk namens { $race }.
skirmish-fault-unknown-faction = Es gibt keine Armee namens { $faction }.
skirmish-fault-unknown-rule = Es gibt keine Regel namens { $name }.
skirmish-fault-unknown-token = Es gibt keinen Marker namens { $name }.
skirmish-fault-unknown-row = Es gibt keine Reihe namens { $row }.
skirmish-fault-no-row = Es ist keine Reihe genannt.
skirmish-fault-weather = Nur neutrale Karten sind Wetter, und Wetter ist sonst nichts.
skirmish-fault-number = { $what } ist { $value }; erlaubt ist 0 bis { $most }.
skirmish-fault-level = { $level } ist keine Stufe einer solchen Karte.
skirmish-fault-neutral-provisions = Eine neutrale Karte braucht keinen Proviant.
skirmish-fault-too-many-rules = Es sind { $rules } Regeln; höchstens { $most } sind erlaubt.
skirmish-fault-rule-twice = Die Regel { $name } steht dort zweimal.
skirmish-fault-no-label = Die Regel { $name } hat keinen Namen für das Volk { $race }.
skirmish-fault-active = Eine Regel, die eingesetzt wird, braucht Wirkungen und sonst nichts.
skirmish-fault-passive = Eine Regel, die von selbst gilt, hat weder Kosten noch Ziel noch Wirkungen ihres Einsatzes.
skirmish-fault-target = Ein Ziel braucht es, wo Wirkungen auf jemanden gerichtet sind, und nur dort.
skirmish-fault-trigger = Von selbst kann eine Regel nur Moral und Aktionspunkte ändern, Regeln verleihen und das Wetter vertreiben.
skirmish-fault-limit = Mehr als fünf Ziele, Wirkungen oder Karten kann eine Regel nicht haben.
skirmish-fault-no-attribute = Das Attribut { $name } fehlt.
skirmish-fault-no-number = { $name } ist „{ $value }“ und keine Zahl.
