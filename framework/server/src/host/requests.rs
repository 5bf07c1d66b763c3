//! What people ask: turned into commands for the runtime, or answered right away.

use super::{ConnId, Host, Pending, Problem, ReplyKind, people::PersonState};
use crate::{
    credentials,
    protocol::{Chat, ChatLine, ClockChoice, CreateGame, Request, SeatChoice},
    store::{ChatEntry, MAX_ANSWERS_PER_PERSON, StoredReply},
};
use parlor_kit::{ClockPolicy, Countdown, Id, Seat, SecretSeed, Viewer};
use parlor_runtime::{
    ActRequest, ChatRequest, Command, CommandKind, Denial, LookRequest, Millis, OpenRequest, Origin,
    PauseRequest, PersonId, PresenceRequest, RequestId, RetireRequest, SeatPlan, SeatingRequest, Setup,
    StartRequest, TableId, VoteRequest,
};
use serde_json::json;

/// Who asks, through which connection, under which number.
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

impl Host {
    /// Takes in a request.
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
            |table: TableId, kind: CommandKind| self.command(requester, table, kind, ReplyKind::Plain);
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
                self.command(requester, join.table, SeatingRequest::Join { name, seat }, ReplyKind::Join);
            }
            Request::Spectate(spectate) => {
                if !self.may_enter(person, spectate.table, spectate.invite.as_deref()) {
                    return self.refuse(conn, id, &Problem::new("wrong-invite"));
                }
                let name = self.people[&person].name.clone();
                self.view_waiters.entry((person, spectate.table)).or_default().push((conn, None));
                self.command(requester, spectate.table, PresenceRequest::Watch { name }, ReplyKind::Watch);
            }
            Request::Unspectate(at) => {
                self.command(requester, at.table, PresenceRequest::Unwatch, ReplyKind::Unwatch);
            }
            Request::Look(look) => {
                self.view_waiters.entry((person, look.table)).or_default().push((conn, look.version));
                self.command(requester, look.table, LookRequest::Look, ReplyKind::Plain);
            }
            Request::Imagine(at) => {
                let secret = SecretSeed::new(credentials::random());
                self.command(requester, at.table, LookRequest::Imagine { secret }, ReplyKind::Plain);
            }
            Request::GameMove(play) => match crate::protocol_seat(play.seat) {
                Some(seat) => {
                    // A player who was told late gets that time back.
                    let held = self.tables.get(&play.table).map_or(0, |session| session.held);
                    let requester = Requester { lag: requester.lag + held, ..requester };
                    let ask = ActRequest::Act { seat, version: play.version, action: play.action };
                    self.command(requester, play.table, ask, ReplyKind::Version);
                }
                None => self.deny(requester, play.table, &Denial::NoSuchSeat),
            },
            Request::Chat(chat) => self.chat(requester, chat),
            Request::Rematch(at) => self.rematch(requester, at.table),
            Request::Preview(preview) => self.preview(requester, preview),
        }
    }

    /// Hands a request to the runtime; its answer comes with the next step.
    fn command(
        &mut self,
        requester: Requester,
        table: TableId,
        command: impl Into<CommandKind>,
        kind: ReplyKind,
    ) {
        self.wait_for_answer(requester, kind);
        self.push_command(requester, table, command.into());
    }

    fn push_command(&mut self, requester: Requester, table: TableId, kind: CommandKind) {
        let Requester { person, request, lag, .. } = requester;
        self.commands.push(Command {
            table,
            from: Origin::Person(person),
            request: Some(request),
            lag,
            kind,
        });
    }

    /// A request that was refused before it reached the runtime waits for no answer.
    pub(super) fn forget_pending(&mut self, conn: ConnId, id: u64) {
        let refused = self.pending.iter().find(|(_, pending)| pending.conn == conn && pending.id == id);
        if let Some((person, request)) = refused.map(|(key, _)| *key) {
            self.answered(person, request);
        }
    }

    fn wait_for_answer(&mut self, requester: Requester, kind: ReplyKind) {
        let Requester { conn, person, id, request, .. } = requester;
        self.pending.insert((person, request), Pending { conn, id, kind });
        if let Some(conn) = self.conns.get_mut(&conn) {
            conn.unanswered += 1;
        }
    }

    pub(super) fn deny(&mut self, requester: Requester, table: TableId, denial: &Denial) {
        let message = self.denied(requester.conn, table, denial);
        self.answer_with(requester.conn, requester.id, &message);
    }

    /// Whether somebody may come to a table: it is public, they belong there, or they were invited.
    pub(super) fn may_enter(&self, person: PersonId, table: TableId, invite: Option<&str>) -> bool {
        let Some(session) = self.tables.get(&table) else { return true };
        !session.is_private()
            || session.seats(person)
            || session.opener() == Some(person)
            || session.attached.iter().any(|attached| attached.person == person)
            || self.invites.fits(table, invite)
    }

    /// Whether somebody may open one more table; otherwise they are told. Those that are being opened count already.
    fn may_open(&mut self, requester: Requester) -> bool {
        let own = self.people.get(&requester.person).map_or(0, |present| present.opened.len());
        let opens = |kind: &ReplyKind| matches!(kind, ReplyKind::Open { .. } | ReplyKind::Rematch { .. });
        let opening =
            self.pending.iter().filter(|((by, _), pending)| *by == requester.person && opens(&pending.kind));
        let most = self.config.limits.tables_per_person;
        let may = own + opening.count() < most;
        if !may {
            self.refuse(requester.conn, requester.id, &Problem::new("too-many-tables").arg("most", most));
        }
        may
    }

    fn rematch(&mut self, requester: Requester, table: TableId) {
        if !self.may_open(requester) {
            return;
        }
        let new = self.invites.new_table(requester.person, requester.request);
        let secret = SecretSeed::new(credentials::random());
        self.command(
            requester,
            table,
            StartRequest::Rematch { table: new, secret },
            ReplyKind::Rematch { new },
        );
    }

    fn create(&mut self, requester: Requester, create: CreateGame) {
        let table = self.invites.new_table(requester.person, requester.request);
        let is_repeated = self.tables.contains_key(&table);
        if !is_repeated && !self.may_open(requester) {
            return;
        }
        let seat = create.seats.iter().position(|seat| *seat == SeatChoice::Person);
        let seat = seat.filter(|_| create.opener_plays);
        let kind = ReplyKind::Open { seat, private: create.private };
        let setup = Setup {
            game: create.game,
            opener: self.people[&requester.person].name.clone(),
            name: parlor_runtime::clean_line(&create.name),
            options: create.options,
            seats: create.seats.into_iter().map(SeatPlan::from).collect(),
            // Without a seat for people there is nothing to play on.
            opener_plays: seat.is_some(),
            spectators: create.spectators,
            private: create.private,
            clock: create.clock.map(clock),
            lost: None,
            allow: create.allow.into_iter().map(Id::from).collect(),
            secret: SecretSeed::new(credentials::random()),
            complete: false,
        };
        self.wait_for_answer(requester, kind);
        if is_repeated {
            // The runtime knows the answer.
            self.push_open(requester, table, Box::new(setup));
        } else {
            self.complete_setup(requester, table, Box::new(setup));
        }
    }

    /// Opens a table in the next step.
    pub(super) fn push_open(&mut self, requester: Requester, table: TableId, setup: Box<Setup>) {
        self.push_command(requester, table, OpenRequest::Open(setup).into());
    }

    fn chat(&mut self, requester: Requester, chat: Chat) {
        let Requester { conn, id, person, request, .. } = requester;
        let now = self.clock.now();
        let Some(present) = self.people.get(&person) else { return };
        if let Some(known) = present.answers.iter().find(|known| known.request == request) {
            let data = serde_json::from_str(&known.answer).unwrap_or_default();
            return self.answer(conn, id, data);
        }
        let limits = &self.config.limits;
        let (length, rate) = (limits.chat_length, limits.chat_per_ten_seconds);
        let may = self.people.get_mut(&person).is_some_and(|present| present.may_speak(now, rate));
        if !may {
            return self.refuse(conn, id, &Problem::new("chat-too-fast"));
        }
        if let Some(table) = chat.table {
            return self.command(requester, table, ChatRequest::Say { text: chat.text }, ReplyKind::Plain);
        }
        let Some(text) = parlor_runtime::chat_line(&chat.text, length) else {
            return self.refuse(conn, id, &Problem::new("bad-chat").arg("most", length));
        };
        let name = self.people[&person].name.clone();
        let line = ChatLine { table: None, person, name: name.clone(), text: text.clone(), at: now };
        self.batch.said.push(ChatEntry { table: None, person, name, text, at: now });
        self.remember_answer(person, request, now);
        self.lobby_lines.push((line, request));
        self.wait_for_answer(requester, ReplyKind::Plain);
    }

    /// Stores that a line of chat was said, so that it is not said again when the request is repeated.
    pub(super) fn remember_answer(&mut self, person: PersonId, request: RequestId, now: Millis) {
        let answer = StoredReply { person, request, answer: "{}".into(), at: now };
        if let Some(present) = self.people.get_mut(&person) {
            if present.answers.len() >= MAX_ANSWERS_PER_PERSON {
                present.answers.pop_front();
            }
            present.answers.push_back(answer.clone());
        }
        self.batch.answers.push(answer);
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

/// Whether a request is handed to the runtime as it is, so that it may follow others that are not answered yet.
pub(crate) fn is_command(request: &Request) -> bool {
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

fn clock(chosen: ClockChoice) -> ClockPolicy {
    let ClockChoice { move_ms, total_ms, countdown_ms } = chosen;
    ClockPolicy { move_ms, total_ms, countdown_ms: countdown_ms.map(Countdown::Ms) }
}

/// Whether somebody looks from this seat.
pub(crate) fn looks_from(viewer: Viewer, seat: Seat) -> bool {
    viewer == Viewer::Seat(seat)
}
