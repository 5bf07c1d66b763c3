//! `parlor build`: a plugin of a crate with a game or a bot.

use crate::{terminal, usage_error::UsageError};
use clap::Args as ClapArgs;
use parlor_plugins::{BotPlugin, BuildOptions, Kind, Limits, Machine, Plugin, Policy, build};
use std::{path::PathBuf, process::ExitCode};

/// Make a plugin of a crate: a folder that can be dropped into a running server's folder of plugins.
///
/// The crate has a game and the line `parlor_guest::plugin!(TheGame);` behind its feature `plugin`; its game.toml,
/// locales and sprites lie beside its Cargo.toml or in the folder of its name in assets. Or it has a bot, the line
/// `parlor_guest::bot!(TheBot);` and a bot.toml.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor build plugins/connect-four --wasm
  parlor build plugins/breakthrough --native --out data/plugins/breakthrough
  parlor build plugins/lookout-bot --wasm")]
pub(crate) struct BuildArgs {
    /// The folder of the crate.
    #[arg(value_name = "CRATE")]
    pub(crate) krate: PathBuf,
    /// A wasm component, which runs in a sandbox on every machine.
    #[arg(long, required_unless_present = "native", conflicts_with = "native")]
    pub(crate) wasm: bool,
    /// A native library for this machine, which a server must trust.
    #[arg(long)]
    pub(crate) native: bool,
    /// Where the plugin goes; target/plugins/CRATE-KIND if absent.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Build a native library quickly, not quick.
    #[arg(long, requires = "native")]
    pub(crate) debug: bool,
}

pub(crate) fn run(args: &BuildArgs) -> anyhow::Result<ExitCode> {
    if !args.krate.join("Cargo.toml").is_file() {
        return Err(UsageError::new(format!("there is no crate in {}", args.krate.display())).into());
    }
    let kind = if args.wasm { Kind::Wasm } else { Kind::Native };
    let order = BuildOptions { krate: &args.krate, kind, out: args.out.as_deref(), release: !args.debug };
    let built = build(&order)?;
    let machine = Machine::new(Limits::default(), None)?;
    let folder = built.folder.display();
    let (what, sha256, next) = if built.bot {
        let bot = BotPlugin::load(&built.folder, &machine)?;
        let next = format!("parlor tournament GAME --bots random,{folder}");
        (format!("the bot {}", bot.about.id), bot.sha256, next)
    } else {
        let policy = Policy { native: true, ..Policy::default() };
        let plugin = Plugin::load(&built.folder, &machine, &policy)?;
        (plugin.game().to_string(), plugin.sha256, format!("parlor check {folder}"))
    };
    let size = std::fs::metadata(&built.module)?.len().div_ceil(1024);
    terminal::print(&format!("{folder}: {what} as {kind}, {size} KB, SHA-256 {sha256}\nNext: {next}\n"))?;
    Ok(ExitCode::SUCCESS)
}
