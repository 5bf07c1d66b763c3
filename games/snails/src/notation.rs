//! Boards as text: one line per row, one letter per tile.
//!
//! | letter | tile |
//! |---|---|
//! | `.` | empty |
//! | `#` | block |
//! | `A`, `B` | snail of player 1, of player 2 |
//! | `a`, `b` | trail of player 1, of player 2 |
//!
//! Saved games store boards in this form, and tests use it.

use crate::{Board, BoardError, Player, Tile};
use serde::{Deserialize, Serialize, de};
use std::{fmt, str::FromStr};

const LETTERS: [(char, Tile); 6] = [
    ('.', Tile::Empty),
    ('#', Tile::Block),
    ('A', Tile::Snail(Player::One)),
    ('B', Tile::Snail(Player::Two)),
    ('a', Tile::Trail(Player::One)),
    ('b', Tile::Trail(Player::Two)),
];

impl Board {
    fn row(&self, y: u16) -> String {
        let letter = |tile| LETTERS.iter().find(|(_, known)| Some(*known) == tile).map_or('?', |(c, _)| *c);
        (0..self.width()).map(|x| letter(self.tile(parlor_kit::Cell::new(x as i16, y as i16)))).collect()
    }

    fn from_rows<'a>(rows: impl Iterator<Item = &'a str> + Clone) -> Result<Board, String> {
        let height = u16::try_from(rows.clone().count()).unwrap_or(u16::MAX);
        let width = rows.clone().next().map_or(0, |row| row.chars().count());
        if let Some(odd) = rows.clone().find(|row| row.chars().count() != width) {
            return Err(format!("row '{odd}' is not as long as the first"));
        }
        let tile = |c| LETTERS.iter().find(|(letter, _)| *letter == c).map(|(_, tile)| *tile);
        let tiles = rows.flat_map(str::chars).map(|c| tile(c).ok_or(format!("'{c}' is not a tile")));
        let tiles = tiles.collect::<Result<Vec<_>, _>>()?;
        Board::new(u16::try_from(width).unwrap_or(u16::MAX), height, &tiles).map_err(|error| match error {
            BoardError::Edge | BoardError::Count => format!("a board cannot be {width}×{height}"),
            BoardError::NoSnail(player) => format!("player {} has no snail", player.number()),
            BoardError::TwoSnails(player, ..) => format!("player {} has two snails", player.number()),
        })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.height()).try_for_each(|y| writeln!(f, "{}", self.row(y)))
    }
}

impl FromStr for Board {
    type Err = String;

    /// Parses rows of letters; spaces and empty lines between them are ignored.
    fn from_str(text: &str) -> Result<Board, String> {
        let text: String = text.chars().filter(|&c| c == '\n' || !c.is_whitespace()).collect();
        Board::from_rows(text.lines().filter(|line| !line.is_empty()))
    }
}

impl Serialize for Board {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.height()).map(|y| self.row(y)))
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        let rows = Vec::<String>::deserialize(deserializer)?;
        Board::from_rows(rows.iter().map(String::as_str)).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_survive_text_and_json() {
        let text = "Aa.#\n.bB.\n";
        let board: Board = text.parse().unwrap();
        assert_eq!(board.to_string(), text);
        let json = serde_json::to_string(&board).unwrap();
        assert_eq!(json, r#"["Aa.#",".bB."]"#);
        assert_eq!(serde_json::from_str::<Board>(&json).unwrap(), board);
    }

    #[test]
    fn what_is_no_board_is_named() {
        for (text, reason) in [
            ("", "a board cannot be 0×0"),
            ("AB\n.", "row '.' is not as long as the first"),
            ("AB?", "'?' is not a tile"),
            ("A.", "player 2 has no snail"),
            ("AB\nA.", "player 1 has two snails"),
        ] {
            assert_eq!(text.parse::<Board>(), Err(reason.to_string()));
        }
    }
}
