//! Actions of a player in a turn.

use crate::{
    Action, Aim, Moment, Rule, Scope, Skirmish,
    board::Stand,
    game_cards::words,
    state::{At, Pending, Phase, SWAPS},
};
use parlor_kit::{
    Event, Pick, Seat, StepContext, Text,
    cards::{Handle, ZonePosition},
};

impl Skirmish {
    /// Performs an action that was checked.
    pub(crate) fn do_it(&mut self, seat: Seat, action: &Action, step: &mut StepContext) {
        match *action {
            Action::Choose { deck } => return self.choose(seat, deck, step),
            Action::Swap { card } => {
                let _aside = self.zones.put(card, At::Aside(seat), ZonePosition::Top);
                if self.zones.count(At::Aside(seat)) == SWAPS {
                    self.keep(seat, step);
                }
                return;
            }
            Action::Keep => return self.keep(seat, step),
            Action::Play { card, row, slot } => {
                let side = self.held(seat, card).map_or(seat, |face| self.side_of(seat, face.card));
                self.played = Some((side, row));
                self.enter(card, seat, row, slot, step);
            }
            Action::Use { unit, ref rule, mode, ref aim } => {
                self.use_rule(seat, unit, rule, mode, aim, step);
            }
            Action::Target { unit } => self.aim_further(seat, unit, step),
            Action::Enough => {
                if let Pending::Targets { unit, rule, mode, .. } = self.pending.remove(0) {
                    self.finish_use(seat, unit, rule, mode, step);
                }
            }
            Action::Shift { slot } => {
                if let Pending::Shift { unit } = self.pending.remove(0) {
                    self.shift(unit, slot, step);
                }
            }
            Action::Place { row, slot } => {
                if let Pending::Place { card } = self.pending.remove(0) {
                    self.enter(card, seat, row, slot, step);
                }
            }
            Action::Look { slot } => {
                self.look(seat, slot, step);
                self.count_down();
            }
            Action::Discard { card } => {
                if let Some(card) = self.zones.put(card, At::Discard(seat), ZonePosition::Top) {
                    step.tell(|| {
                        let event = Event::new("skirmish-event-discards").arg("who", seat);
                        event.arg("card", self.name_of(card)).piece(card.id()).sound("play")
                    });
                }
                self.count_down();
            }
            Action::Revive { ref card } => {
                if let Pending::Revive { kind, level } = self.pending.remove(0) {
                    let found = self.revivable(seat, kind, level).find(|(_, id)| *id == card);
                    let found = found.map(|(handle, _)| handle);
                    if let Some(card) =
                        found.and_then(|card| self.zones.put(card, At::Waiting, ZonePosition::Top))
                    {
                        self.pending.insert(0, Pending::Place { card });
                    }
                }
            }
            Action::Arrange { unit, slot } => {
                self.moves += 1;
                self.shift(unit, slot, step);
            }
            Action::End => return self.end_turn(step),
            Action::Pass => return self.pass(step),
        }
        self.settle(step);
    }

    /// Drops choices that are no longer possible, and ends a turn in which nothing is left to do.
    fn settle(&mut self, step: &mut StepContext) {
        while let Some(pending) = self.pending.first() {
            let seat = self.next;
            let possible = match pending {
                Pending::Targets { left: 0, .. } => false,
                Pending::Targets { unit, rule, mode, done, .. } => {
                    let rule = self.game_cards.rule(*rule);
                    let aimed = |other: &Stand<'_>| {
                        !done.contains(&other.handle)
                            && self.check_aim(*unit, rule, *mode, &Aim::Unit(other.handle)).is_ok()
                    };
                    self.units().any(|other| aimed(&other))
                }
                Pending::Shift { unit } => self
                    .stand(*unit)
                    .is_some_and(|stand| self.zones.count(At::Row(stand.side, stand.row)) > 1),
                Pending::Place { card } => self.zones.card(*card).is_some(),
                Pending::Look { left } => *left > 0 && self.hidden_slots(seat).next().is_some(),
                Pending::Discard { left } => *left > 0 && !self.hand(seat.other()).is_empty(),
                Pending::Revive { kind, level } => self.revivable(seat, *kind, *level).next().is_some(),
            };
            if possible {
                return;
            }
            if let Pending::Targets { unit, rule, mode, .. } = self.pending.remove(0) {
                self.finish_use(seat, unit, rule, mode, step);
            }
        }
        if self.played.is_some() && !self.has_more_to_do(self.next) {
            self.end_turn(step);
        }
    }

    fn count_down(&mut self) {
        if let Some(Pending::Look { left } | Pending::Discard { left }) = self.pending.first_mut() {
            *left = left.saturating_sub(1);
        }
    }

    fn shift(&mut self, unit: Handle, slot: u8, step: &mut StepContext) {
        let Some(stand) = self.stand(unit) else { return };
        let place = At::Row(stand.side, stand.row);
        if let Some(unit) = self.zones.put(unit, place, ZonePosition::At(usize::from(slot))) {
            step.tell(|| {
                Event::new("skirmish-event-moved")
                    .arg("unit", self.name_of(unit))
                    .piece(unit.id())
                    .sound("move")
            });
        }
    }

    fn use_rule(
        &mut self,
        seat: Seat,
        unit: Handle,
        rule: &str,
        mode: u8,
        aim: &Aim,
        step: &mut StepContext,
    ) {
        let Some(place) = self.game_cards.find_rule(rule) else { return };
        let game_cards = self.game_cards.clone();
        let rule = game_cards.rule(place);
        self.uses += 1;
        step.tell(|| self.use_event(seat, unit, rule, aim));
        if let Some(face) = self.zones.face_mut(unit).and_then(|face| face.unit.as_deref_mut()) {
            face.points -= i16::from(rule.cost);
        }
        let effects = rule.mode(mode);
        let Some(target) = &rule.target else { return self.finish_use(seat, unit, place, mode, step) };
        let reached = self.reached(unit, target, effects, aim);
        self.affect_aimed(unit, &reached, effects, step);
        if target.scope == Scope::Units && target.count > 1 {
            let left = target.count - 1;
            self.pending.insert(0, Pending::Targets { unit, rule: place, mode, left, done: reached });
        } else {
            self.finish_use(seat, unit, place, mode, step);
        }
    }

    fn use_event(&self, seat: Seat, unit: Handle, rule: &Rule, aim: &Aim) -> Event {
        let race = self.stand(unit).map(|stand| stand.def.race.clone()).unwrap_or_default();
        let label = rule.name_on(&race).map_or(Text::new("skirmish-card"), words);
        let event = Event::new("skirmish-event-uses").arg("who", seat).arg("unit", self.name_of(unit));
        let event = event.arg("rule", label).piece(unit.id());
        match aim {
            Aim::Unit(aimed) => event.piece(aimed.id()),
            Aim::Run { first, .. } => event.piece(first.id()),
            Aim::Nobody | Aim::Row(_) => event.about(Pick::Seat(seat)),
        }
    }

    fn aim_further(&mut self, seat: Seat, aimed: Handle, step: &mut StepContext) {
        let Some(Pending::Targets { unit, rule, mode, left, done }) = self.pending.first_mut() else {
            return;
        };
        *left = left.saturating_sub(1);
        done.push(aimed);
        let (unit, rule, mode, left) = (*unit, *rule, *mode, *left);
        let game_cards = self.game_cards.clone();
        self.affect_aimed(unit, &[aimed], game_cards.rule(rule).mode(mode), step);
        if left == 0 {
            self.pending.remove(0);
            self.finish_use(seat, unit, rule, mode, step);
        }
    }

    /// Applies the effects that a rule has once, after all aimed ones.
    fn finish_use(&mut self, seat: Seat, unit: Handle, rule: u16, mode: u8, step: &mut StepContext) {
        let game_cards = self.game_cards.clone();
        self.do_once(seat, unit, game_cards.rule(rule).mode(mode), step);
    }

    pub(crate) fn end_turn(&mut self, step: &mut StepContext) {
        self.fire_all(Moment::TurnEnd, Some(self.next), step);
        self.turn += 1;
        (self.played, self.uses, self.moves) = (None, 0, 0);
        if self.passed.len() == 2 {
            self.phase = Phase::Dusk;
        } else if !self.passed.contains(self.next.other()) {
            self.next = self.next.other();
        }
    }

    pub(crate) fn pass(&mut self, step: &mut StepContext) {
        let seat = self.next;
        self.passed = self.passed.with(seat);
        step.tell(|| {
            let event = Event::new("skirmish-event-passes").arg("who", seat);
            event.about(Pick::Seat(seat)).sound("pass").announce()
        });
        self.end_turn(step);
    }
}
