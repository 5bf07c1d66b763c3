//! Pausing, resuming, and resuming after a restart of the host.

use crate::{
    Answer, Command, CommandKind, Denial, Millis, Origin,
    capability::{Registry, Request},
    components::{About, Phase, Progress, Retired, Seating},
    inbox::{Batch, Now},
    outbox::Outbox,
    table::{Capability, bots::Awake, clock::Clock, list::Changed, presence::Presence},
    timers::{ScheduledTimers, Timers},
};
use bevy_ecs::prelude::*;
use parlor_kit::{Arg, Event};
use serde::{Deserialize, Serialize};

/// Pausing, and resuming after a restart of the host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum PauseRequest {
    /// Stops the clocks.
    Pause,
    /// Resumes the clocks.
    Resume,
    /// The host restarted; clocks restart for the seats that are to act.
    Restart,
}

impl Request for PauseRequest {
    fn is_the_hosts(&self) -> bool {
        *self == PauseRequest::Restart
    }
}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.on_request(pause);
}

type Parts<'a> = (
    &'a About,
    &'a Seating,
    &'a mut Phase,
    &'a Progress,
    &'a Retired,
    &'a mut Clock,
    &'a mut Presence,
    &'a mut ScheduledTimers,
);

/// Stops and resumes the clocks.
pub(crate) fn pause(
    now: Res<'_, Now>,
    mut batch: ResMut<'_, Batch>,
    mut outbox: ResMut<'_, Outbox>,
    mut timers: ResMut<'_, Timers>,
    mut changed: ResMut<'_, Changed>,
    mut awake: ResMut<'_, Awake>,
    mut tables: Query<'_, '_, Parts<'static>>,
) {
    let now = now.0;
    for queued in batch.drain(Capability::Pause) {
        let command = queued.command;
        let Ok((about, seating, mut phase, progress, retired, mut clock, mut presence, mut scheduled)) =
            tables.get_mut(queued.table)
        else {
            continue;
        };
        let CommandKind::Pause(request) = &command.kind else { continue };
        let next = match request {
            PauseRequest::Restart => {
                presence.everybody_away(now);
                presence.arm(queued.table, about, seating, retired, &mut timers, &mut scheduled);
                presence.note_empty(queued.table, seating, now, &mut timers, &mut scheduled);
                clock.restart(progress.turn, now, matches!(*phase, Phase::Running));
                if let Phase::Countdown { .. } = *phase { Ok(Phase::Waiting) } else { Ok(phase.clone()) }
            }
            PauseRequest::Pause => may_pause(&command, about, seating, &phase).map(|()| {
                clock.stop(now);
                Phase::Paused { by: command.from.person(), since: now }
            }),
            _ => may_resume(&command, about, seating, &phase, now).map(|()| {
                clock.go_on(progress.turn, now);
                Phase::Running
            }),
        };
        match next {
            Err(denial) => outbox.deny(&command, denial),
            Ok(next) => {
                let key = match request {
                    PauseRequest::Pause => Some("table-paused"),
                    PauseRequest::Resume => Some("table-resumed"),
                    _ => None,
                };
                if let Some(key) = key {
                    outbox.notice(about.id, Event::new(key).arg("who", who(&command, seating)).announce());
                }
                *phase = next;
                clock.arm(queued.table, &about.clock, &mut timers, &mut scheduled);
                outbox.accept(now, command, Answer { version: progress.version, seat: None });
                awake.0.push(queued.table);
                changed.0.push(queued.table);
            }
        }
    }
}

fn who(command: &Command, seating: &Seating) -> Arg {
    match command.from.person().and_then(|person| seating.seat_of(person)) {
        Some(seat) => Arg::from(seating.chairs[seat.index()].name.clone()),
        None => Arg::from("host"),
    }
}

fn may_pause(command: &Command, about: &About, seating: &Seating, phase: &Phase) -> Result<(), Denial> {
    if let Some(denial) = phase.denial() {
        return Err(denial);
    }
    match command.from {
        Origin::Host => Ok(()),
        _ if !about.policy.pause => Err(Denial::PauseForbidden),
        Origin::Person(person) if seating.seat_of(person).is_some() => Ok(()),
        _ => Err(Denial::NotSeated),
    }
}

/// Checks that the person may end the pause: the one who paused at any time, others after the minimum pause.
fn may_resume(
    command: &Command,
    about: &About,
    seating: &Seating,
    phase: &Phase,
    now: Millis,
) -> Result<(), Denial> {
    let Phase::Paused { by, since } = *phase else {
        return Err(phase.denial().unwrap_or(Denial::NotPaused));
    };
    let Origin::Person(person) = command.from else {
        return if command.from == Origin::Host { Ok(()) } else { Err(Denial::NotSeated) };
    };
    seating.seat_of(person).ok_or(Denial::NotSeated)?;
    let earliest = since + u64::from(about.policy.min_pause_ms);
    if by != Some(person) && now < earliest {
        return Err(Denial::PauseTooShort { seconds: (earliest - now).div_ceil(1000) });
    }
    Ok(())
}
