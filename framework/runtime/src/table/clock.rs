//! Clocks: time per move, total time, reminders.

use crate::{
    Clocks, Command, CommandKind, Denial, Done, Effect, Millis, Origin, SeatClock,
    capability::{Registry, Request, variant_names},
    components::{About, Phase, Progress, Retired, Seating},
    inbox::{Batch, Inbox, Now, TableCommand},
    outbox::Outbox,
    table::{
        Capability,
        play::{Move, MoveKind, Moves, Steps},
    },
    timers::{ScheduledTimers, Timers},
};
use bevy_ecs::prelude::*;
use parlor_kit::{ClockPolicy, MAX_SEATS, Retirement, Seat, Seats};
use serde::{Deserialize, Serialize};

/// Maximum network latency that is credited. Deadlines wait this long for moves that were made in time.
const MAX_LAG: Millis = 300;

/// When a seat is reminded, in per cent of its time for the move.
const REMINDERS: [u8; 2] = [75, 90];

/// Time per move and in total.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum ClockRequest {
    /// A seat's time is over. Recorded, so that a restored table makes the same decision.
    Due(ClockDeadline),
}

/// A deadline of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ClockDeadline {
    /// A seat's time for its move.
    Move {
        /// The seat.
        seat: Seat,
        /// The version at which the decision began.
        version: u32,
    },
    /// A seat's total time.
    Total {
        /// The seat.
        seat: Seat,
    },
}

impl Request for ClockRequest {
    fn deadlines() -> &'static [&'static str] {
        variant_names::<ClockDeadline>()
    }

    fn is_the_hosts(&self) -> bool {
        true
    }

    fn recorded(&self, _: Option<Seat>) -> Option<(Seat, Done)> {
        Some(match self {
            ClockRequest::Due(ClockDeadline::Move { seat, .. }) => (*seat, Done::Timeout),
            ClockRequest::Due(ClockDeadline::Total { seat }) => (*seat, Done::Retire(Retirement::OutOfTime)),
        })
    }
}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.component::<Clock>().on_request(time_over).on_timer(expire);
}

/// The clocks of all seats. The data of a seat is contiguous, so that a move touches few cache lines.
#[derive(Component, Default)]
pub(crate) struct Clock {
    running: Seats,
    seats: [Hand; MAX_SEATS],
}

/// The clock of one seat.
#[derive(Clone, Copy, Default)]
struct Hand {
    /// The time it was started; meaningless while it is stopped.
    started: Millis,
    /// Total time charged so far.
    used: Millis,
    /// The part of `used` that belongs to the current move.
    spent: Millis,
    /// The turn of the current move, in games whose turns have several steps.
    turn: Option<u32>,
    reminded: u8,
}

impl Clock {
    /// The time since the clock of a seat was started.
    fn run(&self, seat: Seat, now: Millis) -> Millis {
        if self.running.contains(seat) { now.saturating_sub(self.hand(seat).started) } else { 0 }
    }

    fn hand(&self, seat: Seat) -> &Hand {
        &self.seats[seat.index()]
    }

    fn start(&mut self, seat: Seat, now: Millis) -> &mut Hand {
        self.running = self.running.with(seat);
        let hand = &mut self.seats[seat.index()];
        hand.started = now;
        hand
    }

    /// Stops the clock of a seat and charges its time, less the message's latency.
    fn charge(&mut self, seat: Seat, now: Millis, lag: Millis) {
        let time = self.run(seat, now).saturating_sub(lag.min(MAX_LAG));
        self.running = self.running.without(seat);
        let hand = &mut self.seats[seat.index()];
        hand.used += time;
        hand.spent += time;
    }

    /// Starts the clock of a seat. In the same turn, it continues with the time left.
    fn begin(&mut self, seat: Seat, now: Millis, turn: Option<u32>) {
        let hand = self.start(seat, now);
        if turn.is_none() || turn != hand.turn {
            hand.spent = 0;
            hand.reminded = 0;
        }
        hand.turn = turn;
    }

    /// Stops all clocks during decisions, as for a pause.
    pub(crate) fn stop(&mut self, now: Millis) {
        for seat in self.running.iter() {
            self.charge(seat, now, 0);
        }
    }

    /// Resumes the clocks of the seats that are to act.
    pub(crate) fn go_on(&mut self, turn: Seats, now: Millis) {
        for seat in turn.iter() {
            self.start(seat, now);
        }
    }

    /// Restarts decisions after a restart of the host; the downtime is not charged.
    pub(crate) fn restart(&mut self, turn: Seats, now: Millis, running: bool) {
        for seat in turn.iter() {
            let hand = self.start(seat, now);
            hand.spent = 0;
            hand.reminded = 0;
        }
        if !running {
            self.running = turn.iter().fold(self.running, Seats::without);
        }
    }

    /// A snapshot of the clocks for clients.
    pub(crate) fn view(&self, policy: &ClockPolicy, seats: usize, now: Millis) -> Option<Clocks> {
        if policy.move_ms.is_none() && policy.total_ms.is_none() {
            return None;
        }
        let left = |limit: Option<u32>, used: Millis| limit.map(|ms| Millis::from(ms).saturating_sub(used));
        // Time beyond the move's limit, while the deadline waits for moves in flight, is not charged.
        let seat = |seat: Seat| {
            let (run, hand) = (self.run(seat, now), self.hand(seat));
            let run = left(policy.move_ms, hand.spent).map_or(run, |left| run.min(left));
            SeatClock {
                running: self.running.contains(seat),
                starts_in: if self.running.contains(seat) { hand.started.saturating_sub(now) } else { 0 },
                move_left: left(policy.move_ms, hand.spent + run),
                total_left: left(policy.total_ms, hand.used + run),
            }
        };
        Some(Clocks { at: now, seats: Seat::all(seats).map(seat).collect() })
    }

    /// The next deadline or reminder of a seat's clock, and its time.
    fn next(&self, seat: Seat, policy: &ClockPolicy) -> Option<(Millis, Next)> {
        let hand = self.hand(seat);
        let at = |limit: Millis, used: Millis| hand.started + limit.saturating_sub(used);
        let limit = policy.move_ms.map(Millis::from);
        let reminder = limit.and_then(|limit| {
            let percent = *REMINDERS.iter().find(|&&percent| percent > hand.reminded)?;
            Some((at(limit * Millis::from(percent) / 100, hand.spent), Next::Reminder(percent)))
        });
        // The wait for moves in flight is waited once, and not anew after each pause.
        let of_move = limit.map(|limit| (at(limit + MAX_LAG, hand.spent), Next::MoveOver));
        let total = policy.total_ms.map(Millis::from);
        let total = total.map(|limit| (at(limit + MAX_LAG, hand.used), Next::TotalOver));
        // If both expire at once the total counts: the seat is out, not just late.
        [reminder, total, of_move].into_iter().flatten().min_by_key(|(at, _)| *at)
    }

    /// Schedules the timer for the next deadline or reminder.
    pub(crate) fn arm(
        &self,
        table: Entity,
        policy: &ClockPolicy,
        timers: &mut Timers,
        scheduled: &mut ScheduledTimers,
    ) {
        let next = self.running.iter().filter_map(|seat| self.next(seat, policy)).map(|(at, _)| at).min();
        if let Some(at) = next {
            timers.set(table, scheduled, Capability::Clock, at);
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
    mut timers: ResMut<'_, Timers>,
    mut tables: Query<'_, '_, (&About, &Phase, &Progress, &mut Clock, &mut ScheduledTimers)>,
) {
    let now = now.0;
    // A concealed step is part of a decision: nothing begins or ends with it.
    for step in steps.played.iter().filter(|step| !step.concealed) {
        let Ok((about, phase, progress, mut clock, mut scheduled)) = tables.get_mut(step.table) else {
            continue;
        };
        let on = phase.is_on();
        let begins = |seat: Seat| progress.since[seat.index()] == progress.version;
        for seat in step.before.iter() {
            let acted = step.actor == Some(seat);
            if acted || !on || !progress.turn.contains(seat) || begins(seat) {
                clock.charge(seat, now, if acted { step.lag } else { 0 });
            }
        }
        if !on {
            continue;
        }
        for seat in progress.turn.iter() {
            if begins(seat) {
                // Clocks start after the preceding steps have been shown.
                clock.begin(seat, now + progress.shown_for(about), step.number);
            }
        }
        if matches!(phase, Phase::Paused { .. }) {
            clock.stop(now);
        }
        clock.arm(step.table, &about.clock, &mut timers, &mut scheduled);
    }
}

/// Plays the fallback of a seat whose time for the move is over; a seat whose total time is over retires.
pub(crate) fn time_over(
    mut batch: ResMut<'_, Batch>,
    mut moves: ResMut<'_, Moves>,
    mut outbox: ResMut<'_, Outbox>,
    tables: Query<'_, '_, (&About, &Phase, &Progress, &Retired)>,
) {
    for TableCommand { table, command } in batch.drain(Capability::Clock) {
        let CommandKind::Clock(ClockRequest::Due(deadline)) = command.kind else { continue };
        let Ok((about, phase, progress, retired)) = tables.get(table) else { continue };
        let kind = match deadline {
            ClockDeadline::Total { seat } => retired.retire(seat, Retirement::OutOfTime, phase),
            ClockDeadline::Move { seat, version } => phase.denial().map_or(Ok(()), Err).and_then(|()| {
                progress.check_turn(seat)?;
                if progress.since[seat.index()] != version {
                    return Err(Denial::Stale { version: progress.version });
                }
                Ok(MoveKind::Fallback { seat })
            }),
        };
        match kind {
            Ok(kind) => moves.push(&*about.game, Move { table, kind, command }),
            Err(denial) => outbox.deny(&command, denial),
        }
    }
}

/// Sends reminders, and ends decisions that took too long.
pub(crate) fn expire(
    now: Res<'_, Now>,
    mut timers: ResMut<'_, Timers>,
    mut inbox: ResMut<'_, Inbox>,
    mut outbox: ResMut<'_, Outbox>,
    mut tables: Query<'_, '_, (&About, &Seating, &Phase, &Progress, &mut Clock, &mut ScheduledTimers)>,
) {
    let now = now.0;
    let due: Vec<Entity> = timers.due(Capability::Clock).collect();
    for table in due {
        let Ok((about, seating, phase, progress, mut clock, mut scheduled)) = tables.get_mut(table) else {
            continue;
        };
        if !matches!(phase, Phase::Running) {
            continue;
        }
        let mut over = false;
        for seat in clock.running.iter().filter(|seat| seat.index() < seating.chairs.len()) {
            while let Some((at, next)) = clock.next(seat, &about.clock) {
                if at > now {
                    break;
                }
                let deadline = match next {
                    Next::Reminder(percent) => {
                        clock.seats[seat.index()].reminded = percent;
                        let limit = Millis::from(about.clock.move_ms.unwrap_or(0));
                        let left = limit.saturating_sub(clock.hand(seat).spent + clock.run(seat, now));
                        outbox.tell(Effect::Reminder { table: about.id, seat, percent, left });
                        continue;
                    }
                    Next::MoveOver => ClockDeadline::Move { seat, version: progress.since[seat.index()] },
                    Next::TotalOver => ClockDeadline::Total { seat },
                };
                // The wait for moves in flight is credited as lag.
                let due = Command::of(Origin::Host, about.id, ClockRequest::Due(deadline));
                inbox.push(Command { lag: MAX_LAG, ..due });
                over = true;
                break;
            }
        }
        // The commands pushed above change the clocks, which schedules the timer again.
        if !over {
            clock.arm(table, &about.clock, &mut timers, &mut scheduled);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Seat = Seat::new(0);
    const POLICY: ClockPolicy =
        ClockPolicy { move_ms: Some(20_000), total_ms: Some(60_000), countdown_ms: None };

    fn next(clock: &Clock) -> (Millis, String) {
        let (at, next) = clock.next(FIRST, &POLICY).unwrap();
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
        clock.begin(FIRST, 1000, None);
        assert_eq!(next(&clock), (16_000, "75".into()));
        clock.seats[0].reminded = 75;
        assert_eq!(next(&clock), (19_000, "90".into()));
        clock.seats[0].reminded = 90;
        assert_eq!(next(&clock), (21_000 + MAX_LAG, "move".into()));
    }

    // LO-9, WO-6
    #[test]
    fn the_total_ends_a_move_before_its_own_limit() {
        let mut clock = Clock::default();
        for _ in 0..5 {
            clock.begin(FIRST, 0, None);
            clock.charge(FIRST, 11_000, 0);
        }
        clock.begin(FIRST, 0, None);
        assert_eq!(next(&clock), (5000 + MAX_LAG, "total".into()));
    }

    // LO-9
    #[test]
    fn lag_is_given_back_within_a_bound() {
        let mut clock = Clock::default();
        clock.begin(FIRST, 0, None);
        clock.charge(FIRST, 1000, 100);
        assert_eq!(clock.seats[0].used, 900);
        clock.begin(FIRST, 0, None);
        clock.charge(FIRST, 1000, 900);
        assert_eq!(clock.seats[0].used, 900 + 700);
    }

    // LO-9, DU-32
    #[test]
    fn what_is_shown_before_a_decision_costs_no_time_and_clients_are_told() {
        let mut clock = Clock::default();
        clock.begin(FIRST, 5_000, None);
        let seen = |clock: &Clock, now: Millis| {
            let view = clock.view(&POLICY, 1, now).unwrap();
            let seat = &view.seats[0];
            (seat.running, seat.starts_in, seat.move_left)
        };
        assert_eq!(seen(&clock, 2_000), (true, 3_000, Some(20_000)));
        assert_eq!(seen(&clock, 5_000), (true, 0, Some(20_000)));
        assert_eq!(seen(&clock, 6_000), (true, 0, Some(19_000)));
        clock.charge(FIRST, 3_000, 0);
        assert_eq!((clock.seats[0].used, seen(&clock, 3_000).0), (0, false), "hurried, and charged nothing");
    }

    // LO-10
    #[test]
    fn a_pause_costs_no_time() {
        let mut clock = Clock::default();
        clock.begin(FIRST, 0, None);
        clock.stop(5000);
        clock.go_on(FIRST.into(), 60_000);
        clock.charge(FIRST, 61_000, 0);
        assert_eq!((clock.seats[0].used, clock.seats[0].spent), (6000, 6000));
    }

    // LO-10
    #[test]
    fn pauses_in_turn_give_no_time_to_a_move_that_is_over() {
        let mut clock = Clock::default();
        clock.begin(FIRST, 0, None);
        clock.seats[0].reminded = 90;
        clock.stop(20_200);
        clock.go_on(FIRST.into(), 30_000);
        assert_eq!(next(&clock), (30_100, "move".into()));
        clock.stop(30_090);
        clock.go_on(FIRST.into(), 40_000);
        assert_eq!(next(&clock), (40_010, "move".into()));
    }

    // LO-9
    #[test]
    fn a_turn_of_several_steps_has_one_time() {
        let mut clock = Clock::default();
        clock.begin(FIRST, 0, Some(1));
        clock.charge(FIRST, 8000, 0);
        clock.begin(FIRST, 8000, Some(1));
        assert_eq!(next(&clock), (15_000, "75".into()), "the second step goes on with what is left");
        clock.charge(FIRST, 9000, 0);
        clock.begin(FIRST, 9000, Some(2));
        assert_eq!(next(&clock), (24_000, "75".into()), "the next turn begins anew");
    }
}
