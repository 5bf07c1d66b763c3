//! Retirement of seats: resigned, out of time, gone, struck out.

use crate::{
    CommandKind, Denial, Done, Origin,
    capability::{Registry, Request, variant_names},
    components::{About, Decisions, Phase, Retired, Seating, Strikes},
    inbox::Batch,
    outbox::Outbox,
    table::{
        Capability,
        play::{Move, MoveKind, Moves},
    },
};
use bevy_ecs::prelude::*;
use parlor_kit::{Retirement, Seat};
use serde::{Deserialize, Serialize};

/// Retiring a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum RetireRequest {
    /// The player resigns.
    Resign,
    /// A seat reached a limit of the table. Recorded, so that a restored table makes the same decision.
    Due(RetireDeadline),
}

/// A limit of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum RetireDeadline {
    /// The seat reached the limit of refusals.
    Strikes {
        /// The seat.
        seat: Seat,
    },
}

impl Request for RetireRequest {
    fn deadlines() -> &'static [&'static str] {
        variant_names::<RetireDeadline>()
    }

    fn is_the_hosts(&self) -> bool {
        matches!(self, RetireRequest::Due(_))
    }

    fn recorded(&self, asker: Option<Seat>) -> Option<(Seat, Done)> {
        match self {
            RetireRequest::Resign => Some((asker?, Done::Retire(Retirement::Resigned))),
            RetireRequest::Due(RetireDeadline::Strikes { seat }) => {
                Some((*seat, Done::Retire(Retirement::Strikes)))
            }
        }
    }
}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.component::<Retired>().component::<Strikes>().component::<Decisions>().on_request(retire);
}

impl Retired {
    /// The move that retires a seat, or why it cannot retire.
    pub(crate) fn retire(&self, seat: Seat, why: Retirement, phase: &Phase) -> Result<MoveKind, Denial> {
        if !phase.is_on() {
            return Err(phase.denial().unwrap_or(Denial::NotBegun));
        }
        if self.contains(seat) { Err(Denial::Over) } else { Ok(MoveKind::Retire { seat, why }) }
    }
}

/// Passes retirements to the rules, which may handle the rest of the game without the seat.
pub(crate) fn retire(
    mut batch: ResMut<'_, Batch>,
    mut moves: ResMut<'_, Moves>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, (&About, &Seating, &Phase, &Retired)>,
) {
    for queued in batch.drain(Capability::Retire) {
        let command = queued.command;
        let Ok((about, seating, phase, retired)) = tables.get(queued.table) else { continue };
        let CommandKind::Retire(request) = &command.kind else { continue };
        let who = match request {
            RetireRequest::Due(RetireDeadline::Strikes { seat }) => Ok((*seat, Retirement::Strikes)),
            RetireRequest::Resign if !phase.is_on() => Err(phase.denial().unwrap_or(Denial::NotBegun)),
            RetireRequest::Resign => resigning(command.from, about, seating),
        };
        match who.and_then(|(seat, why)| retired.retire(seat, why, phase)) {
            Ok(kind) => moves.push(&*about.game, Move { table: queued.table, kind, command }),
            Err(denial) => outbox.deny(&command, denial),
        }
    }
}

fn resigning(from: Origin, about: &About, seating: &Seating) -> Result<(Seat, Retirement), Denial> {
    let Origin::Person(person) = from else { return Err(Denial::NotHost) };
    if !about.policy.resign {
        return Err(Denial::ResignForbidden);
    }
    Ok((seating.seat_of(person).ok_or(Denial::NotSeated)?, Retirement::Resigned))
}
