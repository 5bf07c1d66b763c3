//! Updates as JSON Merge Patches (RFC 7396).
//!
//! Scenes are compared as values; only what differs becomes JSON, so an update costs what changed.

use super::{Area, Scene};
use serde::Serialize;
use serde_json::{Map, Value};
use std::{collections::BTreeMap, fmt::Display};

pub(super) fn scene_patch(old: &Scene, new: &Scene) -> Option<Value> {
    let mut patch = Map::new();
    if old.banner != new.banner {
        patch.insert("banner".into(), json(&new.banner));
    }
    let mut put = |name: &str, part: Option<Value>| {
        if let Some(part) = part {
            patch.insert(name.into(), part);
        }
    };
    put("areas", map_patch(&old.areas, &new.areas, area_patch));
    put("pieces", map_patch(&old.pieces, &new.pieces, |old, new| diff(&json(old), &json(new))));
    put("seats", map_patch(&old.seats, &new.seats, |old, new| diff(&json(old), &json(new))));
    (!patch.is_empty()).then_some(Value::Object(patch))
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
        match old.get(key) {
            None => patch.insert(key.to_string(), json(value)),
            Some(before) if before != value => {
                patch.insert(key.to_string(), entry_patch(before, value).unwrap_or(Value::Null))
            }
            Some(_) => continue,
        };
    }
    for key in old.keys().filter(|key| !new.contains_key(key)) {
        patch.insert(key.to_string(), Value::Null);
    }
    (!patch.is_empty()).then_some(Value::Object(patch))
}

/// Boards are large and change little: cells of boards of the same size are compared one by one.
fn area_patch(old: &Area, new: &Area) -> Option<Value> {
    if (old.width, old.height, old.cells.len()) != (new.width, new.height, new.cells.len()) || new.width == 0
    {
        return diff(&json(old), &json(new));
    }
    let bare = |area: &Area| json(&Area { cells: Vec::new(), ..area.clone_without_cells() });
    let mut patch = diff(&bare(old), &bare(new)).unwrap_or_else(|| Value::Object(Map::new()));
    let mut cells = Map::new();
    let width = new.width as usize;
    for (i, (before, after)) in old.cells.iter().zip(&new.cells).enumerate() {
        if before != after {
            let look = if after.is_empty() { Value::Null } else { Value::String(after.to_string()) };
            cells.insert(format!("{},{}", i % width, i / width), look);
        }
    }
    let object = patch.as_object_mut().expect("a patch of an area is an object");
    if !cells.is_empty() {
        object.insert("cells".into(), Value::Object(cells));
    }
    (!object.is_empty()).then_some(patch)
}

impl Area {
    fn clone_without_cells(&self) -> Area {
        Area {
            kind: self.kind,
            title: self.title.clone(),
            owner: self.owner,
            order: self.order,
            width: self.width,
            height: self.height,
            cells: Vec::new(),
            lines: self.lines.clone(),
        }
    }
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
                let piece = piece.badge("hp", Badge::new(hp, Text::new("hp")));
                scene.piece(format!("p{}", i * 7 % 5), if tagged { piece.tag("active") } else { piece });
            }
            if let Some(n) = banner {
                scene.banner(Text::new("round").arg("n", n));
            }
            for seat in Seat::all(seats) {
                scene.seat(seat).score(seats as i64);
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
    fn equal_scenes_have_no_patch() {
        let mut scene = Scene::new();
        scene.area("board", Area::square(2, 2, |_| "sand".into()));
        assert_eq!(scene.patch_to(&scene.clone()), None);
    }
}
