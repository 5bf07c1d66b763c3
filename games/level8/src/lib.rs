//! Level 8: each player collects cards for the task of their level, lays it out, gets rid of the rest and
//! moves up; the first player to lay out the last level wins.
//!
//! The rules are a pure value, [`Level8`], which implements [`Game`](parlor_kit::Game); its cards lie in the
//! kit's zones, so hiding and `resample` follow from the zones' sight.
//! With the feature `module` (a default) the crate also holds the game's files and gives [`rules`] to a host.
//!
//! ```
//! use level8::{Action, Level8, Options, Source};
//! use parlor_kit::{Game, Luck, StepContext, Turn};
//!
//! let mut luck = Luck::fast(1);
//! let mut game = Level8::new(&Options::default(), 3, &mut luck)?;
//! let mut step = StepContext::listening(luck);
//! game.proceed(&mut step); // deals
//!
//! let first = game.dealer().next(3);
//! assert_eq!(game.turn(), Turn::Act(first.into()));
//! game.act(first, &Action::Take(Source::Draw), &mut step)?;
//!
//! let refusal = game.act(first, &Action::LayOut, &mut step).unwrap_err();
//! assert_eq!(refusal.code(), "level8-incomplete");
//! # Ok::<(), parlor_kit::Refusal>(())
//! ```

mod action;
mod card;
mod estimate;
mod offers;
mod options;
#[cfg(feature = "module")]
mod package;
mod rules;
mod scene;
mod solver;
mod state;
mod table_steps;
mod task;
mod tray;
mod turn;

pub use action::{Action, End, Row, Source};
pub use card::{Colour, Face, HIGHEST, JOKERS, Meaning, SKIPS};
pub use options::{LevelOrder, Options};
#[cfg(feature = "module")]
pub use package::{package, rules};
pub use solver::{Layout, missing, solve};
pub use state::{DEALT, Level8, MAX_HANDS_PER_GAME, MAX_ROUNDS_PER_HAND};
pub use task::{HARD_TASKS, MOST_PARTS, Part, TASKS};
pub use tray::TAKE_BACKS;

#[cfg(feature = "plugin")]
parlor_guest::plugin!(Level8);
