//! Guests: how long they are remembered, and when their names are free again.

use super::Host;
use crate::{
    store::{Store, StoreError},
    work_pool::WorkClient,
};
use parlor_runtime::{Millis, PersonId};
use serde::{Deserialize, Serialize};

const DAY: Millis = 86_400_000;
/// A longer gap between two runs of the server counts as this long for the age of guests: the system's clock
/// may have jumped, and nobody could come back while the server was away.
const MAX_GAP: Millis = DAY;
/// The store keeps the state of [`GuestAges`] under this name.
const META_KEY: &str = "guest-ages";

/// How much of the time of day does not count for the age of guests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GuestAges {
    /// The last time at which the server is known to have run.
    last: Millis,
    /// The time that does not count, for guests who were last here before `since`.
    skipped: Millis,
    since: Millis,
}

impl GuestAges {
    /// Reads the state that the last run left, and notices a jump of the clock since then.
    pub(super) fn start(store: &dyn Store, now: Millis) -> Result<GuestAges, StoreError> {
        let stored = store.meta(META_KEY)?.and_then(|stored| serde_json::from_str(&stored).ok());
        let ages: GuestAges = stored.unwrap_or(GuestAges { last: now, ..GuestAges::default() });
        let gap = now.saturating_sub(ages.last);
        if gap <= MAX_GAP {
            return Ok(ages);
        }
        tracing::warn!(
            days = gap / DAY,
            "the clock is far ahead of the last run; for the age of guests this counts as one day"
        );
        Ok(GuestAges { last: now, skipped: ages.skipped + gap - MAX_GAP, since: now })
    }

    /// Guests who were last here before this time are forgotten.
    fn oldest(&mut self, now: Millis, days: u32) -> Millis {
        let kept = Millis::from(days) * DAY;
        // By now every guest from before the jump had as many days to come back.
        if now.saturating_sub(self.since) >= kept {
            self.skipped = 0;
        }
        self.last = self.last.max(now);
        now.saturating_sub(kept).saturating_sub(self.skipped)
    }
}

impl Host {
    /// Deletes guests from the store who did not come back, but none who sits at a table or is known here.
    pub(super) fn delete_old_guests(&mut self, now: Millis) {
        let before = self.guest_ages.oldest(now, self.config.limits.guest_days);
        let ages = serde_json::to_string(&self.guest_ages).expect("ages are plain data");
        let known: Vec<PersonId> = self.people.keys().copied().collect();
        let store = self.store.clone();
        let work = move || {
            let forgotten =
                store.set_meta(META_KEY, &ages).and_then(|()| store.forget_guests(before, &known));
            match forgotten {
                Ok(0) => {}
                Ok(guests) => tracing::info!(guests, "guests who did not come back are forgotten"),
                Err(error) => tracing::error!(%error, "the store failed"),
            }
        };
        // The next sweep tries again.
        let _ = self.pool.submit(WorkClient::Server, || true, work);
    }

    /// If the name of this guest is free again: the time before which the guest must have been here last.
    pub(super) fn name_is_free_since(&self, guest: PersonId) -> Option<Millis> {
        let now = self.clock.now();
        let kept = Millis::from(self.config.limits.guest_name_seconds) * 1000;
        // After a start nobody is here yet, and everybody may be on the way back.
        let free = now >= self.started + kept
            && self.people.get(&guest).is_none_or(|person| person.has_left(now.saturating_sub(kept)));
        free.then_some(now.saturating_sub(kept))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Memory;

    // LO-1
    #[test]
    fn a_clock_that_jumps_ahead_makes_no_guest_forty_days_older() {
        let store = Memory::new();
        let began = 1_000 * DAY;
        let mut ages = GuestAges::start(&store, began).unwrap();
        assert_eq!(ages.oldest(began, 30), began - 30 * DAY);
        store.set_meta(META_KEY, &serde_json::to_string(&ages).unwrap()).unwrap();

        let jumped = began + 40 * DAY;
        let mut ages = GuestAges::start(&store, jumped).unwrap();
        assert_eq!(ages.oldest(jumped, 30), began - 29 * DAY, "the jump counts as one day");
        store.set_meta(META_KEY, &serde_json::to_string(&ages).unwrap()).unwrap();
        let mut ages = GuestAges::start(&store, jumped + DAY).unwrap();
        assert_eq!(ages.oldest(jumped + DAY, 30), began - 28 * DAY, "after another start, too");
        let later = jumped + 30 * DAY;
        assert_eq!(ages.oldest(later, 30), jumped, "and no longer than needed");
    }

    #[test]
    fn a_server_that_was_away_for_a_night_counts_it() {
        let store = Memory::new();
        let mut ages = GuestAges::start(&store, 100 * DAY).unwrap();
        ages.oldest(100 * DAY, 30);
        store.set_meta(META_KEY, &serde_json::to_string(&ages).unwrap()).unwrap();
        let mut ages = GuestAges::start(&store, 101 * DAY).unwrap();
        assert_eq!(ages.oldest(101 * DAY, 30), 71 * DAY);
    }
}
