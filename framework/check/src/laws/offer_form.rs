//! CL-4: offers come in a fixed order without duplicates, and their JSON form is strict.

use super::Inspect;
use crate::{
    CheckContext, CheckResult, Law, Violation, illegal_action_generator::pool, random_game::RandomGame,
};
use parlor_kit::{Rules, Seat};
use serde_json::{Value, json};
use std::collections::HashSet;

pub(super) struct OfferForm;

impl<R: Rules> Inspect<R> for OfferForm {
    fn law(&self) -> Law {
        Law::OfferForm
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for &i in &run.sample {
            ctx.at(i);
            let state = &run.positions[i].state;
            for seat in run.positions[i].turn.seats().iter().filter(|seat| seat.index() < run.seats) {
                offers_have_one_form(ctx, state, seat)?;
            }
        }
        let pool = pool(ctx, run)?;
        let mut luck = run.dice(0, 5);
        for number in 0..pool.len().min(24) {
            let known = &pool[luck.below(pool.len() as u64) as usize];
            reading_is_strict(ctx, known, number)?;
        }
        Ok(())
    }
}

fn offers_have_one_form<R: Rules>(ctx: &CheckContext<'_, R>, state: &R::State, seat: Seat) -> CheckResult {
    let actions = ctx.actions(state, seat)?;
    ctx.count();
    let again = ctx.actions(state, seat)?;
    if actions != again {
        let at = actions.iter().zip(&again).take_while(|(a, b)| a == b).count();
        let text = |list: &[R::Action]| match list.get(at) {
            Some(action) => ctx.write(action).map(|json| format!("offer {at}: {json}")),
            None => Ok(format!("{} offers", list.len())),
        };
        return Err(Violation::new("the offers come in another order when asked again")
            .seat(seat)
            .expected(text(&actions)?)
            .seen(text(&again)?)
            .hint("never iterate over a HashMap or a HashSet in rules"));
    }
    let mut known = HashSet::new();
    for action in &actions {
        ctx.count();
        let json = ctx.write(action)?;
        let violation = |problem: &str| Violation::new(problem).seat(seat).action(json.clone());
        if !known.insert(json.to_string()) {
            return Err(violation("the same action is offered twice").expected("each action once"));
        }
        match ctx.read(&json)? {
            Err(refusal) => {
                return Err(violation("an action's JSON cannot be read back").seen(refusal.to_string()));
            }
            Ok(back) if back != *action => {
                return Err(violation("an action's JSON is read back as another action")
                    .expected(format!("{action:?}"))
                    .seen(format!("{back:?}")));
            }
            Ok(_) => {}
        }
    }
    Ok(())
}

/// JSON with an unknown field or a value of another type is refused, or is the exact form of another action.
fn reading_is_strict<R: Rules>(ctx: &CheckContext<'_, R>, known: &Value, number: usize) -> CheckResult {
    let strict = |json: Value, what: &str, hint: &'static str| -> CheckResult {
        ctx.count();
        let Ok(action) = ctx.read(&json)? else { return Ok(()) };
        let written = ctx.write(&action)?;
        if written == json {
            return Ok(());
        }
        Err(Violation::new(format!("an action is read from JSON with {what}"))
            .action(json)
            .expected("refused")
            .seen(format!("read as {written}"))
            .hint(hint))
    };
    let fields =
        "add `#[serde(deny_unknown_fields)]`; in an internally tagged enum write `Pass {}` instead of `Pass`";
    for json in with_unknown_field(known) {
        strict(json, "an unknown field", fields)?;
    }
    for json in with_other_type(known, number) {
        strict(json, "a value of another type", "read each field with exactly one type")?;
    }
    Ok(())
}

/// The JSON with an unknown field added, once for every object in it.
fn with_unknown_field(json: &Value) -> Vec<Value> {
    changed(json, &|value| {
        let Value::Object(fields) = value else { return None };
        let mut fields = fields.clone();
        fields.insert("no-such-field".into(), json!(1));
        Some(Value::Object(fields))
    })
}

/// The JSON with a value of another type, once for every plain value in it.
fn with_other_type(json: &Value, number: usize) -> Vec<Value> {
    changed(json, &|value| match value {
        Value::Number(_) => Some([json!("x"), json!(true), json!({}), json!(0.5)][number % 4].clone()),
        Value::String(_) => Some([json!(7), json!(false), json!({}), json!(-0.5)][number % 4].clone()),
        Value::Bool(_) => Some([json!(7), json!("x"), json!({}), json!(1)][number % 4].clone()),
        _ => None,
    })
}

/// The JSON with one place changed, for each place that `change` changes.
fn changed(json: &Value, change: &dyn Fn(&Value) -> Option<Value>) -> Vec<Value> {
    let mut all: Vec<Value> = change(json).into_iter().collect();
    match json {
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                for inner in changed(item, change) {
                    let mut items = items.clone();
                    items[i] = inner;
                    all.push(Value::Array(items));
                }
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                for inner in changed(field, change) {
                    let mut fields = fields.clone();
                    fields.insert(key.clone(), inner);
                    all.push(Value::Object(fields));
                }
            }
        }
        _ => {}
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_changed_once() {
        let json = json!({ "go": { "to": "1,2", "n": 3 } });
        assert_eq!(with_unknown_field(&json).len(), 2);
        let other = with_other_type(&json, 0);
        assert_eq!(other.len(), 2);
        assert!(other.contains(&json!({ "go": { "to": 7, "n": 3 } })));
    }
}
