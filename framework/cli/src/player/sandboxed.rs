//! Bots that are plugins.

use super::{
    Allowed, Failing,
    outside::{Outsider, Shown},
};
use parlor_plugins::{BotPlugin, Question};
use std::sync::Arc;

/// A bot in the sandbox, on one seat of one game.
pub(crate) struct Sandboxed {
    bot: Arc<BotPlugin>,
    /// What it wants to know at its next choice.
    memory: Vec<u8>,
}

impl Sandboxed {
    pub(crate) fn new(bot: &Arc<BotPlugin>) -> Sandboxed {
        Sandboxed { bot: bot.clone(), memory: Vec::new() }
    }
}

impl Outsider for Sandboxed {
    fn ask(&mut self, shown: &Shown, allowed: &Allowed, luck: u64) -> Result<usize, Failing> {
        let question = Question {
            game: &shown.game,
            seat: shown.seat,
            seats: shown.seats,
            scene: shown.scene.get(),
            offers: shown.offers.get(),
            luck,
            fuel: allowed.fuel,
            memory: &self.memory,
        };
        let millis = u64::try_from(allowed.patience.as_millis()).unwrap_or(u64::MAX);
        match self.bot.choose(&question, millis) {
            Ok(chosen) => {
                self.memory = chosen.memory;
                Ok(chosen.choice as usize)
            }
            Err(fault) if fault.is_late() => Err(Failing::Late(fault.to_string())),
            Err(fault) => Err(Failing::Wrong(fault.to_string())),
        }
    }
}
