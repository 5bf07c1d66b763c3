//! Turns original XML files into files of this game.
//!
//! ```sh
//! cargo run -p skirmish --example import -- cards HK_cards.xml ZK_cards.xml > cards.toml
//! cargo run -p skirmish --example import -- deck army_HK_1.xml > deck.toml
//! ```

#![allow(clippy::disallowed_methods, reason = "this is a tool and no rules: it reads the files it is given")]

use skirmish::{CardSet, SetFile, import_cards, import_deck, import_factions, standard_set};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(mistake) => {
            eprintln!("{mistake}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<String, String> {
    let usage = || "use: import cards|factions|deck FILE…".to_string();
    let (kind, files) = arguments.split_first().ok_or_else(usage)?;
    let known = CardSet::check([("standard", &standard_set())]).map_err(|faults| format!("{faults:?}"))?;
    let mut set = SetFile::default();
    let mut decks = String::new();
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let told = |fault: skirmish::Fault| fault.to_string();
        match kind.as_str() {
            "cards" => set.cards.extend(import_cards(file, &text, &known).map_err(told)?),
            "factions" => {
                let (races, factions) = import_factions(file, &text, &known).map_err(told)?;
                set.races.extend(races);
                set.factions.extend(factions);
            }
            "deck" => {
                let deck = import_deck(file, &text, &known).map_err(told)?;
                decks += &toml::to_string(&deck).map_err(|error| error.to_string())?;
            }
            _ => return Err(usage()),
        }
    }
    let parts = toml::to_string(&set).map_err(|error| error.to_string())?;
    Ok(if kind == "deck" { decks } else { parts })
}
