//! Talking at the table.

use crate::{
    Answer, CommandKind, Denial, Effect, Origin,
    capability::{Registry, Request},
    components::{About, Seating},
    inbox::{Batch, Now},
    outbox::Outbox,
    table::{Capability, presence::Presence},
};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// The most characters of one chat message.
const MAX_CHARACTERS: usize = 500;

/// Talking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum ChatRequest {
    /// Says something at the table.
    Say {
        /// What is said.
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

/// Passes on what those at the table say. What is said is recorded with the table.
pub(crate) fn chat(
    now: Res<'_, Now>,
    mut batch: ResMut<'_, Batch>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, (&About, &Seating, &Presence)>,
) {
    for queued in batch.drain(Capability::Chat) {
        let mut command = queued.command;
        let Ok((about, seating, presence)) = tables.get(queued.table) else { continue };
        let CommandKind::Chat(ChatRequest::Say { text }) = &mut command.kind else { continue };
        let Origin::Person(by) = command.from else { continue };
        let seated = seating.seat_of(by).map(|seat| seating.chairs[seat.index()].name.clone());
        let Some(name) = seated.or_else(|| presence.watcher(by).cloned()) else {
            outbox.deny(&command, Denial::NotSeated);
            continue;
        };
        *text = text.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_string();
        if text.is_empty() || text.chars().count() > MAX_CHARACTERS {
            outbox.deny(&command, Denial::BadChat { most: MAX_CHARACTERS });
            continue;
        }
        outbox.tell(Effect::Said { table: about.id, by, name, text: text.clone() });
        outbox.accept(now.0, command, Answer::default());
    }
}
