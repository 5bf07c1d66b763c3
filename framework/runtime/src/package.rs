//! A game package: what the crate of a game exports to hosts and tools.

use crate::{Module, Plain};
use parlor_bots::ErasedGame;
use parlor_kit::{Rules, Text};
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
    /// Turns files of another program into content of the game, where the game can.
    pub importer: Option<Importer>,
}

/// A text file with its name. A game's own files are named by their place in its folder of the server's data,
/// such as `sets/mine.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// The name.
    pub name: String,
    /// The contents.
    pub text: String,
}

/// Turns files of another program into files of a game, or says everything that is wrong with them.
pub type Importer = fn(&[NamedFile]) -> Result<Vec<NamedFile>, Vec<Text>>;

impl GamePackage {
    /// A package without a module of its own.
    pub fn new<R: Rules>(rules: R) -> GamePackage {
        let rules = Arc::new(rules);
        let module = Plain::shared(rules.clone());
        GamePackage::with_module(rules, module)
    }

    /// A package with a module of its own.
    pub fn with_module<R: Rules>(rules: Arc<R>, module: impl Module + 'static) -> GamePackage {
        GamePackage { game: ErasedGame::shared(rules), module: Box::new(module), importer: None }
    }

    /// The same package with an importer.
    #[must_use]
    pub fn importing(self, importer: Importer) -> GamePackage {
        GamePackage { importer: Some(importer), ..self }
    }
}
