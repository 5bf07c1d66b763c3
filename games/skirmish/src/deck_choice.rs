//! Before the deal each player chooses a deck, without knowing the other's choice.

use crate::{
    CardSet, DeckFile, GameCards, Options, Skirmish,
    options::shipped_decks,
    state::{At, Face, NEUTRAL, Phase},
};
use parlor_kit::{
    Event, Id, Luck, Refusal, Seat, StepContext, Text, Viewer,
    cards::{Deck, Zones},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// The decks that can be chosen at a table, all of them legal there, and the cards they are made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeckChoice {
    pub(crate) set: CardSet,
    pub(crate) decks: Vec<Arc<DeckFile>>,
    /// Whether neutral cards are played with.
    neutral: bool,
}

impl DeckChoice {
    /// The decks that the options name, each of which must be legal; if they name none, the shipped decks
    /// that are legal.
    pub(crate) fn of(options: &Options, set: CardSet) -> Result<DeckChoice, Refusal> {
        let limits = options.limits();
        let named = !options.decks.is_empty();
        let listed = if named { options.decks.clone() } else { shipped_decks() };
        let mut decks = Vec::new();
        let mut illegal = None;
        for (number, deck) in (1..).zip(listed) {
            let faults = limits.faults(&deck, &set);
            if faults.is_empty() {
                decks.push(deck);
            } else if illegal.is_none() {
                let faults: Vec<Text> = faults.into_iter().map(|fault| fault.text).collect();
                illegal = Some(Refusal::new("skirmish-bad-deck").arg("deck", number).arg("faults", faults));
            }
        }
        match illegal {
            Some(refusal) if named || decks.is_empty() => Err(refusal),
            _ => Ok(DeckChoice { set, decks, neutral: limits.neutral }),
        }
    }

    /// The number of cards of a deck, and its provisions.
    pub(crate) fn size(&self, deck: &DeckFile) -> (i64, i64) {
        let cost = |(id, number): (&Id, &i64)| self.set.card(id).map_or(0, |card| card.provisions * number);
        (deck.cards.values().sum(), deck.cards.iter().map(cost).sum())
    }
}

impl Skirmish {
    /// Records the choice of a player; it is hidden until both have chosen.
    pub(crate) fn choose(&mut self, seat: Seat, deck: u8, step: &mut StepContext) {
        self.chosen[seat.index()] = Some(deck);
        if self.chosen.iter().all(Option::is_some) {
            self.phase = Phase::Deal;
        }
        step.tell(|| Event::new("skirmish-event-chooses").arg("who", seat));
    }

    /// Puts both decks onto their piles. From now on both players' decks are public.
    pub(crate) fn muster(&mut self, step: &mut StepContext) {
        let Some(muster) = self.muster.take() else { return };
        let chosen = self.chosen.map(|deck| &*muster.decks[usize::from(deck.unwrap_or_default())]);
        self.game_cards = Arc::new(GameCards::of(&muster.set, &chosen));
        fill(&mut self.zones, &self.game_cards, chosen, muster.neutral);
        self.armies = chosen.map(|deck| deck.name.clone());
        self.chosen = [None, None];
        for seat in Seat::all(2) {
            let army = &self.armies[seat.index()];
            step.tell(|| {
                let event = Event::new("skirmish-event-army").arg("who", seat);
                event.arg("army", crate::deck::local(army)).announce()
            });
        }
    }

    /// Redraws every choice that the viewer cannot know.
    pub(crate) fn resample_choice(&mut self, viewer: Viewer, luck: &mut Luck) {
        let Some(muster) = &self.muster else { return };
        let decks = muster.decks.len() as u64;
        for seat in Seat::all(2).filter(|seat| viewer != Viewer::Seat(*seat)) {
            if let Some(deck) = &mut self.chosen[seat.index()] {
                *deck = luck.below(decks) as u8;
            }
        }
    }
}

fn fill(zones: &mut Zones<At, Face>, game_cards: &GameCards, decks: [&DeckFile; 2], neutral: bool) {
    for (seat, deck) in Seat::all(2).zip(decks) {
        zones.fill(At::Draw(seat), Deck(seat.index() as u8), faces(game_cards, &deck.cards));
        if neutral {
            zones.fill(At::Neutral, NEUTRAL, faces(game_cards, &deck.neutral));
        }
    }
}

fn faces<'a>(game_cards: &'a GameCards, list: &'a BTreeMap<Id, i64>) -> impl Iterator<Item = Face> + 'a {
    list.iter().flat_map(|(id, &number)| {
        let card = game_cards.find(id);
        card.into_iter().flat_map(move |card| (0..number).map(move |_| Face::new(card)))
    })
}
