//! The lobby server: tables of any game over HTTP and WebSocket, where nothing is sent before it is stored.
//!
//! One host owns the runtime. It takes the requests that arrived, steps once for all of them, hands what must be
//! stored to the commit pipeline, and sends what follows from a step once the store has acknowledged it.
//!
//! | topic | file |
//! |---|---|
//! | the host, which owns the runtime and has a thread of its own | `host/` |
//! | who connects, and how long they may take to ask | `accept.rs` |
//! | a WebSocket: handshake, frames, limits | `connection/` |
//! | the threads that serve connections | `network_runtime.rs` |
//! | lists for pages and programs | `rest.rs` |
//! | recordings, played back here or from one file | `replays.rs`, `playback_file/` |
//! | what outlives the process | `store/` |
//! | names, secrets, passwords, invites | `credentials.rs` |
//! | content and settings dropped in while running | `data_folder_watcher.rs` |
//! | games that come and go while running | `game_source.rs` |
//! | bots that think, logs of tables | `bot_pool.rs`, `table_logs.rs` |
//!
//! ```
//! # let runtime = tokio::runtime::Runtime::new().unwrap();
//! # runtime.block_on(async {
//! use parlor_runtime::{Module, Plain};
//! use parlor_server::{Config, Memory, run};
//! use std::{future, sync::Arc};
//!
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//! let games: Vec<Box<dyn Module>> = vec![Box::new(Plain::new(snails::rules()))];
//! let config = Config { table_logs: false, ..Config::default() };
//! // It serves until the given future is ready; here that is at once.
//! run(listener, config, Arc::new(Memory::new()), games, future::ready(())).await?;
//! # Ok::<(), parlor_server::RunError>(())
//! # }).unwrap();
//! ```

mod accept;
mod accounts;
mod app_state;
mod bot_pool;
mod catalogue;
mod config;
mod connection;
mod credentials;
mod data_folder_watcher;
mod game_source;
mod host;
mod json_writer;
mod looks;
mod network_runtime;
mod page_files;
mod playback_file;
mod replays;
mod rest;
mod store;
mod table_logs;
mod work_pool;

pub use config::{Account, Config, ConfigError, Limits};
pub use game_source::{GameEvent, GameSource};
pub use store::{
    Batch, ChatEntry, Durability, FinishedGame, JournalLine, KnownPerson, Memory, NewPerson, Score, Sqlite,
    Standing, Store, StoreError, StoredRecording, StoredReply,
};

pub use network_runtime::server_runtime;
pub use playback_file::{BundleError, PlaybackHtmlError, playback_html};

use app_state::AppState;
use axum::{Router, middleware, routing::get};
use bot_pool::BotPool;
use catalogue::{Catalogue, CatalogueHandle};
use data_folder_watcher::{DataFolderWatcher, Watched};
use host::{Host, HostMessage, HostQueue, Parts};
use parlor_kit::Seat;
use parlor_protocol as protocol;
use parlor_runtime::{Module, Runtime};
use std::{future::Future, sync::Arc};
use tokio::{net::TcpListener, sync::oneshot};
use work_pool::{WorkLimits, WorkPool};

/// Why the server stopped, or did not start.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store failed; nothing that was told is lost.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Listening failed.
    #[error("the network cannot be used: {0}")]
    Network(#[from] std::io::Error),
    /// The last steps could not be stored; their effects were not sent.
    #[error("the last steps could not be stored in time; nothing of them was told")]
    Writer,
    /// The thread that owns the tables broke down.
    #[error("the host broke down")]
    Host,
}

/// Serves games until `shutdown` is ready. Brings back every table the store knows of, and on the way out
/// drains the commit pipeline and says goodbye to all connections.
pub async fn run(
    listener: TcpListener,
    config: Config,
    store: Arc<dyn Store>,
    games: Vec<Box<dyn Module>>,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), RunError> {
    run_with_game_source(listener, config, store, games, None, shutdown).await
}

/// The same with games that come and go while the server runs. Those that are there at once are there before
/// any table is brought back.
pub async fn run_with_game_source(
    listener: TcpListener,
    config: Config,
    store: Arc<dyn Store>,
    games: Vec<Box<dyn Module>>,
    source: Option<Box<dyn GameSource>>,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), RunError> {
    let config = Arc::new(config);
    let mut runtime = Runtime::new();
    runtime.limit_chat(config.limits.chat_length);
    for module in &games {
        module.install(&mut runtime);
    }
    let catalogues =
        Arc::new(CatalogueHandle::new(Catalogue::new(&runtime, catalogue::lobby_sources(&config.data))));
    let watched = games.iter().filter_map(|module| {
        let game = runtime.game(module.game()).ok()?;
        let settings = module.settings_file().map(|(name, _)| name);
        Some(Watched::new(&game.bundle().manifest, settings))
    });
    let mut watch = DataFolderWatcher::new(config.data.clone(), watched.collect(), source);
    let changes = watch.poll();
    let (queue, inbox) = HostQueue::new();
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let threads = config.bot_threads.unwrap_or(cores.saturating_sub(1)).max(1);
    let bot_pool = BotPool::new(threads, &queue);
    let work_limits =
        WorkLimits { per_person: config.limits.jobs_per_person, per_address: config.limits.jobs_per_address };
    let pool = WorkPool::new(config.work_threads.unwrap_or(cores.saturating_sub(1)).max(1), work_limits)?;
    let parts = Parts {
        runtime,
        modules: games,
        store: store.clone(),
        config: config.clone(),
        catalogues: catalogues.clone(),
        bot_pool,
        pool: pool.clone(),
        changes,
        queue: queue.clone(),
    };
    let (ended, mut end) = oneshot::channel();
    let (began, begin) = oneshot::channel();
    let host_runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    std::thread::Builder::new().name("host".into()).spawn(move || {
        let result = Host::new(parts).and_then(|host| {
            let _ = began.send(());
            host_runtime.block_on(host.run(inbox))
        });
        let _ = ended.send(result);
    })?;
    if begin.await.is_err() {
        return end.await.unwrap_or(Err(RunError::Host));
    }
    let changes = queue.clone();
    std::thread::Builder::new().name("watch".into()).spawn(move || watch.run(&changes))?;
    let (recording_bytes, request_timeout) = (config.limits.recording_bytes, config.limits.request_time());
    let app = Arc::new(AppState::new(config, store, catalogues, pool, queue.clone()));
    let router = Router::new()
        .route("/ws", get(connection::upgrade))
        .merge(rest::routes(recording_bytes))
        .fallback(page_files::page)
        .layer(middleware::from_fn(page_files::protect))
        .with_state(app);
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "serving");
    }
    tokio::select! {
        never = accept::accept(listener, router, request_timeout) => match never {},
        result = &mut end => return result.unwrap_or(Err(RunError::Host)),
        () = shutdown => {}
    }
    tracing::info!("stopping");
    queue.send(HostMessage::Stop).await;
    let result = end.await.unwrap_or(Err(RunError::Host));
    // The goodbyes are on their way; a moment lets them reach the network.
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    result
}

/// A seat by its number in the protocol.
pub(crate) fn protocol_seat(number: u8) -> Option<Seat> {
    (usize::from(number) < parlor_kit::MAX_SEATS).then(|| Seat::new(usize::from(number)))
}
