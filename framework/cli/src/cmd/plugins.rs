//! `parlor plugins`: lists the plugins in a folder, and their problems.

use crate::{catalogue, plugin_watcher, terminal, usage_error::UsageError};
use clap::Args as ClapArgs;
use parlor_plugins::{Listed, Ready};
use parlor_server::Config;
use serde_json::{Value, json};
use std::{path::PathBuf, process::ExitCode};

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
    let mut config = Config::load(None).map_err(UsageError::new)?;
    config.plugins = args.plugins.clone().or(config.plugins);
    config.allow_native |= args.allow_native;
    let taken = catalogue::modules().iter().map(|module| module.game().to_string()).collect::<Vec<_>>();
    let mut watch = plugin_watcher::watch(&config, taken);
    watch.look();
    let listed = watch.list();
    if args.json {
        let plugins: Vec<Value> = listed.iter().map(about).collect();
        terminal::print(&format!("{:#}\n", json!({ "plugins": plugins })))?;
    } else if listed.is_empty() {
        terminal::print(&format!(
            "There are no plugins in {}.\n",
            plugin_watcher::folder(&config).display()
        ))?;
    } else {
        let heading = ["folder", "is", "id", "version", "kind", "sha-256", "state"];
        let mut rows = vec![heading.map(String::from).to_vec()];
        rows.extend(listed.iter().map(row));
        terminal::print(&terminal::columns(&rows))?;
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
