//! A game as its crate hands it to programs: for hosts and for tools.

use crate::{Module, Plain};
use parlor_bots::ErasedGame;
use parlor_kit::Rules;
use std::sync::Arc;

/// A game with everything a program needs of it.
///
/// The crate of a game makes it, so that the code of runtime and bots for this game is compiled with the game:
/// programs that list the game only link it.
pub struct GamePackage {
    /// The rules and bots, for tools.
    pub game: ErasedGame,
    /// What a server installs.
    pub module: Box<dyn Module>,
}

impl GamePackage {
    /// A game that brings nothing but its rules to a server.
    pub fn new<R: Rules>(rules: R) -> GamePackage {
        let rules = Arc::new(rules);
        GamePackage { game: ErasedGame::shared(rules.clone()), module: Box::new(Plain::shared(rules)) }
    }

    /// A game with a module of its own.
    pub fn with_module<R: Rules>(rules: Arc<R>, module: impl Module + 'static) -> GamePackage {
        GamePackage { game: ErasedGame::shared(rules), module: Box::new(module) }
    }
}
