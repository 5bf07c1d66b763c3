//! Plugins: `parlor plugins`, those a server finds while it runs, and those named on the command line.

use crate::{mistake::Mistake, output};
use clap::Args as ClapArgs;
use parlor_plugins::{
    BotPlugin, Change, Guest, Limits, Listed, Machine, Plugin, PluginError, Policy, Ready, Watch,
};
use parlor_runtime::Plain;
use parlor_server::{Arrival, Arrivals, Config};
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, OnceLock},
};

/// List the plugins of a folder, games and bots: what they are, and what is wrong with those that cannot be used.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor plugins
  parlor plugins --plugins my-plugins --allow-native
  parlor plugins --json")]
pub(crate) struct PluginsArgs {
    /// The folder of plugins; ./data/plugins, or as parlor.toml says, if absent.
    #[arg(long, value_name = "DIR")]
    pub(crate) plugins: Option<PathBuf>,
    /// Look at native libraries too. That runs their code.
    #[arg(long)]
    pub(crate) allow_native: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &PluginsArgs) -> anyhow::Result<ExitCode> {
    let mut config = Config::load(None).map_err(Mistake::new)?;
    config.plugins = args.plugins.clone().or(config.plugins);
    config.allow_native |= args.allow_native;
    let taken =
        crate::catalogue::modules().iter().map(|module| module.game().to_string()).collect::<Vec<_>>();
    let mut watch = watch(&config, taken);
    watch.look();
    let listed = watch.list();
    if args.json {
        let plugins: Vec<Value> = listed.iter().map(about).collect();
        output::print(&format!("{:#}\n", json!({ "plugins": plugins })))?;
    } else if listed.is_empty() {
        output::print(&format!("There are no plugins in {}.\n", folder(&config).display()))?;
    } else {
        let heading = ["folder", "is", "id", "version", "kind", "sha-256", "state"];
        let mut rows = vec![heading.map(String::from).to_vec()];
        rows.extend(listed.iter().map(row));
        output::print(&output::columns(&rows))?;
    }
    let broken = listed.iter().any(|plugin| plugin.problem.is_some());
    Ok(if broken { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn row(listed: &Listed) -> Vec<String> {
    let state = listed.problem.as_ref().map_or_else(|| "ready".into(), ToString::to_string);
    let mut row = vec![listed.folder.clone()];
    row.extend(match &listed.ready {
        Some(ready) => {
            let (id, version, kind) = (ready.id(), ready.version(), ready.kind().to_string());
            [sort(ready), id, version, &kind, &ready.sha256()[..12]].map(String::from)
        }
        None => ["–"; 5].map(String::from),
    });
    row.push(state);
    row
}

fn about(listed: &Listed) -> Value {
    let ready = listed.ready.as_ref();
    let id = |wanted: &str| ready.filter(|ready| sort(ready) == wanted).map(Ready::id);
    let name = ready.and_then(|ready| match ready {
        Ready::Bot(bot) => Some(&bot.about.name),
        Ready::Game(_) => None,
    });
    json!({
        "folder": listed.folder,
        "game": id("game"),
        "bot": id("bot"),
        "name": name,
        "version": ready.map(Ready::version),
        "kind": ready.map(|ready| ready.kind().to_string()),
        "sha256": ready.map(Ready::sha256),
        "problem": listed.problem.as_ref().map(ToString::to_string),
    })
}

/// Whether it is a game or a bot.
fn sort(ready: &Ready) -> &'static str {
    match ready {
        Ready::Game(_) => "game",
        Ready::Bot(_) => "bot",
    }
}

/// The folder that a server looks after.
fn folder(config: &Config) -> PathBuf {
    config.plugins.clone().unwrap_or_else(|| config.data.join("plugins"))
}

fn watch(config: &Config, taken: impl IntoIterator<Item = String>) -> Watch {
    let cache = Some(config.data.join("cache").join("plugins"));
    let policy = Policy { native: config.allow_native, trial: true, cache };
    Watch::new(folder(config), policy, Limits::default(), taken)
}

/// The folder that a name on the command line means, if it means one.
pub(crate) fn folder_named(name: &str) -> Option<&Path> {
    let folder = Path::new(name);
    (name.contains(['/', '\\', '.']) || Plugin::is_in(folder)).then_some(folder)
}

/// The plugin in a folder that somebody names on the command line. To name a native library is to allow it,
/// as it is with any program.
pub(crate) fn open(folder: &Path) -> Result<Arc<Guest>, Mistake> {
    let policy = Policy { native: true, trial: false, cache: cache() };
    let plugin = load(folder, |machine| Plugin::load(folder, machine, &policy))?;
    Ok(plugin.rules)
}

/// The bot in a folder that somebody names on the command line.
pub(crate) fn open_bot(folder: &Path) -> Result<Arc<BotPlugin>, Mistake> {
    load(folder, |machine| BotPlugin::load(folder, machine)).map(Arc::new)
}

fn load<T>(folder: &Path, load: impl FnOnce(&Machine) -> Result<T, PluginError>) -> Result<T, Mistake> {
    // One machine for everything that is named: it claims much address space.
    static MACHINE: OnceLock<Result<Machine, PluginError>> = OnceLock::new();
    let machine = MACHINE.get_or_init(|| Machine::new(Limits::default(), cache()));
    let loaded = machine.as_ref().map_err(Clone::clone).and_then(load);
    loaded.map_err(|error| Mistake::new(format!("{}: {error}", folder.display())))
}

/// Where this person's compiled plugins are kept, so that a large one is compiled once and not by every command.
fn cache() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let folder = named.or_else(|| Some(std::env::home_dir()?.join(".cache")))?;
    Some(folder.join("parlor").join("plugins"))
}

/// The plugins that are dropped into a server's folder.
pub(crate) struct Dropped(Watch);

impl Dropped {
    pub(crate) fn new(config: &Config, taken: impl IntoIterator<Item = String>) -> Dropped {
        let folder = folder(config);
        if !std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some()) {
            tracing::info!(
                folder = %folder.display(),
                "there are no plugins; `cargo xtask plugins` builds the examples connect-four, breakthrough, \
                 tic-tac-toe and reversi"
            );
        }
        Dropped(watch(config, taken))
    }
}

impl Arrivals for Dropped {
    fn look(&mut self) -> Vec<Arrival> {
        let arrival = |change| match change {
            Change::Ready(plugin) => {
                let (game, sha256, kind) = (plugin.game(), &plugin.sha256, plugin.kind);
                tracing::info!(game, %kind, %sha256, folder = %plugin.folder.display(), "a plugin is ready");
                Some(Arrival::Came(Box::new(Plain::shared(plugin.rules.clone()))))
            }
            Change::Bot(bot) => {
                let (bot, folder) = (&bot.about.id, bot.folder.display());
                tracing::info!(%bot, %folder, "a bot is ready; bots that are plugins play in tournaments only");
                None
            }
            Change::Gone { game } => Some(Arrival::Gone(game.into())),
            Change::Refused { folder, error } => {
                tracing::warn!(%folder, %error, "a plugin cannot be used");
                None
            }
        };
        self.0.look().into_iter().filter_map(arrival).collect()
    }
}
