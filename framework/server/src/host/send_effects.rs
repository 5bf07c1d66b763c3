//! What leaves after everything is stored.

use super::{
    ConnId, Host, Pending, ReplyKind, Step,
    frames::moved,
    render::Renderer,
    requests::looks_from,
    table_session::{Attached, Recent, TableSession},
    updates::Made,
};
use crate::protocol::{ChatLine, ErrorData, GameOver, Notice, RematchData, Reminder, Removed, ServerMessage};
use parlor_kit::Text;
use parlor_runtime::{
    Command, CommandKind, Denial, Effect, Finish, LookRequest, Millis, OpenRequest, Origin, PersonId,
    PresenceRequest, Reply, RequestId, TableId,
};
use serde_json::{Value, json};
use smallvec::{SmallVec, smallvec};
use std::{collections::hash_map::Entry, sync::Arc};

impl Host {
    /// Tells what follows from a step that is stored.
    pub(super) fn dispatch(&mut self, step: Step) {
        let Step { at: now, records, effects, scores, lobby_lines, .. } = step;
        for (table, entry) in &records {
            if let CommandKind::Open(OpenRequest::Open(setup)) = &entry.command.kind {
                self.note_options(*table, setup);
            }
            self.log_entry(entry);
        }
        for (score, most) in scores {
            self.scores.add(score, most);
        }
        // A connection's commands may follow its lobby lines in the same step, but not the other way round.
        for (line, request) in lobby_lines {
            self.tell_lobby_line(line, request);
        }
        self.tell_effects(now, effects);
    }

    fn tell_effects(&mut self, now: Millis, effects: Vec<Effect>) {
        let mut effects = effects.into_iter().peekable();
        let mut made = Made::default();
        let (mut finished, mut entered) = (Vec::new(), Vec::new());
        while let Some(effect) = effects.next() {
            match effect {
                Effect::Update { to, update } => {
                    let (table, version) = (update.table, update.version);
                    let (mut updates, mut offers) = (smallvec![(to, update)], SmallVec::<[_; 2]>::new());
                    // The offers of a step follow its updates; each goes out together with the update of its seat.
                    loop {
                        let same = |effect: &Effect| match effect {
                            Effect::Update { update, .. } => {
                                (update.table, update.version) == (table, version)
                            }
                            Effect::Offers { table: t, version: v, .. } => (*t, *v) == (table, version),
                            _ => false,
                        };
                        match effects.next_if(same) {
                            Some(Effect::Update { to, update }) => updates.push((to, update)),
                            Some(Effect::Offers { seat, offers: new, .. }) => offers.push((seat, new)),
                            _ => break,
                        }
                    }
                    self.tell_update(now, table, updates, &offers);
                }
                Effect::Offers { .. } => {}
                Effect::Reply(reply) => {
                    if let Err(denial) = &reply.result
                        && self.tables.contains_key(&reply.table)
                    {
                        self.log(reply.table, now, || self.refused_in_words(reply.to, denial));
                    }
                    entered.extend(self.tell_reply(reply));
                }
                Effect::Shown(shown) => self.tell_shown(&shown, &mut made),
                Effect::Imagined(state) => self.tell_imagined(*state),
                Effect::Notice { table, event } => {
                    self.log(table, now, || self.in_english(table, &event.text));
                    let announce = event.announce;
                    self.tell_table(table, |renderer| {
                        let code = event.text.key.clone();
                        ServerMessage::Notice(Notice {
                            table,
                            code,
                            text: renderer.translate(&event.text),
                            announce,
                        })
                    });
                    if let Some(session) = self.tables.get_mut(&table) {
                        session.remember(Recent::Notice(event));
                    }
                }
                Effect::Reminder { table, seat, percent, left } => {
                    let message = ServerMessage::Reminder(Reminder {
                        table,
                        seat: seat.index(),
                        percent,
                        left_ms: left,
                    });
                    self.tell_some(table, |attached| looks_from(attached.viewer, seat), &message);
                }
                Effect::Said { table, by, name, text, .. } => {
                    let line = ChatLine { table: Some(table), person: by, name, text, at: now };
                    let message = ServerMessage::Chat(line.clone());
                    self.tell_some(table, |_| true, &message);
                    if let Some(session) = self.tables.get_mut(&table) {
                        session.heard(line);
                    }
                }
                Effect::Listed(summary) => self.list(*summary),
                Effect::Closed(table) => self.close(table),
                Effect::Removed { table, person } => self.tell_removed(table, person),
                Effect::Think(task) => self.bot_pool.think(*task),
                // The last step is shown before the result is told.
                Effect::Finished(finish) => finished.push(finish),
                Effect::Rematch { table, new } => {
                    let message = ServerMessage::Rematch(RematchData { table, new });
                    self.tell_some(table, |_| true, &message);
                }
            }
        }
        for (person, table) in entered {
            self.complete_entrance(person, table);
        }
        for finish in finished {
            self.tell_finish(now, &finish);
            if let Some(session) = self.tables.get_mut(&finish.table) {
                session.wind_up();
            }
        }
    }

    pub(crate) fn renderer<'a>(&'a self, session: &'a TableSession, language: usize) -> Renderer<'a> {
        let game = session.summary.as_ref().map_or("", |summary| summary.game.as_str());
        Renderer {
            // A table that plays on with an earlier edition has its words, too.
            translator: session
                .edition
                .as_ref()
                .map_or_else(|| self.catalogue.translator(game), |edition| &edition.translator),
            language: &self.catalogue.languages[language],
            names: &session.names,
        }
    }

    fn in_english(&self, table: TableId, text: &parlor_kit::Text) -> String {
        let Some(session) = self.tables.get(&table) else { return String::new() };
        Renderer { language: "en", ..self.renderer(session, 0) }.translate(text)
    }

    /// Why the runtime denied something, in the words of whoever asked.
    pub(crate) fn denied(&self, conn: ConnId, table: TableId, denial: &Denial) -> ServerMessage {
        let language = self.conns.get(&conn).map_or(0, |conn| conn.format.language);
        let text = match self.tables.get(&table) {
            Some(session) => self.renderer(session, language).translate(&denial.text()),
            None => self.catalogue.lobby.translate(&self.catalogue.languages[language], &denial.text(), &[]),
        };
        let version = match denial {
            Denial::Stale { version } => Some(*version),
            _ => None,
        };
        ServerMessage::Error(ErrorData { version, ..ErrorData::new(denial.code(), text) })
    }

    /// Answers a request. Gives the person and the table where they have come to one.
    fn tell_reply(&mut self, reply: Reply) -> Option<(PersonId, TableId)> {
        let Reply { to, request, table, result } = reply;
        let pending = self.answered(to, request?)?;
        let message = match &result {
            Err(denial) => {
                self.stop_waiting_for_view(to, table, pending.conn);
                match denial {
                    // A game is not known at a table that was never opened: its own words come from the game.
                    Denial::Refused(_) if !self.tables.contains_key(&table) => {
                        self.denied_anywhere(pending.conn, denial)
                    }
                    _ => self.denied(pending.conn, table, denial),
                }
            }
            Ok(answer) => ServerMessage::Ok(match pending.kind {
                ReplyKind::Plain => json!({}),
                ReplyKind::Version => {
                    self.send(pending.conn, moved(pending.id, answer.version));
                    return None;
                }
                ReplyKind::Join => json!({ "seat": answer.seat, "version": answer.version }),
                ReplyKind::Watch => {
                    if let Some(present) = self.people.get_mut(&to) {
                        present.watching.insert(table);
                    }
                    if let Some(session) = self.tables.get_mut(&table) {
                        session.guests.insert(to);
                    }
                    json!({ "version": answer.version })
                }
                ReplyKind::Unwatch => {
                    if let Some(present) = self.people.get_mut(&to) {
                        present.watching.remove(&table);
                    }
                    if let Some(session) = self.tables.get_mut(&table)
                        && !session.seats(to)
                    {
                        session.detach(|attached| attached.person == to);
                    }
                    json!({})
                }
                ReplyKind::Open { seat, private } => {
                    let mut data = json!({ "table": table });
                    match seat {
                        Some(seat) => data["seat"] = seat.into(),
                        None => self.let_watch(to, table, pending.conn),
                    }
                    if private {
                        data["invite"] = self.invites.of(table).into();
                    }
                    data
                }
                ReplyKind::Rematch { new } => json!({ "table": new }),
            }),
        };
        self.send(pending.conn, message.answer(Some(pending.id)).into());
        let comes = matches!(pending.kind, ReplyKind::Join | ReplyKind::Watch | ReplyKind::Open { .. });
        (comes && result.is_ok()).then_some((to, table))
    }

    /// Takes a request off the list of those that wait for an answer.
    pub(super) fn answered(&mut self, person: PersonId, request: RequestId) -> Option<Pending> {
        let pending = self.pending.remove(&(person, request))?;
        if let Some(conn) = self.conns.get_mut(&pending.conn) {
            conn.unanswered -= 1;
            self.resumed.push(pending.conn);
        }
        Some(pending)
    }

    /// A person came to a table while the step was being stored, and may be gone again or have come back since.
    fn complete_entrance(&mut self, person: PersonId, table: TableId) {
        let origin = Origin::Person(person);
        if self.people.get(&person).is_none_or(|present| present.conns.is_empty()) {
            self.commands.push(Command::of(origin, table, PresenceRequest::Lost));
        } else if self.view_waiters.contains_key(&(person, table)) {
            // The answer to a repeated request shows nothing.
            self.commands.push(Command::of(origin, table, LookRequest::Look));
        }
    }

    /// A connection does not wait to be shown a table any more.
    fn stop_waiting_for_view(&mut self, person: PersonId, table: TableId, conn: ConnId) {
        if let Entry::Occupied(mut view_waiters) = self.view_waiters.entry((person, table)) {
            view_waiters.get_mut().retain(|(waiting, _)| *waiting != conn);
            if view_waiters.get().is_empty() {
                view_waiters.remove();
            }
        }
    }

    /// Answers who said something in the lobby, and tells everybody there.
    fn tell_lobby_line(&mut self, line: ChatLine, request: RequestId) {
        let person = line.person;
        if let Some(pending) = self.answered(person, request) {
            self.answer(pending.conn, pending.id, json!({}));
        }
        self.announce(line);
    }

    /// A refusal by the rules of a game whose table does not exist: any translator that knows the words will do.
    pub(super) fn denied_anywhere(&self, conn: ConnId, denial: &Denial) -> ServerMessage {
        let (text, language) = (denial.text(), self.language(conn));
        let translators = self.catalogue.games.values().map(|offered| &offered.edition.translator);
        let translator = translators.into_iter().find(|translator| translator.has_in_any(&text.key));
        let words = translator.unwrap_or(&self.catalogue.lobby).translate(language, &text, &[]);
        ServerMessage::Error(ErrorData::new(denial.code(), words))
    }

    /// Whoever opened a table without playing watches it.
    fn let_watch(&mut self, person: PersonId, table: TableId, conn: ConnId) {
        let Some(present) = self.people.get_mut(&person) else { return };
        present.watching.insert(table);
        if let Some(session) = self.tables.get_mut(&table) {
            session.guests.insert(person);
        }
        let ask = PresenceRequest::Watch { name: present.name.clone() };
        self.view_waiters.entry((person, table)).or_default().push((conn, None));
        self.commands.push(Command::of(Origin::Person(person), table, ask));
    }

    /// Tells somebody that they were sent away, wherever they are now.
    fn tell_removed(&self, table: TableId, person: PersonId) {
        let (Some(session), Some(present)) = (self.tables.get(&table), self.people.get(&person)) else {
            return;
        };
        for conn in present.conns.iter().filter_map(|conn| self.conns.get(conn)) {
            let text = self.renderer(session, conn.format.language).translate(&Text::new("table-removed"));
            self.outbound.send(&conn.out, ServerMessage::Removed(Removed { table, text }).frame().into());
        }
    }

    /// Tells everybody at a table, each in their language.
    fn tell_table(&mut self, table: TableId, message: impl Fn(Renderer<'_>) -> ServerMessage) {
        let Some(session) = self.tables.get(&table) else { return };
        let mut frames: Vec<(usize, Arc<str>)> = Vec::new();
        for one in &session.attached {
            let frame = match frames.iter().find(|(language, _)| *language == one.format.language) {
                Some((_, frame)) => frame.clone(),
                None => {
                    let frame =
                        Arc::<str>::from(message(self.renderer(session, one.format.language)).frame());
                    frames.push((one.format.language, frame.clone()));
                    frame
                }
            };
            self.outbound.send(&one.out, frame);
        }
    }

    /// Tells some of those at a table something that has no words.
    fn tell_some(&mut self, table: TableId, who: impl Fn(&Attached) -> bool, message: &ServerMessage) {
        let Some(session) = self.tables.get(&table) else { return };
        let frame = Arc::<str>::from(message.frame());
        for one in session.attached.iter().filter(|attached| who(attached)) {
            self.outbound.send(&one.out, frame.clone());
        }
    }

    fn tell_finish(&mut self, now: Millis, finish: &Finish) {
        let table = finish.table;
        let highscores = self.highscores(table);
        let result = crate::store::FinishedGame {
            table,
            game: finish.game.clone(),
            game_version: finish.game_version.clone(),
            private: false,
            participants: finish.participants.clone(),
            outcome: finish.outcome.clone(),
            aborted: finish.aborted.clone(),
            options: Value::Null,
            began_at: finish.began_at,
            ended_at: finish.ended_at,
            steps: finish.steps,
            recording: Some(table.to_string()),
        };
        self.log(table, now, || {
            let places = finish.outcome.as_ref().map(|outcome| outcome.places.to_vec());
            format!("over: places {places:?}, aborted {:?}", finish.aborted)
        });
        self.tell_table(table, |renderer| {
            let result = renderer.result(&result, highscores.clone());
            ServerMessage::GameOver(Box::new(GameOver { table, result }))
        });
    }
}
