//! Steps without a choice: dealing, missed turns, new draw piles, the end of a hand.

use crate::{
    Level8, MAX_HANDS_PER_GAME,
    scene::card_text,
    state::{At, DEALT, Ending, Phase, table},
    tray::Tray,
};
use parlor_kit::{Event, Outcome, Pick, Seat, Seats, StepContext, cards::ZonePosition};

impl Level8 {
    /// Runs one step in which no player has a choice.
    pub(crate) fn go_on(&mut self, step: &mut StepContext) {
        match self.phase {
            Phase::Over(_) => {}
            Phase::Deal => self.deal(step),
            _ if self.needs_pile() => self.form_pile(step),
            Phase::Take if self.is_worn_out() => self.end_hand(None, "level8-event-worn-out", step),
            Phase::Take if self.is_skipped(self.next) => self.miss_turn(step),
            Phase::Take if !self.can_take() => self.end_hand(None, "level8-event-no-cards", step),
            Phase::Take | Phase::Play => {}
        }
    }

    /// Deals ten cards to each player; the dealer turns one up on their own discard pile. All cards are
    /// shuffled first, so that no player can tell where a card of the last hand went.
    fn deal(&mut self, step: &mut StepContext) {
        let seats = self.seats();
        self.zones = self::table(seats, &mut step.luck);
        self.zones.shuffle(At::Draw, &mut step.luck);
        for _ in 0..DEALT {
            let mut seat = self.dealer;
            for _ in 0..seats {
                seat = seat.next(seats);
                self.zones.draw(At::Draw, At::Hand(seat));
            }
        }
        self.zones.draw(At::Draw, At::Discard(self.dealer));
        for seat in self.all_seats() {
            self.sort_hand(seat);
        }
        self.laid = Seats::NONE;
        self.trays = vec![Tray::default(); seats];
        self.hands += 1;
        self.turns = 0;
        self.phase = Phase::Take;
        self.next = self.dealer.next(seats);
        step.tell(|| {
            let event = Event::new("level8-event-deal").arg("who", self.dealer).arg("hand", self.hands);
            event.sound("shuffle").announce()
        });
    }

    /// Sorts a hand. Its order is visible only to its owner, who finds cards more easily like this.
    pub(crate) fn sort_hand(&mut self, seat: Seat) {
        self.zones.sort_by_key(At::Hand(seat), |face| *face);
    }

    /// Forms the new draw pile from all cards below the tops of the discard piles, and the open skips.
    fn form_pile(&mut self, step: &mut StepContext) {
        for seat in self.all_seats() {
            let below = self.zones.count(At::Discard(seat)).saturating_sub(1);
            self.zones.sweep(At::Discard(seat), ..below, At::Draw);
        }
        self.zones.sweep(At::Under, .., At::Draw);
        self.zones.shuffle(At::Draw, &mut step.luck);
        step.tell(|| {
            let event = Event::new("level8-event-pile").arg("cards", self.zones.count(At::Draw));
            event.about(Pick::Area("draw".into())).sound("shuffle")
        });
    }

    /// Moves the skip in front of the player face up under the draw pile, and ends the turn.
    fn miss_turn(&mut self, step: &mut StepContext) {
        let seat = self.next;
        self.zones.sweep(At::Skip(seat), .., At::Under);
        step.tell(|| {
            let event = Event::new("level8-event-missed").arg("who", seat);
            event.about(Pick::Seat(seat)).sound("miss").announce()
        });
        self.end_turn();
    }

    pub(crate) fn end_turn(&mut self) {
        self.trays[self.next.index()].take_backs = 0;
        self.turns += 1;
        self.turn += 1;
        self.phase = Phase::Take;
        self.next = self.next.next(self.seats());
    }

    /// Moves a card from the hand to the discard pile or another player, which ends the turn, or the whole
    /// hand.
    pub(crate) fn part_with(&mut self, seat: Seat, to: At, step: &mut StepContext) {
        step.tell(|| {
            let card = self.zones.top(to).map(|card| card_text(card.face));
            let card = card.unwrap_or_else(|| card_text(crate::Face::Skip));
            match to {
                At::Skip(victim) => Event::new("level8-event-skip")
                    .arg("who", seat)
                    .arg("victim", victim)
                    .about(Pick::Seat(victim))
                    .sound("hit")
                    .announce(),
                _ => Event::new("level8-event-discarded").arg("who", seat).arg("card", card).sound("play"),
            }
        });
        if self.hand(seat).is_empty() {
            self.turn += 1;
            self.end_hand(Some(seat), "level8-event-ended", step);
        } else {
            self.end_turn();
        }
    }

    /// Ends the hand: the player who ended it advances two levels, every other player who laid out advances
    /// one.
    fn end_hand(&mut self, by: Option<Seat>, why: &'static str, step: &mut StepContext) {
        step.tell(|| {
            let event = Event::new(why).announce().sound("win");
            by.into_iter().fold(event, |event, seat| event.arg("who", seat))
        });
        let most = self.most_levels();
        for seat in self.all_seats() {
            let steps = u8::from(self.laid.contains(seat)) + u8::from(by == Some(seat));
            let level = &mut self.levels[seat.index()];
            *level = (*level + steps).min(most);
            if steps > 0 && *level < most {
                let task = self.task_text(seat);
                let level = self.level(seat) + 1;
                step.tell(|| {
                    Event::new("level8-event-level").arg("who", seat).arg("level", level).arg("task", task)
                });
            }
        }
        let won = self.all_seats().any(|seat| self.level(seat) == most);
        self.phase = match won {
            true => Phase::Over(Ending::LastCard),
            false if self.hands >= MAX_HANDS_PER_GAME => Phase::Over(Ending::MostHands),
            false => Phase::Deal,
        };
        self.trays.fill(Tray::default());
        self.dealer = self.dealer.next(self.seats());
        self.next = self.dealer;
    }

    /// The player laid out the last level and wins at once.
    pub(crate) fn win(&mut self, seat: Seat) {
        self.levels[seat.index()] = self.most_levels();
        self.phase = Phase::Over(Ending::LastLevel);
    }

    /// Moves a card out of a hand. Of two equal cards the other one may move; the tray then keeps the one
    /// that stayed.
    pub(crate) fn play(&mut self, seat: Seat, card: parlor_kit::cards::Handle, to: At, spot: ZonePosition) {
        let tray = &mut self.trays[seat.index()];
        tray.take(card);
        if let Some(moved) = self.zones.put(card, to, spot)
            && moved != card
        {
            self.trays[seat.index()].swap(moved, card);
        }
    }

    /// Places by the number of levels that are done.
    pub(crate) fn outcome(&self, ending: Ending) -> Outcome {
        let reason = match ending {
            Ending::LastLevel => "level8-outcome-last-level",
            Ending::LastCard => "level8-outcome-last-card",
            Ending::MostHands => "level8-outcome-most-hands",
        };
        Outcome::by_score(self.levels.iter().map(|&level| i32::from(level)), reason)
    }
}
