//! Bitboards: one bit per cell, row by row from the top left.

use parlor_kit::Cell;
use serde::{Deserialize, Serialize, de};
use std::ops::{BitAnd, BitOr, Not};

/// Every cell of a board `width` cells wide, in the order of its bits.
pub(crate) const fn cells<const N: usize>(width: usize) -> [Cell; N] {
    let mut cells = [Cell::new(0, 0); N];
    let mut at = 0;
    while at < N {
        cells[at] = Cell::new((at % width) as i16, (at / width) as i16);
        at += 1;
    }
    cells
}

/// The bit of a cell on a board of this size; `None` outside the board.
#[inline]
pub(crate) fn place(cell: Cell, width: i16, height: i16) -> Option<usize> {
    let inside = (0..width).contains(&cell.x) && (0..height).contains(&cell.y);
    inside.then(|| (cell.y * width + cell.x) as usize)
}

/// The indices of the set bits, the lowest first.
#[inline]
pub(crate) fn ones(bits: u64) -> impl ExactSizeIterator<Item = usize> {
    Ones(bits)
}

struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lowest)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Ones {}

/// A set of cells of a board with up to 128 cells. In JSON it is a hexadecimal number as text, because not
/// all JSON parsers support numbers that large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wide(pub(crate) u128);

impl Wide {
    #[inline]
    pub(crate) const fn one(at: usize) -> Wide {
        Wide(1 << at)
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn meets(self, other: Wide) -> bool {
        self.0 & other.0 != 0
    }

    /// The indices of the set bits, the lowest first. The iterator knows its length, so that a list is
    /// extended with one allocation.
    #[inline]
    pub(crate) fn ones(self) -> impl Iterator<Item = usize> {
        let counted = |mut half: u64| {
            (0..half.count_ones()).map(move |_| {
                let lowest = half.trailing_zeros() as usize;
                half &= half.wrapping_sub(1);
                lowest
            })
        };
        counted(self.0 as u64).chain(counted((self.0 >> 64) as u64).map(|at| at + 64))
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        Wide(self.0 & other.0)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        Wide(self.0 | other.0)
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(!self.0)
    }
}

impl Serialize for Wide {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Wide {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Wide, D::Error> {
        let text = String::deserialize(deserializer)?;
        u128::from_str_radix(&text, 16).map(Wide).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_bits_lead_to_each_other() {
        const CELLS: [Cell; 12] = cells(4);
        assert_eq!(CELLS[6], Cell::new(2, 1));
        assert!(CELLS.iter().enumerate().all(|(at, &cell)| place(cell, 4, 3) == Some(at)));
        for beside in [Cell::new(4, 0), Cell::new(-1, 0), Cell::new(0, 3), Cell::new(0, i16::MIN)] {
            assert_eq!(place(beside, 4, 3), None);
        }
    }

    #[test]
    fn every_bit_is_named_once() {
        assert_eq!(ones(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
        let wide = Wide(1 | 1 << 63 | 1 << 64 | 1 << 127);
        assert_eq!(wide.ones().collect::<Vec<_>>(), [0, 63, 64, 127]);
    }
}
