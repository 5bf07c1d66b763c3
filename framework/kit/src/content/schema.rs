//! Validation against the subset of JSON Schema that schemars generates; reports every fault at once.

use super::{ContentFault, pointer, shown};
use crate::Text;
use serde_json::Value;

/// Every place at which a value violates its schema.
///
/// Checks types, fields, choices, limits and lists; other keywords are left to the parser of the value.
pub fn schema_faults(schema: &Value, value: &Value) -> Vec<ContentFault> {
    let mut check = Check { root: schema, faults: Vec::new() };
    check.value("", schema, value);
    check.faults
}

struct Check<'a> {
    root: &'a Value,
    faults: Vec<ContentFault>,
}

impl<'a> Check<'a> {
    fn fault(&mut self, at: &str, text: Text) {
        self.faults.push(ContentFault::new(at, text));
    }

    fn value(&mut self, at: &str, schema: &'a Value, value: &Value) {
        if let Some(reference) = schema["$ref"].as_str() {
            let target = reference.strip_prefix('#').and_then(|place| self.root.pointer(place));
            return target.into_iter().for_each(|target| self.value(at, target, value));
        }
        if let Some(choices) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
            return self.choices(at, choices, value);
        }
        if schema.get("const").is_some_and(|constant| constant != value) {
            return self.no_choice(at, &[&schema["const"]], value);
        }
        if let Some(choices) = schema["enum"].as_array()
            && !choices.contains(value)
        {
            return self.no_choice(at, &choices.iter().collect::<Vec<_>>(), value);
        }
        let kinds: Vec<&str> = match &schema["type"] {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !kinds.is_empty() && !kinds.iter().any(|kind| is_kind(kind, value)) {
            let text = Text::new("content-form").arg("expected", Text::of(form_key(kinds[0])));
            return self.fault(at, text.arg("found", shown(value)));
        }
        match value {
            Value::Object(fields) => self.fields(at, schema, fields),
            Value::Array(items) => {
                self.size(at, schema, ["minItems", "maxItems"], items.len());
                for (index, item) in items.iter().enumerate() {
                    let schema = schema["prefixItems"].get(index).unwrap_or(&schema["items"]);
                    self.value(&pointer(at, index), schema, item);
                }
            }
            Value::String(text) => self.size(at, schema, ["minLength", "maxLength"], text.chars().count()),
            Value::Number(number) => self.range(at, schema, number.as_f64().unwrap_or_default(), value),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn fields(&mut self, at: &str, schema: &'a Value, fields: &serde_json::Map<String, Value>) {
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for name in required.filter(|name| !fields.contains_key(*name)) {
            self.fault(at, Text::new("content-field-missing").arg("name", name));
        }
        for (name, value) in fields {
            let (place, other) = (pointer(at, name), &schema["additionalProperties"]);
            match schema["properties"].get(name) {
                Some(schema) => self.value(&place, schema, value),
                None if other == false => {
                    self.fault(&place, Text::new("content-field-unknown").arg("name", name.as_str()));
                }
                None => self.value(&place, other, value),
            }
        }
    }

    /// The value must match one of these. If exactly one of them is clearly meant, its faults are reported.
    fn choices(&mut self, at: &str, choices: &'a [Value], value: &Value) {
        let content_faults = |choice: &'a Value| {
            let mut check = Check { root: self.root, faults: Vec::new() };
            check.value(at, choice, value);
            check.faults
        };
        let mut faults: Vec<Vec<ContentFault>> = choices.iter().map(content_faults).collect();
        if faults.iter().any(Vec::is_empty) {
            return;
        }
        let constants: Vec<&Value> = choices.iter().filter_map(|choice| choice.get("const")).collect();
        if constants.len() == choices.len() {
            return self.no_choice(at, &constants, value);
        }
        // A choice that fails inside the value is a closer match than one that fails at the value itself.
        let inside = |faults: &Vec<ContentFault>| faults.iter().all(|fault| fault.at.len() > at.len());
        let meant = match choices.iter().position(|choice| choice["type"] != "null") {
            Some(only) if choices.iter().filter(|choice| choice["type"] != "null").count() == 1 => Some(only),
            _ => faults.iter().position(inside),
        };
        match meant {
            Some(meant) => self.faults.append(&mut faults[meant]),
            None => self.fault(at, Text::new("content-no-form").arg("found", shown(value))),
        }
    }

    fn no_choice(&mut self, at: &str, allowed: &[&Value], value: &Value) {
        let allowed = allowed.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        self.fault(at, Text::new("content-choice").arg("found", shown(value)).arg("allowed", allowed));
    }

    fn size(&mut self, at: &str, schema: &Value, limits: [&str; 2], size: usize) {
        let [least, most] = limits.map(|limit| schema[limit].as_u64());
        if least.is_none_or(|least| size as u64 >= least) && most.is_none_or(|most| size as u64 <= most) {
            return;
        }
        let text = match most {
            Some(most) => {
                Text::new("content-length").arg("found", size).arg("min", least.unwrap_or(0)).arg("max", most)
            }
            None => Text::new("content-too-few").arg("found", size).arg("min", least.unwrap_or(0)),
        };
        self.fault(at, text);
    }

    fn range(&mut self, at: &str, schema: &Value, number: f64, value: &Value) {
        let (least, most) = (&schema["minimum"], &schema["maximum"]);
        let low = least.as_f64().is_some_and(|least| number < least);
        if !low && most.as_f64().is_none_or(|most| number <= most) {
            return;
        }
        let text = match (least.is_null(), most.is_null()) {
            (false, false) => Text::new("content-range").arg("found", shown(value)).arg("min", shown(least)),
            (_, true) => Text::new("content-too-small").arg("found", shown(value)).arg("min", shown(least)),
            (true, _) => Text::new("content-too-large").arg("found", shown(value)),
        };
        self.fault(at, if most.is_null() { text } else { text.arg("max", shown(most)) });
    }
}

/// The message key that names a JSON type.
fn form_key(kind: &str) -> &'static str {
    match kind {
        "object" => "content-form-object",
        "array" => "content-form-list",
        "string" => "content-form-text",
        "integer" => "content-form-integer",
        "number" => "content-form-number",
        "boolean" => "content-form-switch",
        _ => "content-form-nothing",
    }
}

/// Whether a value has a JSON Schema type.
pub(crate) fn is_kind(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        // As JSON Schema says: 2.0 is an integer, too.
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|n| n.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}
