//! Chat at the table.

use crate::{
    Answer, CommandKind, Denial, Effect, Origin,
    capability::{Registry, Request},
    components::{About, Seating},
    inbox::Batch,
    outbox::Outbox,
    table::{Capability, presence::Presence},
    user_text::{DEFAULT_CHAT_LENGTH, chat_line},
};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// Chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum ChatRequest {
    /// Sends a chat message to the table.
    Say {
        /// The message.
        text: String,
    },
}

impl Request for ChatRequest {
    fn changes_table(&self) -> bool {
        false
    }
}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.on_request(chat);
}

/// Maximum length of a chat line in characters.
#[derive(Resource)]
pub(crate) struct ChatLength(pub(crate) usize);

impl Default for ChatLength {
    fn default() -> ChatLength {
        ChatLength(DEFAULT_CHAT_LENGTH)
    }
}

/// Forwards chat messages at the table. Chat does not change the table's state, so it is an effect and not a
/// journal entry; the host stores it.
pub(crate) fn chat(
    length: Res<'_, ChatLength>,
    mut batch: ResMut<'_, Batch>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, (&About, &Seating, &Presence)>,
) {
    for queued in batch.drain(Capability::Chat) {
        let command = queued.command;
        let Ok((about, seating, presence)) = tables.get(queued.table) else { continue };
        let CommandKind::Chat(ChatRequest::Say { text }) = &command.kind else { continue };
        let Origin::Person(by) = command.from else { continue };
        let seated = seating.seat_of(by).map(|seat| seating.chairs[seat.index()].name.clone());
        let Some(name) = seated.or_else(|| presence.watcher(by).cloned()) else {
            outbox.deny(&command, Denial::NotSeated);
            continue;
        };
        let Some(text) = chat_line(text, length.0) else {
            outbox.deny(&command, Denial::BadChat { most: length.0 });
            continue;
        };
        outbox.tell(Effect::Said { table: about.id, by, name, text, request: command.request });
        outbox.answer(&command, Ok(Answer::default()));
    }
}
