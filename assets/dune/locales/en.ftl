dune-name = Deserts of Dune
dune-tagline = Two great houses fight for the spice, and the desert fights both.
dune-rules =
    Two great houses have come to the desert planet, each with six characters and a city. Bring as much spice as you can into your city; whoever has more of it at the end wins.

    At first both players choose one of two houses, at the same time and unseen. Then cities are given out, and the characters stand around them.

    Every round begins with the desert. If little spice is left, a spice blow throws some up and changes the ground around it. Dunes migrate. The sandstorm moves by one field and turns the desert below it over: whoever stands in it can neither act nor be the target of an action, but may walk on. The sandworm hunts a character that was loud; it moves over desert only and swallows whoever is in its way, for good. Defeated characters may return as clones beside their city.

    Then all characters have their turns, in random order. A turn has movement points and action points, to be spent in any order. A step to a neighbouring field costs a movement point; mountains and cities cannot be entered, and whoever stands on the field changes places with you. From one heliport you can fly to another; a flight through the storm may crash. Whoever enters desert for a second time in a turn, or picks up spice from it, is loud. Whoever does not move heals.

    An action costs an action point: attack a neighbouring enemy, pick up spice, or hand spice to a neighbouring friend. An attack from high ground, such as a dune, hits harder on low ground, and the other way round it hits less hard. A character without hit points is defeated, and its spice is scattered.

    A special action needs all action points of a turn. Nobles challenge an enemy noble to Kanly, or use one of three family atomics. Mentats gather the spice around them. The Bene Gesserit take a neighbour’s spice with their voice. Fighters strike all enemies around them.

    Family atomics reach every field. Around it mountains and dunes are levelled, worm and spice vanish, and all characters are defeated. But the first player who hits an enemy with them is shunned: one character of every other house joins the victim, who may from then on use atomics freely. Computer players keep this convention: none of them strikes at characters with atomics first.

    Step onto a field beside your city to deliver all the spice you carry.

    After the last round an earthquake turns all rock into dunes, and then Shai-Hulud takes one character in every round until none is left. The winner has more spice in the city; if that is equal, more spice picked up, then more enemies defeated, then fewer characters swallowed by sandworms, and at last the character that was swallowed last. If the sandworm swallows the last character of a house before that, the other house wins at once.

    To move, drag the character to a field within reach. It takes the shortest way over free fields, and of equally short ones the one with the least desert; for another way, drag it field by field. Everything else has a button.

dune-option-scenario = Scenario
dune-option-scenario-hint = The map; files end in .scenario.json.
dune-option-party = Match configuration
dune-option-party-hint = The values of the match: characters, rounds, times, chances. Files end in .party.json.

dune-scenario-basin = Basin (12×12)
dune-scenario-outpost = Outpost (8×8)
dune-scenario-ridge = Ridge (18×10)
dune-scenario-great-erg = Great Erg (20×20)
dune-party-standard = Standard
dune-party-quick = Quick
dune-party-storms = Season of storms

dune-board = Map
dune-look-city = city
dune-look-mountains = mountains
dune-look-plateau = plateau
dune-look-dune = dune
dune-look-flat-sand = flat sand
dune-look-heliport = heliport
dune-look-banner = banner
dune-look-spice = spice
dune-look-storm = storm
dune-look-storm-eye = eye of the storm
dune-look-sandworm = sandworm
dune-look-shai-hulud = Shai-Hulud
dune-tag-in-storm = in the storm
dune-tag-hunted = hunted by the sandworm
dune-tag-shunned = shunned
dune-character = { $name }, { $class }, { $house }
dune-member = { $name }: { $class }
dune-city-of = { $city }, city of { $who }
dune-city-arrakeen = Arrakeen
dune-city-carthag = Carthag
dune-worm-hunts = Sandworm, hunting { $name }
dune-houses = Houses to choose from

dune-house = Leads
dune-hp = Hit points
dune-mp = Movement points
dune-ap = Action points
dune-carries = Spice carried
dune-damage = Damage
dune-healing = Healing
dune-value-of = { $value } of { $max }
dune-note-mp = Movement points in a turn: { $value }
dune-note-ap = Action points in a turn: { $value }
dune-note-inventory = Room for spice: { $value }
dune-note-damage = Damage: { $value }
dune-note-healing = Healing by rest: { $value }
dune-hit = { $name }
dune-last = Swallowed last
dune-last-yes = yes
dune-atomics-left = Family atomics
dune-stock = Spice in the city
dune-collected = Spice picked up
dune-defeated = Enemies defeated
dune-swallowed = Lost to sandworms
dune-alive = Characters on the map
dune-coming = On the way

dune-banner-houses = Choose a house
dune-banner-place = The houses arrive
dune-banner = Round { $round } of { $rounds }: { $phase }
dune-banner-overlong = Overlong round { $round }: { $phase }
dune-banner-won = { $who } has won
dune-banner-draw = A draw
dune-phase-begins = a new round
dune-phase-quake = earthquake
dune-phase-reinforce = help arrives
dune-phase-blow = spice blow
dune-phase-dunes = dunes migrate
dune-phase-storm = sandstorm
dune-phase-worm = sandworm
dune-phase-shai-hulud = Shai-Hulud
dune-phase-clones = clones
dune-phase-turn = { $name } ({ $who })

dune-fly = Fly
dune-attack = Attack
dune-collect = Pick up spice
dune-give = Hand over spice
dune-kanly = Kanly
dune-atomics = Family atomics
dune-hoard = Gather spice
dune-voice = Voice
dune-spin = Sword spin
dune-end = End turn
dune-offer-house = Choose { $house }
dune-offer-move = Move to ({ $x }, { $y })
dune-offer-fly = Fly to ({ $x }, { $y })
dune-offer-attack = Attack { $name }
dune-offer-give = To { $name }
dune-offer-amount = { $amount } spice
dune-offer-kanly = Challenge { $name }
dune-offer-atomics = Strike around ({ $x }, { $y }): no character is hit
dune-offer-atomics-hits = Strike around ({ $x }, { $y }): defeats { $names }
dune-offer-atomics-shunned = Strike around ({ $x }, { $y }): defeats { $names }. You break the convention and are shunned: four characters of other houses join { $who }, who may then use atomics freely.
dune-offer-voice = Take the spice of { $name }

dune-event-chose-own = You have chosen { $house }.
dune-event-chose = { $who } has chosen a house.
dune-event-house = { $who } leads { $house } from { $city }.
dune-event-round =
    { $round ->
        [1] The first of { $rounds } rounds
       *[other] Round { $round } of { $rounds }
    }
dune-event-blow = A spice blow: { $amount } spice
dune-event-dunes =
    { $fields ->
        [0] The dunes lie still.
        [one] A dune migrates.
       *[other] The dunes migrate; { $fields } fields change.
    }
dune-event-storm = The sandstorm moves on.
dune-event-quake = An earthquake! All rock falls to sand.
dune-event-worm-comes = A sandworm has heard { $name }!
dune-event-worm-moves = The sandworm comes closer.
dune-event-worm-dives = The sandworm dives and comes up elsewhere.
dune-event-worm-gone = The sandworm vanishes.
dune-event-swallowed = The sandworm has swallowed { $name } ({ $who })!
dune-event-shai-hulud = Shai-Hulud takes { $name } ({ $who }).
dune-event-clone = A clone of { $name } comes for { $who }.
dune-event-coming = { $character } is on the way to help { $who }.
dune-event-joins = { $character } joins { $who }.
dune-event-turn = It is the turn of { $name } ({ $who }).
dune-event-heals = { $name } rests and gains { $amount } hit points.
dune-event-moves = { $name } moves to ({ $x }, { $y }).
dune-event-flies = { $name } flies to ({ $x }, { $y }).
dune-event-crashes = { $name } crashes in the storm at ({ $x }, { $y })!
dune-event-delivers = { $name } delivers { $amount } spice.
dune-event-strikes = { $name } strikes { $other }: { $damage } damage.
dune-event-defeated = { $name } ({ $who }) is defeated.
dune-event-collects = { $name } picks up { $amount } spice.
dune-event-gives = { $name } gives { $amount } spice to { $other }.
dune-event-voice = { $name } takes { $amount } spice from { $other } with the voice.
dune-event-kanly-won = Kanly: { $name } defeats { $other }.
dune-event-kanly-lost = Kanly: { $other } withstands { $name }.
dune-event-atomics = { $name } uses the family atomics!
dune-event-shunned = { $who } is shunned. All other houses help { $victim }.

dune-outcome-devoured = The sandworm has swallowed the last character of a house.
dune-outcome-stock = More spice in the city decided.
dune-outcome-collected = The stocks were equal; more spice picked up decided.
dune-outcome-defeated = Stocks and spice picked up were equal; more enemies defeated decided.
dune-outcome-swallowed = All else was equal; fewer characters swallowed by sandworms decided.
dune-outcome-last = All else was equal; the character swallowed last decided.
dune-outcome-draw = Nothing told the houses apart.

dune-players = Dune is for two players, not for { $players }.
dune-over = The match is over.
dune-choose-house = Choose a house first.
dune-house-chosen = The houses are chosen already.
dune-house-not-offered = { $house } is not among the houses you can choose from.
dune-no-mp = No movement points are left.
dune-no-ap = No action points are left.
dune-in-storm = Nobody can act inside the storm.
dune-off-map = There is no field ({ $x }, { $y }) on this map.
dune-too-far = No free way to ({ $x }, { $y }) is short enough.
dune-there-already = The character stands on ({ $x }, { $y }) already.
dune-not-walkable = Nobody can enter the field ({ $x }, { $y }).
dune-worm-there = The sandworm is at ({ $x }, { $y }).
dune-not-on-heliport = Flights begin on a heliport.
dune-no-heliport-there = There is no other heliport at ({ $x }, { $y }).
dune-no-spice-here = No spice lies on this field.
dune-no-spice-around = No spice lies on this field or beside it.
dune-no-room = The hands are full.
dune-not-a-friend = { $name } does not belong to you.
dune-not-so-much = The amount must be at least 1 and at most { $most }.
dune-friend-full = { $name } has room for { $room } spice only.
dune-not-a-noble = { $name } is not a noble.
dune-no-atomics = The house has no atomics left.
dune-carries-nothing = { $name } carries no spice.
dune-nobody-near = No enemy stands near.
dune-wrong-class = That needs another class: { $class }.
dune-ap-not-full = That needs all { $points } action points.
dune-nobody = There is no character with the number { $number }.
dune-not-there = { $name } is not on the map.
dune-not-near = { $name } is not beside you.
dune-target-in-storm = { $name } is inside the storm.
dune-not-an-enemy = { $name } belongs to you.

dune-bad-file = { $key }: { $reason }
dune-reason-edge = a map has { $min } to { $max } rows and columns, not { $found }.
dune-reason-uneven = this row has { $found } fields, but the first row has { $expected }.
dune-reason-cities = a map has exactly two cities, not { $found }.
dune-reason-crowded = at least { $least } fields must be walkable, but { $found } are.
dune-reason-walled = this city has no walkable neighbour.
dune-reason-range = { $found } is not between { $min } and { $max }.
dune-reason-low = { $found } is less than { $min }.

dune-house-corrino = House Corrino
dune-house-atreides = House Atreides
dune-house-harkonnen = House Harkonnen
dune-house-ordos = House Ordos
dune-house-richese = House Richese
dune-house-vernius = House Vernius
dune-class-noble = noble
dune-class-mentat = mentat
dune-class-bene-gesserit = Bene Gesserit
dune-class-fighter = fighter
dune-look-house-corrino = emblem of House Corrino
dune-look-noble-corrino = noble of House Corrino
dune-look-mentat-corrino = mentat of House Corrino
dune-look-bene-gesserit-corrino = Bene Gesserit of House Corrino
dune-look-fighter-corrino = fighter of House Corrino
dune-look-house-atreides = emblem of House Atreides
dune-look-noble-atreides = noble of House Atreides
dune-look-mentat-atreides = mentat of House Atreides
dune-look-bene-gesserit-atreides = Bene Gesserit of House Atreides
dune-look-fighter-atreides = fighter of House Atreides
dune-look-house-harkonnen = emblem of House Harkonnen
dune-look-noble-harkonnen = noble of House Harkonnen
dune-look-mentat-harkonnen = mentat of House Harkonnen
dune-look-bene-gesserit-harkonnen = Bene Gesserit of House Harkonnen
dune-look-fighter-harkonnen = fighter of House Harkonnen
dune-look-house-ordos = emblem of House Ordos
dune-look-noble-ordos = noble of House Ordos
dune-look-mentat-ordos = mentat of House Ordos
dune-look-bene-gesserit-ordos = Bene Gesserit of House Ordos
dune-look-fighter-ordos = fighter of House Ordos
dune-look-house-richese = emblem of House Richese
dune-look-noble-richese = noble of House Richese
dune-look-mentat-richese = mentat of House Richese
dune-look-bene-gesserit-richese = Bene Gesserit of House Richese
dune-look-fighter-richese = fighter of House Richese
dune-look-house-vernius = emblem of House Vernius
dune-look-noble-vernius = noble of House Vernius
dune-look-mentat-vernius = mentat of House Vernius
dune-look-bene-gesserit-vernius = Bene Gesserit of House Vernius
dune-look-fighter-vernius = fighter of House Vernius
