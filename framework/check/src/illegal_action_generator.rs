//! Generates illegal actions: those of other seats, stale, mutated and made-up ones.

use crate::{CheckContext, CheckResult, random_game::RandomGame};
use parlor_kit::{Luck, MAX_SEATS, Rules, Seat};
use serde_json::{Value, json};

/// Actions that are not offered in this state, each with the seat that tries it.
pub(crate) fn illegal_actions<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
) -> CheckResult<Vec<(Seat, R::Action)>> {
    let state = &run.positions[i].state;
    let mut luck = run.dice(i, 2);
    let mut offered = Vec::new();
    for seat in Seat::all(run.seats) {
        offered.push(ctx.actions(state, seat)?);
    }
    let mut tries: Vec<(Seat, R::Action)> = Vec::new();
    // A seat that does not exist tries as well: rules must handle any input.
    let beyond = (run.seats < MAX_SEATS).then(|| Seat::new(run.seats));
    for seat in Seat::all(run.seats).chain(beyond) {
        for other in Seat::all(run.seats).filter(|&other| other != seat) {
            tries.extend(luck.choose(&offered[other.index()]).map(|action| (seat, action.clone())));
        }
    }
    let pool = pool(ctx, run)?;
    if pool.is_empty() {
        return Ok(Vec::new());
    }
    let mut seats: Vec<Seat> =
        run.positions[i].turn.seats().iter().filter(|s| s.index() < run.seats).collect();
    if seats.is_empty() {
        seats = Seat::all(run.seats).collect();
    }
    for number in 0..12 {
        let known = &pool[luck.below(pool.len() as u64) as usize];
        // A quarter is stale, most differ in one place, some in several.
        let changes = if number < 3 { 0 } else { 1 + number % 4 / 3 * 2 };
        let json = (0..changes).fold(known.clone(), |json, _| mutate(&json, &pool, &mut luck));
        if let Ok(action) = ctx.read(&json)? {
            tries.push((seats[luck.below(seats.len() as u64) as usize], action));
        }
    }
    tries.retain(|(seat, action)| offered.get(seat.index()).is_none_or(|own| !own.contains(action)));
    Ok(tries)
}

/// Actions offered anywhere in the game, as JSON: the material for illegal actions.
pub(crate) fn pool<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
) -> CheckResult<std::sync::Arc<Vec<Value>>> {
    if let Some(pool) = run.pool.get() {
        return Ok(pool.clone());
    }
    let mut pool = Vec::new();
    for &i in &run.sample {
        for seat in run.positions[i].turn.seats().iter().filter(|seat| seat.index() < run.seats) {
            let mut actions = ctx.actions(&run.positions[i].state, seat)?;
            for action in run.dice(i, 4).sample(&mut actions, 8).iter() {
                pool.push(ctx.write(action)?);
            }
        }
    }
    Ok(run.pool.get_or_init(|| pool.into()).clone())
}

/// A mutated copy of the JSON, still of a similar shape.
pub(crate) fn mutate(json: &Value, pool: &[Value], luck: &mut Luck) -> Value {
    let mut mutant = json.clone();
    let leaves = count_leaves(&mutant);
    let target = luck.below(leaves as u64) as usize;
    let donor = &pool[luck.below(pool.len() as u64) as usize];
    let donated = leaf(donor, luck.below(count_leaves(donor) as u64) as usize).cloned();
    if let Some(place) = leaf_mut(&mut mutant, target) {
        *place = change(place, donated, luck);
    }
    mutant
}

fn change(value: &Value, donated: Option<Value>, luck: &mut Luck) -> Value {
    match value {
        Value::Number(number) => {
            let n = number.as_i64().unwrap_or(0);
            let made = [
                json!(n.wrapping_add(1)),
                json!(n.wrapping_sub(1)),
                json!(n.wrapping_neg()),
                json!(n.wrapping_add(7)),
                json!(0),
                json!(255),
                json!(65_535),
                json!(u64::MAX),
            ];
            luck.choose(&made).cloned().unwrap_or_default()
        }
        Value::String(text) => match (luck.below(3), donated) {
            (0 | 1, Some(Value::String(other))) if other != *text => Value::String(other),
            _ => Value::String(change_text(text, luck)),
        },
        Value::Bool(b) => json!(!b),
        _ => donated.unwrap_or_else(|| json!(1)),
    }
}

/// Numbers inside a text, such as those of a cell, change like numbers; other texts get a letter more.
fn change_text(text: &str, luck: &mut Luck) -> String {
    let numbers: Option<Vec<i64>> = text.split(',').map(|part| part.parse().ok()).collect();
    match numbers {
        Some(mut numbers) if !numbers.is_empty() => {
            let at = luck.below(numbers.len() as u64) as usize;
            numbers[at] += [1, -1, 2, -2, 5, -100, 1000][luck.below(7) as usize];
            numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
        }
        _ => format!("{text}x"),
    }
}

fn count_leaves(json: &Value) -> usize {
    match json {
        Value::Array(items) if !items.is_empty() => items.iter().map(count_leaves).sum(),
        Value::Object(fields) if !fields.is_empty() => fields.values().map(count_leaves).sum(),
        _ => 1,
    }
}

fn leaf(json: &Value, mut number: usize) -> Option<&Value> {
    let children: Vec<&Value> = match json {
        Value::Array(items) if !items.is_empty() => items.iter().collect(),
        Value::Object(fields) if !fields.is_empty() => fields.values().collect(),
        _ => return (number == 0).then_some(json),
    };
    for child in children {
        let below = count_leaves(child);
        if number < below {
            return leaf(child, number);
        }
        number -= below;
    }
    None
}

fn leaf_mut(json: &mut Value, mut number: usize) -> Option<&mut Value> {
    if !matches!(json, Value::Array(_) | Value::Object(_)) || json == &json!([]) || json == &json!({}) {
        return (number == 0).then_some(json);
    }
    let children: Vec<&mut Value> = match json {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => return None,
    };
    for child in children {
        let below = count_leaves(child);
        if number < below {
            return leaf_mut(child, number);
        }
        number -= below;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_differs_in_one_leaf_and_keeps_the_shape() {
        let pool = [json!({ "move": { "to": "3,4", "by": 2 } }), json!("pass")];
        let mut luck = Luck::fast(5);
        let mut differing = 0;
        for _ in 0..100 {
            let mutant = mutate(&pool[0], &pool, &mut luck);
            assert!(mutant["move"]["to"].is_string() && mutant["move"]["by"].is_number(), "{mutant}");
            differing += usize::from(mutant != pool[0]);
        }
        assert!(differing > 60, "{differing}");
    }

    #[test]
    fn numbers_in_texts_change_like_numbers() {
        let mut luck = Luck::fast(1);
        for _ in 0..20 {
            let text = change_text("3,4", &mut luck);
            assert!(text != "3,4" && text.split(',').all(|part| part.parse::<i64>().is_ok()), "{text}");
        }
        assert_eq!(change_text("pass", &mut luck), "passx");
    }
}
