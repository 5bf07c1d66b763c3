//! What people ask: turned into commands for the runtime, or answered right away.

use super::{ConnId, Host, Kind, Pending, Problem, people::Present};
use crate::{
    identity,
    protocol::{Chat, ChatLine, ClockChosen, CreateGame, Preview, Request, SeatChosen, TableListed},
    store::{Said, StoredAnswer},
};
use parlor_kit::{ClockPolicy, Countdown, Id, Seat, Secret, Viewer};
use parlor_runtime::{
    ActRequest, ChatRequest, Command, CommandKind, Denial, Millis, OpenRequest, Origin, PauseRequest,
    PersonId, PresenceRequest, RequestId, RetireRequest, SeatPlan, SeatingRequest, Setup, StartRequest,
    TableId, ViewRequest, VoteRequest,
};
use serde_json::json;

/// Who asks, through which connection, under which number.
#[derive(Clone, Copy)]
struct Asker {
    conn: ConnId,
    person: PersonId,
    id: u64,
    request: RequestId,
    lag: Millis,
}

/// Ids from here on are taken as never used twice by a person, whatever the session: such as the time in
/// milliseconds.
const FIRST_UNIQUE_ID: u64 = 1 << 32;
/// How many answers to requests without a line in the journal are remembered for a person.
const MAX_ANSWERS: usize = 32;

impl Host {
    /// Takes in a request.
    pub(crate) fn ask(&mut self, conn: ConnId, id: u64, request: Request, lag: Millis) {
        let Some(known) = self.conns.get(&conn) else { return };
        let (person, session) = (known.person, known.session);
        match (&request, person) {
            (Request::Ping(_), None) => return self.answer(conn, id, json!({})),
            (Request::Login(login), None) => return self.login(conn, id, login),
            (Request::Language(language), None) => {
                self.speak(conn, Some(&language.language));
                return self.answer(conn, id, json!({}));
            }
            (Request::Lobby(_), None) => return self.lobby(conn, id),
            (_, None) => return self.refuse(conn, id, &Problem::new("not-entered")),
            _ => {}
        }
        let Some(person) = person else { return };
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
        self.carry_out(Asker { conn, person, id, request: request_id, lag }, request);
    }

    fn carry_out(&mut self, asker: Asker, request: Request) {
        let Asker { conn, id, person, .. } = asker;
        let mut plain = |table: TableId, kind: CommandKind| self.command(asker, table, kind, Kind::Plain);
        match request {
            Request::RegisterPlayer(_) | Request::Login(_) => {
                self.refuse(conn, id, &Problem::new("already-entered"));
            }
            Request::Replay(_) => self.refuse(conn, id, &Problem::new("server-trouble")),
            Request::Ping(_) => self.answer(conn, id, json!({})),
            Request::Lobby(_) => self.lobby(conn, id),
            Request::Language(language) => {
                self.speak(conn, Some(&language.language));
                self.answer(conn, id, json!({}));
                self.show_again(conn, person);
            }
            Request::CreateGame(create) => self.create(asker, create),
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
                None => self.deny(asker, kick.table, &Denial::NoSuchSeat),
            },
            Request::ArrangeSeat(arrange) => match crate::protocol_seat(arrange.seat) {
                Some(seat) => {
                    plain(arrange.table, SeatingRequest::Arrange { seat, plan: arrange.plan.into() }.into());
                }
                None => self.deny(asker, arrange.table, &Denial::NoSuchSeat),
            },
            Request::JoinGame(join) => {
                if !self.may_enter(person, join.table, join.invite.as_deref()) {
                    return self.refuse(conn, id, &Problem::new("wrong-invite"));
                }
                let seat = match join.seat.map(crate::protocol_seat) {
                    Some(None) => return self.deny(asker, join.table, &Denial::NoSuchSeat),
                    Some(seat) => seat,
                    None => None,
                };
                let name = self.people[&person].name.clone();
                self.wanting.entry((person, join.table)).or_default().push((conn, None));
                self.command(asker, join.table, SeatingRequest::Join { name, seat }, Kind::Join);
            }
            Request::Spectate(spectate) => {
                if !self.may_enter(person, spectate.table, spectate.invite.as_deref()) {
                    return self.refuse(conn, id, &Problem::new("wrong-invite"));
                }
                let name = self.people[&person].name.clone();
                self.wanting.entry((person, spectate.table)).or_default().push((conn, None));
                self.command(asker, spectate.table, PresenceRequest::Watch { name }, Kind::Watch);
            }
            Request::Unspectate(at) => self.command(asker, at.table, PresenceRequest::Unwatch, Kind::Unwatch),
            Request::Look(look) => {
                self.wanting.entry((person, look.table)).or_default().push((conn, look.version));
                self.command(asker, look.table, ViewRequest::Look, Kind::Plain);
            }
            Request::GameMove(play) => match crate::protocol_seat(play.seat) {
                Some(seat) => {
                    // A player who was told late gets that time back.
                    let held = self.tables.get(&play.table).map_or(0, |hub| hub.held);
                    let asker = Asker { lag: asker.lag + held, ..asker };
                    let ask = ActRequest::Act { seat, version: play.version, action: play.action };
                    self.command(asker, play.table, ask, Kind::Version);
                }
                None => self.deny(asker, play.table, &Denial::NoSuchSeat),
            },
            Request::Chat(chat) => self.chat(asker, chat),
            Request::Rematch(at) => self.rematch(asker, at.table),
            Request::Preview(preview) => self.preview(asker, &preview),
        }
    }

    /// Hands a request to the runtime; its answer comes with the next step.
    fn command(&mut self, asker: Asker, table: TableId, command: impl Into<CommandKind>, kind: Kind) {
        let Asker { person, request, lag, .. } = asker;
        self.wait_for_answer(asker, kind);
        self.commands.push(Command {
            table,
            from: Origin::Person(person),
            request: Some(request),
            lag,
            kind: command.into(),
        });
    }

    fn wait_for_answer(&mut self, asker: Asker, kind: Kind) {
        let Asker { conn, person, id, request, .. } = asker;
        self.pending.insert((person, request), Pending { conn, id, kind });
        if let Some(conn) = self.conns.get_mut(&conn) {
            conn.unanswered += 1;
        }
    }

    fn deny(&mut self, asker: Asker, table: TableId, denial: &Denial) {
        let message = self.denied(asker.conn, table, denial);
        self.answer_with(asker.conn, asker.id, &message);
    }

    /// Whether somebody may come to a table: it is public, they belong there, or they were invited.
    fn may_enter(&self, person: PersonId, table: TableId, invite: Option<&str>) -> bool {
        let Some(hub) = self.tables.get(&table) else { return true };
        !hub.is_private()
            || hub.seats(person)
            || hub.opener() == Some(person)
            || hub.attached.iter().any(|attached| attached.person == person)
            || self.invites.fits(table, invite)
    }

    /// Whether somebody may open one more table; otherwise they are told. Those that are being opened count already.
    fn may_open(&mut self, asker: Asker) -> bool {
        let own = self.people.get(&asker.person).map_or(0, |present| present.opened.len());
        let opens = |kind: &Kind| matches!(kind, Kind::Open { .. } | Kind::Rematch { .. });
        let opening =
            self.pending.iter().filter(|((by, _), pending)| *by == asker.person && opens(&pending.kind));
        let most = self.config.limits.tables_per_person;
        let may = own + opening.count() < most;
        if !may {
            self.refuse(asker.conn, asker.id, &Problem::new("too-many-tables").arg("most", most));
        }
        may
    }

    fn rematch(&mut self, asker: Asker, table: TableId) {
        if !self.may_open(asker) {
            return;
        }
        let new = self.invites.new_table(asker.person, asker.request);
        let secret = Secret::new(identity::random());
        self.command(asker, table, StartRequest::Rematch { table: new, secret }, Kind::Rematch { new });
    }

    fn create(&mut self, asker: Asker, create: CreateGame) {
        if !self.may_open(asker) {
            return;
        }
        let seat = create.seats.iter().position(|seat| *seat == SeatChosen::Person);
        let seat = seat.filter(|_| create.opener_plays);
        let kind = Kind::Open { seat, private: create.private };
        let setup = Setup {
            game: create.game,
            opener: self.people[&asker.person].name.clone(),
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
            secret: Secret::new(identity::random()),
        };
        let table = self.invites.new_table(asker.person, asker.request);
        self.command(asker, table, OpenRequest::Open(Box::new(setup)), kind);
    }

    fn chat(&mut self, asker: Asker, chat: Chat) {
        let Asker { conn, id, person, request, .. } = asker;
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
            return self.command(asker, table, ChatRequest::Say { text: chat.text }, Kind::Plain);
        }
        let Some(text) = parlor_runtime::chat_line(&chat.text, length) else {
            return self.refuse(conn, id, &Problem::new("bad-chat").arg("most", length));
        };
        let name = self.people[&person].name.clone();
        let line = ChatLine { table: None, person, name: name.clone(), text: text.clone(), at: now };
        self.batch.said.push(Said { table: None, person, name, text, at: now });
        self.remember_answer(person, request, now);
        self.lobby_lines.push((line, request));
        self.wait_for_answer(asker, Kind::Plain);
    }

    /// Stores that a line of chat was said, so that it is not said again when the request is repeated.
    pub(super) fn remember_answer(&mut self, person: PersonId, request: RequestId, now: Millis) {
        let answer = StoredAnswer { person, request, answer: "{}".into(), at: now };
        if let Some(present) = self.people.get_mut(&person) {
            if present.answers.len() >= MAX_ANSWERS {
                present.answers.pop_front();
            }
            present.answers.push_back(answer.clone());
        }
        self.batch.answers.push(answer);
    }

    /// What a table will look like at the start: one that could be opened, or one that waits for people.
    fn preview(&mut self, asker: Asker, preview: &Preview) {
        let (game, scene) = match preview.table {
            None => {
                let scene = self.runtime.preview(&preview.game, &preview.options, preview.seats);
                (preview.game.clone(), scene)
            }
            Some(table) => {
                if !self.may_enter(asker.person, table, None) {
                    return self.refuse(asker.conn, asker.id, &Problem::new("wrong-invite"));
                }
                let hub = self.tables.get(&table);
                let Some((hub, summary)) = hub.and_then(|hub| Some((hub, hub.summary.as_ref()?))) else {
                    return self.deny(asker, table, &Denial::NoSuchTable);
                };
                // The options of a table are complete already, with what the host sets in them.
                let scene = self.runtime.game(&summary.game);
                let scene = scene
                    .and_then(|game| game.preview(&hub.options, summary.seats.len()).map_err(Denial::from));
                (summary.game.clone(), scene)
            }
        };
        match scene {
            Ok(scene) => {
                let translator = self.catalogue.translator(&game);
                let mut scene = serde_json::to_value(scene).unwrap_or_default();
                translator.translate_json(self.language(asker.conn), &mut scene, &[]);
                self.answer(asker.conn, asker.id, json!({ "scene": scene }));
            }
            Err(denial) => {
                let text = self.catalogue.translator(&game).translate(
                    self.language(asker.conn),
                    &denial.text(),
                    &[],
                );
                let error = crate::protocol::ErrorData { code: denial.code(), text, version: None };
                self.answer_with(asker.conn, asker.id, &crate::protocol::Message::Error(error));
            }
        }
    }

    fn lobby(&mut self, conn: ConnId, id: u64) {
        let Some(bound) = self.conns.get_mut(&conn) else { return };
        bound.lobby = true;
        let language = bound.format.language;
        let tables = self.listed(language);
        self.answer(conn, id, json!({ "tables": tables, "chat": self.chat }));
    }

    /// All public tables, in a language.
    pub(crate) fn listed(&self, language: usize) -> Vec<TableListed> {
        let mut tables: Vec<TableListed> = self
            .tables
            .values()
            .filter(|hub| !hub.is_private())
            .filter_map(|hub| Some(self.renderer(hub, language).summary(hub.summary.as_ref()?)))
            .collect();
        tables.sort_by_key(|table| (table.opened_at, table.table));
        tables
    }

    /// Shows a connection everything again, as when its language changes.
    fn show_again(&mut self, conn: ConnId, person: PersonId) {
        let tables: Vec<TableId> = self.people.get(&person).into_iter().flat_map(Present::tables).collect();
        let attached = |table: &TableId| {
            let hub = self.tables.get(table);
            hub.is_some_and(|hub| hub.attached.iter().any(|attached| attached.conn == conn))
        };
        let tables: Vec<TableId> = tables.into_iter().filter(attached).collect();
        for table in tables {
            self.wanting.entry((person, table)).or_default().push((conn, None));
            self.commands.push(Command::of(Origin::Person(person), table, ViewRequest::Look));
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

fn clock(chosen: ClockChosen) -> ClockPolicy {
    let ClockChosen { move_ms, total_ms, countdown_ms } = chosen;
    ClockPolicy { move_ms, total_ms, countdown_ms: countdown_ms.map(Countdown::Ms) }
}

/// Whether somebody looks from this seat.
pub(crate) fn looks_from(viewer: Viewer, seat: Seat) -> bool {
    viewer == Viewer::Seat(seat)
}
