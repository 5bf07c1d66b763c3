//! Refusals: why an action, an option or a file was not accepted.

use crate::{Arg, Id, Text};
use serde::{Deserialize, Serialize};

/// An action, an option or a file was not accepted. A refusal names the reason and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{}", self.plain())]
#[serde(transparent)]
pub struct Refusal {
    /// The reason.
    pub text: Text,
}

impl Refusal {
    /// A refusal with this message key.
    pub const fn new(key: &'static str) -> Refusal {
        Refusal { text: Text::new(key) }
    }

    /// The seat may not act now.
    pub const fn not_your_turn() -> Refusal {
        Refusal::new("not-your-turn")
    }

    /// The same refusal with one more argument for its message.
    #[must_use]
    pub fn arg(mut self, name: &'static str, value: impl Into<Arg>) -> Refusal {
        self.text = self.text.arg(name, value);
        self
    }

    /// The message key: stable, for programs.
    pub fn code(&self) -> &Id {
        &self.text.key
    }

    fn plain(&self) -> String {
        let mut plain = self.text.key.to_string();
        for (name, value) in &self.text.args {
            let value = match value {
                Arg::Number(n) => n.to_string(),
                Arg::Word(word) => word.to_string(),
                Arg::Seat(seat) => format!("seat {seat}"),
                Arg::Text(text) => text.key.to_string(),
                Arg::List(list) => list.iter().map(|text| text.key.as_str()).collect::<Vec<_>>().join(", "),
                Arg::Local(local) => local.values().next().cloned().unwrap_or_default().to_string(),
            };
            plain.push_str(&format!(" {name}={value}"));
        }
        plain
    }
}

impl From<Text> for Refusal {
    fn from(text: Text) -> Refusal {
        Refusal { text }
    }
}
