//! Requests that take longer than a move. The host hands them to the work pool and goes on; their results come back
//! through the host's queue. A connection has one such request at a time.

use super::{
    ConnId, Host, HostMessage, Problem,
    people::LobbyFeed,
    replies::PendingRequest,
    requests::{self, Requester},
    table_list,
};
use crate::{
    accounts::{self, Entrance, NoEntrance},
    json_writer::JsonWriter,
    protocol::{ErrorData, Login, Preview, RegisterPlayer, Replay, ServerMessage, TableClosed},
    replays,
    work_pool::{PoolBusy, WorkClient},
};
use parlor_kit::Id;
use parlor_runtime::{Denial, ImaginedState, Millis, PersonId, Setup, TableId};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    cell::RefCell,
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// What came of a job.
pub(crate) enum JobResult {
    /// A registration or a login.
    Entered(Box<Entered>),
    /// A set-up whose options are complete, or why there can be no such table.
    Completed { requester: Requester, table: TableId, setup: Result<Box<Setup>, Denial> },
    /// The list of tables, as JSON.
    Tables(String),
    /// The answer to the request.
    Answer(Box<ServerMessage>),
    /// The request is refused.
    Refused(Problem),
    /// The name of a registration belongs to a guest, who may have left.
    NameHeld { register: RegisterPlayer, guest: PersonId, name: Id },
}

/// The result of a registration or a login.
pub(crate) struct Entered {
    pub(crate) entrance: Entrance,
    pub(crate) brief: bool,
    /// The versions of tables that the client has; absent after a registration.
    pub(crate) seen: Option<BTreeMap<String, u32>>,
}

impl Host {
    /// Hands a request to the work pool, which drops it if the connection ends before its turn.
    fn submit_job(&mut self, conn: ConnId, id: u64, work: impl FnOnce() -> JobResult + Send + 'static) {
        let Some(out) = self.conns.get(&conn).map(|known| known.out.clone()) else { return };
        self.submit_job_while(conn, id, move || !out.is_closed(), work);
    }

    /// Hands a request to the work pool. It counts as unanswered until its result is back.
    pub(super) fn submit_job_while(
        &mut self,
        conn: ConnId,
        id: u64,
        is_wanted: impl Fn() -> bool + Send + 'static,
        work: impl FnOnce() -> JobResult + Send + 'static,
    ) {
        let Some(known) = self.conns.get_mut(&conn) else { return };
        let client = known.person.map_or(WorkClient::Address(known.address), WorkClient::Person);
        let queue = self.queue.clone();
        let job = move || {
            let result = catch_unwind(AssertUnwindSafe(work));
            let result = result.unwrap_or_else(|_| JobResult::Refused(Problem::new("server-trouble")));
            queue.blocking_send(HostMessage::JobDone { conn, id, result });
        };
        known.unanswered += 1;
        if let Err(PoolBusy) = self.pool.submit(client, is_wanted, job) {
            self.job_done(conn, id, JobResult::Refused(Problem::new("server-busy")));
        }
    }

    /// Goes on with a request whose job is done.
    pub(super) fn job_done(&mut self, conn: ConnId, id: u64, result: JobResult) {
        let Some(known) = self.conns.get_mut(&conn) else { return self.drop_result(result) };
        known.unanswered -= 1;
        match result {
            JobResult::Entered(entered) => self.enter(conn, id, *entered),
            JobResult::Completed { requester, table, setup } => self.open_completed(requester, table, setup),
            JobResult::Tables(tables) => self.tell_tables(conn, id, tables),
            JobResult::Answer(message) => self.answer_with(conn, id, &message),
            JobResult::NameHeld { register, guest, name } => match self.name_is_free_since(guest) {
                Some(before) => self.register_as(conn, id, register, Some((guest, before))),
                None => self.refuse(conn, id, &Problem::new("name-taken").arg("name", name)),
            },
            JobResult::Refused(problem) => {
                self.forget_pending(conn, id);
                self.refuse(conn, id, &problem);
            }
        }
        requests::resume(self, conn);
    }

    /// The connection ended while its job was done.
    fn drop_result(&mut self, result: JobResult) {
        if let JobResult::Completed { requester, table, setup } = result {
            // The request may have been sent again on another connection, which waits for it.
            self.open_completed(requester, table, setup);
        }
    }

    pub(super) fn register(&mut self, conn: ConnId, id: u64, register: RegisterPlayer) {
        self.set_language(conn, register.language.as_deref());
        self.register_as(conn, id, register, None);
    }

    /// Registers a person, once the name of a guest who was last here before a time is free.
    fn register_as(
        &mut self,
        conn: ConnId,
        id: u64,
        register: RegisterPlayer,
        release: Option<(PersonId, Millis)>,
    ) {
        let (store, now) = (self.store.clone(), self.clock.now());
        self.submit_job(conn, id, move || match accounts::register(&*store, &register, release, now) {
            Ok(entrance) => {
                JobResult::Entered(Box::new(Entered { entrance, brief: register.brief, seen: None }))
            }
            Err(NoEntrance::Held { guest, name }) if release.is_none() => {
                JobResult::NameHeld { register, guest, name }
            }
            Err(error) => JobResult::Refused(error.problem()),
        });
    }

    pub(super) fn login(&mut self, conn: ConnId, id: u64, login: Login) {
        self.set_language(conn, login.language.as_deref());
        let (store, now) = (self.store.clone(), self.clock.now());
        self.submit_job(conn, id, move || match accounts::login(&*store, &login, now) {
            Ok(entrance) => {
                let seen = Some(login.seen);
                JobResult::Entered(Box::new(Entered { entrance, brief: login.brief, seen }))
            }
            Err(error) => JobResult::Refused(error.problem()),
        });
    }

    /// What a table will look like at the start: one that could be opened, or one that waits for people.
    pub(super) fn preview(&mut self, requester: Requester, preview: Preview) {
        let Requester { conn, id, person, .. } = requester;
        let (game, chosen, seats, is_complete) = match preview.table {
            None => (preview.game, preview.options, preview.seats, false),
            Some(table) => {
                if !self.may_enter(person, table, None) {
                    return self.refuse(conn, id, &Problem::new("wrong-invite"));
                }
                let session = self.tables.get(&table);
                let known = session.and_then(|session| Some((session, session.summary.as_ref()?)));
                let Some((session, summary)) = known else {
                    return self.deny(requester, table, &Denial::NoSuchTable);
                };
                (summary.game.clone(), session.options.clone(), summary.seats.len(), true)
            }
        };
        let (catalogue, language) = (self.catalogue.clone(), self.language(conn).to_string());
        self.submit_job(conn, id, move || {
            let games = &catalogue.installed;
            // The options of a table are complete already, with what the host sets in them.
            let scene = if is_complete {
                games.game(&game).and_then(|game| game.preview(&chosen, seats).map_err(Denial::from))
            } else {
                games.preview(&game, &chosen, seats)
            };
            let translator = catalogue.translator(&game);
            let message = match scene {
                Ok(scene) => {
                    let mut scene = serde_json::to_value(scene).unwrap_or_default();
                    translator.translate_json(&language, &mut scene, &[]);
                    ServerMessage::Ok(json!({ "scene": scene }))
                }
                Err(denial) => {
                    let text = translator.translate(&language, &denial.text(), &[]);
                    ServerMessage::Error(ErrorData::new(denial.code(), text))
                }
            };
            JobResult::Answer(Box::new(message))
        });
    }

    /// Draws and writes the state a player asked for. A plugin may write states that are no JSON; programs have no
    /// use for those.
    pub(super) fn send_imagined(&mut self, imagined: ImaginedState) {
        let Some(request) = imagined.request else { return };
        let Some(PendingRequest { conn, id, .. }) = self.answered(imagined.to, request) else { return };
        self.submit_job(conn, id, move || {
            let version = imagined.version;
            match serde_json::from_slice::<Value>(&imagined.write()) {
                Ok(state) => {
                    let data = json!({ "version": version, "state": state });
                    JobResult::Answer(Box::new(ServerMessage::Ok(data)))
                }
                Err(_) => JobResult::Refused(Problem::new("server-trouble")),
            }
        });
    }

    pub(super) fn replay(&mut self, conn: ConnId, id: u64, replay: Replay) {
        let (store, catalogue) = (self.store.clone(), self.catalogue.clone());
        let language = self.conns.get(&conn).map_or(0, |conn| conn.format.language);
        self.submit_job(conn, id, move || match replays::replay(&*store, &catalogue, language, &replay) {
            Ok(data) => JobResult::Answer(Box::new(ServerMessage::Ok(data))),
            Err(problem) => JobResult::Refused(problem),
        });
    }

    /// Sends the list of tables, and from then on what changes in it.
    pub(super) fn lobby(&mut self, conn: ConnId, id: u64) {
        let tables = self.public_tables();
        let catalogue = self.catalogue.clone();
        let Some(known) = self.conns.get_mut(&conn) else { return };
        known.lobby = LobbyFeed::Loading(RefCell::default());
        let language = known.format.language;
        self.submit_job(conn, id, move || {
            let tables = table_list::render(&catalogue, &tables, language);
            JobResult::Tables(serde_json::to_string(&tables).expect("lists are plain data"))
        });
    }

    fn tell_tables(&mut self, conn: ConnId, id: u64, tables: String) {
        let Some(known) = self.conns.get_mut(&conn) else { return };
        let changed = match std::mem::replace(&mut known.lobby, LobbyFeed::On) {
            LobbyFeed::Loading(changed) => changed.into_inner(),
            LobbyFeed::On | LobbyFeed::Off => return,
        };
        let language = known.format.language;
        self.send(conn, lobby_answer(id, &tables, &self.chat));
        // What changed while the list was rendered follows it.
        for table in changed {
            let frame = match self.tables.get(&table) {
                Some(session) => match &session.summary {
                    Some(summary) => {
                        let view = self.renderer(session, language).summary(summary, self.listing(session));
                        ServerMessage::TableListed(Box::new(view)).frame()
                    }
                    None => continue,
                },
                None => ServerMessage::TableClosed(TableClosed { table }).frame(),
            };
            self.send(conn, Arc::from(frame));
        }
    }
}

/// The answer to `lobby`: the tables, which are JSON already, and the latest lines of chat.
fn lobby_answer(id: u64, tables: &str, chat: &impl Serialize) -> Arc<str> {
    let mut frame = JsonWriter::new();
    frame.piece(r#"{"id":"#).number(id);
    frame.piece(r#","event":"ok","data":{"tables":"#).piece(tables).piece(r#","chat":"#).value(chat);
    frame.piece("}}");
    frame.finish()
}
