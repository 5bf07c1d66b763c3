//! Sitting down and getting up.

use crate::{
    Answer, CommandKind, Denial, Done, Origin, PersonId, SeatPlan,
    capability::{Registry, Request},
    components::{About, Phase, Retired, Seating},
    inbox::{Batch, Index, Now},
    outbox::Outbox,
    table::{
        Capability,
        list::Changed,
        open::{bot_name, check_plan, free_seat},
        play::{Move, MoveKind, Moves},
        presence::{Occupants, Presence, clean_name},
        show::Wanted,
    },
    timers::{ScheduledTimers, Timers},
};
use bevy_ecs::prelude::*;
use parlor_kit::{Event, Id, Retirement, Seat};
use serde::{Deserialize, Serialize};

/// Sitting down and getting up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum SeatingRequest {
    /// Sits down, on this seat or the first free one.
    Join {
        /// The person's name.
        name: Id,
        /// The seat; the first free one if absent.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Gets up; during a game that means to resign.
    Leave,
    /// Removes the person on a seat; the opener may do so before the start.
    Kick {
        /// The seat.
        seat: Seat,
    },
    /// Assigns a free seat to a bot or back to people; the opener may do so before the start.
    Arrange {
        /// The seat.
        seat: Seat,
        /// The new plan of the seat.
        plan: SeatPlan,
    },
    /// Closes the table before the start.
    Cancel,
}

impl Request for SeatingRequest {
    fn recorded(&self, asker: Option<Seat>) -> Option<(Seat, Done)> {
        match self {
            SeatingRequest::Leave => Some((asker?, Done::Retire(Retirement::Resigned))),
            _ => None,
        }
    }
}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.on_request(seating);
}

type Parts<'a> =
    (&'a mut About, &'a mut Seating, &'a mut Phase, &'a mut Presence, &'a Retired, &'a mut ScheduledTimers);

/// Joins, leaves, kicks, arranges and cancels.
#[allow(clippy::too_many_arguments, reason = "a system's parameters are what it touches")]
pub(crate) fn seating(
    now: Res<'_, Now>,
    mut batch: ResMut<'_, Batch>,
    mut outbox: ResMut<'_, Outbox>,
    mut timers: ResMut<'_, Timers>,
    mut changed: ResMut<'_, Changed>,
    mut wanted: ResMut<'_, Wanted>,
    mut moves: ResMut<'_, Moves>,
    mut index: ResMut<'_, Index>,
    mut commands: Commands<'_, '_>,
    mut tables: Query<'_, '_, Parts<'static>>,
) {
    let now = now.0;
    for queued in batch.drain(Capability::Seating) {
        let mut command = queued.command;
        let Ok((mut about, mut seating, mut phase, mut presence, retired, mut scheduled)) =
            tables.get_mut(queued.table)
        else {
            continue;
        };
        let CommandKind::Seating(request) = &mut command.kind else { continue };
        let result = match request {
            SeatingRequest::Join { name, seat } => {
                let joined = join(command.from, name, *seat, &mut seating, &phase);
                joined.map(|seat| {
                    presence.arrive(seat);
                    if let Some(person) = command.from.person() {
                        presence.watchers.retain(|(watcher, _)| *watcher != person);
                        if std::mem::take(&mut about.opener_left) && about.opener != person {
                            take_over(&mut about, person, name.clone(), &mut outbox);
                        }
                    }
                    outbox.notice(about.id, Event::new("table-joined").arg("who", name.clone()));
                    if let Origin::Person(person) = command.from {
                        wanted.0.push((queued.table, person));
                    }
                    Answer { version: 0, seat: Some(seat) }
                })
            }
            SeatingRequest::Leave => {
                let seat = command.from.person().and_then(|person| seating.seat_of(person));
                match seat {
                    None => Err(Denial::NotSeated),
                    Some(seat) if phase.is_on() && !retired.contains(seat) => {
                        let kind = MoveKind::Retire { seat, why: Retirement::Resigned };
                        moves.push(&*about.game, Move { table: queued.table, kind, command });
                        continue;
                    }
                    Some(_) if !phase.is_before() => Ok(Answer::default()),
                    Some(seat) => {
                        vacate(seat, &mut about, &mut seating, &mut phase, &mut outbox);
                        Ok(Answer::default())
                    }
                }
            }
            SeatingRequest::Kick { seat } => may_arrange(command.from, &about, &phase).and_then(|()| {
                let chair = seating.chair(*seat).ok_or(Denial::NoSuchSeat)?;
                let person = chair.person.ok_or(Denial::NotSeated)?;
                if person != about.opener {
                    seating.removed.push(person);
                    presence.watchers.retain(|(watcher, _)| *watcher != person);
                }
                vacate(*seat, &mut about, &mut seating, &mut phase, &mut outbox);
                outbox.tell(crate::Effect::Removed { table: about.id, person });
                Ok(Answer::default())
            }),
            SeatingRequest::Arrange { seat, plan } => {
                may_arrange(command.from, &about, &phase).and_then(|()| {
                    check_plan(plan, &about.bots.default)?;
                    let chair = seating.chairs.get_mut(seat.index()).ok_or(Denial::NoSuchSeat)?;
                    if chair.person.is_some() {
                        return Err(Denial::SeatTaken);
                    }
                    (chair.name, chair.plan) = (bot_name(plan), plan.clone());
                    Ok(Answer { version: 0, seat: Some(*seat) })
                })
            }
            SeatingRequest::Cancel => may_cancel(command.from, &about, &phase).map(|()| {
                index.0.remove(&about.id);
                commands.entity(queued.table).despawn();
                outbox.tell(crate::Effect::Closed(about.id));
                Answer::default()
            }),
        };
        match result {
            Err(denial) => outbox.deny(&command, denial),
            Ok(answer) => {
                let cancelled = matches!(command.kind, CommandKind::Seating(SeatingRequest::Cancel));
                outbox.accept(now, command, answer);
                if cancelled {
                    continue;
                }
                if *phase == Phase::Waiting
                    && seating.is_full()
                    && let Some(ms) = about.clock.countdown()
                {
                    let until = now + u64::from(ms);
                    *phase = Phase::Countdown { until };
                    timers.set(queued.table, &mut scheduled, Capability::Start, until);
                    outbox.notice(about.id, Event::new("table-countdown").arg("seconds", ms.div_ceil(1000)));
                }
                let occupants = Occupants { about: &about, seating: &seating, phase: &phase, retired };
                presence.note_empty(queued.table, &occupants, now, &mut timers, &mut scheduled);
                presence.note_opener(queued.table, &occupants, now, &mut timers, &mut scheduled);
                changed.0.push(queued.table);
            }
        }
    }
}

fn join(
    from: Origin,
    name: &mut Id,
    seat: Option<Seat>,
    seating: &mut Seating,
    phase: &Phase,
) -> Result<Seat, Denial> {
    let person: PersonId = from.person().ok_or(Denial::NotSeated)?;
    if !phase.is_before() {
        return Err(if phase.is_on() { Denial::Begun } else { Denial::Over });
    }
    if seating.seat_of(person).is_some() {
        return Err(Denial::AlreadySeated);
    }
    if seating.removed.contains(&person) {
        return Err(Denial::Kicked);
    }
    *name = clean_name(name)?;
    let seat = match seat {
        None => free_seat(seating).ok_or(Denial::TableFull)?,
        Some(seat) => seat,
    };
    let chair = seating.chairs.get_mut(seat.index()).ok_or(Denial::NoSuchSeat)?;
    if chair.is_taken() {
        return Err(Denial::SeatTaken);
    }
    (chair.person, chair.name) = (Some(person), name.clone());
    Ok(seat)
}

/// Checks that the sender is the opener or the host and that the game has not begun.
fn may_arrange(from: Origin, about: &About, phase: &Phase) -> Result<(), Denial> {
    if !matches!(from, Origin::Host) && from.person() != Some(about.opener) {
        return Err(Denial::NotOpener);
    }
    if phase.is_before() { Ok(()) } else { Err(Denial::Begun) }
}

/// Checks that the sender may cancel the table: like [`may_arrange`]; the host may also remove one that is
/// over.
fn may_cancel(from: Origin, about: &About, phase: &Phase) -> Result<(), Denial> {
    let tidied = matches!(from, Origin::Host) && phase.is_over();
    if tidied { Ok(()) } else { may_arrange(from, about, phase) }
}

/// Frees a seat; stops a countdown.
fn vacate(seat: Seat, about: &mut About, seating: &mut Seating, phase: &mut Phase, outbox: &mut Outbox) {
    let chair = &mut seating.chairs[seat.index()];
    let person = chair.person.take();
    let name = std::mem::take(&mut chair.name);
    *phase = Phase::Waiting;
    outbox.notice(about.id, Event::new("table-left").arg("who", name));
    if person == Some(about.opener) {
        pass_on(about, seating, seat.index() + 1, outbox);
    }
}

/// Makes the next person in the order of the seats the opener; if there is none, the next one who sits down.
pub(crate) fn pass_on(about: &mut About, seating: &Seating, first: usize, outbox: &mut Outbox) {
    let (before, after) = seating.chairs.split_at(first);
    let mut others = after.iter().chain(before);
    let next = others.find_map(|chair| Some((chair.person.filter(|person| *person != about.opener)?, chair)));
    match next {
        Some((person, chair)) => take_over(about, person, chair.name.clone(), outbox),
        None => about.opener_left = true,
    }
}

/// Makes a person the opener.
pub(crate) fn take_over(about: &mut About, person: PersonId, name: Id, outbox: &mut Outbox) {
    (about.opener, about.opener_left) = (person, false);
    outbox.notice(about.id, Event::new("table-opener").arg("who", name));
}
