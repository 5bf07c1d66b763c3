//! Clocks: time per move, total time, reminders.

use crate::{
    Ask, Clocks, Command, Deadline, Effect, Millis, Origin, SeatClock,
    alarms::{Alarm, Alarms, Scheduled},
    game::Steps,
    inbox::{Inbox, Now},
    outbox::Outbox,
    parts::{About, Phase, Progress, Seating},
};
use bevy_ecs::prelude::*;
use parlor_kit::{ClockPolicy, MAX_SEATS, Seat, Seats};

/// How much time on the way is given back at most. Deadlines wait this long for moves that were made in time.
const MOST_LAG: Millis = 300;

/// When a seat is reminded, in per cent of its time for the move.
const REMINDERS: [u8; 2] = [75, 90];

const STOPPED: Millis = Millis::MAX;

/// The clocks of all seats.
#[derive(Component)]
pub(crate) struct Clock {
    /// Total time charged so far.
    used: [Millis; MAX_SEATS],
    /// What of it belongs to the present move.
    spent: [Millis; MAX_SEATS],
    /// The turn the present move belongs to, where a turn is more than a step.
    turn: [Option<u32>; MAX_SEATS],
    started: [Millis; MAX_SEATS],
    reminded: [u8; MAX_SEATS],
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            used: [0; MAX_SEATS],
            spent: [0; MAX_SEATS],
            turn: [None; MAX_SEATS],
            started: [STOPPED; MAX_SEATS],
            reminded: [0; MAX_SEATS],
        }
    }
}

impl Clock {
    fn running(&self) -> impl Iterator<Item = usize> + use<> {
        let started = self.started;
        (0..MAX_SEATS).filter(move |&i| started[i] != STOPPED)
    }

    /// The time that has run since the clock of a seat was started.
    fn run(&self, seat: usize, now: Millis) -> Millis {
        if self.started[seat] == STOPPED { 0 } else { now.saturating_sub(self.started[seat]) }
    }

    /// Stops the clock of a seat and charges its time, less what the message spent on the way.
    fn charge(&mut self, seat: usize, now: Millis, lag: Millis) {
        let time = self.run(seat, now).saturating_sub(lag.min(MOST_LAG));
        self.used[seat] += time;
        self.spent[seat] += time;
        self.started[seat] = STOPPED;
    }

    /// Starts the clock of a seat that is asked. Asked again in the same turn, it goes on with what is left.
    fn begin(&mut self, seat: usize, now: Millis, turn: Option<u32>) {
        if turn.is_none() || turn != self.turn[seat] {
            self.spent[seat] = 0;
            self.reminded[seat] = 0;
        }
        self.turn[seat] = turn;
        self.started[seat] = now;
    }

    /// Stops all clocks in the middle of decisions.
    pub(crate) fn stop(&mut self, now: Millis) {
        for seat in self.running() {
            self.charge(seat, now, 0);
        }
    }

    /// Lets the clocks of those who decide run on.
    pub(crate) fn go_on(&mut self, turn: Seats, now: Millis) {
        for seat in turn.iter() {
            self.started[seat.index()] = now;
        }
    }

    /// After a restart decisions begin anew; the time of the stop is given back.
    pub(crate) fn restart(&mut self, turn: Seats, now: Millis, running: bool) {
        for seat in turn.iter().map(Seat::index) {
            self.spent[seat] = 0;
            self.reminded[seat] = 0;
            self.started[seat] = if running { now } else { STOPPED };
        }
    }

    /// What is left for everybody to see.
    pub(crate) fn view(&self, policy: &ClockPolicy, seats: usize, now: Millis) -> Option<Clocks> {
        if policy.move_ms.is_none() && policy.total_ms.is_none() {
            return None;
        }
        let left = |limit: Option<u32>, used: Millis| limit.map(|ms| Millis::from(ms).saturating_sub(used));
        // While a deadline waits for moves on their way, nobody's time runs on.
        let run = |i: usize| {
            let run = self.run(i, now);
            left(policy.move_ms, self.spent[i]).map_or(run, |left| run.min(left))
        };
        let seat = |i: usize| SeatClock {
            running: self.started[i] != STOPPED,
            move_left: left(policy.move_ms, self.spent[i] + run(i)),
            total_left: left(policy.total_ms, self.used[i] + run(i)),
        };
        Some(Clocks { at: now, seats: (0..seats).map(seat).collect() })
    }

    /// What the clock of a seat comes to next, and when.
    fn next(&self, seat: usize, policy: &ClockPolicy) -> Option<(Millis, Next)> {
        let at = |limit: Millis, used: Millis| self.started[seat] + limit.saturating_sub(used);
        let limit = policy.move_ms.map(Millis::from);
        let reminder = limit.and_then(|limit| {
            let percent = *REMINDERS.iter().find(|&&percent| percent > self.reminded[seat])?;
            Some((at(limit * Millis::from(percent) / 100, self.spent[seat]), Next::Reminder(percent)))
        });
        let of_move = limit.map(|limit| (at(limit, self.spent[seat]) + MOST_LAG, Next::MoveOver));
        let total = policy.total_ms.map(Millis::from);
        let total = total.map(|limit| (at(limit, self.used[seat]) + MOST_LAG, Next::TotalOver));
        // When both end at once the total counts: the seat is out, not just late.
        [reminder, total, of_move].into_iter().flatten().min_by_key(|(at, _)| *at)
    }

    /// Wakes the table when something happens to a clock.
    pub(crate) fn arm(
        &self,
        table: Entity,
        policy: &ClockPolicy,
        alarms: &mut Alarms,
        scheduled: &mut Scheduled,
    ) {
        let next = self.running().filter_map(|seat| self.next(seat, policy)).map(|(at, _)| at).min();
        if let Some(at) = next {
            alarms.set(table, scheduled, Alarm::Clock, at);
        }
    }
}

enum Next {
    Reminder(u8),
    MoveOver,
    TotalOver,
}

/// Charges the time of decisions that ended and starts the clocks of those that begin.
pub(crate) fn tick(
    now: Res<'_, Now>,
    steps: Res<'_, Steps>,
    mut alarms: ResMut<'_, Alarms>,
    mut tables: Query<'_, '_, (&About, &Phase, &Progress, &mut Clock, &mut Scheduled)>,
) {
    let now = now.0;
    for step in &steps.played {
        let Ok((about, phase, progress, mut clock, mut scheduled)) = tables.get_mut(step.table) else {
            continue;
        };
        let on = phase.is_on();
        for seat in step.before.iter() {
            let acted = step.actor == Some(seat);
            if acted || !on || !progress.turn.contains(seat) {
                clock.charge(seat.index(), now, if acted { step.lag } else { 0 });
            }
        }
        if !on {
            continue;
        }
        for seat in progress.turn.iter() {
            if !step.before.contains(seat) || step.actor == Some(seat) {
                // What is still being shown costs nobody time.
                clock.begin(seat.index(), now + progress.shown_for(about), step.number);
            }
        }
        if matches!(phase, Phase::Paused { .. }) {
            clock.stop(now);
        }
        clock.arm(step.table, &about.clock, &mut alarms, &mut scheduled);
    }
}

/// Reminds, and ends decisions that took too long.
pub(crate) fn strike(
    now: Res<'_, Now>,
    mut alarms: ResMut<'_, Alarms>,
    mut inbox: ResMut<'_, Inbox>,
    mut outbox: ResMut<'_, Outbox>,
    mut tables: Query<'_, '_, (&About, &Seating, &Phase, &Progress, &mut Clock, &mut Scheduled)>,
) {
    let now = now.0;
    let due: Vec<Entity> = alarms.due(Alarm::Clock).collect();
    for table in due {
        let Ok((about, seating, phase, progress, mut clock, mut scheduled)) = tables.get_mut(table) else {
            continue;
        };
        if !matches!(phase, Phase::Running) {
            continue;
        }
        let mut over = false;
        for seat in clock.running().filter(|&seat| seat < seating.chairs.len()) {
            while let Some((at, next)) = clock.next(seat, &about.clock) {
                if at > now {
                    break;
                }
                let place = Seat::new(seat);
                let deadline = match next {
                    Next::Reminder(percent) => {
                        clock.reminded[seat] = percent;
                        let limit = Millis::from(about.clock.move_ms.unwrap_or(0));
                        let left = limit.saturating_sub(clock.spent[seat] + clock.run(seat, now));
                        outbox.tell(Effect::Reminder { table: about.id, seat: place, percent, left });
                        continue;
                    }
                    Next::MoveOver => Deadline::Move { seat: place, version: progress.since[seat] },
                    Next::TotalOver => Deadline::Total { seat: place },
                };
                // The wait for moves on their way is nobody's time.
                let due = Command::of(Origin::Host, about.id, Ask::Due(deadline));
                inbox.push(Command { lag: MOST_LAG, ..due });
                over = true;
                break;
            }
        }
        // What was asked for above moves the clocks on, and that arms them anew.
        if !over {
            clock.arm(table, &about.clock, &mut alarms, &mut scheduled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: ClockPolicy =
        ClockPolicy { move_ms: Some(20_000), total_ms: Some(60_000), countdown_ms: None };

    fn next(clock: &Clock) -> (Millis, String) {
        let (at, next) = clock.next(0, &POLICY).unwrap();
        let name = match next {
            Next::Reminder(percent) => format!("{percent}"),
            Next::MoveOver => "move".into(),
            Next::TotalOver => "total".into(),
        };
        (at, name)
    }

    // LO-9, WO-7
    #[test]
    fn a_seat_is_reminded_twice_and_then_its_move_is_over() {
        let mut clock = Clock::default();
        clock.begin(0, 1000, None);
        assert_eq!(next(&clock), (16_000, "75".into()));
        clock.reminded[0] = 75;
        assert_eq!(next(&clock), (19_000, "90".into()));
        clock.reminded[0] = 90;
        assert_eq!(next(&clock), (21_000 + MOST_LAG, "move".into()));
    }

    // LO-9, WO-6
    #[test]
    fn the_total_ends_a_move_before_its_own_limit() {
        let mut clock = Clock::default();
        for _ in 0..5 {
            clock.begin(0, 0, None);
            clock.charge(0, 11_000, 0);
        }
        clock.begin(0, 0, None);
        assert_eq!(next(&clock), (5000 + MOST_LAG, "total".into()));
    }

    // LO-9
    #[test]
    fn lag_is_given_back_within_a_bound() {
        let mut clock = Clock::default();
        clock.begin(0, 0, None);
        clock.charge(0, 1000, 100);
        assert_eq!(clock.used[0], 900);
        clock.begin(0, 0, None);
        clock.charge(0, 1000, 900);
        assert_eq!(clock.used[0], 900 + 700);
    }

    // LO-10
    #[test]
    fn a_pause_costs_no_time() {
        let mut clock = Clock::default();
        clock.begin(0, 0, None);
        clock.stop(5000);
        clock.go_on(Seat::new(0).into(), 60_000);
        clock.charge(0, 61_000, 0);
        assert_eq!((clock.used[0], clock.spent[0]), (6000, 6000));
    }

    // LO-9
    #[test]
    fn a_turn_of_several_steps_has_one_time() {
        let mut clock = Clock::default();
        clock.begin(0, 0, Some(1));
        clock.charge(0, 8000, 0);
        clock.begin(0, 8000, Some(1));
        assert_eq!(next(&clock), (15_000, "75".into()), "the second step goes on with what is left");
        clock.charge(0, 9000, 0);
        clock.begin(0, 9000, Some(2));
        assert_eq!(next(&clock), (24_000, "75".into()), "the next turn begins anew");
    }
}
