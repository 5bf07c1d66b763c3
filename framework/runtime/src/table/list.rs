//! The list of tables.

use crate::{
    CommandKind, Effect, SeatPlan, SeatSummary, Summary,
    components::{About, Phase, Retired, Seating},
    outbox::Outbox,
    table::presence::Presence,
};
use bevy_ecs::prelude::*;
use parlor_kit::Seat;

/// Tables whose list entry changed.
#[derive(Resource, Default)]
pub(crate) struct Changed(pub(crate) Vec<Entity>);

/// The components shown in the list.
pub(crate) type Listed<'a> = (&'a About, &'a Seating, &'a Phase, &'a Presence, &'a Retired);

/// Emits the changed list entries.
pub(crate) fn list(
    mut changed: ResMut<'_, Changed>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, Listed<'static>>,
) {
    if changed.0.is_empty() {
        return;
    }
    changed.0.sort_unstable();
    changed.0.dedup();
    for table in changed.0.drain(..) {
        if let Ok(parts) = tables.get(table) {
            outbox.tell(Effect::Listed(Box::new(summary(parts))));
        }
    }
}

/// The list entry of a table.
pub(crate) fn summary((about, seating, phase, presence, retired): Listed<'_>) -> Summary {
    let manifest = &about.game.bundle().manifest;
    let seat = |(i, chair): (usize, &crate::components::Chair)| SeatSummary {
        name: chair.name.clone(),
        person: chair.person,
        bot: match &chair.plan {
            SeatPlan::Bot { kind, .. } => Some(kind.clone()),
            SeatPlan::Person => None,
        },
        present: chair.is_bot() || (chair.person.is_some() && presence.is_here(Seat::new(i))),
        stand_in: presence.stand_in(Seat::new(i)),
        retired: retired.contains(Seat::new(i)),
    };
    Summary {
        table: about.id,
        game: manifest.id.clone(),
        game_version: manifest.version.clone(),
        name: about.setup.name.clone(),
        opener: about.opener,
        phase: phase.name(),
        begins_at: match phase {
            Phase::Countdown { until } => Some(*until),
            _ => None,
        },
        seats: seating.chairs.iter().enumerate().map(seat).collect(),
        watchers: presence.watchers.len(),
        spectators: about.setup.spectators,
        private: about.setup.private,
        commitment: about.commitment.clone(),
        outcome: match phase {
            Phase::Over(outcome) => Some(outcome.clone()),
            _ => None,
        },
        opened_at: about.opened_at,
        clock: about.clock,
        policy: about.policy.clone(),
        proposals: CommandKind::proposals()
            .filter(|proposal| proposal.after_the_end == phase.is_over() && (proposal.is_allowed)(about))
            .map(|proposal| proposal.name)
            .collect(),
    }
}
