//! How many messages a connection may send.

use std::time::Instant;

/// Messages above the limit after which the connection ends, in bursts.
const REFUSED_BURSTS: u32 = 3;

/// Token bucket: sustained rate and burst.
pub(super) struct TokenBucket {
    per_second: f64,
    size: f64,
    level: f64,
    at: Instant,
    refused: u32,
}

/// What becomes of a message.
pub(super) enum Allowed {
    Yes,
    /// Not before this many milliseconds have passed.
    No(u64),
    /// There were so many in vain that the connection is to end.
    NeverAgain,
}

impl TokenBucket {
    pub(super) fn new(per_second: u32, burst: u32) -> TokenBucket {
        let size = f64::from(burst.max(1));
        TokenBucket { per_second: f64::from(per_second), size, level: size, at: Instant::now(), refused: 0 }
    }

    pub(super) fn take(&mut self, now: Instant) -> Allowed {
        let gained = now.duration_since(self.at).as_secs_f64() * self.per_second;
        self.level = (self.level + gained).min(self.size);
        self.at = now;
        if self.level >= 1.0 {
            self.level -= 1.0;
            self.refused = 0;
            return Allowed::Yes;
        }
        self.refused += 1;
        if f64::from(self.refused) > self.size * f64::from(REFUSED_BURSTS) {
            Allowed::NeverAgain
        } else {
            // Where no tokens come, no wait is long enough.
            let wait = (1.0 - self.level) / self.per_second.max(f64::MIN_POSITIVE) * 1000.0;
            Allowed::No((wait.ceil() as u64).min(60_000))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_is_let_through_and_a_flood_is_not() {
        let mut bucket = TokenBucket::new(0, 3);
        let mut take = || match bucket.take(Instant::now()) {
            Allowed::Yes => 'y',
            Allowed::No(_) => 'n',
            Allowed::NeverAgain => 'x',
        };
        assert_eq!((0..13).map(|_| take()).collect::<String>(), "yyynnnnnnnnnx");
    }

    #[test]
    fn who_waits_as_long_as_told_is_let_through() {
        let mut bucket = TokenBucket::new(25, 2);
        let mut now = Instant::now();
        let mut waited = 0;
        for _ in 0..100 {
            if let Allowed::No(ms) = bucket.take(now) {
                assert!((1..=40).contains(&ms), "{ms}");
                waited += 1;
                now += Duration::from_millis(ms);
                assert!(matches!(bucket.take(now), Allowed::Yes));
            }
        }
        assert_eq!(waited, 98);
    }
}
