//! The tray: a level that is being composed. Only its owner sees it: for all other viewers its cards are part
//! of the hand.

use crate::{Face, Layout, Level8, Meaning, Part};
use parlor_kit::{Seat, cards::Handle};
use serde::{Deserialize, Serialize};

/// How often a player can take a card back, or move it to another part, within one turn. Any arrangement of
/// ten cards can be made from any other with ten of them; without a limit a turn would not have to end.
pub const TAKE_BACKS: u8 = 20;

/// The cards a player has put into the parts of the level. They stay in the hand until the level is laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Tray {
    /// Each card with its part, in the order in which they were put there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) cards: Vec<(Handle, u8)>,
    /// The chosen meanings of parts whose cards leave it open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) chosen: Vec<(u8, Meaning)>,
    /// How often cards were taken back in this turn.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) take_backs: u8,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

impl Tray {
    /// The part a card lies in.
    pub(crate) fn part_of(&self, card: Handle) -> Option<u8> {
        self.cards.iter().find(|(other, _)| *other == card).map(|&(_, part)| part)
    }

    pub(crate) fn cards_in(&self, part: u8) -> impl Iterator<Item = Handle> + Clone {
        self.cards.iter().filter(move |(_, other)| *other == part).map(|&(card, _)| card)
    }

    /// Puts a card into a part; it leaves the part it lay in.
    pub(crate) fn put(&mut self, card: Handle, part: u8) {
        self.take(card);
        self.cards.push((card, part));
    }

    /// Removes a card; the chosen meaning of its part is reset.
    pub(crate) fn take(&mut self, card: Handle) {
        if let Some(part) = self.part_of(card) {
            self.cards.retain(|(other, _)| *other != card);
            self.chosen.retain(|(other, _)| *other != part);
        }
    }

    /// A card left the hand instead of the named one: both look the same.
    pub(crate) fn swap(&mut self, left: Handle, stayed: Handle) {
        if let Some(entry) = self.cards.iter_mut().find(|(card, _)| *card == left) {
            entry.0 = stayed;
        }
    }

    /// Fills the tray with a layout of the solver.
    pub(crate) fn compose(&mut self, layout: &Layout, hand: &[Handle]) {
        self.cards.clear();
        self.chosen.clear();
        for (part, (meaning, cards)) in (0..).zip(layout) {
            self.cards.extend(cards.iter().filter_map(|&at| hand.get(at)).map(|&card| (card, part)));
            self.chosen.push((part, *meaning));
        }
    }
}

impl Level8 {
    /// The level a player is composing.
    pub(crate) fn tray(&self, seat: Seat) -> &Tray {
        &self.trays[seat.index()]
    }

    /// The faces of the cards a player has put into a part.
    pub(crate) fn faces_in(&self, seat: Seat, part: u8) -> impl Iterator<Item = Face> + Clone {
        let hand = self.hand(seat);
        let face = move |card| hand.iter().find(|other| other.handle == card).map(|card| card.face);
        self.tray(seat).cards_in(part).filter_map(face)
    }

    /// Whether a part takes one more card, namely this one.
    pub(crate) fn takes(&self, seat: Seat, part: u8, face: Face) -> bool {
        let Some(&kind) = self.task(seat).get(usize::from(part)) else { return false };
        let cards = self.faces_in(seat, part);
        cards.clone().count() < usize::from(kind.size())
            && kind.meanings(cards.chain([face])).next().is_some()
    }

    /// The possible meanings of a part, if it is complete and its player still has to choose one.
    pub(crate) fn open_meanings(&self, seat: Seat, part: u8) -> Vec<Meaning> {
        let Some(&kind) = self.task(seat).get(usize::from(part)) else { return Vec::new() };
        if !self.is_full(seat, part, kind) || self.tray(seat).chosen.iter().any(|(other, _)| *other == part) {
            return Vec::new();
        }
        let meanings: Vec<Meaning> = kind.meanings(self.faces_in(seat, part)).collect();
        if meanings.len() > 1 { meanings } else { Vec::new() }
    }

    /// The meaning of a part, once it is unambiguous.
    pub(crate) fn meaning(&self, seat: Seat, part: u8) -> Option<Meaning> {
        let &kind = self.task(seat).get(usize::from(part))?;
        if !self.is_full(seat, part, kind) {
            return None;
        }
        if let Some(&(_, meaning)) = self.tray(seat).chosen.iter().find(|(other, _)| *other == part) {
            return Some(meaning);
        }
        let mut meanings = kind.meanings(self.faces_in(seat, part));
        meanings.next().filter(|_| meanings.next().is_none())
    }

    /// Whether the level is complete and all meanings are unambiguous.
    pub(crate) fn is_composed(&self, seat: Seat) -> bool {
        (0..self.task(seat).len() as u8).all(|part| self.meaning(seat, part).is_some())
    }

    /// The cards of a part in display order, each with its meaning.
    pub(crate) fn arranged(&self, seat: Seat, part: u8) -> Vec<(Handle, Face)> {
        let hand = self.hand(seat);
        let face = |card| hand.iter().find(|other| other.handle == card).map(|card| (card.handle, card.face));
        let mut cards: Vec<(Handle, Face)> = self.tray(seat).cards_in(part).filter_map(face).collect();
        let kind = self.task(seat).get(usize::from(part)).copied();
        match (kind, self.meaning(seat, part)) {
            (Some(Part::Run(size)), Some(Meaning::Number(low))) => {
                let mut jokers: Vec<Handle> =
                    cards.iter().filter(|(_, face)| face.is_joker()).map(|(card, _)| *card).rev().collect();
                cards.retain(|(_, face)| !face.is_joker());
                for number in low..low + size {
                    if cards.iter().all(|(_, face)| face.number() != Some(number))
                        && let Some(joker) = jokers.pop()
                    {
                        cards.push((joker, Face::Joker(Some(Meaning::Number(number)))));
                    }
                }
                cards.sort_by_key(|(_, face)| face.number());
            }
            (_, Some(meaning)) => {
                for (_, face) in cards.iter_mut().filter(|(_, face)| face.is_joker()) {
                    *face = Face::Joker(Some(meaning));
                }
            }
            // An incomplete run is sorted, with jokers at its end.
            (Some(Part::Run(_)), None) => cards.sort_by_key(|(_, face)| *face),
            _ => {}
        }
        cards
    }

    fn is_full(&self, seat: Seat, part: u8, kind: Part) -> bool {
        self.tray(seat).cards_in(part).count() == usize::from(kind.size())
    }
}
