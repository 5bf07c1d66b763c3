//! `parlor replay`: verifies recordings from a file or a server's data, and prints them.

use crate::{catalogue, terminal, usage_error::UsageError};
use anyhow::Context;
use clap::Args as ClapArgs;
use parlor_kit::Viewer;
use parlor_runtime::{Recording, Runtime};
use parlor_texts::Translator;
use std::{path::PathBuf, process::ExitCode};

/// Play recordings again and check everything they claim: the shuffle, every step, the result.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor replay t1a2b.json               tells the game in words
  parlor replay --verify *.json          says only whether they are true
The exit code is 1 if one is not.")]
pub(crate) struct ReplayArgs {
    /// The recordings, as downloaded from a server.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Only say whether they are true.
    #[arg(long)]
    pub(crate) verify: bool,
    /// The language.
    #[arg(long, default_value = "en", value_name = "LANGUAGE")]
    pub(crate) lang: String,
}

pub(crate) fn run(args: &ReplayArgs) -> anyhow::Result<ExitCode> {
    let mut runtime = Runtime::new();
    for module in catalogue::modules() {
        module.install(&mut runtime);
    }
    let mut untrue = 0;
    for file in &args.files {
        let text = std::fs::read_to_string(file);
        let text = text.with_context(|| format!("cannot read {}", file.display()))?;
        let recording: Recording = serde_json::from_str(&text)
            .map_err(|error| UsageError::new(format!("{} is no recording: {error}", file.display())))?;
        let known = runtime.games().map(|game| game.bundle().manifest.id.to_string());
        let known: Vec<String> = known.collect();
        let game = runtime
            .game(&recording.game)
            .map_err(|_| UsageError::unknown("game", &recording.game, known.iter().map(String::as_str)))?;
        let replayed = match game.replay(&recording, Viewer::All) {
            Ok(replayed) => replayed,
            Err(error) => {
                terminal::print(&format!("{}: not true: {error}\n", file.display()))?;
                untrue += 1;
                continue;
            }
        };
        if !args.verify {
            let translator = Translator::of(game.bundle());
            let names: Vec<String> = recording.participants.iter().map(|p| p.name.to_string()).collect();
            for (at, update) in &replayed.steps {
                for event in &update.events {
                    let said = translator.translate(&args.lang, &event.text, &names);
                    terminal::print(&format!("{:>8.1} s  {said}\n", *at as f64 / 1000.0))?;
                }
            }
        }
        terminal::print(&format!("{}: true, {} steps\n", file.display(), replayed.steps.len()))?;
    }
    Ok(if untrue == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
