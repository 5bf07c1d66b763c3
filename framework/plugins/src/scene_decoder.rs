//! Parses scenes, offers and events from the JSON of plugins.

use crate::parse_cache::{ParseCache, Reader};
use parlor_kit::{Area, Event, Gesture, Id, Offer, Piece, Scene, Seat, SeatPanel, Text};
use serde::{Deserialize, de::Error};
use serde_json::{Result, Value};
use std::collections::BTreeMap;

/// Parses the JSON of a plugin. Most fragments are the same at the next move, so they are cached.
#[derive(Default)]
pub(crate) struct SceneDecoder {
    banners: ParseCache<Option<Text>>,
    areas: ParseCache<(Id, Area)>,
    pieces: ParseCache<(Id, Piece)>,
    seats: ParseCache<BTreeMap<Seat, SeatPanel>>,
    offers: ParseCache<Offer>,
    events: ParseCache<Event>,
}

/// The parts of a scene.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    Banner,
    Areas,
    Pieces,
    Seats,
    Hints,
}

impl SceneDecoder {
    /// Parses a scene.
    pub(crate) fn scene(&self, json: &str) -> Result<Scene> {
        let (mut reader, mut scene, mut read) = (Reader::new(json), Scene::new(), 0u8);
        reader.object(|reader| {
            let part: Part = reader.key()?;
            if read & 1 << part as u8 != 0 {
                return Err(Error::custom("a part of the scene is there twice"));
            }
            read |= 1 << part as u8;
            match part {
                Part::Banner => scene.banner = reader.cached_value(&self.banners)?,
                Part::Areas => scene.areas = reader.map(&self.areas)?,
                Part::Pieces => scene.pieces = reader.map(&self.pieces)?,
                Part::Seats => scene.seats = reader.cached_value(&self.seats)?,
                Part::Hints => scene.hints = reader.value()?,
            }
            Ok(())
        })?;
        reader.end()?;
        Ok(scene)
    }

    /// Parses offers.
    pub(crate) fn offers(&self, json: &str) -> Result<Vec<Offer>> {
        let mut reader = Reader::new(json);
        let offers = reader.list(&self.offers, |reader| {
            let (action, gesture): (Value, Gesture) = reader.value()?;
            Ok(Offer { action, gesture })
        })?;
        reader.end()?;
        Ok(offers)
    }

    /// Parses events.
    pub(crate) fn events(&self, json: &str) -> Result<Vec<Event>> {
        let mut reader = Reader::new(json);
        let events = reader.list(&self.events, Reader::value)?;
        reader.end()?;
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::Cell;

    #[test]
    fn scenes_are_read_as_they_are_however_often() {
        let decoder = SceneDecoder::default();
        for round in 0..50 {
            let mut scene = Scene::new();
            scene.banner(Text::new("turn").arg("player", Seat::new(1)));
            scene.area("board", Area::square(9, 9, |_| Id::new_static("hole")));
            scene.area("other", Area::square(9, 9 + round, |_| Id::new_static("tile")));
            scene.area("row", Area::row());
            scene.piece("p", Piece::on("board", Cell::new(1, round), "disc"));
            scene.piece("q", Piece::on("board", Cell::new(1, round % 3), "disc"));
            scene.seat(Seat::new(0)).score(round);
            scene.hint("h", Text::new("hint"));
            for json in
                [serde_json::to_string(&scene).unwrap(), serde_json::to_string_pretty(&scene).unwrap()]
            {
                assert_eq!(decoder.scene(&json).unwrap(), scene);
                assert_eq!(decoder.scene(&json).unwrap(), scene);
            }
        }
        assert_eq!(decoder.scene("{}").unwrap(), Scene::new());
    }

    #[test]
    fn nonsense_is_refused() {
        for json in [
            "",
            "null",
            r#"{"other":1}"#,
            r#"{"areas":{"a":1}}"#,
            r#"{"areas":null}"#,
            r#"{"areas":{"a":{"kind":"square"},"a""#,
            r#"{"pieces":{},"pieces":{}}"#,
            r#"{"pieces":{"a":{"area":"b"}}}"#,
            r#"{} {}"#,
        ] {
            assert!(SceneDecoder::default().scene(json).is_err(), "{json}");
        }
        for json in ["", "{}", "[1]", "[[1]]", r#"[[1,{"picks":[]},2]]"#, "[]]"] {
            assert!(SceneDecoder::default().offers(json).is_err(), "{json}");
        }
    }
}
