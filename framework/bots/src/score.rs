//! Scores of states in the search.

use parlor_kit::{Outcome, Rules, Seat};

/// The score of a state: an integer, so that comparisons are the same on every machine.
pub(crate) type Score = i32;

/// Above any score.
pub(crate) const INFINITE: Score = 2_000_000;
/// The score of an estimate of 1.
const SCALE: f32 = 100_000.0;
/// The score of an immediate win; every step until then reduces it by one, so that the quickest win is the
/// best.
const WIN: Score = 1_000_000;
/// A score beyond this is a win or a loss, never an estimate.
const DECIDED: Score = WIN - 100_000;

/// The estimate of a state for a seat.
#[inline]
pub(crate) fn estimate<R: Rules>(rules: &R, state: &R::State, seat: Seat) -> Score {
    let estimate = rules.estimate(state, seat);
    // NaN counts as 0.
    if estimate.is_nan() { 0 } else { (estimate.clamp(-1.0, 1.0) * SCALE) as Score }
}

/// The score of an outcome for a seat, `ply` steps from now. Wins and losses outweigh every estimate; places
/// in between are worth as much as an estimate of them.
#[inline]
pub(crate) fn outcome(outcome: &Outcome, seat: Seat, ply: usize) -> Score {
    if seat.index() >= outcome.seats() {
        return 0;
    }
    let payoff = outcome.payoff(seat);
    if payoff >= 1.0 {
        WIN - ply as Score
    } else if payoff <= -1.0 {
        ply as Score - WIN
    } else {
        (payoff * SCALE) as Score
    }
}

/// Reduces wins and losses to just beyond every estimate, for averages over samples: one lucky win must not
/// outweigh seven bad results.
#[inline]
pub(crate) fn mild(score: Score) -> Score {
    let most = (1.1 * SCALE) as Score;
    score.clamp(-most, most)
}

/// Whether the score is a certain win or loss.
#[inline]
pub(crate) fn is_decided(score: Score) -> bool {
    score.abs() > DECIDED
}

/// Converts a score relative to the root into one relative to a state at `ply`, for the transposition table.
#[inline]
pub(crate) fn from_here(score: Score, ply: usize) -> Score {
    if is_decided(score) { score + score.signum() * ply as Score } else { score }
}

/// Converts a score relative to a state at `ply` into one relative to the root.
#[inline]
pub(crate) fn from_root(score: Score, ply: usize) -> Score {
    if is_decided(score) { score - score.signum() * ply as Score } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        let won = Outcome::winner(2, Seat::new(0), "x");
        assert!(outcome(&won, Seat::new(0), 1) > outcome(&won, Seat::new(0), 3));
        assert!(outcome(&won, Seat::new(1), 1) < outcome(&won, Seat::new(1), 3));
        assert_eq!(outcome(&Outcome::draw(2, "x"), Seat::new(1), 5), 0);
        assert_eq!(outcome(&won, Seat::new(5), 1), 0, "a seat the outcome does not know");
    }

    #[test]
    fn what_a_table_keeps_is_independent_of_where_the_position_was_met() {
        let won = Outcome::winner(2, Seat::new(0), "x");
        let met_at_4 = outcome(&won, Seat::new(0), 7);
        let met_at_2 = outcome(&won, Seat::new(0), 5);
        assert_eq!(from_here(met_at_4, 4), from_here(met_at_2, 2));
        assert_eq!(from_root(from_here(met_at_4, 4), 2), met_at_2);
        assert_eq!(from_here(1234, 9), 1234);
    }
}
