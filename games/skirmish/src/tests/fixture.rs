//! A battlefield set up by hand.

use crate::{
    Action, Aim, CardSet, DeckFile, GameCards, Options, Row, Skirmish,
    state::{At, Face, NEUTRAL, Phase, TOKENS, Unit},
};
use parlor_kit::{
    Game, Luck, Seat, Seats, StepContext,
    cards::{Deck, Handle, ZonePosition},
};
use std::sync::Arc;

pub(super) const CLOSE: Row = Row::Close;
pub(super) const RANGED: Row = Row::Ranged;
pub(super) const SUPPORT: Row = Row::Support;

/// A game in its first round with all cards of the shipped set available. Each player holds one wandering
/// knight, because a player with an empty hand has no turn.
pub(super) struct Field {
    pub(super) game: Skirmish,
    pub(super) step: StepContext,
}

impl Field {
    pub(super) fn new() -> Field {
        Field::of(&CardSet::check([("standard", &crate::standard_set())]).unwrap())
    }

    pub(super) fn of(set: &CardSet) -> Field {
        let mut luck = Luck::fast(7);
        let mut game = Skirmish::begin(&Options::default(), 2, &mut luck).unwrap();
        let all = set.cards().map(|card| (card.id.clone(), 1)).collect();
        game.muster = None;
        game.game_cards = Arc::new(GameCards::of(set, &[&DeckFile { cards: all, ..DeckFile::default() }]));
        let all: Vec<Handle> =
            game.zones.iter().flat_map(|(_, zone)| zone.cards()).map(|card| card.handle).collect();
        for card in all {
            game.zones.remove(card);
        }
        (game.phase, game.round, game.ready) = (Phase::Play, 1, Seats::all(2));
        let mut field = Field { game, step: StepContext::listening(luck) };
        for seat in 0..2 {
            field.hold(seat, "NR1");
        }
        field
    }

    fn card(&self, id: &str) -> u16 {
        self.game.game_cards.find(id).unwrap_or_else(|| panic!("there is no card {id}"))
    }

    /// Puts a card into a zone.
    pub(super) fn lay(&mut self, place: At, deck: Deck, id: &str) -> Handle {
        let card = self.card(id);
        self.game.zones.fill(At::Waiting, deck, [Face::new(card)]);
        let handle = self.game.zones.top(At::Waiting).unwrap().handle;
        self.game.zones.put(handle, place, ZonePosition::Top).unwrap()
    }

    pub(super) fn hold(&mut self, seat: usize, id: &str) -> Handle {
        let deck = if id.starts_with('N') { NEUTRAL } else { Deck(seat as u8) };
        self.lay(At::Hand(Seat::new(seat)), deck, id)
    }

    /// Puts a unit to the right end of a row of its owner, without firing triggers.
    pub(super) fn put(&mut self, owner: usize, id: &str, row: Row) -> Handle {
        self.put_on(owner, owner, id, row)
    }

    /// Puts a unit to the right end of a row on one side.
    pub(super) fn put_on(&mut self, side: usize, owner: usize, id: &str, row: Row) -> Handle {
        let token = self.game.game_cards.card(self.card(id)).token;
        let deck = if token { TOKENS } else { Deck(owner as u8) };
        let unit = self.lay(At::Row(Seat::new(side), row), deck, id);
        let points = self.game.game_cards.card(self.card(id)).points;
        self.game.entered += 1;
        let order = self.game.entered;
        let owner = Seat::new(owner);
        let face = self.game.zones.face_mut(unit).unwrap();
        face.unit = Some(Box::new(Unit { owner, morale: 0, points, order, granted: Vec::new() }));
        unit
    }

    fn unit(&self, unit: Handle) -> &Unit {
        self.game.stand(unit).expect("the unit stands on the battlefield").unit
    }

    pub(super) fn set(&mut self, unit: Handle, morale: i16, points: i16) {
        let unit = self.game.zones.face_mut(unit).unwrap().unit.as_deref_mut().unwrap();
        (unit.morale, unit.points) = (morale, points);
    }

    pub(super) fn morale(&self, unit: Handle) -> i16 {
        self.unit(unit).morale
    }

    pub(super) fn points(&self, unit: Handle) -> i16 {
        self.unit(unit).points
    }

    pub(super) fn strength(&self, unit: Handle) -> i16 {
        self.game.stand(unit).expect("the unit stands on the battlefield").strength()
    }

    pub(super) fn stands(&self, unit: Handle) -> bool {
        self.game.stand(unit).is_some()
    }

    pub(super) fn slot(&self, unit: Handle) -> usize {
        self.game.stand(unit).unwrap().slot
    }

    /// The cards in a zone, by their names in the files.
    pub(super) fn ids(&self, place: At) -> Vec<String> {
        self.game.zones.cards(place).iter().map(|card| self.game.def(&card.face).id.to_string()).collect()
    }

    pub(super) fn sum(&self, side: usize) -> i32 {
        self.game.sum(Seat::new(side))
    }

    /// Does something, or says with which code it was refused.
    pub(super) fn act(&mut self, seat: usize, action: &Action) -> Result<(), String> {
        let before = self.game.clone();
        let done = self.game.act(Seat::new(seat), action, &mut self.step);
        if done.is_err() {
            assert_eq!(before, self.game, "what is refused changes nothing");
        }
        done.map_err(|refusal| refusal.code().to_string())
    }

    /// Lets a unit use a rule in a fresh turn of its owner.
    pub(super) fn use_rule(&mut self, unit: Handle, rule: &str, aim: Aim) -> Result<(), String> {
        self.use_mode(unit, rule, 0, aim)
    }

    pub(super) fn use_mode(&mut self, unit: Handle, rule: &str, mode: u8, aim: Aim) -> Result<(), String> {
        let owner = self.unit(unit).owner;
        (self.game.next, self.game.played, self.game.uses) = (owner, None, 0);
        self.act(owner.index(), &Action::Use { unit, rule: rule.into(), mode, aim })
    }

    pub(super) fn use_on(&mut self, unit: Handle, rule: &str, target: Handle) -> Result<(), String> {
        self.use_rule(unit, rule, Aim::Unit(target))
    }

    /// Plays a card from the hand to the right end of a row in a fresh turn, and ends the turn.
    pub(super) fn play(&mut self, seat: usize, id: &str, row: Row) -> Handle {
        let card = self.hold(seat, id);
        (self.game.next, self.game.played, self.game.uses) = (Seat::new(seat), None, 0);
        let side = self.game.side_of(Seat::new(seat), self.card(id));
        let slot = if row == Row::Weather { 0 } else { self.game.zones.count(At::Row(side, row)) as u8 };
        self.act(seat, &Action::Play { card, row, slot }).unwrap();
        if self.game.played.is_some() {
            self.act(seat, &Action::End).unwrap();
        }
        let place = if row == Row::Weather { At::Weather } else { At::Row(side, row) };
        self.game.zones.top(place).map_or(card, |card| card.handle)
    }

    /// Both pass, and the rules about the end of the round take effect.
    pub(super) fn dusk(&mut self) {
        self.game.passed = Seats::all(2);
        self.game.phase = Phase::Dusk;
        self.game.proceed(&mut self.step);
    }

    /// Both pass, and the round is counted.
    pub(super) fn end_round(&mut self) {
        self.dusk();
        self.game.proceed(&mut self.step);
    }
}

/// The codes of refusals, as tests compare them.
pub(super) mod codes {
    pub(crate) const IMMUNE: &str = "skirmish-immune";
    pub(crate) const LEVEL: &str = "skirmish-level";
    pub(crate) const TARGET: &str = "skirmish-wrong-target";
    pub(crate) const ASLEEP: &str = "skirmish-asleep";
    pub(crate) const POINTS: &str = "skirmish-no-points";
    pub(crate) const NO_EFFECT: &str = "skirmish-no-effect";
}
