//! One JSON value for several languages: what they share stands once, and a mark refers to what differs.

use serde_json::{Value, json};
use std::collections::HashMap;

/// The key of a mark: `{ "@": 3 }` means the fourth entry in the words of the reader's language.
const MARK: &str = "@";

/// What differs between languages: for each language a list, all of the same length.
pub(super) struct Words {
    pub(super) lists: Vec<Vec<Value>>,
    known: HashMap<String, usize>,
}

/// Merges the same value in several languages.
pub(super) fn merge(values: &[Value]) -> (Value, Words) {
    let mut words = Words { lists: vec![Vec::new(); values.len()], known: HashMap::new() };
    let merged = words.merge(&values.iter().collect::<Vec<_>>());
    (merged, words)
}

impl Words {
    fn merge(&mut self, values: &[&Value]) -> Value {
        let Some((first, others)) = values.split_first() else { return Value::Null };
        match first {
            Value::Array(list)
                if others.iter().all(|other| other.as_array().map(Vec::len) == Some(list.len())) =>
            {
                (0..list.len())
                    .map(|i| self.merge(&values.iter().map(|value| &value[i]).collect::<Vec<_>>()))
                    .collect()
            }
            Value::Object(fields)
                if !fields.contains_key(MARK)
                    && others.iter().all(|other| {
                        other.as_object().is_some_and(|other| other.keys().eq(fields.keys()))
                    }) =>
            {
                let merge = |key: &String| {
                    let values: Vec<&Value> = values.iter().map(|value| &value[key]).collect();
                    (key.clone(), self.merge(&values))
                };
                Value::Object(fields.keys().map(merge).collect())
            }
            Value::Object(_) | Value::Array(_) => self.mark(values),
            first if others.iter().all(|other| *other == *first) => (*first).clone(),
            _ => self.mark(values),
        }
    }

    fn mark(&mut self, values: &[&Value]) -> Value {
        let next = self.known.len();
        let key = values.iter().map(|value| value.to_string()).collect::<Vec<_>>().join("\n");
        let number = *self.known.entry(key).or_insert(next);
        if number == next {
            for (list, value) in self.lists.iter_mut().zip(values) {
                list.push((*value).clone());
            }
        }
        json!({ MARK: number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the page does with marks.
    fn unmerged(value: &Value, words: &[Value]) -> Value {
        match value {
            Value::Object(fields) if fields.contains_key(MARK) => {
                words[fields[MARK].as_u64().unwrap() as usize].clone()
            }
            Value::Object(fields) => Value::Object(
                fields.iter().map(|(key, value)| (key.clone(), unmerged(value, words))).collect(),
            ),
            Value::Array(list) => list.iter().map(|value| unmerged(value, words)).collect(),
            other => other.clone(),
        }
    }

    #[test]
    fn each_language_comes_back_and_what_is_said_twice_stands_once() {
        let values = [
            json!({ "a": [1, "Miss", { "b": "Miss" }], "same": "x", "odd": [1], "mark": { "@": 0 }, "deep": { "x": null } }),
            json!({ "a": [1, "Daneben", { "b": "Daneben" }], "same": "x", "odd": [1, 2], "mark": { "@": 0 }, "deep": { "y": 1 } }),
        ];
        let (merged, words) = merge(&values);
        assert_eq!(merged["same"], "x");
        assert_eq!(merged["a"][1], merged["a"][2]["b"]);
        assert_eq!(words.lists[0].len(), 4, "{:?}", words.lists);
        for (value, words) in values.iter().zip(&words.lists) {
            assert_eq!(unmerged(&merged, words), *value);
        }
    }
}
