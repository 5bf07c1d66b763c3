//! Skirmish: two armies of cards meet in three rows, and the player with the stronger one wins the round;
//! every card, rule, army and deck is data.
//!
//! The rules are a pure value, [`Skirmish`], which implements [`Game`](parlor_kit::Game). Special rules are
//! defined in a small vocabulary of [`Effect`]s, [`EffectShield`]s, [`MoraleFactor`]s and [`Trigger`]s, so that a file can
//! add new ones.
//! With the feature `module` (a default) the crate also holds the game's files and gives [`rules`] to a host.
//!
//! ```
//! use parlor_kit::{Game, Luck, Seats, StepContext, Turn};
//! use skirmish::{Action, Options, Skirmish};
//!
//! let mut luck = Luck::fast(1);
//! let mut game = Skirmish::new(&Options::default(), 2, &mut luck)?;
//! let mut step = StepContext::listening(luck);
//!
//! assert_eq!(game.turn(), Turn::Act(Seats::all(2)), "both choose a deck");
//! for seat in Seats::all(2).iter() {
//!     game.act(seat, &Action::Choose { deck: 0 }, &mut step)?;
//! }
//! game.proceed(&mut step); // shuffles and deals
//!
//! assert_eq!(game.turn(), Turn::Act(Seats::all(2)), "both may swap cards of their first hand");
//! for seat in Seats::all(2).iter() {
//!     game.act(seat, &Action::Keep, &mut step)?;
//! }
//! game.proceed(&mut step); // begins the first round
//! assert_eq!(game.round(), 1);
//! # Ok::<(), parlor_kit::Refusal>(())
//! ```

mod action;
mod apply_effects;
mod board;
mod card_files;
mod card_set;
mod content;
mod deck;
mod deck_choice;
mod effect;
mod estimate;
mod fault;
mod game_cards;
mod gesture;
mod import;
mod legality;
mod offers;
mod options;
#[cfg(feature = "module")]
mod package;
mod round;
mod rule;
mod rules;
mod scene;
mod state;
#[cfg(test)]
mod tests;
mod turn;
mod xml;

pub use action::{Action, Aim};
pub use card_files::{CardEntry, DeckFile, FactionFile, RaceFile, SetFile, TokenFile};
pub use card_set::{CardSet, HIGHEST, LANGUAGES, MOST_OF_A_RULE, MOST_RULES, read_deck};
pub use deck::{Limits, MAX_DECK_CARDS, NEUTRAL_CARDS};
pub use effect::{
    Against, BlockedSource, Condition, Effect, EffectShield, Flow, Kind, Moment, Morale, MoraleFactor,
    Property, Row, Scope, Side, Target, Times, Trigger, Whom,
};
pub use fault::Fault;
pub use game_cards::{CardDef, GameCards};
pub use import::{Imported, import};
pub use options::{MOST_DECKS, MOST_EXPANSIONS, Options, ZeroStrength, shipped_decks, standard_set};
#[cfg(feature = "module")]
pub use package::{package, rules};
pub use rule::{ANY_RACE, Choice, Rule, RuleKind, Words};
pub use state::{DEALT, MAX_RULE_USES_PER_TURN, MOST_MOVES, SWAPS, Skirmish, WINS};

#[cfg(feature = "plugin")]
parlor_guest::plugin!(Skirmish);
