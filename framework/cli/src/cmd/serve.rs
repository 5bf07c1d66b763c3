//! `parlor serve`: serves all games.

use crate::{catalogue, plugin_watcher::PluginWatcher, usage_error::UsageError};
use anyhow::Context;
use clap::Args as ClapArgs;
use parlor_server::{Config, Sqlite};
use std::{io::IsTerminal, net::IpAddr, path::PathBuf, process::ExitCode, sync::Arc};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

/// Serve all games: the page, the lobby, the tables.
///
/// Settings come from parlor.toml, then from PARLOR_* in the environment (PARLOR_PORT, PARLOR_LIMITS_BURST …),
/// then from these flags. PARLOR_LOG chooses what is logged, such as `debug` or `parlor_server=trace`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ServeArgs {
    /// The address to listen on; every one of this machine if absent.
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) host: Option<IpAddr>,
    /// The port; 10191 if absent.
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// The folder for everything that is kept; ./data if absent.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Serve the files of the page from here in place of those in the program.
    #[arg(long, value_name = "DIR")]
    pub(crate) assets: Option<PathBuf>,
    /// The folder of plugins, looked at while the server runs; ./data/plugins if absent.
    #[arg(long, value_name = "DIR")]
    pub(crate) plugins: Option<PathBuf>,
    /// Let plugins be native libraries, which can do whatever this program can.
    #[arg(long)]
    pub(crate) allow_native: bool,
    /// The file with settings; parlor.toml, if there is one, if absent.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<ExitCode> {
    let config = config(args)?;
    let filter = EnvFilter::try_from_env("PARLOR_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    // This fails only if a logger was installed earlier in the same process, as in tests.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .try_init();
    allow_files(config.limits.connections);
    let path = config.data.join("parlor.db");
    let store = Sqlite::open(&path, config.durability)
        .with_context(|| format!("{} cannot be opened", path.display()))?;
    let modules = catalogue::modules();
    // Writes the default settings file of each game as a starting point.
    for module in &modules {
        if let Some((name, text)) = module.settings_file() {
            let folder = config.data.join(module.game());
            let file = folder.join(name);
            if !file.exists() {
                std::fs::create_dir_all(&folder)?;
                std::fs::write(&file, text)?;
            }
        }
    }
    let dropped = PluginWatcher::new(&config, modules.iter().map(|module| module.game().to_string()));
    let (host, port) = (config.host, config.port);
    parlor_server::server_runtime(&config)?.block_on(async {
        let listener = TcpListener::bind((host, port)).await;
        let listener = listener.with_context(|| format!("port {port} of {host} cannot be used"))?;
        println!("Parlor serves on http://{}", shown(listener.local_addr()?));
        let (store, dropped) = (Arc::new(store), Box::new(dropped));
        parlor_server::run_with_game_source(listener, config, store, modules, Some(dropped), stopped())
            .await?;
        anyhow::Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

fn config(args: &ServeArgs) -> Result<Config, UsageError> {
    let mut config = Config::load(args.config.as_deref()).map_err(UsageError::new)?;
    config.host = args.host.unwrap_or(config.host);
    config.port = args.port.unwrap_or(config.port);
    config.data = args.data.clone().unwrap_or(config.data);
    config.assets = args.assets.clone().or(config.assets);
    config.plugins = args.plugins.clone().or(config.plugins);
    config.allow_native |= args.allow_native;
    if let Some(assets) = config.assets.as_deref().filter(|assets| !assets.is_dir()) {
        return Err(UsageError::new(format!("{} is not a folder", assets.display())));
    }
    Ok(config)
}

/// Raises the limit of open files as far as the system allows: every connection needs one, and shells often
/// allow only a thousand.
fn allow_files(connections: usize) {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) if files < connections as u64 => {
            tracing::info!(files, connections, "fewer files may be open than there may be connections");
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "how many files may be open cannot be changed"),
    }
}

fn shown(address: std::net::SocketAddr) -> String {
    if address.ip().is_unspecified() { format!("localhost:{}", address.port()) } else { address.to_string() }
}

/// Resolves on an interrupt or a termination signal.
async fn stopped() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
