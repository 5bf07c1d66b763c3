//! Deserts of Dune: two great houses fight for the spice among wandering dunes, a storm and a worm.
//!
//! The rules are a pure value, [`Dune`], which implements [`Game`](parlor_kit::Game).
//! A match is made from a scenario ([`ScenarioFile`]) and a match configuration ([`MatchConfig`]).
//! With the feature `module` (a default) the crate also holds the game's files and gives [`rules`] to a host.
//!
//! ```
//! use dune::{Action, Dune, Options, Phase};
//! use parlor_kit::{Game, Luck, Seat, StepContext, Turn};
//!
//! let mut game = Dune::new(&Options::default(), 2, &mut Luck::fast(1))?;
//! let mut step = StepContext::listening(Luck::fast(2));
//! for seat in Seat::all(2) {
//!     let mut houses = Vec::new();
//!     game.actions(seat, &mut houses); // both choose at the same time
//!     game.act(seat, &houses[0], &mut step)?;
//! }
//! while game.turn() == Turn::Table {
//!     game.proceed(&mut step); // one phase after the other
//! }
//! assert_eq!((game.phase(), game.round()), (Phase::Turn, 1));
//! assert_eq!(game.characters().len(), 12);
//! # Ok::<(), parlor_kit::Refusal>(())
//! ```

mod action;
mod character;
mod character_actions;
mod creatures;
mod desert_phases;
mod distance_maps;
mod ending;
mod estimate;
mod field_kind;
mod free_fields;
mod house;
mod legal;
mod match_config;
mod movement;
mod offers;
mod options;
#[cfg(feature = "module")]
mod package;
mod round;
mod rules;
mod scenario;
mod scene;
mod state;

pub use action::Action;
pub use character::{Character, Life};
pub use ending::Ending;
pub use field_kind::Field;
pub use house::{CHARACTERS, CharacterClass, House};
pub use match_config::{MAX_INVENTORY, MAX_POINTS, MatchConfig, Stats, party_schema};
pub use options::Options;
#[cfg(feature = "module")]
pub use package::{package, rules};
pub use round::PHASES;
pub use scenario::{Ground, MAX_EDGE, MIN_EDGE, MIN_WALKABLE, ScenarioFile, scenario_schema};
pub use state::{ATOMICS, Active, Dune, Phase, Player, Worm};

/// A fault in a file: the key in it, such as `scenario[2]` or `noble.maxHP`, and the reason.
fn fault(key: impl Into<String>, reason: parlor_kit::Text) -> parlor_kit::ContentFault {
    let key = key.into();
    let at = format!("/{}", key.replace(['[', '.'], "/").replace(']', ""));
    let text = parlor_kit::Text::new("dune-bad-file").arg("key", key).arg("reason", reason);
    parlor_kit::ContentFault::new(at, text)
}

#[cfg(feature = "plugin")]
parlor_guest::plugin!(Dune);
