skirmish-name = Skirmish
skirmish-tagline = Two armies of cards, three rounds, and rules that fit in a file.
skirmish-rules =
    Two players lead an army each. Whoever wins two of at most three rounds wins the game.

    Every card is a unit with a strength, action points and a level: bronze, silver or gold. It says into which rows it can be played: close combat, ranged combat or support. Most cards have special rules; look at a card to read what they do.

    A deck holds cards of one army: at least 25 cards with at most 200 provisions, at most three gold cards, none of them twice, at most six silver cards, each at most twice, and each bronze card at most four times. Beside it there are exactly three neutral cards. A table may allow more or less.

    Everybody first chooses a deck, without knowing what the other chooses. Then the decks are shuffled: everybody draws ten cards and may swap up to two of them. The neutral cards of both players are shuffled into one hidden pile. Chance decides who begins the first round; then you take turns at it. Before each round the player who does not begin draws a neutral card.

    On your turn you play exactly one card into one of its rows, at any place; then, and only then, you may also put the units of that row into another order. Before and after it you may use actions of your units. Or you pass. Once you have used an action, you have to play a card as well. Whoever has passed plays no more cards in this round; whoever has no cards left passes too. No cards are drawn during a round.

    Rules give and take morale. Bonus and malus cancel each other. The strength of a unit is the number printed on it plus its morale, and never less than 0: from there on a malus has no effect. A unit that lost its last strength to a malus sleeps: it cannot act, and its rules do not hold. A construct without strength leaves the battlefield at once.

    An action costs action points of the unit that acts, and it reaches only units of the same or a lower level. Neutral units and tokens are below all levels.

    Spies lie on the opponent's side and count there, but they obey their owner. Units are neighbours if they lie side by side in one row. The opposite row is the same row on the other side. Half of something is rounded down.

    When both have passed, rules about the end of a round take effect in the order in which the cards came into play. Then the strengths are added up, and the higher sum wins the round. With equal sums both score. If both have two rounds then, the game is a draw.

    After a round all units go to the discard piles of their owners, all weather clears and tokens vanish. Tough units stay, tokens too.

    In one turn rules can be used twenty times, and units of a row can be moved twenty times. If your time runs out, a card is played for you.

skirmish-option-set = Card set
skirmish-option-set-hint = The cards and rules to play with.
skirmish-set-standard = Standard
skirmish-option-expansions = Expansions
skirmish-option-expansions-hint = More cards and rules that belong to the set.
skirmish-option-decks = Decks
skirmish-option-decks-hint = The decks everybody chooses from. If you add none, these are all shipped decks that keep the limits of this table.
skirmish-deck-empire = Empire
skirmish-deck-dwarf-king = Army of the Dwarf King
skirmish-deck-holy-army = Holy Army
skirmish-deck-wild-dwarves = Wild Dwarves
skirmish-deck-high-elves = High Elves (202 provisions)
skirmish-deck-wood-elves = Wood Elves
skirmish-deck-beasts = Beasts
skirmish-deck-spirits = Spirits
skirmish-option-reinforcements = Reinforcements
skirmish-option-reinforcements-hint = How many cards everybody draws before the second and the third round.
skirmish-option-neutral = Neutral cards
skirmish-option-neutral-hint = Whether neutral cards are played with.
skirmish-option-zero_strength = Units without strength
skirmish-option-zero_strength-hint = Which units without strength sleep. A card with a printed 0 can act unless all of them do.
skirmish-option-zero_strength-by-malus = Those that a malus brought to 0 sleep
skirmish-option-zero_strength-literal = All of them sleep
skirmish-option-least_cards = Fewest cards
skirmish-option-least_cards-hint = How many cards a deck has at least.
skirmish-option-provisions = Provisions
skirmish-option-provisions-hint = How many provisions a deck takes at most.
skirmish-option-gold = Gold cards
skirmish-option-gold-hint = How many gold cards a deck has at most.
skirmish-option-silver = Silver cards
skirmish-option-silver-hint = How many silver cards a deck has at most.

skirmish-look-back = face-down card
skirmish-look-back-neutral = face-down neutral card
skirmish-look-deck = deck
skirmish-look-bronze = bronze card
skirmish-look-silver = silver card
skirmish-look-gold = gold card
skirmish-look-neutral = neutral card
skirmish-look-token = token
skirmish-look-weather = weather card
skirmish-tag-asleep = asleep
skirmish-tag-spy = spy

skirmish-words = { $words }
skirmish-card = card
skirmish-strength = Strength
skirmish-points = Action points
skirmish-morale = Morale
skirmish-level-badge = Level
skirmish-rows = { $rows }
skirmish-rule-active = { $rule } ({ $cost })
skirmish-rule-choice = { $rule }: { $choice }
skirmish-row-close = Close combat
skirmish-row-ranged = Ranged combat
skirmish-row-support = Support
skirmish-row-weather = Weather
skirmish-draw-pile = Draw pile
skirmish-discard-pile = Discards
skirmish-neutral-pile = Neutral pile
skirmish-hand = Hand
skirmish-aside = To be swapped
skirmish-waiting = Comes into play
skirmish-cards-held = Cards in hand
skirmish-army-strength = Strength of the army
skirmish-army = Army
skirmish-decks = Decks
skirmish-deck-cards = Cards
skirmish-deck-cost = Provisions

skirmish-banner-choose = Both choose a deck
skirmish-banner-deal = The decks are shuffled
skirmish-banner-swap = Swap up to two cards
skirmish-banner-round = Round { $round } begins
skirmish-banner-play = Round { $round }: { $who } plays a card or passes
skirmish-banner-end = Round { $round }: { $who } goes on or ends the turn
skirmish-banner-target = { $who } chooses another target
skirmish-banner-place = { $who } chooses a place
skirmish-banner-look = { $who } looks at cards
skirmish-banner-discard = { $who } has to discard a card
skirmish-banner-revive = { $who } brings a unit back
skirmish-banner-count = Round { $round } is over
skirmish-banner-won = { $who } wins
skirmish-banner-draw = Nobody wins

skirmish-offer-choose = Choose this deck
skirmish-offer-swap = Swap
skirmish-offer-keep = Keep the hand
skirmish-offer-play = Play here
skirmish-offer-target = Choose
skirmish-offer-enough = Enough
skirmish-offer-run =
    { $units ->
        [one] One unit
       *[other] { $units } units from here
    }
skirmish-offer-move = Move here
skirmish-offer-look = Look at this card
skirmish-offer-discard = Discard
skirmish-offer-revive = Bring back: { $card }
skirmish-offer-end = End turn
skirmish-offer-pass = Pass

skirmish-event-chooses = { $who } has chosen a deck
skirmish-event-army = { $who } leads { $army }
skirmish-event-deal = The decks are shuffled and ten cards dealt
skirmish-event-keeps =
    { $cards ->
        [0] { $who } keeps the hand
        [one] { $who } swaps one card
       *[other] { $who } swaps { $cards } cards
    }
skirmish-event-round = Round { $round }: { $who } begins
skirmish-event-neutral = { $who } draws a neutral card
skirmish-event-draws =
    { $cards ->
        [one] { $who } draws a card
       *[other] { $who } draws { $cards } cards
    }
skirmish-event-enters = { $who } brings { $unit } into play: { $row }
skirmish-event-uses = { $who } uses { $rule } of { $unit }
skirmish-event-bonus = { $unit }: +{ $amount } morale
skirmish-event-malus = { $unit }: −{ $amount } morale
skirmish-event-rested = { $unit }: +{ $amount } action
skirmish-event-tired = { $unit }: −{ $amount } action
skirmish-event-cleared = { $unit } has no morale markers any more
skirmish-event-halved = { $unit } loses half of its bonus
skirmish-event-granted = { $unit } gains { $rule }
skirmish-event-broken = { $unit } breaks
skirmish-event-removed = { $unit } leaves the battlefield
skirmish-event-moved = { $unit } moves
skirmish-event-fate = { $who } draws { $card } from the neutral pile
skirmish-event-peeked = { $who } looks at the top neutral card
skirmish-event-peeked-card = The top neutral card is { $card }
skirmish-event-looked = { $who } looks at a card in the hand of { $victim }
skirmish-event-looked-card = You see { $card }
skirmish-event-discards = { $who } discards { $card }
skirmish-event-passes = { $who } passes
skirmish-event-won = { $who } wins round { $round } ({ $one } : { $two })
skirmish-event-even = Round { $round } is even ({ $one } : { $two })

skirmish-outcome-won = Two rounds are won.
skirmish-outcome-draw = Both have won two rounds.

skirmish-players = Skirmish is a game for two, not for { $seats }.
skirmish-over = The game is over.
skirmish-bad-set = This card set cannot be played with: { $faults }
skirmish-bad-deck = Deck { $deck } is not legal: { $faults }
skirmish-choose-deck = Choose a deck first.
skirmish-no-deck = There is no such deck.
skirmish-chosen = The decks have been chosen.
skirmish-swap-first = Swap cards or keep your hand first.
skirmish-swapped = Two cards are the most you may swap.
skirmish-no-swap = Cards are swapped only before the first round.
skirmish-not-held = You do not hold this card.
skirmish-played = You have played a card in this turn.
skirmish-play-first = You have to play a card first.
skirmish-acted = After an action you may not pass; play a card.
skirmish-wrong-row = This card cannot be played into this row.
skirmish-no-place = There is no such place.
skirmish-arrange-after-playing = Only the row into which you have just played may be rearranged.
skirmish-other-row = This unit does not stand in the row you played into.
skirmish-moves = You have moved units often enough in this turn.
skirmish-no-unit = There is no such unit on the battlefield.
skirmish-not-yours = This unit is not yours.
skirmish-no-rule = This unit has no such action.
skirmish-empty-hand = Without cards in your hand you cannot act.
skirmish-asleep = This unit is asleep and cannot act.
skirmish-no-points = This unit has not enough action points.
skirmish-uses = You have used enough actions in this turn.
skirmish-wrong-target = This cannot be aimed there.
skirmish-level = This unit is of a higher level.
skirmish-immune = This unit is immune.
skirmish-no-room = This unit has nowhere to go.
skirmish-run = So many units do not stand side by side there.
skirmish-no-effect = This would have no effect.
skirmish-target-twice = This unit has been chosen already.
skirmish-more-targets = More units have to be chosen.
skirmish-choose-target = Choose a target first.
skirmish-choose-place = Choose a place first.
skirmish-choose-back = Choose a card to look at first.
skirmish-choose-discard = Choose a card to discard first.
skirmish-choose-revive = Choose a unit to bring back first.
skirmish-not-hidden = This card is not hidden from you.
skirmish-not-revivable = This unit cannot come back.
skirmish-nothing-to-choose = There is nothing of the kind to choose now.

skirmish-deck-faction = There is no army called { $faction }.
skirmish-deck-neutral-army = A deck needs an army; neutral cards are none.
skirmish-deck-few = It has { $cards } cards and needs at least { $least }.
skirmish-deck-many = It has { $cards } cards; at most { $most } are allowed.
skirmish-deck-provisions = It takes { $sum } provisions; at most { $most } are allowed.
skirmish-deck-gold = It has { $cards } gold cards; at most { $most } are allowed.
skirmish-deck-silver = It has { $cards } silver cards; at most { $most } are allowed.
skirmish-deck-often = It has { $card } { $cards } times; at most { $most } are allowed.
skirmish-deck-foreign = { $card } belongs to another army.
skirmish-deck-unknown = There is no card called { $card }.
skirmish-deck-number = { $cards } is no possible number of { $card }.
skirmish-deck-neutral = It has { $cards } neutral cards and needs exactly { $exactly }.
skirmish-deck-not-neutral = { $card } is no neutral card.

skirmish-fault = { $file }, { $entry }: { $reason }
skirmish-fault-in-line = { $file }, line { $line }: { $reason }
skirmish-fault-in-entry = { $file }, line { $line }, { $entry }: { $reason }
skirmish-entry = { $entry }
skirmish-entry-card = card { $id }
skirmish-entry-rule = rule { $id }
skirmish-entry-token = token { $id }
skirmish-entry-faction = army { $id }
skirmish-entry-race = people { $id }
skirmish-entry-deck = deck
skirmish-entry-line = line { $id }
skirmish-fault-colour = There is no colour called { $colour }; did you mean { $nearest }?
skirmish-fault-image = The name of a picture is the name of a file, without a folder.
skirmish-import-unknown = <{ $name }> is no rule, army or card.
skirmish-import-nothing = There are no rules, armies, cards or decks in it.
skirmish-import-prose = What this rule does stands here in prose. Write it as a rule of this game into a .toml file, and name that file too.
skirmish-import-kind = { $kind } is no kind of rule; there are passive and active ones.
skirmish-import-other-kind = The rule of this name is of the other kind, active or passive.
skirmish-import-no-token = The rule of this name brings no token.
skirmish-fault-unreadable = { $reason }
skirmish-fault-duplicate = It stands there twice.
skirmish-fault-no-word = The text in the language { $language } is missing.
skirmish-fault-no-name = It has no name.
skirmish-fault-unknown-race = There is no people called { $race }.
skirmish-fault-unknown-faction = There is no army called { $faction }.
skirmish-fault-unknown-rule = There is no rule called { $name }.
skirmish-fault-unknown-token = There is no token called { $name }.
skirmish-fault-unknown-row = There is no row called { $row }.
skirmish-fault-no-row = It names no row.
skirmish-fault-weather = Only neutral cards are weather, and weather is nothing else.
skirmish-fault-number = { $what } is { $value }; it goes from 0 to { $most }.
skirmish-fault-level = { $level } is no level of such a card.
skirmish-fault-neutral-provisions = A neutral card takes no provisions.
skirmish-fault-too-many-rules = It has { $rules } rules; at most { $most } are allowed.
skirmish-fault-rule-twice = It has the rule { $name } twice.
skirmish-fault-no-label = The rule { $name } has no name for the people { $race }.
skirmish-fault-active = A rule that is used needs effects, and nothing else.
skirmish-fault-passive = A rule that holds by itself has no cost, no target and no effects of its use.
skirmish-fault-target = A target is needed where effects are aimed, and only there.
skirmish-fault-trigger = By itself a rule can only change morale and action points, grant rules and clear the weather.
skirmish-fault-limit = Five is the most for targets, effects and cards of one rule.
skirmish-fault-no-attribute = The attribute { $name } is missing.
skirmish-fault-no-number = { $name } is “{ $value }”, which is no number.
