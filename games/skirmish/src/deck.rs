//! Decks, and what makes one legal.

use crate::{CardFile, CardSet, DeckFile, Words};
use parlor_kit::{Arg, Id, Text};
use std::collections::BTreeMap;

/// The most cards a deck can have at any table: it keeps every game finite.
pub const MOST_CARDS: i64 = 60;
/// How many cards a neutral deck has.
pub const NEUTRAL_CARDS: i64 = 3;

/// What a deck may hold at a table.
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
    /// Everything that is wrong with a deck; nothing if it is legal.
    pub fn faults(&self, deck: &DeckFile, set: &CardSet) -> Vec<Text> {
        let mut faults = Vec::new();
        match set.factions.get(&deck.faction) {
            None => {
                faults.push(Text::new("skirmish-deck-faction").arg("faction", deck.faction.clone()));
            }
            Some(faction) if faction.neutral => faults.push(Text::new("skirmish-deck-neutral-army")),
            Some(_) => {}
        }
        let army = known(&deck.cards, set, &mut faults);
        let total: i64 = army.iter().map(|(_, number)| number).sum();
        let provisions: i64 = army.iter().map(|(card, number)| card.provisions * number).sum();
        if total < self.least_cards {
            let few = Text::new("skirmish-deck-few").arg("cards", total);
            faults.push(few.arg("least", self.least_cards));
        }
        if total > MOST_CARDS {
            faults.push(Text::new("skirmish-deck-many").arg("cards", total).arg("most", MOST_CARDS));
        }
        if provisions > self.provisions {
            let dear = Text::new("skirmish-deck-provisions").arg("sum", provisions);
            faults.push(dear.arg("most", self.provisions));
        }
        let of_level = |level: i64| -> i64 {
            army.iter().filter(|(card, _)| card.level == level).map(|(_, number)| number).sum()
        };
        for (level, most, key) in
            [(3, self.gold, "skirmish-deck-gold"), (2, self.silver, "skirmish-deck-silver")]
        {
            if of_level(level) > most {
                faults.push(Text::new(key).arg("cards", of_level(level)).arg("most", most));
            }
        }
        for (card, number) in &army {
            let most = match card.level {
                3 => 1,
                2 => 2,
                _ => 4,
            };
            if *number > most {
                let often = Text::new("skirmish-deck-often").arg("card", local(&card.name));
                faults.push(often.arg("cards", *number).arg("most", most));
            }
            if card.faction != deck.faction {
                faults.push(Text::new("skirmish-deck-foreign").arg("card", local(&card.name)));
            }
        }
        self.neutral_faults(deck, set, &mut faults);
        faults
    }

    fn neutral_faults(&self, deck: &DeckFile, set: &CardSet, faults: &mut Vec<Text>) {
        // At a table without neutral cards those of the deck stay in the box.
        if !self.neutral {
            return;
        }
        let neutral = known(&deck.neutral, set, faults);
        let total: i64 = neutral.iter().map(|(_, number)| number).sum();
        if total != NEUTRAL_CARDS {
            faults.push(Text::new("skirmish-deck-neutral").arg("cards", total).arg("exactly", NEUTRAL_CARDS));
        }
        for (card, _) in neutral.iter().filter(|(card, _)| !set.is_neutral(card)) {
            faults.push(Text::new("skirmish-deck-not-neutral").arg("card", local(&card.name)));
        }
    }
}

/// The cards of a list that exist, with their numbers; faults for the others.
fn known<'a>(list: &BTreeMap<Id, i64>, set: &'a CardSet, faults: &mut Vec<Text>) -> Vec<(&'a CardFile, i64)> {
    let mut cards = Vec::new();
    for (id, &number) in list {
        match set.card(id) {
            None => faults.push(Text::new("skirmish-deck-unknown").arg("card", id.clone())),
            Some(_) if !(1..=MOST_CARDS).contains(&number) => {
                let strange = Text::new("skirmish-deck-number").arg("card", id.clone());
                faults.push(strange.arg("cards", number));
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
