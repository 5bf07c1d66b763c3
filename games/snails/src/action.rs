//! The actions of a player.

use serde::{Deserialize, Serialize};

/// One turn of a player. In JSON it is `{"move": "up"}` (or `"down"`, `"left"`, `"right"`), or `"miss"`.
///
/// ```
/// use snails::{Action, Direction};
///
/// let action: Action = serde_json::from_str(r#"{"move": "left"}"#)?;
/// assert_eq!(action, Action::Move(Direction::Left));
/// assert_eq!(serde_json::to_string(&Action::Miss)?, r#""miss""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// Moves the snail: onto an empty tile it captures, onto its own trail it slides.
    Move(Direction),
    /// The snail stays where it is.
    Miss,
}

/// A direction of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All four, in the order in which moves are offered.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The change of column and row by one step.
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Direction::Up => (0, -1),
            Direction::Down => (0, 1),
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
        }
    }
}
