//! Worm race: each player steers their worms over a board of hexagons, and the first with all of them in the
//! hole wins.
//!
//! The rules are a pure value, [`Worms`], which implements [`Game`](parlor_kit::Game).
//! Boards come from files ([`BoardFile`]) or are drawn from a seed ([`generate`]).
//! With the feature `module` (a default) the crate also holds the game's files and gives [`rules`] to a host.
//!
//! ```
//! use parlor_kit::{Cell, Game, Luck, Seat, StepContext};
//! use worms::{Action, BoardFile, Options, Worms};
//!
//! // One row: a worm of two fields, a free field, the hole; the other line-ups are put there for completeness.
//! let board: BoardFile = serde_json::from_str(r##"{
//!     "rows": ["..O..", ".....", "....."],
//!     "lineups": [
//!         [[["1,0", "0,0"]]],
//!         [[["1,0", "0,0"]], [["4,0"]]],
//!         [[["1,0", "0,0"]], [["4,0"]], [["0,1"]]],
//!         [[["1,0", "0,0"]], [["4,0"]], [["0,1"]], [["2,1"]]],
//!         [[["1,0", "0,0"]], [["4,0"]], [["0,1"]], [["2,1"]], [["4,1"]]]
//!     ]
//! }"##)?;
//! let options = Options { board, ..Options::default() };
//! let mut game = Worms::new(&options, 2, &mut Luck::fast(1))?;
//! let mut step = StepContext::listening(Luck::fast(1));
//! game.act(Seat::new(0), &Action::Crawl { worm: 0, to: Cell::new(2, 0) }, &mut step)?;
//! assert_eq!(game.left(Seat::new(0)), 0);
//! assert_eq!(game.turn().outcome().unwrap().places.as_slice(), [1, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod board;
mod board_file;
mod estimate;
mod generate;
mod options;
#[cfg(feature = "module")]
mod package;
mod rules;
mod scene;
mod worm;

pub use action::Action;
pub use board::{Board, Field, MAX_EDGE};
pub use board_file::{BoardFile, LINEUP_COUNT, Layout, LineUp, Team, board_schema};
pub use generate::{Plan, generate};
pub use options::{MAX_ROUNDS, Options};
#[cfg(feature = "module")]
pub use package::{package, rules};
pub use rules::Worms;
pub use worm::Worm;

#[cfg(feature = "plugin")]
parlor_guest::plugin!(Worms);
