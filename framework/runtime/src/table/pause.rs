//! Pausing, resuming, and resuming after a restart of the host.

use crate::{
    Answer, Command, CommandKind, Denial, Millis, Origin, PersonId,
    capability::{Registry, Request},
    components::{About, Decisions, Phase, Progress, Retired, Seating},
    inbox::{Batch, TableCommand},
    table::{
        Capability,
        bots::Awake,
        clock::Clock,
        list::Changed,
        presence::{Occupants, Presence},
        vote::{CarryOut, Proposal, Votes, Voting},
    },
    timers::ScheduledTimers,
};
use bevy_ecs::prelude::*;
use parlor_kit::{Arg, Event, MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};

/// Pausing, and resuming after a restart of the host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum PauseRequest {
    /// Stops the clocks, or proposes that where a pause needs the agreement of the others.
    Pause,
    /// Stops the clocks for the person on a seat. The host sends it when all voters agreed.
    PauseAgreed {
        /// The seat.
        seat: Seat,
    },
    /// Resumes the clocks.
    Resume,
    /// The host restarted; clocks restart for the seats that are to act.
    Restart,
}

impl Request for PauseRequest {
    const PROPOSAL: Option<&'static Proposal> = Some(&PAUSE);

    fn is_the_hosts(&self) -> bool {
        matches!(self, PauseRequest::Restart | PauseRequest::PauseAgreed { .. })
    }
}

static PAUSE: Proposal = Proposal {
    name: "pause",
    request: Some(|| PauseRequest::Pause.into()),
    is_allowed: |about| about.policy.pause && about.policy.pause_by_agreement,
    after_the_end: false,
    silence_agrees: false,
    asks_bots: false,
    proposed: "table-pause-proposed",
    refused: "table-pause-refused",
    lapsed: "table-pause-lapsed",
    carry_out: CarryOut::Command(|proposed| PauseRequest::PauseAgreed { seat: proposed.by }.into()),
};

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.component::<PausesBegun>().on_request(pause);
}

/// How many pauses each seat has begun without the agreement of the others.
#[derive(Component, Default)]
pub(crate) struct PausesBegun([u32; MAX_SEATS]);

type Parts<'a> = (
    &'a About,
    &'a Seating,
    &'a mut Phase,
    &'a Progress,
    &'a Retired,
    &'a Decisions,
    &'a mut Clock,
    &'a mut Presence,
    &'a mut PausesBegun,
    &'a mut ScheduledTimers,
);

/// Stops and resumes the clocks, and puts pauses to the vote where they need agreement.
pub(crate) fn pause(
    mut batch: ResMut<'_, Batch>,
    mut votes: Votes<'_>,
    mut changed: ResMut<'_, Changed>,
    mut awake: ResMut<'_, Awake>,
    mut tables: ParamSet<'_, '_, (Query<'_, '_, Voting<'static>>, Query<'_, '_, Parts<'static>>)>,
) {
    let now = votes.now.0;
    for queued in batch.drain(Capability::Pause) {
        let CommandKind::Pause(request) = &queued.command.kind else { continue };
        if *request == PauseRequest::Pause && queued.command.from != Origin::Host {
            let mut proposals = tables.p0();
            let Ok(voting) = proposals.get_mut(queued.table) else { continue };
            let (about, phase) = (voting.0, voting.2);
            if (PAUSE.is_allowed)(about) && *phase == Phase::Running {
                votes.propose(&PAUSE, queued, voting);
                continue;
            }
        }
        let TableCommand { table, command } = queued;
        let CommandKind::Pause(request) = &command.kind else { continue };
        let mut tables = tables.p1();
        let Ok(parts) = tables.get_mut(table) else { continue };
        let (about, seating, mut phase, progress, retired, decisions, ..) = parts;
        let (.., mut clock, mut presence, mut begun, mut scheduled) = parts;
        let Votes { outbox, timers, .. } = &mut votes;
        let next = match request {
            PauseRequest::Restart => {
                presence.everybody_away(decisions, now);
                let occupants = Occupants { about, seating, phase: &phase, retired };
                presence.note_empty(table, &occupants, now, timers, &mut scheduled);
                presence.note_opener(table, &occupants, now, timers, &mut scheduled);
                presence.arm(table, about, seating, retired, timers, &mut scheduled);
                clock.restart(progress.turn, now, matches!(*phase, Phase::Running));
                if let Phase::Countdown { .. } = *phase { Ok(Phase::Waiting) } else { Ok(phase.clone()) }
            }
            PauseRequest::Pause => {
                // What a journal contains was allowed when it was written.
                let limit = (!outbox.replaying).then_some(about.policy.pauses_per_seat);
                let retired_now = |seat| limit.is_some() && retired.contains(seat);
                may_pause(&command, about, seating, &phase, retired_now).and_then(|seat| {
                    begun.begin(seat, seating, retired, limit)?;
                    clock.stop(now);
                    Ok(Phase::Paused { by: command.from.person(), since: now })
                })
            }
            PauseRequest::PauseAgreed { seat } => phase.denial().map_or(Ok(()), Err).map(|()| {
                clock.stop(now);
                Phase::Paused { by: seating.chair(*seat).and_then(|chair| chair.person), since: now }
            }),
            PauseRequest::Resume => may_resume(&command, about, seating, &phase, now).map(|()| {
                clock.go_on(progress.turn, now);
                Phase::Running
            }),
        };
        match next {
            Err(denial) => outbox.deny(&command, denial),
            Ok(next) => {
                let (key, by) = match request {
                    PauseRequest::Pause => (Some("table-paused"), command.from.person()),
                    PauseRequest::PauseAgreed { seat } => {
                        (Some("table-paused"), seating.chair(*seat).and_then(|chair| chair.person))
                    }
                    PauseRequest::Resume => (Some("table-resumed"), command.from.person()),
                    PauseRequest::Restart => (None, None),
                };
                if let Some(key) = key {
                    outbox.notice(about.id, Event::new(key).arg("who", who(by, seating)).announce());
                }
                *phase = next;
                clock.arm(table, &about.clock, timers, &mut scheduled);
                outbox.accept(now, command, Answer { version: progress.version, seat: None });
                awake.0.push(table);
                changed.0.push(table);
            }
        }
    }
}

impl PausesBegun {
    /// Counts a pause of a seat. Where nobody else plays, no other person waits, and there is no limit.
    fn begin(
        &mut self,
        seat: Option<Seat>,
        seating: &Seating,
        retired: &Retired,
        limit: Option<u32>,
    ) -> Result<(), Denial> {
        let others =
            |seat: Seat| seating.people().iter().any(|other| other != seat && !retired.contains(other));
        let Some(seat) = seat.filter(|seat| others(*seat)) else { return Ok(()) };
        let begun = &mut self.0[seat.index()];
        if let Some(most) = limit.filter(|most| *begun >= *most) {
            return Err(Denial::NoPausesLeft { most });
        }
        *begun += 1;
        Ok(())
    }
}

fn who(person: Option<PersonId>, seating: &Seating) -> Arg {
    match person.and_then(|person| seating.seat_of(person)) {
        Some(seat) => Arg::from(seating.chairs[seat.index()].name.clone()),
        None => Arg::from("host"),
    }
}

/// Checks that the sender may pause. Gives the seat of a person.
fn may_pause(
    command: &Command,
    about: &About,
    seating: &Seating,
    phase: &Phase,
    is_retired: impl Fn(Seat) -> bool,
) -> Result<Option<Seat>, Denial> {
    if let Some(denial) = phase.denial() {
        return Err(denial);
    }
    let Origin::Person(person) = command.from else {
        return if command.from == Origin::Host { Ok(None) } else { Err(Denial::NotSeated) };
    };
    if !about.policy.pause {
        return Err(Denial::PauseForbidden);
    }
    let seat = seating.seat_of(person).filter(|seat| !is_retired(*seat));
    seat.map(Some).ok_or(Denial::NotSeated)
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
