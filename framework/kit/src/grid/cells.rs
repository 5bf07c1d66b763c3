//! A value on every cell of a rectangle.

use super::{Around, Direction, Neighbours, Within};
use crate::{Cell, Refusal};
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// A value on every cell of a rectangle, row by row from the top left.
///
/// ```text
///        x=0  x=1  x=2
///      ┌────┬────┬────┐
///  y=0 │  0 │  1 │  2 │
///      ├────┼────┼────┤    in memory: 0 1 2 3 4 5
///  y=1 │  3 │  4 │  5 │
///      └────┴────┴────┘
/// ```
///
/// Boards of another outline use a value that says "not part of the board".
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "GridJson<T>")]
pub struct Grid<T> {
    width: i16,
    height: i16,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid of this size; `value` gives what lies on each cell, row by row. A negative size counts as 0.
    pub fn new(width: i16, height: i16, value: impl FnMut(Cell) -> T) -> Grid<T> {
        let (width, height) = (width.max(0), height.max(0));
        Grid { width, height, cells: rectangle(width, height).map(value).collect() }
    }

    /// A grid with the same value everywhere.
    pub fn filled(width: i16, height: i16, value: T) -> Grid<T>
    where
        T: Clone,
    {
        let (width, height) = (width.max(0), height.max(0));
        Grid { width, height, cells: vec![value; width as usize * height as usize] }
    }

    /// A grid from its rows. Refuses rows of different lengths.
    pub fn from_rows<R: IntoIterator<Item = T>>(
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Grid<T>, Refusal> {
        let mut cells = Vec::new();
        let (mut width, mut height) = (0, 0);
        for row in rows {
            let before = cells.len();
            cells.extend(row);
            let length = cells.len() - before;
            height += 1;
            if height == 1 {
                width = length;
            } else if length != width {
                return Err(Refusal::new("grid-rows-uneven")
                    .arg("row", height)
                    .arg("length", length)
                    .arg("width", width));
            }
        }
        Grid::from_cells(width, height, cells)
    }

    /// A grid from its size and its values, row by row. Refuses a size that does not fit the number of values,
    /// or with a side beyond what a [`Cell`] can name.
    pub fn from_cells(width: usize, height: usize, cells: Vec<T>) -> Result<Grid<T>, Refusal> {
        let side = |length: usize| i16::try_from(length).ok();
        match (side(width), side(height)) {
            (Some(w), Some(h)) if width * height == cells.len() => Ok(Grid { width: w, height: h, cells }),
            _ => Err(Refusal::new("grid-size-wrong")
                .arg("width", width)
                .arg("height", height)
                .arg("cells", cells.len())),
        }
    }

    /// How many columns.
    #[inline]
    pub const fn width(&self) -> i16 {
        self.width
    }

    /// How many rows.
    #[inline]
    pub const fn height(&self) -> i16 {
        self.height
    }

    /// How many cells.
    #[inline]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no cell at all.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether the cell lies on the grid.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        inside(self.width, self.height, cell)
    }

    /// The number of a cell, counted row by row; `None` outside.
    #[inline]
    pub const fn number(&self, cell: Cell) -> Option<usize> {
        if self.contains(cell) { Some(self.width as usize * cell.y as usize + cell.x as usize) } else { None }
    }

    /// The value on a cell; `None` outside.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.number(cell).map(|i| &self.cells[i])
    }

    /// The value on a cell, to change it; `None` outside.
    #[inline]
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut T> {
        self.number(cell).map(|i| &mut self.cells[i])
    }

    /// Every cell, row by row. The cells do not borrow the grid.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + Clone + use<T> {
        rectangle(self.width, self.height)
    }

    /// Every value, row by row.
    pub fn values(&self) -> &[T] {
        &self.cells
    }

    /// Every value, row by row, to change it.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// Every cell with its value, row by row.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Cell, &T)> {
        self.cells.iter().enumerate().map(|(i, value)| (cell_number(self.width, i), value))
    }

    /// Every cell with its value, row by row, to change it.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Cell, &mut T)> {
        let width = self.width;
        self.cells.iter_mut().enumerate().map(move |(i, value)| (cell_number(width, i), value))
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[T]> {
        self.cells.chunks_exact(self.width.max(1) as usize)
    }

    /// A grid of the same size with values made from these.
    pub fn map<U>(&self, mut value: impl FnMut(Cell, &T) -> U) -> Grid<U> {
        let cells = self.iter().map(|(cell, old)| value(cell, old)).collect();
        Grid { width: self.width, height: self.height, cells }
    }

    /// The neighbours of a cell that lie on the grid, in the order of [`Neighbours::directions`].
    #[inline]
    pub fn around(&self, kind: Neighbours, cell: Cell) -> impl Iterator<Item = Cell> + Clone + use<T> {
        let (width, height) = (self.width, self.height);
        Around::new(kind, cell).filter(move |&next| inside(width, height, next))
    }

    /// The cell one step in this direction, if it lies on the grid.
    #[inline]
    pub fn step(&self, kind: Neighbours, cell: Cell, direction: Direction) -> Option<Cell> {
        kind.step(cell, direction).filter(|&next| self.contains(next))
    }

    /// The cells in this direction up to the edge, without the first.
    #[inline]
    pub fn ray(
        &self,
        kind: Neighbours,
        from: Cell,
        direction: Direction,
    ) -> impl Iterator<Item = Cell> + Clone + use<T> {
        let (width, height) = (self.width, self.height);
        let step = move |cell: Cell| kind.step(cell, direction).filter(|&next| inside(width, height, next));
        std::iter::successors(step(from), move |&cell| step(cell))
    }

    /// The cells on the grid that are at most this far away, row by row, the centre among them.
    pub fn within(
        &self,
        kind: Neighbours,
        centre: Cell,
        distance: u32,
    ) -> impl Iterator<Item = Cell> + Clone + use<T> {
        Within::clipped(kind, centre, distance, (0..self.width.into(), 0..self.height.into()))
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    /// # Panics
    /// If the cell lies outside; [`Grid::get`] does not.
    #[inline]
    fn index(&self, cell: Cell) -> &T {
        match self.number(cell) {
            Some(i) => &self.cells[i],
            None => outside(self.width, self.height, cell),
        }
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        match self.number(cell) {
            Some(i) => &mut self.cells[i],
            None => outside(self.width, self.height, cell),
        }
    }
}

#[cold]
fn outside(width: i16, height: i16, cell: Cell) -> ! {
    panic!("the cell {cell} is outside a grid of {width}×{height}")
}

#[inline]
const fn inside(width: i16, height: i16, cell: Cell) -> bool {
    // A negative number cast to unsigned is huge, so one comparison checks both ends.
    (cell.x as u16) < width as u16 && (cell.y as u16) < height as u16
}

#[inline]
fn cell_number(width: i16, i: usize) -> Cell {
    Cell::new((i % width as usize) as i16, (i / width as usize) as i16)
}

fn rectangle(width: i16, height: i16) -> impl DoubleEndedIterator<Item = Cell> + Clone {
    (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
}

/// The JSON form, before size and values are known to agree.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GridJson<T> {
    width: i16,
    height: i16,
    cells: Vec<T>,
}

impl<T> TryFrom<GridJson<T>> for Grid<T> {
    type Error = String;

    fn try_from(json: GridJson<T>) -> Result<Grid<T>, String> {
        let GridJson { width, height, cells } = json;
        if width < 0 || height < 0 || width as usize * height as usize != cells.len() {
            return Err(format!("{} cells do not fill a grid of {width}×{height}", cells.len()));
        }
        Ok(Grid { width, height, cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Neighbours::*;

    fn numbered(width: i16, height: i16) -> Grid<i32> {
        Grid::new(width, height, |cell| i32::from(cell.y) * 100 + i32::from(cell.x))
    }

    #[test]
    fn cells_come_row_by_row_and_index_their_own_value() {
        let grid = numbered(3, 2);
        assert_eq!(grid.values(), [0, 1, 2, 100, 101, 102]);
        assert_eq!(grid.cells().map(|cell| grid[cell]).collect::<Vec<_>>(), grid.values());
        assert!(grid.iter().all(|(cell, &value)| grid[cell] == value));
        assert_eq!(grid.rows().collect::<Vec<_>>(), [[0, 1, 2], [100, 101, 102]]);
        assert_eq!(grid.map(|_, n| n * 2)[Cell::new(2, 1)], 204);
    }

    #[test]
    fn nothing_lies_outside() {
        let grid = numbered(3, 2);
        for (x, y) in [(-1, 0), (0, -1), (3, 0), (0, 2), (i16::MIN, 0), (i16::MAX, i16::MAX)] {
            assert_eq!(grid.get(Cell::new(x, y)), None);
            assert!(!grid.contains(Cell::new(x, y)));
        }
        assert_eq!(Grid::<u8>::filled(0, 5, 0).rows().count(), 0);
        assert_eq!(Grid::<u8>::filled(-3, 5, 0).cells().count(), 0);
    }

    #[test]
    #[should_panic(expected = "the cell 3,0 is outside a grid of 3×2")]
    fn indexing_outside_names_the_cell() {
        let _ = numbered(3, 2)[Cell::new(3, 0)];
    }

    #[test]
    fn rows_of_different_lengths_are_refused_naming_the_row() {
        let refusal = Grid::from_rows([vec![1, 2], vec![3, 4], vec![5]]).unwrap_err();
        assert_eq!(refusal.to_string(), "grid-rows-uneven row=3 length=1 width=2");
        assert_eq!(Grid::from_rows([[1, 2], [3, 4]]).unwrap().values(), [1, 2, 3, 4]);
        assert!(Grid::<u8>::from_rows(Vec::<Vec<u8>>::new()).unwrap().is_empty());
    }

    #[test]
    fn a_size_that_does_not_fit_is_refused() {
        assert_eq!(
            Grid::from_cells(2, 2, vec![1, 2, 3]).unwrap_err().to_string(),
            "grid-size-wrong width=2 height=2 cells=3"
        );
        assert!(Grid::from_cells(40_000, 1, vec![0; 40_000]).is_err());
        assert!(Grid::<u8>::from_cells(usize::MAX, usize::MAX, Vec::new()).is_err());
    }

    #[test]
    fn a_grid_survives_json_and_a_broken_one_is_refused() {
        let grid = numbered(4, 3);
        let json = serde_json::to_string(&grid).unwrap();
        assert_eq!(serde_json::from_str::<Grid<i32>>(&json).unwrap(), grid);
        for broken in [
            r#"{"width":2,"height":2,"cells":[1]}"#,
            r#"{"width":-1,"height":-1,"cells":[1]}"#,
            r#"{"width":1,"height":1,"cells":[1],"more":0}"#,
        ] {
            assert!(serde_json::from_str::<Grid<i32>>(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn a_ray_runs_to_the_edge() {
        let grid = numbered(5, 5);
        let ray = |kind, x, y, direction| {
            grid.ray(kind, Cell::new(x, y), direction).map(|c| (c.x, c.y)).collect::<Vec<_>>()
        };
        assert_eq!(ray(Square4, 1, 2, Direction::East), [(2, 2), (3, 2), (4, 2)]);
        assert_eq!(ray(Square8, 1, 1, Direction::NorthWest), [(0, 0)]);
        assert_eq!(ray(Hex, 2, 4, Direction::NorthEast), [(2, 3), (3, 2), (3, 1), (4, 0)]);
        assert_eq!(ray(Square4, 0, 0, Direction::North), []);
        assert_eq!(ray(Square4, 2, 2, Direction::NorthEast), [], "no such step among four neighbours");
    }
}
