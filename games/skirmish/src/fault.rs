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
    /// The line, where it is known, counted from 1.
    pub line: Option<usize>,
    /// The reason.
    pub reason: Text,
}

impl Fault {
    /// A fault in an entry of a file.
    pub fn new(file: impl Into<String>, entry: impl Into<String>, reason: Text) -> Fault {
        Fault { file: file.into(), entry: entry.into(), at: String::new(), line: None, reason }
    }

    /// The same fault at this place of the file.
    #[must_use]
    pub fn at(mut self, at: impl Into<String>) -> Fault {
        self.at = at.into();
        self
    }

    /// The same fault in this line of the file.
    #[must_use]
    pub fn in_line(mut self, line: usize) -> Fault {
        self.line = Some(line);
        self
    }

    /// The message key of the reason: stable, for programs.
    pub fn code(&self) -> &str {
        &self.reason.key
    }

    /// The fault as a text for people.
    pub fn text(&self) -> Text {
        let key = match (self.line, self.entry.is_empty()) {
            (None, _) => "skirmish-fault",
            (Some(_), true) => "skirmish-fault-in-line",
            (Some(_), false) => "skirmish-fault-in-entry",
        };
        let mut text = Text::new(key).arg("file", self.file.as_str()).arg("reason", self.reason.clone());
        if let Some(line) = self.line {
            text = text.arg("line", line);
        }
        if self.entry.is_empty() { text } else { text.arg("entry", self.entry_text()) }
    }

    /// The entry in the reader's language.
    fn entry_text(&self) -> Text {
        let (kind, id) = self.entry.split_once(' ').unwrap_or((&self.entry, ""));
        let key = match kind {
            "card" => "skirmish-entry-card",
            "rule" => "skirmish-entry-rule",
            "token" => "skirmish-entry-token",
            "faction" => "skirmish-entry-faction",
            "race" => "skirmish-entry-race",
            "deck" => "skirmish-entry-deck",
            "line" => "skirmish-entry-line",
            _ => return Text::new("skirmish-entry").arg("entry", self.entry.as_str()),
        };
        Text::new(key).arg("id", id)
    }

    /// A refusal that names all of them.
    pub fn refusal(faults: &[Fault]) -> Refusal {
        let list: Vec<Text> = faults.iter().map(Fault::text).collect();
        Refusal::new("skirmish-bad-set").arg("faults", list)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.entry.is_empty() {
            write!(f, "{}: ", self.entry)?;
        }
        f.write_str(&self.reason.key)?;
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
