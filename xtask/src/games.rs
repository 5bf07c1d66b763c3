//! The games of the tree, as the program lists them in its `Cargo.toml`, with the arguments their laws are checked with.

use anyhow::{Context, Result};
use std::{fs, path::Path};

/// A game that is compiled into the program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TreeGame {
    /// The name of the crate, which is the id of the game.
    pub(crate) name: String,
    /// More arguments of `parlor check`, from `package.metadata.parlor.check` of the crate.
    pub(crate) check: Vec<String>,
}

/// All games of the tree, sorted by name.
pub(crate) fn games() -> Result<Vec<TreeGame>> {
    let program = read(Path::new("framework/cli/Cargo.toml"))?;
    let dependencies = program.get("dependencies").and_then(toml::Value::as_table);
    let dependencies = dependencies.context("framework/cli/Cargo.toml has no dependencies")?;
    let is_game = |about: &toml::Value| {
        let path = about.get("path").and_then(toml::Value::as_str);
        path.is_some_and(|path| path.starts_with("../../games/"))
    };
    let names = dependencies.iter().filter(|(_, about)| is_game(about)).map(|(name, _)| name.clone());
    names.map(|name| Ok(TreeGame { check: check_args(&name)?, name })).collect()
}

fn check_args(name: &str) -> Result<Vec<String>> {
    let manifest = read(&Path::new("games").join(name).join("Cargo.toml"))?;
    let metadata = manifest.get("package").and_then(|package| package.get("metadata"));
    let args = metadata.and_then(|metadata| metadata.get("parlor")).and_then(|parlor| parlor.get("check"));
    let args = args.and_then(toml::Value::as_array).into_iter().flatten();
    args.map(|arg| arg.as_str().map(String::from).with_context(|| format!("{name}: {arg} is no text")))
        .collect()
}

fn read(path: &Path) -> Result<toml::Table> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    toml::from_str(&text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_with_the_arguments_of_their_laws() {
        std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).unwrap();
        let games = games().unwrap();
        let snails = games.iter().find(|game| game.name == "snails").unwrap();
        assert!(snails.check.is_empty());
        let skirmish = games.iter().find(|game| game.name == "skirmish").unwrap();
        assert!(skirmish.check.contains(&"--options".to_string()), "{skirmish:?}");
        assert!(!games.iter().any(|game| game.name == "classics"), "no lobby offers the classics");
    }
}
