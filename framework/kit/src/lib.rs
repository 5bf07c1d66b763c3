//! Rules of turn-based games as pure values: what a game author implements, and what grid and card games share.
//!
//! Everything here is free of side effects: no clock, no randomness of its own, no input or output.
//! A game is a value that implements [`Game`]; the host owns time, luck, seats, recording and delivery.
//!
//! ```
//! use parlor_kit::*;
//! use serde::{Deserialize, Serialize};
//!
//! /// Two players take one to three stones; the player who takes the last one wins.
//! #[derive(Clone, Serialize, Deserialize)]
//! struct Nim { stones: u8, next: Seat }
//!
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Take { stones: u8 }
//!
//! impl Game for Nim {
//!     type Options = NoOptions;
//!     type Action = Take;
//!
//!     fn new(_: &NoOptions, _seats: usize, luck: &mut Luck) -> Result<Self, Refusal> {
//!         Ok(Nim { stones: 10 + luck.below(10) as u8, next: Seat::new(0) })
//!     }
//!     fn turn(&self) -> Turn {
//!         if self.stones == 0 {
//!             return Turn::Over(Outcome::winner(2, self.next.other(), "nim-last-stone"));
//!         }
//!         Turn::Act(self.next.into())
//!     }
//!     fn actions(&self, seat: Seat, out: &mut Vec<Take>) {
//!         if seat == self.next {
//!             out.extend((1..=self.stones.min(3)).map(|stones| Take { stones }));
//!         }
//!     }
//!     fn act(&mut self, seat: Seat, take: &Take, step: &mut StepContext) -> Result<(), Refusal> {
//!         if seat != self.next {
//!             return Err(Refusal::new("not-your-turn"));
//!         }
//!         if take.stones == 0 || take.stones > self.stones.min(3) {
//!             return Err(Refusal::new("nim-take-one-to-three"));
//!         }
//!         self.stones -= take.stones;
//!         step.tell(|| Event::new("nim-took").arg("stones", take.stones));
//!         self.next = self.next.other();
//!         Ok(())
//!     }
//!     fn scene(&self, _: Viewer, scene: &mut Scene) {
//!         scene.area("heap", Area::panel().line("stones", Text::new("nim-stones"), self.stones));
//!     }
//!     fn gesture(&self, _: Seat, take: &Take) -> Gesture {
//!         Gesture::amount(take.stones).label(Text::new("nim-take").arg("stones", take.stones))
//!     }
//! }
//!
//! let mut luck = Luck::fast(7);
//! let mut game = Nim::new(&NoOptions {}, 2, &mut luck)?;
//! let mut step = StepContext::silent(luck);
//! assert!(game.act(Seat::new(0), &Take { stones: 9 }, &mut step).is_err());
//! game.act(Seat::new(0), &Take { stones: 2 }, &mut step)?;
//! # Ok::<(), Refusal>(())
//! ```

mod bundle;
mod cell;
pub mod content;
mod decimal;
mod erased_rules;
mod event;
mod game;
mod hex_digits;
mod hidden;
mod luck;
mod manifest;
mod offer;
mod options;
mod palette;
mod raw_json;
mod refusal;
mod rules;
mod scene;
mod seat;
mod step_context;
mod text;
mod turn;

pub mod cards;
pub mod grid;

pub use bundle::{Bundle, BundleError, parse_content};
pub use cell::Cell;
pub use content::ContentFault;
pub use decimal::Decimal;
pub use erased_rules::{ErasedAction, ErasedRules, ErasedState};
pub use event::{Audience, Event};
pub use game::{Game, Retirement};
pub use hex_digits::hex_digits;
pub use hidden::Hidden;
pub use luck::{Luck, SecretSeed, mix};
pub use manifest::{
    Along, BotPolicy, ClockPolicy, ContentKind, Countdown, Layer, Look, LostPolicy, Manifest, SeatRange,
    Slips, TablePolicy, Terms,
};
pub use offer::{Gesture, Offer, OfferNode, Offers, Pick, Shortcut};
pub use options::{
    CONTENT_KIND_KEY, HOST_OPTION_KEY, NoOptions, SEED_OPTION_KEY, fill_seeds, options_schema,
    prepare_options,
};
pub use palette::{NO_SHAPE, Palette, SEAT_COLOUR};
pub use raw_json::RawJson;
pub use refusal::Refusal;
pub use rules::{Native, Rules, read_json};
pub use scene::{
    Area, AreaKind, At, Badge, Line, Note, PanelValue, Piece, Scene, SeatPanel, apply_patch, diff,
    scene_schema,
};
pub use seat::{MAX_SEATS, Seat, Seats, Viewer};
pub use step_context::StepContext;
pub use text::{Arg, Id, Text, deserialize_text};
pub use turn::{Outcome, Turn};
