//! The trait of computer players, and the list of kinds.

use crate::{BotByStrength, Budget, Greedy, Imagined, Mcts, Negamax, Random, Strength};
use parlor_kit::{Luck, Rules};

/// A computer player. It may keep memory between its moves, for the one seat it plays.
pub trait Bot<R: Rules>: Send {
    /// Chooses one of the legal actions of the view's seat; `None` if it has none. Bots that search choose
    /// among those the game calls worth trying.
    ///
    /// With a budget of nodes alone, the choice depends on nothing but the view, the luck and earlier choices.
    fn choose(&mut self, view: &Imagined<R>, budget: &Budget, luck: &mut Luck) -> Option<R::Action>;
}

/// The description of a bot, for people who choose one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotKind {
    /// Its name.
    pub name: &'static str,
    /// One sentence about how it plays.
    pub about: &'static str,
    /// Whether it plays better the larger its budget is.
    pub thinks: bool,
    /// Whether people are offered it. The others are for programs and for games whose manifest names them.
    pub offered: bool,
}

const KINDS: [BotKind; 7] = [
    BotKind {
        name: "random",
        about: "plays any legal action, each equally likely",
        thinks: false,
        // It composes and sorts without end in games that allow it: tedious to watch.
        offered: false,
    },
    BotKind {
        name: "greedy",
        about: "plays what looks best right after its own action",
        thinks: false,
        offered: false,
    },
    BotKind {
        name: "negamax",
        about: "looks ahead as far as its budget allows (alpha-beta); \
                with more than two seats it expects all others to play against it",
        thinks: true,
        offered: false,
    },
    BotKind {
        name: "mcts",
        about: "plays many games in its head and does what went best (Monte Carlo tree search)",
        thinks: true,
        offered: false,
    },
    BotKind {
        name: "easy",
        about: "plays in the way that suits the game, hardly thinks and often slips",
        thinks: false,
        offered: true,
    },
    BotKind {
        name: "medium",
        about: "plays in the way that suits the game and thinks a little",
        thinks: true,
        offered: true,
    },
    BotKind {
        name: "hard",
        about: "plays in the way that suits the game and uses all of its budget",
        thinks: true,
        offered: true,
    },
];

/// Every kind of bot: those with one fixed method, the simplest first, then those that choose their method by
/// the game, the weakest first.
pub fn kinds() -> &'static [BotKind] {
    &KINDS
}

/// The kind of bot with this name.
pub fn kind(name: &str) -> Result<&'static BotKind, UnknownBot> {
    KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| UnknownBot { name: name.to_string() })
}

/// The bot with this name, for any game.
pub fn make<R: Rules>(name: &str) -> Result<Box<dyn Bot<R>>, UnknownBot> {
    Ok(match kind(name)?.name {
        "random" => Box::new(Random::new()),
        "greedy" => Box::new(Greedy::new()),
        "negamax" => Box::new(Negamax::new()),
        "mcts" => Box::new(Mcts::new()),
        "easy" => Box::new(BotByStrength::new(Strength::Easy)),
        "medium" => Box::new(BotByStrength::new(Strength::Medium)),
        "hard" => Box::new(BotByStrength::new(Strength::Hard)),
        other => unreachable!("the bot '{other}' is listed but not made here"),
    })
}

/// There is no bot with this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no bot called '{name}'; there are: {}", self.known().join(", "))]
pub struct UnknownBot {
    /// The unknown name.
    pub name: String,
}

impl UnknownBot {
    /// The names that are known.
    pub fn known(&self) -> Vec<&'static str> {
        KINDS.iter().map(|kind| kind.name).collect()
    }
}
