//! What a player can do.

use crate::House;
use parlor_kit::Cell;
use serde::{Deserialize, Serialize};

/// Something a player can do. All but the choice of a house is done by the character whose turn it is;
/// other characters are named by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Chooses a house before the match.
    House(House),
    /// Moves to a neighbouring field, where whoever stands there changes places; or farther, step by step over
    /// free fields.
    Move {
        /// Where to.
        to: Cell,
    },
    /// Flies from heliport to heliport.
    Fly {
        /// The other heliport.
        to: Cell,
    },
    /// Strikes a neighbouring enemy.
    Attack {
        /// Who is struck.
        target: u8,
    },
    /// Picks up the spice on the own field.
    Collect,
    /// Gives spice to a neighbouring friend.
    Give {
        /// Who gets it.
        to: u8,
        /// How much.
        amount: u32,
    },
    /// A noble challenges a neighbouring enemy noble.
    Kanly {
        /// Who is challenged.
        target: u8,
    },
    /// A noble uses one of the house's atomics.
    Atomics {
        /// The middle of what is hit.
        at: Cell,
    },
    /// A mentat gathers spice from the own and the neighbouring fields.
    Hoard,
    /// A Bene Gesserit takes a neighbour's spice.
    Voice {
        /// Whose spice.
        target: u8,
    },
    /// A fighter strikes all neighbouring enemies.
    Spin,
    /// Ends the turn.
    End,
}
