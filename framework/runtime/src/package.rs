//! A game package: what the crate of a game exports to hosts and tools.

use crate::{Module, Plain};
use parlor_bots::ErasedGame;
use parlor_kit::Rules;
use std::sync::Arc;

/// A game with everything a program needs of it.
///
/// It is built in the game's crate, so that the generic code of runtime and bots is monomorphised there:
/// programs that list the game only link it.
pub struct GamePackage {
    /// The rules and bots, for tools.
    pub game: ErasedGame,
    /// The module that a server installs.
    pub module: Box<dyn Module>,
}

impl GamePackage {
    /// A package without a module of its own.
    pub fn new<R: Rules>(rules: R) -> GamePackage {
        let rules = Arc::new(rules);
        GamePackage { game: ErasedGame::shared(rules.clone()), module: Box::new(Plain::shared(rules)) }
    }

    /// A package with a module of its own.
    pub fn with_module<R: Rules>(rules: Arc<R>, module: impl Module + 'static) -> GamePackage {
        GamePackage { game: ErasedGame::shared(rules), module: Box::new(module) }
    }
}
