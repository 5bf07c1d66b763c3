//! The board as bits: seven per column, from below, the seventh always empty, so that shifts never wrap
//! around.

/// How many columns there are.
pub const COLUMNS: usize = 7;
/// How many discs a column holds.
pub const ROWS: usize = 6;

/// How many bits a column has.
pub(crate) const COLUMN: u32 = ROWS as u32 + 1;

/// The highest place of a column; it is taken when the column is full.
#[inline]
pub(crate) const fn full_column(column: u8) -> u64 {
    1 << (column as u32 * COLUMN + ROWS as u32 - 1)
}

/// The lowest free place of a column. Adding its lowest bit carries through all discs to it.
#[inline]
pub(crate) const fn lowest(taken: u64, column: u8) -> u64 {
    let bottom = 1 << (column as u32 * COLUMN);
    let all = (bottom << ROWS) - bottom;
    ((taken & all) + bottom) & (all | bottom << ROWS)
}

/// The shifts along the four directions: up, sideways, and both diagonals.
const DIRECTIONS: [u32; 4] = [1, COLUMN, COLUMN - 1, COLUMN + 1];

/// Whether there are four in a row.
#[inline]
pub(crate) const fn has_four(stones: u64) -> bool {
    let mut i = 0;
    while i < 4 {
        let two = stones & (stones >> DIRECTIONS[i]);
        if two & (two >> (2 * DIRECTIONS[i])) != 0 {
            return true;
        }
        i += 1;
    }
    false
}

/// Every place that is part of four in a row.
pub(crate) fn fours(stones: u64) -> u64 {
    DIRECTIONS.into_iter().fold(0, |all, step| {
        let two = stones & (stones >> step);
        let first = two & (two >> (2 * step));
        all | first | first << step | first << (2 * step) | first << (3 * step)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(column: u32, row: u32) -> u64 {
        1 << (column * COLUMN + row)
    }

    #[test]
    fn rows_of_four_are_found_everywhere_and_never_around_an_edge() {
        for column in 0..7i32 {
            for row in 0..6i32 {
                for (right, up) in [(0, 1), (1, 0), (1, -1), (1, 1)] {
                    let places: Vec<(i32, i32)> =
                        (0..4).map(|i| (column + i * right, row + i * up)).collect();
                    let inside =
                        |&(column, row): &(i32, i32)| (0..7).contains(&column) && (0..6).contains(&row);
                    if places.iter().all(inside) {
                        let stones = places.iter().fold(0, |all, &(c, r)| all | bit(c as u32, r as u32));
                        assert!(has_four(stones), "{places:?}");
                        assert_eq!(fours(stones), stones);
                        let (c, r) = places[2];
                        assert!(!has_four(stones & !bit(c as u32, r as u32)));
                    }
                }
            }
        }
        let around = bit(0, 4) | bit(0, 5) | bit(1, 0) | bit(1, 1);
        assert!(!has_four(around));
    }

    #[test]
    fn a_disc_falls_onto_the_others() {
        let taken = bit(2, 0) | bit(2, 1) | bit(3, 0);
        assert_eq!(lowest(taken, 2), bit(2, 2));
        assert_eq!(lowest(taken, 3), bit(3, 1));
        assert_eq!(lowest(taken, 6), bit(6, 0));
    }
}
