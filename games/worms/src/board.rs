//! The board: its fields, the hole, and the distances to it.

use parlor_kit::{
    Cell, ContentFault, Refusal, Text,
    content::first_fault,
    grid::{Distances, Grid, Neighbours},
};
use serde::{Deserialize, Serialize};

/// The longest edge a board can have.
pub const MAX_EDGE: usize = 50;

/// The kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Worms may lie here.
    Free,
    /// The goal of all worms.
    Hole,
    /// No worm can enter it.
    Obstacle,
    /// Not part of the board.
    Edge,
}

impl Field {
    /// The field with this sign in a drawing.
    pub const fn of(sign: char) -> Option<Field> {
        Some(match sign {
            '.' => Field::Free,
            'O' => Field::Hole,
            '#' => Field::Obstacle,
            ' ' => Field::Edge,
            _ => return None,
        })
    }

    /// Its sign in a drawing.
    pub const fn sign(self) -> char {
        match self {
            Field::Free => '.',
            Field::Hole => 'O',
            Field::Obstacle => '#',
            Field::Edge => ' ',
        }
    }
}

/// A board with exactly one hole. In JSON it is its drawing, row by row.
///
/// ```
/// use parlor_kit::Cell;
/// use worms::{Board, Field};
///
/// let board = Board::from_rows(&[" .. ", ".#O.", ". . "])?;
/// assert_eq!(board.hole(), Cell::new(2, 1));
/// assert_eq!(board.field(Cell::new(1, 1)), Field::Obstacle);
/// assert_eq!(board.field(Cell::new(9, 9)), Field::Edge);
/// assert_eq!(board.steps_to_hole(Cell::new(0, 1)), Some(3));
/// # Ok::<(), parlor_kit::Refusal>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Board {
    fields: Grid<Field>,
    hole: Cell,
    distances: Distances,
}

impl Board {
    /// The board with this drawing: `.` free, `O` the hole, `#` an obstacle, a blank where there is no board.
    /// Rows that are too short end in blanks.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Board, Refusal> {
        let (fields, faults) = read_fields(rows);
        if !faults.is_empty() {
            return Err(first_fault(faults));
        }
        Ok(Board::new(fields))
    }

    /// The board with these fields, among them one hole.
    pub(crate) fn new(fields: Grid<Field>) -> Board {
        let hole = fields.iter().find(|(_, field)| **field == Field::Hole).map(|(cell, _)| cell);
        let hole = hole.expect("a board without faults has a hole");
        let distances = Distances::new(&fields, Neighbours::Hex, [hole], |cell| fields[cell] == Field::Free);
        Board { fields, hole, distances }
    }

    /// The drawing of the board; rows end with their last field.
    pub fn rows(&self) -> Vec<String> {
        let row = |fields: &[Field]| fields.iter().map(|field| field.sign()).collect::<String>();
        self.fields.rows().map(|fields| row(fields).trim_end().to_string()).collect()
    }

    /// Columns.
    pub fn width(&self) -> i16 {
        self.fields.width()
    }

    /// Rows.
    pub fn height(&self) -> i16 {
        self.fields.height()
    }

    /// What a cell is; outside the drawing there is no board.
    #[inline]
    pub fn field(&self, cell: Cell) -> Field {
        self.fields.get(cell).copied().unwrap_or(Field::Edge)
    }

    /// Where the hole is.
    pub fn hole(&self) -> Cell {
        self.hole
    }

    /// The number of steps from a cell to the hole, ignoring worms; `None` if no path leads there.
    #[inline]
    pub fn steps_to_hole(&self, cell: Cell) -> Option<u32> {
        self.distances.get(cell)
    }

    /// The grid of fields.
    pub(crate) fn fields(&self) -> &Grid<Field> {
        &self.fields
    }
}

/// Boards with the same fields are equal; the rest follows from them.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.fields == other.fields
    }
}

impl Eq for Board {}

impl TryFrom<Vec<String>> for Board {
    type Error = Refusal;

    fn try_from(rows: Vec<String>) -> Result<Board, Refusal> {
        Board::from_rows(&rows)
    }
}

impl From<Board> for Vec<String> {
    fn from(board: Board) -> Vec<String> {
        board.rows()
    }
}

/// Parses the fields of a drawing, and reports all faults. Unknown signs count as free fields.
pub(crate) fn read_fields<S: AsRef<str>>(rows: &[S]) -> (Grid<Field>, Vec<ContentFault>) {
    let width = rows.iter().map(|row| row.as_ref().chars().count()).max().unwrap_or(0);
    let edges = 1..=MAX_EDGE;
    if !edges.contains(&width) || !edges.contains(&rows.len()) {
        let size = Text::new("worms-bad-size").arg("field", "rows").arg("width", width);
        let size = size.arg("height", rows.len()).arg("max", MAX_EDGE);
        return (Grid::filled(0, 0, Field::Edge), vec![ContentFault::new("/rows", size)]);
    }
    let mut faults = Vec::new();
    let mut fields = Grid::filled(width as i16, rows.len() as i16, Field::Edge);
    let mut hole = None;
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.as_ref().chars().enumerate() {
            let cell = Cell::new(x as i16, y as i16);
            let field = Field::of(sign);
            fields[cell] = field.unwrap_or(Field::Free);
            if field.is_none() {
                faults.push(at("worms-bad-sign", format!("rows[{y}]"), cell, |text| {
                    text.arg("sign", sign.to_string())
                }));
            }
            if field == Some(Field::Hole) {
                match hole {
                    None => hole = Some(cell),
                    Some(first) => {
                        faults.push(at("worms-bad-two-holes", format!("rows[{y}]"), first, |text| {
                            text.arg("x2", cell.x).arg("y2", cell.y)
                        }));
                    }
                }
            }
        }
    }
    if hole.is_none() {
        faults.push(ContentFault::new("/rows", Text::new("worms-bad-no-hole").arg("field", "rows")));
    }
    (fields, faults)
}

/// A fault about a place in a board file and a cell of the board. `more` adds arguments to its text.
pub(crate) fn at(
    key: &'static str,
    field: String,
    Cell { x, y }: Cell,
    more: impl FnOnce(Text) -> Text,
) -> ContentFault {
    let place = place(&field);
    ContentFault::new(place, more(Text::new(key).arg("field", field).arg("x", x).arg("y", y)))
}

/// A place such as `lineups[0][1]` as a JSON pointer.
pub(crate) fn place(field: &str) -> String {
    format!("/{}", field.replace('[', "/").replace(']', ""))
}
