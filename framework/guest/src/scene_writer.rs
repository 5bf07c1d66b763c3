//! Incremental serialisation of scenes and offers: parts that are equal to those of the last answer are
//! copied from its text.

use crate::json_writer::Text;
use parlor_kit::{Gesture, Id, Scene};
use serde::Serialize;
use std::{cell::RefCell, collections::BTreeMap, ops::Range};

/// Extra capacity for what a move may add.
const SPARE_BYTES: usize = 256;
/// How far around its expected index a gesture is searched among the last offers.
const SEARCH_DISTANCE: usize = 4;

thread_local! {
    static DRAWN: RefCell<Drawing> = RefCell::default();
    static OFFERED: RefCell<Offering> = RefCell::default();
}

/// Serialises a scene.
pub(crate) fn draw(scene: Scene) -> String {
    DRAWN.with_borrow_mut(|last| {
        *last = last.next(scene);
        last.json.clone()
    })
}

/// Serialises actions with their gestures.
pub(crate) fn offer<A: Serialize>(offers: impl Iterator<Item = (A, Gesture)>) -> String {
    OFFERED.with_borrow_mut(|last| {
        *last = last.next(offers);
        last.json.clone()
    })
}

/// A scene, its text, and the ranges of each area, each piece and all seats in it.
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
        let mut text = Text::with_room(self.json.len() + SPARE_BYTES);
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
            area_places = entries(&mut text, areas, &self.json, &self.scene.areas, &self.areas);
        }
        if !pieces.is_empty() {
            key(&mut text, "pieces");
            piece_places = entries(&mut text, pieces, &self.json, &self.scene.pieces, &self.pieces);
        }
        if !seats.is_empty() {
            key(&mut text, "seats");
            let begin = text.len();
            match *seats == self.scene.seats {
                true => text.add(&self.json[self.seats.clone()]),
                false => text.value(seats),
            };
            seat_place = begin..text.len();
        }
        if !hints.is_empty() {
            key(&mut text, "hints");
            text.value(hints);
        }
        text.add(if text.len() == 0 { "{}" } else { "}" });
        Drawing { scene, json: text.end(), areas: area_places, pieces: piece_places, seats: seat_place }
    }
}

/// The gestures of offers, their text, and the range of each gesture in it.
#[derive(Default)]
struct Offering {
    gestures: Vec<Gesture>,
    json: String,
    places: Vec<Range<usize>>,
}

impl Offering {
    /// Actions are always serialised: actions that compare as equal need not have the same text.
    fn next<A: Serialize>(&self, offers: impl Iterator<Item = (A, Gesture)>) -> Offering {
        let mut text = Text::with_room(self.json.len() + SPARE_BYTES);
        let (mut gestures, mut places) = (Vec::new(), Vec::new());
        // The next gesture is expected right after the last one found.
        let (mut mark, mut expected) = ("[[", 0);
        for (action, gesture) in offers {
            text.add(mark).value(&action).add(",");
            mark = "],[";
            let mut near = (expected..expected + SEARCH_DISTANCE)
                .chain(expected.saturating_sub(SEARCH_DISTANCE)..expected);
            let found = near.find(|&place| self.gestures.get(place) == Some(&gesture));
            let begin = text.len();
            match found {
                Some(place) => text.add(&self.json[self.places[place].clone()]),
                None => text.value(&gesture),
            };
            places.push(begin..text.len());
            gestures.push(gesture);
            expected = found.unwrap_or(expected) + 1;
        }
        text.add(if places.is_empty() { "[]" } else { "]]" });
        Offering { gestures, json: text.end(), places }
    }
}

/// Appends a map. Entries that are equal to those of the last map are copied from its text.
fn entries<T: PartialEq + Serialize>(
    text: &mut Text,
    map: &BTreeMap<Id, T>,
    json: &str,
    last: &BTreeMap<Id, T>,
    places: &[Range<usize>],
) -> Vec<Range<usize>> {
    let mut last = last.iter().zip(places).peekable();
    let mut mark = "{";
    let entry = |(id, value): (&Id, &T)| {
        text.add(mark);
        mark = ",";
        let begin = text.len();
        let mut same = None;
        while let Some(((known, old), place)) = last.peek() {
            let order = (*known).cmp(id);
            if order.is_eq() {
                same = (*old == value).then_some((*place).clone());
            }
            if order.is_gt() {
                break;
            }
            last.next();
        }
        match same {
            Some(place) => text.add(&json[place]),
            None => text.value(id).add(":").value(value),
        };
        begin..text.len()
    };
    let places = map.iter().map(entry).collect();
    text.add("}");
    places
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
        for seat in Seat::all(luck.below(3) as usize) {
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
