//! Map files: what somebody wrote down, and the board it makes if nothing is wrong with it.

use crate::{Board, BoardError, Player, Tile};
use parlor_kit::{Cell, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A map as it stands in a file; it may be wrong in every way. [`MapFile::check`] makes a [`Board`] of it.
///
/// ```
/// use snails::{Limits, MapFile};
///
/// let map: MapFile = serde_json::from_str(r#"{
///     "size": { "x": 3, "y": 2 },
///     "contents": [129, 0, 64,   "block", "empty", 130]
/// }"#)?;
/// let limits = Limits { min_edge: 2, max_edge: 20, square: false };
/// assert_eq!(map.check(&limits)?.to_string(), "A.#\n#.B\n");
///
/// let limits = Limits { min_edge: 5, ..limits };
/// assert_eq!(map.check(&limits).unwrap_err().code(), "snails-bad-map-edge");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MapFile {
    /// How large the garden is.
    pub size: MapSize,
    /// The tiles, row by row from the top left: `0` or `"empty"`, `64` or `"block"`,
    /// `129` or `"snail1"`, `130` or `"snail2"`.
    pub contents: Vec<Value>,
}

/// The size of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MapSize {
    /// Columns.
    pub x: i64,
    /// Rows.
    pub y: i64,
}

/// Which maps a host allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The shortest edge.
    pub min_edge: u16,
    /// The longest edge.
    pub max_edge: u16,
    /// Whether width and height must be equal.
    pub square: bool,
}

impl MapFile {
    /// The board of this map, or the first thing that is wrong with it.
    pub fn check(&self, limits: &Limits) -> Result<Board, Refusal> {
        let (width, height) = self.edges(limits)?;
        let expected = usize::from(width) * usize::from(height);
        if self.contents.len() != expected {
            return Err(Refusal::new("snails-bad-map-count")
                .arg("width", width)
                .arg("height", height)
                .arg("expected", expected)
                .arg("found", self.contents.len()));
        }
        let tiles = self.contents.iter().enumerate().map(|(i, content)| {
            let at = Cell::new((i % usize::from(width)) as i16, (i / usize::from(width)) as i16);
            read_tile(content, at)
        });
        let board = Board::new(width, height, &tiles.collect::<Result<Vec<_>, _>>()?).map_err(refuse)?;
        if board.empty() == 0 {
            return Err(Refusal::new("snails-bad-map-full"));
        }
        Ok(board)
    }

    fn edges(&self, limits: &Limits) -> Result<(u16, u16), Refusal> {
        let MapSize { x, y } = self.size;
        let edge = |n: i64| u16::try_from(n).ok().filter(|n| (limits.min_edge..=limits.max_edge).contains(n));
        let (Some(width), Some(height)) = (edge(x), edge(y)) else {
            return Err(Refusal::new("snails-bad-map-edge")
                .arg("width", x)
                .arg("height", y)
                .arg("min", limits.min_edge)
                .arg("max", limits.max_edge));
        };
        if limits.square && width != height {
            return Err(Refusal::new("snails-bad-map-not-square").arg("width", width).arg("height", height));
        }
        Ok((width, height))
    }
}

/// The marks of snails in a file are this much above the player's number.
const SNAIL: i64 = 128;

fn read_tile(content: &Value, at: Cell) -> Result<Tile, Refusal> {
    let snail = |number: i64| match number {
        1 => Ok(Tile::Snail(Player::One)),
        2 => Ok(Tile::Snail(Player::Two)),
        _ => Err(at_cell("snails-bad-map-unknown-snail", at).arg("snail", number)),
    };
    let number = content.as_i64();
    let word = content.as_str().unwrap_or_default();
    match (number, word) {
        (Some(0), _) | (_, "empty") => Ok(Tile::Empty),
        (Some(64), _) | (_, "block") => Ok(Tile::Block),
        // The bit above a snail's is not known, so larger numbers are no snails.
        (Some(mark @ SNAIL..192), _) => snail(mark - SNAIL),
        _ => match word.strip_prefix("snail").and_then(|number| number.parse().ok()) {
            Some(number) => snail(number),
            None => Err(at_cell("snails-bad-map-unknown-tile", at).arg("tile", shown(content))),
        },
    }
}

fn refuse(error: BoardError) -> Refusal {
    match error {
        BoardError::NoSnail(player) => Refusal::new("snails-bad-map-no-snail").arg("snail", player.number()),
        BoardError::TwoSnails(player, first, second) => at_cell("snails-bad-map-two-snails", first)
            .arg("x2", second.x)
            .arg("y2", second.y)
            .arg("snail", player.number()),
        BoardError::Edge | BoardError::Count => unreachable!("edges and count were checked before"),
    }
}

fn at_cell(key: &'static str, Cell { x, y }: Cell) -> Refusal {
    Refusal::new(key).arg("x", x).arg("y", y)
}

/// A content as it stands in the file, cut short if somebody put a whole story there.
fn shown(content: &Value) -> String {
    const LONGEST: usize = 24;
    let text = content.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
