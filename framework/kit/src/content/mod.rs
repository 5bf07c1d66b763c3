//! Validation of user-made content (maps, boards, decks): reports every fault with its place.

mod position;
mod schema;

pub use position::{Position, locate, locate_in_toml};
pub(crate) use schema::is_kind;
pub use schema::schema_faults;

use crate::{
    Arg, CONTENT_KIND_KEY, Refusal, Rules, Text, options::inlined_schema, options_schema, parse_content,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use serde_path_to_error::{Path, Segment};
use std::fmt::{self, Display};

/// A fault in content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentFault {
    /// The place, as a JSON pointer (RFC 6901) into the content; empty for the whole.
    pub at: String,
    /// The description of the fault.
    pub text: Text,
}

impl ContentFault {
    /// A fault at this place.
    pub fn new(at: impl Into<String>, text: impl Into<Text>) -> ContentFault {
        ContentFault { at: at.into(), text: text.into() }
    }
}

impl Display for ContentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, Refusal::from(self.text.clone()))
    }
}

/// The first of several faults as a refusal: set-up reads content with the same checks and reports one
/// reason.
///
/// # Panics
/// If there is no fault.
pub fn first_fault(faults: Vec<ContentFault>) -> Refusal {
    faults.into_iter().next().expect("what is refused has a fault").text.into()
}

/// Appends a segment to a JSON pointer.
pub fn pointer(at: &str, step: impl Display) -> String {
    format!("{at}/{}", step.to_string().replace('~', "~0").replace('/', "~1"))
}

/// Every fault of content of a type: violations of its schema and, if it can be parsed, the faults that
/// `check` finds in its meaning. Where both report the same place, the fault from `check` wins.
pub fn content_faults<T: DeserializeOwned + JsonSchema>(
    content: &Value,
    check: impl FnOnce(&T) -> Vec<ContentFault>,
) -> Vec<ContentFault> {
    let mut form = schema_faults(&inlined_schema::<T>(), content);
    match read_part::<T>("", content) {
        Ok(value) => {
            let mut faults = check(&value);
            form.retain(|other| faults.iter().all(|fault| fault.at != other.at));
            faults.append(&mut form);
            faults
        }
        Err(fault) if form.is_empty() => vec![fault],
        Err(_) => form,
    }
}

/// Parses the part of the content at `at`; the fault names the place inside it.
pub fn read_part<T: DeserializeOwned>(at: &str, part: &Value) -> Result<T, ContentFault> {
    serde_path_to_error::deserialize(part).map_err(|error| {
        let reason = error.inner().to_string();
        ContentFault::new(
            path_pointer(at, error.path(), 0),
            Text::new("content-invalid").arg("reason", reason),
        )
    })
}

fn path_pointer(at: &str, path: &Path, skip: usize) -> String {
    path.iter().skip(skip).fold(at.to_string(), |at, segment| match segment {
        Segment::Seq { index } => pointer(&at, index),
        Segment::Map { key } => pointer(&at, key),
        Segment::Enum { .. } | Segment::Unknown => at,
    })
}

/// The fault for a kind of content the game does not have.
pub fn unknown_kind(kind: &str) -> Vec<ContentFault> {
    vec![ContentFault::new("", Text::new("content-kind-unknown").arg("kind", kind))]
}

/// Faults in the form of content: validates it against the schema of the option that takes it, then parses
/// it. This is the only check for games that do not implement their own.
pub fn form_faults<O: JsonSchema + Default + Serialize + DeserializeOwned>(
    kind: &str,
    content: &Value,
) -> Vec<ContentFault> {
    let schema = options_schema::<O>();
    let Some((name, part, listed)) = option_of_kind(&schema, kind) else { return unknown_kind(kind) };
    let faults = schema_faults(part, content);
    if !faults.is_empty() {
        return faults;
    }
    // Parsing finds faults that a schema cannot express, such as the form of a text.
    let mut options = serde_json::to_value(O::default()).unwrap_or_default();
    options[name] = if listed { Value::Array(vec![content.clone()]) } else { content.clone() };
    match serde_path_to_error::deserialize::<_, O>(&options) {
        Ok(_) => Vec::new(),
        Err(error) => {
            let at = path_pointer("", error.path(), 1 + usize::from(listed));
            let reason = error.inner().to_string();
            vec![ContentFault::new(at, Text::new("content-invalid").arg("reason", reason))]
        }
    }
}

/// Faults in the form of content by the schema of the options alone; for rules without a Rust type.
pub fn content_faults_by_schema(options_schema: &Value, kind: &str, content: &Value) -> Vec<ContentFault> {
    match option_of_kind(options_schema, kind) {
        Some((_, part, _)) => schema_faults(part, content),
        None => unknown_kind(kind),
    }
}

/// The option that takes content of a kind: its name, the schema of the content, and whether it takes a list.
fn option_of_kind<'a>(schema: &'a Value, kind: &str) -> Option<(&'a str, &'a Value, bool)> {
    schema["properties"].as_object()?.iter().find_map(|(name, field)| {
        if field[CONTENT_KIND_KEY] == kind {
            Some((name.as_str(), field, false))
        } else if field["items"][CONTENT_KIND_KEY] == kind {
            Some((name.as_str(), &field["items"], true))
        } else {
            None
        }
    })
}

/// A fault with its position in a content file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedFault {
    /// The fault.
    pub fault: ContentFault,
    /// Line and column in the file; `None` where unknown.
    pub position: Option<Position>,
}

/// Every fault in a content file; empty if the game can be played with it.
pub fn check_content_file<R: Rules>(rules: &R, kind: &str, file: &str, bytes: &[u8]) -> Vec<LocatedFault> {
    let content = match parse_content(file, bytes) {
        Ok(content) => content,
        Err(refusal) => {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            let position = match refusal.code().as_str() {
                "content-not-json" => {
                    let error = serde_json::from_str::<serde::de::IgnoredAny>(text).err();
                    error.map(|error| Position { line: error.line(), column: error.column() })
                }
                "content-not-toml" => {
                    let error = toml::from_str::<toml::Table>(text).err();
                    error.and_then(|error| Position::at(text, error.span()?.start))
                }
                _ => None,
            };
            return vec![LocatedFault { fault: ContentFault::new("", refusal.text), position }];
        }
    };
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let locate = if file.ends_with(".toml") { locate_in_toml } else { locate };
    let located = |fault: ContentFault| {
        let position = locate(text, &fault.at);
        LocatedFault { fault, position }
    };
    rules.check_content(kind, &content).into_iter().map(located).collect()
}

/// A JSON value as text for a message, truncated if long.
pub fn shown(value: &Value) -> Arg {
    const MAX_CHARS: usize = 24;
    let text = value.to_string();
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Serialize, Deserialize, JsonSchema, Default)]
    #[serde(default, deny_unknown_fields)]
    struct Options {
        #[schemars(extend("x-content" = "map"))]
        map: Map,
        #[schemars(schema_with = "decks")]
        decks: Vec<Map>,
    }

    fn decks(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "array", "items": { "type": "object", "x-content": "deck" } })
    }

    #[derive(Serialize, Deserialize, JsonSchema, Default)]
    #[serde(deny_unknown_fields)]
    struct Map {
        #[schemars(length(min = 1, max = 3))]
        rows: Vec<Vec<Tile>>,
        #[schemars(range(min = 1, max = 9))]
        rounds: u8,
        #[serde(default)]
        name: Option<String>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    enum Tile {
        /// Nothing.
        Empty,
        /// A wall.
        Wall,
    }

    fn faults(kind: &str, content: Value) -> Vec<String> {
        form_faults::<Options>(kind, &content).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_fault_of_form_is_found_at_its_place() {
        assert!(faults("map", json!({ "rows": [["empty", "wall"]], "rounds": 3 })).is_empty());
        let bad = json!({ "rows": [["empty", "wal"], 7, ["x"], []], "rounds": 0, "a/b": 1, "name": 4 });
        assert_eq!(
            faults("map", bad),
            [
                "/a~1b: content-field-unknown name=a/b",
                "/name: content-form expected=content-form-text found=4",
                "/rounds: content-range found=0 min=1 max=9",
                "/rows: content-length found=4 min=1 max=3",
                "/rows/0/1: content-choice found=\"wal\" allowed=\"empty\", \"wall\"",
                "/rows/1: content-form expected=content-form-list found=7",
                "/rows/2/0: content-choice found=\"x\" allowed=\"empty\", \"wall\"",
            ]
        );
        assert_eq!(
            faults("map", json!({})),
            [": content-field-missing name=rows", ": content-field-missing name=rounds"]
        );
        assert_eq!(faults("map", json!(3)), [": content-form expected=content-form-object found=3"]);
        assert_eq!(faults("card", json!({})), [": content-kind-unknown kind=card"]);
    }

    #[test]
    fn what_the_schema_does_not_say_is_found_by_reading() {
        let found = faults("deck", json!({ "rows": [["empty", "none"]], "rounds": 3 }));
        assert!(found.len() == 1 && found[0].starts_with("/rows/0/1: content-invalid"), "{found:?}");
        assert!(faults("deck", json!({ "rows": [["empty"]], "rounds": 3 })).is_empty());
    }
}
