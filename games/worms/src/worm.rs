//! A worm.

use parlor_kit::{Cell, Seat};
use serde::{Deserialize, Serialize};

/// A chain of neighbouring cells, head first. A worm that is in the hole has no cells any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worm {
    pub(crate) owner: Seat,
    pub(crate) cells: Vec<Cell>,
}

impl Worm {
    /// Whose it is.
    pub fn owner(&self) -> Seat {
        self.owner
    }

    /// The cells it lies on, head first; none once it is in the hole.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Where its head is; `None` once it is in the hole.
    #[inline]
    pub fn head(&self) -> Option<Cell> {
        self.cells.first().copied()
    }

    /// Moves the head, lets the rest follow, and returns the cell the tail left.
    #[inline]
    pub(crate) fn crawl(&mut self, to: Cell) -> Option<Cell> {
        self.cells.rotate_right(1);
        let head = self.cells.first_mut()?;
        Some(std::mem::replace(head, to))
    }
}
