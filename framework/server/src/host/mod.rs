//! The host, which owns the runtime: it takes what arrived, steps once for all of it, hands what must be stored to
//! the commit pipeline, and tells what follows from a step once that is stored.
//!
//! What the host knows of tables, people and connections is as of the last step that is stored, so whatever it tells
//! is stored. The runtime is ahead of it by the steps in [`Host::steps`].

mod frames;
mod journal;
mod outbound;
mod people;
mod persist;
mod queue;
mod render;
mod requests;
mod send_effects;
mod slow_requests;
mod table_list;
mod table_session;
mod updates;

use crate::{
    Config, GameEvent, RunError,
    bot_pool::BotPool,
    catalogue::{Catalogue, CatalogueHandle},
    credentials::Invites,
    data_folder_watcher::Change,
    protocol::{ChatLine, Request},
    store::{Batch, CommitPipeline, Score, Scoreboard, Store, Ticket},
    table_logs::TableLogs,
    work_pool::WorkPool,
};
use parlor_kit::{Id, Text};
use parlor_runtime::{
    Command, CommandKind, Effect, Entry, Millis, Module, OpenRequest, PersonId, RequestId, Runtime, Setup,
    TableId,
};
use people::{Conn, PersonState};
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque},
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use table_list::ListedTable;
use table_session::TableSession;
use tokio::sync::oneshot;

/// A connection that waits to be shown a table, and the version it has seen.
type ViewWaiter = (ConnId, Option<u32>);
pub(crate) use outbound::{ConnReceiver, ConnSender, Outbound, OutboundLimits, outbound};
use queue::Received;
pub(crate) use queue::{HostInbox, HostQueue};
pub(crate) use render::Renderer;
use slow_requests::JobResult;
pub(crate) use table_list::render as render_tables;

/// A connection, as the host knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ConnId(pub(crate) u64);

/// What reaches the host.
pub(crate) enum HostMessage {
    /// Somebody connected.
    Connected { conn: ConnId, address: IpAddr, out: ConnSender, language: usize },
    /// A connection ended.
    Disconnected { conn: ConnId },
    /// A request of a client.
    Request { conn: ConnId, id: u64, request: Request, lag: Millis },
    /// The work pool has done a job for a request.
    JobDone { conn: ConnId, id: u64, result: JobResult },
    /// Batches were acknowledged by the store.
    Stored,
    /// A bot chose a move.
    BotMove { command: Command, not_before: Millis },
    /// The data folder changed.
    DataChanged(Vec<Change>),
    /// The public tables are wanted, to be rendered elsewhere.
    Tables { reply: oneshot::Sender<Vec<ListedTable>> },
    /// How busy the host is.
    Health { reply: oneshot::Sender<Health> },
    /// The server stops.
    Stop,
}

/// How busy the host is.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub(crate) struct Health {
    pub(crate) tables: usize,
    pub(crate) connections: usize,
    pub(crate) people: usize,
}

/// What everything before the runtime and after it needs to know of a table, a person, a connection.
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
    /// Given to jobs, so that their results come back.
    queue: HostQueue,
    table_logs: TableLogs,
    clock: Clock,
    conns: FxHashMap<ConnId, Conn>,
    people: FxHashMap<PersonId, PersonState>,
    tables: FxHashMap<TableId, TableSession>,
    /// Content that was dropped in: by game, kind and name.
    dropped: BTreeMap<(Id, Id, Id), Value>,
    /// The latest lines of the lobby's chat.
    chat: VecDeque<ChatLine>,
    /// Commands for the next step.
    commands: Vec<Command>,
    /// Requests that wait for their answer: from the runtime, or from the store.
    pending: FxHashMap<(PersonId, RequestId), Pending>,
    /// What bots found too early.
    later: BinaryHeap<Reverse<Later>>,
    /// Who asked to be shown a table, and from which version on.
    view_waiters: FxHashMap<(PersonId, TableId), Vec<ViewWaiter>>,
    /// Tables whose place in the list has to be told.
    changed: BTreeSet<TableId>,
    /// Lines for the lobby that are stored with the next step, each with the request that said it.
    lobby_lines: Vec<(ChatLine, RequestId)>,
    outbound: Outbound,
    batch: Batch,
    pipeline: CommitPipeline,
    /// Steps that are not stored yet, oldest first; what follows from them is told when they are.
    steps: VecDeque<Step>,
    /// The journals of open tables, as of the latest step.
    journals: FxHashMap<TableId, TableJournal>,
    scores: Scoreboard,
    /// Connections whose waiting requests may be handled now.
    resumed: Vec<ConnId>,
    last_sweep: Millis,
    last_listing: Millis,
}

/// A step on its way through the commit pipeline.
struct Step {
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

/// A request that waits for its answer.
struct Pending {
    conn: ConnId,
    id: u64,
    kind: ReplyKind,
}

/// What the answer to a request tells.
enum ReplyKind {
    Plain,
    Open { seat: Option<usize>, private: bool },
    Join,
    Version,
    Watch,
    Unwatch,
    Rematch { new: TableId },
}

struct Later {
    at: Millis,
    command: Command,
}

impl PartialEq for Later {
    fn eq(&self, other: &Later) -> bool {
        self.at == other.at
    }
}
impl Eq for Later {}
impl PartialOrd for Later {
    fn partial_cmp(&self, other: &Later) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Later {
    fn cmp(&self, other: &Later) -> std::cmp::Ordering {
        self.at.cmp(&other.at)
    }
}

/// The time of day that never runs backwards, whatever happens to the system's clock.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    began: Instant,
    then: Millis,
}

impl Clock {
    pub(crate) fn new() -> Clock {
        let then = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock { began: Instant::now(), then: then.as_millis() as u64 }
    }

    pub(crate) fn now(&self) -> Millis {
        self.then + self.began.elapsed().as_millis() as u64
    }

    /// Goes on as if this time had not passed.
    fn give_back(&mut self, time: Duration) {
        self.began += time;
    }
}

/// How many messages one step may take in: the first are served while the next step is made.
const MAX_MESSAGES_PER_STEP: usize = 256;
/// A wait for the store that is longer than this is given back to the clocks of all tables.
const UNNOTICED_WAIT: Millis = 100;
/// How long the last steps may take to be stored when the server stops.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
/// How often people who left long ago are forgotten.
const SWEEP: Millis = 60_000;
/// How long changes that matter little, such as the number of spectators, may wait to be told.
const LISTING: Millis = 250;
/// How many lines of chat and log somebody is shown who comes.
const BACKLOG: usize = 50;

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
            later: BinaryHeap::new(),
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
            last_sweep: clock.now(),
            last_listing: 0,
            clock,
            store,
            config,
            catalogues,
        };
        host.change(changes);
        host.chat = host.store.said(None, BACKLOG)?.into_iter().map(render::chat_line).collect();
        host.restore()?;
        Ok(host)
    }

    /// Takes in one message; true if it says to stop.
    fn take(&mut self, message: HostMessage) -> bool {
        match message {
            HostMessage::Connected { conn, address, out, language } => {
                self.connected(conn, address, out, language);
            }
            HostMessage::Disconnected { conn } => self.gone(conn),
            HostMessage::Request { conn, id, request, lag } => self.take_request(conn, id, request, lag),
            HostMessage::JobDone { conn, id, result } => self.job_done(conn, id, result),
            HostMessage::BotMove { command, not_before } => {
                self.later.push(Reverse(Later { at: not_before, command }));
            }
            // What is stored now is told in this round.
            HostMessage::Stored => {}
            HostMessage::DataChanged(changes) => self.change(changes),
            HostMessage::Tables { reply } => {
                let _ = reply.send(self.public_tables());
            }
            HostMessage::Health { reply } => {
                let (tables, connections) = (self.tables.len(), self.conns.len());
                let _ = reply.send(Health { tables, connections, people: self.people.len() });
            }
            HostMessage::Stop => return true,
        }
        false
    }

    /// One round: everything that was asked and is due goes into a step, and all steps that are stored are told.
    fn advance(&mut self) {
        let now = self.clock.now();
        while self.later.peek().is_some_and(|Reverse(later)| later.at <= now) {
            self.commands.extend(self.later.pop().map(|Reverse(later)| later.command));
        }
        let due = self.runtime.next_timer().is_some_and(|at| at <= now);
        if due || !self.commands.is_empty() || !self.batch.is_empty() {
            let commands = std::mem::take(&mut self.commands);
            let output = self.runtime.step(now, commands);
            self.persist(now, output);
        }
        self.tell_stored();
        self.tell_list(now);
        self.outbound.flush();
        self.drop_overflowed();
        self.table_logs.advance(now);
        if now >= self.last_sweep + SWEEP {
            self.sweep(now);
        }
    }

    /// Tells what follows from the steps that are stored, in order, and goes on with requests that waited for it.
    fn tell_stored(&mut self) {
        let stored = self.pipeline.acknowledged();
        while let Some(step) = self.steps.pop_front_if(|step| step.ticket <= stored) {
            self.dispatch(step);
            for conn in std::mem::take(&mut self.resumed) {
                self.resume(conn);
            }
        }
    }

    /// Waits while too much is not stored yet. Nothing is stepped meanwhile, and connections wait for room in the
    /// host's queue; the time is given back to all clocks.
    fn wait_for_room(&mut self) -> Result<(), RunError> {
        let began = Instant::now();
        while !self.pipeline.has_room() {
            let stored = self.pipeline.acknowledged();
            if !self.pipeline.wait_beyond(stored) {
                return Err(RunError::Writer);
            }
            self.tell_stored();
            self.outbound.flush();
        }
        let waited = began.elapsed();
        if waited > Duration::from_millis(UNNOTICED_WAIT) {
            self.clock.give_back(waited);
        }
        Ok(())
    }

    /// Waits until everything is stored, and tells it.
    fn drain(&mut self) -> Result<(), RunError> {
        let drained = self.pipeline.drain(DRAIN_TIMEOUT);
        self.tell_stored();
        if drained { Ok(()) } else { Err(RunError::Writer) }
    }

    /// Brings back every table of the journal.
    fn restore(&mut self) -> Result<(), RunError> {
        let now = self.clock.now();
        let mut tables: BTreeMap<TableId, Vec<parlor_runtime::Entry>> = BTreeMap::new();
        for line in self.store.journal()? {
            match journal::read(line.table, &line.entry) {
                Ok(entry) => tables.entry(line.table).or_default().push(entry),
                Err(error) => {
                    tracing::error!(table = %line.table, %error, "a line of the journal is unreadable");
                }
            }
            self.journals.entry(line.table).or_default().lines.push(line.entry);
        }
        let open = tables.len();
        let setups = tables.iter().filter_map(|(table, entries)| match &entries.first()?.command.kind {
            CommandKind::Open(OpenRequest::Open(setup)) => Some((*table, setup.clone())),
            _ => None,
        });
        let setups: Vec<(TableId, Box<Setup>)> = setups.collect();
        let (output, lost) = self.runtime.restore(now, tables);
        for (table, denial) in &lost {
            tracing::error!(%table, %denial, "a table could not be brought back");
        }
        for summary in self.runtime.tables() {
            let table = summary.table;
            self.list(summary);
            if let Some(session) = self.tables.get_mut(&table) {
                session.chat =
                    self.store.said(Some(table), BACKLOG)?.into_iter().map(render::chat_line).collect();
            }
        }
        for (table, setup) in &setups {
            if self.tables.contains_key(table) {
                self.note_options(*table, setup);
            }
        }
        // Tables that are over for good, or whose rules are gone, stay in the store but not in the list.
        self.journals.retain(|table, _| self.tables.contains_key(table));
        if open > 0 {
            tracing::info!(tables = self.tables.len(), lost = lost.len(), "tables are back");
        }
        self.persist(now, output);
        self.drain()
    }

    /// Takes over what was dropped into the data folder.
    fn change(&mut self, changes: Vec<Change>) {
        let mut content = false;
        for change in changes {
            match change {
                Change::Content { game, kind, name, value: Some(value) } => {
                    tracing::info!(%game, %kind, %name, "content is on offer");
                    self.runtime.add_content(&game, &kind, &name, value.clone());
                    self.dropped.insert((game, kind, name), value);
                    content = true;
                }
                Change::Content { game, kind, name, value: None } => {
                    tracing::info!(%game, %kind, %name, "content is gone");
                    self.runtime.remove_content(&game, &kind, &name);
                    self.dropped.remove(&(game, kind, name));
                    content = true;
                }
                Change::Game(GameEvent::Added(module)) => {
                    tracing::info!(game = module.game(), "a game is on offer");
                    module.install(&mut self.runtime);
                    self.modules.retain(|known| known.game() != module.game());
                    self.modules.push(module);
                    content = true;
                }
                Change::Game(GameEvent::Removed(game)) => {
                    tracing::info!(%game, "a game is gone");
                    self.runtime.uninstall(&game);
                    self.modules.retain(|known| known.game() != game);
                    content = true;
                }
                Change::Settings { game, text } => {
                    let module = self.modules.iter().find(|module| module.game() == game);
                    let set = module.and_then(|module| module.settings(text.as_deref()));
                    if let Some((defaults, warnings)) = set {
                        for warning in warnings {
                            tracing::warn!(%game, "{warning}");
                        }
                        tracing::info!(%game, "settings are read");
                        self.runtime.configure(&game, defaults);
                        content = true;
                    }
                }
            }
        }
        if content {
            self.catalogues.put(self.catalogue.after(&self.runtime));
            self.catalogue = self.catalogues.get();
        }
    }

    fn say_goodbye(&mut self) {
        for conn in self.conns.values() {
            let text = self
                .catalogue
                .lobby
                .translate_key(&self.catalogue.languages[conn.format.language], "goodbye");
            let goodbye = crate::protocol::ServerMessage::Goodbye(crate::protocol::Goodbye { text });
            self.outbound.send(&conn.out, goodbye.frame().into());
        }
        self.outbound.flush();
    }
}

impl Host {
    /// Serves until it is told to stop: takes what waits, steps, and waits for more.
    pub(crate) async fn run(mut self, mut inbox: HostInbox) -> Result<(), RunError> {
        let mut messages = Vec::new();
        loop {
            self.wait_for_room()?;
            let received = inbox.receive(&mut messages, MAX_MESSAGES_PER_STEP, self.idle_time()).await;
            let mut stopped = received == Received::Closed;
            for message in messages.drain(..) {
                stopped |= self.take(message);
            }
            self.advance();
            if stopped {
                let drained = self.drain();
                self.say_goodbye();
                return drained;
            }
        }
    }

    /// How long nothing is due if no message comes.
    fn idle_time(&self) -> Duration {
        if !self.commands.is_empty() {
            // What follows from the last step by itself is done right away.
            return Duration::ZERO;
        }
        let later = self.later.peek().map(|Reverse(later)| later.at);
        let listing = (!self.changed.is_empty()).then_some(self.last_listing + LISTING);
        let due = [self.runtime.next_timer(), later, listing, self.table_logs.due()].into_iter().flatten();
        let next = due.fold(self.last_sweep + SWEEP, Millis::min);
        Duration::from_millis(next.saturating_sub(self.clock.now()))
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
