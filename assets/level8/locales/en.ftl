level8-name = Level 8
level8-tagline = Lay out level after level, and get rid of your cards first.
level8-rules =
    Two to six players climb eight levels. Each level is a task: certain combinations of cards that have to be laid out. Whoever lays out the last level first wins.

    There are 98 cards: the numbers 1 to 15 in six colours, five jokers and three skips. Every colour has a shape of its own: heart, diamond, star, clover, drop and moon.

    The levels: 1. two runs of three. 2. four pairs. 3. two runs of four. 4. a run of six and a pair. 5. a run of seven. 6. a pair and two triples. 7. a triple and five cards of one colour. 8. a pair, a triple and four of a kind. In the hard set every run and every group of one colour takes one card more.

    A run is made of consecutive numbers in any colours; after 15 it does not go on with 1. Pairs, triples and four of a kind have the same number. A group has one colour and any numbers.

    The game is played in hands. The dealer gives everybody ten cards and turns one up on the dealer’s own discard pile. Every player has a discard pile. The player to the left of the dealer begins, then it goes on clockwise; the next hand is dealt by the next player.

    On your turn you first take one card: from the draw pile, or the top of any discard pile. At the end you put one card on your own discard pile. In between you may lay out and add.

    Once in a hand you may lay out the task of your level, all of it at once: not a part of it and nothing more. Put cards into the parts of your level by choosing a card and then the part; choose a card and then your hand to take it back. If your cards leave open what a part stands for, choose the part and say it. “Suggest” composes the level for you whenever your hand contains it. Nobody else sees what you compose until you lay it out. Within one turn you can take cards back twenty times.

    When your level lies on the table, you may add cards from your hand to anything that lies there, your own or not, at once and in later turns: at both ends of a run, to sets, to groups. One card must always be left for your discard pile.

    A joker stands for any number or colour, and a level may have several. What it stands for is fixed when it is laid down, and it is never taken back or exchanged.

    A skip can be placed in front of another player in place of discarding, if there is none yet. That player’s next turn only pushes the skip face up under the draw pile. You may also simply discard a skip; whoever takes it can use it again.

    When the last hidden card of the draw pile is drawn, everybody keeps the top of their discard pile; all other discards and the open skips are shuffled and become the new draw pile. As long as there is nothing to shuffle, cards are taken from discard piles alone. If nobody can take a card, the hand ends and nobody moves up an extra level; so does a hand that has lasted forty rounds.

    The hand ends at once when somebody puts down their last card, be it a discard or a skip. That player moves up two levels, everybody else who laid out moves up one. Whoever has not laid out stays.

    Laying out the last level wins at once. Whoever has laid out the last level but one and ends the hand wins too. If nobody has won after forty hands, those who are furthest win.

    If your time runs out, a random move is made for you.

level8-option-levels = Levels
level8-option-levels-hint = How many levels it takes to win.
level8-option-order = Order of the levels
level8-option-order-hint = As in the rules, shuffled alike for everybody, or shuffled for each player.
level8-option-order-standard = As in the rules
level8-option-order-shuffled = Shuffled, the same for everybody
level8-option-order-shuffled-each = Shuffled for each player
level8-option-hard = Hard set
level8-option-hard-hint = Every run and every group of one colour takes one card more.

level8-look-back = face-down card
level8-look-red = red heart card
level8-look-orange = orange diamond card
level8-look-yellow = yellow star card
level8-look-green = green clover card
level8-look-blue = blue drop card
level8-look-violet = violet moon card
level8-look-joker = joker
level8-look-skip = skip
level8-look-joker-red = joker for red
level8-look-joker-orange = joker for orange
level8-look-joker-yellow = joker for yellow
level8-look-joker-green = joker for green
level8-look-joker-blue = joker for blue
level8-look-joker-violet = joker for violet

level8-draw-pile = Draw pile
level8-under-pile = Open under the draw pile
level8-discard-pile = Discards
level8-hand = Hand
level8-skip-before = Misses a turn
level8-level = Level
level8-level-of = { $level } of { $of }
level8-task = Task
level8-order-label = Order
level8-order = { $order }
level8-cards-held = Cards in hand

level8-task-1 = two runs of { $cards }
level8-task-2 = four pairs
level8-task-3 = two runs of { $cards }
level8-task-4 = run of { $cards } and a pair
level8-task-5 = run of { $cards }
level8-task-6 = pair and two triples
level8-task-7 = triple and { $cards } of one colour
level8-task-8 = pair, triple and four of a kind

level8-run = Run of { $cards }
level8-set =
    { $cards ->
        [2] Pair
        [3] Triple
       *[other] { $cards } of a kind
    }
level8-group = { $cards } of one colour
level8-part = { $part } ({ $cards }/{ $of })

level8-colour-red = red
level8-colour-orange = orange
level8-colour-yellow = yellow
level8-colour-green = green
level8-colour-blue = blue
level8-colour-violet = violet
level8-card-red = red { $number }
level8-card-orange = orange { $number }
level8-card-yellow = yellow { $number }
level8-card-green = green { $number }
level8-card-blue = blue { $number }
level8-card-violet = violet { $number }
level8-card-joker = joker
level8-card-joker-number = joker for { $number }
level8-card-joker-colour = joker for { $colour }
level8-card-skip = skip

level8-banner-deal = { $who } deals
level8-banner-take = { $who } takes a card
level8-banner-play = { $who } lays out or discards
level8-banner-skipped = { $who } misses this turn
level8-banner-won = { $who } has won
level8-banner-over = The game is over

level8-offer-draw = Draw a card
level8-offer-take = Take the top card of { $who }
level8-offer-put = Put here
level8-offer-back = Back to the hand
level8-offer-meaning = Say what it stands for
level8-offer-run = { $low } to { $high }
level8-offer-suggest = Suggest
level8-offer-lay-out = Lay out
level8-offer-add = Add here
level8-offer-add-as = Add here as { $number }
level8-offer-discard = Discard
level8-offer-skip = { $who } misses a turn

level8-event-deal = Hand { $hand }: { $who } deals
level8-event-drew = { $who } draws a card
level8-event-took = { $who } takes { $card } from { $from }
level8-event-took-own = { $who } takes { $card } back
level8-event-laid = { $who } lays out level { $level }: { $task }
level8-event-added = { $who } adds { $card } to { $owner }’s cards
level8-event-added-own = { $who } adds { $card }
level8-event-discarded = { $who } discards { $card }
level8-event-skip = { $who } lets { $victim } miss a turn
level8-event-missed = { $who } misses a turn
level8-event-pile =
    { $cards ->
        [one] A new draw pile of one card
       *[other] A new draw pile of { $cards } cards
    }
level8-event-ended = { $who } has put down the last card
level8-event-no-cards = Nobody can take a card: the hand is over
level8-event-worn-out = The hand has lasted too long and is over
level8-event-level = { $who } is on level { $level } now: { $task }

level8-outcome-last-level = The last level lies on the table.
level8-outcome-last-card = The last level but one was laid out and the hand ended.
level8-outcome-most-hands = Nobody has won after forty hands.

level8-over = The game is over.
level8-players = Level 8 is played by two to six, not by { $seats }.
level8-take-first = Take a card first.
level8-taken-already = You have taken a card already.
level8-nothing-there = There is no card to take.
level8-not-in-hand = You do not hold that card.
level8-not-put = That card is in your hand already.
level8-does-not-fit = It does not fit there: { $card }.
level8-take-backs = You have taken cards back { $most } times; that must do for this turn.
level8-nothing-open = That is not open.
level8-composed-already = Your level is composed already.
level8-no-suggestion = Your hand does not contain the level.
level8-incomplete = Your level is not complete.
level8-laid-already = Your level is on the table already.
level8-lay-out-first = Lay out your own level before you add cards.
level8-no-such-row = Nothing is laid out there.
level8-keep-one = Keep one card to discard.
level8-not-a-skip = That card is not a skip.
level8-skip-another = A skip is placed in front of another player.
level8-skipped-already = { $who } has a skip already.
