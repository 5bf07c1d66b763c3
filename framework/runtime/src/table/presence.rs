//! Presence: connections, spectators, and the seats of lost players.

use crate::{
    Answer, Command, CommandKind, Denial, Done, Effect, Millis, Origin, PersonId,
    capability::{Registry, Request, variant_names},
    components::{About, Decisions, Phase, Progress, Retired, Seating},
    inbox::{Batch, Inbox, Now},
    outbox::Outbox,
    table::{
        Capability,
        bots::Awake,
        list::Changed,
        play::{Move, Moves},
        seating::{pass_on, take_over},
        show::Wanted,
    },
    timers::{ScheduledTimers, Timers},
    user_text::{self, MAX_NAME_LENGTH},
};
use bevy_ecs::prelude::*;
use parlor_kit::{Event, Id, LostPolicy, MAX_SEATS, Retirement, Seat, Seats};
use serde::{Deserialize, Serialize};

/// A table whose game is not running is removed after this time without connected persons.
pub(crate) const ABANDONED_AFTER: Millis = 10 * 60_000;

/// Before the start, another person becomes the opener after the opener was not connected for this time.
const OPENER_LOST_AFTER: Millis = 2 * 60_000;

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
    /// The time for the opener to return before the person on another seat becomes the opener.
    Opener {
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
    registry.component::<Presence>().resource::<Returned>().on_request(presence).on_timer(absences);
}

/// What persons who are back are told after they were shown the table.
#[derive(Resource, Default)]
pub(crate) struct Returned(pub(crate) Vec<Effect>);

/// The persons who are connected, the spectators, and the seats played by a stand-in bot.
#[derive(Component)]
pub(crate) struct Presence {
    away_since: [Millis; MAX_SEATS],
    stand_ins: Seats,
    /// Seats whose absence was handled, so that it is handled once.
    given_up_on: Seats,
    pub(crate) watchers: Vec<(PersonId, Id)>,
    empty_since: Millis,
    /// The opener who was last found not to be connected, and since when.
    opener_away: (PersonId, Millis),
    /// How many choices had been made for each seat in place of its person when the person was lost.
    made_before: [u32; MAX_SEATS],
}

/// The components that tell whether a table is in use.
pub(crate) struct Occupants<'a> {
    pub(crate) about: &'a About,
    pub(crate) seating: &'a Seating,
    pub(crate) phase: &'a Phase,
    pub(crate) retired: &'a Retired,
}

/// Value of `away_since` of a connected seat, of `empty_since` of a table that is not empty, and of
/// `opener_away` where the opener is connected.
const NOT_AWAY: Millis = Millis::MAX;

impl Default for Presence {
    fn default() -> Presence {
        Presence {
            away_since: [NOT_AWAY; MAX_SEATS],
            stand_ins: Seats::NONE,
            given_up_on: Seats::NONE,
            watchers: Vec::new(),
            empty_since: NOT_AWAY,
            opener_away: (PersonId(0), NOT_AWAY),
            made_before: [0; MAX_SEATS],
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
    pub(crate) fn everybody_away(&mut self, decisions: &Decisions, now: Millis) {
        for (seat, made_before) in Seat::all(MAX_SEATS).zip(&mut self.made_before) {
            if !self.stand_ins.contains(seat) {
                *made_before = decisions.made_for(seat);
            }
        }
        self.away_since = [now; MAX_SEATS];
        self.given_up_on = self.stand_ins;
        self.watchers.clear();
        self.empty_since = now;
        self.opener_away.1 = NOT_AWAY;
    }

    /// The seats whose person is connected.
    pub(crate) fn people_here(&self, seating: &Seating) -> Seats {
        seating.people().iter().filter(|seat| self.is_here(*seat)).collect()
    }

    /// Whether persons play at the table and none of them is connected. Persons who retired count only where
    /// all have.
    pub(crate) fn is_deserted(&self, seating: &Seating, retired: &Retired) -> bool {
        let people = seating.people();
        let playing: Seats = people.iter().filter(|seat| !retired.contains(*seat)).collect();
        let players = if playing.is_empty() { people } else { playing };
        !players.is_empty() && !players.iter().any(|seat| self.is_here(seat))
    }

    /// Tracks since when the table has been empty, and schedules the timer that ends or removes it.
    pub(crate) fn note_empty(
        &mut self,
        table: Entity,
        occupants: &Occupants<'_>,
        now: Millis,
        timers: &mut Timers,
        scheduled: &mut ScheduledTimers,
    ) {
        if !self.is_empty(occupants) {
            self.empty_since = NOT_AWAY;
        } else if self.empty_since == NOT_AWAY {
            self.empty_since = now;
        }
        let since = if self.empty_since == NOT_AWAY { now } else { self.empty_since };
        // A table that may stay empty, because only bots play, is looked at again after the same time.
        let due = since + occupants.patience();
        let at = if due > now { due } else { now + occupants.patience() };
        timers.set(table, scheduled, Capability::Close, at);
    }

    /// Tracks since when the opener has been away before the start, and schedules the timer after which
    /// another person is the opener.
    pub(crate) fn note_opener(
        &mut self,
        table: Entity,
        occupants: &Occupants<'_>,
        now: Millis,
        timers: &mut Timers,
        scheduled: &mut ScheduledTimers,
    ) {
        let Occupants { about, seating, phase, .. } = occupants;
        let seat = seating.seat_of(about.opener);
        let here = seat.map_or(self.watcher(about.opener).is_some(), |seat| self.is_here(seat));
        if here || !phase.is_before() {
            self.opener_away.1 = NOT_AWAY;
            return;
        }
        if self.opener_away.0 != about.opener || self.opener_away.1 == NOT_AWAY {
            self.opener_away = (about.opener, now);
        }
        if self.next_opener(about, seating).is_some() {
            let at = self.opener_away.1 + OPENER_LOST_AFTER;
            timers.set(table, scheduled, Capability::Presence, at);
        }
    }

    /// The seat of the person who takes over from an opener who is away: the next one who is connected.
    fn next_opener(&self, about: &About, seating: &Seating) -> Option<Seat> {
        let seats = seating.chairs.len();
        let first = seating.seat_of(about.opener).map_or(0, |seat| seat.index() + 1);
        let here = self.people_here(seating);
        (first..first + seats).map(|seat| Seat::new(seat % seats)).find(|seat| here.contains(*seat))
    }

    fn is_opener_lost(&self, now: Millis) -> bool {
        self.opener_away.1 != NOT_AWAY && now >= self.opener_away.1 + OPENER_LOST_AFTER
    }

    /// Starts to track anew whether the table is empty, when its game begins.
    pub(crate) fn begin(&mut self) {
        self.empty_since = NOT_AWAY;
    }

    /// Whether the table has been empty for too long.
    pub(crate) fn is_abandoned(&self, occupants: &Occupants<'_>, now: Millis) -> bool {
        self.empty_since != NOT_AWAY && now >= self.empty_since + occupants.patience()
    }

    /// Whether the table is of no use to any person: during a game there is no player, otherwise there is
    /// nobody at all.
    fn is_empty(&self, occupants: &Occupants<'_>) -> bool {
        let Occupants { seating, phase, retired, .. } = occupants;
        let nobody = self.watchers.is_empty() && self.people_here(seating).is_empty();
        nobody || (phase.is_on() && self.is_deserted(seating, retired))
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
        let deserted = self.is_deserted(seating, retired);
        for seat in away {
            let lost = self.away_since[seat.index()] + u64::from(about.policy.lost_after_ms);
            let at = match about.policy.lost {
                // Without any player no seat loses to another.
                LostPolicy::Deadline { .. } if deserted && self.given_up_on.contains(seat) => continue,
                LostPolicy::Deadline { ms } if self.given_up_on.contains(seat) => lost + u64::from(ms),
                // An absence that was handled would fire the timer again and again.
                _ if self.given_up_on.contains(seat) => continue,
                _ => lost,
            };
            timers.set(table, scheduled, Capability::Presence, at);
        }
    }
}

impl Occupants<'_> {
    /// How long the table may be empty.
    fn patience(&self) -> Millis {
        if self.phase.is_on() { Millis::from(self.about.policy.abandoned_after_ms) } else { ABANDONED_AFTER }
    }
}

type Parts<'a> = (
    &'a mut About,
    &'a Seating,
    &'a Phase,
    &'a Progress,
    &'a Retired,
    &'a Decisions,
    &'a mut Presence,
    &'a mut ScheduledTimers,
);

/// Handles connects and disconnects, spectators, and the seats of lost players.
#[allow(clippy::too_many_arguments, reason = "a system's parameters are what it touches")]
pub(crate) fn presence(
    now: Res<'_, Now>,
    mut batch: ResMut<'_, Batch>,
    mut outbox: ResMut<'_, Outbox>,
    mut timers: ResMut<'_, Timers>,
    mut changed: ResMut<'_, Changed>,
    mut wanted: ResMut<'_, Wanted>,
    mut returned: ResMut<'_, Returned>,
    mut awake: ResMut<'_, Awake>,
    mut moves: ResMut<'_, Moves>,
    mut tables: Query<'_, '_, Parts<'static>>,
) {
    let now = now.0;
    for queued in batch.drain(Capability::Presence) {
        let mut command = queued.command;
        let Ok((mut about, seating, phase, progress, retired, decisions, mut presence, mut scheduled)) =
            tables.get_mut(queued.table)
        else {
            continue;
        };
        let CommandKind::Presence(request) = &mut command.kind else { continue };
        let person = command.from.person();
        let seat = person.and_then(|person| seating.seat_of(person));
        let name = |seat: Seat| seating.chairs[seat.index()].name.clone();
        let version = seat.map_or(progress.version, |seat| progress.version_of(seat));
        let answer = Answer { version, seat };
        // Only what affects the course of the game is recorded; connections alone are not.
        let recorded = match (request, person, seat) {
            (PresenceRequest::Watch { name }, Some(person), seat) => {
                match clean_name(name) {
                    Err(denial) => {
                        outbox.deny(&command, denial);
                        continue;
                    }
                    Ok(_) if seating.removed.contains(&person) => {
                        outbox.deny(&command, Denial::Kicked);
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
                person == about.opener && std::mem::take(&mut about.opener_left)
            }
            (PresenceRequest::Unwatch, Some(person), None)
                if person == about.opener && phase.is_before() && !about.opener_left =>
            {
                presence.watchers.retain(|(watcher, _)| *watcher != person);
                pass_on(&mut about, seating, 0, &mut outbox);
                true
            }
            (PresenceRequest::Unwatch, Some(person), _) | (PresenceRequest::Lost, Some(person), None) => {
                presence.watchers.retain(|(watcher, _)| *watcher != person);
                false
            }
            (PresenceRequest::Due(PresenceDeadline::Opener { seat }), None, _) => {
                if !phase.is_before() || (!outbox.replaying && !presence.is_opener_lost(now)) {
                    continue;
                }
                let chair = seating.chair(*seat).and_then(|chair| Some((chair.person?, chair.name.clone())));
                let Some((person, name)) = chair else { continue };
                take_over(&mut about, person, name, &mut outbox);
                true
            }
            (PresenceRequest::Lost, _, Some(seat)) => {
                // A person who sat down after watching is no longer a spectator either.
                presence.watchers.retain(|(watcher, _)| Some(*watcher) != person);
                if presence.is_here(seat) {
                    presence.away_since[seat.index()] = now;
                    presence.made_before[seat.index()] = decisions.made_for(seat);
                    outbox.notice(about.id, Event::new("table-lost").arg("who", name(seat)));
                }
                false
            }
            (PresenceRequest::Back, Some(person), Some(seat)) => {
                let (away, stood_in) = (!presence.is_here(seat), presence.stand_in(seat));
                presence.arrive(seat);
                if away {
                    outbox.notice(about.id, Event::new("table-back").arg("who", name(seat)));
                    // Stand-ins wait while no player is there.
                    awake.0.push(queued.table);
                }
                wanted.0.push((queued.table, person));
                let made = decisions.made_for(seat).saturating_sub(presence.made_before[seat.index()]);
                if away && made > 0 {
                    returned.0.push(Effect::PlayedFor { table: about.id, person, choices: made });
                }
                stood_in
            }
            (PresenceRequest::Due(PresenceDeadline::Lost { seat }), None, _) => {
                let seat = *seat;
                // While a table is rebuilt no person is connected, and the recorded decision still holds.
                if (!outbox.replaying && presence.is_here(seat)) || retired.contains(seat) {
                    continue;
                }
                presence.given_up_on = presence.given_up_on.with(seat);
                if outbox.replaying {
                    presence.made_before[seat.index()] = decisions.made_for(seat);
                }
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
        let occupants = Occupants { about: &about, seating, phase, retired };
        presence.note_empty(queued.table, &occupants, now, &mut timers, &mut scheduled);
        presence.note_opener(queued.table, &occupants, now, &mut timers, &mut scheduled);
        presence.arm(queued.table, &about, seating, retired, &mut timers, &mut scheduled);
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
    mut tables: Query<'_, '_, (&About, &Seating, &Phase, &Retired, &mut Presence, &mut ScheduledTimers)>,
) {
    let due: Vec<Entity> = timers.due(Capability::Presence).collect();
    for table in due {
        let Ok((about, seating, phase, retired, mut presence, mut scheduled)) = tables.get_mut(table) else {
            continue;
        };
        let host = |ask| Command::of(Origin::Host, about.id, PresenceRequest::Due(ask));
        if phase.is_before() {
            if let Some(seat) =
                presence.next_opener(about, seating).filter(|_| presence.is_opener_lost(now.0))
            {
                inbox.push(host(PresenceDeadline::Opener { seat }));
            } else if !presence.is_opener_lost(now.0) {
                let occupants = Occupants { about, seating, phase, retired };
                presence.note_opener(table, &occupants, now.0, &mut timers, &mut scheduled);
            }
        }
        if !phase.is_on() {
            continue;
        }
        let mut waits = false;
        let deserted = presence.is_deserted(seating, retired);
        for seat in
            seating.people().iter().filter(|seat| !presence.is_here(*seat) && !retired.contains(*seat))
        {
            let lost = presence.away_since[seat.index()] + u64::from(about.policy.lost_after_ms);
            let given_up = presence.given_up_on.contains(seat);
            match about.policy.lost {
                _ if !given_up && lost <= now.0 => inbox.push(host(PresenceDeadline::Lost { seat })),
                LostPolicy::Deadline { .. } if given_up && deserted => {}
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
