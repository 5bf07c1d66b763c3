//! Decks, and the limits that make one legal.

use crate::{CardEntry, CardSet, DeckFile, Words};
use parlor_kit::{Arg, ContentFault, Id, Text, content::pointer};
use std::collections::BTreeMap;

/// The most cards a deck can have at any table; bounds the length of a game.
pub const MAX_DECK_CARDS: i64 = 60;
/// How many cards a neutral deck has.
pub const NEUTRAL_CARDS: i64 = 3;

/// The limits of decks at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The fewest cards.
    pub least_cards: i64,
    /// The most provisions of all cards together.
    pub provisions: i64,
    /// The most gold cards; none of them twice.
    pub gold: i64,
    /// The most silver cards; each at most twice.
    pub silver: i64,
    /// Whether there is a neutral deck.
    pub neutral: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { least_cards: 25, provisions: 200, gold: 3, silver: 6, neutral: true }
    }
}

impl Limits {
    /// The widest limits of any table: a deck that violates them is never legal.
    pub const WIDEST: Limits =
        Limits { least_cards: 10, provisions: 500, gold: 10, silver: 20, neutral: true };

    /// Every fault of a deck; empty if it is legal.
    pub fn faults(&self, deck: &DeckFile, set: &CardSet) -> Vec<ContentFault> {
        let mut faults = Vec::new();
        match set.factions.get(&deck.faction) {
            None => {
                let text = Text::new("skirmish-deck-faction").arg("faction", deck.faction.clone());
                faults.push(ContentFault::new("/faction", text));
            }
            Some(faction) if faction.neutral => {
                faults.push(ContentFault::new("/faction", Text::new("skirmish-deck-neutral-army")));
            }
            Some(_) => {}
        }
        let army = known(("/cards", &deck.cards), set, &mut faults);
        let mut sum = |wrong: bool, text: Text| {
            if wrong {
                faults.push(ContentFault::new("/cards", text));
            }
        };
        let total: i64 = army.iter().map(|(_, number)| number).sum();
        let provisions: i64 = army.iter().map(|(card, number)| card.provisions * number).sum();
        let few = Text::new("skirmish-deck-few").arg("cards", total).arg("least", self.least_cards);
        sum(total < self.least_cards, few);
        let many = Text::new("skirmish-deck-many").arg("cards", total).arg("most", MAX_DECK_CARDS);
        sum(total > MAX_DECK_CARDS, many);
        let dear = Text::new("skirmish-deck-provisions").arg("sum", provisions).arg("most", self.provisions);
        sum(provisions > self.provisions, dear);
        let of_level = |level: i64| -> i64 {
            army.iter().filter(|(card, _)| card.level == level).map(|(_, number)| number).sum()
        };
        for (level, most, key) in
            [(3, self.gold, "skirmish-deck-gold"), (2, self.silver, "skirmish-deck-silver")]
        {
            sum(of_level(level) > most, Text::new(key).arg("cards", of_level(level)).arg("most", most));
        }
        for (card, number) in &army {
            let at = pointer("/cards", &card.id);
            let most = match card.level {
                3 => 1,
                2 => 2,
                _ => 4,
            };
            if *number > most {
                let often = Text::new("skirmish-deck-often").arg("card", local(&card.name));
                faults.push(ContentFault::new(&at, often.arg("cards", *number).arg("most", most)));
            }
            if card.faction != deck.faction {
                let foreign = Text::new("skirmish-deck-foreign").arg("card", local(&card.name));
                faults.push(ContentFault::new(&at, foreign));
            }
        }
        self.neutral_faults(deck, set, &mut faults);
        faults
    }

    fn neutral_faults(&self, deck: &DeckFile, set: &CardSet, faults: &mut Vec<ContentFault>) {
        // At a table without neutral cards those of the deck are ignored.
        if !self.neutral {
            return;
        }
        let neutral = known(("/neutral", &deck.neutral), set, faults);
        let total: i64 = neutral.iter().map(|(_, number)| number).sum();
        if total != NEUTRAL_CARDS {
            let text = Text::new("skirmish-deck-neutral").arg("cards", total).arg("exactly", NEUTRAL_CARDS);
            faults.push(ContentFault::new("/neutral", text));
        }
        for (card, _) in neutral.iter().filter(|(card, _)| !set.is_neutral(card)) {
            let text = Text::new("skirmish-deck-not-neutral").arg("card", local(&card.name));
            faults.push(ContentFault::new(pointer("/neutral", &card.id), text));
        }
    }
}

/// The cards of a list that exist, with their numbers; faults for the others.
fn known<'a>(
    (at, list): (&str, &BTreeMap<Id, i64>),
    set: &'a CardSet,
    faults: &mut Vec<ContentFault>,
) -> Vec<(&'a CardEntry, i64)> {
    let mut cards = Vec::new();
    for (id, &number) in list {
        let place = || pointer(at, id);
        match set.card(id) {
            None => {
                let unknown = Text::new("skirmish-deck-unknown").arg("card", id.clone());
                faults.push(ContentFault::new(place(), unknown));
            }
            Some(_) if !(1..=MAX_DECK_CARDS).contains(&number) => {
                let strange = Text::new("skirmish-deck-number").arg("card", id.clone());
                faults.push(ContentFault::new(place(), strange.arg("cards", number)));
            }
            Some(card) => cards.push((card, number)),
        }
    }
    cards
}

/// Words that content brings along, as an argument.
pub(crate) fn local(words: &Words) -> Arg {
    Arg::Local(words.clone())
}
