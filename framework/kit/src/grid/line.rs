//! Straight lines.

use super::{Neighbours, neighbours::to_hex};
use crate::Cell;

/// The cells on the straight line between the centres of two cells, both included; made by [`Neighbours::line`].
/// The line back has the same cells, in the opposite order.
///
/// On squares these are all cells the line runs through. Where it runs exactly through a corner, it goes on
/// to the cell beyond and does not touch the two beside it, whichever squares count as neighbours:
///
/// ```text
///   ■ ■ · · ·      ■ · ·
///   · ■ ■ ■ ·      · ■ ·
///   · · · ■ ■      · · ■
/// ```
///
/// On hexagons these are as many cells as steps are needed, each a neighbour of the one before:
/// those nearest to points spread evenly over the line.
#[derive(Clone, Debug)]
pub struct Line(Course);

#[derive(Clone, Debug)]
enum Course {
    Square { at: (i32, i32), size: (i32, i32), step: (i32, i32), lead: i32, left: i32 },
    Hex { from: hexx::Hex, to: hexx::Hex, back: bool, taken: i64, length: i64 },
}

impl Line {
    pub(super) fn new(kind: Neighbours, from: Cell, to: Cell) -> Line {
        if kind == Neighbours::Hex {
            // A point between two hexagons could go to either: starting from the smaller cell makes both
            // directions agree.
            let back = from > to;
            let (low, high) = (to_hex(from.min(to)), to_hex(from.max(to)));
            let length = low.unsigned_distance_to(high).into();
            return Line(Course::Hex { from: low, to: high, back, taken: 0, length });
        }
        let at = (i32::from(from.x), i32::from(from.y));
        let way = (i32::from(to.x) - at.0, i32::from(to.y) - at.1);
        let size = (way.0.abs(), way.1.abs());
        let step = (way.0.signum(), way.1.signum());
        Line(Course::Square { at, size, step, lead: size.0 - size.1, left: size.0 + size.1 + 1 })
    }
}

impl Iterator for Line {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        match &mut self.0 {
            Course::Square { at, size, step, lead, left } => {
                if *left <= 0 {
                    return None;
                }
                let cell = Cell::new(at.0 as i16, at.1 as i16);
                // The sign of `lead` says where the line leaves the cell: through its side, its top, or the
                // corner between.
                let (across, down) = (*lead >= 0, *lead <= 0);
                if across {
                    at.0 += step.0;
                    *lead -= 2 * size.1;
                    *left -= 1;
                }
                if down {
                    at.1 += step.1;
                    *lead += 2 * size.0;
                    *left -= 1;
                }
                Some(cell)
            }
            Course::Hex { from, to, back, taken, length } => {
                if *taken > *length {
                    return None;
                }
                let part = if *back { *length - *taken } else { *taken };
                *taken += 1;
                let [x, y] = nearest(*from, *to, part, (*length).max(1))
                    .to_offset_coordinates(hexx::OffsetHexMode::Odd, hexx::HexOrientation::Pointy);
                Some(Cell::new(x as i16, y as i16))
            }
        }
    }
}

/// The hexagon nearest to the point at `part`/`whole` of the way, in integer arithmetic: fractions would
/// round differently where a point lies between two hexagons.
fn nearest(from: hexx::Hex, to: hexx::Hex, part: i64, whole: i64) -> hexx::Hex {
    // Shifts the point by less than the rounding resolves, always to the same side of an edge.
    const SUBSTEPS: i64 = 16;
    let scale = whole * SUBSTEPS;
    let point = |from: i32, to: i32, nudge: i64| {
        (i64::from(from) * (whole - part) + i64::from(to) * part) * SUBSTEPS + nudge
    };
    let (x, y, z) = (point(from.x, to.x, 1), point(from.y, to.y, 2), point(from.z(), to.z(), -3));
    let round = |n: i64| (2 * n + scale).div_euclid(2 * scale);
    let error = |n: i64| (round(n) * scale - n).abs();
    let (mut column, mut row) = (round(x), round(y));
    if error(x) > error(y) && error(x) > error(z) {
        column = -row - round(z);
    } else if error(y) > error(z) {
        row = -column - round(z);
    }
    hexx::Hex::new(column as i32, row as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Neighbours::*;
    use proptest::prelude::*;

    fn drawn(kind: Neighbours, from: (i16, i16), to: (i16, i16)) -> Vec<(i16, i16)> {
        kind.line(Cell::new(from.0, from.1), Cell::new(to.0, to.1)).map(|c| (c.x, c.y)).collect()
    }

    /// Whether the segment between the centres enters the interior of the square; exact.
    fn crosses(from: Cell, to: Cell, square: Cell) -> bool {
        // All lengths doubled, so that centres are even and edges odd; the slab method on fractions.
        let (mut enter, mut leave) = ((0i64, 1i64), (1i64, 1i64));
        let axes = [(from.x, to.x, square.x), (from.y, to.y, square.y)];
        for (a, b, c) in axes.map(|(a, b, c)| (2 * i64::from(a), 2 * i64::from(b), 2 * i64::from(c))) {
            let way = b - a;
            if way == 0 {
                if a != c {
                    return false;
                }
                continue;
            }
            let (mut near, mut far) = (c - 1 - a, c + 1 - a);
            if way < 0 {
                (near, far) = (-far, -near);
            }
            let way = way.abs();
            if near * enter.1 > enter.0 * way {
                enter = (near, way);
            }
            if far * leave.1 < leave.0 * way {
                leave = (far, way);
            }
        }
        enter.0 * leave.1 < leave.0 * enter.1
    }

    proptest! {
        // DU-21: a flight crosses the storm exactly if its straight line does.
        #[test]
        fn a_line_on_squares_has_exactly_the_cells_it_crosses(
            a in (-7..8i16, -7..8i16), b in (-7..8i16, -7..8i16),
        ) {
            let (from, to) = (Cell::new(a.0, a.1), Cell::new(b.0, b.1));
            prop_assume!(from != to);
            let mut line: Vec<Cell> = Square8.line(from, to).collect();
            prop_assert_eq!((line[0], line[line.len() - 1]), (from, to));
            prop_assert!(line.windows(2).all(|pair| Square8.adjacent(pair[0], pair[1])));
            line.sort_unstable();
            let all = (-8..9).flat_map(|x| (-8..9).map(move |y| Cell::new(x, y)));
            prop_assert_eq!(line, all.filter(|&cell| crosses(from, to, cell)).collect::<Vec<_>>());
        }

        #[test]
        fn a_line_on_hexagons_is_a_shortest_path(a in (-30..30i16, -30..30i16), b in (-30..30i16, -30..30i16)) {
            let (from, to) = (Cell::new(a.0, a.1), Cell::new(b.0, b.1));
            let line: Vec<Cell> = Hex.line(from, to).collect();
            prop_assert_eq!((line[0], line[line.len() - 1]), (from, to));
            prop_assert_eq!(line.len() as u32, Hex.distance(from, to) + 1);
            prop_assert!(line.windows(2).all(|pair| Hex.adjacent(pair[0], pair[1])));
        }

        #[test]
        fn the_way_back_is_the_same(
            kind in proptest::sample::select(&Neighbours::ALL[..]),
            a in (-20..20i16, -20..20i16), b in (-20..20i16, -20..20i16),
        ) {
            let mut back = drawn(kind, b, a);
            back.reverse();
            prop_assert_eq!(drawn(kind, a, b), back);
        }
    }

    #[test]
    fn lines_are_as_drawn() {
        let gentle = [(0, 0), (1, 0), (1, 1), (2, 1), (3, 1), (3, 2), (4, 2)];
        assert_eq!(drawn(Square4, (0, 0), (4, 2)), gentle);
        assert_eq!(drawn(Square8, (2, 2), (0, 0)), [(2, 2), (1, 1), (0, 0)]);
        assert_eq!(drawn(Square8, (1, 1), (1, 1)), [(1, 1)]);
        assert_eq!(drawn(Hex, (0, 0), (0, 3)), [(0, 0), (0, 1), (0, 2), (0, 3)]);
        assert_eq!(drawn(Hex, (1, 1), (4, 1)), [(1, 1), (2, 1), (3, 1), (4, 1)]);
    }

    #[test]
    fn a_line_across_the_whole_world_ends() {
        let (low, high) = (Cell::new(i16::MIN, i16::MIN), Cell::new(i16::MAX, i16::MAX));
        for kind in Neighbours::ALL {
            assert_eq!(kind.line(low, high).last(), Some(high));
        }
    }
}
