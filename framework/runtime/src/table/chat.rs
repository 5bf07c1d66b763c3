//! Talking at the table.

use crate::{
    Answer, CommandKind, Denial, Effect, Origin,
    inbox::{Batch, Now, Topic},
    outbox::Outbox,
    parts::{About, Seating},
    table::presence::Presence,
};
use bevy_ecs::prelude::*;

/// The longest thing anybody can say at once.
const LONGEST: usize = 500;

/// Passes on what those at the table say. What is said is recorded with the table.
pub(crate) fn chat(
    now: Res<'_, Now>,
    mut batch: ResMut<'_, Batch>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, (&About, &Seating, &Presence)>,
) {
    for job in batch.drain(Topic::Chat) {
        let mut command = job.command;
        let Ok((about, seating, presence)) = tables.get(job.table) else { continue };
        let CommandKind::Say { text } = &mut command.kind else { continue };
        let Origin::Person(by) = command.from else { continue };
        let seated = seating.seat_of(by).map(|seat| seating.chairs[seat.index()].name.clone());
        let Some(name) = seated.or_else(|| presence.watcher(by).cloned()) else {
            outbox.deny(&command, Denial::NotSeated);
            continue;
        };
        *text = text.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_string();
        if text.is_empty() || text.chars().count() > LONGEST {
            outbox.deny(&command, Denial::BadChat { most: LONGEST });
            continue;
        }
        outbox.tell(Effect::Said { table: about.id, by, name, text: text.clone() });
        outbox.accept(now.0, command, Answer::default());
    }
}
