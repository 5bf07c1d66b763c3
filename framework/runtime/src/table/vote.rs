//! Agreeing to end a game without a result: it ends unless somebody objects in time.

use crate::{
    Answer, Command, CommandKind, Deadline, Denial, Millis, Origin, Proposed,
    inbox::{Batch, Inbox, Now, Topic},
    outbox::Outbox,
    parts::{About, Phase, Progress, Retired, Seating},
    table::close::Closing,
    timers::{ScheduledTimers, TimerKind, Timers},
};
use bevy_ecs::prelude::*;
use parlor_kit::{Event, Seat, Seats};

/// How long somebody may object.
const TIME_TO_OBJECT: Millis = 30_000;

/// The proposal to end the game, while there is one.
#[derive(Component, Default)]
pub(crate) struct Ballot(Option<Proposed>);

impl Ballot {
    /// The proposal that runs.
    pub(crate) const fn proposal(&self) -> Option<Proposed> {
        self.0
    }
}

type Parts<'a> =
    (&'a About, &'a Seating, &'a Phase, &'a Progress, &'a Retired, &'a mut Ballot, &'a mut ScheduledTimers);

/// Proposals, votes, and the deadline to object.
pub(crate) fn vote(
    now: Res<'_, Now>,
    mut batch: ResMut<'_, Batch>,
    mut outbox: ResMut<'_, Outbox>,
    mut timers: ResMut<'_, Timers>,
    mut closing: ResMut<'_, Closing>,
    mut tables: Query<'_, '_, Parts<'static>>,
) {
    let now = now.0;
    for job in batch.drain(Topic::Vote) {
        let command = job.command;
        let Ok((about, seating, phase, progress, retired, mut ballot, mut scheduled)) =
            tables.get_mut(job.table)
        else {
            continue;
        };
        let voters = seating.people().iter().filter(|seat| !retired.contains(*seat)).collect::<Seats>();
        match decide(&command, seating, phase, voters, &mut ballot, now) {
            Err(denial) => outbox.deny(&command, denial),
            Ok(decision) => {
                let name = command.from.person().and_then(|person| seating.seat_of(person));
                let name = name.map(|seat| seating.chairs[seat.index()].name.clone()).unwrap_or_default();
                match decision {
                    Decision::Proposed => {
                        timers.set(job.table, &mut scheduled, TimerKind::Vote, now + TIME_TO_OBJECT);
                        let event = Event::new("table-abort-proposed").arg("who", name);
                        outbox.notice(about.id, event.announce());
                    }
                    Decision::Refused => {
                        outbox.notice(about.id, Event::new("table-abort-refused").arg("who", name));
                    }
                    Decision::Agreed => closing.push(job.table, Event::new("table-aborted")),
                    Decision::Noted => {}
                }
                outbox.accept(now, command, Answer { version: progress.version, seat: None });
            }
        }
    }
}

enum Decision {
    Proposed,
    Noted,
    Refused,
    Agreed,
}

fn decide(
    command: &Command,
    seating: &Seating,
    phase: &Phase,
    voters: Seats,
    ballot: &mut Ballot,
    now: Millis,
) -> Result<Decision, Denial> {
    if !phase.is_on() {
        return Err(phase.denial().unwrap_or(Denial::NotBegun));
    }
    if let CommandKind::Due(_) = command.kind {
        let due = ballot.0.take_if(|proposal| proposal.until <= now);
        return due.map(|_| Decision::Agreed).ok_or(Denial::NoProposal);
    }
    let Origin::Person(person) = command.from else { return Err(Denial::NotSeated) };
    let seat: Seat =
        seating.seat_of(person).filter(|seat| voters.contains(*seat)).ok_or(Denial::NotSeated)?;
    match (&command.kind, &mut ballot.0) {
        (CommandKind::ProposeAbort, Some(_)) => Err(Denial::ProposalRunning),
        (CommandKind::ProposeAbort, none) => {
            *none = Some(Proposed { by: seat, agreed: seat.into(), until: now + TIME_TO_OBJECT });
            settle(ballot, voters, Decision::Proposed)
        }
        (_, None) => Err(Denial::NoProposal),
        (CommandKind::VoteAbort { agree: true }, Some(proposal)) => {
            proposal.agreed = proposal.agreed.with(seat);
            settle(ballot, voters, Decision::Noted)
        }
        (_, running) => {
            *running = None;
            Ok(Decision::Refused)
        }
    }
}

/// When everybody agreed there is nothing left to wait for.
fn settle(ballot: &mut Ballot, voters: Seats, otherwise: Decision) -> Result<Decision, Denial> {
    let all = ballot.0.take_if(|proposal| voters.iter().all(|seat| proposal.agreed.contains(seat)));
    Ok(if all.is_some() { Decision::Agreed } else { otherwise })
}

/// Proposals to which nobody objected in time.
pub(crate) fn unopposed(
    now: Res<'_, Now>,
    mut timers: ResMut<'_, Timers>,
    mut inbox: ResMut<'_, Inbox>,
    mut tables: Query<'_, '_, (&About, &Ballot, &mut ScheduledTimers)>,
) {
    let due: Vec<Entity> = timers.due(TimerKind::Vote).collect();
    for table in due {
        let Ok((about, ballot, mut scheduled)) = tables.get_mut(table) else { continue };
        match &ballot.0 {
            Some(proposal) if proposal.until <= now.0 => {
                inbox.push(Command::of(Origin::Host, about.id, CommandKind::Due(Deadline::Vote)));
            }
            Some(proposal) => timers.set(table, &mut scheduled, TimerKind::Vote, proposal.until),
            None => {}
        }
    }
}
