//! Checks whether a player may perform an action, with a reason if not.

use crate::{
    Action, Aim, Effect, Kind, Property, Row, Rule, RuleKind, Scope, Skirmish,
    board::Stand,
    state::{At, MAX_RULE_USES_PER_TURN, MOST_MOVES, Pending, Phase, SWAPS},
};
use parlor_kit::{Refusal, Seat, Viewer, cards::Handle};

type Checked<T = ()> = Result<T, Refusal>;

fn refuse<T>(key: &'static str) -> Checked<T> {
    Err(Refusal::new(key))
}

fn hold(holds: bool, key: &'static str) -> Checked {
    if holds { Ok(()) } else { refuse(key) }
}

impl Skirmish {
    /// Checks an action; `seat` must be one that has to choose now.
    pub(crate) fn check(&self, seat: Seat, action: &Action) -> Checked {
        if let (Phase::Choose, Some(muster)) = (self.phase, &self.muster) {
            return match *action {
                Action::Choose { deck } => hold(usize::from(deck) < muster.decks.len(), "skirmish-no-deck"),
                _ => refuse("skirmish-choose-deck"),
            };
        }
        if self.phase == Phase::Swap {
            return match *action {
                Action::Swap { card } => {
                    self.held(seat, card).ok_or(Refusal::new("skirmish-not-held"))?;
                    hold(self.zones.count(At::Aside(seat)) < SWAPS, "skirmish-swapped")
                }
                Action::Keep => Ok(()),
                _ => refuse("skirmish-swap-first"),
            };
        }
        if let Some(pending) = self.pending.first() {
            return self.check_pending(seat, pending, action);
        }
        match *action {
            Action::Play { card, row, slot } => {
                hold(self.played.is_none(), "skirmish-played")?;
                let face = self.held(seat, card).ok_or(Refusal::new("skirmish-not-held"))?;
                self.check_place(seat, face.card, row, slot)
            }
            Action::Use { unit, ref rule, mode, ref aim } => {
                self.check_use(seat, unit, rule, mode, aim).map(|_| ())
            }
            Action::Arrange { unit, slot } => self.check_arrange(seat, unit, slot),
            Action::End => hold(self.played.is_some(), "skirmish-play-first"),
            Action::Pass => {
                hold(self.played.is_none(), "skirmish-played")?;
                hold(self.uses == 0, "skirmish-acted")
            }
            Action::Choose { .. } => refuse("skirmish-chosen"),
            Action::Swap { .. } | Action::Keep => refuse("skirmish-no-swap"),
            _ => refuse("skirmish-nothing-to-choose"),
        }
    }

    fn check_pending(&self, seat: Seat, pending: &Pending, action: &Action) -> Checked {
        match (pending, action) {
            (Pending::Targets { unit, rule, mode, done, .. }, Action::Target { unit: aimed }) => {
                hold(!done.contains(aimed), "skirmish-target-twice")?;
                self.check_aim(*unit, self.game_cards.rule(*rule), *mode, &Aim::Unit(*aimed))
            }
            (Pending::Targets { rule, .. }, Action::Enough) => {
                let target = self.game_cards.rule(*rule).target.as_ref();
                hold(target.is_some_and(|target| target.fewer), "skirmish-more-targets")
            }
            (Pending::Targets { .. }, _) => refuse("skirmish-choose-target"),
            (Pending::Shift { unit }, Action::Shift { slot }) => self.check_slot(*unit, *slot),
            (Pending::Shift { .. }, _) => refuse("skirmish-choose-place"),
            (Pending::Place { card }, Action::Place { row, slot }) => {
                let face = self.zones.card(*card).map(|card| card.face.card);
                self.check_place(seat, face.ok_or(Refusal::new("skirmish-not-held"))?, *row, *slot)
            }
            (Pending::Place { .. }, _) => refuse("skirmish-choose-place"),
            (Pending::Look { .. }, Action::Look { slot }) => {
                hold(self.hidden_slots(seat).any(|hidden| hidden == *slot), "skirmish-not-hidden")
            }
            (Pending::Look { .. }, _) => refuse("skirmish-choose-back"),
            (Pending::Discard { .. }, Action::Discard { card }) => {
                hold(self.held(seat, *card).is_some(), "skirmish-not-held")
            }
            (Pending::Discard { .. }, _) => refuse("skirmish-choose-discard"),
            (Pending::Revive { kind, level }, Action::Revive { card }) => {
                hold(self.revivable(seat, *kind, *level).any(|(_, id)| id == card), "skirmish-not-revivable")
            }
            (Pending::Revive { .. }, _) => refuse("skirmish-choose-revive"),
        }
    }

    /// Checks whether a card may enter play at this place.
    fn check_place(&self, seat: Seat, card: u16, row: Row, slot: u8) -> Checked {
        hold(self.game_cards.card(card).rows.contains(&row), "skirmish-wrong-row")?;
        let places =
            if row == Row::Weather { 0 } else { self.zones.count(At::Row(self.side_of(seat, card), row)) };
        hold(usize::from(slot) <= places, "skirmish-no-place")
    }

    /// The side of the battlefield on which a card enters play.
    pub(crate) fn side_of(&self, seat: Seat, card: u16) -> Seat {
        if self.game_cards.card_is(card, Property::Spy) { seat.other() } else { seat }
    }

    fn check_arrange(&self, seat: Seat, unit: Handle, slot: u8) -> Checked {
        let Some((side, row)) = self.played.filter(|(side, row)| *side == seat && *row != Row::Weather)
        else {
            return refuse("skirmish-arrange-after-playing");
        };
        hold(self.moves < MOST_MOVES, "skirmish-moves")?;
        let here = self.stand(unit).is_some_and(|unit| (unit.side, unit.row) == (side, row));
        hold(here, "skirmish-other-row")?;
        self.check_slot(unit, slot)
    }

    /// Checks whether a unit can move to another slot of its row.
    fn check_slot(&self, unit: Handle, slot: u8) -> Checked {
        let Some(stand) = self.stand(unit) else { return refuse("skirmish-no-unit") };
        let places = self.zones.count(At::Row(stand.side, stand.row));
        hold(usize::from(slot) < places && usize::from(slot) != stand.slot, "skirmish-no-place")
    }

    fn check_use(&self, seat: Seat, unit: Handle, rule: &str, mode: u8, aim: &Aim) -> Checked<u16> {
        let Some(stand) = self.stand(unit) else { return refuse("skirmish-no-unit") };
        hold(stand.unit.owner == seat, "skirmish-not-yours")?;
        let carried = stand.def.rules.iter().chain(&stand.unit.granted);
        let Some(&place) = carried.into_iter().find(|&&place| self.game_cards.rule(place).id == rule) else {
            return refuse("skirmish-no-rule");
        };
        self.check_ready(&stand, self.game_cards.rule(place))?;
        let rule = self.game_cards.rule(place);
        hold(usize::from(mode) < rule.modes().len(), "skirmish-no-rule")?;
        self.check_aim(unit, rule, mode, aim)?;
        Ok(place)
    }

    /// Checks whether a unit can use a rule at all, whatever the target.
    pub(crate) fn check_ready(&self, stand: &Stand<'_>, rule: &Rule) -> Checked {
        hold(rule.kind == RuleKind::Active, "skirmish-no-rule")?;
        hold(!self.hand(stand.unit.owner).is_empty(), "skirmish-empty-hand")?;
        hold(stand.awake, "skirmish-asleep")?;
        hold(stand.unit.points >= i16::from(rule.cost), "skirmish-no-points")?;
        hold(self.uses < MAX_RULE_USES_PER_TURN, "skirmish-uses")
    }

    pub(crate) fn check_aim(&self, unit: Handle, rule: &Rule, mode: u8, aim: &Aim) -> Checked {
        let effects = rule.mode(mode);
        let Some(actor) = self.stand(unit) else { return refuse("skirmish-no-unit") };
        let Some(target) = &rule.target else {
            hold(*aim == Aim::Nobody, "skirmish-wrong-target")?;
            return hold(self.is_possible(&actor, effects), "skirmish-no-effect");
        };
        match *aim {
            Aim::Unit(aimed) if target.scope == Scope::Units => {
                let Some(aimed) = self.stand(aimed) else { return refuse("skirmish-no-unit") };
                self.aim_fault(&actor, target, effects, &aimed).map_or(Ok(()), refuse)
            }
            Aim::Run { first, count } if target.scope == Scope::Run => {
                let Some(first) = self.stand(first) else { return refuse("skirmish-no-unit") };
                let longest =
                    self.row(first.side, first.row).skip(first.slot).count().min(target.count.into());
                hold((1..=longest).contains(&usize::from(count)), "skirmish-run")?;
                // Units at either end that the rule does not reach do not belong to a run.
                let run = || self.row(first.side, first.row).skip(first.slot).take(count.into());
                let fault = |unit: Option<Stand<'_>>| {
                    unit.map_or(Some("skirmish-run"), |unit| self.aim_fault(&actor, target, effects, &unit))
                };
                let fault = fault(run().next()).or_else(|| fault(run().last()));
                fault.map_or(Ok(()), refuse)
            }
            Aim::Row(row) if target.scope == Scope::Row => {
                let reached = !self.reached(unit, target, effects, &Aim::Row(row)).is_empty();
                hold(reached, "skirmish-wrong-target")
            }
            _ => refuse("skirmish-wrong-target"),
        }
    }

    /// Whether the untargeted effects would change anything.
    fn is_possible(&self, actor: &Stand<'_>, effects: &[Effect]) -> bool {
        let seat = actor.unit.owner;
        effects.iter().any(|effect| match effect {
            Effect::Draw(_) => self.zones.count(At::Draw(seat)) > 0,
            Effect::Reveal(_) => self.hidden_slots(seat).next().is_some(),
            Effect::Discard(_) => !self.hand(seat.other()).is_empty(),
            Effect::Revive(kind) => self.revivable(seat, *kind, actor.def.level).next().is_some(),
            Effect::Fate => self.zones.count(At::Neutral) > 0,
            Effect::Peek => {
                let top = self.zones.top(At::Neutral);
                top.is_some_and(|top| !self.zones.sees(Viewer::Seat(seat), top.handle))
            }
            Effect::ClearWeather => self.zones.count(At::Weather) > 0,
            _ => true,
        })
    }

    /// The places of the cards in the other hand that a player does not see.
    pub(crate) fn hidden_slots(&self, seat: Seat) -> impl Iterator<Item = u8> + '_ {
        let hand = At::Hand(seat.other());
        (0..self.zones.count(hand) as u8).filter(move |&slot| {
            let card = self.zones.card_at(Viewer::Seat(seat), hand, usize::from(slot));
            card.is_some_and(|card| !self.zones.sees(Viewer::Seat(seat), card.handle))
        })
    }

    /// The units in the own discard pile that can come back, each card once.
    pub(crate) fn revivable(
        &self,
        seat: Seat,
        kind: Kind,
        level: u8,
    ) -> impl Iterator<Item = (Handle, &parlor_kit::Id)> + '_ {
        let pile = self.zones.cards(At::Discard(seat));
        pile.iter().enumerate().filter_map(move |(at, card)| {
            let def = self.def(&card.face);
            let construct = self.game_cards.card_is(card.face.card, Property::Construct);
            let first = pile[..at].iter().all(|other| other.face.card != card.face.card);
            let fits = first && !def.is_weather() && def.level <= level && kind.fits(construct);
            fits.then_some((card.handle, &def.id))
        })
    }
}
