//! A type-erased game for tools: its rules, and bots that search the concrete type.

use crate::{Bot, Budget, Imagined, UnknownBot, make};
use parlor_kit::{Bundle, ErasedAction, ErasedRules, Luck, Rules};
use std::{fmt, sync::Arc};

/// A type-erased game: tools that simulate, show or check games are compiled once for all of them.
///
/// Call [`new`](ErasedGame::new) in the crate of the game: the generic code of its bots is then compiled with
/// the game, and not again with every program that links it.
#[derive(Clone)]
pub struct ErasedGame {
    /// The rules.
    pub rules: Arc<ErasedRules>,
    bots: Arc<dyn MakeBot>,
}

impl ErasedGame {
    /// Erases the type of a game.
    pub fn new<R: Rules>(rules: R) -> ErasedGame {
        ErasedGame::shared(Arc::new(rules))
    }

    /// Erases the type of a game with shared rules.
    pub fn shared<R: Rules>(rules: Arc<R>) -> ErasedGame {
        ErasedGame { rules: Arc::new(ErasedRules::shared(rules.clone())), bots: Arc::new(Native(rules)) }
    }

    /// Manifest, texts and content.
    pub fn bundle(&self) -> &Bundle {
        self.rules.bundle()
    }

    /// The id of the game.
    pub fn id(&self) -> &str {
        &self.bundle().manifest.id
    }

    /// The bot with this name. It searches with the concrete rules.
    pub fn make_bot(&self, name: &str) -> Result<Box<dyn Bot<ErasedRules>>, UnknownBot> {
        self.bots.make(name)
    }
}

impl fmt::Debug for ErasedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErasedGame").field("rules", &self.rules).finish_non_exhaustive()
    }
}

trait MakeBot: Send + Sync {
    fn make(&self, name: &str) -> Result<Box<dyn Bot<ErasedRules>>, UnknownBot>;
}

struct Native<R>(Arc<R>);

impl<R: Rules> MakeBot for Native<R> {
    fn make(&self, name: &str) -> Result<Box<dyn Bot<ErasedRules>>, UnknownBot> {
        Ok(Box::new(NativeBot { rules: self.0.clone(), bot: make::<R>(name)? }))
    }
}

/// A bot that gets an erased state and searches the concrete state behind it.
struct NativeBot<R: Rules> {
    rules: Arc<R>,
    bot: Box<dyn Bot<R>>,
}

impl<R: Rules> Bot<ErasedRules> for NativeBot<R> {
    fn choose(
        &mut self,
        view: &Imagined<ErasedRules>,
        budget: &Budget,
        luck: &mut Luck,
    ) -> Option<ErasedAction> {
        let view = view.behind(&self.rules)?;
        self.bot.choose(&view, budget, luck).map(ErasedAction::new)
    }
}
