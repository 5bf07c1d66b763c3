//! Applies effects.

use crate::{
    Against, Effect, Moment, Property, Row, Scope, Skirmish, Target, Times, Trigger,
    game_cards::words,
    state::{At, Face, Pending, TOKENS, Unit},
};
use parlor_kit::{
    Event, Pick, Seat, StepContext, Text, Viewer,
    cards::{Handle, ZonePosition},
};

/// Upper bound of the markers of a kind on a unit; never reached in a real game.
const MAX_MARKERS: i16 = 999;

impl Skirmish {
    fn unit_mut(&mut self, handle: Handle) -> Option<&mut Unit> {
        self.stand(handle)?;
        self.zones.face_mut(handle)?.unit.as_deref_mut()
    }

    /// The name of a unit or card, for events.
    pub(crate) fn name_of(&self, handle: Handle) -> Text {
        let card = self.zones.card(handle);
        card.map_or(Text::new("skirmish-card"), |card| self.def(&card.face).text())
    }

    /// Applies one effect to units, in order. It is judged as one: shields and factors are those from before
    /// the first unit changes. A used rule is the one that deals morale.
    pub(crate) fn affect(
        &mut self,
        source: Option<Handle>,
        targets: &[Handle],
        effect: &Effect,
        dealt: bool,
        step: &mut StepContext,
    ) {
        let stands = targets.iter().filter_map(|&target| self.stand(target));
        if let Effect::Morale(amount) = *effect {
            let changes = stands.map(|stand| (stand.handle, self.morale_for(source, &stand, amount, dealt)));
            for (target, amount) in changes.collect::<Vec<_>>() {
                self.change_morale(target, amount, step);
            }
            return;
        }
        let reached = stands.filter(|stand| !self.blocked(source, stand, Against::Effects));
        let mut reached: Vec<Handle> = reached.map(|stand| stand.handle).collect();
        if let Effect::If { card: cards, then } = effect {
            let named = |unit: Handle| self.stand(unit).is_some_and(|stand| cards.contains(&stand.def.id));
            reached.retain(|&unit| named(unit));
            for effect in then {
                self.affect(source, &reached, effect, dealt, step);
            }
        } else {
            reached.into_iter().for_each(|unit| self.affect_one(source, unit, effect, step));
        }
    }

    /// Gives or takes morale. Markers of both signs cancel; morale is not taken below strength 0.
    fn change_morale(&mut self, target: Handle, amount: i16, step: &mut StepContext) {
        let Some(stand) = self.stand(target) else { return };
        let least = -stand.def.strength;
        let morale = stand.unit.morale.saturating_add(amount);
        let morale = morale.clamp(least.min(stand.unit.morale), MAX_MARKERS);
        let change = morale - stand.unit.morale;
        if change == 0 {
            return;
        }
        let name = stand.def.text();
        if let Some(unit) = self.unit_mut(target) {
            unit.morale = morale;
        }
        step.tell(|| {
            let key = if change < 0 { "skirmish-event-malus" } else { "skirmish-event-bonus" };
            let event = Event::new(key).arg("unit", name).arg("amount", change.unsigned_abs());
            event.piece(target.id()).sound(if change < 0 { "hit" } else { "heal" })
        });
        self.bury(target, step);
    }

    /// A construct without strength leaves the battlefield.
    fn bury(&mut self, unit: Handle, step: &mut StepContext) {
        let Some(stand) = self.stand(unit) else { return };
        if self.has(&stand, Property::Construct) && stand.strength() == 0 {
            let name = stand.def.text();
            step.tell(|| Event::new("skirmish-event-broken").arg("unit", name).sound("lose"));
            self.leave(unit);
        }
    }

    /// Moves a card from play to its owner's discard pile; a token is removed from the game.
    pub(crate) fn leave(&mut self, card: Handle) {
        let Some(face) = self.zones.card(card).map(|card| &card.face) else { return };
        let (token, owner) = (self.def(face).token, face.unit.as_ref().map(|unit| unit.owner));
        match owner {
            Some(owner) if !token => self.move_out(card, At::Discard(owner)),
            _ => {
                self.zones.remove(card);
            }
        }
    }

    /// Moves a card out of play without its markers.
    pub(crate) fn move_out(&mut self, card: Handle, to: At) {
        if let Some(face) = self.zones.face_mut(card) {
            face.unit = None;
        }
        let _moved = self.zones.put(card, to, ZonePosition::Top);
    }

    /// Brings a card into play. Cards that are played, not just created, trigger rules of units in the row
    /// and opposite.
    pub(crate) fn enter(&mut self, card: Handle, owner: Seat, row: Row, slot: u8, step: &mut StepContext) {
        let Some(face) = self.zones.card(card).map(|card| card.face.card) else { return };
        let def = self.game_cards.card(face);
        let (points, token, weather) = (def.points, def.token, def.is_weather());
        let side = if self.game_cards.card_is(face, Property::Spy) { owner.other() } else { owner };
        let place = if weather { At::Weather } else { At::Row(side, row) };
        let spot = if weather { ZonePosition::Top } else { ZonePosition::At(usize::from(slot)) };
        let Some(card) = self.zones.put(card, place, spot) else { return };
        self.entered += 1;
        let unit = Unit { owner, morale: 0, points, order: self.entered, granted: Vec::new() };
        if let Some(face) = self.zones.face_mut(card) {
            face.unit = Some(Box::new(unit));
        }
        step.tell(|| {
            let event = Event::new("skirmish-event-enters").arg("who", owner).arg("unit", self.name_of(card));
            let row = Text::of(format!("skirmish-row-{}", row.name()));
            event.arg("row", row).piece(card.id()).sound("play")
        });
        self.bury(card, step);
        self.fire_card(card, Moment::Played, step);
        if !token && !weather {
            self.notice(card, side, row, step);
        }
    }

    fn notice(&mut self, card: Handle, side: Seat, row: Row, step: &mut StepContext) {
        let beside: Vec<Handle> = self.row(side, row).map(|unit| unit.handle).collect();
        for unit in beside.into_iter().filter(|&unit| unit != card) {
            self.fire_card(unit, Moment::RowJoined, step);
        }
        let opposite: Vec<Handle> = self.row(side.other(), row).map(|unit| unit.handle).collect();
        for unit in opposite {
            self.fire_card(unit, Moment::RowFaced, step);
        }
    }

    /// Fires the triggers of this moment for everything in play, in the order in which it came into play.
    pub(crate) fn fire_all(&mut self, moment: Moment, of: Option<Seat>, step: &mut StepContext) {
        let rows = self.zones.iter().filter(|(place, _)| matches!(place, At::Row(..) | At::Weather));
        let cards = rows.flat_map(|(_, zone)| zone.cards());
        let mut cards: Vec<(u32, Handle)> = cards
            .filter_map(|card| Some((card.face.unit.as_deref()?, card.handle)))
            .filter(|(unit, _)| of.is_none_or(|seat| seat == unit.owner))
            .map(|(unit, handle)| (unit.order, handle))
            .collect();
        cards.sort_unstable();
        for (_, card) in cards {
            self.fire_card(card, moment, step);
        }
    }

    /// Fires the triggers of one card in play.
    fn fire_card(&mut self, card: Handle, moment: Moment, step: &mut StepContext) {
        let Some(face) = self.zones.card(card).map(|card| card.face.clone()) else { return };
        let Some(unit) = face.unit else { return };
        let game_cards = self.game_cards.clone();
        for &rule in game_cards.card(face.card).rules.iter().chain(&unit.granted) {
            for trigger in game_cards.rule(rule).on.iter().filter(|trigger| trigger.when == moment) {
                self.fire(card, unit.owner, trigger, step);
            }
        }
    }

    fn fire(&mut self, card: Handle, owner: Seat, trigger: &Trigger, step: &mut StepContext) {
        let stand = self.stand(card);
        // Weather is not a unit: it has no strength to lose, and no unit is the source.
        let source = stand.map(|stand| stand.handle);
        if stand.is_some_and(|stand| !stand.awake) {
            return;
        }
        let spent = stand.is_some_and(|stand| stand.unit.points < stand.def.points);
        if trigger.only_if.is_some() && !spent {
            return;
        }
        let times = match (trigger.times, stand) {
            (Times::Once, _) => 1,
            (Times::Identical, None) => 0,
            (Times::Identical, Some(own)) => {
                let alike = self.row(own.side, own.row).filter(|other| other.card == own.card);
                alike.count().saturating_sub(1) as i16
            }
        };
        let targets: Vec<Handle> = match &trigger.target {
            None => vec![card],
            Some(target) => {
                let meant = self.units().filter(|unit| self.is_meant(owner, target, unit));
                meant.map(|unit| unit.handle).collect()
            }
        };
        for effect in &trigger.effects {
            match effect {
                Effect::ClearWeather => self.clear_weather(),
                Effect::Morale(amount) => {
                    let all = Effect::Morale(amount.saturating_mul(times));
                    self.affect(source, &targets, &all, false, step);
                }
                other => (0..times).for_each(|_| self.affect(source, &targets, other, false, step)),
            }
        }
    }

    pub(crate) fn clear_weather(&mut self) {
        let cards: Vec<Handle> = self.zones.cards(At::Weather).iter().map(|card| card.handle).collect();
        cards.into_iter().for_each(|card| self.leave(card));
    }

    /// Applies all aimed effects of a used rule to units.
    pub(crate) fn affect_aimed(
        &mut self,
        source: Handle,
        targets: &[Handle],
        effects: &[Effect],
        step: &mut StepContext,
    ) {
        for effect in effects.iter().filter(|effect| effect.is_aimed()) {
            self.affect(Some(source), targets, effect, true, step);
        }
    }

    /// Applies an effect other than morale to a unit that it reaches.
    fn affect_one(
        &mut self,
        source: Option<Handle>,
        target: Handle,
        effect: &Effect,
        step: &mut StepContext,
    ) {
        let Some(stand) = self.stand(target) else { return };
        let (card, printed, name) = (stand.card, stand.def.strength, stand.def.text());
        match effect {
            Effect::Points(amount) => {
                let Some(unit) = self.unit_mut(target) else { return };
                let before = unit.points;
                unit.points = unit.points.saturating_add(*amount).clamp(0, MAX_MARKERS);
                let change = unit.points - before;
                if change == 0 {
                    return;
                }
                step.tell(|| {
                    let key = if change < 0 { "skirmish-event-tired" } else { "skirmish-event-rested" };
                    let event = Event::new(key).arg("unit", name).arg("amount", change.unsigned_abs());
                    event.piece(target.id())
                });
            }
            Effect::ClearMorale => {
                if let Some(unit) = self.unit_mut(target) {
                    unit.morale = 0;
                }
                step.tell(|| Event::new("skirmish-event-cleared").arg("unit", name).piece(target.id()));
            }
            Effect::HalveBonus => {
                if let Some(unit) = self.unit_mut(target).filter(|unit| unit.morale > 0) {
                    unit.morale -= unit.morale / 2;
                }
                step.tell(|| Event::new("skirmish-event-halved").arg("unit", name).piece(target.id()));
            }
            Effect::Move => self.pending.push(Pending::Shift { unit: target }),
            Effect::Absorb => {
                if let Some(source) = source {
                    self.affect(Some(source), &[source], &Effect::Morale(printed), true, step);
                }
            }
            Effect::Remove => {
                step.tell(|| Event::new("skirmish-event-removed").arg("unit", name).sound("capture"));
                self.leave(target);
            }
            Effect::Grant(rule) => {
                let Some(rule) = self.game_cards.find_rule(rule) else { return };
                let carried = self.game_cards.card(card).rules.contains(&rule);
                let race = self.game_cards.card(card).race.clone();
                if let Some(unit) = self.unit_mut(target)
                    && !carried
                    && !unit.granted.contains(&rule)
                {
                    unit.granted.push(rule);
                }
                step.tell(|| {
                    let label = self.game_cards.rule(rule).name_on(&race).map(words);
                    let label = label.unwrap_or(Text::new("skirmish-card"));
                    let event = Event::new("skirmish-event-granted").arg("unit", name).arg("rule", label);
                    event.piece(target.id())
                });
            }
            _ => {}
        }
    }

    /// Applies the effects that a rule has once, after all aimed ones.
    pub(crate) fn do_once(&mut self, seat: Seat, source: Handle, effects: &[Effect], step: &mut StepContext) {
        for effect in effects.iter().filter(|effect| !effect.is_aimed()) {
            match effect {
                Effect::RemoveSelf => self.leave(source),
                Effect::Draw(number) => {
                    let drawn = self.zones.deal(At::Draw(seat), At::Hand(seat), usize::from(*number));
                    step.tell(|| Event::new("skirmish-event-draws").arg("who", seat).arg("cards", drawn));
                }
                Effect::Reveal(number) => self.pending.push(Pending::Look { left: *number }),
                Effect::Discard(number) => self.pending.push(Pending::Discard { left: *number }),
                Effect::Token(token) => {
                    let Some(token) = self.game_cards.find_token(token) else { continue };
                    self.zones.fill(At::Waiting, TOKENS, [Face::new(token)]);
                    if let Some(card) = self.zones.top(At::Waiting) {
                        self.pending.push(Pending::Place { card: card.handle });
                    }
                }
                Effect::Revive(kind) => {
                    let level = self.stand(source).map_or(0, |stand| stand.def.level);
                    self.pending.push(Pending::Revive { kind: *kind, level });
                }
                Effect::Fate => {
                    let Some(card) = self.zones.draw(At::Neutral, At::Waiting) else { continue };
                    step.tell(|| {
                        let event = Event::new("skirmish-event-fate").arg("who", seat);
                        event.arg("card", self.name_of(card)).piece(card.id()).announce()
                    });
                    self.pending.push(Pending::Place { card });
                }
                Effect::Peek => self.peek(seat, step),
                Effect::ClearWeather => self.clear_weather(),
                _ => {}
            }
        }
    }

    fn peek(&mut self, seat: Seat, step: &mut StepContext) {
        let Some(top) = self.zones.top(At::Neutral).map(|card| card.handle) else { return };
        for card in self.zones.reveal([top], seat) {
            step.tell(|| {
                let event = Event::new("skirmish-event-peeked-card").arg("card", self.name_of(card));
                event.piece(card.id()).only(seat)
            });
        }
        step.tell(|| Event::new("skirmish-event-peeked").arg("who", seat).except(seat));
    }

    /// Reveals a card of the other hand, picked by its back. Both players learn which; spectators do not.
    pub(crate) fn look(&mut self, seat: Seat, slot: u8, step: &mut StepContext) {
        let place = At::Hand(seat.other());
        let card = self.zones.card_at(Viewer::Seat(seat), place, usize::from(slot)).map(|card| card.handle);
        for card in self.zones.reveal(card, seat) {
            step.tell(|| {
                let event = Event::new("skirmish-event-looked-card").arg("card", self.name_of(card));
                event.piece(card.id()).only(seat)
            });
        }
        step.tell(|| {
            let event = Event::new("skirmish-event-looked").arg("who", seat).arg("victim", seat.other());
            event.about(Pick::Seat(seat.other())).except(seat)
        });
    }

    /// The units that a rule reaches when it is aimed at several of them.
    pub(crate) fn reached(
        &self,
        source: Handle,
        target: &Target,
        effects: &[Effect],
        aim: &crate::Aim,
    ) -> Vec<Handle> {
        let Some(actor) = self.stand(source) else { return Vec::new() };
        let fits = |unit: &crate::board::Stand<'_>| self.aim_fault(&actor, target, effects, unit).is_none();
        match *aim {
            crate::Aim::Nobody => Vec::new(),
            crate::Aim::Unit(unit) => {
                self.stand(unit).filter(fits).map(|unit| unit.handle).into_iter().collect()
            }
            crate::Aim::Run { first, count } => {
                let Some(first) = self.stand(first) else { return Vec::new() };
                let run = self.row(first.side, first.row).skip(first.slot).take(usize::from(count));
                run.filter(fits).map(|unit| unit.handle).collect()
            }
            crate::Aim::Row(row) if target.scope == Scope::Row => {
                let sides = Seat::all(2).flat_map(|side| self.row(side, row));
                sides.filter(fits).map(|unit| unit.handle).collect()
            }
            crate::Aim::Row(_) => Vec::new(),
        }
    }
}
