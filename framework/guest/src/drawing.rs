//! Scenes and offers as text. Most of what is drawn and offered is what it was a move ago: it is copied, not written.

use parlor_kit::{Gesture, Id, Scene};
use serde::Serialize;
use std::{cell::RefCell, collections::BTreeMap, io, ops::Range};

/// Room for what a move may add.
const MORE: usize = 256;
/// So far from its place among the offers a gesture is looked for.
const NEAR: usize = 4;

thread_local! {
    static DRAWN: RefCell<Drawing> = RefCell::default();
    static OFFERED: RefCell<Offering> = RefCell::default();
}

/// The JSON of a scene.
pub(crate) fn draw(scene: Scene) -> String {
    DRAWN.with_borrow_mut(|last| {
        *last = last.next(scene);
        last.json.clone()
    })
}

/// The JSON of actions with their gestures.
pub(crate) fn offer<A: Serialize>(offers: impl Iterator<Item = (A, Gesture)>) -> String {
    OFFERED.with_borrow_mut(|last| {
        *last = last.next(offers);
        last.json.clone()
    })
}

/// A scene, its text, and where in it each area and each piece is, and all seats.
#[derive(Default)]
struct Drawing {
    scene: Scene,
    json: String,
    areas: Vec<Range<usize>>,
    pieces: Vec<Range<usize>>,
    seats: Range<usize>,
}

impl Drawing {
    fn next(&self, scene: Scene) -> Drawing {
        let mut text = Text(String::with_capacity(self.json.len() + MORE));
        let Scene { banner, areas, pieces, seats, hints } = &scene;
        let mut mark = "{";
        let mut key = |text: &mut Text, name: &str| {
            text.add(mark).add("\"").add(name).add("\":");
            mark = ",";
        };
        if let Some(banner) = banner {
            key(&mut text, "banner");
            text.value(banner);
        }
        let (mut area_places, mut piece_places, mut seat_place) = (Vec::new(), Vec::new(), 0..0);
        if !areas.is_empty() {
            key(&mut text, "areas");
            area_places = text.entries(areas, &self.json, &self.scene.areas, &self.areas);
        }
        if !pieces.is_empty() {
            key(&mut text, "pieces");
            piece_places = text.entries(pieces, &self.json, &self.scene.pieces, &self.pieces);
        }
        if !seats.is_empty() {
            key(&mut text, "seats");
            let begin = text.0.len();
            match *seats == self.scene.seats {
                true => text.add(&self.json[self.seats.clone()]),
                false => text.value(seats),
            };
            seat_place = begin..text.0.len();
        }
        if !hints.is_empty() {
            key(&mut text, "hints");
            text.value(hints);
        }
        let Text(json) = text;
        let json = if json.is_empty() { "{}".into() } else { json + "}" };
        Drawing { scene, json, areas: area_places, pieces: piece_places, seats: seat_place }
    }
}

/// The gestures of offers, their text, and where in it each gesture is.
#[derive(Default)]
struct Offering {
    gestures: Vec<Gesture>,
    json: String,
    places: Vec<Range<usize>>,
}

impl Offering {
    /// Actions are always written: what of them is equal to a game need not be the same text.
    fn next<A: Serialize>(&self, offers: impl Iterator<Item = (A, Gesture)>) -> Offering {
        let mut text = Text(String::with_capacity(self.json.len() + MORE));
        let (mut gestures, mut places) = (Vec::new(), Vec::new());
        // Where the last gesture was found, the next one is expected behind it.
        let (mut mark, mut expected) = ("[[", 0);
        for (action, gesture) in offers {
            text.add(mark).value(&action).add(",");
            mark = "],[";
            let mut near = (expected..expected + NEAR).chain(expected.saturating_sub(NEAR)..expected);
            let found = near.find(|&place| self.gestures.get(place) == Some(&gesture));
            let begin = text.0.len();
            match found {
                Some(place) => text.add(&self.json[self.places[place].clone()]),
                None => text.value(&gesture),
            };
            places.push(begin..text.0.len());
            gestures.push(gesture);
            expected = found.unwrap_or(expected) + 1;
        }
        let Text(json) = text;
        let json = if json.is_empty() { "[]".into() } else { json + "]]" };
        Offering { gestures, json, places }
    }
}

/// A text that grows.
struct Text(String);

impl Text {
    fn add(&mut self, part: &str) -> &mut Text {
        self.0.push_str(part);
        self
    }

    fn value(&mut self, value: &impl Serialize) -> &mut Text {
        serde_json::to_writer(&mut *self, value).expect("plain data");
        self
    }

    /// Adds a map. Entries that were the same in the last map are copied from its text.
    fn entries<T: PartialEq + Serialize>(
        &mut self,
        map: &BTreeMap<Id, T>,
        json: &str,
        last: &BTreeMap<Id, T>,
        places: &[Range<usize>],
    ) -> Vec<Range<usize>> {
        let mut last = last.iter().zip(places).peekable();
        let mut mark = "{";
        let entry = |(id, value): (&Id, &T)| {
            self.add(mark);
            mark = ",";
            let begin = self.0.len();
            let mut same = None;
            while let Some(((known, old), place)) = last.next_if(|((known, _), _)| *known <= id) {
                same = (known == id && old == value).then_some(place);
            }
            match same {
                Some(place) => self.add(&json[place.clone()]),
                None => self.value(id).add(":").value(value),
            };
            begin..self.0.len()
        };
        let places = map.iter().map(entry).collect();
        self.add("}");
        places
    }
}

impl io::Write for Text {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.write_all(part).map(|()| part.len())
    }

    fn write_all(&mut self, part: &[u8]) -> io::Result<()> {
        let part = str::from_utf8(part).map_err(io::Error::other)?;
        self.0.push_str(part);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::{Area, Cell, Luck, Piece, Seat, Text as Words};

    /// A scene of a few parts, each of which is absent, the same as often before, or another.
    fn scene(luck: &mut Luck) -> Scene {
        let mut scene = Scene::new();
        if luck.below(4) > 0 {
            scene.banner(Words::new("turn").arg("é \"player\"", luck.below(2)));
        }
        for name in ["board", "a \"b\"", "ö"] {
            let looks = luck.below(4) as i16;
            if looks > 0 {
                scene.area(name, Area::square(3, looks, |_| Id::new_static("hole")));
            }
        }
        for name in 0..luck.below(30) {
            let piece = Piece::on("board", Cell::new(luck.below(2) as i16, 0), "disc");
            scene.piece(format!("p{}", name * 7 % 31), piece);
        }
        for seat in Seat::all(luck.below(3)) {
            scene.seat(seat).score(luck.below(2) as i64);
        }
        if luck.below(4) == 0 {
            scene.hint("h", Words::new("hint"));
        }
        scene
    }

    #[test]
    fn a_scene_is_written_as_ever_whatever_was_drawn_before() {
        let (mut luck, mut last) = (Luck::fast(1), Drawing::default());
        for _ in 0..2_000 {
            let scene = scene(&mut luck);
            let plain = serde_json::to_string(&scene).unwrap();
            last = last.next(scene);
            assert_eq!(last.json, plain);
        }
    }

    #[test]
    fn offers_are_written_as_ever_whatever_was_offered_before() {
        let (mut luck, mut last) = (Luck::fast(1), Offering::default());
        for _ in 0..2_000 {
            let kept = luck.below(5);
            let offers = (0..20i16).filter(|_| luck.below(4) < kept).collect::<Vec<_>>();
            let offer = |n: i16| (n + 1, Gesture::cell("board", Cell::new(n, (n * n) % (kept as i16 + 1))));
            let offers: Vec<_> = offers.into_iter().map(offer).collect();
            let plain = serde_json::to_string(&offers).unwrap();
            last = last.next(offers.into_iter());
            assert_eq!(last.json, plain);
        }
    }
}
