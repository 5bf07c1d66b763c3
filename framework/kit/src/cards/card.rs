//! A single card.

use super::Viewers;
use crate::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is printed on a card. Equal faces are cards that nobody can tell apart.
pub trait Face: Clone + PartialEq {}
impl<F: Clone + PartialEq> Face for F {}

/// A card: its face, and who knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card<F> {
    /// What is printed on it.
    pub face: F,
    /// What it is called until the next shuffle; actions name cards by it.
    pub handle: Handle,
    /// The deck it belongs to, as everybody can tell from its back.
    #[serde(default, skip_serializing_if = "is_default")]
    pub deck: Deck,
    /// Who has seen it and could follow it since; whoever sees it now is among them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) known: Viewers,
    /// Who is shown it beyond what its zone shows.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) shown: Viewers,
    /// The cards of its deck that it was last shuffled together with: whoever does not know it
    /// knows no more than that it is one of these.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) pool: u16,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What a card is called until the next shuffle. It tells nothing about the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Handle(pub(super) u32);

impl Handle {
    /// The piece id of the card in the scene of a viewer who sees it.
    pub fn id(self) -> Id {
        smol_str::format_smolstr!("card-{}", self.0)
    }
}

/// A deck whose cards never mix with others': what a viewer does not know of one deck is never drawn from another.
/// Each deck has its own back, so everybody can tell the deck of every card.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Deck(pub u8);
