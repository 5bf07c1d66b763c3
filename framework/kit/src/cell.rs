//! One field of a grid.

use serde::{Deserialize, Serialize, de};
use std::{fmt, str::FromStr};

/// A field of a grid: column and row, counted from the top left. In JSON it is the text `"x,y"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Cell {
    /// Column, from the left.
    pub x: i16,
    /// Row, from the top.
    pub y: i16,
}

impl Cell {
    /// The cell in this column and row.
    #[inline]
    pub const fn new(x: i16, y: i16) -> Cell {
        Cell { x, y }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Cell, String> {
        let parse = |part: &str| part.parse::<i16>().ok().filter(|n| n.to_string() == part);
        text.split_once(',')
            .and_then(|(x, y)| Some(Cell::new(parse(x)?, parse(y)?)))
            .ok_or_else(|| format!("'{text}' is not a cell; a cell is written \"x,y\", such as \"3,0\""))
    }
}

impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        std::borrow::Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl schemars::JsonSchema for Cell {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cell".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^-?[0-9]+,-?[0-9]+$",
            "description": "A field of a grid: column and row from the top left."
        })
    }
}
