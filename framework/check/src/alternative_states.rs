//! Alternative states of a game, and what a viewer can tell apart in them.

use crate::{
    CheckContext, CheckResult,
    guarded_rules::{Step, StepResult, bytes},
    random_game::{RandomGame, other_secret},
    violation::json_difference,
};
use parlor_kit::{Area, At, Id, Luck, Piece, Rules, Scene, Viewer};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A state that a step could have led to instead.
pub(crate) struct Branch<R: Rules> {
    pub(crate) state: R::State,
    pub(crate) done: StepResult,
}

/// The set-up with other luck.
pub(crate) fn other_setup<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    number: u64,
) -> CheckResult<Option<(R::State, bool)>> {
    let mut luck = other_secret(run.seed, number).luck(0);
    let state = ctx.setup(&run.options, run.seats, &mut luck)?;
    Ok(state.ok().map(|state| (state, !luck.is_untouched())))
}

/// The step that leads on from a position, or another one, made with some luck.
pub(crate) fn branch<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    step: &Step<R::Action>,
    luck: Luck,
) -> CheckResult<Option<Branch<R>>> {
    let mut state = ctx.fork(&run.positions[i].state)?;
    let done = ctx.step(&mut state, step, luck)?;
    Ok(done.accepted.then_some(Branch { state, done }))
}

/// The faces of the cards or pieces without their places, sorted, as a multiset. Badges are left out, because
/// they may belong to places: the number of cards is shown on the top card.
pub(crate) fn faces(scene: &Scene, free: &[Id]) -> Vec<String> {
    let face = |piece: &Piece| {
        let mut face = Piece { area: Id::default(), at: At::Slot(0), owner: None, ..piece.clone() };
        face.tags.clear();
        face.badges.clear();
        face.notes.clear();
        serde_json::to_string(&face).expect("a piece is plain data")
    };
    let mut faces: Vec<String> =
        scene.pieces.values().filter(|piece| !free.contains(&piece.look)).map(face).collect();
    faces.sort_unstable();
    faces
}

/// A scene without piece ids: two scenes compare as equal if they differ in ids alone.
pub(crate) fn without_ids(scene: &Scene) -> (Vec<u8>, Vec<Vec<u8>>) {
    let mut pieces: Vec<Vec<u8>> = scene.pieces.values().map(bytes).collect();
    pieces.sort_unstable();
    (bytes(&Scene { pieces: BTreeMap::new(), ..scene.clone() }), pieces)
}

/// Whether two scenes show the same pieces on the same cells, ignoring everything else.
pub(crate) fn same_tabletop(a: &Scene, b: &Scene) -> bool {
    let cells = |scene: &Scene| -> Vec<(Id, u16, Vec<Id>)> {
        let cells = |(id, area): (&Id, &Area)| (id.clone(), area.width, area.cells.clone());
        scene.areas.iter().map(cells).collect()
    };
    a.pieces == b.pieces && cells(a) == cells(b)
}

/// Whether one scene shows something that the other does not: a face, a cell or a value.
pub(crate) fn hides(all: &Scene, seen: &Scene) -> bool {
    let values = |scene: &Scene| -> Vec<_> {
        scene.areas.values().map(|area| (area.cells.clone(), area.lines.clone())).collect()
    };
    faces(all, &[]) != faces(seen, &[]) || values(all) != values(seen) || all.seats != seen.seats
}

/// Finds a place where twins of one state are always saved alike, and twins of another state always
/// differently, though the viewer cannot tell the two states apart: the place, and both values.
///
/// A resampled value takes the same values in twins of both; one that is not resampled leaks the hidden
/// state. Fields called `salt` are exempt: ids are made from them, and twins must keep the same ids.
pub(crate) fn find_kept_truth<R: Rules>(
    ctx: &CheckContext<'_, R>,
    a: &R::State,
    b: &R::State,
    viewer: Viewer,
    luck: &mut Luck,
) -> CheckResult<Option<(String, String, String)>> {
    let mut common = |state: &R::State, so_far: Option<Value>, twins: usize| -> CheckResult<Value> {
        let mut common = so_far;
        for _ in 0..twins {
            let twin = ctx.twin(state, viewer, luck.split())?;
            let saved = readable(&ctx.save(&twin)?);
            common = Some(match common {
                None => saved,
                Some(before) => meet(&before, &saved),
            });
        }
        Ok(common.unwrap_or(WILD))
    };
    // A few twins refute almost every suspicion. With all of them, a resampled value is practically never
    // constant on both sides.
    let (mut of_a, mut of_b) = (None, None);
    let mut found = None;
    for twins in [4, 8, 16, 36] {
        let both = (common(a, of_a, twins)?, common(b, of_b, twins)?);
        found = differing(&both.0, &both.1);
        if found.is_none() {
            break;
        }
        (of_a, of_b) = (Some(both.0), Some(both.1));
    }
    Ok(found)
}

/// Marks values that vary. Null itself is wrapped in a list.
const WILD: Value = Value::Null;

/// A saved state as a JSON value: parsed if it is JSON, else a list of bytes.
fn readable(saved: &[u8]) -> Value {
    fn wrap(value: Value) -> Value {
        match value {
            Value::Null => Value::Array(vec!["null".into()]),
            Value::Array(items) => Value::Array(items.into_iter().map(wrap).collect()),
            Value::Object(fields) => {
                let fields = fields.into_iter().filter(|(key, _)| key != "salt");
                fields.map(|(key, value)| (key, wrap(value))).collect()
            }
            plain => plain,
        }
    }
    match serde_json::from_slice(saved) {
        Ok(json) => wrap(json),
        Err(_) => saved.iter().copied().map(Value::from).collect(),
    }
}

/// The common part of two values; differing parts become wild.
fn meet(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) if x.len() == y.len() && x.keys().eq(y.keys()) => {
            let fields = x.iter().zip(y.values());
            Value::Object(fields.map(|((key, a), b)| (key.clone(), meet(a, b))).collect::<Map<_, _>>())
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            x.iter().zip(y).map(|(a, b)| meet(a, b)).collect()
        }
        _ if a == b => a.clone(),
        _ => WILD,
    }
}

/// The first place where both have a value and the values differ.
fn differing(a: &Value, b: &Value) -> Option<(String, String, String)> {
    fn blind(a: &Value, b: &Value) -> (Value, Value) {
        match (a, b) {
            (Value::Null, _) | (_, Value::Null) => (WILD, WILD),
            (Value::Object(x), Value::Object(y)) if x.len() == y.len() && x.keys().eq(y.keys()) => {
                let pairs = x.iter().zip(y.values());
                let (mut left, mut right) = (Map::new(), Map::new());
                for ((key, a), b) in pairs {
                    let (a, b) = blind(a, b);
                    left.insert(key.clone(), a);
                    right.insert(key.clone(), b);
                }
                (left.into(), right.into())
            }
            (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
                let (left, right): (Vec<_>, Vec<_>) = x.iter().zip(y).map(|(a, b)| blind(a, b)).unzip();
                (left.into(), right.into())
            }
            _ => (a.clone(), b.clone()),
        }
    }
    let (a, b) = blind(a, b);
    json_difference(&a, &b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_varies_is_wild_and_what_stays_clashes() {
        let twin = |hand: u8, dealt: u8| json!({ "hand": [hand, 9], "dealt": dealt, "none": ["null"] });
        let of_a = meet(&twin(1, 5), &twin(2, 5));
        assert_eq!(of_a, json!({ "hand": [null, 9], "dealt": 5, "none": ["null"] }));
        assert_eq!(differing(&of_a, &meet(&twin(3, 5), &twin(3, 5))), None);
        let (place, a, b) = differing(&of_a, &twin(1, 6)).unwrap();
        assert_eq!((place.as_str(), a.as_str(), b.as_str()), ("dealt", "5", "6"));
    }

    #[test]
    fn null_is_a_value_like_any_other() {
        let (some, none) = (readable(b"{\"bid\":3}"), readable(b"{\"bid\":null}"));
        assert!(differing(&some, &none).is_some());
        assert_eq!(readable(&[255, 7]), json!([255, 7]));
    }

    #[test]
    fn a_salt_may_stay() {
        assert_eq!(differing(&readable(b"{\"salt\":3}"), &readable(b"{\"salt\":4}")), None);
    }
}
