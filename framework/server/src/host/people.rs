//! Connections and the people behind them.

use super::{
    ConnId, ConnSender, Host, Outbound, chat::ChatReplies, slow_requests::Entered,
    table_session::ClientFormat,
};
use crate::{
    accounts::Entrance,
    protocol::{LoggedIn, Person, Request, ServerMessage, Superseded, Welcome},
};
use parlor_kit::Id;
use parlor_runtime::{Command, Millis, Origin, PersonId, PresenceRequest, TableId, UpdateFormat};
use serde_json::{Value, json};
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, VecDeque},
    net::IpAddr,
    sync::Arc,
};

/// How long a person without a connection stays in memory.
const ABSENCE_TIMEOUT: Millis = 10 * 60_000;

/// A connection.
pub(crate) struct Conn {
    pub(crate) out: ConnSender,
    pub(crate) format: ClientFormat,
    pub(crate) person: Option<PersonId>,
    pub(crate) session: u64,
    pub(crate) lobby: LobbyFeed,
    pub(crate) address: IpAddr,
    /// How many of its requests wait for their replies.
    pub(crate) unanswered: usize,
    /// Requests that are handled once those before them are answered.
    pub(super) waiting: VecDeque<(u64, Request, Millis)>,
}

/// Whether a connection follows the list of tables and the lobby's chat.
pub(crate) enum LobbyFeed {
    Off,
    /// The list is being rendered; the tables that changed since then follow it.
    Loading(RefCell<BTreeSet<TableId>>),
    On,
}

impl Conn {
    /// Sends a change of a table in the list, if the connection follows the list.
    pub(crate) fn send_listed(&self, outbound: &Outbound, table: TableId, frame: impl FnOnce() -> Arc<str>) {
        match &self.lobby {
            LobbyFeed::Off => {}
            LobbyFeed::Loading(changed) => {
                changed.borrow_mut().insert(table);
            }
            LobbyFeed::On => outbound.send(&self.out, frame()),
        }
    }
}

impl Drop for Conn {
    fn drop(&mut self) {
        self.out.close();
    }
}

/// A person who is here, was here lately, or has a seat.
pub(crate) struct PersonState {
    pub(crate) name: Id,
    pub(crate) conns: Vec<ConnId>,
    pub(crate) seated: BTreeSet<TableId>,
    pub(crate) watching: BTreeSet<TableId>,
    /// The tables this person opened that are not over.
    pub(crate) opened: BTreeSet<TableId>,
    /// Those that are over and still stand in the list, the oldest first.
    pub(crate) over: VecDeque<TableId>,
    pub(super) chat_replies: ChatReplies,
    gone_since: Millis,
    said: VecDeque<Millis>,
}

impl PersonState {
    pub(crate) fn new(name: Id) -> PersonState {
        PersonState {
            name,
            conns: Vec::new(),
            seated: BTreeSet::new(),
            watching: BTreeSet::new(),
            opened: BTreeSet::new(),
            over: VecDeque::new(),
            chat_replies: ChatReplies::default(),
            gone_since: 0,
            said: VecDeque::new(),
        }
    }

    /// The tables this person sits at or watches.
    pub(crate) fn tables(&self) -> impl Iterator<Item = TableId> {
        self.seated.union(&self.watching).copied()
    }

    /// Whether the person was gone by then and has nothing open.
    pub(super) fn has_left(&self, by: Millis) -> bool {
        self.conns.is_empty() && self.seated.is_empty() && self.opened.is_empty() && self.gone_since <= by
    }

    /// Rate limit of chat over the last ten seconds: whether the person may send a line now.
    pub(crate) fn may_speak(&mut self, now: Millis, most: u32) -> bool {
        self.said.retain(|at| at + 10_000 > now);
        let may = self.said.len() < most as usize;
        if may {
            self.said.push_back(now);
        }
        may
    }
}

impl Host {
    pub(crate) fn connected(&mut self, conn: ConnId, address: IpAddr, out: ConnSender, language: usize) {
        let welcome = ServerMessage::Welcome(Welcome {
            protocol: crate::protocol::PROTOCOL,
            version: env!("CARGO_PKG_VERSION").into(),
            languages: self.catalogue.languages.clone(),
        });
        let format = ClientFormat { language, updates: UpdateFormat::Full };
        self.conns.insert(
            conn,
            Conn {
                out,
                format,
                person: None,
                session: 0,
                lobby: LobbyFeed::Off,
                address,
                unanswered: 0,
                waiting: VecDeque::new(),
            },
        );
        self.send(conn, welcome.frame().into());
    }

    /// A connection is gone; with the last one the person is lost to their tables.
    pub(crate) fn gone(&mut self, conn: ConnId) {
        let Some(person) = self.conns.remove(&conn).map(|conn| conn.person) else { return };
        let Some(person) = person else { return };
        let now = self.clock.now();
        let Some(present) = self.people.get_mut(&person) else { return };
        present.conns.retain(|other| *other != conn);
        let left = present.conns.is_empty();
        for table in present.tables() {
            if let Some(session) = self.tables.get_mut(&table) {
                session.detach(|attached| attached.conn == conn);
            }
            if left {
                self.commands.push(Command::of(Origin::Person(person), table, PresenceRequest::Lost));
            }
        }
        if left {
            present.gone_since = now;
        }
        self.note_brief(person);
    }

    /// Tells the runtime whether any connection of a person draws scenes.
    fn note_brief(&mut self, person: PersonId) {
        let Some(present) = self.people.get(&person) else { return };
        let brief = |conn| self.conns.get(conn).is_some_and(|conn| conn.format.is_actions_only());
        let all = !present.conns.is_empty() && present.conns.iter().all(brief);
        self.runtime.set_update_format(person, UpdateFormat::from_brief(all));
    }

    /// A client registered or logged in: its person is back at all their tables.
    pub(super) fn enter(&mut self, conn: ConnId, id: u64, entered: Entered) {
        let Entered { entrance, brief, seen } = entered;
        let Entrance { person, name, secret, account, session, answers } = entrance;
        self.bind(conn, person, name.clone(), brief, session);
        if let Some(present) = self.people.get_mut(&person) {
            present.chat_replies.load(answers);
        }
        let about = Person { person, name, secret, account, session: session_name(session) };
        let answer = match &seen {
            None => to_value(&about),
            Some(_) => to_value(&LoggedIn { person: about, tables: self.tables_of(person) }),
        };
        self.answer(conn, id, answer);
        self.show_all(conn, person, &seen.unwrap_or_default());
    }

    /// The tables where a person sits or watches.
    fn tables_of(&self, person: PersonId) -> Vec<TableId> {
        let tables = self.people.get(&person).into_iter().flat_map(PersonState::tables);
        tables.filter(|table| self.tables.contains_key(table)).collect()
    }

    /// Shows a connection all tables of its person, or what happened there since it has seen them.
    fn show_all(&mut self, conn: ConnId, person: PersonId, seen: &BTreeMap<String, u32>) {
        for table in self.tables_of(person) {
            let Some(present) = self.people.get(&person) else { return };
            let kind = if present.seated.contains(&table) {
                PresenceRequest::Back
            } else {
                PresenceRequest::Watch { name: present.name.clone() }
            };
            let seen = seen.get(&table.to_string()).copied();
            self.view_waiters.entry((person, table)).or_default().push((conn, seen));
            self.commands.push(Command::of(Origin::Person(person), table, kind));
        }
    }

    /// Binds a connection to a person and a session.
    fn bind(&mut self, conn: ConnId, person: PersonId, name: Id, brief: bool, session: u64) {
        let present = self.people.entry(person).or_insert_with(|| PersonState::new(name.clone()));
        present.name = name;
        present.conns.push(conn);
        let too_many = present.conns.len() > self.config.limits.connections_per_person;
        let oldest = too_many.then(|| present.conns[0]);
        if let Some(bound) = self.conns.get_mut(&conn) {
            (bound.person, bound.session) = (Some(person), session);
            bound.format.updates = UpdateFormat::from_brief(brief);
        }
        self.note_brief(person);
        if let Some(oldest) = oldest {
            self.supersede(oldest);
        }
    }

    /// Another connection took over: this one ends.
    fn supersede(&mut self, conn: ConnId) {
        let text = self.word(conn, "superseded");
        self.send(conn, ServerMessage::Superseded(Superseded { text }).frame().into());
        self.gone(conn);
    }

    /// Sets the language of a connection.
    pub(crate) fn set_language(&mut self, conn: ConnId, language: Option<&str>) {
        if let (Some(language), Some(conn)) = (language, self.conns.get_mut(&conn)) {
            conn.format.language = self.catalogue.language(language);
        }
    }

    pub(crate) fn word(&self, conn: ConnId, key: &'static str) -> String {
        self.catalogue.lobby.translate_key(self.language(conn), key)
    }

    pub(crate) fn language(&self, conn: ConnId) -> &str {
        let number = self.conns.get(&conn).map_or(0, |conn| conn.format.language);
        &self.catalogue.languages[number]
    }

    /// Ends connections that read too slowly; all others never notice.
    pub(crate) fn drop_overflowed(&mut self) {
        for conn in self.outbound.take_overflowed() {
            if self.conns.contains_key(&conn) {
                tracing::debug!(conn = conn.0, "a connection reads too slowly and is ended");
                self.gone(conn);
            }
        }
    }

    /// Forgets people who have been gone for long; the store still knows them.
    pub(crate) fn sweep(&mut self, now: Millis) {
        self.last_sweep = now;
        let runtime = &mut self.runtime;
        self.people.retain(|person, present| {
            let stays = !present.conns.is_empty()
                || !present.seated.is_empty()
                || !present.opened.is_empty()
                || present.gone_since + ABSENCE_TIMEOUT > now;
            if !stays {
                runtime.forget(*person);
            }
            stays
        });
        self.delete_old_guests(now);
    }
}

fn session_name(session: u64) -> String {
    format!("{session:x}")
}

fn to_value(data: &impl serde::Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_else(|_| json!({}))
}
