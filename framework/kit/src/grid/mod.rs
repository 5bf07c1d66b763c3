//! Square and hex grids: cells, neighbours, distances, paths, lines, regions and cellular automata.
//!
//! Nothing here is random, and nothing allocates per neighbour, because playouts call it millions of times.
//! The order of cells is fixed and documented, because recordings and bots depend on it.
//!
//! ```
//! use parlor_kit::{Cell, grid::{CellularAutomaton, Distances, Grid, Neighbours::*}};
//!
//! // A grid from a drawing: '#' is rock, '.' is sand.
//! let map = ["..#.", ".##.", "...."].map(str::chars);
//! let map: Grid<char> = Grid::from_rows(map)?;
//! assert_eq!(map[Cell::new(2, 0)], '#');
//! assert_eq!(map.get(Cell::new(9, 9)), None);
//!
//! // Neighbours inside the grid, clockwise from the north.
//! let around: Vec<Cell> = map.around(Square4, Cell::new(0, 0)).collect();
//! assert_eq!(around, [Cell::new(1, 0), Cell::new(0, 1)]);
//!
//! // How far is everything from the corner, over sand alone?
//! let far = Distances::new(&map, Square8, [Cell::new(3, 0)], |cell| map[cell] == '.');
//! assert_eq!(far.get(Cell::new(0, 0)), Some(5));
//! assert_eq!(far.get(Cell::new(2, 0)), None);
//!
//! // One step of Conway's automaton, where rock lives.
//! let mut map = map;
//! let life: CellularAutomaton = "B3/S23".parse()?;
//! life.step(&mut map, Square8, |&c| c == '#', |_, c, alive| *c = if alive { '#' } else { '.' });
//! assert_eq!(map.iter().filter(|(_, c)| **c == '#').count(), 4);
//! # Ok::<(), parlor_kit::Refusal>(())
//! ```

mod cells;
mod cellular_automaton;
mod direction;
mod distances;
mod line;
mod neighbours;
mod range;
mod region;

pub use cells::Grid;
pub use cellular_automaton::CellularAutomaton;
pub use direction::Direction;
pub use distances::Distances;
pub use line::Line;
pub use neighbours::{Around, Neighbours};
pub use range::{Ring, Within};
