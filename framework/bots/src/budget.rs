//! The budget of a choice, and a meter that counts it down.

use clock::Clock;

/// The budget of one choice: time, nodes, or whichever is used up first.
///
/// A node is one action tried out. Nodes make a choice repeatable; time bounds its latency. With neither,
/// [`Budget::DEFAULT_NODES`] apply, so that every bot terminates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time for one action. Sandboxed guests have no clock, so there it does not exist.
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    pub time: Option<std::time::Duration>,
    /// How many actions may be tried out.
    pub nodes: Option<u64>,
}

impl Budget {
    /// The default number of nodes.
    pub const DEFAULT_NODES: u64 = 2_000;

    /// This many nodes, however long they take.
    pub const fn nodes(nodes: u64) -> Budget {
        Budget {
            #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
            time: None,
            nodes: Some(nodes),
        }
    }

    /// This much time, however many nodes it buys.
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    pub const fn time(time: std::time::Duration) -> Budget {
        Budget { time: Some(time), nodes: None }
    }

    /// The same budget with at most this many nodes.
    #[must_use]
    pub const fn at_most(mut self, nodes: u64) -> Budget {
        self.nodes = Some(match self.nodes {
            Some(own) if own < nodes => own,
            _ => nodes,
        });
        self
    }

    /// Starts the clock and the count of nodes.
    pub(crate) fn start(&self) -> BudgetMeter {
        let clock = Clock::start(self);
        let unlimited = if clock.runs() { u64::MAX } else { Budget::DEFAULT_NODES };
        BudgetMeter { left: self.nodes.unwrap_or(unlimited), spent: 0, clock }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::nodes(Budget::DEFAULT_NODES)
    }
}

/// The rest of a budget during a choice.
#[derive(Debug)]
pub(crate) struct BudgetMeter {
    left: u64,
    spent: u64,
    clock: Clock,
}

impl BudgetMeter {
    /// The clock is read once in this many nodes, because reading it costs as much as a node of a small game.
    const NODES_PER_CLOCK_READ: u64 = 16;

    /// Counts one node; `false` if the budget is used up.
    #[inline]
    pub(crate) fn spend(&mut self) -> bool {
        if self.left == 0
            || (self.spent.is_multiple_of(BudgetMeter::NODES_PER_CLOCK_READ) && self.clock.is_over())
        {
            self.left = 0;
            return false;
        }
        self.left -= 1;
        self.spent += 1;
        true
    }

    /// A meter with at most this many of the nodes, and all of the time left.
    pub(crate) fn part(&self, nodes: u64) -> BudgetMeter {
        BudgetMeter { left: nodes.min(self.left), spent: 0, clock: self.clock }
    }

    /// How many nodes are left.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod clock {
    use super::Budget;
    use std::time::{Duration, Instant};

    /// The time for one choice, if it is limited.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Clock(Option<(Instant, Duration)>);

    impl Clock {
        pub(super) fn start(budget: &Budget) -> Clock {
            Clock(budget.time.map(|time| (Instant::now(), time)))
        }

        pub(super) fn runs(&self) -> bool {
            self.0.is_some()
        }

        pub(super) fn is_over(&self) -> bool {
            self.0.is_some_and(|(start, time)| start.elapsed() >= time)
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod clock {
    use super::Budget;

    /// A sandbox has no clock.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Clock;

    impl Clock {
        pub(super) fn start(_: &Budget) -> Clock {
            Clock
        }

        pub(super) fn runs(&self) -> bool {
            false
        }

        pub(super) fn is_over(&self) -> bool {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn spendable(budget: Budget) -> u64 {
        let mut meter = budget.start();
        std::iter::from_fn(|| meter.spend().then_some(())).count() as u64
    }

    #[test]
    fn nodes_are_spent_to_the_last_and_no_further() {
        assert_eq!(spendable(Budget::nodes(100)), 100);
        assert_eq!(spendable(Budget::nodes(0)), 0);
        assert_eq!(spendable(Budget { time: None, nodes: None }), Budget::DEFAULT_NODES);
    }

    #[test]
    fn time_ends_thinking_too() {
        assert_eq!(spendable(Budget::time(Duration::ZERO)), 0);
        let both = Budget { time: Some(Duration::from_secs(3600)), nodes: Some(50) };
        assert_eq!(spendable(both), 50);
    }

    #[test]
    fn a_budget_can_be_cut_but_never_grows() {
        assert_eq!(spendable(Budget::nodes(100).at_most(30)), 30);
        assert_eq!(spendable(Budget::nodes(10).at_most(30)), 10);
        assert_eq!(spendable(Budget::time(Duration::from_secs(3600)).at_most(30)), 30);
    }
}
