//! Maps a JSON pointer to a line and column of a JSON or TOML file.

use serde::de::IgnoredAny;
use serde_json::Deserializer;
use toml::de::{DeTable, DeValue};

/// A position in a text, both numbers counted from 1; columns are characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// The position in a JSON text at which the value of a pointer begins. For a missing value it is the position
/// of the nearest enclosing one; `None` if the text up to there is not valid JSON.
pub fn locate(text: &str, pointer: &str) -> Option<Position> {
    let at = find(text, skip_space(text, 0), &steps(pointer))?;
    Position::at(text, at)
}

/// The same in a TOML text, for the key or the table that the pointer leads to.
pub fn locate_in_toml(text: &str, pointer: &str) -> Option<Position> {
    let root = DeTable::parse(text).ok()?;
    let mut at = 0;
    let mut value = &DeValue::Table(root.into_inner());
    for step in steps(pointer) {
        let inner = match value {
            DeValue::Table(table) => {
                table.iter().find(|(key, _)| key.get_ref().as_ref() == step).map(|(key, inner)| {
                    at = key.span().start;
                    inner
                })
            }
            DeValue::Array(list) => {
                step.parse().ok().and_then(|index: usize| list.get(index)).inspect(|inner| {
                    at = inner.span().start;
                })
            }
            _ => None,
        };
        let Some(inner) = inner else { break };
        value = inner.get_ref();
    }
    Position::at(text, at)
}

impl Position {
    /// The position of a byte of a text.
    pub fn at(text: &str, byte: usize) -> Option<Position> {
        let before = text.get(..byte)?;
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Some(Position {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        })
    }
}

/// The steps of a JSON pointer.
fn steps(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect()
}

/// The offset of the value that `steps` lead to from the value at `at`.
fn find(text: &str, at: usize, steps: &[String]) -> Option<usize> {
    let Some((step, rest)) = steps.split_first() else { return Some(at) };
    let open = text[at..].chars().next()?;
    let close = match open {
        '{' => '}',
        '[' => ']',
        _ => return Some(at),
    };
    let mut next = skip_space(text, at + 1);
    let mut index = 0usize;
    while !text[next..].starts_with(close) {
        let key = if open == '{' {
            let end = next + value_length(&text[next..])?;
            let key: String = serde_json::from_str(&text[next..end]).ok()?;
            let colon = skip_space(text, end);
            next = skip_space(text, colon + text[colon..].starts_with(':').then_some(1)?);
            key
        } else {
            index.to_string()
        };
        if key == *step {
            return find(text, next, rest);
        }
        next = skip_space(text, next + value_length(&text[next..])?);
        if text[next..].starts_with(',') {
            next = skip_space(text, next + 1);
        }
        index += 1;
    }
    Some(at)
}

/// The length in bytes of the JSON value at the start of a text.
fn value_length(text: &str) -> Option<usize> {
    let mut values = Deserializer::from_str(text).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    Some(values.byte_offset())
}

fn skip_space(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches([' ', '\n', '\r', '\t']).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_become_lines_of_toml() {
        let text =
            "name = 'x'\n\n[[cards]]\nid = 'A'\n\n[[cards]]\n  id = 'B'\nrows = [\n  'close',\n  'sky']\n";
        for (pointer, line) in
            [("/name", 1), ("/cards/0", 3), ("/cards/1", 6), ("/cards/1/id", 7), ("/cards/1/rows/1", 10)]
        {
            assert_eq!(locate_in_toml(text, pointer).map(|at| at.line), Some(line), "{pointer}");
        }
        assert_eq!(
            locate_in_toml(text, "/cards/1/gone").map(|at| at.line),
            Some(6),
            "the nearest that is there"
        );
        assert_eq!(locate_in_toml("= x", "/x"), None);
    }

    #[test]
    fn pointers_become_lines_and_columns() {
        let text = "{\n  \"größe\": { \"x\": 3 },\n  \"a/b\": [ 1,\n    [2, 3] ]\n}";
        for (pointer, line, column) in [
            ("", 1, 1),
            ("/größe", 2, 12),
            ("/größe/x", 2, 19),
            ("/größe/y", 2, 12),
            ("/a~1b", 3, 10),
            ("/a~1b/0", 3, 12),
            ("/a~1b/1/1", 4, 9),
            ("/a~1b/7", 3, 10),
            ("/none/at/all", 1, 1),
        ] {
            assert_eq!(locate(text, pointer), Some(Position { line, column }), "{pointer}");
        }
        for broken in ["", "{\"a\" 1}", "[1, 2"] {
            assert_eq!(locate(broken, "/7"), None, "{broken}");
        }
    }
}
