//! Numbers in the reader's way.

use fluent_bundle::FluentValue;

/// The marks a language sets inside a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    thousands: char,
    decimal: char,
}

const ENGLISH: Marks = Marks { thousands: ',', decimal: '.' };
const GERMAN: Marks = Marks { thousands: '.', decimal: ',' };
/// The international way: a narrow space that does not break, as French and many others write it.
const SPACED: Marks = Marks { thousands: '\u{202f}', decimal: ',' };

impl Marks {
    /// The marks of a language, by its first part.
    pub(crate) fn of(language: &str) -> Marks {
        match language.split('-').next().unwrap_or(language) {
            "en" | "ja" | "ko" | "zh" | "he" | "th" => ENGLISH,
            "de" | "nl" | "da" | "es" | "it" | "pt" | "tr" | "id" | "el" => GERMAN,
            _ => SPACED,
        }
    }

    /// Writes a number that is given in plain digits.
    pub(crate) fn write(self, plain: &str) -> String {
        let (whole, fraction) = plain.split_once('.').map_or((plain, None), |(w, f)| (w, Some(f)));
        let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
        let mut text = String::from(sign);
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push(self.thousands);
            }
            text.push(digit);
        }
        if let Some(fraction) = fraction {
            text.push(self.decimal);
            text.push_str(fraction);
        }
        text
    }

    /// The function a Fluent bundle writes numbers with. It must be a plain function, so there is one for each kind of marks.
    pub(crate) fn formatter<M>(self) -> fn(&FluentValue<'_>, &M) -> Option<String> {
        match self {
            ENGLISH => |value, _| write_value(ENGLISH, value),
            GERMAN => |value, _| write_value(GERMAN, value),
            _ => |value, _| write_value(SPACED, value),
        }
    }
}

/// A number in words; `None` for anything else, which Fluent writes itself.
fn write_value(marks: Marks, value: &FluentValue<'_>) -> Option<String> {
    let FluentValue::Number(number) = value else { return None };
    let plain = number.as_string();
    let simple = plain.trim_start_matches('-').chars().all(|c| c.is_ascii_digit() || c == '.');
    (number.options.use_grouping && simple).then(|| marks.write(&plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_and_fractions_have_the_languages_marks() {
        for (language, plain, written) in [
            ("en", "999", "999"),
            ("en", "-1234567", "-1,234,567"),
            ("de-CH", "1000", "1.000"),
            ("de", "-12.5", "-12,5"),
            ("fr", "10000", "10\u{202f}000"),
        ] {
            assert_eq!(Marks::of(language).write(plain), written);
        }
    }
}
