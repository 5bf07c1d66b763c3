//! Which cells lie next to each other, and how far apart cells are.

use super::{Direction, Line, Ring, Within};
use crate::Cell;
use hexx::{HexOrientation, OffsetHexMode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which cells are neighbours. Distance and everything built on it follow from that.
///
/// ```text
///  Square4: distance      Square8: distance      Hex: distance, odd rows
///  along rows and columns as a king walks        half a cell to the right
///
///      4 3 2 3 4              2 2 2 2 2              2   2   2
///      3 2 1 2 3              2 1 1 1 2            2   1   1   2
///      2 1 0 1 2              2 1 0 1 2          2   1   0   1   2
///      3 2 1 2 3              2 1 1 1 2            2   1   1   2
///      4 3 2 3 4              2 2 2 2 2              2   2   2
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Neighbours {
    /// Squares that share an edge: 4 neighbours, Manhattan distance.
    Square4,
    /// Squares that share an edge or a corner: 8 neighbours, Chebyshev distance.
    Square8,
    /// Hexagons with a corner on top, 6 neighbours. Every odd row is shifted half a cell to the right:
    ///
    /// ```text
    ///   ╱ ╲ ╱ ╲ ╱ ╲
    ///  │0,0│1,0│2,0│
    ///   ╲ ╱ ╲ ╱ ╲ ╱ ╲
    ///    │0,1│1,1│2,1│
    ///   ╱ ╲ ╱ ╲ ╱ ╲ ╱
    ///  │0,2│1,2│2,2│
    ///   ╲ ╱ ╲ ╱ ╲ ╱
    /// ```
    Hex,
}

impl Neighbours {
    /// The three kinds, for tests and tools.
    pub const ALL: [Neighbours; 3] = [Neighbours::Square4, Neighbours::Square8, Neighbours::Hex];

    /// The directions of the neighbours, clockwise from the north.
    #[inline]
    pub const fn directions(self) -> &'static [Direction] {
        use Direction::*;
        match self {
            Neighbours::Square4 => &[North, East, South, West],
            Neighbours::Square8 => &Direction::ALL,
            Neighbours::Hex => &[NorthEast, East, SouthEast, SouthWest, West, NorthWest],
        }
    }

    /// The neighbours of a cell on a board without edges, in the order of [`directions`](Neighbours::directions).
    #[inline]
    pub fn around(self, cell: Cell) -> Around {
        Around::new(self, cell)
    }

    /// The neighbour in this direction; `None` if there is no neighbour in it.
    #[inline]
    pub const fn step(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (dx, dy) = match self {
            Neighbours::Square4 if direction.is_diagonal() => return None,
            Neighbours::Square4 | Neighbours::Square8 => direction.square_offset(),
            Neighbours::Hex => match direction.hex_offset(cell.y & 1 != 0) {
                Some(offset) => offset,
                None => return None,
            },
        };
        match (cell.x.checked_add(dx), cell.y.checked_add(dy)) {
            (Some(x), Some(y)) => Some(Cell::new(x, y)),
            _ => None,
        }
    }

    /// The direction that leads from a cell to its neighbour; `None` if they are not neighbours.
    pub fn direction(self, from: Cell, to: Cell) -> Option<Direction> {
        self.directions().iter().copied().find(|&direction| self.step(from, direction) == Some(to))
    }

    /// Whether two cells are neighbours. No cell is its own neighbour.
    #[inline]
    pub const fn adjacent(self, a: Cell, b: Cell) -> bool {
        self.distance(a, b) == 1
    }

    /// How many steps lead from one cell to the other on a board without edges and obstacles.
    #[inline]
    pub const fn distance(self, a: Cell, b: Cell) -> u32 {
        let (dx, dy) = (a.x.abs_diff(b.x) as u32, a.y.abs_diff(b.y) as u32);
        match self {
            Neighbours::Square4 => dx + dy,
            Neighbours::Square8 => {
                if dx > dy {
                    dx
                } else {
                    dy
                }
            }
            Neighbours::Hex => to_hex(a).unsigned_distance_to(to_hex(b)),
        }
    }

    /// The cells exactly this far away, clockwise; the centre itself for distance 0.
    /// See [`Ring`] for where it begins.
    #[inline]
    pub fn ring(self, centre: Cell, distance: u32) -> Ring {
        Ring::new(self, centre, distance)
    }

    /// The cells at most this far away, row by row, the centre among them.
    #[inline]
    pub fn within(self, centre: Cell, distance: u32) -> Within {
        Within::new(self, centre, distance)
    }

    /// The cells on the straight line between two cells, both included; see [`Line`].
    #[inline]
    pub fn line(self, from: Cell, to: Cell) -> Line {
        Line::new(self, from, to)
    }
}

/// Converts a cell to axial coordinates.
#[inline]
pub(super) const fn to_hex(cell: Cell) -> hexx::Hex {
    let offset = [cell.x as i32, cell.y as i32];
    hexx::Hex::from_offset_coordinates(offset, OffsetHexMode::Odd, HexOrientation::Pointy)
}

/// The neighbours of a cell; made by [`Neighbours::around`].
#[derive(Clone, Debug)]
pub struct Around {
    cell: Cell,
    offsets: std::slice::Iter<'static, (i16, i16)>,
}

impl Around {
    #[inline]
    pub(super) fn new(kind: Neighbours, cell: Cell) -> Around {
        const SQUARE4: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        const SQUARE8: [(i16, i16); 8] =
            [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        const HEX_EVEN: [(i16, i16); 6] = [(0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        const HEX_ODD: [(i16, i16); 6] = [(1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)];
        let offsets: &'static [(i16, i16)] = match kind {
            Neighbours::Square4 => &SQUARE4,
            Neighbours::Square8 => &SQUARE8,
            Neighbours::Hex if cell.y & 1 == 0 => &HEX_EVEN,
            Neighbours::Hex => &HEX_ODD,
        };
        Around { cell, offsets: offsets.iter() }
    }
}

impl Iterator for Around {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        for &(dx, dy) in self.offsets.by_ref() {
            if let (Some(x), Some(y)) = (self.cell.x.checked_add(dx), self.cell.y.checked_add(dy)) {
                return Some(Cell::new(x, y));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn kinds() -> impl Strategy<Value = Neighbours> {
        proptest::sample::select(&Neighbours::ALL[..])
    }

    fn cells() -> impl Strategy<Value = Cell> {
        (-40..40i16, -40..40i16).prop_map(|(x, y)| Cell::new(x, y))
    }

    proptest! {
        #[test]
        fn neighbours_are_symmetric_and_one_step_away(kind in kinds(), cell in cells()) {
            for next in kind.around(cell) {
                prop_assert!(kind.around(next).any(|back| back == cell));
                prop_assert_eq!(kind.distance(cell, next), 1);
            }
        }

        #[test]
        fn each_direction_leads_to_its_neighbour_and_back(kind in kinds(), cell in cells()) {
            let steps: Vec<Cell> =
                kind.directions().iter().map(|&way| kind.step(cell, way).unwrap()).collect();
            prop_assert_eq!(&steps, &kind.around(cell).collect::<Vec<_>>());
            for (&way, &next) in kind.directions().iter().zip(&steps) {
                prop_assert_eq!(kind.step(next, way.opposite()), Some(cell));
                prop_assert_eq!(kind.direction(cell, next), Some(way));
            }
            let others = Direction::ALL.iter().filter(|way| !kind.directions().contains(way));
            for &way in others {
                prop_assert_eq!(kind.step(cell, way), None);
            }
        }

        #[test]
        fn distance_is_a_metric(kind in kinds(), a in cells(), b in cells(), c in cells()) {
            prop_assert_eq!(kind.distance(a, b), kind.distance(b, a));
            prop_assert_eq!(kind.distance(a, b) == 0, a == b);
            prop_assert!(kind.distance(a, c) <= kind.distance(a, b) + kind.distance(b, c));
        }

        #[test]
        fn a_far_cell_has_a_neighbour_one_step_nearer(kind in kinds(), a in cells(), b in cells()) {
            let far = kind.distance(a, b);
            let nearest = kind.around(a).map(|next| kind.distance(next, b)).min().unwrap();
            prop_assert_eq!(nearest, if far == 0 { 1 } else { far - 1 });
        }
    }

    #[test]
    fn odd_rows_are_shifted_to_the_right() {
        // WO-1: the layout `AreaKind::Hex` draws.
        let around = |x, y| Neighbours::Hex.around(Cell::new(x, y)).map(|c| (c.x, c.y)).collect::<Vec<_>>();
        assert_eq!(around(1, 0), [(1, -1), (2, 0), (1, 1), (0, 1), (0, 0), (0, -1)]);
        assert_eq!(around(1, 1), [(2, 0), (2, 1), (2, 2), (1, 2), (0, 1), (1, 0)]);
        assert_eq!(Neighbours::Hex.distance(Cell::new(0, 0), Cell::new(0, 2)), 2);
        assert_eq!(Neighbours::Hex.distance(Cell::new(0, 0), Cell::new(3, 3)), 5);
    }

    #[test]
    fn the_end_of_the_world_has_fewer_neighbours() {
        let corner = Cell::new(i16::MAX, i16::MIN);
        assert_eq!(Neighbours::Square8.around(corner).count(), 3);
        assert_eq!(Neighbours::Square4.step(corner, Direction::East), None);
        let other = Cell::new(i16::MIN, i16::MAX);
        assert_eq!(Neighbours::Square4.distance(corner, other), 2 * 65535);
        assert!(Neighbours::Hex.distance(corner, other) >= 65535);
    }
}
