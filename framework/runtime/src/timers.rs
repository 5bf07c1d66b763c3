//! Timers of all tables in one heap; idle tables cost nothing.

use crate::{Millis, table::Capability};
use bevy_ecs::prelude::*;
use std::{cmp::Reverse, collections::BinaryHeap};

/// The times for which a table has timers in the heap, at most one for each capability. A deadline that moves
/// later costs nothing: the timer fires early and is set again.
#[derive(Component)]
pub(crate) struct ScheduledTimers([Millis; Capability::ALL.len()]);

impl Default for ScheduledTimers {
    fn default() -> ScheduledTimers {
        ScheduledTimers([Millis::MAX; Capability::ALL.len()])
    }
}

/// All timers of all tables.
#[derive(Resource, Default)]
pub(crate) struct Timers {
    heap: BinaryHeap<Reverse<(Millis, Entity, Capability)>>,
    due: Vec<(Entity, Capability)>,
}

impl Timers {
    /// Schedules the timer for this time, or keeps an earlier one.
    pub(crate) fn set(
        &mut self,
        table: Entity,
        scheduled: &mut ScheduledTimers,
        timer: Capability,
        at: Millis,
    ) {
        let slot = &mut scheduled.0[timer as usize];
        if at < *slot {
            *slot = at;
            self.heap.push(Reverse((at, table, timer)));
        }
    }

    /// Collects the timers that are due.
    pub(crate) fn expire(&mut self, now: Millis) -> bool {
        self.due.clear();
        while let Some(&Reverse((at, table, timer))) = self.heap.peek() {
            if at > now {
                break;
            }
            self.heap.pop();
            self.due.push((table, timer));
        }
        !self.due.is_empty()
    }

    /// The tables for which a capability's timer is due now.
    pub(crate) fn due(&self, timer: Capability) -> impl Iterator<Item = Entity> + '_ {
        self.due.iter().filter(move |(_, kind)| *kind == timer).map(|(table, _)| *table)
    }

    /// Whether a timer of this capability is due now.
    pub(crate) fn is_due(&self, timer: Capability) -> bool {
        self.due.iter().any(|(_, kind)| *kind == timer)
    }

    pub(crate) fn clear(&mut self) {
        self.due.clear();
    }

    /// The time of the next timer.
    pub(crate) fn next(&self) -> Option<Millis> {
        self.heap.peek().map(|Reverse((at, ..))| *at)
    }
}

/// Clears the slots of expired timers, before other systems read them.
pub(crate) fn expire(timers: Res<'_, Timers>, mut tables: Query<'_, '_, &mut ScheduledTimers>) {
    for &(table, timer) in &timers.due {
        if let Ok(mut scheduled) = tables.get_mut(table) {
            scheduled.0[timer as usize] = Millis::MAX;
        }
    }
}
