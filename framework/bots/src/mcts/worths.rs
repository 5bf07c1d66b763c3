//! What a state is worth to everybody.

use parlor_kit::{MAX_SEATS, Outcome, Seat};

/// What a state is worth to each seat, from -1 to 1.
pub(crate) type Worths = [f32; MAX_SEATS];

/// What an outcome is worth to everybody, whenever it comes.
pub(crate) fn of_outcome(outcome: &Outcome) -> Worths {
    let mut worths = [0.0; MAX_SEATS];
    for seat in Seat::all(outcome.seats().min(MAX_SEATS)) {
        worths[seat.index()] = outcome.payoff(seat);
    }
    worths
}
