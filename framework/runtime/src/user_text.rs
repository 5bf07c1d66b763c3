//! Sanitises user input: names, titles, chat. No other module does.

use parlor_kit::Id;

/// Maximum length of a person's name in characters.
pub const MAX_NAME_LENGTH: usize = 32;

/// Default maximum length of a chat line in characters.
pub(crate) const DEFAULT_CHAT_LENGTH: usize = 500;

/// One line of text: line breaks become spaces; control characters, invisible characters and bidirectional
/// formatting are removed.
///
/// ```
/// assert_eq!(parlor_runtime::clean_line(" two\nlines\u{202E} "), "two lines");
/// ```
pub fn clean_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut chars =
        text.chars().map(|c| if breaks_line(c) { ' ' } else { c }).filter(|c| !is_hidden(*c)).peekable();
    while let Some(c) = chars.next() {
        // Joiners shape emoji and several scripts, but only between two visible characters.
        let joins = !is_joiner(c)
            || (line.ends_with(is_visible) && chars.peek().is_some_and(|next| is_visible(*next)));
        if joins {
            line.push(c);
        }
    }
    line.trim().to_string()
}

/// A line of chat; `None` if it is empty or has more than `max` characters.
pub fn chat_line(text: &str, max: usize) -> Option<String> {
    let line = clean_line(text);
    (1..=max).contains(&line.chars().count()).then_some(line)
}

/// The name of a person: a line with single spaces and without joiners, so that two names that look alike are alike.
/// `None` if it is empty or has more than [`MAX_NAME_LENGTH`] characters.
pub fn clean_name(name: &str) -> Option<Id> {
    let line: String = clean_line(name).chars().filter(|c| !is_joiner(*c) && *c != '\u{3164}').collect();
    let name = line.split_whitespace().collect::<Vec<_>>().join(" ");
    (1..=MAX_NAME_LENGTH).contains(&name.chars().count()).then(|| name.into())
}

fn breaks_line(c: char) -> bool {
    (c.is_control() && c.is_whitespace()) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Controls, bidirectional formatting, zero-width characters and soft hyphens.
fn is_hidden(c: char) -> bool {
    let zero_width = matches!(c, '\u{200B}' | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{FEFF}');
    let direction =
        matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    c.is_control() || zero_width || direction || c == '\u{00AD}'
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

fn is_visible(c: char) -> bool {
    !c.is_whitespace() && !is_joiner(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    // LO-3
    #[test]
    fn a_line_has_nothing_that_cannot_be_seen() {
        for (text, line) in [
            (" <b>hello</b>\u{7} ", "<b>hello</b>"),
            ("one\ntwo\r\nthree\tfour\u{2028}five", "one two  three four five"),
            ("evil\u{202E}txt.exe\u{2066}\u{2069}\u{200F}", "eviltxt.exe"),
            ("a\u{200B}b\u{FEFF}c\u{AD}d\u{2060}e", "abcde"),
            ("\u{200D}\u{200C} \u{200B}", ""),
            ("👩\u{200D}🚀 می\u{200C}خواهم", "👩\u{200D}🚀 می\u{200C}خواهم"),
            ("x\u{200D}\u{200D}", "x"),
        ] {
            assert_eq!(clean_line(text), line, "{text:?}");
        }
    }

    #[test]
    fn chat_has_one_limit() {
        assert_eq!(chat_line("  \u{200B} ", 5), None);
        assert_eq!(chat_line(" 12345\u{202E} ", 5), Some("12345".into()), "what is removed does not count");
        assert_eq!(chat_line("123456", 5), None);
    }

    // LO-1
    #[test]
    fn names_that_look_alike_are_alike() {
        assert_eq!(clean_name("  Ada\u{200B}  Love\u{200D}lace "), Some("Ada Lovelace".into()));
        assert_eq!(clean_name("Ada\nLovelace"), Some("Ada Lovelace".into()));
        assert_eq!(clean_name(" \u{200B}\u{202E}\u{3164} "), None);
        assert_eq!((clean_name(&"x".repeat(32)).is_some(), clean_name(&"x".repeat(33))), (true, None));
    }
}
