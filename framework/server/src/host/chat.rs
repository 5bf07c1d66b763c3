//! Chat, in the lobby and at tables.

use super::{BACKLOG, Host, Problem, people::LobbyFeed, replies::ReplyKind, requests::Requester};
use crate::{
    protocol::{Chat, ChatLine, ServerMessage},
    store::{ChatEntry, MAX_ANSWERS_PER_PERSON, StoredReply},
};
use parlor_runtime::{ChatRequest, Millis, PersonId, RequestId};
use serde_json::json;
use std::sync::Arc;

impl Host {
    pub(super) fn chat(&mut self, requester: Requester, chat: Chat) {
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
            return self.send_command(
                requester,
                table,
                ChatRequest::Say { text: chat.text },
                ReplyKind::Plain,
            );
        }
        let Some(text) = parlor_runtime::chat_line(&chat.text, length) else {
            return self.refuse(conn, id, &Problem::new("bad-chat").arg("most", length));
        };
        let name = self.people[&person].name.clone();
        let line = ChatLine { table: None, person, name: name.clone(), text: text.clone(), at: now };
        self.batch.said.push(ChatEntry { table: None, person, name, text, at: now });
        self.remember_answer(person, request, now);
        self.lobby_lines.push((line, request));
        self.wait_for_reply(requester, ReplyKind::Plain);
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

    /// Answers who said something in the lobby, and tells everybody there.
    pub(super) fn tell_lobby_line(&mut self, line: ChatLine, request: RequestId) {
        let person = line.person;
        if let Some(pending) = self.answered(person, request) {
            self.answer(pending.conn, pending.id, json!({}));
        }
        self.announce(line);
    }

    /// Tells everybody in the lobby what was said there.
    pub(crate) fn announce(&mut self, line: ChatLine) {
        let frame = Arc::<str>::from(ServerMessage::Chat(line.clone()).frame());
        // A list that is being rendered is told with the latest lines.
        for known in self.conns.values().filter(|known| matches!(known.lobby, LobbyFeed::On)) {
            self.outbound.send(&known.out, frame.clone());
        }
        if self.chat.len() == BACKLOG {
            self.chat.pop_front();
        }
        self.chat.push_back(line);
    }
}

pub(crate) fn chat_line(said: ChatEntry) -> ChatLine {
    ChatLine { table: said.table, person: said.person, name: said.name, text: said.text, at: said.at }
}
