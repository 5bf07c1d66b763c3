//! The actions of a player.

use crate::House;
use parlor_kit::Cell;
use serde::{Deserialize, Serialize};

/// An action of a player. Except for the choice of a house, the character whose turn it is performs it; other
/// characters are named by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Chooses a house before the match.
    House(House),
    /// Moves to a neighbouring field, changing places with a character that stands there; or farther, step by
    /// step over free fields.
    Move {
        /// The destination.
        to: Cell,
    },
    /// Flies from heliport to heliport.
    Fly {
        /// The other heliport.
        to: Cell,
    },
    /// Strikes a neighbouring enemy.
    Attack {
        /// The enemy that is struck.
        target: u8,
    },
    /// Picks up the spice on the own field.
    Collect,
    /// Gives spice to a neighbouring friend.
    Give {
        /// The character that gets it.
        to: u8,
        /// The amount of spice.
        amount: u32,
    },
    /// A noble challenges a neighbouring enemy noble.
    Kanly {
        /// The noble that is challenged.
        target: u8,
    },
    /// A noble uses one of the house's atomics.
    Atomics {
        /// The centre of the area that is hit.
        at: Cell,
    },
    /// A mentat gathers spice from the own and the neighbouring fields.
    Hoard,
    /// A Bene Gesserit takes a neighbour's spice.
    Voice {
        /// The character whose spice is taken.
        target: u8,
    },
    /// A fighter strikes all neighbouring enemies.
    Spin,
    /// Ends the turn.
    End,
}
