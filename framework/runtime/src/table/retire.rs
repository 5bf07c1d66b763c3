//! Seats that take no further part: resigned, out of time, gone, struck out.

use crate::{
    CommandKind, Deadline, Denial, Origin,
    game::{Move, MoveKind, Moves},
    inbox::{Batch, Topic},
    outbox::Outbox,
    parts::{About, Phase, Retired, Seating},
    table::presence::Presence,
};
use bevy_ecs::prelude::*;
use parlor_kit::{Retirement, Seat};

type Parts<'a> = (&'a About, &'a Seating, &'a Phase, &'a Retired, &'a Presence);

/// Passes retirements on to the rules, which may go on without the seat.
pub(crate) fn retire(
    mut batch: ResMut<'_, Batch>,
    mut moves: ResMut<'_, Moves>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, Parts<'static>>,
) {
    for job in batch.drain(Topic::Retire) {
        let command = job.command;
        let Ok((about, seating, phase, retired, presence)) = tables.get(job.table) else { continue };
        // While a table is rebuilt nobody is connected, and what was decided then still holds.
        let here = |seat: Seat| !outbox.replaying && presence.is_here(seat);
        match check(&command.kind, command.from, about, seating, phase, retired, here) {
            Ok((seat, why)) => {
                let kind = MoveKind::Retire { seat, why };
                moves.push(&*about.game, Move { table: job.table, kind, command });
            }
            Err(denial) => outbox.deny(&command, denial),
        }
    }
}

fn check(
    ask: &CommandKind,
    from: Origin,
    about: &About,
    seating: &Seating,
    phase: &Phase,
    retired: &Retired,
    here: impl Fn(Seat) -> bool,
) -> Result<(Seat, Retirement), Denial> {
    if !phase.is_on() {
        return Err(phase.denial().unwrap_or(Denial::NotBegun));
    }
    let (seat, why) = match (ask, from) {
        (CommandKind::Resign, Origin::Person(person)) => {
            if !about.policy.resign {
                return Err(Denial::ResignForbidden);
            }
            (seating.seat_of(person).ok_or(Denial::NotSeated)?, Retirement::Resigned)
        }
        (CommandKind::Due(Deadline::Total { seat }), Origin::Host) => (*seat, Retirement::OutOfTime),
        (CommandKind::Due(Deadline::Strikes { seat }), Origin::Host) => (*seat, Retirement::Strikes),
        (CommandKind::Due(Deadline::Gone { seat }), Origin::Host) => {
            if here(*seat) {
                return Err(Denial::NotHost);
            }
            (*seat, Retirement::Lost)
        }
        _ => return Err(Denial::NotHost),
    };
    if retired.contains(seat) { Err(Denial::Over) } else { Ok((seat, why)) }
}
