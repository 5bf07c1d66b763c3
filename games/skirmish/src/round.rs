//! Steps between turns: the deal, the beginning and the end of a round.

use crate::{
    Moment, Property, Skirmish,
    state::{At, DEALT, Phase, WINS},
};
use parlor_kit::{Event, Pick, Seat, Seats, StepContext, cards::Handle};

impl Skirmish {
    /// Runs one step without a choice.
    pub(crate) fn go_on(&mut self, step: &mut StepContext) {
        match self.phase {
            Phase::Deal => self.deal(step),
            Phase::Round => self.begin_round(step),
            Phase::Play => self.pass(step),
            Phase::Dusk => {
                self.fire_all(Moment::RoundEnd, None, step);
                self.phase = Phase::Count;
            }
            Phase::Count => self.count(step),
            Phase::Choose | Phase::Swap | Phase::Over => {}
        }
    }

    fn deal(&mut self, step: &mut StepContext) {
        self.muster(step);
        self.zones.shuffle(At::Neutral, &mut step.luck);
        for seat in Seat::all(2) {
            self.zones.shuffle(At::Draw(seat), &mut step.luck);
            self.zones.deal(At::Draw(seat), At::Hand(seat), DEALT);
        }
        self.phase = Phase::Swap;
        self.turn += 1;
        step.tell(|| Event::new("skirmish-event-deal").sound("shuffle").announce());
    }

    /// Draws new cards for those put aside, which go back into the pile.
    pub(crate) fn keep(&mut self, seat: Seat, step: &mut StepContext) {
        let swapped = self.zones.count(At::Aside(seat));
        self.zones.deal(At::Draw(seat), At::Hand(seat), swapped);
        if swapped > 0 {
            self.zones.sweep(At::Aside(seat), .., At::Draw(seat));
            self.zones.shuffle(At::Draw(seat), &mut step.luck);
        }
        self.ready = self.ready.with(seat);
        if self.ready.len() == 2 {
            self.phase = Phase::Round;
        }
        step.tell(|| Event::new("skirmish-event-keeps").arg("who", seat).arg("cards", swapped));
    }

    fn begin_round(&mut self, step: &mut StepContext) {
        // The first player is drawn only when it is announced, so that no player can know it while swapping.
        if self.round == 0 {
            self.starter = Seat::new(step.luck.below(2) as usize);
        } else {
            self.starter = self.starter.other();
            for seat in Seat::all(2) {
                let number = usize::from(self.reinforcements);
                let drawn = self.zones.deal(At::Draw(seat), At::Hand(seat), number);
                if drawn > 0 {
                    step.tell(|| Event::new("skirmish-event-draws").arg("who", seat).arg("cards", drawn));
                }
            }
        }
        self.round += 1;
        self.turn += 1;
        self.passed = Seats::NONE;
        self.next = self.starter;
        self.phase = Phase::Play;
        let second = self.starter.other();
        let drawn = self.zones.draw(At::Neutral, At::Hand(second)).is_some();
        step.tell(|| {
            let event = Event::new("skirmish-event-round").arg("round", self.round).arg("who", self.starter);
            event.sound("turn").announce()
        });
        if drawn {
            step.tell(|| Event::new("skirmish-event-neutral").arg("who", second).about(Pick::Seat(second)));
        }
    }

    /// The stronger army wins the round; equal ones both do.
    fn count(&mut self, step: &mut StepContext) {
        let sums = [self.sum(Seat::new(0)), self.sum(Seat::new(1))];
        self.sums.push(sums);
        for seat in Seat::all(2) {
            if sums[seat.index()] >= sums[seat.other().index()] {
                self.wins[seat.index()] += 1;
            }
        }
        let loser = Seat::all(2).find(|seat| sums[seat.index()] < sums[seat.other().index()]);
        step.tell(|| {
            let event = match loser {
                Some(loser) => Event::new("skirmish-event-won").arg("who", loser.other()),
                None => Event::new("skirmish-event-even"),
            };
            event.arg("one", sums[0]).arg("two", sums[1]).arg("round", self.round).sound("win").announce()
        });
        self.clear(loser);
        self.phase = if self.wins.contains(&WINS) { Phase::Over } else { Phase::Round };
    }

    /// The armies leave the battlefield, except where rules say otherwise.
    fn clear(&mut self, loser: Option<Seat>) {
        let tough: Vec<Handle> =
            self.units().filter(|unit| self.stays(unit)).map(|unit| unit.handle).collect();
        let retreating: Vec<Handle> = self
            .units()
            .filter(|unit| Some(unit.unit.owner) == loser && self.has(unit, Property::Retreat))
            .flat_map(|unit| self.neighbours(&unit).map(|unit| unit.handle).collect::<Vec<_>>())
            .collect();
        let all: Vec<(Handle, bool, Seat)> =
            self.units().map(|unit| (unit.handle, unit.def.token, unit.unit.owner)).collect();
        for (unit, token, owner) in all {
            if retreating.contains(&unit) && !token {
                self.move_out(unit, At::Hand(owner));
            } else if !tough.contains(&unit) {
                self.leave(unit);
            }
        }
        self.clear_weather();
    }
}
