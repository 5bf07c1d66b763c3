//! CL-3: games end within the stated bound, with a complete and consistent outcome.

use super::{Inspect, long_play::ends_whatever_is_played};
use crate::{
    CheckContext, CheckResult, Law, Violation,
    guarded_rules::Step,
    random_game::{End, RandomGame},
};
use parlor_kit::{Outcome, Rules};

/// The number of games whose set-ups are also played by seats that seek a long game.
const PROBED_GAMES: u64 = 3;

pub(super) struct GamesEnd {
    /// Whether a higher score can still mean a better place, and whether a lower one can.
    higher: bool,
    lower: bool,
}

impl Default for GamesEnd {
    fn default() -> GamesEnd {
        GamesEnd { higher: true, lower: true }
    }
}

impl<R: Rules> Inspect<R> for GamesEnd {
    fn law(&self) -> Law {
        Law::GamesEnd
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        ctx.at(run.positions.len().saturating_sub(1));
        let outcome = match &run.end {
            // What stopped the game is the violation of another law.
            End::Stuck | End::Left => return Ok(()),
            End::Bound(bound) => {
                return Err(Violation::new("random play does not end within the bound")
                    .expected(format!("an end within {bound} steps"))
                    .seen("the game is still running")
                    .hint("raise `bound` in game.toml, or give the rules an end that random play reaches"));
            }
            End::Over(outcome) => outcome,
        };
        if run.seed < ctx.config.seed + PROBED_GAMES {
            ends_whatever_is_played(ctx, run)?;
            ctx.at(run.positions.len().saturating_sub(1));
        }
        ctx.count();
        let shown = || String::from_utf8_lossy(&crate::guarded_rules::bytes(outcome)).into_owned();
        if let Err(problem) = outcome.check(run.seats) {
            let violation = Violation::new(format!("the outcome is not complete: {problem}"));
            return Err(violation.expected("a place for every seat, as in a ranking").seen(shown()));
        }
        // A seat that gives up loses whatever the score.
        let retired = run.positions.iter().any(|position| matches!(position.step, Some(Step::Retire(..))));
        if !retired {
            self.higher &= agrees(outcome, |a, b| a > b);
            self.lower &= agrees(outcome, |a, b| a < b);
            if !self.higher && !self.lower {
                return Err(Violation::new("scores and places do not agree")
                    .expected("no seat with a better score on a worse place, in this game and all before")
                    .seen(shown())
                    .whole_sample());
            }
        }
        Ok(())
    }
}

/// Whether no seat with a better score has a worse place.
fn agrees(outcome: &Outcome, better: impl Fn(i32, i32) -> bool) -> bool {
    let seats = || outcome.scores.iter().zip(&outcome.places);
    seats().all(|(&score, &place)| seats().all(|(&other, &others)| !better(score, other) || place <= others))
}
