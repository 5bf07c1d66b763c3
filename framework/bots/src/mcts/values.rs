//! What a state is worth to everybody.

use parlor_kit::{MAX_SEATS, Outcome, Seat};

/// What a state is worth to each seat, from -1 to 1.
pub(crate) type Values = [f32; MAX_SEATS];

/// What an outcome is worth to everybody, whenever it comes.
pub(crate) fn of_outcome(outcome: &Outcome) -> Values {
    let mut values = [0.0; MAX_SEATS];
    for seat in Seat::all(outcome.seats().min(MAX_SEATS)) {
        values[seat.index()] = outcome.payoff(seat);
    }
    values
}
