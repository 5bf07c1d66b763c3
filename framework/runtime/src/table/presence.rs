//! Presence: connections, spectators, and the seats of lost players.

use crate::{
    Answer, Command, CommandKind, Denial, Done, Millis, Origin, PersonId,
    capability::{Registry, Request, variant_names},
    components::{About, Phase, Progress, Retired, Seating},
    inbox::{Batch, Inbox, Now},
    outbox::Outbox,
    table::{
        Capability,
        bots::Awake,
        list::Changed,
        play::{Move, Moves},
        show::Wanted,
    },
    timers::{ScheduledTimers, Timers},
    user_text::{self, MAX_NAME_LENGTH},
};
use bevy_ecs::prelude::*;
use parlor_kit::{Event, Id, LostPolicy, MAX_SEATS, Retirement, Seat, Seats};
use serde::{Deserialize, Serialize};

/// A table without connected persons is ended or removed after this time.
pub(crate) const ABANDONED_AFTER: Millis = 10 * 60_000;

/// Connections, spectators, lost players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum PresenceRequest {
    /// Watches the table.
    Watch {
        /// The person's name.
        name: Id,
    },
    /// Stops watching.
    Unwatch,
    /// The person's last connection is gone.
    Lost,
    /// The person is connected again, and is shown everything.
    Back,
    /// A player was away for too long. Recorded, so that a restored table makes the same decision.
    Due(PresenceDeadline),
}

/// A deadline for a lost player to return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum PresenceDeadline {
    /// The grace period of a lost player; then a bot or the clock plays for the seat.
    Lost {
        /// The seat.
        seat: Seat,
    },
    /// The time for a lost player to return before the seat loses.
    Gone {
        /// The seat.
        seat: Seat,
    },
}

impl Request for PresenceRequest {
    fn deadlines() -> &'static [&'static str] {
        variant_names::<PresenceDeadline>()
    }

    fn is_the_hosts(&self) -> bool {
        matches!(self, PresenceRequest::Due(_))
    }

    fn recorded(&self, _: Option<Seat>) -> Option<(Seat, Done)> {
        match self {
            PresenceRequest::Due(PresenceDeadline::Gone { seat }) => {
                Some((*seat, Done::Retire(Retirement::Lost)))
            }
            _ => None,
        }
    }
}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.component::<Presence>().on_request(presence).on_timer(absences);
}

/// The persons who are connected, the spectators, and the seats played by a stand-in bot.
#[derive(Component)]
pub(crate) struct Presence {
    away_since: [Millis; MAX_SEATS],
    stand_ins: Seats,
    /// Seats whose absence was handled, so that it is handled once.
    given_up_on: Seats,
    pub(crate) watchers: Vec<(PersonId, Id)>,
    empty_since: Millis,
}

/// Value of `away_since` of a connected seat, and of `empty_since` of a table that is not empty.
const NOT_AWAY: Millis = Millis::MAX;

impl Default for Presence {
    fn default() -> Presence {
        Presence {
            away_since: [NOT_AWAY; MAX_SEATS],
            stand_ins: Seats::NONE,
            given_up_on: Seats::NONE,
            watchers: Vec::new(),
            empty_since: NOT_AWAY,
        }
    }
}

impl Presence {
    pub(crate) fn is_here(&self, seat: Seat) -> bool {
        self.away_since[seat.index()] == NOT_AWAY
    }

    pub(crate) fn stand_in(&self, seat: Seat) -> bool {
        self.stand_ins.contains(seat)
    }

    pub(crate) fn watcher(&self, person: PersonId) -> Option<&Id> {
        self.watchers.iter().find(|(watcher, _)| *watcher == person).map(|(_, name)| name)
    }

    pub(crate) fn arrive(&mut self, seat: Seat) {
        self.away_since[seat.index()] = NOT_AWAY;
        self.stand_ins = self.stand_ins.without(seat);
        self.given_up_on = self.given_up_on.without(seat);
    }

    /// Keeps the seats that take part in the game; later seats move up.
    pub(crate) fn keep(&mut self, stays: &[bool]) {
        let kept = stays.iter().enumerate().filter(|(_, stays)| **stays).map(|(i, _)| self.away_since[i]);
        let mut away_since = [NOT_AWAY; MAX_SEATS];
        for (to, from) in away_since.iter_mut().zip(kept) {
            *to = from;
        }
        self.away_since = away_since;
    }

    /// Marks all persons as disconnected after a restart.
    pub(crate) fn everybody_away(&mut self, now: Millis) {
        self.away_since = [now; MAX_SEATS];
        self.given_up_on = self.stand_ins;
        self.watchers.clear();
        self.empty_since = now;
    }

    /// The seats whose person is connected.
    pub(crate) fn people_here(&self, seating: &Seating) -> Seats {
        seating.people().iter().filter(|seat| self.is_here(*seat)).collect()
    }

    /// Tracks since when the table has been empty, and schedules the timer that removes it.
    pub(crate) fn note_empty(
        &mut self,
        table: Entity,
        seating: &Seating,
        now: Millis,
        timers: &mut Timers,
        scheduled: &mut ScheduledTimers,
    ) {
        if !self.is_empty(seating) {
            self.empty_since = NOT_AWAY;
        } else if self.empty_since == NOT_AWAY {
            self.empty_since = now;
        }
        let since = if self.empty_since == NOT_AWAY { now } else { self.empty_since };
        timers.set(table, scheduled, Capability::Close, since + ABANDONED_AFTER);
    }

    /// Whether the table has been empty for too long.
    pub(crate) fn is_abandoned(&self, now: Millis) -> bool {
        self.empty_since != NOT_AWAY && now >= self.empty_since + ABANDONED_AFTER
    }

    fn is_empty(&self, seating: &Seating) -> bool {
        self.watchers.is_empty() && self.people_here(seating).is_empty()
    }

    /// Schedules the timer for the next absence deadline.
    pub(crate) fn arm(
        &self,
        table: Entity,
        about: &About,
        seating: &Seating,
        retired: &Retired,
        timers: &mut Timers,
        scheduled: &mut ScheduledTimers,
    ) {
        let away = seating.people().iter().filter(|seat| !self.is_here(*seat) && !retired.contains(*seat));
        for seat in away {
            let lost = self.away_since[seat.index()] + u64::from(about.policy.lost_after_ms);
            let at = match about.policy.lost {
                LostPolicy::Deadline { ms } if self.given_up_on.contains(seat) => lost + u64::from(ms),
                // An absence that was handled would fire the timer again and again.
                _ if self.given_up_on.contains(seat) => continue,
                _ => lost,
            };
            timers.set(table, scheduled, Capability::Presence, at);
        }
    }
}

type Parts<'a> =
    (&'a About, &'a Seating, &'a Phase, &'a Progress, &'a Retired, &'a mut Presence, &'a mut ScheduledTimers);

/// Handles connects and disconnects, spectators, and the seats of lost players.
#[allow(clippy::too_many_arguments, reason = "a system's parameters are what it touches")]
pub(crate) fn presence(
    now: Res<'_, Now>,
    mut batch: ResMut<'_, Batch>,
    mut outbox: ResMut<'_, Outbox>,
    mut timers: ResMut<'_, Timers>,
    mut changed: ResMut<'_, Changed>,
    mut wanted: ResMut<'_, Wanted>,
    mut awake: ResMut<'_, Awake>,
    mut moves: ResMut<'_, Moves>,
    mut tables: Query<'_, '_, Parts<'static>>,
) {
    let now = now.0;
    for queued in batch.drain(Capability::Presence) {
        let mut command = queued.command;
        let Ok((about, seating, phase, progress, retired, mut presence, mut scheduled)) =
            tables.get_mut(queued.table)
        else {
            continue;
        };
        let CommandKind::Presence(request) = &mut command.kind else { continue };
        let person = command.from.person();
        let seat = person.and_then(|person| seating.seat_of(person));
        let name = |seat: Seat| seating.chairs[seat.index()].name.clone();
        let answer = Answer { version: progress.version, seat };
        // Only what affects the course of the game is recorded; connections alone are not.
        let recorded = match (request, person, seat) {
            (PresenceRequest::Watch { name }, Some(person), seat) => {
                match clean_name(name) {
                    Err(denial) => {
                        outbox.deny(&command, denial);
                        continue;
                    }
                    Ok(_) if seat.is_none() && !about.setup.spectators && person != about.opener => {
                        outbox.deny(&command, Denial::NoSpectators);
                        continue;
                    }
                    Ok(name) => {
                        if seat.is_none() && presence.watcher(person).is_none() {
                            presence.watchers.push((person, name));
                        }
                        wanted.0.push((queued.table, person));
                    }
                }
                false
            }
            (PresenceRequest::Unwatch, Some(person), _) | (PresenceRequest::Lost, Some(person), None) => {
                presence.watchers.retain(|(watcher, _)| *watcher != person);
                false
            }
            (PresenceRequest::Lost, _, Some(seat)) => {
                // A person who sat down after watching is no longer a spectator either.
                presence.watchers.retain(|(watcher, _)| Some(*watcher) != person);
                if presence.is_here(seat) {
                    presence.away_since[seat.index()] = now;
                    outbox.notice(about.id, Event::new("table-lost").arg("who", name(seat)));
                }
                false
            }
            (PresenceRequest::Back, Some(person), Some(seat)) => {
                let (away, stood_in) = (!presence.is_here(seat), presence.stand_in(seat));
                presence.arrive(seat);
                if away {
                    outbox.notice(about.id, Event::new("table-back").arg("who", name(seat)));
                }
                wanted.0.push((queued.table, person));
                stood_in
            }
            (PresenceRequest::Due(PresenceDeadline::Lost { seat }), None, _) => {
                let seat = *seat;
                // While a table is rebuilt no person is connected, and the recorded decision still holds.
                if (!outbox.replaying && presence.is_here(seat)) || retired.contains(seat) {
                    continue;
                }
                presence.given_up_on = presence.given_up_on.with(seat);
                if about.policy.lost != LostPolicy::Forfeit && phase.is_on() {
                    presence.stand_ins = presence.stand_ins.with(seat);
                    outbox.notice(about.id, Event::new("table-stand-in").arg("who", name(seat)));
                    awake.0.push(queued.table);
                }
                true
            }
            (PresenceRequest::Due(PresenceDeadline::Gone { seat }), None, _) => {
                let seat = *seat;
                // While a table is rebuilt no person is connected, and the recorded decision still holds.
                let here = !outbox.replaying && presence.is_here(seat);
                let kind =
                    if here { Err(Denial::NotHost) } else { retired.retire(seat, Retirement::Lost, phase) };
                match kind {
                    Ok(kind) => moves.push(&*about.game, Move { table: queued.table, kind, command }),
                    Err(denial) => outbox.deny(&command, denial),
                }
                continue;
            }
            _ => {
                outbox.deny(&command, Denial::NotSeated);
                continue;
            }
        };
        presence.note_empty(queued.table, seating, now, &mut timers, &mut scheduled);
        presence.arm(queued.table, about, seating, retired, &mut timers, &mut scheduled);
        if recorded {
            outbox.accept(now, command, answer);
        } else {
            outbox.answer(&command, Ok(answer));
        }
        changed.0.push(queued.table);
    }
}

/// Handles absences that have lasted too long.
pub(crate) fn absences(
    now: Res<'_, Now>,
    mut timers: ResMut<'_, Timers>,
    mut inbox: ResMut<'_, Inbox>,
    mut tables: Query<'_, '_, (&About, &Seating, &Phase, &Retired, &Presence, &mut ScheduledTimers)>,
) {
    let due: Vec<Entity> = timers.due(Capability::Presence).collect();
    for table in due {
        let Ok((about, seating, phase, retired, presence, mut scheduled)) = tables.get_mut(table) else {
            continue;
        };
        if !phase.is_on() {
            continue;
        }
        let host = |ask| Command::of(Origin::Host, about.id, PresenceRequest::Due(ask));
        let mut waits = false;
        for seat in
            seating.people().iter().filter(|seat| !presence.is_here(*seat) && !retired.contains(*seat))
        {
            let lost = presence.away_since[seat.index()] + u64::from(about.policy.lost_after_ms);
            let given_up = presence.given_up_on.contains(seat);
            match about.policy.lost {
                _ if !given_up && lost <= now.0 => inbox.push(host(PresenceDeadline::Lost { seat })),
                LostPolicy::Deadline { ms } if given_up && lost + u64::from(ms) <= now.0 => {
                    inbox.push(host(PresenceDeadline::Gone { seat }));
                }
                LostPolicy::Deadline { .. } => waits = true,
                _ => waits |= !given_up,
            }
        }
        if waits {
            presence.arm(table, about, seating, retired, &mut timers, &mut scheduled);
        }
    }
}

/// Sanitises a name.
pub(crate) fn clean_name(name: &str) -> Result<Id, Denial> {
    user_text::clean_name(name).ok_or(Denial::BadName { most: MAX_NAME_LENGTH })
}
