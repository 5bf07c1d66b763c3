//! Why a plugin cannot be used.

use crate::CONTRACT;

/// Why a plugin cannot be used, in words for whoever dropped it in.
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
    /// The plugin speaks another version of the contract.
    #[error("the plugin speaks version {0} of the contract, this host speaks {CONTRACT}")]
    Contract(String),
    /// The plugin wants something from its host.
    #[error("the plugin asks its host for {0}; a plugin gets nothing but what it is called with")]
    Imports(String),
    /// Native libraries are not allowed.
    #[error("native libraries are not allowed here; --allow-native allows them")]
    NativeNotAllowed,
    /// Another game has the same id.
    #[error("there is already a game called '{0}'")]
    Taken(String),
    /// The game broke a law in a first short game.
    #[error("in a first trial: {0}")]
    Trial(String),
    /// The sandbox itself does not work.
    #[error("{0}")]
    Machine(String),
    /// Building did not work.
    #[error("{0}")]
    Build(String),
}
