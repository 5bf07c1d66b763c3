//! Options of a table: schema, marks, and resolving what was chosen.

use crate::{Id, Manifest, Refusal, content::is_kind};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Marks a field of the options as content of a kind: `#[schemars(extend("x-content" = "map"))]`.
/// People name the content; the host puts the resolved value in its place.
pub const CONTENT_KIND_KEY: &str = "x-content";

/// Marks a field of the options as the host's: `#[schemars(extend("x-host" = true))]`.
/// It comes from the host's settings and cannot be chosen for a table.
pub const HOST_OPTION_KEY: &str = "x-host";

/// Marks a number of the options as a seed: `#[schemars(extend("x-seed" = true))]`. If the opener gives none,
/// the host draws it when the table is opened, so that preview and game agree.
pub const SEED_OPTION_KEY: &str = "x-seed";

/// The options of a game in which nothing can be chosen for a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoOptions {}

/// The JSON Schema of a game's options, with all references inlined.
pub fn options_schema<O: JsonSchema + Default + serde::Serialize>() -> Value {
    inlined_schema::<O>()
}

/// The JSON Schema of a type, with all references inlined.
pub(crate) fn inlined_schema<T: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Makes complete options from those the opener chose: refuses fields that do not exist or are the host's, or
/// whose value violates their schema, fills in the host's settings, and replaces names of content by the
/// content.
///
/// `lookup` finds content by kind and name.
pub fn prepare_options(
    manifest: &Manifest,
    schema: &Value,
    host: &Value,
    chosen: &Value,
    lookup: impl Fn(&str, &str) -> Option<Value>,
) -> Result<Value, Refusal> {
    let none = Map::new();
    let fields = schema["properties"].as_object().unwrap_or(&none);
    let chosen = match chosen {
        Value::Null => &none,
        Value::Object(chosen) => chosen,
        _ => return Err(Refusal::new("options-not-an-object")),
    };
    for name in chosen.keys() {
        let field = fields.get(name);
        let field = field.ok_or_else(|| Refusal::new("options-unknown").arg("name", name.as_str()))?;
        if field[HOST_OPTION_KEY] == true {
            return Err(Refusal::new("options-of-the-host").arg("name", name.as_str()));
        }
    }
    let mut options = Map::new();
    for (name, field) in fields {
        let value = chosen.get(name).or_else(|| host.get(name)).cloned();
        let kind = field[CONTENT_KIND_KEY].as_str();
        let kinds = field["items"][CONTENT_KIND_KEY].as_str();
        let value = match (value, kind, kinds) {
            (Some(value), Some(kind), _) => Some(resolve(kind, value, &lookup)?),
            (Some(Value::Array(list)), _, Some(kind)) => {
                let list: Result<Vec<_>, _> = list.into_iter().map(|v| resolve(kind, v, &lookup)).collect();
                Some(Value::Array(list?))
            }
            (None, Some(kind), _) => {
                let default = manifest.content.get(kind).map(|about| about.default.clone());
                default.map(|name| resolve(kind, Value::String(name.into()), &lookup)).transpose()?
            }
            (Some(value), None, None) => {
                check_value(name, field, &value)?;
                Some(value)
            }
            (value, ..) => value,
        };
        if let Some(value) = value {
            options.insert(name.clone(), value);
        }
    }
    Ok(Value::Object(options))
}

/// Refuses a value that violates its schema. Checks the part of JSON Schema that forms can show: types,
/// limits, choices.
fn check_value(name: &str, schema: &Value, value: &Value) -> Result<(), Refusal> {
    let Some(allowed) = breach(schema, value) else { return Ok(()) };
    let reason = format!("{value} ({allowed})");
    Err(Refusal::new("options-out-of-range").arg("name", name).arg("reason", reason))
}

/// If the value violates its schema, a description of what is allowed.
fn breach(schema: &Value, value: &Value) -> Option<String> {
    for choice in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[choice].as_array() {
            let breaches: Option<Vec<String>> = choices.iter().map(|choice| breach(choice, value)).collect();
            return breaches.map(|breaches| breaches.join(", "));
        }
    }
    if let Some(constant) = schema.get("const") {
        return (constant != value).then(|| constant.to_string());
    }
    if let Some(choices) = schema["enum"].as_array() {
        let list = choices.iter().map(Value::to_string).collect::<Vec<_>>().join(", ");
        return (!choices.contains(value)).then_some(list);
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    if !kinds.iter().any(|kind| is_kind(kind, value)) {
        return Some(kinds.join(", "));
    }
    let size = match value {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => text.chars().count() as f64,
        Value::Array(items) => {
            if let Some(breach) = items.iter().find_map(|item| breach(&schema["items"], item)) {
                return Some(breach);
            }
            items.len() as f64
        }
        _ => return None,
    };
    let limit = |names: [&str; 3]| names.iter().find_map(|name| schema[*name].as_f64());
    let least = limit(["minimum", "minLength", "minItems"]);
    let most = limit(["maximum", "maxLength", "maxItems"]);
    let inside = least.is_none_or(|least| size >= least) && most.is_none_or(|most| size <= most);
    let side = |limit: Option<f64>| limit.map(|limit| limit.to_string()).unwrap_or_default();
    (!inside).then(|| format!("{}–{}", side(least), side(most)))
}

/// Fills in the seeds that were not chosen.
pub fn fill_seeds(schema: &Value, options: &mut Value, seed: u64) {
    let (Some(fields), Some(options)) = (schema["properties"].as_object(), options.as_object_mut()) else {
        return;
    };
    for (name, _) in fields.iter().filter(|(_, field)| field[SEED_OPTION_KEY] == true) {
        if options.get(name).is_none_or(Value::is_null) {
            options.insert(name.clone(), seed.into());
        }
    }
}

/// Replaces the name of content by its value; content given as a value stays.
fn resolve(kind: &str, value: Value, lookup: impl Fn(&str, &str) -> Option<Value>) -> Result<Value, Refusal> {
    let Value::String(name) = value else { return Ok(value) };
    let missing = || Refusal::new("content-missing").arg("kind", Id::from(kind)).arg("name", name.as_str());
    lookup(kind, &name).ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    #[derive(Serialize, Deserialize, JsonSchema, Default)]
    #[serde(default)]
    struct Options {
        #[schemars(extend("x-content" = "map"))]
        map: Vec<u8>,
        #[schemars(range(min = 1, max = 9))]
        rounds: u8,
        #[schemars(extend("x-host" = true))]
        limit: u8,
    }

    fn manifest() -> Manifest {
        Manifest::parse(
            "schema = 1\nid = 'x'\nversion = '1'\nseats = { min = 2, max = 2 }\nbound = 9\n\
             [content.map]\nfolder = 'maps'\ndefault = 'small'\n",
        )
        .unwrap()
    }

    fn prepare(chosen: Value) -> Result<Value, Refusal> {
        let lookup = |kind: &str, name: &str| (kind == "map" && name == "small").then(|| json!([1, 2]));
        prepare_options(&manifest(), &options_schema::<Options>(), &json!({ "limit": 7 }), &chosen, lookup)
    }

    #[test]
    fn names_become_content_and_the_host_adds_its_settings() {
        assert_eq!(
            prepare(json!({ "map": "small", "rounds": 2 })).unwrap(),
            json!({ "map": [1, 2], "rounds": 2, "limit": 7 })
        );
        assert_eq!(prepare(Value::Null).unwrap(), json!({ "map": [1, 2], "limit": 7 }));
        assert_eq!(prepare(json!({ "map": [3] })).unwrap()["map"], json!([3]));
    }

    #[test]
    fn what_cannot_be_chosen_is_refused() {
        assert_eq!(prepare(json!({ "map": "huge" })).unwrap_err().code(), "content-missing");
        assert_eq!(prepare(json!({ "limit": 1 })).unwrap_err().code(), "options-of-the-host");
        assert_eq!(prepare(json!({ "colour": 1 })).unwrap_err().code(), "options-unknown");
        assert_eq!(prepare(json!(3)).unwrap_err().code(), "options-not-an-object");
    }

    #[test]
    fn values_outside_their_schema_are_refused_with_what_is_allowed() {
        for (rounds, reason) in [
            (json!(0), "0 (1–9)"),
            (json!(10), "10 (1–9)"),
            (json!(2.5), "2.5 (integer)"),
            (json!("two"), "\"two\" (integer)"),
            (json!(null), "null (integer)"),
        ] {
            let refusal = prepare(json!({ "rounds": rounds })).unwrap_err();
            assert_eq!(refusal.to_string(), format!("options-out-of-range name=rounds reason={reason}"));
        }
        assert!(prepare(json!({ "rounds": 9 })).is_ok());
    }

    #[test]
    fn choices_lists_and_texts_are_checked_too() {
        let either = json!({ "anyOf": [{ "type": "string", "maxLength": 3 }, { "type": "null" }] });
        let list = json!({ "type": "array", "items": { "enum": ["a", "b"] }, "maxItems": 2 });
        assert_eq!(breach(&either, &json!("abc")), None);
        assert_eq!(breach(&either, &json!(null)), None);
        assert_eq!(breach(&either, &json!("abcd")), Some("–3, null".into()));
        assert_eq!(breach(&list, &json!(["a", "b"])), None);
        assert_eq!(breach(&list, &json!(["a", "c"])), Some("\"a\", \"b\"".into()));
        assert_eq!(breach(&list, &json!(["a", "a", "a"])), Some("–2".into()));
    }
}
