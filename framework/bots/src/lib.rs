//! Computer players for every game, which use only the rules and what their seat may know.
//!
//! A bot never gets the state of a table. It gets an [`Imagined`] one, in which everything its seat cannot
//! know has been resampled, so no bot can cheat.
//!
//! ```
//! use parlor_bots::{Budget, Imagined, make};
//! use parlor_kit::*;
//! use serde::{Deserialize, Serialize};
//! use std::sync::Arc;
//!
//! /// Two players take one to three stones; the player who takes the last one wins.
//! #[derive(Clone, Serialize, Deserialize)]
//! struct Nim { stones: u8, next: Seat }
//! # impl Game for Nim {
//! #     type Options = NoOptions;
//! #     type Action = u8;
//! #     fn new(_: &NoOptions, _: usize, _: &mut Luck) -> Result<Self, Refusal> {
//! #         Ok(Nim { stones: 14, next: Seat::new(0) })
//! #     }
//! #     fn turn(&self) -> Turn {
//! #         match self.stones {
//! #             0 => Turn::Over(Outcome::winner(2, self.next.other(), "nim-last-stone")),
//! #             _ => Turn::Act(self.next.into()),
//! #         }
//! #     }
//! #     fn actions(&self, seat: Seat, out: &mut Vec<u8>) {
//! #         if seat == self.next { out.extend(1..=self.stones.min(3)) }
//! #     }
//! #     fn act(&mut self, _: Seat, take: &u8, _: &mut StepContext) -> Result<(), Refusal> {
//! #         self.stones -= take;
//! #         self.next = self.next.other();
//! #         Ok(())
//! #     }
//! #     fn scene(&self, _: Viewer, _: &mut Scene) {}
//! #     fn gesture(&self, _: Seat, take: &u8) -> Gesture { Gesture::amount(*take) }
//! # }
//! # let manifest = "schema = 1\nid = 'nim'\nversion = '1'\nhidden = false\nseats = { min = 2, max = 2 }\nbound = 20";
//! # let bundle = Bundle::new(Manifest::parse(manifest).unwrap());
//!
//! let rules = Arc::new(Native::<Nim>::new(bundle));
//! let mut luck = Luck::fast(1);
//! let state = rules.setup(&rules.default_options(), 2, &mut luck)?; // 14 stones
//!
//! let mut bot = make::<Native<Nim>>("negamax")?;
//! let view = Imagined::of(&rules, &state, 2, Seat::new(0), &mut luck);
//! let take = bot.choose(&view, &Budget::nodes(50_000), &mut luck);
//! assert_eq!(take, Some(2)); // 12 stones left: the opponent is lost
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alpha_beta;
mod bot;
mod budget;
mod erased_game;
mod greedy;
mod imagined;
mod mcts;
mod move_ordering;
mod negamax;
mod random;
mod rating;
mod score;
mod strength_levels;
mod transposition_table;
mod try_action;

pub use bot::{Bot, BotKind, UnknownBot, kind, kinds, make};
pub use budget::Budget;
pub use erased_game::ErasedGame;
pub use greedy::Greedy;
pub use imagined::Imagined;
pub use mcts::Mcts;
pub use negamax::Negamax;
pub use random::Random;
pub use rating::{Rating, Results, interval};
pub use strength_levels::{BotByStrength, Strength};
