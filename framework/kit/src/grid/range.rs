//! Cells at a distance: rings, and all cells within it.

use super::{Direction, Neighbours, neighbours::to_hex};
use crate::Cell;
use std::ops::Range;

/// Upper bound of the distance between two cells in every neighbourhood.
const MAX_DISTANCE: u32 = 2 * u16::MAX as u32;

/// The cells exactly at a distance, clockwise, beginning in the first of the neighbourhood's directions;
/// made by [`Neighbours::ring`]. Cells that no [`Cell`] can name are left out.
///
/// ```text
///  Square4, distance 2     Square8, distance 2     Hex, distance 2
///
///        1                    15 16  1  2  3            11  12   1
///     8  ·  2                 14  ·  ·  ·  4          10   ·   ·   2
///  7  ·  ⬚  ·  3              13  ·  ⬚  ·  5         9   ·   ⬡   ·   3
///     6  ·  4                 12  ·  ·  ·  6           8   ·   ·   4
///        5                    11 10  9  8  7             7   6   5
/// ```
#[derive(Clone, Debug)]
pub struct Ring {
    hex: bool,
    legs: &'static [(Direction, u32)],
    distance: u32,
    taken: u32,
    at: (i32, i32),
    left: u32,
}

impl Ring {
    pub(super) fn new(kind: Neighbours, centre: Cell, distance: u32) -> Ring {
        use Direction::*;
        // Straight legs between the corners, each with its length in multiples of the distance.
        let (legs, around): (&'static [(Direction, u32)], u32) = match kind {
            Neighbours::Square4 => (&[(SouthEast, 1), (SouthWest, 1), (NorthWest, 1), (NorthEast, 1)], 4),
            Neighbours::Square8 => (&[(East, 1), (South, 2), (West, 2), (North, 2), (East, 1)], 8),
            Neighbours::Hex => {
                (&[(SouthEast, 1), (SouthWest, 1), (West, 1), (NorthWest, 1), (NorthEast, 1), (East, 1)], 6)
            }
        };
        let hex = kind == Neighbours::Hex;
        if distance > MAX_DISTANCE {
            return Ring { hex, legs, distance: 0, taken: 0, at: (0, 0), left: 0 };
        }
        let y = i32::from(centre.y) - distance as i32;
        let x = if hex { to_hex(centre).x + distance as i32 + shift(y) } else { i32::from(centre.x) };
        let left = if distance == 0 { 1 } else { around * distance };
        Ring { hex, legs, distance, taken: 0, at: (x, y), left }
    }

    fn advance(&mut self) {
        let Some(&(direction, sides)) = self.legs.first() else { return };
        let odd = self.at.1 & 1 != 0;
        let offset = if self.hex { direction.hex_offset(odd) } else { Some(direction.square_offset()) };
        let (dx, dy) = offset.unwrap_or((0, 0));
        self.at = (self.at.0 + i32::from(dx), self.at.1 + i32::from(dy));
        self.taken += 1;
        if self.taken >= sides * self.distance {
            self.taken = 0;
            self.legs = &self.legs[1..];
        }
    }
}

impl Iterator for Ring {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        while self.left > 0 {
            self.left -= 1;
            let (x, y) = self.at;
            self.advance();
            if let (Ok(x), Ok(y)) = (x.try_into(), y.try_into()) {
                return Some(Cell::new(x, y));
            }
        }
        None
    }
}

/// The cells at most at a distance, row by row; made by [`Neighbours::within`].
/// Cells that no [`Cell`] can name are left out.
#[derive(Clone, Debug)]
pub struct Within {
    kind: Neighbours,
    centre: Cell,
    distance: i32,
    columns: Range<i32>,
    rows: Range<i32>,
    row: Range<i32>,
    y: i32,
}

impl Within {
    pub(super) fn new(kind: Neighbours, centre: Cell, distance: u32) -> Within {
        let every = i16::MIN.into()..i32::from(i16::MAX) + 1;
        Within::clipped(kind, centre, distance, (every.clone(), every))
    }

    /// Clips the range to these columns and rows, so that the cost is bounded by the board, not by the
    /// distance.
    pub(super) fn clipped(
        kind: Neighbours,
        centre: Cell,
        distance: u32,
        (columns, rows): (Range<i32>, Range<i32>),
    ) -> Within {
        let distance = distance.min(MAX_DISTANCE) as i32;
        let y = i32::from(centre.y);
        let rows = rows.start.max(y - distance)..rows.end.min(y + distance + 1);
        Within { kind, centre, distance, columns, rows, row: 0..0, y }
    }

    /// The columns of a row within the distance.
    fn columns_of(&self, y: i32) -> Range<i32> {
        let (x, down) = (i32::from(self.centre.x), y - i32::from(self.centre.y));
        let range = match self.kind {
            Neighbours::Square4 => {
                let side = self.distance - down.abs();
                x - side..x + side + 1
            }
            Neighbours::Square8 => x - self.distance..x + self.distance + 1,
            Neighbours::Hex => {
                let from = -self.distance - down.min(0);
                let to = self.distance - down.max(0);
                let middle = to_hex(self.centre).x + shift(y);
                middle + from..middle + to + 1
            }
        };
        range.start.max(self.columns.start)..range.end.min(self.columns.end)
    }
}

impl Iterator for Within {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        loop {
            if let Some(x) = self.row.next() {
                return Some(Cell::new(x as i16, self.y as i16));
            }
            self.y = self.rows.next()?;
            self.row = self.columns_of(self.y);
        }
    }
}

/// The offset between the column of a row of hexagons and its axial coordinate.
#[inline]
const fn shift(y: i32) -> i32 {
    (y - (y & 1)) / 2
}

#[cfg(test)]
mod tests {
    use super::super::Grid;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rings_and_ranges_are_what_distance_says(
            kind in proptest::sample::select(&Neighbours::ALL[..]),
            x in -9..9i16, y in -9..9i16, distance in 0..7u32,
        ) {
            let centre = Cell::new(x, y);
            let square = || (-20..20).flat_map(|y| (-20..20).map(move |x| Cell::new(x, y)));
            let near: Vec<Cell> = square().filter(|&c| kind.distance(c, centre) <= distance).collect();
            prop_assert_eq!(kind.within(centre, distance).collect::<Vec<_>>(), near);

            let ring: Vec<Cell> = kind.ring(centre, distance).collect();
            let mut sorted = ring.clone();
            sorted.sort_by_key(|c| (c.y, c.x));
            let exact: Vec<Cell> = square().filter(|&c| kind.distance(c, centre) == distance).collect();
            prop_assert_eq!(sorted, exact);
            if distance == 1 {
                prop_assert_eq!(ring, kind.around(centre).collect::<Vec<_>>());
            }
        }

        #[test]
        fn a_grid_cuts_the_range_off(
            kind in proptest::sample::select(&Neighbours::ALL[..]),
            x in -3..8i16, y in -3..8i16, distance in 0..9u32,
        ) {
            let (grid, centre) = (Grid::filled(6, 4, ()), Cell::new(x, y));
            let near: Vec<Cell> = grid.cells().filter(|&c| kind.distance(c, centre) <= distance).collect();
            prop_assert_eq!(grid.within(kind, centre, distance).collect::<Vec<_>>(), near);
        }

        #[test]
        fn hex_rings_and_ranges_agree_with_hexx(x in -9..9i16, y in -9..9i16, distance in 0..6u32) {
            let centre = Cell::new(x, y);
            let sorted = |cells: &mut dyn Iterator<Item = hexx::Hex>| {
                let mut cells: Vec<[i32; 2]> = cells.map(|hex| [hex.y, hex.x]).collect();
                cells.sort_unstable();
                cells
            };
            prop_assert_eq!(
                sorted(&mut Neighbours::Hex.ring(centre, distance).map(to_hex)),
                sorted(&mut to_hex(centre).ring(distance))
            );
            prop_assert_eq!(
                sorted(&mut Neighbours::Hex.within(centre, distance).map(to_hex)),
                sorted(&mut to_hex(centre).range(distance))
            );
        }
    }

    #[test]
    fn a_ring_runs_clockwise_as_drawn() {
        let ring = |kind: Neighbours| {
            let centre = Cell::new(2, 2);
            let ring = kind.ring(centre, 2).map(|c| (c.x, c.y)).collect::<Vec<_>>();
            assert!(ring.iter().zip(ring.iter().cycle().skip(1)).all(|(a, b)| {
                Neighbours::Square8.distance(Cell::new(a.0, a.1), Cell::new(b.0, b.1)) == 1
            }));
            ring
        };
        assert_eq!(ring(Neighbours::Square4)[..3], [(2, 0), (3, 1), (4, 2)]);
        assert_eq!(ring(Neighbours::Square8)[..4], [(2, 0), (3, 0), (4, 0), (4, 1)]);
        assert_eq!(ring(Neighbours::Hex)[..4], [(3, 0), (3, 1), (4, 2), (3, 3)]);
    }

    #[test]
    fn no_distance_is_too_far() {
        let corner = Cell::new(i16::MIN, i16::MIN);
        for kind in Neighbours::ALL {
            assert_eq!(kind.ring(corner, u32::MAX).count(), 0);
            assert!(kind.ring(corner, 2).count() > 0);
            assert_eq!(Grid::filled(3, 3, ()).within(kind, corner, u32::MAX).count(), 9);
        }
        assert_eq!(Neighbours::Square4.ring(corner, MAX_DISTANCE).count(), 1, "the opposite corner");
    }
}
