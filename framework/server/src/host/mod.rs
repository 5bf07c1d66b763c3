//! The host, which owns the runtime: it gathers what arrived, steps once for all of it,
//! stores what must be stored, and only then lets anything out.

mod asks;
mod frames;
mod hub;
mod journal;
mod keep;
mod listing;
mod outbound;
mod people;
mod queue;
mod release;
mod render;
mod updates;

use crate::{
    Arrival, Config, RunError,
    content::Change,
    games::{Catalogue, Shelf},
    identity::Invites,
    logbook::Logbook,
    protocol::{ChatLine, Login, RegisterPlayer, Request, TableListed},
    store::{Batch, Store},
    thinkers::Thinkers,
};
use hub::Hub;
use parlor_kit::{Id, Text};
use parlor_runtime::{
    Command, CommandKind, Millis, Module, OpenRequest, PersonId, RequestId, Runtime, TableId,
};
use people::{Conn, Present};
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque},
    ops::RangeInclusive,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::sync::oneshot;

/// A connection that waits to be shown a table, and the version it has seen.
type Wanting = (ConnId, Option<u32>);
pub(crate) use outbound::{ConnReceiver, ConnSender, Outbound, OutboundLimits, outbound};
use queue::Received;
pub(crate) use queue::{HostInbox, HostQueue};
pub(crate) use render::Renderer;

/// A connection, as the host knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ConnId(pub(crate) u64);

/// What reaches the host.
pub(crate) enum ToHost {
    /// Somebody connected.
    Connected { conn: ConnId, out: ConnSender, language: usize },
    /// A connection is gone.
    Gone { conn: ConnId },
    /// Somebody asks something.
    Ask { conn: ConnId, id: u64, request: Request, lag: Millis },
    /// Somebody new comes; the password has been hashed already.
    Register { conn: ConnId, id: u64, register: RegisterPlayer, password: Option<String> },
    /// Somebody proved who they are by a password.
    Enter { conn: ConnId, id: u64, person: PersonId, login: Box<Login> },
    /// A bot has thought.
    Thought { command: Command, not_before: Millis },
    /// The data folder changed.
    Changed(Vec<Change>),
    /// Somebody wants the list of tables.
    Tables { language: usize, reply: oneshot::Sender<Vec<TableListed>> },
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
    shelf: Arc<Shelf>,
    catalogue: Arc<Catalogue>,
    invites: Invites,
    thinkers: Thinkers,
    logbook: Logbook,
    clock: Clock,
    conns: FxHashMap<ConnId, Conn>,
    people: FxHashMap<PersonId, Present>,
    tables: FxHashMap<TableId, Hub>,
    /// Content that was dropped in: by game, kind and name.
    dropped: BTreeMap<(Id, Id, Id), Value>,
    /// The latest lines of the lobby's chat.
    chat: VecDeque<ChatLine>,
    /// Commands for the next step.
    commands: Vec<Command>,
    /// Requests that wait for the runtime's answer.
    pending: FxHashMap<RequestId, Pending>,
    /// What bots found too early.
    later: BinaryHeap<Reverse<Later>>,
    /// Who asked to be shown a table, and from which version on.
    wanting: FxHashMap<(PersonId, TableId), Vec<Wanting>>,
    /// Tables whose place in the list has to be told.
    changed: BTreeSet<TableId>,
    /// Frames for everybody in the lobby, once everything is stored.
    announcements: Vec<ChatLine>,
    outbound: Outbound,
    batch: Batch,
    next_request: RequestId,
    next_line: u64,
    last_sweep: Millis,
    last_listing: Millis,
    /// How long the last commit took.
    commit_took: Duration,
}

/// A request that waits for the runtime.
struct Pending {
    conn: ConnId,
    person: PersonId,
    session: u64,
    id: u64,
    kind: Kind,
}

/// What the answer to a request tells.
enum Kind {
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
}

/// How many messages one step may take in. Everybody in a step is told once all of it is stored, so steps are
/// small as long as commits are quick: the first are served while the next step is made.
const MESSAGES_PER_STEP: RangeInclusive<usize> = 64..=2048;
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
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) thinkers: Thinkers,
    pub(crate) changes: Vec<Change>,
}

impl Host {
    /// A host with every table that was open when the last one stopped.
    pub(crate) fn new(parts: Parts) -> Result<Host, RunError> {
        let Parts { runtime, modules, store, config, shelf, thinkers, changes } = parts;
        let key = match store.meta("invite-key")? {
            Some(key) => key,
            None => {
                let key = crate::identity::new_secret();
                store.set_meta("invite-key", &key)?;
                key
            }
        };
        let logs = config.table_logs.then(|| config.data.join("logs"));
        let clock = Clock::new();
        let mut host = Host {
            runtime,
            modules,
            catalogue: shelf.get(),
            invites: Invites::new(key),
            thinkers,
            logbook: Logbook::new(logs),
            conns: FxHashMap::default(),
            people: FxHashMap::default(),
            tables: FxHashMap::default(),
            dropped: BTreeMap::new(),
            chat: VecDeque::new(),
            commands: Vec::new(),
            pending: FxHashMap::default(),
            later: BinaryHeap::new(),
            wanting: FxHashMap::default(),
            changed: BTreeSet::new(),
            announcements: Vec::new(),
            outbound: Outbound::default(),
            batch: Batch::default(),
            // Entries keep the numbers of their requests, and the runtime never carries out a number twice for a
            // person: numbers must go on growing over restarts.
            next_request: clock.now() << 20,
            next_line: 1,
            last_sweep: clock.now(),
            last_listing: 0,
            commit_took: Duration::ZERO,
            clock,
            store,
            config,
            shelf,
        };
        host.change(changes);
        host.chat = host.store.said(None, BACKLOG)?.into_iter().map(render::chat_line).collect();
        host.restore()?;
        Ok(host)
    }

    /// Takes in one message; true if it says to stop.
    fn take(&mut self, message: ToHost) -> bool {
        match message {
            ToHost::Connected { conn, out, language } => self.connected(conn, out, language),
            ToHost::Gone { conn } => self.gone(conn),
            ToHost::Ask { conn, id, request, lag } => self.ask(conn, id, request, lag),
            ToHost::Register { conn, id, register, password } => self.register(conn, id, &register, password),
            ToHost::Enter { conn, id, person, login } => self.enter(conn, id, person, None, &login),
            ToHost::Thought { command, not_before } => {
                self.later.push(Reverse(Later { at: not_before, command }));
            }
            ToHost::Changed(changes) => self.change(changes),
            ToHost::Tables { language, reply } => {
                let tables = self.listed(language);
                let _ = reply.send(tables);
            }
            ToHost::Health { reply } => {
                let (tables, connections) = (self.tables.len(), self.conns.len());
                let _ = reply.send(Health { tables, connections, people: self.people.len() });
            }
            ToHost::Stop => return true,
        }
        false
    }

    /// One step: everything that was asked and is due, then the store, then everybody.
    fn go_on(&mut self) -> Result<(), RunError> {
        let now = self.clock.now();
        while self.later.peek().is_some_and(|Reverse(later)| later.at <= now) {
            self.commands.extend(self.later.pop().map(|Reverse(later)| later.command));
        }
        let due = self.runtime.next_timer().is_some_and(|at| at <= now);
        if due || !self.commands.is_empty() || !self.batch.is_empty() {
            let commands = std::mem::take(&mut self.commands);
            let output = self.runtime.step(now, commands);
            self.commit(now, output)?;
        }
        self.tell_list(now);
        self.outbound.flush();
        self.drop_overflowed();
        self.logbook.go_on(now);
        if now >= self.last_sweep + SWEEP {
            self.sweep(now);
        }
        Ok(())
    }

    /// Stores everything first; then lets it out.
    fn commit(&mut self, now: Millis, output: parlor_runtime::Output) -> Result<(), RunError> {
        self.keep(now, &output);
        let batch = std::mem::take(&mut self.batch);
        // What could not be stored must not be told: the process ends, and comes back with what is stored.
        let began = Instant::now();
        self.store.commit(&batch)?;
        self.commit_took = began.elapsed();
        self.release(now, output.effects);
        for line in std::mem::take(&mut self.announcements) {
            self.announce(line);
        }
        Ok(())
    }

    /// Brings back every table of the journal.
    fn restore(&mut self) -> Result<(), RunError> {
        let now = self.clock.now();
        let mut tables: BTreeMap<TableId, Vec<parlor_runtime::Entry>> = BTreeMap::new();
        for line in self.store.journal()? {
            self.next_line = self.next_line.max(line.number + 1);
            match journal::read(line.table, &line.entry) {
                Ok(entry) => tables.entry(line.table).or_default().push(entry),
                Err(error) => {
                    tracing::error!(table = %line.table, %error, "a line of the journal is unreadable");
                }
            }
            let hub = self.tables.entry(line.table).or_insert_with(Hub::new);
            hub.lines.push((line.number, line.entry));
        }
        let open = tables.len();
        for (table, entries) in &tables {
            if let Some(CommandKind::Open(OpenRequest::Open(setup))) =
                entries.first().map(|entry| &entry.command.kind)
            {
                self.note_options(*table, setup);
            }
        }
        let (output, lost) = self.runtime.restore(now, tables);
        for (table, denial) in &lost {
            tracing::error!(%table, %denial, "a table could not be brought back");
        }
        for summary in self.runtime.tables() {
            let table = summary.table;
            self.list(summary);
            if let Some(hub) = self.tables.get_mut(&table) {
                hub.chat =
                    self.store.said(Some(table), BACKLOG)?.into_iter().map(render::chat_line).collect();
            }
        }
        // Tables that are over for good, or whose rules are gone, stay in the journal but not in the list.
        self.tables.retain(|_, hub| hub.summary.is_some());
        if open > 0 {
            tracing::info!(tables = self.tables.len(), lost = lost.len(), "tables are back");
        }
        self.commit(now, output)
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
                Change::Game(Arrival::Came(module)) => {
                    tracing::info!(game = module.game(), "a game is on offer");
                    module.install(&mut self.runtime);
                    self.modules.retain(|known| known.game() != module.game());
                    self.modules.push(module);
                    content = true;
                }
                Change::Game(Arrival::Gone(game)) => {
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
            self.shelf.put(self.catalogue.after(&self.runtime));
            self.catalogue = self.shelf.get();
        }
    }

    fn say_goodbye(&mut self) {
        for conn in self.conns.values() {
            let text = self
                .catalogue
                .lobby
                .translate_key(&self.catalogue.languages[conn.format.language], "goodbye");
            let goodbye = crate::protocol::Message::Goodbye(crate::protocol::Goodbye { text });
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
            let limit = messages_per_step(self.commit_took);
            let received = inbox.receive(&mut messages, limit, self.idle_time()).await;
            let mut stopped = received == Received::Closed;
            for message in messages.drain(..) {
                stopped |= self.take(message);
            }
            self.go_on()?;
            if stopped {
                self.say_goodbye();
                return Ok(());
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
        let due = [self.runtime.next_timer(), later, listing, self.logbook.due()].into_iter().flatten();
        let next = due.fold(self.last_sweep + SWEEP, Millis::min);
        Duration::from_millis(next.saturating_sub(self.clock.now()))
    }
}

/// How many messages the next step may take in: a commit that waits for a disk is shared by many of them.
fn messages_per_step(commit: Duration) -> usize {
    // A message takes some 10 µs, so that less than a third of the time goes into commits.
    let worth = usize::try_from(commit.as_micros() / 4).unwrap_or(usize::MAX);
    worth.clamp(*MESSAGES_PER_STEP.start(), *MESSAGES_PER_STEP.end())
}

/// A highscore, as lists tell it.
pub(crate) fn score_said(score: &crate::store::Score) -> crate::protocol::ScoreSaid {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_a_commit_takes_the_more_share_it() {
        assert_eq!(messages_per_step(Duration::from_micros(30)), 64, "in memory");
        assert_eq!(messages_per_step(Duration::from_millis(2)), 500, "a quick disk");
        assert_eq!(messages_per_step(Duration::from_secs(1)), 2048, "a slow one");
    }
}
