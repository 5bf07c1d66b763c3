//! Enumerates legal steps, and the subset worth trying.

use crate::{
    Action, Aim, Row, RuleKind, Scope, Skirmish,
    board::Stand,
    state::{At, Pending, Phase},
};
use parlor_kit::{Seat, cards::Handle};

impl Skirmish {
    /// Every legal step, in a fixed order: candidates are listed and filtered by the check of the rules.
    pub(crate) fn steps(&self, seat: Seat, out: &mut Vec<Action>) {
        let begin = out.len();
        if let (Phase::Choose, Some(muster)) = (self.phase, &self.muster) {
            out.extend((0..muster.decks.len() as u8).map(|deck| Action::Choose { deck }));
        } else if self.phase == Phase::Swap {
            out.extend(self.hand(seat).iter().map(|card| Action::Swap { card: card.handle }));
            out.push(Action::Keep);
        } else if let Some(pending) = self.pending.first() {
            self.choices(seat, pending, out);
        } else {
            self.plays(seat, out);
            self.all_uses(seat, out);
            self.arrangements(seat, out);
            out.extend([Action::End, Action::Pass]);
        }
        let mut at = 0;
        out.retain(|action| {
            at += 1;
            at <= begin || self.check(seat, action).is_ok()
        });
    }

    fn choices(&self, seat: Seat, pending: &Pending, out: &mut Vec<Action>) {
        match pending {
            Pending::Targets { .. } => {
                out.extend(self.units().map(|unit| Action::Target { unit: unit.handle }));
                out.push(Action::Enough);
            }
            Pending::Shift { unit } => {
                let places =
                    self.stand(*unit).map_or(0, |unit| self.zones.count(At::Row(unit.side, unit.row)));
                out.extend((0..places as u8).map(|slot| Action::Shift { slot }));
            }
            Pending::Place { card } => {
                let Some(card) = self.zones.card(*card) else { return };
                let places = self.places(seat, card.face.card);
                out.extend(places.into_iter().map(|(row, slot)| Action::Place { row, slot }));
            }
            Pending::Look { .. } => out.extend(self.hidden_slots(seat).map(|slot| Action::Look { slot })),
            Pending::Discard { .. } => {
                out.extend(self.hand(seat).iter().map(|card| Action::Discard { card: card.handle }));
            }
            Pending::Revive { kind, level } => {
                let cards = self.revivable(seat, *kind, *level);
                out.extend(cards.map(|(_, card)| Action::Revive { card: card.clone() }));
            }
        }
    }

    /// Every place where a card can enter play.
    fn places(&self, seat: Seat, card: u16) -> Vec<(Row, u8)> {
        let side = self.side_of(seat, card);
        let rows = self.game_cards.card(card).rows.iter();
        let places = rows.flat_map(|&row| {
            let last = if row == Row::Weather { 0 } else { self.zones.count(At::Row(side, row)) as u8 };
            (0..=last).map(move |slot| (row, slot))
        });
        places.collect()
    }

    fn plays(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.played.is_some() {
            return;
        }
        for card in self.hand(seat) {
            let places = self.places(seat, card.face.card).into_iter();
            out.extend(places.map(|(row, slot)| Action::Play { card: card.handle, row, slot }));
        }
    }

    fn all_uses(&self, seat: Seat, out: &mut Vec<Action>) {
        let own: Vec<Stand<'_>> = self.units().filter(|unit| unit.unit.owner == seat).collect();
        own.iter().for_each(|unit| self.uses(unit, out));
    }

    /// All candidate uses of a unit's rules; the check filters targets it cannot reach.
    fn uses(&self, stand: &Stand<'_>, out: &mut Vec<Action>) {
        for rule in self.rules_of(stand).filter(|rule| rule.kind == RuleKind::Active) {
            if self.check_ready(stand, rule).is_err() {
                continue;
            }
            for mode in 0..rule.modes().len() as u8 {
                let mut aim = |aim: Aim| {
                    out.push(Action::Use { unit: stand.handle, rule: rule.id.clone(), mode, aim });
                };
                let Some(target) = &rule.target else {
                    aim(Aim::Nobody);
                    continue;
                };
                let units: Vec<Handle> = self.units().map(|unit| unit.handle).collect();
                match target.scope {
                    Scope::Units => units.into_iter().for_each(|unit| aim(Aim::Unit(unit))),
                    Scope::Run => {
                        for first in units {
                            (1..=target.count).for_each(|count| aim(Aim::Run { first, count }));
                        }
                    }
                    Scope::Row | Scope::All => Row::ARMY.into_iter().for_each(|row| aim(Aim::Row(row))),
                }
            }
        }
    }

    fn arrangements(&self, seat: Seat, out: &mut Vec<Action>) {
        let Some((side, row)) = self.played.filter(|(side, row)| *side == seat && *row != Row::Weather)
        else {
            return;
        };
        let places = self.zones.count(At::Row(side, row)) as u8;
        for unit in self.row(side, row) {
            out.extend((0..places).map(|slot| Action::Arrange { unit: unit.handle, slot }));
        }
    }

    /// Whether a player who has played can still do anything but end the turn.
    pub(crate) fn has_more_to_do(&self, seat: Seat) -> bool {
        let mut steps = Vec::new();
        self.all_uses(seat, &mut steps);
        self.arrangements(seat, &mut steps);
        steps.iter().any(|step| self.check(seat, step).is_ok())
    }

    /// The steps worth trying: a card goes to the right end of a row, rows are not sorted, and a long run of
    /// units is tried before a short one.
    pub(crate) fn good_steps(&self, seat: Seat, out: &mut Vec<Action>) {
        let begin = out.len();
        self.steps(seat, out);
        let all = out.split_off(begin);
        let last = |row: Row, slot: u8, other: &Action| match *other {
            Action::Play { row: r, slot: s, .. } | Action::Place { row: r, slot: s } => r == row && s > slot,
            _ => false,
        };
        let worth = |action: &Action| match *action {
            Action::Arrange { .. } => false,
            Action::Play { row, slot, card } => !all.iter().any(|other| {
                last(row, slot, other) && matches!(other, Action::Play { card: c, .. } if *c == card)
            }),
            Action::Place { row, slot } => !all.iter().any(|other| last(row, slot, other)),
            _ => true,
        };
        out.extend(all.iter().filter(|action| worth(action)).cloned());
    }
}
