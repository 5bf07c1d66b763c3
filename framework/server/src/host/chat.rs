//! Chat, in the lobby and at tables.

use super::{BACKLOG, Host, Problem, people::LobbyFeed, replies::ReplyKind, requests::Requester};
use crate::{
    protocol::{Chat, ChatLine, ServerMessage},
    store::{ChatEntry, MAX_ANSWERS_PER_PERSON, StoredReply},
};
use parlor_runtime::{ChatRequest, Millis, PersonId, RequestId};
use serde_json::json;
use std::{collections::VecDeque, sync::Arc};

/// The replies to the latest chat requests of a person, as they are stored. Chat has no line in the journal, so the
/// runtime does not know them.
#[derive(Default)]
pub(super) struct ChatReplies(VecDeque<StoredReply>);

impl ChatReplies {
    /// Takes over what the store knows, unless it is known here already.
    pub(super) fn load(&mut self, stored: Vec<StoredReply>) {
        if self.0.is_empty() {
            self.0 = stored.into();
        }
    }

    fn find(&self, request: RequestId) -> Option<&StoredReply> {
        self.0.iter().find(|known| known.request == request)
    }

    fn keep(&mut self, reply: StoredReply) {
        if self.0.len() >= MAX_ANSWERS_PER_PERSON {
            self.0.pop_front();
        }
        self.0.push_back(reply);
    }
}

impl Host {
    pub(super) fn chat(&mut self, requester: Requester, chat: Chat) {
        let Requester { conn, id, person, request, .. } = requester;
        let now = self.clock.now();
        let Some(present) = self.people.get(&person) else { return };
        if let Some(known) = present.chat_replies.find(request) {
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
            present.chat_replies.keep(answer.clone());
        }
        self.batch.answers.push(answer);
    }

    /// Answers the sender of a line in the lobby's chat, and sends the line to all connections there.
    pub(super) fn tell_lobby_line(&mut self, line: ChatLine, request: RequestId) {
        let person = line.person;
        if let Some(pending) = self.answered(person, request) {
            self.answer(pending.conn, pending.id, json!({}));
        }
        self.announce(line);
    }

    /// Sends a line of the lobby's chat to all connections that follow the lobby.
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
