//! The games compiled into this program. `build.rs` makes the list from the dependencies of this crate.

use crate::{plugin_folder, usage_error::UsageError};
use parlor_bots::ErasedGame;
use parlor_runtime::{GamePackage, Importer, Module};

/// Every game of the lobby, in the order of `Cargo.toml`.
const PACKAGES: &[fn() -> GamePackage] = &include!(concat!(env!("OUT_DIR"), "/packages.rs"));

/// Every game of the lobby, for tools.
pub(crate) fn games() -> Vec<ErasedGame> {
    PACKAGES.iter().map(|package| package().game).collect()
}

/// Every game of the lobby as a server installs it, with settings and highscores.
pub(crate) fn modules() -> Vec<Box<dyn Module>> {
    PACKAGES.iter().map(|package| package().module).collect()
}

/// The game with this id and its importer, or else the ids of all games that import files.
pub(crate) fn importer(id: &str) -> Result<(ErasedGame, Importer), UsageError> {
    let packages = PACKAGES.iter().map(|package| package());
    let mut able: Vec<(ErasedGame, Importer)> =
        packages.filter_map(|package| Some((package.game, package.importer?))).collect();
    match able.iter().position(|(game, _)| game.id() == id) {
        Some(at) => Ok(able.swap_remove(at)),
        None => {
            Err(UsageError::unknown("game that imports files", id, able.iter().map(|(game, _)| game.id())))
        }
    }
}

/// The game with this id (of the lobby or a classic), or the plugin in this folder.
pub(crate) fn find(id: &str) -> Result<ErasedGame, UsageError> {
    if let Some(folder) = plugin_folder::named(id) {
        return Ok(ErasedGame::shared(plugin_folder::open(folder)?));
    }
    let mut known = games();
    // The classics are not in the lobby: they exist for benchmarks and comparisons.
    known.extend(classics::games());
    match known.iter().position(|game| game.id() == id) {
        Some(at) => Ok(known.swap_remove(at)),
        None => Err(UsageError::unknown("game", id, known.iter().map(ErasedGame::id))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, fs, path::Path};

    // A game is added to the program by its dependency alone; this test finds games without one.
    #[test]
    fn every_game_of_the_tree_is_in_the_catalogue() {
        let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")).unwrap();
        let folders = folders.flatten().filter(|folder| folder.path().join("Cargo.toml").exists());
        let mut crates: BTreeSet<String> =
            folders.map(|folder| folder.file_name().into_string().unwrap()).collect();
        assert!(crates.remove("classics"), "the classics are found by their ids");
        let known: BTreeSet<String> = games().iter().map(|game| game.id().to_string()).collect();
        assert_eq!(known, crates);
        let modules: Vec<String> = modules().iter().map(|module| module.game().to_string()).collect();
        assert_eq!(modules, games().iter().map(|game| game.id().to_string()).collect::<Vec<_>>());
        assert_eq!(find("hex").unwrap().id(), "hex");
    }
}
