//! Snails: two snails cover a garden with slime, and the player who covers more of it wins.
//!
//! The rules are a pure value, [`Snails`], which implements [`Game`](parlor_kit::Game).
//! With the feature `module` (a default) the crate also holds the game's files and gives [`rules`] to a host.
//!
//! ```
//! use parlor_kit::{Game, Luck, StepContext};
//! use snails::{Action, Direction, Options, Player, Snails};
//!
//! // Luck decides who begins; here it is player 1.
//! let mut game = Snails::new(&Options::default(), 2, &mut Luck::forced([0]))?;
//! let mut step = StepContext::listening(Luck::fast(1));
//! game.proceed(&mut step); // announces the first turn
//!
//! let (one, two) = (Player::One.seat(), Player::Two.seat());
//! game.act(one, &Action::Move(Direction::Right), &mut step)?;
//! game.act(two, &Action::Miss, &mut step)?;
//! assert_eq!(game.board().score(Player::One), 2);
//!
//! let refusal = game.act(two, &Action::Miss, &mut step).unwrap_err();
//! assert_eq!(refusal.code(), "not-your-turn");
//! # Ok::<(), parlor_kit::Refusal>(())
//! ```

mod action;
mod board;
mod estimate;
mod map;
mod notation;
mod options;
#[cfg(feature = "module")]
mod package;
mod rules;
mod scene;
mod settings;

pub use action::{Action, Direction};
pub use board::{Board, BoardError, MAX_EDGE, MoveResult, Obstacle, Player, Tile};
pub use map::{Limits, MapFile, MapSize};
pub use options::{MAX_PATIENCE, Options};
#[cfg(feature = "module")]
pub use package::{SnailsModule, package, rules, shipped_settings};
pub use rules::Snails;
pub use settings::{Settings, Warning};

#[cfg(feature = "plugin")]
parlor_guest::plugin!(Snails);
