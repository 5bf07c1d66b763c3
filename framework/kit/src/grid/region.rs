//! Connected cells.

use super::{Grid, Neighbours};
use crate::Cell;

impl<T> Grid<T> {
    /// The cells connected with `start` through cells that belong, nearest first; none if `start` does not.
    ///
    /// ```
    /// use parlor_kit::{Cell, grid::{Grid, Neighbours::*}};
    ///
    /// let map = Grid::from_rows(["aab", "bba", "aba"].map(str::bytes))?;
    /// let same = |cell: Cell| map[cell] == b'a';
    /// assert_eq!(map.region(Square4, Cell::new(0, 0), same).len(), 2);
    /// assert_eq!(map.region(Square8, Cell::new(0, 0), same).len(), 4);
    /// # Ok::<(), parlor_kit::Refusal>(())
    /// ```
    pub fn region(&self, kind: Neighbours, start: Cell, belongs: impl FnMut(Cell) -> bool) -> Vec<Cell> {
        let mut seen = vec![false; self.len()];
        let mut region = Vec::new();
        self.flood(kind, start, belongs, &mut seen, &mut region);
        region
    }

    /// All regions of cells that belong, ordered by their first cell row by row, each nearest first.
    pub fn regions(&self, kind: Neighbours, mut belongs: impl FnMut(Cell) -> bool) -> Vec<Vec<Cell>> {
        let mut seen = vec![false; self.len()];
        let mut regions = Vec::new();
        for start in self.cells() {
            let mut region = Vec::new();
            self.flood(kind, start, &mut belongs, &mut seen, &mut region);
            if !region.is_empty() {
                regions.push(region);
            }
        }
        regions
    }

    fn flood(
        &self,
        kind: Neighbours,
        start: Cell,
        mut belongs: impl FnMut(Cell) -> bool,
        seen: &mut [bool],
        region: &mut Vec<Cell>,
    ) {
        let mut visit = |cell: Cell, region: &mut Vec<Cell>| {
            if let Some(i) = self.number(cell)
                && !seen[i]
                && belongs(cell)
            {
                seen[i] = true;
                region.push(cell);
            }
        };
        visit(start, region);
        let mut next = 0;
        while let Some(&cell) = region.get(next) {
            next += 1;
            for neighbour in kind.around(cell) {
                visit(neighbour, region);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfinding::prelude::connected_components;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn regions_are_the_connected_components(
            kind in proptest::sample::select(&Neighbours::ALL[..]),
            land in proptest::collection::vec(any::<bool>(), 48),
        ) {
            let grid = Grid::from_cells(8, 6, land).unwrap();
            let starts: Vec<Cell> = grid.cells().filter(|&cell| grid[cell]).collect();
            let around = |&cell: &Cell| grid.around(kind, cell).filter(|&c| grid[c]).collect::<Vec<_>>();
            let mut expected: Vec<Vec<Cell>> = connected_components(&starts, around)
                .into_iter()
                .map(|component| {
                    let mut cells: Vec<Cell> = component.into_iter().collect();
                    cells.sort_unstable();
                    cells
                })
                .collect();
            expected.sort_unstable();
            let mut regions = grid.regions(kind, |cell| grid[cell]);
            for region in &mut regions {
                prop_assert_eq!(&grid.region(kind, region[0], |cell| grid[cell]), &*region);
                region.sort_unstable();
            }
            regions.sort_unstable();
            prop_assert_eq!(regions, expected);
        }
    }

    #[test]
    fn a_start_that_does_not_belong_has_no_region() {
        let grid = Grid::filled(3, 3, 0);
        assert_eq!(grid.region(Neighbours::Square4, Cell::new(1, 1), |_| false), []);
        assert_eq!(grid.region(Neighbours::Square4, Cell::new(7, 1), |_| true), []);
    }
}
