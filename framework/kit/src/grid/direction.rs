//! Directions between neighbouring cells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A way out of a cell. North is up, towards row 0.
///
/// ```text
///   squares, 8 neighbours      squares, 4             hexagons
///
///        NW   N   NE                N                 NW  NE
///          ╲  │  ╱                  │                  ╲  ╱
///        W ── ⬚ ── E            W ── ⬚ ── E          W ── ⬡ ── E
///          ╱  │  ╲                  │                  ╱  ╲
///        SW   S   SE                S                 SW  SE
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names of the compass say it all")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from the north.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// The way back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// Whether it lies between two of north, east, south and west.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        !matches!(self, Direction::North | Direction::East | Direction::South | Direction::West)
    }

    /// The change of column and row by one step on a board of squares.
    #[inline]
    pub(super) const fn square_offset(self) -> (i16, i16) {
        match self {
            Direction::North => (0, -1),
            Direction::NorthEast => (1, -1),
            Direction::East => (1, 0),
            Direction::SouthEast => (1, 1),
            Direction::South => (0, 1),
            Direction::SouthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (-1, -1),
        }
    }

    /// The change of column and row by one step on a board of hexagons; it depends on whether the row is
    /// shifted. Hexagons with a corner on top have no neighbour to the north or south.
    #[inline]
    pub(super) const fn hex_offset(self, odd_row: bool) -> Option<(i16, i16)> {
        let shift = odd_row as i16;
        Some(match self {
            Direction::North | Direction::South => return None,
            Direction::NorthEast => (shift, -1),
            Direction::East => (1, 0),
            Direction::SouthEast => (shift, 1),
            Direction::SouthWest => (shift - 1, 1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (shift - 1, -1),
        })
    }
}
