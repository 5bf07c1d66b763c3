//! Updates as JSON Merge Patches (RFC 7396).
//!
//! Scenes are compared as values, and only the differences are serialised.

use super::{Area, Badge, Line, Note, Piece, Scene, SeatPanel};
use crate::{Cell, Id, Text};
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The change from one value to another, serialised as a merge patch.
pub(super) struct Change<'a, T> {
    pub(super) old: &'a T,
    pub(super) new: &'a T,
}

/// A type whose changes are written field by field.
pub(super) trait Patch: PartialEq + Serialize {
    /// Writes the fields that differ from those of `old`.
    fn changes<M: SerializeMap>(&self, old: &Self, patch: &mut M) -> Result<(), M::Error>;

    /// Writes the whole patch.
    fn patch<S: Serializer>(&self, old: &Self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut patch = serializer.serialize_map(None)?;
        self.changes(old, &mut patch)?;
        patch.end()
    }
}

impl<T: Patch> Serialize for Change<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.new.patch(self.old, serializer)
    }
}

/// Writes a field that is replaced as a whole. A field absent from the scene's JSON is deleted by the patch.
fn field<M: SerializeMap, T>(patch: &mut M, name: &str, old: &T, new: &T) -> Result<(), M::Error>
where
    T: PartialEq + Serialize,
{
    if old == new { Ok(()) } else { patch.serialize_entry(name, new) }
}

/// Writes a list that is replaced as a whole; an empty one is absent.
fn list<M: SerializeMap>(patch: &mut M, name: &str, old: &[Id], new: &[Id]) -> Result<(), M::Error> {
    if old == new { Ok(()) } else { patch.serialize_entry(name, &(!new.is_empty()).then_some(new)) }
}

/// Writes the entries of a keyed map that differ.
fn part<M: SerializeMap, K, V>(
    patch: &mut M,
    name: &str,
    old: &BTreeMap<K, V>,
    new: &BTreeMap<K, V>,
) -> Result<(), M::Error>
where
    K: Ord + Serialize,
    V: Patch,
{
    if old == new { Ok(()) } else { patch.serialize_entry(name, &Change { old, new }) }
}

/// An empty map is absent from the scene's JSON, so a map that becomes empty is deleted as a whole.
impl<K: Ord + Serialize, V: Patch> Patch for BTreeMap<K, V> {
    fn changes<M: SerializeMap>(&self, old: &Self, patch: &mut M) -> Result<(), M::Error> {
        for (key, value) in self {
            match old.get(key) {
                None => patch.serialize_entry(key, value)?,
                Some(before) if before == value => {}
                Some(before) => patch.serialize_entry(key, &Change { old: before, new: value })?,
            }
        }
        for key in old.keys().filter(|key| !self.contains_key(key)) {
            patch.serialize_entry(key, &())?;
        }
        Ok(())
    }

    fn patch<S: Serializer>(&self, old: &Self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_empty() {
            return serializer.serialize_unit();
        }
        let mut patch = serializer.serialize_map(None)?;
        self.changes(old, &mut patch)?;
        patch.end()
    }
}

impl Patch for Scene {
    fn changes<M: SerializeMap>(&self, old: &Self, patch: &mut M) -> Result<(), M::Error> {
        field(patch, "banner", &old.banner, &self.banner)?;
        part(patch, "areas", &old.areas, &self.areas)?;
        part(patch, "pieces", &old.pieces, &self.pieces)?;
        part(patch, "seats", &old.seats, &self.seats)?;
        part(patch, "hints", &old.hints, &self.hints)
    }
}

impl Patch for Piece {
    fn changes<M: SerializeMap>(&self, old: &Self, patch: &mut M) -> Result<(), M::Error> {
        field(patch, "area", &old.area, &self.area)?;
        field(patch, "at", &old.at, &self.at)?;
        field(patch, "look", &old.look, &self.look)?;
        field(patch, "owner", &old.owner, &self.owner)?;
        field(patch, "name", &old.name, &self.name)?;
        field(patch, "label", &old.label, &self.label)?;
        field(patch, "colour", &old.colour, &self.colour)?;
        field(patch, "shape", &old.shape, &self.shape)?;
        part(patch, "badges", &old.badges, &self.badges)?;
        list(patch, "tags", &old.tags, &self.tags)?;
        part(patch, "notes", &old.notes, &self.notes)
    }
}

impl Patch for SeatPanel {
    fn changes<M: SerializeMap>(&self, old: &Self, patch: &mut M) -> Result<(), M::Error> {
        field(patch, "score", &old.score, &self.score)?;
        field(patch, "colour", &old.colour, &self.colour)?;
        field(patch, "look", &old.look, &self.look)?;
        part(patch, "badges", &old.badges, &self.badges)?;
        part(patch, "lines", &old.lines, &self.lines)?;
        list(patch, "tags", &old.tags, &self.tags)
    }
}

impl Patch for Badge {
    fn changes<M: SerializeMap>(&self, old: &Self, patch: &mut M) -> Result<(), M::Error> {
        field(patch, "value", &old.value, &self.value)?;
        field(patch, "max", &old.max, &self.max)?;
        field(patch, "icon", &old.icon, &self.icon)?;
        field(patch, "name", &old.name, &self.name)
    }
}

impl Patch for Line {
    fn changes<M: SerializeMap>(&self, old: &Self, patch: &mut M) -> Result<(), M::Error> {
        field(patch, "label", &old.label, &self.label)?;
        field(patch, "value", &old.value, &self.value)
    }
}

impl Patch for Note {
    fn changes<M: SerializeMap>(&self, old: &Self, patch: &mut M) -> Result<(), M::Error> {
        field(patch, "text", &old.text, &self.text)?;
        field(patch, "hint", &old.hint, &self.hint)?;
        field(patch, "about", &old.about, &self.about)
    }
}

/// A text is always replaced as a whole.
impl Patch for Text {
    fn changes<M: SerializeMap>(&self, _: &Self, _: &mut M) -> Result<(), M::Error> {
        Ok(())
    }

    fn patch<S: Serializer>(&self, _: &Self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize(serializer)
    }
}

/// Boards are large and change little, so cells of boards of the same size are compared one by one.
impl Patch for Area {
    fn changes<M: SerializeMap>(&self, old: &Self, patch: &mut M) -> Result<(), M::Error> {
        field(patch, "kind", &old.kind, &self.kind)?;
        field(patch, "title", &old.title, &self.title)?;
        field(patch, "owner", &old.owner, &self.owner)?;
        if old.cells != self.cells {
            patch.serialize_entry("cells", &Cells { old, new: self })?;
        }
        part(patch, "lines", &old.lines, &self.lines)
    }

    fn patch<S: Serializer>(&self, old: &Self, serializer: S) -> Result<S::Ok, S::Error> {
        if (old.width, old.height, old.order) != (self.width, self.height, self.order) {
            return diff(&json(old), &json(self)).serialize(serializer);
        }
        let mut patch = serializer.serialize_map(None)?;
        self.changes(old, &mut patch)?;
        patch.end()
    }
}

/// The cells that differ between two boards of the same size; cells that no longer exist are deleted.
struct Cells<'a> {
    old: &'a Area,
    new: &'a Area,
}

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.new.cells.iter().all(Id::is_empty) {
            return serializer.serialize_unit();
        }
        let width = self.new.width.max(1) as usize;
        let cells = self.old.cells.iter().zip(&self.new.cells).enumerate();
        let changed = cells.filter(|(_, (before, after))| before != after);
        serializer.collect_map(changed.map(|(i, (_, after))| {
            (Cell::new((i % width) as i16, (i / width) as i16), (!after.is_empty()).then_some(after))
        }))
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
            let patch = old.patch_to(&new).map(|patch| patch.value());
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
