//! Errors that make a plugin unusable.

use crate::{BOT_CONTRACT, CONTRACT, CONTRACTS};

/// Why a plugin cannot be used, in words for the operator.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PluginError {
    /// A file of the folder cannot be read.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
    /// `plugin.toml` cannot be used.
    #[error("plugin.toml: {0}")]
    Manifest(String),
    /// The game's own files cannot be used.
    #[error(transparent)]
    Bundle(#[from] parlor_kit::BundleError),
    /// The module cannot be used.
    #[error("the module cannot be used: {0}")]
    Module(String),
    /// The plugin uses an unsupported version of the contract.
    #[error("the plugin speaks version {0} of the contract, this host runs {known}", known = CONTRACTS.join(" and "))]
    Contract(String),
    /// The native library was built for another version of the contract.
    #[error(
        "the library was built for version {0} of the contract, this host loads libraries of {CONTRACT}: \
         build it again with `parlor build --native`"
    )]
    NativeContract(String),
    /// The bot uses an unsupported version of the contract for bots.
    #[error("the plugin speaks version {0} of the contract for bots, this host speaks {BOT_CONTRACT}")]
    BotContract(String),
    /// The manifest of a bot is invalid.
    #[error("bot.toml: {0}")]
    Bot(String),
    /// A game is expected, but this is a bot.
    #[error("it is a bot, not a game; a tournament takes it with --bots")]
    NoGame,
    /// A bot is expected, but this is a game.
    #[error("it is a game, not a bot: there is no bot.toml")]
    NoBot,
    /// The plugin imports functions of its host.
    #[error("the plugin asks its host for {0}; a plugin gets nothing but what it is called with")]
    Imports(String),
    /// Native libraries are not allowed.
    #[error("native libraries are not allowed here; --allow-native allows them")]
    NativeNotAllowed,
    /// Another game has the same id.
    #[error("there is already a game called '{0}'")]
    Taken(String),
    /// Another bot has the same id.
    #[error("there is already a bot called '{0}'")]
    BotTaken(String),
    /// The game broke a law in the admission check.
    #[error("in a first trial: {0}")]
    Trial(String),
    /// The sandbox cannot be set up.
    #[error("{0}")]
    Machine(String),
    /// The build failed.
    #[error("{0}")]
    Build(String),
}
