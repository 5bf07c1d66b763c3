//! The host, which owns the runtime. What it knows of tables, people and connections is as of the last step that is
//! stored, so nothing that is sent can be lost. The runtime is ahead of it by the steps in [`Host::steps`].
//!
//! A move passes through these files from top to bottom:
//!
//! | stage | file |
//! |---|---|
//! | messages for the host thread wait in a bounded queue | `queue.rs` |
//! | the loop: take messages, step, store, send | `run_loop.rs` |
//! | a request becomes a command for the runtime | `requests.rs` |
//! | journal lines of a step go into the commit pipeline | `persist.rs`, `journal.rs` |
//! | effects of a stored step are sent | `send_effects.rs` |
//! | the reply to a request | `replies.rs` |
//! | updates to the connections at a table | `updates.rs`, `update_frames.rs`, `render.rs` |
//! | messages for connections wait in bounded queues | `outbound.rs` |
//!
//! | other topics | file |
//! |---|---|
//! | connections and people | `people.rs` |
//! | how long guests are remembered | `guests.rs` |
//! | opening tables and rematches | `open_table.rs` |
//! | requests that the work pool does | `slow_requests.rs` |
//! | chat | `chat.rs` |
//! | the list of tables | `table_list.rs` |
//! | full views of a table, for connections that come or come back | `full_views.rs` |
//! | what the host keeps of a table beside the runtime | `table_session.rs` |
//! | tables after a restart | `restore.rs` |
//! | content, settings and games that change while the server runs | `data_changes.rs` |

mod chat;
mod clock;
mod data_changes;
mod full_views;
mod guests;
mod journal;
mod open_table;
mod outbound;
mod people;
mod persist;
mod queue;
mod render;
mod replies;
mod requests;
mod restore;
mod run_loop;
mod send_effects;
mod slow_requests;
mod table_list;
mod table_session;
mod update_frames;
mod updates;

pub(crate) use clock::Clock;
pub(crate) use outbound::{ConnReceiver, ConnSender, Outbound, OutboundLimits, outbound};
pub(crate) use queue::{Health, HostInbox, HostMessage, HostQueue};
pub(crate) use render::{Listing, Renderer};
pub(crate) use table_list::render as render_tables;

use crate::{
    Config, RunError,
    bot_pool::BotPool,
    catalogue::{Catalogue, CatalogueHandle},
    credentials::Invites,
    data_folder_watcher::Change,
    protocol::ChatLine,
    store::{Batch, CommitPipeline, Score, Scoreboard, Store, Ticket},
    table_logs::TableLogs,
    work_pool::WorkPool,
};
use guests::GuestAges;
use parlor_kit::{Id, Text};
use parlor_runtime::{Command, Effect, Entry, Millis, Module, PersonId, RequestId, Runtime, TableId};
use people::{Conn, PersonState};
use replies::PendingRequest;
use run_loop::DelayedCommand;
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque},
    sync::Arc,
};
use table_session::TableSession;

/// A wait for the store that is longer than this is given back to the clocks of all tables.
const UNNOTICED_WAIT: Millis = 100;
/// The lines of chat and of the log in a full view.
const BACKLOG: usize = 50;

/// A connection that waits for a full view of a table, and the version it has.
type ViewWaiter = (ConnId, Option<u32>);

/// A connection, as the host knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ConnId(pub(crate) u64);

/// The runtime, and what the server knows of each table, person and connection.
pub(crate) struct Host {
    runtime: Runtime,
    modules: Vec<Box<dyn Module>>,
    store: Arc<dyn Store>,
    config: Arc<Config>,
    catalogues: Arc<CatalogueHandle>,
    catalogue: Arc<Catalogue>,
    invites: Invites,
    bot_pool: BotPool,
    pool: WorkPool,
    /// Given to jobs, which send their results through it.
    queue: HostQueue,
    table_logs: TableLogs,
    clock: Clock,
    conns: FxHashMap<ConnId, Conn>,
    people: FxHashMap<PersonId, PersonState>,
    tables: FxHashMap<TableId, TableSession>,
    /// Content from the data folder: by game, kind and name.
    dropped: BTreeMap<(Id, Id, Id), Value>,
    /// The latest lines of the lobby's chat.
    chat: VecDeque<ChatLine>,
    /// Commands for the next step.
    commands: Vec<Command>,
    /// Requests that wait for their reply: from the runtime, or from the store.
    pending: FxHashMap<(PersonId, RequestId), PendingRequest>,
    /// Commands of bots whose time has not come.
    delayed: BinaryHeap<Reverse<DelayedCommand>>,
    /// Connections that wait for a full view of a table.
    view_waiters: FxHashMap<(PersonId, TableId), Vec<ViewWaiter>>,
    /// Tables whose entry in the list changed and is not sent yet.
    changed: BTreeSet<TableId>,
    /// Lines of the lobby's chat that are stored with the next step, each with its request.
    lobby_lines: Vec<(ChatLine, RequestId)>,
    outbound: Outbound,
    batch: Batch,
    pipeline: CommitPipeline,
    /// Steps that are not stored yet, oldest first; their effects are sent when they are.
    steps: VecDeque<SubmittedStep>,
    /// The journals of open tables, as of the latest step.
    journals: FxHashMap<TableId, TableJournal>,
    scores: Scoreboard,
    /// Connections whose waiting requests may be handled now.
    resumed: Vec<ConnId>,
    guest_ages: GuestAges,
    started: Millis,
    last_sweep: Millis,
    last_listing: Millis,
}

/// A step whose journal lines are in the commit pipeline.
struct SubmittedStep {
    ticket: Ticket,
    at: Millis,
    records: Vec<(TableId, Entry)>,
    effects: Vec<Effect>,
    scores: Vec<(Score, usize)>,
    lobby_lines: Vec<(ChatLine, RequestId)>,
}

/// The journal of a table.
#[derive(Default)]
struct TableJournal {
    lines: Vec<Arc<str>>,
}

/// What a host is made of.
pub(crate) struct Parts {
    pub(crate) runtime: Runtime,
    pub(crate) modules: Vec<Box<dyn Module>>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) config: Arc<Config>,
    pub(crate) catalogues: Arc<CatalogueHandle>,
    pub(crate) bot_pool: BotPool,
    pub(crate) pool: WorkPool,
    pub(crate) changes: Vec<Change>,
    pub(crate) queue: HostQueue,
}

impl Host {
    /// A host with every table that was open when the last one stopped.
    pub(crate) fn new(parts: Parts) -> Result<Host, RunError> {
        let Parts { runtime, modules, store, config, catalogues, bot_pool, pool, changes, queue } = parts;
        let key = match store.meta("invite-key")? {
            Some(key) => key,
            None => {
                let key = crate::credentials::new_secret();
                store.set_meta("invite-key", &key)?;
                key
            }
        };
        let logs = config.table_logs.then(|| config.data.join("logs"));
        let clock = Clock::new();
        let mut host = Host {
            runtime,
            modules,
            catalogue: catalogues.get(),
            invites: Invites::new(key),
            bot_pool,
            pool,
            queue: queue.clone(),
            table_logs: TableLogs::new(logs),
            conns: FxHashMap::default(),
            people: FxHashMap::default(),
            tables: FxHashMap::default(),
            dropped: BTreeMap::new(),
            chat: VecDeque::new(),
            commands: Vec::new(),
            pending: FxHashMap::default(),
            delayed: BinaryHeap::new(),
            view_waiters: FxHashMap::default(),
            changed: BTreeSet::new(),
            lobby_lines: Vec::new(),
            outbound: Outbound::default(),
            batch: Batch::default(),
            pipeline: CommitPipeline::new(store.clone(), move || queue.wake())?,
            steps: VecDeque::new(),
            journals: FxHashMap::default(),
            scores: Scoreboard::of(store.scores(None)?),
            resumed: Vec::new(),
            guest_ages: GuestAges::start(&*store, clock.now())?,
            started: clock.now(),
            last_sweep: clock.now(),
            last_listing: 0,
            clock,
            store,
            config,
            catalogues,
        };
        host.apply_data_changes(changes);
        host.chat = host.store.said(None, BACKLOG)?.into_iter().map(chat::chat_line).collect();
        host.restore()?;
        Ok(host)
    }
}

/// A highscore, as lists tell it.
pub(crate) fn score_view(score: &crate::store::Score) -> crate::protocol::HighscoreEntry {
    render::score(score, false)
}

/// A request that the lobby itself refuses.
#[derive(Clone, Debug)]
pub(crate) struct Problem(pub(crate) Text);

impl Problem {
    pub(crate) const fn new(key: &'static str) -> Problem {
        Problem(Text::new(key))
    }

    pub(crate) fn arg(self, name: &'static str, value: impl Into<parlor_kit::Arg>) -> Problem {
        Problem(self.0.arg(name, value))
    }
}
