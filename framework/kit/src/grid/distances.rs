//! Distance maps and shortest paths.

use super::{Grid, Neighbours};
use crate::Cell;

/// How many steps each cell of a grid is away from the nearest source.
///
/// Bots compute this often: how far is each worm from the hole, who reaches a tile first? One map covers
/// every cell; [`refill`](Distances::refill) recomputes it without allocating.
///
/// ```text
///   two sources, a wall      Square4: steps to the nearer one
///
///     S · # ·                  0 1 # 4
///     · · # ·                  1 2 # 3
///     · · · ·                  2 2 1 2
///     · · S ·                  2 1 0 1
/// ```
#[derive(Clone, Debug)]
pub struct Distances {
    kind: Neighbours,
    steps: Grid<u32>,
    queue: Vec<Cell>,
}

const UNREACHED: u32 = u32::MAX;

impl Distances {
    /// The distances from the nearest of `sources`, going only over cells that can be entered. A source
    /// counts even if it cannot be entered; sources outside the grid do not count.
    pub fn new<T>(
        grid: &Grid<T>,
        kind: Neighbours,
        sources: impl IntoIterator<Item = Cell>,
        enter: impl FnMut(Cell) -> bool,
    ) -> Distances {
        let steps = Grid::filled(grid.width(), grid.height(), UNREACHED);
        let mut distances = Distances { kind, steps, queue: Vec::new() };
        distances.refill(sources, enter);
        distances
    }

    /// Recomputes the map, from other sources or over other cells of the same grid.
    pub fn refill(&mut self, sources: impl IntoIterator<Item = Cell>, enter: impl FnMut(Cell) -> bool) {
        self.fill(sources, enter, None);
    }

    /// Breadth-first fill from the sources; stops early once the distance of `goal` is known.
    fn fill(
        &mut self,
        sources: impl IntoIterator<Item = Cell>,
        mut enter: impl FnMut(Cell) -> bool,
        goal: Option<Cell>,
    ) {
        self.steps.values_mut().fill(UNREACHED);
        self.queue.clear();
        for source in sources {
            if let Some(steps) = self.steps.get_mut(source)
                && *steps == UNREACHED
            {
                *steps = 0;
                self.queue.push(source);
            }
        }
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            let further = self.steps[cell] + 1;
            for neighbour in self.kind.around(cell) {
                if let Some(steps) = self.steps.get_mut(neighbour)
                    && *steps == UNREACHED
                    && (enter(neighbour) || Some(neighbour) == goal)
                {
                    *steps = further;
                    self.queue.push(neighbour);
                }
            }
            if goal.is_some_and(|goal| self.get(goal).is_some()) {
                return;
            }
        }
    }

    /// How many steps the cell is away; `None` if it cannot be reached or lies outside.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<u32> {
        self.steps.get(cell).copied().filter(|&steps| steps != UNREACHED)
    }

    /// Every cell that can be reached, nearest first.
    pub fn reached(&self) -> impl Iterator<Item = (Cell, u32)> {
        self.queue.iter().map(|&cell| (cell, self.steps[cell]))
    }

    /// The neighbours of a cell where a shortest path goes on, in the order of [`Neighbours::directions`];
    /// none at a source, and none where no path leads on. The cell itself need not be enterable: a piece on
    /// it may leave.
    #[inline]
    pub fn nearer(&self, cell: Cell) -> impl Iterator<Item = Cell> + Clone {
        let steps = |cell| self.steps.get(cell).copied().unwrap_or(UNREACHED);
        let nearest = self.kind.around(cell).map(steps).min().unwrap_or(UNREACHED);
        let worth = nearest < steps(cell);
        self.kind.around(cell).filter(move |&next| worth && steps(next) == nearest)
    }

    /// A shortest path from a cell to the nearest source: the cells to enter, the source last.
    /// Of several, it is the one that takes the earliest of [`Neighbours::directions`] at each step.
    /// `None` if no way leads there.
    pub fn path(&self, from: Cell) -> Option<Vec<Cell>> {
        if self.get(from) == Some(0) {
            return Some(Vec::new());
        }
        let first = self.nearer(from).next()?;
        Some(std::iter::successors(Some(first), |&cell| self.nearer(cell).next()).collect())
    }
}

impl<T> Grid<T> {
    /// A shortest path: the cells to enter one after the other, `to` last; empty if the ends are the same cell.
    /// Only the cells between the ends are asked whether they can be entered. Of several shortest paths, it is the one
    /// that takes the earliest of [`Neighbours::directions`] at each step. `None` if no way leads there.
    ///
    /// ```
    /// use parlor_kit::{Cell, grid::{Grid, Neighbours::*}};
    ///
    /// let map = Grid::from_rows([".#.", ".#.", "..."].map(str::chars))?;
    /// let (from, to) = (Cell::new(0, 0), Cell::new(2, 0));
    /// let path = map.shortest_path(Square8, from, to, |cell| map[cell] == '.').unwrap();
    /// assert_eq!(path, [Cell::new(0, 1), Cell::new(1, 2), Cell::new(2, 1), Cell::new(2, 0)]);
    /// # Ok::<(), parlor_kit::Refusal>(())
    /// ```
    pub fn shortest_path(
        &self,
        kind: Neighbours,
        from: Cell,
        to: Cell,
        enter: impl FnMut(Cell) -> bool,
    ) -> Option<Vec<Cell>> {
        if !self.contains(from) || !self.contains(to) {
            return None;
        }
        let steps = Grid::filled(self.width(), self.height(), UNREACHED);
        let mut distances = Distances { kind, steps, queue: Vec::new() };
        distances.fill([to], enter, Some(from));
        distances.path(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Neighbours::*;
    use pathfinding::prelude::{bfs, dijkstra_all};
    use proptest::prelude::*;

    fn boards() -> impl Strategy<Value = (Neighbours, Grid<bool>)> {
        let free = proptest::collection::vec(proptest::bool::weighted(0.7), 63);
        (proptest::sample::select(&Neighbours::ALL[..]), free)
            .prop_map(|(kind, free)| (kind, Grid::from_cells(9, 7, free).unwrap()))
    }

    fn cells() -> impl Strategy<Value = Cell> {
        (0..9i16, 0..7i16).prop_map(|(x, y)| Cell::new(x, y))
    }

    proptest! {
        #[test]
        fn on_an_empty_board_steps_are_the_distance(
            kind in proptest::sample::select(&Neighbours::ALL[..]), source in cells(),
        ) {
            let grid = Grid::filled(9, 7, ());
            let far = Distances::new(&grid, kind, [source], |_| true);
            for cell in grid.cells() {
                prop_assert_eq!(far.get(cell), Some(kind.distance(cell, source)));
            }
            prop_assert_eq!(far.reached().count(), grid.len());
        }

        #[test]
        fn a_map_agrees_with_dijkstra((kind, free) in boards(), source in cells()) {
            let far = Distances::new(&free, kind, [source], |cell| free[cell]);
            let expected = dijkstra_all(&source, |&cell| {
                free.around(kind, cell).filter(|&c| free[c]).map(|c| (c, 1u32)).collect::<Vec<_>>()
            });
            for cell in free.cells().filter(|&cell| cell != source) {
                prop_assert_eq!(far.get(cell), expected.get(&cell).map(|&(_, steps)| steps));
            }
        }

        #[test]
        fn several_sources_give_the_nearest(
            (kind, free) in boards(), sources in proptest::collection::vec(cells(), 0..4),
        ) {
            let all = Distances::new(&free, kind, sources.iter().copied(), |cell| free[cell]);
            let each: Vec<Distances> =
                sources.iter().map(|&s| Distances::new(&free, kind, [s], |cell| free[cell])).collect();
            for cell in free.cells() {
                prop_assert_eq!(all.get(cell), each.iter().filter_map(|one| one.get(cell)).min());
            }
        }

        // DU-10: the worm follows a shortest path over the desert.
        #[test]
        fn a_path_is_shortest_and_goes_only_where_it_may(
            (kind, free) in boards(), from in cells(), to in cells(),
        ) {
            let path = free.shortest_path(kind, from, to, |cell| free[cell]);
            let expected = bfs(
                &from,
                |&cell| free.around(kind, cell).filter(|&c| free[c] || c == to).collect::<Vec<_>>(),
                |&cell| cell == to,
            );
            prop_assert_eq!(path.as_ref().map(Vec::len), expected.map(|cells| cells.len() - 1));
            if let Some(path) = path && from != to {
                let walk: Vec<Cell> = [from].into_iter().chain(path.iter().copied()).collect();
                prop_assert!(walk.windows(2).all(|pair| kind.adjacent(pair[0], pair[1])));
                prop_assert!(path[..path.len() - 1].iter().all(|&cell| free[cell]));
                prop_assert_eq!(path.last(), Some(&to));
            }
        }

        #[test]
        fn every_nearer_cell_is_one_step_nearer((kind, free) in boards(), from in cells(), to in cells()) {
            let far = Distances::new(&free, kind, [to], |cell| free[cell]);
            if let Some(steps) = far.get(from) {
                let nearer: Vec<Cell> = far.nearer(from).collect();
                prop_assert_eq!(nearer.is_empty(), steps == 0);
                prop_assert!(nearer.iter().all(|&next| far.get(next) == Some(steps - 1)));
            }
        }
    }

    #[test]
    fn the_drawing_in_the_documentation_is_right() {
        let map = Grid::from_rows(["..#.", "..#.", "....", "...."].map(str::chars)).unwrap();
        let sources = [Cell::new(0, 0), Cell::new(2, 3)];
        let far = Distances::new(&map, Square4, sources, |cell| map[cell] == '.');
        let drawn: Vec<String> = (0..4)
            .map(|y| (0..4).map(|x| far.get(Cell::new(x, y)).map_or("#".into(), |n| n.to_string())).collect())
            .collect();
        assert_eq!(drawn, ["01#4", "12#3", "2212", "2101"]);
    }

    #[test]
    fn whoever_stands_on_a_closed_cell_may_leave_it() {
        // WO-3: the own head is not a free field, and still finds its way.
        let map = Grid::filled(4, 1, ());
        let head = Cell::new(0, 0);
        let far = Distances::new(&map, Hex, [Cell::new(3, 0)], |cell| cell != head);
        assert_eq!(far.get(head), None);
        assert_eq!(far.nearer(head).collect::<Vec<_>>(), [Cell::new(1, 0)]);
        assert_eq!(far.path(head).unwrap().len(), 3);
    }

    #[test]
    fn cells_outside_are_no_ends() {
        let map = Grid::filled(2, 2, ());
        let (inside, outside) = (Cell::new(0, 0), Cell::new(5, 5));
        assert_eq!(map.shortest_path(Square4, inside, outside, |_| true), None);
        assert_eq!(map.shortest_path(Square4, outside, inside, |_| true), None);
        assert_eq!(map.shortest_path(Square4, inside, inside, |_| false), Some(vec![]));
        let far = Distances::new(&map, Square4, [outside], |_| true);
        assert_eq!((far.get(inside), far.path(inside)), (None, None));
    }
}
