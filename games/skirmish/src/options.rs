//! The options of a table.

use crate::{CardSet, DeckFile, Fault, Limits, SetFile, card_set::read_part, read_deck};
use parlor_kit::Refusal;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// The options of a table. Absent fields have their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The cards and rules to play with.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>", extend("x-content" = "set"))]
    pub set: Arc<SetFile>,
    /// More cards and rules, which belong to the set as if they stood in it.
    #[schemars(schema_with = "list_of_sets")]
    pub expansions: Vec<Arc<SetFile>>,
    /// The decks players choose from; if there are none, the shipped ones that are legal at this table.
    #[schemars(schema_with = "list_of_decks")]
    pub decks: Vec<Arc<DeckFile>>,
    /// How many cards each player draws before the second and the third round.
    #[schemars(range(min = 0, max = 5))]
    pub reinforcements: u8,
    /// Whether neutral cards are played with.
    pub neutral: bool,
    /// Which units without strength are asleep.
    pub zero_strength: ZeroStrength,
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

/// Which units without strength are asleep: they cannot act, and none of their passive rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum ZeroStrength {
    /// Those whose strength a malus took.
    #[default]
    ByMalus,
    /// All of them, also those with a printed 0.
    Literal,
}

/// The most decks that can be chosen from.
pub const MOST_DECKS: usize = 20;
/// The most expansions of a card set.
pub const MOST_EXPANSIONS: usize = 5;

fn list_of_decks(_: &mut SchemaGenerator) -> Schema {
    list_of("deck", MOST_DECKS)
}

fn list_of_sets(_: &mut SchemaGenerator) -> Schema {
    list_of("set", MOST_EXPANSIONS)
}

/// The schema of a list of content, each chosen by its name.
fn list_of(kind: &str, most: usize) -> Schema {
    json_schema!({ "type": "array", "maxItems": most, "items": { "type": "object", "x-content": kind } })
}

macro_rules! shipped {
    ($folder:literal: $($file:literal)*) => {
        [$(($file, include_str!(concat!("../../../assets/skirmish/", $folder, "/", $file)))),*]
    };
}

/// The shipped cards and decks are parsed once: they are compiled in and never change.
static STANDARD: LazyLock<Arc<SetFile>> = LazyLock::new(|| {
    let files = shipped!("sets/standard": "armies.toml" "passive.toml" "active.toml" "humans-dwarves.toml"
        "elves-monsters.toml" "neutral.toml");
    let mut whole = SetFile::default();
    for (file, text) in files {
        let part = read_part(file, text).unwrap_or_else(|fault| panic!("the shipped set: {fault}"));
        whole.races.extend(part.races);
        whole.factions.extend(part.factions);
        whole.rules.extend(part.rules);
        whole.tokens.extend(part.tokens);
        whole.cards.extend(part.cards);
    }
    Arc::new(whole)
});

static DECKS: LazyLock<Vec<Arc<DeckFile>>> = LazyLock::new(|| {
    let files = shipped!("decks": "empire.toml" "holy-army.toml" "dwarf-king.toml" "wild-dwarves.toml"
        "high-elves.toml" "wood-elves.toml" "beasts.toml" "spirits.toml");
    let deck = |(file, text)| read_deck(file, text).unwrap_or_else(|fault| panic!("a shipped deck: {fault}"));
    files.into_iter().map(deck).map(Arc::new).collect()
});

/// The shipped card set, put together from its files.
pub fn standard_set() -> SetFile {
    (**STANDARD).clone()
}

/// The shipped decks, one for each army.
pub fn shipped_decks() -> Vec<Arc<DeckFile>> {
    DECKS.clone()
}

impl Default for Options {
    fn default() -> Options {
        let limits = Limits::default();
        Options {
            set: STANDARD.clone(),
            expansions: Vec::new(),
            decks: Vec::new(),
            reinforcements: 0,
            neutral: limits.neutral,
            zero_strength: ZeroStrength::default(),
            least_cards: limits.least_cards as u8,
            provisions: limits.provisions as u16,
            gold: limits.gold as u8,
            silver: limits.silver as u8,
        }
    }
}

impl Options {
    /// The limits of decks at this table.
    pub fn limits(&self) -> Limits {
        Limits {
            least_cards: self.least_cards.into(),
            provisions: self.provisions.into(),
            gold: self.gold.into(),
            silver: self.silver.into(),
            neutral: self.neutral,
        }
    }

    /// The card set with its expansions, validated.
    pub fn card_set(&self) -> Result<CardSet, Vec<Fault>> {
        let names: Vec<String> = (1..=self.expansions.len()).map(|n| format!("expansion {n}")).collect();
        let more = names.iter().map(String::as_str).zip(self.expansions.iter().map(|part| &**part));
        let parts: Vec<(&str, &SetFile)> = std::iter::once(("set", &*self.set)).chain(more).collect();
        CardSet::check(parts)
    }

    /// Refuses numbers outside what the form allows; a program may send any.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let numbers = [
            ("reinforcements", i64::from(self.reinforcements), 0, 5),
            ("least_cards", self.least_cards.into(), 10, 40),
            ("provisions", self.provisions.into(), 50, 500),
            ("gold", self.gold.into(), 0, 10),
            ("silver", self.silver.into(), 0, 20),
            ("expansions", self.expansions.len() as i64, 0, MOST_EXPANSIONS as i64),
            ("decks", self.decks.len() as i64, 0, MOST_DECKS as i64),
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
