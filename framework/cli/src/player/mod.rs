//! Players of simulations and tournaments: built-in bots, sandboxed bots, programs over the network.

mod external_program;
mod tcp_program;
mod wasm_bot;

use crate::{plugin_folder, usage_error::UsageError};
use parlor_bots::{Bot, Budget, ErasedGame, Imagined, kind, kinds};
use parlor_kit::{ErasedAction, ErasedRules, Luck};
use parlor_plugins::BotPlugin;
use std::{fmt, sync::Arc, time::Duration};
use tcp_program::Address;

/// The limits of one choice; the same for all players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ChoiceLimits {
    /// The budget of built-in bots.
    pub(crate) budget: Budget,
    /// The fuel of sandboxed bots, in wasm instructions.
    pub(crate) fuel: u64,
    /// The timeout of a choice.
    pub(crate) patience: Duration,
}

impl ChoiceLimits {
    /// The fuel that corresponds to a node, and to a millisecond. docs/bots.md says how they were measured.
    const FUEL_PER_NODE: u64 = 1_000;
    const FUEL_PER_MS: u64 = 1_000_000;

    /// Limits from nodes or time, with the given or the corresponding fuel, and the grace time.
    pub(crate) fn new(
        nodes: u64,
        think_ms: Option<u64>,
        fuel: Option<u64>,
        patience_ms: u64,
    ) -> ChoiceLimits {
        let (budget, usual) = match think_ms {
            Some(ms) => {
                (Budget::time(Duration::from_millis(ms)), ms.saturating_mul(ChoiceLimits::FUEL_PER_MS))
            }
            None => (Budget::nodes(nodes), nodes.saturating_mul(ChoiceLimits::FUEL_PER_NODE)),
        };
        let patience = Duration::from_millis(think_ms.unwrap_or(0).saturating_add(patience_ms));
        ChoiceLimits { budget, fuel: fuel.unwrap_or(usual), patience }
    }
}

/// Why a player made no choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ChoiceError {
    /// It exceeded its time or fuel.
    Late(String),
    /// It failed, or sent an invalid answer.
    Wrong(String),
}

impl ChoiceError {
    pub(crate) fn reason(&self) -> &str {
        match self {
            ChoiceError::Late(reason) | ChoiceError::Wrong(reason) => reason,
        }
    }
}

/// Plays one seat of one game. External programs, sandboxed or over a network, get the scene and the offers
/// of the view, never the state.
pub(crate) trait Player: Send {
    /// Chooses an action for the seat of the view.
    fn choose(
        &mut self,
        view: &Imagined<ErasedRules>,
        limits: &ChoiceLimits,
        luck: &mut Luck,
    ) -> Result<ErasedAction, ChoiceError>;
}

impl Player for Box<dyn Bot<ErasedRules>> {
    fn choose(
        &mut self,
        view: &Imagined<ErasedRules>,
        limits: &ChoiceLimits,
        luck: &mut Luck,
    ) -> Result<ErasedAction, ChoiceError> {
        let chosen = Bot::choose(&mut **self, view, &limits.budget, luck);
        chosen.ok_or_else(|| ChoiceError::Wrong("it chose nothing".into()))
    }
}

/// A player as named on the command line; it can play any number of seats.
#[derive(Clone, Debug)]
pub(crate) enum Contestant {
    /// A built-in bot.
    BuiltIn(&'static str),
    /// A bot that is a plugin.
    Sandboxed(Arc<BotPlugin>),
    /// A program over the network.
    Remote(Address),
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::BuiltIn(name) => f.write_str(name),
            Contestant::Sandboxed(bot) => f.write_str(&bot.about.id),
            Contestant::Remote(address) => write!(f, "{address}"),
        }
    }
}

impl Contestant {
    /// Resolves a name: a kind of bot, the folder of a plugin, or `tcp://HOST:PORT`.
    pub(crate) fn find(name: &str) -> Result<Contestant, UsageError> {
        let name = name.trim();
        if name.contains("://") {
            let address: Address = name.parse().map_err(UsageError::new)?;
            address.try_out().map_err(UsageError::new)?;
            return Ok(Contestant::Remote(address));
        }
        if let Some(folder) = plugin_folder::named(name) {
            let bot = plugin_folder::open_bot(folder)?;
            if kind(&bot.about.id).is_ok() {
                let id = &bot.about.id;
                return Err(UsageError::new(format!("{name}: there is already a bot called '{id}'")));
            }
            return Ok(Contestant::Sandboxed(bot));
        }
        let known = kinds().iter().map(|kind| kind.name);
        kind(name)
            .map(|kind| Contestant::BuiltIn(kind.name))
            .map_err(|_| UsageError::unknown("bot", name, known))
    }

    /// Checks that it can play this game, before the first one, so that each game does not count as an error.
    pub(crate) fn can_play(&self, game: &str) -> Result<(), UsageError> {
        match self {
            Contestant::Sandboxed(bot) if !bot.about.plays(game) => {
                let (id, games) = (&bot.about.id, bot.about.games.join(", "));
                Err(UsageError::new(format!("the bot '{id}' cannot play {game}; it plays {games}")))
            }
            _ => Ok(()),
        }
    }

    /// The hash of a plugin.
    pub(crate) fn sha256(&self) -> Option<&str> {
        match self {
            Contestant::Sandboxed(bot) => Some(&bot.sha256),
            _ => None,
        }
    }

    /// Creates the player for one seat of one game.
    pub(crate) fn sit_down(&self, game: &ErasedGame) -> Result<Box<dyn Player>, String> {
        Ok(match self {
            Contestant::BuiltIn(name) => Box::new(game.make_bot(name).map_err(|error| error.to_string())?),
            Contestant::Sandboxed(bot) => Box::new(external_program::Player(wasm_bot::WasmBot::new(bot))),
            Contestant::Remote(address) => {
                Box::new(external_program::Player(tcp_program::TcpProgram::new(address)))
            }
        })
    }
}
