//! Bots in wasm plugins.

use super::{
    ChoiceError, ChoiceLimits,
    external_program::{ExternalProgram, Shown},
};
use parlor_plugins::{BotPlugin, Question};
use std::sync::Arc;

/// A bot in the sandbox, on one seat of one game.
pub(crate) struct WasmBot {
    bot: Arc<BotPlugin>,
    /// The memory it returned at its last choice.
    memory: Vec<u8>,
}

impl WasmBot {
    pub(crate) fn new(bot: &Arc<BotPlugin>) -> WasmBot {
        WasmBot { bot: bot.clone(), memory: Vec::new() }
    }
}

impl ExternalProgram for WasmBot {
    fn ask(&mut self, shown: &Shown, limits: &ChoiceLimits, luck: u64) -> Result<usize, ChoiceError> {
        let question = Question {
            game: &shown.game,
            seat: shown.seat,
            seats: shown.seats,
            scene: shown.scene.get(),
            offers: shown.offers.get(),
            luck,
            fuel: limits.fuel,
            memory: &self.memory,
        };
        let millis = u64::try_from(limits.patience.as_millis()).unwrap_or(u64::MAX);
        match self.bot.choose(&question, millis) {
            Ok(chosen) => {
                self.memory = chosen.memory;
                Ok(chosen.choice as usize)
            }
            Err(fault) if fault.is_late() => Err(ChoiceError::Late(fault.to_string())),
            Err(fault) => Err(ChoiceError::Wrong(fault.to_string())),
        }
    }
}
