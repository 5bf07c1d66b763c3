//! What can be chosen for a table of Skirmish.

use crate::{DeckFile, Limits, SetFile, read_deck, set::read_part};
use parlor_kit::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The options of a table. What is left out has its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The cards and rules to play with.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>", extend("x-content" = "set"))]
    pub set: Arc<SetFile>,
    /// The deck of the first seat.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>", extend("x-content" = "deck"))]
    pub deck_one: Arc<DeckFile>,
    /// The deck of the second seat.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>", extend("x-content" = "deck"))]
    pub deck_two: Arc<DeckFile>,
    /// How many cards everybody draws before the second and the third round.
    #[schemars(range(min = 0, max = 5))]
    pub reinforcements: u8,
    /// Whether neutral cards are played with.
    pub neutral: bool,
    /// The fewest cards of a deck.
    #[schemars(range(min = 10, max = 40))]
    pub least_cards: u8,
    /// The most provisions of a deck.
    #[schemars(range(min = 50, max = 500))]
    pub provisions: u16,
    /// The most gold cards of a deck.
    #[schemars(range(min = 0, max = 10))]
    pub gold: u8,
    /// The most silver cards of a deck.
    #[schemars(range(min = 0, max = 20))]
    pub silver: u8,
}

/// The files of the shipped card set.
pub(crate) const STANDARD: [(&str, &str); 6] = [
    ("armies.toml", include_str!("../../../assets/skirmish/sets/standard/armies.toml")),
    ("passive.toml", include_str!("../../../assets/skirmish/sets/standard/passive.toml")),
    ("active.toml", include_str!("../../../assets/skirmish/sets/standard/active.toml")),
    ("humans-dwarves.toml", include_str!("../../../assets/skirmish/sets/standard/humans-dwarves.toml")),
    ("elves-monsters.toml", include_str!("../../../assets/skirmish/sets/standard/elves-monsters.toml")),
    ("neutral.toml", include_str!("../../../assets/skirmish/sets/standard/neutral.toml")),
];

/// The shipped card set, put together from its files.
pub fn standard_set() -> SetFile {
    let mut whole = SetFile::default();
    for (file, text) in STANDARD {
        let part = read_part(file, text).unwrap_or_else(|fault| panic!("the shipped set: {fault}"));
        whole.races.extend(part.races);
        whole.factions.extend(part.factions);
        whole.rules.extend(part.rules);
        whole.tokens.extend(part.tokens);
        whole.cards.extend(part.cards);
    }
    whole
}

impl Default for Options {
    fn default() -> Options {
        let deck = include_str!("../../../assets/skirmish/decks/empire.toml");
        let deck = read_deck("empire.toml", deck).unwrap_or_else(|fault| panic!("the shipped deck: {fault}"));
        let deck = Arc::new(deck);
        let limits = Limits::default();
        Options {
            set: Arc::new(standard_set()),
            deck_one: deck.clone(),
            deck_two: deck,
            reinforcements: 0,
            neutral: limits.neutral,
            least_cards: limits.least_cards as u8,
            provisions: limits.provisions as u16,
            gold: limits.gold as u8,
            silver: limits.silver as u8,
        }
    }
}

impl Options {
    /// What decks may hold at this table.
    pub fn limits(&self) -> Limits {
        Limits {
            least_cards: self.least_cards.into(),
            provisions: self.provisions.into(),
            gold: self.gold.into(),
            silver: self.silver.into(),
            neutral: self.neutral,
        }
    }

    /// Refuses numbers outside what the form allows; a program may send any.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let numbers = [
            ("reinforcements", i64::from(self.reinforcements), 0, 5),
            ("least_cards", self.least_cards.into(), 10, 40),
            ("provisions", self.provisions.into(), 50, 500),
            ("gold", self.gold.into(), 0, 10),
            ("silver", self.silver.into(), 0, 20),
        ];
        for (name, value, least, most) in numbers {
            if !(least..=most).contains(&value) {
                let reason = format!("{value} ({least}–{most})");
                return Err(Refusal::new("options-out-of-range").arg("name", name).arg("reason", reason));
            }
        }
        Ok(())
    }
}
