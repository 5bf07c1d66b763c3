//! Command-line errors, with suggestions.

use std::fmt;

/// An error in the command line. The program prints the problem and the alternatives, and exits with code 2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(String);

impl UsageError {
    /// A mistake in words.
    pub(crate) fn new(message: impl fmt::Display) -> UsageError {
        UsageError(message.to_string())
    }

    /// An unknown name, with the known names and a suggestion.
    pub(crate) fn unknown<'a>(
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> UsageError {
        let known: Vec<&str> = known.into_iter().collect();
        let there_are = match known.as_slice() {
            [] => "there are none".to_string(),
            [only] => format!("there is only: {only}"),
            several => format!("there are: {}", several.join(", ")),
        };
        let meant = suggestion(name, known).map(|meant| format!("; did you mean '{meant}'?"));
        UsageError(format!("there is no {what} called '{name}'; {there_are}{}", meant.unwrap_or_default()))
    }
}

/// The closest known name, if one is close enough.
fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const MIN_LIKENESS: f64 = 0.75;
    let lower = name.to_lowercase();
    let likeness = |other: &str| strsim::jaro_winkler(&lower, &other.to_lowercase());
    let rated = known.into_iter().map(|other| (likeness(other), other));
    let best = rated.filter(|(likeness, _)| *likeness > MIN_LIKENESS).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_probably_meant_is_suggested() {
        let known = ["random", "greedy", "negamax"];
        for (name, meant) in [("negmax", Some("negamax")), ("Random", Some("random")), ("xyz", None)] {
            assert_eq!(suggestion(name, known), meant, "{name}");
        }
        let message = UsageError::unknown("bot", "gredy", known).to_string();
        assert_eq!(
            message,
            "there is no bot called 'gredy'; there are: random, greedy, negamax; did you mean 'greedy'?"
        );
        let message = UsageError::unknown("map", "x", []).to_string();
        assert_eq!(message, "there is no map called 'x'; there are none");
    }
}
