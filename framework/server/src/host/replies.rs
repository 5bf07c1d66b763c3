//! Replies to requests: of the runtime, of the store, and of the host itself.

use super::{ConnId, Host, Problem, requests::Requester};
use crate::{
    json_writer::JsonWriter,
    protocol::{ErrorData, ServerMessage},
};
use parlor_runtime::{Command, Denial, Origin, PersonId, PresenceRequest, Reply, RequestId, TableId};
use serde_json::{Value, json};
use std::{collections::hash_map::Entry, sync::Arc};

/// A request that waits for its reply.
pub(super) struct PendingRequest {
    pub(super) conn: ConnId,
    pub(super) id: u64,
    pub(super) kind: ReplyKind,
}

/// What the reply to a request tells.
pub(super) enum ReplyKind {
    Plain,
    Open { seat: Option<usize>, private: bool },
    Join,
    Version,
    Watch,
    Unwatch,
    Rematch,
}

/// Sends the reply of the runtime to a request. Gives the person and the table if the person came to it.
pub(super) fn send_reply(host: &mut Host, reply: Reply) -> Option<(PersonId, TableId)> {
    let Reply { to, request, table, result } = reply;
    let pending = host.answered(to, request?)?;
    let message = match &result {
        Err(denial) => {
            host.stop_waiting_for_view(to, table, pending.conn);
            match denial {
                // A game is not known at a table that was never opened: its own words come from the game.
                Denial::Refused(_) if !host.tables.contains_key(&table) => {
                    host.denied_anywhere(pending.conn, denial)
                }
                _ => host.denied(pending.conn, table, denial),
            }
        }
        Ok(answer) => ServerMessage::Ok(match pending.kind {
            ReplyKind::Plain | ReplyKind::Rematch => json!({}),
            ReplyKind::Version => {
                host.send(pending.conn, moved(pending.id, answer.version));
                return None;
            }
            ReplyKind::Join => {
                // A person with a seat is no spectator any more.
                if let Some(present) = host.people.get_mut(&to) {
                    present.watching.remove(&table);
                }
                json!({ "seat": answer.seat, "version": answer.version })
            }
            ReplyKind::Watch => {
                let sits = host.tables.get(&table).is_some_and(|session| session.seats(to));
                if let Some(present) = host.people.get_mut(&to).filter(|_| !sits) {
                    present.watching.insert(table);
                }
                if let Some(session) = host.tables.get_mut(&table) {
                    session.guests.insert(to);
                }
                json!({ "version": answer.version })
            }
            ReplyKind::Unwatch => {
                if let Some(present) = host.people.get_mut(&to) {
                    present.watching.remove(&table);
                }
                if let Some(session) = host.tables.get_mut(&table)
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
                    None => host.let_watch(to, table, pending.conn),
                }
                if private {
                    data["invite"] = host.invites.of(table).into();
                }
                data
            }
        }),
    };
    host.send(pending.conn, message.answer(Some(pending.id)).into());
    let comes = matches!(pending.kind, ReplyKind::Join | ReplyKind::Watch | ReplyKind::Open { .. });
    (comes && result.is_ok()).then_some((to, table))
}

impl Host {
    pub(crate) fn send(&mut self, conn: ConnId, frame: Arc<str>) {
        let Some(out) = self.conns.get(&conn).map(|conn| &conn.out) else { return };
        self.outbound.send(out, frame);
    }

    /// Answers a request with its data.
    pub(crate) fn answer(&mut self, conn: ConnId, id: u64, data: Value) {
        self.answer_with(conn, id, &ServerMessage::Ok(data));
    }

    /// Refuses a request.
    pub(crate) fn refuse(&mut self, conn: ConnId, id: u64, problem: &Problem) {
        let text = self.catalogue.lobby.translate(self.language(conn), &problem.0, &[]);
        let error = ErrorData::new(problem.0.key.clone(), text);
        self.answer_with(conn, id, &ServerMessage::Error(error));
    }

    pub(super) fn deny(&mut self, requester: Requester, table: TableId, denial: &Denial) {
        let message = self.denied(requester.conn, table, denial);
        self.answer_with(requester.conn, requester.id, &message);
    }

    pub(crate) fn answer_with(&mut self, conn: ConnId, id: u64, message: &ServerMessage) {
        self.send(conn, message.answer(Some(id)).into());
    }

    /// The error for a denial of the runtime, in the language of the connection.
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

    /// The error for a refusal by the rules at a table that does not exist, from any translator that has the text.
    pub(super) fn denied_anywhere(&self, conn: ConnId, denial: &Denial) -> ServerMessage {
        let (text, language) = (denial.text(), self.language(conn));
        let translators = self.catalogue.games.values().map(|offered| &offered.edition.translator);
        let translator = translators.into_iter().find(|translator| translator.has_in_any(&text.key));
        let words = translator.unwrap_or(&self.catalogue.lobby).translate(language, &text, &[]);
        ServerMessage::Error(ErrorData::new(denial.code(), words))
    }

    /// Removes a request that was refused before it reached the runtime.
    pub(super) fn forget_pending(&mut self, conn: ConnId, id: u64) {
        let refused = self.pending.iter().find(|(_, pending)| pending.conn == conn && pending.id == id);
        if let Some((person, request)) = refused.map(|(key, _)| *key) {
            self.answered(person, request);
        }
    }

    /// Removes a request from those that wait for a reply.
    pub(super) fn answered(&mut self, person: PersonId, request: RequestId) -> Option<PendingRequest> {
        let pending = self.pending.remove(&(person, request))?;
        if let Some(conn) = self.conns.get_mut(&pending.conn) {
            conn.unanswered -= 1;
            self.resumed.push(pending.conn);
        }
        Some(pending)
    }

    /// The opener of a table who does not play watches it.
    pub(super) fn let_watch(&mut self, person: PersonId, table: TableId, conn: ConnId) {
        let Some(present) = self.people.get_mut(&person) else { return };
        present.watching.insert(table);
        if let Some(session) = self.tables.get_mut(&table) {
            session.guests.insert(person);
        }
        let ask = PresenceRequest::Watch { name: present.name.clone() };
        self.view_waiters.entry((person, table)).or_default().push((conn, None));
        self.commands.push(Command::of(Origin::Person(person), table, ask));
    }

    /// Ends a connection's wait for a full view of a table.
    pub(super) fn stop_waiting_for_view(&mut self, person: PersonId, table: TableId, conn: ConnId) {
        if let Entry::Occupied(mut view_waiters) = self.view_waiters.entry((person, table)) {
            view_waiters.get_mut().retain(|(waiting, _)| *waiting != conn);
            if view_waiters.get().is_empty() {
                view_waiters.remove();
            }
        }
    }
}

/// The reply to a move that was made: `ok` with the version.
fn moved(id: u64, version: u32) -> Arc<str> {
    let mut frame = JsonWriter::new();
    frame.piece(r#"{"id":"#).number(id);
    frame.piece(r#","event":"ok","data":{"version":"#).number(version);
    frame.piece("}}");
    frame.finish()
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_to_a_move_is_that_to_any_request() {
        for (id, version) in [(0, 0), (7, 41), (u64::MAX, u32::MAX)] {
            assert_eq!(
                *moved(id, version),
                ServerMessage::Ok(json!({ "version": version })).answer(Some(id))
            );
        }
    }
}
