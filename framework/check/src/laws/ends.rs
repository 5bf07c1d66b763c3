//! CL-3: random play ends within the stated bound, with a complete and consistent outcome.

use super::Inspect;
use crate::{
    Bench, Fault, Judged, Law,
    probe::Step,
    walk::{End, Run},
};
use parlor_kit::{Outcome, Rules};

pub(super) struct Ends {
    /// Whether a higher score can still mean a better place, and whether a lower one can.
    higher: bool,
    lower: bool,
}

impl Default for Ends {
    fn default() -> Ends {
        Ends { higher: true, lower: true }
    }
}

impl<R: Rules> Inspect<R> for Ends {
    fn law(&self) -> Law {
        Law::Ends
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        bench.at(run.stations.len().saturating_sub(1));
        let outcome = match &run.end {
            // What stopped the game is the fault of another law.
            End::Stuck => return Ok(()),
            End::Bound(bound) => {
                return Err(Fault::new("random play does not end within the bound")
                    .expected(format!("an end within {bound} steps"))
                    .seen("the game is still running")
                    .hint("raise `bound` in game.toml, or give the rules an end that random play reaches"));
            }
            End::Over(outcome) => outcome,
        };
        bench.count();
        let shown = || String::from_utf8_lossy(&crate::probe::bytes(outcome)).into_owned();
        if let Err(problem) = outcome.check(run.seats) {
            let fault = Fault::new(format!("the outcome is not complete: {problem}"));
            return Err(fault.expected("a place for every seat, as in a ranking").seen(shown()));
        }
        // Whoever gives up loses whatever the score.
        let retired = run.stations.iter().any(|station| matches!(station.step, Some(Step::Retire(..))));
        if !retired {
            self.higher &= agrees(outcome, |a, b| a > b);
            self.lower &= agrees(outcome, |a, b| a < b);
            if !self.higher && !self.lower {
                return Err(Fault::new("scores and places do not agree")
                    .expected("no seat with a better score on a worse place, in this game and all before")
                    .seen(shown())
                    .whole_sample());
            }
        }
        Ok(())
    }
}

/// Whether nobody with a better score has a worse place.
fn agrees(outcome: &Outcome, better: impl Fn(i32, i32) -> bool) -> bool {
    let seats = || outcome.scores.iter().zip(&outcome.places);
    seats().all(|(&score, &place)| seats().all(|(&other, &others)| !better(score, other) || place <= others))
}
