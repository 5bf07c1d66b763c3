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
    No,
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
            Allowed::No
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_let_through_and_a_flood_is_not() {
        let mut bucket = TokenBucket::new(0, 3);
        let mut take = || match bucket.take(Instant::now()) {
            Allowed::Yes => 'y',
            Allowed::No => 'n',
            Allowed::NeverAgain => 'x',
        };
        assert_eq!((0..13).map(|_| take()).collect::<String>(), "yyynnnnnnnnnx");
    }
}
