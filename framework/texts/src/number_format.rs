//! Number formats: thousands separators and decimal marks, as the messages of a language give them.

use fluent_bundle::FluentValue;

/// The separators of a language. Digits are grouped by three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NumberFormat {
    thousands: String,
    decimal: String,
}

/// The international way: a narrow space that does not break, and a comma.
impl Default for NumberFormat {
    fn default() -> NumberFormat {
        NumberFormat { thousands: "\u{202f}".into(), decimal: ",".into() }
    }
}

/// Placeholders from the private use area: a Fluent formatter must be a plain function, which does not know its
/// language. [`NumberFormat::finish`] puts the separators in their place.
const THOUSANDS: char = '\u{F8F0}';
const DECIMAL: char = '\u{F8F1}';

impl NumberFormat {
    /// The format that `message` gives: `number-thousands` and `number-decimal`, each with its default.
    pub(crate) fn read(message: impl Fn(&str) -> Option<String>) -> NumberFormat {
        let NumberFormat { thousands, decimal } = NumberFormat::default();
        NumberFormat {
            thousands: message("number-thousands").unwrap_or(thousands),
            decimal: message("number-decimal").unwrap_or(decimal),
        }
    }

    /// Formats a number.
    pub(crate) fn write(&self, number: i64) -> String {
        self.finish(&group(&number.to_string()))
    }

    /// Puts the separators into what [`format_number`] wrote.
    pub(crate) fn finish(&self, text: &str) -> String {
        text.replace(THOUSANDS, &self.thousands).replace(DECIMAL, &self.decimal)
    }
}

/// Whether there are separators to put in.
pub(crate) fn is_unfinished(text: &str) -> bool {
    text.contains([THOUSANDS, DECIMAL])
}

/// Formats a number with placeholders for the separators; `None` for anything else, which Fluent formats itself.
pub(crate) fn format_number<M>(value: &FluentValue<'_>, _: &M) -> Option<String> {
    let FluentValue::Number(number) = value else { return None };
    let plain = number.as_string();
    let simple = plain.trim_start_matches('-').chars().all(|c| c.is_ascii_digit() || c == '.');
    (number.options.use_grouping && simple).then(|| group(&plain))
}

/// Groups plain digits by three.
fn group(plain: &str) -> String {
    let (whole, fraction) = plain.split_once('.').map_or((plain, None), |(w, f)| (w, Some(f)));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut text = String::from(sign);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(THOUSANDS);
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push(DECIMAL);
        text.push_str(fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_and_fractions_have_the_languages_separators() {
        let german = NumberFormat { thousands: ".".into(), decimal: ",".into() };
        let english = NumberFormat { thousands: ",".into(), decimal: ".".into() };
        for (format, plain, written) in [
            (&english, "999", "999"),
            (&english, "-1234567", "-1,234,567"),
            (&german, "1000", "1.000"),
            (&german, "-12.5", "-12,5"),
            (&NumberFormat::default(), "10000", "10\u{202f}000"),
        ] {
            assert_eq!(format.finish(&group(plain)), written);
        }
    }

    #[test]
    fn a_language_gives_its_own_separators_or_leaves_the_default() {
        let swiss = NumberFormat::read(|key| (key == "number-thousands").then(|| "’".into()));
        assert_eq!((swiss.write(-1234), swiss.finish(&group("1.5"))), ("-1’234".into(), "1,5".into()));
    }
}
