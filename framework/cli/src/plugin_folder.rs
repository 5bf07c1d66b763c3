//! Plugins in a folder named on the command line.

use crate::usage_error::UsageError;
use parlor_plugins::{BotPlugin, Limits, Machine, Plugin, PluginError, PluginRules, Policy};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

/// The folder that a command-line argument refers to, if it is one.
pub(crate) fn named(name: &str) -> Option<&Path> {
    let folder = Path::new(name);
    (name.contains(['/', '\\', '.']) || Plugin::is_in(folder)).then_some(folder)
}

/// Loads the plugin in a folder named on the command line. Naming a native library allows it, as with any
/// program.
pub(crate) fn open(folder: &Path) -> Result<Arc<PluginRules>, UsageError> {
    let policy = Policy { native: true, trial: false, cache: cache() };
    let plugin = load(folder, |machine| Plugin::load(folder, machine, &policy))?;
    Ok(plugin.rules)
}

/// Loads the bot in a folder named on the command line.
pub(crate) fn open_bot(folder: &Path) -> Result<Arc<BotPlugin>, UsageError> {
    load(folder, |machine| BotPlugin::load(folder, machine)).map(Arc::new)
}

fn load<T>(folder: &Path, load: impl FnOnce(&Machine) -> Result<T, PluginError>) -> Result<T, UsageError> {
    // One machine per process: it reserves much address space.
    static MACHINE: OnceLock<Result<Machine, PluginError>> = OnceLock::new();
    let machine = MACHINE.get_or_init(|| Machine::new(Limits::default(), cache()));
    let loaded = machine.as_ref().map_err(Clone::clone).and_then(load);
    loaded.map_err(|error| UsageError::new(format!("{}: {error}", folder.display())))
}

/// The user's cache of compiled plugins, so that a large one is compiled once and not by every command.
fn cache() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let folder = named.or_else(|| Some(std::env::home_dir()?.join(".cache")))?;
    Some(folder.join("parlor").join("plugins"))
}
