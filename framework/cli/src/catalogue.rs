//! The games this program knows: the only place that names them.

use crate::{entry::Entry, mistake::Mistake, plugins};
use parlor_runtime::Module;
use std::sync::Arc;

/// Every game, in the order in which they are listed.
pub(crate) fn catalogue() -> Vec<Box<dyn Entry>> {
    vec![
        Box::new(Arc::new(snails::rules())),
        Box::new(Arc::new(worms::rules())),
        Box::new(Arc::new(level8::rules())),
        Box::new(Arc::new(dune::rules())),
        Box::new(Arc::new(skirmish::rules())),
    ]
}

/// Every game as a server installs it, with settings and highscores.
pub(crate) fn modules() -> Vec<Box<dyn Module>> {
    vec![
        Box::new(snails::SnailsModule::new()),
        Box::new(worms::module()),
        Box::new(level8::module()),
        Box::new(dune::module()),
        Box::new(skirmish::module()),
    ]
}

/// Games that are there to be measured and compared with; no lobby offers them.
fn classics() -> Vec<Box<dyn Entry>> {
    vec![
        Box::new(Arc::new(classics::tic_tac_toe())),
        Box::new(Arc::new(classics::hex())),
        Box::new(Arc::new(classics::reversi())),
    ]
}

/// The game with this id, be it offered or a classic, or the plugin in this folder.
pub(crate) fn find(id: &str) -> Result<Box<dyn Entry>, Mistake> {
    if let Some(folder) = plugins::folder_named(id) {
        return Ok(Box::new(plugins::open(folder)?));
    }
    let mut games = catalogue();
    games.extend(classics());
    match games.iter().position(|game| game.id() == id) {
        Some(at) => Ok(games.swap_remove(at)),
        None => Err(Mistake::unknown("game", id, games.iter().map(|game| game.id()))),
    }
}
