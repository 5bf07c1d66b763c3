//! Scenes as plugins draw them. Most of a board is the same in every scene, so it is read once.

use parlor_kit::{Area, Id, Piece, Scene, Seat, SeatPanel, Text};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, PoisonError},
};

/// So many areas are kept; the oldest one goes first.
const MOST: usize = 16;
/// Shorter texts are read as quickly as they are found.
const SHORTEST: usize = 200;
/// The longest text that is kept: a board of some thousand cells.
const LONGEST: usize = 64 << 10;

/// A scene whose areas are still text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn<'a> {
    #[serde(default)]
    banner: Option<Text>,
    #[serde(default, borrow)]
    areas: BTreeMap<Id, &'a RawValue>,
    #[serde(default)]
    pieces: BTreeMap<Id, Piece>,
    #[serde(default)]
    seats: BTreeMap<Seat, SeatPanel>,
    #[serde(default)]
    hints: BTreeMap<Id, Text>,
}

/// The areas a plugin has drawn lately, each with its text.
#[derive(Default)]
pub(crate) struct Areas(Mutex<VecDeque<(Box<str>, Area)>>);

impl Areas {
    /// Reads a scene.
    pub(crate) fn scene(&self, json: &str) -> serde_json::Result<Scene> {
        let Drawn { banner, areas, pieces, seats, hints } = serde_json::from_str(json)?;
        let areas = areas.into_iter().map(|(id, text)| Ok((id, self.area(text.get())?)));
        Ok(Scene { banner, areas: areas.collect::<serde_json::Result<_>>()?, pieces, seats, hints })
    }

    fn area(&self, text: &str) -> serde_json::Result<Area> {
        if !(SHORTEST..=LONGEST).contains(&text.len()) {
            return serde_json::from_str(text);
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, area)) = known.iter().find(|(written, _)| **written == *text) {
            return Ok(area.clone());
        }
        let area: Area = serde_json::from_str(text)?;
        if known.len() >= MOST {
            known.pop_front();
        }
        known.push_back((text.into(), area.clone()));
        Ok(area)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::{Cell, Text};

    #[test]
    fn scenes_are_read_as_they_are_however_often() {
        let areas = Areas::default();
        for round in 0..3 * MOST as i16 {
            let mut scene = Scene::new();
            scene.banner(Text::new("turn").arg("player", Seat::new(1)));
            scene.area("board", Area::square(9, 9, |_| Id::new_static("hole")));
            scene.area("other", Area::square(9, 9 + round, |_| Id::new_static("tile")));
            scene.area("row", Area::row());
            scene.piece("p", Piece::on("board", Cell::new(1, round), "disc"));
            scene.seat(Seat::new(0)).score(i64::from(round));
            scene.hint("h", Text::new("hint"));
            let json = serde_json::to_string(&scene).unwrap();
            assert_eq!(areas.scene(&json).unwrap(), scene);
            assert_eq!(areas.scene(&json).unwrap(), scene);
        }
        assert!(areas.0.lock().unwrap().len() <= MOST);
    }

    #[test]
    fn nonsense_is_refused() {
        for json in ["", r#"{"other":1}"#, r#"{"areas":{"a":1}}"#, r#"{"areas":{"a":{"kind":"square"},"a""#] {
            assert!(Areas::default().scene(json).is_err(), "{json}");
        }
    }
}
