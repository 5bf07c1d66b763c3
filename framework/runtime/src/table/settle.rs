//! Settles a step of the rules: version, turn, end of the game.

use crate::{
    ActRequest, Answer, BotRequest, CloseRequest, Command, CommandKind, Denial, Origin, RetireDeadline,
    RetireRequest,
    components::{About, Decisions, Phase, Progress, Retired, Seating, Strikes},
    inbox::{Inbox, Now},
    outbox::Outbox,
    table::{
        bots::Awake,
        close::Closing,
        list::Changed,
        play::{Failure, StepResult, Steps},
        presence::{Occupants, Presence},
    },
    timers::{ScheduledTimers, Timers},
};
use bevy_ecs::prelude::*;
use parlor_kit::{Event, MAX_SEATS, Outcome, Retirement, Seat, Seats, Turn};

/// Maximum number of consecutive steps without a choice; more mean that the game hangs.
const MAX_UNCHOSEN: u32 = 10_000;

/// Seats that bots had in a recording that is replayed: in the replay they count as people.
#[derive(Resource, Default)]
pub(crate) struct FormerBots(pub(crate) Seats);

type Parts<'a> = (
    &'a About,
    &'a Seating,
    &'a mut Phase,
    &'a mut Progress,
    &'a mut Retired,
    &'a mut Strikes,
    &'a mut Decisions,
);

/// Settles the steps and failures of this batch.
#[allow(clippy::too_many_arguments, reason = "a system's parameters are what it touches")]
pub(crate) fn settle(
    now: Res<'_, Now>,
    former: Res<'_, FormerBots>,
    mut steps: ResMut<'_, Steps>,
    mut inbox: ResMut<'_, Inbox>,
    mut outbox: ResMut<'_, Outbox>,
    mut awake: ResMut<'_, Awake>,
    mut changed: ResMut<'_, Changed>,
    mut closing: ResMut<'_, Closing>,
    mut tables: Query<'_, '_, Parts<'static>>,
    mut timers: ResMut<'_, Timers>,
    mut presences: Query<'_, '_, (&mut Presence, &mut ScheduledTimers)>,
) {
    let Steps { played, failed } = &mut *steps;
    for (table, command, failure) in failed.drain(..) {
        let Ok((about, seating, _, progress, retired, mut strikes, _)) = tables.get_mut(table) else {
            continue;
        };
        match failure {
            Failure::Fault(reason) => {
                inbox.push_front(Command::of(
                    Origin::Host,
                    about.id,
                    CloseRequest::Fault { reason: reason.clone() },
                ));
                outbox.deny(
                    &command,
                    Denial::Refused(parlor_kit::Refusal::new("table-faulted").arg("reason", reason)),
                );
            }
            Failure::Denied(denial) => {
                match (command.from, &command.kind) {
                    // A bot that sends an illegal action must not block the table.
                    (Origin::Bot, CommandKind::Act(ActRequest::Act { seat, .. })) => {
                        let ask = BotRequest::Stuck { seat: *seat, version: progress.version_of(*seat) };
                        inbox.push_front(Command::of(Origin::Bot, about.id, ask));
                    }
                    (Origin::Person(person), CommandKind::Act(_)) => {
                        let seat = seating.seat_of(person).map_or(0, Seat::index);
                        strikes.0[seat] += 1;
                        let out =
                            about.policy.max_strikes.is_some_and(|most| u32::from(strikes.0[seat]) >= most);
                        if out && !retired.contains(Seat::new(seat)) {
                            closing.struck_out.push((table, Seat::new(seat)));
                        }
                    }
                    _ => {}
                }
                outbox.deny(&command, denial);
            }
        }
    }
    for step in played {
        let Ok((about, seating, mut phase, mut progress, mut retired, _, mut decisions)) =
            tables.get_mut(step.table)
        else {
            continue;
        };
        advance(step, &mut progress);
        step.number_of_steps = progress.steps();
        if let (Some(seat), Some(command)) = (step.actor, &step.command) {
            decisions.count(seat, command, seating.chairs[seat.index()].is_bot());
        }
        let mut turn = std::mem::replace(&mut step.turn, Turn::Table);
        if let Some((seat, why, known)) = step.retired {
            retired.seats.push((seat, known));
            let name = seating.chairs[seat.index()].name.clone();
            step.events.insert(0, Event::new(farewell(why)).arg("who", name).announce());
            changed.0.push(step.table);
            // If the rules skip a seat that is out of time, its player is still in the game and waits for the
            // end.
            let waits = known && why == Retirement::OutOfTime;
            if !waits {
                let people = seating.people().iter().filter(|seat| !former.0.contains(*seat)).collect();
                turn = left_alone(turn, &mut retired, seating.chairs.len(), people, known);
            }
            // Perhaps the last player who was there retired.
            if let Ok((mut presence, mut scheduled)) = presences.get_mut(step.table) {
                let occupants = Occupants { about, seating, phase: &phase, retired: &retired };
                presence.note_empty(step.table, &occupants, now.0, &mut timers, &mut scheduled);
            }
        }
        let timed_out =
            matches!(step.command.as_ref().map(|command| &command.kind), Some(CommandKind::Clock(_)));
        if timed_out && let Some(seat) = step.actor {
            let name = seating.chairs[seat.index()].name.clone();
            step.events.insert(0, Event::new("table-timeout").arg("who", name));
        }
        match &mut turn {
            Turn::Act(_) => {
                let gone = retired.unknown_to_rules().intersection(progress.turn);
                if let Some(seat) = gone.first() {
                    inbox.push_front(Command::of(Origin::Host, about.id, ActRequest::PlayOn { seat }));
                }
                awake.0.push(step.table);
            }
            Turn::Table if progress.unchosen > MAX_UNCHOSEN => {
                let reason = "the game goes on by itself without end".into();
                inbox.push_front(Command::of(Origin::Host, about.id, CloseRequest::Fault { reason }));
            }
            Turn::Table => inbox.push_front(Command::of(Origin::Host, about.id, ActRequest::Proceed)),
            Turn::Over(outcome) => {
                rank_retired_last(outcome, &retired);
                *phase = Phase::Over(outcome.clone());
                progress.turn = Seats::NONE;
                changed.0.push(step.table);
                closing.over.push((step.table, step.digest.take()));
            }
        }
        step.turn = turn;
        if let Some(command) = step.command.take() {
            let version = step.actor.map_or(progress.version, |seat| progress.version_of(seat));
            let answer = Answer { version, seat: step.actor };
            match command.kind {
                CommandKind::Act(ActRequest::Proceed | ActRequest::PlayOn { .. }) => {}
                _ => outbox.accept_in(step.round, now.0, command, answer),
            }
        }
    }
}

/// Counts the step and records for which seats a decision begins.
fn advance(step: &mut StepResult, progress: &mut Progress) {
    // Set-up is version 0; every step after it counts.
    let kind = step.command.as_ref().map(|command| &command.kind);
    let set_up = matches!(kind, Some(CommandKind::Start(_)));
    step.before = progress.turn;
    if let (true, Some(seat)) = (step.concealed, step.actor) {
        progress.concealed[seat.index()] += 1;
        progress.fresh_since[seat.index()] = progress.version_of(seat);
        return;
    }
    if !set_up {
        progress.version += 1;
    }
    progress.unranked |= step.anew;
    let unchosen = matches!(kind, Some(CommandKind::Act(ActRequest::Proceed)));
    progress.unchosen = if unchosen { progress.unchosen + 1 } else { 0 };
    progress.turn = step.turn.seats();
    for seat in progress.turn.iter() {
        if !step.before.contains(seat) || step.actor == Some(seat) || step.anew {
            progress.since[seat.index()] = progress.version;
            progress.fresh_since[seat.index()] = progress.version_of(seat);
        }
    }
}

/// Ends the game when the last person has retired; if the rules do not handle retirement, the last seat left
/// wins.
fn left_alone(turn: Turn, retired: &mut Retired, seats: usize, people: Seats, known: bool) -> Turn {
    if let Turn::Over(_) = turn {
        return turn;
    }
    let left: Vec<Seat> = Seat::all(seats).filter(|seat| !retired.contains(*seat)).collect();
    if !left.iter().any(|seat| people.contains(*seat)) {
        retired.seats.iter_mut().for_each(|(_, known)| *known = false);
        return Turn::Over(Outcome::draw(seats, "table-retired"));
    }
    match left.as_slice() {
        [winner] if !known => Turn::Over(Outcome::winner(seats, *winner, "table-retired")),
        _ => turn,
    }
}

/// Ranks seats for which the table played on behind all others, the first to retire last.
fn rank_retired_last(outcome: &mut Outcome, retired: &Retired) {
    let gone = retired.unknown_to_rules();
    if gone.is_empty() {
        return;
    }
    let order = |seat: usize| {
        let stopped = retired.seats.iter().position(|(gone, known)| gone.index() == seat && !known);
        // Seats that stayed rank by their place, retired seats by how long they stayed.
        stopped.map_or((0, outcome.places[seat] as usize), |at| (1, MAX_SEATS - at))
    };
    let keys: Vec<_> = (0..outcome.places.len()).map(order).collect();
    for (place, key) in outcome.places.iter_mut().zip(&keys) {
        *place = 1 + keys.iter().filter(|other| *other < key).count() as u8;
    }
}

const fn farewell(why: Retirement) -> &'static str {
    match why {
        Retirement::OutOfTime => "table-out-of-time",
        Retirement::Lost => "table-gone",
        Retirement::Strikes => "table-strikes",
        _ => "table-resigned",
    }
}

/// Retires seats that reached the limit of refusals.
pub(crate) fn strike_out(
    mut closing: ResMut<'_, Closing>,
    mut inbox: ResMut<'_, Inbox>,
    tables: Query<'_, '_, &About>,
) {
    for (table, seat) in closing.struck_out.drain(..) {
        if let Ok(about) = tables.get(table) {
            let ask = RetireRequest::Due(RetireDeadline::Strikes { seat });
            inbox.push_front(Command::of(Origin::Host, about.id, ask));
        }
    }
}
