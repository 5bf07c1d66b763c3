//! Who plays in simulations and tournaments: bots of this program, bots in the sandbox, programs over the network.

mod outside;
mod remote;
mod sandboxed;

use crate::{mistake::Mistake, plugins};
use parlor_bots::{Bot, Budget, Imagined, kind, kinds, make};
use parlor_kit::{Luck, Rules};
use parlor_plugins::BotPlugin;
use remote::Address;
use std::{fmt, sync::Arc, time::Duration};

/// What one choice may use; the same for everybody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Allowed {
    /// What the bots of this program count.
    pub(crate) budget: Budget,
    /// What bots in the sandbox may work, in wasm instructions.
    pub(crate) fuel: u64,
    /// After how long a choice does not count.
    pub(crate) patience: Duration,
}

impl Allowed {
    /// What a bot in the sandbox may work in place of a node, and in place of a millisecond.
    /// docs/bots.md says how they were measured.
    const FUEL_PER_NODE: u64 = 1_000;
    const FUEL_PER_MS: u64 = 1_000_000;

    /// So many nodes or so much time, as much fuel as was said or as goes with it, and some patience beyond.
    pub(crate) fn new(nodes: u64, think_ms: Option<u64>, fuel: Option<u64>, patience_ms: u64) -> Allowed {
        let (budget, usual) = match think_ms {
            Some(ms) => (Budget::time(Duration::from_millis(ms)), ms.saturating_mul(Allowed::FUEL_PER_MS)),
            None => (Budget::nodes(nodes), nodes.saturating_mul(Allowed::FUEL_PER_NODE)),
        };
        let patience = Duration::from_millis(think_ms.unwrap_or(0).saturating_add(patience_ms));
        Allowed { budget, fuel: fuel.unwrap_or(usual), patience }
    }
}

/// Why somebody chose nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failing {
    /// It took or worked too long.
    Late(String),
    /// It failed, or answered what makes no sense.
    Wrong(String),
}

impl Failing {
    pub(crate) fn reason(&self) -> &str {
        match self {
            Failing::Late(reason) | Failing::Wrong(reason) => reason,
        }
    }
}

/// Somebody who plays one seat of one game. Programs elsewhere, sandboxed or over a network, are shown the scene and
/// the offers of the view, never the state.
pub(crate) trait Player<R: Rules>: Send {
    /// Chooses an action for the seat of the view, or says why it cannot.
    fn choose(
        &mut self,
        view: &Imagined<R>,
        allowed: &Allowed,
        luck: &mut Luck,
    ) -> Result<R::Action, Failing>;
}

impl<R: Rules> Player<R> for Box<dyn Bot<R>> {
    fn choose(
        &mut self,
        view: &Imagined<R>,
        allowed: &Allowed,
        luck: &mut Luck,
    ) -> Result<R::Action, Failing> {
        let chosen = Bot::choose(&mut **self, view, &allowed.budget, luck);
        chosen.ok_or_else(|| Failing::Wrong("it chose nothing".into()))
    }
}

/// Somebody who can be named on the command line and plays as many seats as one likes.
#[derive(Clone, Debug)]
pub(crate) enum Contestant {
    /// A bot of this program.
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
    /// Who is meant: a kind of bot, the folder of a plugin, or `tcp://HOST:PORT`.
    pub(crate) fn find(name: &str) -> Result<Contestant, Mistake> {
        let name = name.trim();
        if name.contains("://") {
            let address: Address = name.parse().map_err(Mistake::new)?;
            address.try_out().map_err(Mistake::new)?;
            return Ok(Contestant::Remote(address));
        }
        if let Some(folder) = plugins::folder_named(name) {
            let bot = plugins::open_bot(folder)?;
            if kind(&bot.about.id).is_ok() {
                let id = &bot.about.id;
                return Err(Mistake::new(format!("{name}: there is already a bot called '{id}'")));
            }
            return Ok(Contestant::Sandboxed(bot));
        }
        let known = kinds().iter().map(|kind| kind.name);
        kind(name)
            .map(|kind| Contestant::BuiltIn(kind.name))
            .map_err(|_| Mistake::unknown("bot", name, known))
    }

    /// Whether it can play this game; refused here, nobody has to count errors.
    pub(crate) fn can_play(&self, game: &str) -> Result<(), Mistake> {
        match self {
            Contestant::Sandboxed(bot) if !bot.about.plays(game) => {
                let (id, games) = (&bot.about.id, bot.about.games.join(", "));
                Err(Mistake::new(format!("the bot '{id}' cannot play {game}; it plays {games}")))
            }
            _ => Ok(()),
        }
    }

    /// What exactly a plugin is.
    pub(crate) fn sha256(&self) -> Option<&str> {
        match self {
            Contestant::Sandboxed(bot) => Some(&bot.sha256),
            _ => None,
        }
    }

    /// Somebody of this sort for one seat of one game.
    pub(crate) fn sit_down<R: Rules>(&self) -> Result<Box<dyn Player<R>>, String> {
        Ok(match self {
            Contestant::BuiltIn(name) => Box::new(make::<R>(name).map_err(|error| error.to_string())?),
            Contestant::Sandboxed(bot) => Box::new(outside::Player(sandboxed::Sandboxed::new(bot))),
            Contestant::Remote(address) => Box::new(outside::Player(remote::Remote::new(address))),
        })
    }
}
