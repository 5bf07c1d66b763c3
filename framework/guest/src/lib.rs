//! Makes a plugin of a game with one line: a wasm component, or a native library, from the same source.
//!
//! A crate with a game adds a feature and a line:
//!
//! ```toml
//! [features]
//! plugin = ["dep:parlor-guest"]
//! ```
//!
//! ```ignore
//! #[cfg(feature = "plugin")]
//! parlor_guest::plugin!(ConnectFour);
//! ```
//!
//! and `parlor build <crate> --wasm` or `--native` makes a plugin folder of it.
//! The plugin's functions are implemented once, in terms of the kit, and can be called without a host:
//!
//! ```
//! # use parlor_kit::*;
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Clone, Serialize, Deserialize)]
//! # struct Nim { stones: u8, next: Seat }
//! # #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! # #[serde(deny_unknown_fields)]
//! # struct Take { stones: u8 }
//! # impl Game for Nim {
//! #     type Options = NoOptions;
//! #     type Action = Take;
//! #     fn new(_: &NoOptions, _: usize, luck: &mut Luck) -> Result<Self, Refusal> {
//! #         Ok(Nim { stones: 10 + luck.below(10) as u8, next: Seat::new(0) })
//! #     }
//! #     fn turn(&self) -> Turn { Turn::Act(self.next.into()) }
//! #     fn actions(&self, seat: Seat, out: &mut Vec<Take>) {
//! #         if seat == self.next { out.extend((1..=3).map(|stones| Take { stones })); }
//! #     }
//! #     fn act(&mut self, _: Seat, take: &Take, _: &mut StepContext) -> Result<(), Refusal> {
//! #         self.stones -= take.stones;
//! #         self.next = self.next.other();
//! #         Ok(())
//! #     }
//! #     fn scene(&self, _: Viewer, _: &mut Scene) {}
//! #     fn gesture(&self, _: Seat, take: &Take) -> Gesture { Gesture::amount(take.stones) }
//! # }
//! use parlor_guest::{Failure, GameFunctions};
//!
//! // Luck comes from the host; a game that needs more than it got asks for more.
//! assert!(matches!(GameFunctions::<Nim>::setup("{}", 2, vec![]), Err(Failure::MoreLuck)));
//! let begun = GameFunctions::<Nim>::setup("{}", 2, vec![7]).unwrap();
//! assert_eq!(begun.luck_used, 1);
//! assert_eq!(GameFunctions::<Nim>::actions(&begun.state, 0)[2], r#"{"stones":3}"#);
//! let next = GameFunctions::<Nim>::act(&begun.state, 0, r#"{"stones":3}"#, vec![], true).unwrap();
//! assert_eq!(next.state, br#"{"stones":7,"next":1}"#);
//! ```
//!
//! A bot needs as little: it implements [`Bot`], and `parlor_guest::bot!(MyBot);` makes a plugin of its
//! crate, which has a `bot.toml` instead of a `game.toml`.

#[cfg(all(feature = "memory", target_family = "wasm", not(target_feature = "atomics")))]
mod allocator;
mod bot;
#[cfg(target_family = "wasm")]
mod bot_component;
#[cfg(target_family = "wasm")]
mod component;
mod contract;
mod encoding;
mod game_functions;
mod json_writer;
mod native_library;
mod scene_writer;
mod types;

pub use bot::{Bot, Question};
pub use contract::{CONTRACT, FUNCTIONS, Function};
pub use encoding::{Encode, decode, encode};
pub use game_functions::GameFunctions;
pub use native_library::{ABI, Buffer, Call, Library, SYMBOL, SYMBOL_OF_0_1, Slice, status};
pub use types::{Failure, FallbackChoice, GameStatus, Step, WireContentFault, WireTurn, WireViewer};

#[cfg(target_family = "wasm")]
#[doc(hidden)]
pub use bot_component::{BotComponent, bot_bindings};
#[cfg(target_family = "wasm")]
#[doc(hidden)]
pub use component::{Component, Export, bindings};
#[doc(hidden)]
pub use native_library::table;

/// Makes the crate a plugin with this game, which implements [`parlor_kit::Game`].
#[macro_export]
macro_rules! plugin {
    ($game:ty) => {
        /// The entry point of the native library.
        #[cfg(not(target_family = "wasm"))]
        #[allow(unsafe_code, reason = "a host finds the table by its name")]
        #[unsafe(no_mangle)]
        pub extern "C" fn parlor_game_2() -> *const $crate::Library {
            static TABLE: $crate::Library = $crate::table::<$game>();
            &TABLE
        }

        #[cfg(target_family = "wasm")]
        #[allow(unsafe_code, missing_docs, reason = "written by the generator of bindings")]
        mod parlor_component {
            use super::*;
            type Plugin = $crate::Component<$game>;
            $crate::bindings::export_component!(Plugin with_types_in $crate::bindings);
        }
    };
}

/// Makes the crate a plugin with this bot, which implements [`Bot`]. Bots are wasm components only.
#[macro_export]
macro_rules! bot {
    ($bot:ty) => {
        #[cfg(target_family = "wasm")]
        #[allow(unsafe_code, missing_docs, reason = "written by the generator of bindings")]
        mod parlor_component {
            use super::*;
            type Plugin = $crate::BotComponent<$bot>;
            $crate::bot_bindings::export_component!(Plugin with_types_in $crate::bot_bindings);
        }
    };
}
