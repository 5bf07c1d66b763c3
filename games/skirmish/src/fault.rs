//! Faults in card files.

use parlor_kit::{Arg, Refusal, Text};
use std::fmt;

/// A fault, with the file and the entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// The entry in it: a card, a rule, a line.
    pub entry: String,
    /// The entry as a JSON pointer into the file, where the file is a card set; empty otherwise.
    pub at: String,
    /// The reason.
    pub reason: Text,
}

impl Fault {
    /// A fault in an entry of a file.
    pub fn new(file: impl Into<String>, entry: impl Into<String>, reason: Text) -> Fault {
        Fault { file: file.into(), entry: entry.into(), at: String::new(), reason }
    }

    /// The same fault at this place of the file.
    #[must_use]
    pub fn at(mut self, at: impl Into<String>) -> Fault {
        self.at = at.into();
        self
    }

    /// The message key of the reason: stable, for programs.
    pub fn code(&self) -> &str {
        &self.reason.key
    }

    /// The fault as a text for people.
    pub fn text(&self) -> Text {
        let text = Text::new("skirmish-fault").arg("file", self.file.as_str());
        text.arg("entry", self.entry.as_str()).arg("reason", self.reason.clone())
    }

    /// A refusal that names all of them.
    pub fn refusal(faults: &[Fault]) -> Refusal {
        let list: Vec<Text> = faults.iter().map(Fault::text).collect();
        Refusal::new("skirmish-bad-set").arg("faults", list)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.file, self.entry, self.reason.key)?;
        for (name, value) in &self.reason.args {
            match value {
                Arg::Number(number) => write!(f, " {name}={number}")?,
                Arg::Word(word) => write!(f, " {name}={word}")?,
                _ => {}
            }
        }
        Ok(())
    }
}
