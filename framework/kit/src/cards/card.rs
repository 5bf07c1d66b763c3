//! A single card.

use super::Viewers;
use crate::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is printed on a card. No viewer can tell apart cards with equal faces.
pub trait Face: Clone + PartialEq {}
impl<F: Clone + PartialEq> Face for F {}

/// A card: its face, and the viewers who know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card<F> {
    /// What is printed on it.
    pub face: F,
    /// The card's identifier until the next shuffle; actions name cards by it.
    pub handle: Handle,
    /// The deck it belongs to. Every viewer can tell it from the card's back.
    #[serde(default, skip_serializing_if = "is_default")]
    pub deck: Deck,
    /// The viewers who have seen the card and could follow it since, including the ones who see it now.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) known: Viewers,
    /// The viewers who are shown the card beyond what its zone shows.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) shown: Viewers,
    /// The cards of its deck that it was last shuffled together with: a viewer who does not know the card
    /// only knows that it is one of these.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) pool: u16,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A card's identifier until the next shuffle. It reveals nothing about the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Handle(pub(super) u32);

impl Handle {
    /// The piece id of the card in the scene of a viewer who sees it.
    pub fn id(self) -> Id {
        smol_str::format_smolstr!("card-{}", self.0)
    }
}

/// A deck whose cards never mix with those of other decks: `resample` never exchanges cards between decks.
/// Each deck has its own back, so every viewer can tell the deck of every card.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Deck(pub u8);
