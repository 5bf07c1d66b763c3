//! Whose turn it is, and how a game ended.

use crate::{MAX_SEATS, Seat, Seats, text::Id};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Which seats may act now.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// These seats may act, in any order; often it is just one.
    Act(Seats),
    /// No seat has a choice: the table goes on by itself through [`Game::proceed`](crate::Game::proceed).
    /// Deals, phases between turns and forced passes are such steps, each shown on its own.
    Table,
    /// The game is over.
    Over(Outcome),
}

impl Turn {
    /// The seats that may act now; none when the table goes on by itself or the game is over.
    #[inline]
    pub fn seats(&self) -> Seats {
        match self {
            Turn::Act(seats) => *seats,
            _ => Seats::NONE,
        }
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// How a game ended: a place for every seat, optionally a score, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The place of each seat, 1 is best; equal places are ties.
    #[schemars(with = "Vec<u8>")]
    pub places: ArrayVec<u8, MAX_SEATS>,
    /// The score of each seat, where the game counts one.
    #[schemars(with = "Vec<i32>")]
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    pub scores: ArrayVec<i32, MAX_SEATS>,
    /// Message key that says why the game ended.
    pub reason: Id,
}

impl Outcome {
    /// One seat wins, all others share the second place.
    pub fn winner(seats: usize, winner: Seat, reason: &'static str) -> Outcome {
        let places = Seat::all(seats).map(|seat| if seat == winner { 1 } else { 2 }).collect();
        Outcome { places, scores: ArrayVec::new(), reason: Id::new_static(reason) }
    }

    /// No winner: every seat shares the first place.
    pub fn draw(seats: usize, reason: &'static str) -> Outcome {
        Outcome {
            places: Seat::all(seats).map(|_| 1).collect(),
            scores: ArrayVec::new(),
            reason: Id::new_static(reason),
        }
    }

    /// Places by score, the highest first; equal scores tie.
    pub fn by_score(scores: impl IntoIterator<Item = i32>, reason: &'static str) -> Outcome {
        let scores: ArrayVec<i32, MAX_SEATS> = scores.into_iter().collect();
        let places = scores.iter().map(|own| 1 + scores.iter().filter(|&other| other > own).count() as u8);
        Outcome { places: places.collect(), reason: Id::new_static(reason), scores }
    }

    /// The same places with scores beside them.
    #[must_use]
    pub fn with_scores(mut self, scores: impl IntoIterator<Item = i32>) -> Outcome {
        self.scores = scores.into_iter().collect();
        self
    }

    /// How many seats the game had.
    pub fn seats(&self) -> usize {
        self.places.len()
    }

    /// The seats on the first place; all of them in a draw.
    pub fn winners(&self) -> Seats {
        Seat::all(self.places.len()).filter(|seat| self.places[seat.index()] == 1).collect()
    }

    /// Whether no seat is better than another.
    pub fn is_draw(&self) -> bool {
        self.places.iter().all(|&place| place == 1)
    }

    /// What the result is worth to a seat, from -1 (alone last) to 1 (alone first); all payoffs add up to 0.
    #[inline]
    pub fn payoff(&self, seat: Seat) -> f32 {
        let own = self.places[seat.index()];
        let (mut better, mut worse) = (0i32, 0i32);
        for &place in &self.places {
            better += i32::from(place < own);
            worse += i32::from(place > own);
        }
        (worse - better) as f32 / (self.places.len().max(2) - 1) as f32
    }

    /// Whether places and scores are complete and agree: a place for each of `seats`, places as in a ranking,
    /// scores absent or one for each seat. Says what is wrong otherwise.
    pub fn check(&self, seats: usize) -> Result<(), String> {
        if self.places.len() != seats {
            return Err(format!("{} places for {seats} seats", self.places.len()));
        }
        if !self.scores.is_empty() && self.scores.len() != seats {
            return Err(format!("{} scores for {seats} seats", self.scores.len()));
        }
        if self.reason.is_empty() {
            return Err("the outcome gives no reason".into());
        }
        for &place in &self.places {
            let rank = 1 + self.places.iter().filter(|&&other| other < place).count();
            // Losers may share "second" in a game with one winner; a gap upwards is never right.
            if usize::from(place) != rank {
                return Err(format!("place {place} where the ranking says {rank}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_scores_and_ties_share_a_place() {
        let outcome = Outcome::by_score([3, 9, 3, 1], "x");
        assert_eq!(outcome.places.as_slice(), [2, 1, 2, 4]);
        assert_eq!(outcome.check(4), Ok(()));
        assert_eq!(outcome.winners(), Seats::from(Seat::new(1)));
    }

    #[test]
    fn payoffs_add_up_to_zero() {
        for outcome in [
            Outcome::by_score([3, 9, 3, 1], "x"),
            Outcome::draw(3, "x"),
            Outcome::winner(5, Seat::new(4), "x"),
        ] {
            let sum: f32 = Seat::all(outcome.seats()).map(|seat| outcome.payoff(seat)).sum();
            assert!(sum.abs() < 1e-6, "{outcome:?}");
        }
        assert_eq!(Outcome::winner(2, Seat::new(1), "x").payoff(Seat::new(1)), 1.0);
    }

    #[test]
    fn incomplete_outcomes_are_named() {
        let mut outcome = Outcome::draw(2, "x");
        assert!(outcome.check(3).unwrap_err().contains("2 places for 3 seats"));
        outcome.places[1] = 4;
        assert!(outcome.check(2).unwrap_err().contains("place 4"));
    }
}
