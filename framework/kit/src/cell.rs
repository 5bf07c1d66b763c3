//! One field of a grid.

use crate::text::deserialize_text;
use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
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

    /// The cell in its text form. Scenes contain many cells, so this avoids `core::fmt`.
    pub(crate) fn written(self) -> ArrayString<13> {
        let mut text = ArrayString::new();
        write_number(self.x, &mut text);
        text.push(',');
        write_number(self.y, &mut text);
        text
    }
}

/// Writes at most six characters: `-32768`.
fn write_number(number: i16, text: &mut ArrayString<13>) {
    if number < 0 {
        text.push('-');
    }
    let number = number.unsigned_abs();
    for power in [10_000, 1_000, 100, 10, 1] {
        if number >= power || power == 1 {
            text.push(char::from(b'0' + (number / power % 10) as u8));
        }
    }
}

/// Parses a number in its canonical form only: no plus sign, no leading zeros.
fn read_number(text: &str) -> Option<i16> {
    let plain = match text.strip_prefix('-').unwrap_or(text).as_bytes() {
        [b'0'] => text.len() == 1,
        [first, ..] => first.is_ascii_digit() && *first != b'0',
        [] => false,
    };
    if plain { text.parse().ok() } else { None }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written())
    }
}

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Cell, String> {
        text.split_once(',')
            .and_then(|(x, y)| Some(Cell::new(read_number(x)?, read_number(y)?)))
            .ok_or_else(|| format!("'{text}' is not a cell; a cell is written \"x,y\", such as \"3,0\""))
    }
}

impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.written())
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        deserialize_text(deserializer, "a cell, such as \"3,0\"")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_written_as_ever_and_read_again() {
        for n in i16::MIN..=i16::MAX {
            let cell = Cell::new(n, n.wrapping_mul(7));
            assert_eq!(cell.to_string(), format!("{},{}", cell.x, cell.y));
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
    }

    #[test]
    fn a_cell_has_one_form() {
        for text in
            ["", ",", "1", "1,", "+1,0", "01,0", "-0,0", "00,0", "1,2,3", " 1,2", "32768,0", "--1,0", "-,0"]
        {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }
}
