//! Runs the real program.

use serde_json::Value;
use std::process::{Command, Output};

/// What the program said and how it ended.
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// Runs `parlor` with these arguments.
pub(crate) fn parlor(args: &[&str]) -> Ran {
    // A reader's wish for backtraces must not change what people are told.
    let output = Command::new(env!("CARGO_BIN_EXE_parlor")).args(args).env("RUST_BACKTRACE", "1").output();
    let Output { status, stdout, stderr } = output.expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { out: text(stdout), err: text(stderr), code: status.code().expect("the program ends by itself") }
}

impl Ran {
    /// What was printed, after a success without a word on the side.
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The one JSON object that was printed.
    pub(crate) fn json(self) -> Value {
        serde_json::from_str(&self.ok()).expect("one JSON value")
    }

    /// The message of a mistake on the command line.
    pub(crate) fn mistake(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        for word in ["panicked", "backtrace", "src/"] {
            assert!(!self.err.contains(word), "{}", self.err);
        }
        self.err
    }
}

/// The ids of all games.
pub(crate) fn games() -> Vec<String> {
    let json = parlor(&["games", "--json"]).json();
    let games = json["games"].as_array().expect("a list of games");
    games.iter().map(|game| game["id"].as_str().expect("an id").to_string()).collect()
}
