//! A violation of a law, on its way into the report.

use crate::Law;
use parlor_kit::{Seat, Viewer};
use serde_json::Value;

/// The result of a check. `Err` ends the judging of that law in this game.
pub(crate) type CheckResult<T = ()> = Result<T, Box<Violation>>;

/// What was found, expected and seen, and where.
#[derive(Clone, Debug, Default)]
pub(crate) struct Violation {
    /// The violated law if it is not the one being judged: a panic can happen anywhere.
    pub(crate) law: Option<Law>,
    pub(crate) problem: String,
    pub(crate) expected: String,
    pub(crate) seen: String,
    pub(crate) hint: &'static str,
    pub(crate) ply: Option<usize>,
    pub(crate) seat: Option<Seat>,
    pub(crate) viewer: Option<Viewer>,
    pub(crate) action: Option<Value>,
    /// Whether only the whole sample shows it.
    pub(crate) whole: bool,
}

impl Violation {
    pub(crate) fn new(problem: impl Into<String>) -> Box<Violation> {
        Box::new(Violation { problem: problem.into(), ..Violation::default() })
    }

    pub(crate) fn of(mut self: Box<Self>, law: Law) -> Box<Violation> {
        self.law = Some(law);
        self
    }

    pub(crate) fn expected(mut self: Box<Self>, expected: impl Into<String>) -> Box<Violation> {
        self.expected = expected.into();
        self
    }

    pub(crate) fn seen(mut self: Box<Self>, seen: impl Into<String>) -> Box<Violation> {
        self.seen = seen.into();
        self
    }

    /// Expected and seen from the first place where two JSON texts differ.
    pub(crate) fn difference(self: Box<Self>, expected: &[u8], seen: &[u8]) -> Box<Violation> {
        let (expected, seen) = first_difference(expected, seen);
        self.expected(expected).seen(seen)
    }

    pub(crate) fn hint(mut self: Box<Self>, hint: &'static str) -> Box<Violation> {
        self.hint = hint;
        self
    }

    pub(crate) fn at(mut self: Box<Self>, ply: usize) -> Box<Violation> {
        self.ply = Some(ply);
        self
    }

    pub(crate) fn seat(mut self: Box<Self>, seat: Seat) -> Box<Violation> {
        self.seat = Some(seat);
        self
    }

    pub(crate) fn viewer(mut self: Box<Self>, viewer: Viewer) -> Box<Violation> {
        self.viewer = Some(viewer);
        self
    }

    pub(crate) fn action(mut self: Box<Self>, action: Value) -> Box<Violation> {
        self.action = Some(action);
        self
    }

    pub(crate) fn whole_sample(mut self: Box<Self>) -> Box<Violation> {
        self.whole = true;
        self
    }
}

/// The first place where two texts differ, as "place: value" of each.
pub(crate) fn first_difference(expected: &[u8], seen: &[u8]) -> (String, String) {
    let parse = |bytes| serde_json::from_slice::<Value>(bytes).ok();
    if let (Some(a), Some(b)) = (parse(expected), parse(seen))
        && let Some((place, a, b)) = json_difference(&a, &b)
    {
        let name = if place.is_empty() { String::new() } else { format!("{place}: ") };
        return (format!("{name}{a}"), format!("{name}{b}"));
    }
    let same = expected.iter().zip(seen).take_while(|(a, b)| a == b).count();
    let near = |bytes: &[u8]| {
        let from = same.saturating_sub(20).min(bytes.len());
        let part = String::from_utf8_lossy(&bytes[from..(from + 80).min(bytes.len())]).into_owned();
        format!("byte {same} of {}: …{part}", bytes.len())
    };
    (near(expected), near(seen))
}

/// The path to the first difference of two JSON values, and what is there in each.
pub(crate) fn json_difference(a: &Value, b: &Value) -> Option<(String, String, String)> {
    fn play_steps(path: &mut Vec<String>, a: &Value, b: &Value) -> Option<(String, String)> {
        match (a, b) {
            (Value::Object(x), Value::Object(y)) => {
                let keys: std::collections::BTreeSet<&String> = x.keys().chain(y.keys()).collect();
                for key in keys {
                    path.push(key.clone());
                    match (x.get(key), y.get(key)) {
                        (Some(a), Some(b)) => {
                            if let Some(found) = play_steps(path, a, b) {
                                return Some(found);
                            }
                        }
                        (a, b) => return Some((shown(a), shown(b))),
                    }
                    path.pop();
                }
                None
            }
            (Value::Array(x), Value::Array(y)) => {
                for i in 0..x.len().max(y.len()) {
                    path.push(i.to_string());
                    match (x.get(i), y.get(i)) {
                        (Some(a), Some(b)) => {
                            if let Some(found) = play_steps(path, a, b) {
                                return Some(found);
                            }
                        }
                        (a, b) => return Some((shown(a), shown(b))),
                    }
                    path.pop();
                }
                None
            }
            _ => (a != b).then(|| (shown(Some(a)), shown(Some(b)))),
        }
    }
    let mut path = Vec::new();
    play_steps(&mut path, a, b).map(|(a, b)| (path.join("."), a, b))
}

fn shown(value: Option<&Value>) -> String {
    value.map_or("(nothing)".into(), |value| shorten(&value.to_string(), 160))
}

/// A prefix of a long text.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named_by_its_place() {
        let difference = |a: &str, b: &str| first_difference(a.as_bytes(), b.as_bytes());
        let (a, b) = difference(r#"{"x":[1,{"y":2}],"z":0}"#, r#"{"x":[1,{"y":3}],"z":1}"#);
        assert_eq!((a.as_str(), b.as_str()), ("x.1.y: 2", "x.1.y: 3"));
        assert_eq!(difference("[1]", "[1,2]").0, "1: (nothing)");
        assert_eq!(difference("abcd", "abxd").1, "byte 2 of 4: …abxd");
    }
}
