//! Actions: checks sender, seat and version before the rules run.

use crate::{
    CommandKind, Denial, Done, Origin,
    capability::{Registry, Request},
    components::{About, Phase, Progress, Retired, Seating},
    inbox::Batch,
    outbox::Outbox,
    table::{
        Capability,
        play::{Move, MoveKind, Moves},
        presence::Presence,
    },
};
use bevy_ecs::prelude::*;
use parlor_kit::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Playing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum ActRequest {
    /// Plays an action for a seat.
    Act {
        /// The seat; it must be the person's own.
        seat: Seat,
        /// The version of the table that the client saw.
        version: u32,
        /// The action.
        action: Value,
    },
    /// Runs a step without a choice. Never recorded: it follows from the game.
    #[serde(skip)]
    Proceed,
    /// Plays the fallback of a retired seat. Never recorded: it follows from the game.
    #[serde(skip)]
    PlayOn {
        /// The seat.
        seat: Seat,
    },
}

impl Request for ActRequest {
    fn is_the_hosts(&self) -> bool {
        !matches!(self, ActRequest::Act { .. })
    }

    fn recorded(&self, _: Option<Seat>) -> Option<(Seat, Done)> {
        match self {
            ActRequest::Act { seat, action, .. } => Some((*seat, Done::Act(action.clone()))),
            _ => None,
        }
    }
}

/// Registers nothing: nearly every batch has actions, so `systems.rs` runs [`act`] without a schedule.
pub(crate) const fn register(_: &mut Registry<'_>) {}

type Parts<'a> = (&'a About, &'a Seating, &'a Phase, &'a Progress, &'a Presence, &'a Retired);

/// Passes actions that pass the table's checks on to the rules.
pub(crate) fn act(
    mut batch: ResMut<'_, Batch>,
    mut moves: ResMut<'_, Moves>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, Parts<'static>>,
) {
    for queued in batch.drain(Capability::Act) {
        let command = queued.command;
        let Ok(parts) = tables.get(queued.table) else { continue };
        let CommandKind::Act(request) = &command.kind else { continue };
        match check(request, command.from, parts) {
            Ok(kind) => moves.push(&*parts.0.game, Move { table: queued.table, kind, command }),
            Err(denial) => outbox.deny(&command, denial),
        }
    }
}

fn check(
    request: &ActRequest,
    from: Origin,
    (_, seating, phase, progress, presence, retired): (
        &About,
        &Seating,
        &Phase,
        &Progress,
        &Presence,
        &Retired,
    ),
) -> Result<MoveKind, Denial> {
    // Automatic follow-ups of a step run during a pause, too: recordings do not contain pauses.
    let follows = !matches!(request, ActRequest::Act { .. }) && phase.is_on();
    if let Some(denial) = phase.denial().filter(|_| !follows) {
        return Err(denial);
    }
    match request {
        ActRequest::Proceed => Ok(MoveKind::Proceed),
        ActRequest::PlayOn { seat } => {
            progress.check_turn(*seat).map(|()| MoveKind::Fallback { seat: *seat })
        }
        ActRequest::Act { seat, version, .. } => {
            let chair = seating.chair(*seat).ok_or(Denial::NoSuchSeat)?;
            let own = match from {
                Origin::Person(person) => chair.person == Some(person) && !retired.contains(*seat),
                Origin::Bot => chair.is_bot() || presence.stand_in(*seat),
                Origin::Host => false,
            };
            if !own {
                return Err(Denial::NotYourSeat);
            }
            let now = progress.version_of(*seat);
            if *version > now || *version < progress.fresh_since[seat.index()] {
                return Err(Denial::Stale { version: now });
            }
            progress.check_turn(*seat)?;
            Ok(MoveKind::Act { seat: *seat })
        }
    }
}
