//! The host's clock.

use parlor_runtime::Millis;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The time of day that never runs backwards, even if the system's clock is set back.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    began: Instant,
    then: Millis,
}

impl Clock {
    pub(crate) fn new() -> Clock {
        let then = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock { began: Instant::now(), then: then.as_millis() as u64 }
    }

    /// Goes on from this time, if it is later: the system's clock may have been set back since.
    pub(super) fn not_before(&mut self, at: Millis) {
        self.then += at.saturating_sub(self.now());
    }

    pub(crate) fn now(&self) -> Millis {
        self.then + self.began.elapsed().as_millis() as u64
    }

    /// Goes on as if this time had not passed.
    pub(super) fn give_back(&mut self, time: Duration) {
        self.began += time;
    }
}
