//! Watches a running server's folder of plugins.

use parlor_plugins::{Change, Limits, Policy, Watch};
use parlor_runtime::Plain;
use parlor_server::{Config, GameEvent, GameSource};
use std::path::PathBuf;

/// The folder of plugins of a server.
pub(crate) fn folder(config: &Config) -> PathBuf {
    config.plugins.clone().unwrap_or_else(|| config.data.join("plugins"))
}

/// Watches the folder of a server; `taken` are the ids that plugins may not have.
pub(crate) fn watch(config: &Config, taken: impl IntoIterator<Item = String>) -> Watch {
    let cache = Some(config.data.join("cache").join("plugins"));
    let policy = Policy { native: config.allow_native, trial: true, cache };
    Watch::new(folder(config), policy, Limits::default(), taken)
}

/// Reports added and removed plugins to the server.
pub(crate) struct PluginWatcher(Watch);

impl PluginWatcher {
    pub(crate) fn new(config: &Config, taken: impl IntoIterator<Item = String>) -> PluginWatcher {
        let folder = folder(config);
        if !std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some()) {
            tracing::info!(
                folder = %folder.display(),
                "there are no plugins; `cargo xtask plugins` builds the examples connect-four, breakthrough, \
                 tic-tac-toe and reversi"
            );
        }
        PluginWatcher(watch(config, taken))
    }
}

impl GameSource for PluginWatcher {
    fn poll(&mut self) -> Vec<GameEvent> {
        let event = |change| match change {
            Change::Ready(plugin) => {
                let (game, sha256, kind) = (plugin.game(), &plugin.sha256, plugin.kind);
                tracing::info!(game, %kind, %sha256, folder = %plugin.folder.display(), "a plugin is ready");
                Some(GameEvent::Added(Box::new(Plain::shared(plugin.rules.clone()))))
            }
            Change::Bot(bot) => {
                let (bot, folder) = (&bot.about.id, bot.folder.display());
                tracing::info!(%bot, %folder, "a bot is ready; bots that are plugins play in tournaments only");
                None
            }
            Change::Gone { game } => Some(GameEvent::Removed(game.into())),
            Change::Refused { folder, error } => {
                tracing::warn!(%folder, %error, "a plugin cannot be used");
                None
            }
        };
        self.0.look().into_iter().filter_map(event).collect()
    }
}
