//! Acting: who may, on which seat, at which version.

use crate::{
    CommandKind, Deadline, Denial, Origin,
    game::{Move, MoveKind, Moves},
    inbox::{Batch, Topic},
    outbox::Outbox,
    parts::{About, Chair, Phase, Progress, Retired, Seating},
    table::{clock::Clock, presence::Presence},
    timers::{ScheduledTimers, TimerKind},
};
use bevy_ecs::prelude::*;
use parlor_kit::Seat;
use std::hint::black_box;

type Parts<'a> = (&'a About, &'a Seating, &'a Phase, &'a Progress, &'a Presence, &'a Retired);

type Touched<'a> = (Parts<'a>, &'a Clock, &'a ScheduledTimers);

/// Fetches all that an action will touch, at once. A table that nobody looked at for long is not in the
/// processor's caches; waiting for each of its parts in turn would take longer than the action itself.
pub(crate) fn fetch(batch: Res<'_, Batch>, tables: Query<'_, '_, Touched<'static>>) {
    for job in batch.jobs(Topic::Act) {
        let Ok((parts, clock, scheduled)) = tables.get(job.table) else { continue };
        let (about, seating, phase, progress, presence, retired) = parts;
        // None of these reads waits for another.
        black_box((
            about.opened_at,
            seating.chairs.len(),
            phase.name(),
            progress.version,
            retired.seats.len(),
            clock.running(),
            scheduled.is_set(TimerKind::Clock),
            presence.watchers.len(),
        ));
        // This one waits for the first alone.
        black_box(seating.chairs.first().map(Chair::is_taken));
    }
}

/// Passes on to the rules what is in order around them.
pub(crate) fn act(
    mut batch: ResMut<'_, Batch>,
    mut moves: ResMut<'_, Moves>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, Parts<'static>>,
) {
    for job in batch.drain(Topic::Act) {
        let command = job.command;
        let Ok(parts) = tables.get(job.table) else { continue };
        match check(&command.kind, command.from, parts) {
            Ok(kind) => moves.push(&*parts.0.game, Move { table: job.table, kind, command }),
            Err(denial) => outbox.deny(&command, denial),
        }
    }
}

fn check(
    ask: &CommandKind,
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
    // What follows from a step by itself does so in a pause, too: recordings know of no pauses.
    let follows = matches!(ask, CommandKind::Proceed | CommandKind::PlayOn { .. }) && phase.is_on();
    if let Some(denial) = phase.denial().filter(|_| !follows) {
        return Err(denial);
    }
    let turn = |seat: Seat| if progress.turn.contains(seat) { Ok(()) } else { Err(Denial::NotYourTurn) };
    let stale = Err(Denial::Stale { version: progress.version });
    match ask {
        CommandKind::Proceed => Ok(MoveKind::Proceed),
        CommandKind::PlayOn { seat } => turn(*seat).map(|()| MoveKind::Fallback { seat: *seat }),
        CommandKind::Due(Deadline::Move { seat, version }) => {
            turn(*seat)?;
            if progress.since[seat.index()] != *version {
                return stale;
            }
            Ok(MoveKind::Fallback { seat: *seat })
        }
        CommandKind::Stuck { seat, version } => {
            let bot = seating.chair(*seat).is_some_and(|chair| chair.is_bot() || presence.stand_in(*seat));
            if from != Origin::Bot || !bot {
                return Err(Denial::NotYourSeat);
            }
            if *version != progress.version && *version != u32::MAX {
                return stale;
            }
            turn(*seat).map(|()| MoveKind::Fallback { seat: *seat })
        }
        CommandKind::Act { seat, version, .. } => {
            let chair = seating.chair(*seat).ok_or(Denial::NoSuchSeat)?;
            let own = match from {
                Origin::Person(person) => chair.person == Some(person) && !retired.contains(*seat),
                Origin::Bot => chair.is_bot() || presence.stand_in(*seat),
                Origin::Host => false,
            };
            if !own {
                return Err(Denial::NotYourSeat);
            }
            if *version > progress.version || *version < progress.since[seat.index()] {
                return stale;
            }
            turn(*seat)?;
            Ok(MoveKind::Act { seat: *seat })
        }
        _ => Err(Denial::NotYourTurn),
    }
}
