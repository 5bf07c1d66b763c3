//! `parlor replay`: verifies recordings from files, prints them, and writes them as pages that play them back.

use crate::{catalogue, terminal, usage_error::UsageError};
use anyhow::Context;
use clap::Args as ClapArgs;
use parlor_kit::Viewer;
use parlor_runtime::{Recording, Runtime};
use parlor_texts::Translator;
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Play recordings again and check what they claim: the shuffle, every step, the result.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor replay t1a2b.json                    tells the game in words
  parlor replay --verify *.json               says only whether they are consistent
  parlor replay t1a2b.json --html game.html   writes a page that plays the game back anywhere
A recording is consistent if rules and luck fit. Who played, and when, is only what its file says.
The exit code is 1 if one is not.")]
pub(crate) struct ReplayArgs {
    /// The recordings, as downloaded from a server.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Only say whether they are consistent.
    #[arg(long)]
    pub(crate) verify: bool,
    /// Write the one recording as an HTML file, which plays it back in any browser, offline.
    #[arg(long, value_name = "OUT")]
    pub(crate) html: Option<PathBuf>,
    /// The language.
    #[arg(long, default_value = "en", value_name = "LANGUAGE")]
    pub(crate) lang: String,
}

pub(crate) fn run(args: &ReplayArgs) -> anyhow::Result<ExitCode> {
    if args.html.is_some() && args.files.len() > 1 {
        return Err(UsageError::new("--html is for one recording").into());
    }
    let mut runtime = Runtime::new();
    for module in catalogue::modules() {
        module.install(&mut runtime);
    }
    let mut untrue = 0;
    for file in &args.files {
        let text = fs::read_to_string(file);
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
        if !args.verify && args.html.is_none() {
            let translator = Translator::of(game.bundle());
            let names: Vec<String> = recording.participants.iter().map(|p| p.name.to_string()).collect();
            for (at, update) in &replayed.steps {
                for event in &update.events {
                    let said = translator.translate(&args.lang, &event.text, &names);
                    terminal::print(&format!("{:>8.1} s  {said}\n", *at as f64 / 1000.0))?;
                }
            }
        }
        terminal::print(&format!("{}: consistent, {} steps\n", file.display(), replayed.steps.len()))?;
        if let Some(out) = &args.html {
            write_html(&runtime, recording, &args.lang, out)?;
        }
    }
    Ok(if untrue == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn write_html(runtime: &Runtime, recording: Recording, language: &str, out: &Path) -> anyhow::Result<()> {
    let checked_by = format!("parlor replay {}", env!("CARGO_PKG_VERSION"));
    let html = parlor_server::playback_html(runtime, recording, language, &checked_by)?;
    fs::write(out, &html).with_context(|| format!("cannot write {}", out.display()))?;
    terminal::print(&format!("{}: {} KB\n", out.display(), html.len().div_ceil(1000)))?;
    Ok(())
}
