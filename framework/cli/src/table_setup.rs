//! Builds the set-up of a table from command-line arguments.

use crate::{args::GameArgs, catalogue, local_game::LocalGame, usage_error::UsageError};
use parlor_bots::ErasedGame;
use parlor_kit::{
    CONTENT_KIND_KEY, HOST_OPTION_KEY, Id, Refusal, Rules, fill_seeds, parse_content, prepare_options,
};
use parlor_texts::Translator;
use serde_json::{Map, Value};
use std::fs;

/// The set-up of a table.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// The options as given.
    pub(crate) chosen: Value,
    /// The complete options, with content in place of its name.
    pub(crate) options: Value,
    /// How many seats there are.
    pub(crate) seats: usize,
}

/// Finds the game and builds the set-up, which the rules have accepted. Options that are seeds, such as that
/// of a generated board, are derived from the seed of the command.
pub(crate) fn prepare(args: &GameArgs, seed: u64) -> Result<(ErasedGame, Setup), UsageError> {
    let game = catalogue::find(&args.game)?;
    let seats = seats(&game, args.seats)?;
    let chosen = args.options.as_deref().map_or(Ok(Value::Null), read_options)?;
    let options = complete(&game, &chosen, seed)?;
    let setup = Setup { chosen, options, seats };
    LocalGame::begin(&game.rules, &setup, 0).map_err(|refusal| said(&game, &refusal))?;
    Ok((game, setup))
}

/// A refusal of the rules as a usage error.
pub(crate) fn said(game: &ErasedGame, refusal: &Refusal) -> UsageError {
    UsageError::new(Translator::of(game.bundle()).translate("en", &refusal.text, &[]))
}

fn seats(game: &ErasedGame, wanted: Option<usize>) -> Result<usize, UsageError> {
    let range = game.bundle().manifest.seats;
    let seats = wanted.unwrap_or(range.min);
    if (range.min..=range.max).contains(&seats) {
        return Ok(seats);
    }
    let limits = if range.min == range.max {
        range.min.to_string()
    } else {
        format!("{} to {}", range.min, range.max)
    };
    Err(UsageError::new(format!("{} is played with {limits} seats, not with {seats}", game.id())))
}

/// Parses `--options`: JSON, or a file with JSON in it.
pub(crate) fn read_options(text: &str) -> Result<Value, UsageError> {
    let Some(path) = text.strip_prefix('@') else {
        return serde_json::from_str(text).map_err(|error| {
            UsageError::new(format!(
                "--options is not JSON: {error}; write it as '{{\"name\": value}}' or name a file with @FILE"
            ))
        });
    };
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    serde_json::from_str(&text).map_err(|error| UsageError::new(format!("{path} is not JSON: {error}")))
}

/// Completes the options: content and seeds filled in, validated against the game's schema.
fn complete(game: &ErasedGame, chosen: &Value, seed: u64) -> Result<Value, UsageError> {
    let (bundle, schema) = (game.bundle(), game.rules.options_schema());
    let mut chosen = chosen.clone();
    let none = Map::new();
    let fields = schema["properties"].as_object().unwrap_or(&none);
    for (name, field) in fields {
        if let Some(value) = chosen.get_mut(name) {
            if field[CONTENT_KIND_KEY].is_string() {
                read_content(value)?;
            } else if let (true, Value::Array(list)) = (field["items"][CONTENT_KIND_KEY].is_string(), value) {
                list.iter_mut().try_for_each(read_content)?;
            }
        }
    }
    let lookup = |kind: &str, name: &str| bundle.content(kind, name).cloned();
    let options = prepare_options(&bundle.manifest, &schema, &Value::Null, &chosen, lookup);
    let mut options = options.map_err(|refusal| {
        let arg = |wanted: &str| {
            let found = refusal.text.args.iter().find(|(name, _)| name == wanted);
            found.and_then(|(_, value)| serde_json::to_value(value).ok()?.as_str().map(String::from))
        };
        match (refusal.code().as_str(), arg("kind"), arg("name")) {
            ("options-unknown", _, Some(name)) => {
                let open = fields.iter().filter(|(_, field)| field[HOST_OPTION_KEY] != true);
                UsageError::unknown("option", &name, open.map(|(name, _)| name.as_str()))
            }
            ("content-missing", Some(kind), Some(name)) => {
                let known = bundle.contents.get(kind.as_str()).into_iter().flat_map(|known| known.keys());
                UsageError::unknown(&kind, &name, known.map(Id::as_str))
            }
            _ => said(game, &refusal),
        }
    })?;
    fill_seeds(&schema, &mut options, seed);
    Ok(options)
}

/// Reads content given as `"@FILE"` from the file.
fn read_content(value: &mut Value) -> Result<(), UsageError> {
    let Some(path) = value.as_str().and_then(|name| name.strip_prefix('@')) else { return Ok(()) };
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    let content = parse_content(path, &bytes)
        .map_err(|refusal| UsageError::new(Translator::new().translate("en", &refusal.text, &[])))?;
    *value = content;
    Ok(())
}

fn unreadable(path: &str, error: &std::io::Error) -> UsageError {
    UsageError::new(format!("cannot read {path}: {error}"))
}
