//! Map files, and their validation into a board.

use crate::{Board, MAX_EDGE, Player, Tile};
use parlor_kit::{
    Cell, ContentFault, Refusal,
    content::{first_fault, shown},
};
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
#[serde(expecting = "an object with size and contents")]
pub struct MapFile {
    /// How large the garden is.
    pub size: MapSize,
    /// The tiles, row by row from the top left: `0` or `"empty"`, `64` or `"block"`,
    /// `129` or `"snail1"`, `130` or `"snail2"`.
    pub contents: Vec<Value>,
}

/// The size of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(expecting = "an object with x and y")]
pub struct MapSize {
    /// Columns.
    pub x: i64,
    /// Rows.
    pub y: i64,
}

/// The limits of maps on a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The shortest edge.
    pub min_edge: u16,
    /// The longest edge.
    pub max_edge: u16,
    /// Whether width and height must be equal.
    pub square: bool,
}

impl Limits {
    /// The limits of the game itself.
    pub const WIDEST: Limits = Limits { min_edge: 1, max_edge: MAX_EDGE, square: false };
}

impl MapFile {
    /// The board of this map, or its first fault.
    pub fn check(&self, limits: &Limits) -> Result<Board, Refusal> {
        self.read(limits).map_err(first_fault)
    }

    /// The board of this map, or all its faults.
    pub fn read(&self, limits: &Limits) -> Result<Board, Vec<ContentFault>> {
        let mut faults = Vec::new();
        let edges = self.edges(limits).map_err(|refusal| faults.push(fault("/size", refusal))).ok();
        // Contents are parsed even if the size is invalid; the row length is then the size's width, if
        // possible.
        let width = edges.map_or_else(|| u16::try_from(self.size.x).unwrap_or(0).max(1), |(width, _)| width);
        if let Some((width, height)) = edges {
            let expected = usize::from(width) * usize::from(height);
            if self.contents.len() != expected {
                let count = Refusal::new("snails-bad-map-count").arg("width", width).arg("height", height);
                let count = count.arg("expected", expected).arg("found", self.contents.len());
                faults.push(fault("/contents", count));
            }
        }
        let mut tiles = Vec::new();
        for (i, content) in self.contents.iter().enumerate() {
            let at = Cell::new((i % usize::from(width)) as i16, (i / usize::from(width)) as i16);
            match read_tile(content, at) {
                Ok(tile) => tiles.push((i, at, tile)),
                Err(refusal) => faults.push(fault(&format!("/contents/{i}"), refusal)),
            }
        }
        let mut snails: [Option<Cell>; 2] = [None; 2];
        for &(i, at, tile) in &tiles {
            let Tile::Snail(player) = tile else { continue };
            let Some(first) = snails[player as usize] else {
                snails[player as usize] = Some(at);
                continue;
            };
            let two = at_cell("snails-bad-map-two-snails", first).arg("x2", at.x).arg("y2", at.y);
            faults.push(fault(&format!("/contents/{i}"), two.arg("snail", player.number())));
        }
        // Snails are reported as missing only if all tiles could be parsed.
        let all_known = tiles.len() == self.contents.len();
        for player in Player::BOTH.iter().filter(|player| all_known && snails[**player as usize].is_none()) {
            let missing = Refusal::new("snails-bad-map-no-snail").arg("snail", player.number());
            faults.push(fault("/contents", missing));
        }
        if all_known && !tiles.is_empty() && tiles.iter().all(|(.., tile)| *tile != Tile::Empty) {
            faults.push(fault("/contents", Refusal::new("snails-bad-map-full")));
        }
        match edges {
            Some((width, height)) if faults.is_empty() => {
                let tiles: Vec<Tile> = tiles.into_iter().map(|(.., tile)| tile).collect();
                Ok(Board::new(width, height, &tiles).expect("a map without faults makes a board"))
            }
            _ => Err(faults),
        }
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

fn fault(at: &str, refusal: Refusal) -> ContentFault {
    ContentFault::new(at, refusal.text)
}

/// Offset between a player's number and the mark of the snail in a file.
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
        // Marks with higher bits are unknown, not snails.
        (Some(mark @ SNAIL..192), _) => snail(mark - SNAIL),
        _ => match word.strip_prefix("snail").and_then(|number| number.parse().ok()) {
            Some(number) => snail(number),
            None => Err(at_cell("snails-bad-map-unknown-tile", at).arg("tile", shown(content))),
        },
    }
}

fn at_cell(key: &'static str, Cell { x, y }: Cell) -> Refusal {
    Refusal::new(key).arg("x", x).arg("y", y)
}
