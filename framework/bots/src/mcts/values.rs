//! The value of a state for each seat.

use parlor_kit::{MAX_SEATS, Outcome, Seat};

/// The value of a state for each seat, from -1 to 1.
pub(crate) type Values = [f32; MAX_SEATS];

/// The values of an outcome, without discount.
pub(crate) fn of_outcome(outcome: &Outcome) -> Values {
    let mut values = [0.0; MAX_SEATS];
    for seat in Seat::all(outcome.seats().min(MAX_SEATS)) {
        values[seat.index()] = outcome.payoff(seat);
    }
    values
}
