//! The file formats of card sets and decks, before validation.

use crate::{Rule, Words};
use parlor_kit::Id;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A card set, or a part of one: several files make one set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SetFile {
    /// Peoples.
    pub races: Vec<RaceFile>,
    /// Armies, each of one people.
    pub factions: Vec<FactionFile>,
    /// Special rules.
    pub rules: Vec<Rule>,
    /// Units that enter play only through rules.
    pub tokens: Vec<TokenFile>,
    /// Cards.
    pub cards: Vec<CardEntry>,
}

/// A people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceFile {
    /// Its name in the files.
    pub id: Id,
    /// Its name.
    pub name: Words,
}

/// An army of a people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactionFile {
    /// Its name in the files.
    pub id: Id,
    /// Its people.
    pub race: Id,
    /// Its name.
    pub name: Words,
    /// The colour of its cards.
    pub colour: Id,
    /// Whether its cards belong to neutral decks: they have no level and no provisions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutral: bool,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardEntry {
    /// Its name in the files.
    pub id: Id,
    /// Its name.
    pub name: Words,
    /// Its army.
    pub faction: Id,
    /// 1 bronze, 2 silver, 3 gold; 0 for neutral cards.
    #[serde(default)]
    pub level: i64,
    /// Its strength at the end of a round.
    pub strength: i64,
    /// The action points it begins with.
    #[serde(default)]
    pub actions: i64,
    /// Its cost in provisions.
    #[serde(default)]
    pub provisions: i64,
    /// The rows it can be played into.
    pub rows: Vec<Id>,
    /// Its special rules.
    #[serde(default)]
    pub rules: Vec<Id>,
    /// The name of the file with its picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<Id>,
}

/// A unit that enters play only through rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenFile {
    /// Its name in the files.
    pub id: Id,
    /// Its name.
    pub name: Words,
    /// Its strength at the end of a round.
    pub strength: i64,
    /// The action points it begins with.
    #[serde(default)]
    pub actions: i64,
    /// The rows it can be put into.
    pub rows: Vec<Id>,
    /// Its special rules.
    #[serde(default)]
    pub rules: Vec<Id>,
}

/// A deck: how many of which cards.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckFile {
    /// Its name.
    pub name: Words,
    /// Its army.
    pub faction: Id,
    /// The army's cards, with their number.
    pub cards: BTreeMap<Id, i64>,
    /// The neutral cards, with their number.
    #[serde(default)]
    pub neutral: BTreeMap<Id, i64>,
}
