//! The effects of a step, sent once the step is stored.

use super::{
    Host, SubmittedStep,
    full_views::{self, ViewFrames},
    render::Renderer,
    replies,
    table_session::{Attached, Recent},
    updates,
};
use crate::protocol::{ChatLine, GameOver, Notice, RematchData, Reminder, Removed, ServerMessage};
use parlor_kit::{Text, Viewer};
use parlor_runtime::{
    Command, CommandKind, Effect, Finish, LookRequest, Millis, OpenRequest, Origin, PersonId,
    PresenceRequest, TableId,
};
use serde_json::Value;
use std::sync::Arc;

/// Sends the effects of a step that is stored.
pub(super) fn send(host: &mut Host, step: SubmittedStep) {
    let SubmittedStep { at: now, records, effects, scores, lobby_lines, .. } = step;
    for (table, entry) in &records {
        if let CommandKind::Open(OpenRequest::Open(setup)) = &entry.command.kind {
            host.note_options(*table, setup);
        }
        host.log_entry(entry);
    }
    for (score, most) in scores {
        host.scores.add(score, most);
    }
    // A connection's commands may follow its lobby lines in the same step, but not the other way round.
    for (line, request) in lobby_lines {
        host.tell_lobby_line(line, request);
    }
    host.tell_effects(now, effects);
}

impl Host {
    fn tell_effects(&mut self, now: Millis, effects: Vec<Effect>) {
        let mut frames = ViewFrames::default();
        let (mut finished, mut entered) = (Vec::new(), Vec::new());
        for effect in effects {
            match effect {
                Effect::Update(update) => updates::send(self, now, update),
                Effect::Reply(reply) => {
                    if let Err(denial) = &reply.result
                        && self.tables.contains_key(&reply.table)
                    {
                        self.log(reply.table, now, || self.refused_in_words(reply.to, denial));
                    }
                    entered.extend(replies::send_reply(self, reply));
                }
                Effect::Shown(shown) => full_views::send(self, &shown, &mut frames),
                Effect::Imagined(state) => self.send_imagined(*state),
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
                    self.tell_some(table, |attached| attached.viewer == Viewer::Seat(seat), &message);
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
                Effect::Rematch { to, table, new } => {
                    let message = ServerMessage::Rematch(RematchData { table, new });
                    self.tell_some(table, |one| to.is_none_or(|to| one.person == to), &message);
                }
                Effect::PlayedFor { table, person, choices } => self.tell_played_for(table, person, choices),
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

    /// Sends all connections of a person that they were removed from a table.
    fn tell_removed(&self, table: TableId, person: PersonId) {
        let (Some(session), Some(present)) = (self.tables.get(&table), self.people.get(&person)) else {
            return;
        };
        for conn in present.conns.iter().filter_map(|conn| self.conns.get(conn)) {
            let text = self.renderer(session, conn.format.language).translate(&Text::new("table-removed"));
            self.outbound.send(&conn.out, ServerMessage::Removed(Removed { table, text }).frame().into());
        }
    }

    /// Tells a person who is back how many choices were made for them.
    fn tell_played_for(&self, table: TableId, person: PersonId, choices: u32) {
        let Some(session) = self.tables.get(&table) else { return };
        let event = Text::new("table-played-for-you").arg("choices", choices);
        for one in session.attached.iter().filter(|one| one.person == person) {
            let text = self.renderer(session, one.format.language).translate(&event);
            let notice = Notice { table, code: event.key.clone(), text, announce: true };
            self.outbound.send(&one.out, ServerMessage::Notice(notice).frame().into());
        }
    }

    /// Sends a message to all connections at a table, each in its language.
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

    /// Sends a message without texts to some of the connections at a table.
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
