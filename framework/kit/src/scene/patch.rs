//! Updates as JSON Merge Patches (RFC 7396).
//!
//! Scenes are compared as values; only what differs becomes JSON, so an update costs what changed.

use super::{Area, Piece, Scene, SeatPanel};
use serde::Serialize;
use serde_json::{Map, Value};
use std::{collections::BTreeMap, fmt::Display};

pub(super) fn scene_patch(old: &Scene, new: &Scene) -> Option<Value> {
    let mut patch = Patch::default();
    patch.field("banner", &old.banner, &new.banner);
    patch.part("areas", map_patch(&old.areas, &new.areas, area_patch));
    patch.part("pieces", map_patch(&old.pieces, &new.pieces, piece_patch));
    patch.part("seats", map_patch(&old.seats, &new.seats, panel_patch));
    patch.part("hints", map_patch(&old.hints, &new.hints, plain_patch));
    patch.finish()
}

/// A patch while it grows, field by field.
#[derive(Default)]
struct Patch(Map<String, Value>);

impl Patch {
    /// A field that is replaced as a whole. What is absent from the scene's JSON is deleted by the patch.
    fn field<T: PartialEq + Serialize>(&mut self, name: &str, old: &T, new: &T) {
        if old != new {
            let value = match json(new) {
                Value::Array(items) if items.is_empty() => Value::Null,
                value => value,
            };
            self.0.insert(name.into(), value);
        }
    }

    /// A field with a patch of its own.
    fn part(&mut self, name: &str, patch: Option<Value>) {
        if let Some(patch) = patch {
            self.0.insert(name.into(), patch);
        }
    }

    fn finish(self) -> Option<Value> {
        (!self.0.is_empty()).then_some(Value::Object(self.0))
    }
}

/// The patch between two keyed maps. A map that becomes empty is not written at all, so it goes as a whole.
fn map_patch<K: Ord + Display, V: PartialEq + Serialize>(
    old: &BTreeMap<K, V>,
    new: &BTreeMap<K, V>,
    entry_patch: impl Fn(&V, &V) -> Option<Value>,
) -> Option<Value> {
    if new.is_empty() {
        return (!old.is_empty()).then_some(Value::Null);
    }
    let mut patch = Map::new();
    for (key, value) in new {
        let change = match old.get(key) {
            None => Some(json(value)),
            Some(before) if before == value => None,
            // Values may differ while their JSON does not: a text whose arguments stand in another order.
            Some(before) => entry_patch(before, value),
        };
        if let Some(change) = change {
            patch.insert(key.to_string(), change);
        }
    }
    for key in old.keys().filter(|key| !new.contains_key(key)) {
        patch.insert(key.to_string(), Value::Null);
    }
    (!patch.is_empty()).then_some(Value::Object(patch))
}

fn piece_patch(old: &Piece, new: &Piece) -> Option<Value> {
    let mut patch = Patch::default();
    patch.field("area", &old.area, &new.area);
    patch.field("at", &old.at, &new.at);
    patch.field("look", &old.look, &new.look);
    patch.field("owner", &old.owner, &new.owner);
    patch.field("name", &old.name, &new.name);
    patch.field("label", &old.label, &new.label);
    patch.field("colour", &old.colour, &new.colour);
    patch.field("shape", &old.shape, &new.shape);
    patch.part("badges", map_patch(&old.badges, &new.badges, plain_patch));
    patch.field("tags", &old.tags, &new.tags);
    patch.part("notes", map_patch(&old.notes, &new.notes, plain_patch));
    patch.finish()
}

fn panel_patch(old: &SeatPanel, new: &SeatPanel) -> Option<Value> {
    let mut patch = Patch::default();
    patch.field("score", &old.score, &new.score);
    patch.field("colour", &old.colour, &new.colour);
    patch.field("look", &old.look, &new.look);
    patch.part("badges", map_patch(&old.badges, &new.badges, plain_patch));
    patch.part("lines", map_patch(&old.lines, &new.lines, plain_patch));
    patch.field("tags", &old.tags, &new.tags);
    patch.finish()
}

/// Boards are large and change little: cells of boards of the same size are compared one by one.
fn area_patch(old: &Area, new: &Area) -> Option<Value> {
    if (old.width, old.height) != (new.width, new.height) || old.order != new.order {
        return plain_patch(old, new);
    }
    let mut patch = Patch::default();
    patch.field("kind", &old.kind, &new.kind);
    patch.field("title", &old.title, &new.title);
    patch.field("owner", &old.owner, &new.owner);
    patch.part("lines", map_patch(&old.lines, &new.lines, plain_patch));
    let mut cells = Map::new();
    let width = new.width.max(1) as usize;
    for (i, (before, after)) in old.cells.iter().zip(&new.cells).enumerate() {
        if before != after {
            let look = if after.is_empty() { Value::Null } else { Value::String(after.to_string()) };
            cells.insert(format!("{},{}", i % width, i / width), look);
        }
    }
    patch.part("cells", (!cells.is_empty()).then_some(Value::Object(cells)));
    patch.finish()
}

/// Small things are compared as JSON.
fn plain_patch<T: Serialize>(old: &T, new: &T) -> Option<Value> {
    diff(&json(old), &json(new))
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("scenes are plain data with text keys")
}

/// The merge patch that turns `old` into `new`; `None` if they are equal.
pub fn diff(old: &Value, new: &Value) -> Option<Value> {
    if old == new {
        return None;
    }
    let (Value::Object(before), Value::Object(after)) = (old, new) else {
        return Some(new.clone());
    };
    let mut patch = Map::new();
    for (key, value) in after {
        match before.get(key) {
            None => {
                patch.insert(key.clone(), value.clone());
            }
            Some(previous) => {
                if let Some(change) = diff(previous, value) {
                    patch.insert(key.clone(), change);
                }
            }
        }
    }
    for key in before.keys().filter(|key| !after.contains_key(*key)) {
        patch.insert(key.clone(), Value::Null);
    }
    Some(Value::Object(patch))
}

/// Applies a merge patch to a JSON value.
pub fn apply_patch(target: &mut Value, patch: &Value) {
    let Value::Object(changes) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let object = target.as_object_mut().expect("made an object above");
    for (key, change) in changes {
        if change.is_null() {
            object.remove(key);
        } else {
            apply_patch(object.entry(key.clone()).or_insert(Value::Null), change);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::*;
    use proptest::prelude::*;

    fn scenes() -> impl Strategy<Value = Scene> {
        let piece = (0..3i16, 0..3i16, 0..3usize, any::<bool>(), 0..4i64);
        let parts = (
            proptest::collection::vec(piece, 0..6),
            proptest::collection::vec(0..4u8, 9),
            proptest::option::of(0..3i64),
            0..3usize,
            any::<bool>(),
        );
        parts.prop_map(|(pieces, cells, banner, seats, hand)| {
            let mut scene = Scene::new();
            scene.area(
                "board",
                Area::square(3, 3, |cell| match cells[(cell.y * 3 + cell.x) as usize] {
                    0 => Id::default(),
                    n => Id::from(format!("ground-{n}")),
                }),
            );
            if hand {
                scene.area("hand", Area::fan().owner(Seat::new(0)));
            }
            for (i, (x, y, look, tagged, hp)) in pieces.into_iter().enumerate() {
                let piece = Piece::on("board", Cell::new(x, y), format!("look-{look}"));
                let piece = if hp > 0 { piece.badge("hp", Badge::new(hp, Text::new("hp"))) } else { piece };
                let piece =
                    if hp == 2 { piece.owner(Seat::new(1)).name(Text::new("two")).label("2") } else { piece };
                let piece = if look == 2 {
                    scene.hint(format!("h{i}"), Text::new("hint").arg("n", hp));
                    let piece = piece.colour("red", "star").note("n", Text::new("note"), None);
                    piece.explained("o", Text::new("other"), format!("h{i}"))
                } else {
                    piece
                };
                scene.piece(format!("p{}", i * 7 % 5), if tagged { piece.tag("active") } else { piece });
            }
            if let Some(n) = banner {
                scene.banner(Text::new("round").arg("n", n));
            }
            for seat in Seat::all(seats) {
                let panel = scene.seat(seat).score(seats as i64);
                if hand {
                    panel.tag("out").line("stock", Text::new("stock"), seats).look("avatar");
                }
            }
            scene
        })
    }

    proptest! {
        #[test]
        fn a_patch_applied_to_the_old_scene_gives_the_new_one(old in scenes(), new in scenes()) {
            let (before, after) = (serde_json::to_value(&old).unwrap(), serde_json::to_value(&new).unwrap());
            let patch = old.patch_to(&new);
            prop_assert_eq!(&patch, &diff(&before, &after), "the quick patch is the plain one");
            let mut patched = before;
            if let Some(patch) = patch {
                apply_patch(&mut patched, &patch);
            }
            prop_assert_eq!(&patched, &after);
            prop_assert_eq!(serde_json::from_value::<Scene>(patched).unwrap(), new);
        }
    }

    #[test]
    fn what_differs_only_in_the_order_of_arguments_stays() {
        let scene = |text: Text| {
            let mut scene = Scene::new();
            scene.seat(Seat::new(0)).line("stock", text, 1);
            scene
        };
        let one = scene(Text::new("a").arg("x", 1).arg("y", 2));
        let other = scene(Text::new("a").arg("y", 2).arg("x", 1));
        assert_eq!(one.patch_to(&other), None);
    }

    #[test]
    fn equal_scenes_have_no_patch() {
        let mut scene = Scene::new();
        scene.area("board", Area::square(2, 2, |_| "sand".into()));
        assert_eq!(scene.patch_to(&scene.clone()), None);
    }
}
