//! The victory metrics, in their order.

use crate::{Dune, Player};
use parlor_kit::{Outcome, Seat};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The worm swallowed the last character of the other house.
    Devoured(Seat),
    /// More spice in stock.
    Stock(Seat),
    /// More spice picked up in total.
    Collected(Seat),
    /// More enemies defeated.
    Defeated(Seat),
    /// Fewer characters swallowed by ordinary worms.
    Swallowed(Seat),
    /// The owner of the character that was swallowed last.
    Last(Seat),
    /// Nothing told the two apart.
    Draw,
}

impl Ending {
    /// The winner.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Ending::Devoured(seat)
            | Ending::Stock(seat)
            | Ending::Collected(seat)
            | Ending::Defeated(seat)
            | Ending::Swallowed(seat)
            | Ending::Last(seat) => Some(seat),
            Ending::Draw => None,
        }
    }

    /// The outcome, with the metric that decided as its reason.
    pub(crate) fn outcome(self) -> Outcome {
        let reason = match self {
            Ending::Devoured(_) => "dune-outcome-devoured",
            Ending::Stock(_) => "dune-outcome-stock",
            Ending::Collected(_) => "dune-outcome-collected",
            Ending::Defeated(_) => "dune-outcome-defeated",
            Ending::Swallowed(_) => "dune-outcome-swallowed",
            Ending::Last(_) => "dune-outcome-last",
            Ending::Draw => "dune-outcome-draw",
        };
        match self.winner() {
            Some(seat) => Outcome::winner(2, seat, reason),
            None => Outcome::draw(2, reason),
        }
    }
}

/// A victory metric: compares the first player with the second, and makes the ending it decides.
type Metric = (fn(&Player, &Player) -> Ordering, fn(Seat) -> Ending);

const METRICS: [Metric; 4] = [
    (|a, b| a.stock.cmp(&b.stock), Ending::Stock),
    (|a, b| a.collected.cmp(&b.collected), Ending::Collected),
    (|a, b| a.defeated.cmp(&b.defeated), Ending::Defeated),
    (|a, b| b.swallowed.cmp(&a.swallowed), Ending::Swallowed),
];

impl Dune {
    /// DU-24: the winner at the end; each metric counts only if those before it are tied.
    pub(crate) fn judge(&self) -> Ending {
        let [a, b] = &self.players;
        for (compare, ending) in METRICS {
            match compare(a, b) {
                Ordering::Greater => return ending(Seat::new(0)),
                Ordering::Less => return ending(Seat::new(1)),
                Ordering::Equal => {}
            }
        }
        self.last_swallowed.map_or(Ending::Draw, Ending::Last)
    }
}
