//! Well-known games with simple rules, for benchmarks and comparisons with other systems.
//!
//! They are not installed in the lobby, but they are complete games: each passes the laws, and bots play it.
//!
//! ```
//! use classics::TicTacToe;
//! use parlor_kit::{Cell, Game, Luck, Seat, StepContext, Turn};
//!
//! let mut game = TicTacToe::new(&Default::default(), 2, &mut Luck::fast(1))?;
//! let mut step = StepContext::silent(Luck::fast(1));
//! for (seat, x, y) in [(0, 1, 1), (1, 0, 1), (0, 0, 0), (1, 0, 2), (0, 2, 2)] {
//!     game.act(Seat::new(seat), &Cell::new(x, y), &mut step)?;
//! }
//! let Turn::Over(outcome) = game.turn() else { panic!("a line of three ends the game") };
//! assert_eq!(outcome.winners().only(), Some(Seat::new(0)));
//! # Ok::<(), parlor_kit::Refusal>(())
//! ```

mod bits;
mod bundle;
mod hex;
mod reversi;
mod tic_tac_toe;

pub use bundle::{games, hex, reversi, tic_tac_toe};
pub use hex::Hex;
pub use reversi::Reversi;
pub use tic_tac_toe::TicTacToe;
