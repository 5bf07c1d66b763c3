//! Card zones (decks, piles, hands, rows) that track which viewers see and know each card.
//!
//! A card game keeps its cards in [`Zones`] and moves them between zones. What a viewer sees, what a viewer
//! remembers, and how a world that looks the same to a viewer is drawn for search and for checks, all follow
//! from the zones: the author implements neither hiding nor `resample`.
//!
//! - Who **sees** a card follows from its zone's [`Sight`] and from what was [revealed](Zones::reveal).
//! - Who **knows** a card: each viewer who has seen it and could follow it since. A card taken openly into a
//!   hand is known to lie there, though other viewers no longer see it. A [shuffle](Zones::shuffle) ends all
//!   that; only the set of shuffled cards stays known, if every viewer knew them before.
//! - A card that a viewer sees has the piece id of its [`Handle`], wherever it goes, so that the page shows
//!   it moving. A card that a viewer does not see has the id of its place, and its back. Handles change with
//!   every shuffle, so that a viewer cannot tell where a card went or when it was drawn.
//!
//! ```
//! use parlor_kit::{*, cards::*};
//! use serde::{Deserialize, Serialize};
//!
//! /// Where cards can lie.
//! #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
//! enum At { Draw, Discard, Hand(Seat) }
//!
//! /// How cards look: the number, and what the zones are called.
//! struct Numbers;
//! impl CardLook<At, u8> for Numbers {
//!     fn title(&self, at: At) -> Option<Text> {
//!         Some(match at {
//!             At::Draw => Text::new("draw-pile"),
//!             At::Discard => Text::new("discard-pile"),
//!             At::Hand(seat) => Text::new("hand-of").arg("seat", seat),
//!         })
//!     }
//!     fn front(&self, card: &Card<u8>, piece: Piece) -> Piece {
//!         piece.label(card.face.to_string())
//!     }
//! }
//!
//! let mut luck = Luck::fast(1);
//! let mut zones: Zones<At, u8> = Zones::new(&mut luck);
//! zones.add(At::Draw, Zone::pile("draw"));
//! zones.add(At::Discard, Zone::pile("discard").sight(Sight::Top));
//! for seat in Seat::all(2) {
//!     zones.add(At::Hand(seat), Zone::fan(format!("hand-{seat}")).owner(seat));
//! }
//! zones.fill(At::Draw, Deck(0), 1..=20);
//! zones.shuffle(At::Draw, &mut luck);
//! for seat in Seat::all(2) {
//!     zones.deal(At::Draw, At::Hand(seat), 5);
//! }
//! let (me, other) = (Seat::new(0), Seat::new(1));
//! let card = zones.cards(At::Hand(me))[2].handle;
//! let card = zones.put(card, At::Discard, ZonePosition::Top).unwrap();
//!
//! // Every viewer sees the discarded card; only its owner sees a hand.
//! let mut scene = Scene::new();
//! zones.scene(Viewer::Seat(other), &mut scene, &Numbers);
//! assert!(scene.pieces.contains_key(&card.id()));
//! assert_eq!(scene.pieces["hand-0.3"].look, "card-back");
//!
//! // A world that looks the same to the other player: this is all a game's `resample` has to do.
//! let mut twin = zones.clone();
//! twin.resample(Viewer::Seat(other), &mut luck);
//! let mut same = Scene::new();
//! twin.scene(Viewer::Seat(other), &mut same, &Numbers);
//! assert_eq!(scene, same);
//! assert_ne!(twin, zones);
//! ```

mod card;
mod handles;
mod knowledge;
mod moves;
mod resample;
mod scene;
mod shuffle_pools;
mod viewers;
mod zone;
mod zones;

#[cfg(test)]
mod tests;

pub use card::{Card, Deck, Face, Handle};
pub use moves::ZonePosition;
pub use scene::CardLook;
pub use viewers::Viewers;
pub use zone::{Layout, Sight, Zone};
pub use zones::{ZoneKey, Zones};
