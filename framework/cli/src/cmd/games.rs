//! `parlor games`: lists the games.

use crate::{catalogue, cmd::show, terminal};
use clap::Args as ClapArgs;
use parlor_bots::ErasedGame;
use parlor_kit::Id;
use parlor_texts::Translator;
use serde_json::{Value, json};
use std::process::ExitCode;

/// List the games, with their seats, bots and content.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor games
  parlor games --lang de
  parlor games --json")]
pub(crate) struct GamesArgs {
    /// The language of the games' names.
    #[arg(long, default_value = "en", value_name = "LANGUAGE")]
    pub(crate) lang: String,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &GamesArgs) -> anyhow::Result<ExitCode> {
    let games = catalogue::games();
    show::check_language(&args.lang, games.iter().map(ErasedGame::bundle))?;
    if args.json {
        let games: Vec<Value> = games.iter().map(|game| about(game, &args.lang)).collect();
        terminal::print(&format!("{:#}\n", json!({ "games": games })))?;
        return Ok(ExitCode::SUCCESS);
    }
    let heading = ["game", "name", "seats", "version", "hidden", "bots", "content"];
    let mut rows = vec![heading.map(String::from).to_vec()];
    for game in &games {
        let manifest = &game.bundle().manifest;
        let seats = match manifest.seats {
            range if range.min == range.max => range.min.to_string(),
            range => format!("{}–{}", range.min, range.max),
        };
        let content = game.bundle().contents.iter().map(|(kind, named)| {
            format!("{kind}: {}", named.keys().map(Id::as_str).collect::<Vec<_>>().join(", "))
        });
        rows.push(vec![
            game.id().to_string(),
            name(game, &args.lang),
            seats,
            manifest.version.clone(),
            if manifest.hidden { "yes" } else { "no" }.to_string(),
            bots(game).join(", "),
            content.collect::<Vec<_>>().join("; "),
        ]);
    }
    terminal::print(&terminal::columns(&rows))?;
    Ok(ExitCode::SUCCESS)
}

fn about(game: &ErasedGame, language: &str) -> Value {
    let bundle = game.bundle();
    let manifest = &bundle.manifest;
    let content = bundle.contents.iter().map(|(kind, named)| {
        (kind.to_string(), named.keys().map(|name| Value::from(name.as_str())).collect::<Value>())
    });
    json!({
        "id": manifest.id,
        "name": name(game, language),
        "version": manifest.version,
        "seats": manifest.seats,
        "hidden": manifest.hidden,
        "bots": bots(game),
        "content": content.collect::<serde_json::Map<_, _>>(),
        "languages": bundle.locales.keys().collect::<Vec<_>>(),
    })
}

/// The name of a game in a language.
pub(crate) fn name(game: &ErasedGame, language: &str) -> String {
    Translator::of(game.bundle()).translate_key(language, &format!("{}-name", game.id()))
}

/// The bots that play a game, its own default first.
fn bots(game: &ErasedGame) -> Vec<&'static str> {
    let default = &game.bundle().manifest.bots.default;
    let mut names: Vec<&str> = parlor_bots::kinds().iter().map(|kind| kind.name).collect();
    names.sort_by_key(|name| name != default);
    names
}
