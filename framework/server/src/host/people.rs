//! Connections and the people behind them.

use super::{ConnId, ConnSender, Host, Problem, hub::ClientFormat};
use crate::{
    identity,
    protocol::{ErrorData, LoggedIn, Login, Message, Person, RegisterPlayer, Superseded, Welcome},
    store::NewPerson,
};
use parlor_kit::Id;
use parlor_runtime::{Command, Millis, Origin, PersonId, PresenceRequest, TableId, UpdateFormat};
use serde_json::{Value, json};
use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

/// How many answers of a session are kept, for requests that are sent again.
const ANSWERS: usize = 32;
/// Ids from here on are taken as never used twice by a person, whatever the session: such as the time in milliseconds.
const LASTING: u64 = 1 << 32;
/// How many sessions of a person are kept.
const SESSIONS: usize = 4;
/// How long somebody without a connection is remembered beyond what the store knows.
const REMEMBERED: Millis = 10 * 60_000;

/// A connection.
pub(crate) struct Conn {
    pub(crate) out: ConnSender,
    pub(crate) format: ClientFormat,
    pub(crate) person: Option<PersonId>,
    pub(crate) session: u64,
    /// Whether it follows the list of tables.
    pub(crate) lobby: bool,
}

impl Drop for Conn {
    fn drop(&mut self) {
        self.out.close();
    }
}

/// A person who is here, was here lately, or has a seat.
pub(crate) struct Present {
    pub(crate) name: Id,
    pub(crate) conns: Vec<ConnId>,
    pub(crate) seated: BTreeSet<TableId>,
    pub(crate) watching: BTreeSet<TableId>,
    /// The tables this person opened that are not over.
    pub(crate) opened: BTreeSet<TableId>,
    /// Those that are over and still stand in the list, the oldest first.
    pub(crate) over: VecDeque<TableId>,
    sessions: VecDeque<Session>,
    lasting: Session,
    gone_since: Millis,
    said: VecDeque<Millis>,
}

impl Present {
    pub(crate) fn new(name: Id) -> Present {
        Present {
            name,
            conns: Vec::new(),
            seated: BTreeSet::new(),
            watching: BTreeSet::new(),
            opened: BTreeSet::new(),
            over: VecDeque::new(),
            sessions: VecDeque::new(),
            lasting: Session::default(),
            gone_since: 0,
            said: VecDeque::new(),
        }
    }

    /// The tables this person sits at or watches.
    pub(crate) fn tables(&self) -> impl Iterator<Item = TableId> {
        self.seated.union(&self.watching).copied()
    }

    /// Whether somebody may say something now, after all they said lately.
    pub(crate) fn may_speak(&mut self, now: Millis, most: u32) -> bool {
        self.said.retain(|at| at + 10_000 > now);
        let may = self.said.len() < most as usize;
        if may {
            self.said.push_back(now);
        }
        may
    }
}

/// The answers that somebody got in one go of connections, so that nothing is done twice.
#[derive(Default)]
struct Session {
    number: u64,
    answers: VecDeque<(u64, Arc<str>)>,
    busy: Vec<u64>,
}

/// What is known of a request that arrives.
pub(crate) enum Known {
    New,
    /// It is being worked on; the answer will come.
    Busy,
    /// It was answered.
    Answered(Arc<str>),
}

impl Host {
    pub(crate) fn connected(&mut self, conn: ConnId, out: ConnSender, language: usize) {
        let welcome = Message::Welcome(Welcome {
            protocol: crate::protocol::PROTOCOL,
            version: env!("CARGO_PKG_VERSION").into(),
            languages: self.catalogue.languages.clone(),
        });
        let format = ClientFormat { language, updates: UpdateFormat::Full };
        self.conns.insert(conn, Conn { out, format, person: None, session: 0, lobby: false });
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
            if let Some(hub) = self.tables.get_mut(&table) {
                hub.detach(|attached| attached.conn == conn);
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

    /// Lets the runtime know whether anybody looks at what it would draw for a person.
    fn note_brief(&mut self, person: PersonId) {
        let Some(present) = self.people.get(&person) else { return };
        let brief = |conn| self.conns.get(conn).is_some_and(|conn| conn.format.is_actions_only());
        let all = !present.conns.is_empty() && present.conns.iter().all(brief);
        self.runtime.set_update_format(person, UpdateFormat::from_brief(all));
    }

    /// Somebody comes for the first time.
    pub(crate) fn register(
        &mut self,
        conn: ConnId,
        id: u64,
        register: &RegisterPlayer,
        password: Option<String>,
    ) {
        if self.conns.get(&conn).is_none_or(|conn| conn.person.is_some()) {
            return self.refuse(conn, id, &Problem::new("already-entered"));
        }
        self.speak(conn, register.language.as_deref());
        let Some(name) = parlor_runtime::clean_name(&register.name) else {
            return self.refuse(
                conn,
                id,
                &Problem::new("bad-name").arg("most", parlor_runtime::MAX_NAME_LENGTH),
            );
        };
        let secret = identity::new_secret();
        let new = NewPerson {
            key: identity::name_key(&name),
            name: name.clone(),
            proof: identity::proof(&secret),
            at: self.clock.now(),
            password,
        };
        match self.store.add_person(&new) {
            Err(error) => self.broken(conn, id, &error),
            Ok(None) => self.refuse(conn, id, &Problem::new("name-taken").arg("name", name)),
            Ok(Some(person)) => {
                tracing::info!(%person, account = new.password.is_some(), "somebody new is here");
                let session = self.settle(conn, person, name.clone(), register.brief, None);
                let account = new.password.is_some();
                let answer = Person { person, name, secret, account, session: session_name(session) };
                self.answer(conn, id, to_value(&answer));
            }
        }
    }

    /// Somebody says who they are, with a secret that was given to them.
    pub(crate) fn login(&mut self, conn: ConnId, id: u64, login: &Login) {
        self.speak(conn, login.language.as_deref());
        let wrong = Problem::new("wrong-credentials");
        let (Some(person), Some(secret)) = (&login.person, &login.secret) else {
            return self.refuse(conn, id, &Problem::new("login-incomplete"));
        };
        let Ok(person) = person.parse::<PersonId>() else { return self.refuse(conn, id, &wrong) };
        match self.store.proofs(person) {
            Err(error) => self.broken(conn, id, &error),
            Ok(proofs) if identity::proves(secret, &proofs) => {
                self.enter(conn, id, person, Some(secret.clone()), login);
            }
            Ok(_) => self.refuse(conn, id, &wrong),
        }
    }

    /// Somebody proved who they are: they are back at all their tables.
    pub(crate) fn enter(
        &mut self,
        conn: ConnId,
        id: u64,
        person: PersonId,
        secret: Option<String>,
        login: &Login,
    ) {
        if self.conns.get(&conn).is_none_or(|conn| conn.person.is_some()) {
            return self.refuse(conn, id, &Problem::new("already-entered"));
        }
        self.speak(conn, login.language.as_deref());
        let known = match self.store.person(person) {
            Ok(Some(known)) => known,
            Ok(None) => return self.refuse(conn, id, &Problem::new("wrong-credentials")),
            Err(error) => return self.broken(conn, id, &error),
        };
        let now = self.clock.now();
        let secret = match secret {
            Some(secret) => Ok(secret),
            None => {
                let secret = identity::new_secret();
                self.store.add_proof(person, identity::proof(&secret), now).map(|()| secret)
            }
        };
        let secret = match secret.and_then(|secret| self.store.seen(person, now).map(|()| secret)) {
            Ok(secret) => secret,
            Err(error) => return self.broken(conn, id, &error),
        };
        let session = login.session.as_deref().and_then(|name| u64::from_str_radix(name, 16).ok());
        let session = self.settle(conn, person, known.name.clone(), login.brief, session);
        let present = &self.people[&person];
        let (seated, watching) = (present.seated.clone(), present.watching.clone());
        let watching: BTreeSet<TableId> = watching.difference(&seated).copied().collect();
        let mut tables: Vec<TableId> = seated.union(&watching).copied().collect();
        tables.retain(|table| self.tables.contains_key(table));
        let account = known.password.is_some();
        let name = known.name.clone();
        let about = Person { person, name: known.name, secret, account, session: session_name(session) };
        self.answer(conn, id, to_value(&LoggedIn { person: about, tables: tables.clone() }));
        for table in tables {
            let seen = login.seen.get(&table.to_string()).copied();
            self.wanting.entry((person, table)).or_default().push((conn, seen));
            let ask = if seated.contains(&table) {
                PresenceRequest::Back
            } else {
                PresenceRequest::Watch { name: name.clone() }
            };
            self.commands.push(Command::of(Origin::Person(person), table, ask));
        }
    }

    /// Binds a connection to a person; gives the session.
    fn settle(&mut self, conn: ConnId, person: PersonId, name: Id, brief: bool, session: Option<u64>) -> u64 {
        let present = self.people.entry(person).or_insert_with(|| Present::new(name.clone()));
        present.name = name;
        present.conns.push(conn);
        let known = session.filter(|wanted| present.sessions.iter().any(|known| known.number == *wanted));
        let session = known.unwrap_or_else(|| {
            let number = identity::random_number();
            if present.sessions.len() == SESSIONS {
                present.sessions.pop_front();
            }
            present.sessions.push_back(Session { number, ..Session::default() });
            number
        });
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
        session
    }

    /// Another connection took over: this one ends.
    fn supersede(&mut self, conn: ConnId) {
        let text = self.word(conn, "superseded");
        self.send(conn, Message::Superseded(Superseded { text }).frame().into());
        self.gone(conn);
    }

    /// Sets the language of a connection.
    pub(crate) fn speak(&mut self, conn: ConnId, language: Option<&str>) {
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

    /// Whether a request has been seen before in its session.
    pub(crate) fn known(&mut self, person: PersonId, session: u64, id: u64) -> Known {
        let Some(session) = self.session(person, session, id) else { return Known::New };
        if let Some((_, frame)) = session.answers.iter().find(|(answered, _)| *answered == id) {
            return Known::Answered(frame.clone());
        }
        if session.busy.contains(&id) {
            return Known::Busy;
        }
        session.busy.push(id);
        Known::New
    }

    fn session(&mut self, person: PersonId, number: u64, id: u64) -> Option<&mut Session> {
        let present = self.people.get_mut(&person)?;
        if id >= LASTING {
            return Some(&mut present.lasting);
        }
        present.sessions.iter_mut().find(|session| session.number == number)
    }

    /// Answers a request that was carried out.
    pub(crate) fn answer(&mut self, conn: ConnId, id: u64, data: Value) {
        self.answer_with(conn, id, &Message::Ok(data));
    }

    /// Refuses a request.
    pub(crate) fn refuse(&mut self, conn: ConnId, id: u64, problem: &Problem) {
        let text = self.catalogue.lobby.translate(self.language(conn), &problem.0, &[]);
        let error = ErrorData { code: problem.0.key.clone(), text, version: None };
        self.answer_with(conn, id, &Message::Error(error));
    }

    /// The store failed at something that nobody has been told of.
    pub(crate) fn broken(&mut self, conn: ConnId, id: u64, error: &crate::store::StoreError) {
        tracing::error!(%error, "the store failed");
        self.refuse(conn, id, &Problem::new("server-trouble"));
    }

    pub(crate) fn answer_with(&mut self, conn: ConnId, id: u64, message: &Message) {
        let bound = self.conns.get(&conn).and_then(|conn| Some((conn.person?, conn.session)));
        let frame = Arc::<str>::from(message.answer(Some(id)));
        if let Some((person, session)) = bound {
            self.answered(person, session, id, &frame);
        }
        self.send(conn, frame);
    }

    /// Keeps an answer in case the request is sent again.
    pub(crate) fn answered(&mut self, person: PersonId, session: u64, id: u64, frame: &Arc<str>) {
        let Some(session) = self.session(person, session, id) else { return };
        session.busy.retain(|busy| *busy != id);
        if session.answers.len() == ANSWERS {
            session.answers.pop_front();
        }
        session.answers.push_back((id, frame.clone()));
    }

    pub(crate) fn send(&mut self, conn: ConnId, frame: Arc<str>) {
        let Some(out) = self.conns.get(&conn).map(|conn| &conn.out) else { return };
        self.outbound.send(out, frame);
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
                || present.gone_since + REMEMBERED > now;
            if !stays {
                runtime.forget(*person);
            }
            stays
        });
        let days = Millis::from(self.config.limits.guest_days) * 86_400_000;
        match self.store.forget_guests(now.saturating_sub(days)) {
            Ok(0) => {}
            Ok(guests) => tracing::info!(guests, "guests who did not come back are forgotten"),
            Err(error) => tracing::error!(%error, "the store failed"),
        }
    }
}

fn session_name(session: u64) -> String {
    format!("{session:x}")
}

fn to_value(data: &impl serde::Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_else(|_| json!({}))
}
