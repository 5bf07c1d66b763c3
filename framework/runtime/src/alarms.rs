//! Deadlines in a heap: time costs nothing until it comes.

use crate::Millis;
use bevy_ecs::prelude::*;
use std::{cmp::Reverse, collections::BinaryHeap};

/// What a table can be woken for, one for each capability that has deadlines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Alarm {
    Clock,
    Countdown,
    Vote,
    Presence,
    Bot,
    Sweep,
}

const ALARMS: usize = 6;

/// For which moments a table has alarms in the heap, at most one of each kind:
/// a deadline that moves away costs nothing, the alarm finds it is early and is set again.
#[derive(Component)]
pub(crate) struct Scheduled([Millis; ALARMS]);

impl Default for Scheduled {
    fn default() -> Scheduled {
        Scheduled([Millis::MAX; ALARMS])
    }
}

impl Scheduled {
    pub(crate) fn is_set(&self, alarm: Alarm) -> bool {
        self.0[alarm as usize] != Millis::MAX
    }
}

/// All alarms of all tables.
#[derive(Resource, Default)]
pub(crate) struct Alarms {
    heap: BinaryHeap<Reverse<(Millis, Entity, Alarm)>>,
    due: Vec<(Entity, Alarm)>,
}

impl Alarms {
    /// Wakes the table at this moment, or earlier if an earlier alarm is set.
    pub(crate) fn set(&mut self, table: Entity, scheduled: &mut Scheduled, alarm: Alarm, at: Millis) {
        let slot = &mut scheduled.0[alarm as usize];
        if at < *slot {
            *slot = at;
            self.heap.push(Reverse((at, table, alarm)));
        }
    }

    /// Collects the alarms that are due.
    pub(crate) fn ring(&mut self, now: Millis) -> bool {
        self.due.clear();
        while let Some(&Reverse((at, table, alarm))) = self.heap.peek() {
            if at > now {
                break;
            }
            self.heap.pop();
            self.due.push((table, alarm));
        }
        !self.due.is_empty()
    }

    /// The alarms of a kind that are due now.
    pub(crate) fn due(&self, alarm: Alarm) -> impl Iterator<Item = Entity> + '_ {
        self.due.iter().filter(move |(_, kind)| *kind == alarm).map(|(table, _)| *table)
    }

    pub(crate) fn silence(&mut self) {
        self.due.clear();
    }

    /// The moment of the next alarm.
    pub(crate) fn next(&self) -> Option<Millis> {
        self.heap.peek().map(|Reverse((at, ..))| *at)
    }
}

/// Clears the slots of the alarms that ring, before anybody looks at them.
pub(crate) fn ring(alarms: Res<'_, Alarms>, mut tables: Query<'_, '_, &mut Scheduled>) {
    for &(table, alarm) in &alarms.due {
        if let Ok(mut scheduled) = tables.get_mut(table) {
            scheduled.0[alarm as usize] = Millis::MAX;
        }
    }
}
