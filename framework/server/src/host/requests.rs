//! Requests of clients: each becomes a command for the runtime, goes to the work pool, or is answered right away.

use super::{
    ConnId, Host, Problem,
    people::{Conn, PersonState},
    replies::{PendingRequest, ReplyKind},
};
use crate::{credentials, protocol::Request};
use parlor_kit::SecretSeed;
use parlor_runtime::{
    ActRequest, Command, CommandKind, Denial, LookRequest, Millis, Origin, PauseRequest, PersonId,
    PresenceRequest, RequestId, RetireRequest, SeatingRequest, StartRequest, TableId, VoteRequest,
};
use serde_json::json;

/// How many requests of a connection may wait for the replies to those before them.
const MAX_WAITING_REQUESTS: usize = 256;

/// The sender of a request: the person, the connection, and the id of the request.
#[derive(Clone, Copy)]
pub(crate) struct Requester {
    pub(super) conn: ConnId,
    pub(super) person: PersonId,
    pub(super) id: u64,
    pub(super) request: RequestId,
    lag: Millis,
}

/// Ids from here on are taken as never used twice by a person, whatever the session: such as the time in
/// milliseconds.
const FIRST_UNIQUE_ID: u64 = 1 << 32;

/// Handles a request, or lets it wait: a connection gets its replies in the order of its requests.
pub(super) fn receive(host: &mut Host, conn: ConnId, id: u64, request: Request, lag: Millis) {
    let Some(known) = host.conns.get_mut(&conn) else { return };
    if known.waiting.is_empty() && may_handle(known, &request) {
        return host.ask(conn, id, request, lag);
    }
    if known.waiting.len() >= MAX_WAITING_REQUESTS {
        return host.refuse(conn, id, &Problem::new("too-fast"));
    }
    known.waiting.push_back((id, request, lag));
}

/// Handles requests that waited for the replies to those before them.
pub(super) fn resume(host: &mut Host, conn: ConnId) {
    loop {
        let Some(known) = host.conns.get_mut(&conn) else { return };
        if known.waiting.front().is_none_or(|(_, request, _)| !may_handle(known, request)) {
            return;
        }
        let next = known.waiting.pop_front();
        let Some((id, request, lag)) = next else { return };
        host.ask(conn, id, request, lag);
    }
}

/// Whether a request is handled before the earlier ones are answered. Commands may follow each other; all others
/// wait, and so does every request while the client logs in.
fn may_handle(conn: &Conn, request: &Request) -> bool {
    conn.unanswered == 0 || (conn.person.is_some() && is_command(request))
}

/// Whether a request is handed to the runtime as it is, so that it may follow others that are not answered yet.
fn is_command(request: &Request) -> bool {
    match request {
        Request::GameMove(play) => crate::protocol_seat(play.seat).is_some(),
        Request::DeleteGame(_)
        | Request::LeaveGame(_)
        | Request::GameStart(_)
        | Request::Pause(_)
        | Request::Resume(_)
        | Request::Resign(_)
        | Request::GameAbort(_)
        | Request::VoteAbort(_)
        | Request::Look(_)
        | Request::Unspectate(_) => true,
        _ => false,
    }
}

impl Host {
    /// Handles a request, unless it is already being handled.
    pub(crate) fn ask(&mut self, conn: ConnId, id: u64, request: Request, lag: Millis) {
        let Some(known) = self.conns.get(&conn) else { return };
        let (person, session) = (known.person, known.session);
        let Some(person) = person else { return self.handle_unentered(conn, id, request) };
        let request_id = RequestId { session: if id < FIRST_UNIQUE_ID { session } else { 0 }, number: id };
        if let Some(pending) = self.pending.get_mut(&(person, request_id)) {
            // The answer goes to the connection that asked last: the earlier one may be gone.
            let before = std::mem::replace(&mut pending.conn, conn);
            for (conn, more) in [(before, false), (conn, true)] {
                let Some(known) = self.conns.get_mut(&conn) else { continue };
                known.unanswered = if more { known.unanswered + 1 } else { known.unanswered - 1 };
            }
            self.resumed.push(before);
            return;
        }
        self.carry_out(Requester { conn, person, id, request: request_id, lag }, request);
    }

    /// Handles a request of a client that has not said who it is.
    fn handle_unentered(&mut self, conn: ConnId, id: u64, request: Request) {
        match request {
            Request::Ping(_) => self.answer(conn, id, json!({})),
            Request::RegisterPlayer(register) => self.register(conn, id, register),
            Request::Login(login) => self.login(conn, id, login),
            Request::Language(language) => {
                self.set_language(conn, Some(&language.language));
                self.answer(conn, id, json!({}));
            }
            Request::Lobby(_) => self.lobby(conn, id),
            Request::Replay(replay) => self.replay(conn, id, replay),
            _ => self.refuse(conn, id, &Problem::new("not-entered")),
        }
    }

    fn carry_out(&mut self, requester: Requester, request: Request) {
        let Requester { conn, id, person, .. } = requester;
        let mut plain =
            |table: TableId, kind: CommandKind| self.send_command(requester, table, kind, ReplyKind::Plain);
        match request {
            Request::RegisterPlayer(_) | Request::Login(_) => {
                self.refuse(conn, id, &Problem::new("already-entered"));
            }
            Request::Replay(replay) => self.replay(conn, id, replay),
            Request::Ping(_) => self.answer(conn, id, json!({})),
            Request::Lobby(_) => self.lobby(conn, id),
            Request::Language(language) => {
                self.set_language(conn, Some(&language.language));
                self.answer(conn, id, json!({}));
                self.show_again(conn, person);
            }
            Request::CreateGame(create) => self.create(requester, create),
            Request::DeleteGame(at) => plain(at.table, SeatingRequest::Cancel.into()),
            Request::LeaveGame(at) => plain(at.table, SeatingRequest::Leave.into()),
            Request::GameStart(at) => plain(at.table, StartRequest::Start.into()),
            Request::Pause(at) => plain(at.table, PauseRequest::Pause.into()),
            Request::Resume(at) => plain(at.table, PauseRequest::Resume.into()),
            Request::Resign(at) => plain(at.table, RetireRequest::Resign.into()),
            // The host chooses the new table and its secret.
            Request::Propose(proposal) if proposal.what == "rematch" => {
                self.rematch(requester, proposal.table)
            }
            Request::Propose(proposal) => match CommandKind::propose(&proposal.what) {
                Some(kind) => plain(proposal.table, kind),
                None => self.refuse(conn, id, &Problem::new("no-such-proposal").arg("what", proposal.what)),
            },
            Request::Vote(vote) => plain(vote.table, VoteRequest::VoteAbort { agree: vote.agree }.into()),
            Request::GameAbort(at) => plain(at.table, VoteRequest::ProposeAbort.into()),
            Request::VoteAbort(vote) => {
                plain(vote.table, VoteRequest::VoteAbort { agree: vote.agree }.into());
            }
            Request::Kick(kick) => match crate::protocol_seat(kick.seat) {
                Some(seat) => plain(kick.table, SeatingRequest::Kick { seat }.into()),
                None => self.deny(requester, kick.table, &Denial::NoSuchSeat),
            },
            Request::ArrangeSeat(arrange) => match crate::protocol_seat(arrange.seat) {
                Some(seat) => {
                    plain(arrange.table, SeatingRequest::Arrange { seat, plan: arrange.plan.into() }.into());
                }
                None => self.deny(requester, arrange.table, &Denial::NoSuchSeat),
            },
            Request::JoinGame(join) => {
                if !self.may_enter(person, join.table, join.invite.as_deref()) {
                    return self.refuse(conn, id, &Problem::new("wrong-invite"));
                }
                let seat = match join.seat.map(crate::protocol_seat) {
                    Some(None) => return self.deny(requester, join.table, &Denial::NoSuchSeat),
                    Some(seat) => seat,
                    None => None,
                };
                let name = self.people[&person].name.clone();
                self.view_waiters.entry((person, join.table)).or_default().push((conn, None));
                self.send_command(
                    requester,
                    join.table,
                    SeatingRequest::Join { name, seat },
                    ReplyKind::Join,
                );
            }
            Request::Spectate(spectate) => {
                if !self.may_enter(person, spectate.table, spectate.invite.as_deref()) {
                    return self.refuse(conn, id, &Problem::new("wrong-invite"));
                }
                let name = self.people[&person].name.clone();
                self.view_waiters.entry((person, spectate.table)).or_default().push((conn, None));
                self.send_command(
                    requester,
                    spectate.table,
                    PresenceRequest::Watch { name },
                    ReplyKind::Watch,
                );
            }
            Request::Unspectate(at) => {
                self.send_command(requester, at.table, PresenceRequest::Unwatch, ReplyKind::Unwatch);
            }
            Request::Look(look) => {
                self.view_waiters.entry((person, look.table)).or_default().push((conn, look.version));
                self.send_command(requester, look.table, LookRequest::Look, ReplyKind::Plain);
            }
            Request::Imagine(at) => {
                let secret = SecretSeed::new(credentials::random());
                self.send_command(requester, at.table, LookRequest::Imagine { secret }, ReplyKind::Plain);
            }
            Request::GameMove(play) => match crate::protocol_seat(play.seat) {
                Some(seat) => {
                    // A player who was told late gets that time back.
                    let held = self.tables.get(&play.table).map_or(0, |session| session.held);
                    let requester = Requester { lag: requester.lag + held, ..requester };
                    let ask = ActRequest::Act { seat, version: play.version, action: play.action };
                    self.send_command(requester, play.table, ask, ReplyKind::Version);
                }
                None => self.deny(requester, play.table, &Denial::NoSuchSeat),
            },
            Request::Chat(chat) => self.chat(requester, chat),
            Request::Rematch(at) => self.rematch(requester, at.table),
            Request::Preview(preview) => self.preview(requester, preview),
        }
    }

    /// Adds a command to the next step; its reply comes with the effects of that step.
    pub(super) fn send_command(
        &mut self,
        requester: Requester,
        table: TableId,
        command: impl Into<CommandKind>,
        kind: ReplyKind,
    ) {
        self.wait_for_reply(requester, kind);
        self.push_command(requester, table, command.into());
    }

    pub(super) fn push_command(&mut self, requester: Requester, table: TableId, kind: CommandKind) {
        let Requester { person, request, lag, .. } = requester;
        self.commands.push(Command {
            table,
            from: Origin::Person(person),
            request: Some(request),
            lag,
            kind,
        });
    }

    pub(super) fn wait_for_reply(&mut self, requester: Requester, kind: ReplyKind) {
        let Requester { conn, person, id, request, .. } = requester;
        self.pending.insert((person, request), PendingRequest { conn, id, kind });
        if let Some(conn) = self.conns.get_mut(&conn) {
            conn.unanswered += 1;
        }
    }

    /// Whether a person may come to a table: it is public, the person belongs there, or was invited.
    pub(super) fn may_enter(&self, person: PersonId, table: TableId, invite: Option<&str>) -> bool {
        let Some(session) = self.tables.get(&table) else { return true };
        !session.is_private()
            || session.seats(person)
            || session.opener() == Some(person)
            || session.attached.iter().any(|attached| attached.person == person)
            || self.invites.fits(table, invite)
    }

    /// Shows a connection everything again, as when its language changes.
    fn show_again(&mut self, conn: ConnId, person: PersonId) {
        let tables: Vec<TableId> =
            self.people.get(&person).into_iter().flat_map(PersonState::tables).collect();
        let attached = |table: &TableId| {
            let session = self.tables.get(table);
            session.is_some_and(|session| session.attached.iter().any(|attached| attached.conn == conn))
        };
        let tables: Vec<TableId> = tables.into_iter().filter(attached).collect();
        for table in tables {
            self.view_waiters.entry((person, table)).or_default().push((conn, None));
            self.commands.push(Command::of(Origin::Person(person), table, LookRequest::Look));
        }
    }
}
