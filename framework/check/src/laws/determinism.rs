//! CL-6: the same options, luck and actions give the same states, scenes and events, everywhere.

use super::Inspect;
use crate::{
    CheckContext, CheckResult, Config, Digest, Law, Report, Violation,
    catch_panic::catch_panic,
    context::all_viewers,
    digest::{digest, scenes},
    guarded_rules::{GuardedRules, bytes},
    random_game::RandomGame,
};
use parlor_kit::{Rules, Seat};

/// Replays every game, here and on another thread, and compares fingerprints with another process.
#[derive(Default)]
pub(super) struct Determinism {
    digests: Vec<Digest>,
}

/// The number of games compared with another process.
const GAMES_IN_OTHER_PROCESS: usize = 5;

impl<R: Rules> Inspect<R> for Determinism {
    fn law(&self) -> Law {
        Law::Determinism
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        if run.positions.is_empty() {
            return Ok(());
        }
        run.positions.iter().for_each(|_| ctx.count());
        let (guarded_rules, scenes) = (ctx.guarded_rules(), scenes(ctx, run)?);
        replay(guarded_rules, run, &scenes, "again")?;
        std::thread::scope(|scope| {
            let other = scope.spawn(|| replay(guarded_rules, run, &scenes, "on another thread"));
            other.join().unwrap_or_else(|_| Err(Violation::new("the other thread ended")))
        })?;
        self.digests.push(digest(ctx, run, Ok(scenes)));
        Ok(())
    }

    fn conclude(&mut self, ctx: &CheckContext<'_, R>) -> CheckResult<Option<String>> {
        let Some(other_process) = &ctx.hooks.other_process else {
            return Ok(Some("compared with another run and another thread, not with another process".into()));
        };
        let games = self.digests.len().min(GAMES_IN_OTHER_PROCESS);
        let theirs = match other_process(&Config { games: games as u32, ..ctx.config.clone() }) {
            Ok(digests) => digests,
            Err(why) => return Ok(Some(format!("not compared with another process: {why}"))),
        };
        for (own, other) in self.digests.iter().zip(&theirs) {
            ctx.count();
            if own != other {
                return Err(Violation::new("another process plays another game from the same seed")
                    .expected(own.to_string())
                    .seen(other.to_string())
                    .hint("rules must not depend on addresses, hash seeds, time or the environment")
                    .whole_sample());
            }
        }
        if theirs.len() < games {
            return Ok(Some(format!("another process gave {} of {games} games", theirs.len())));
        }
        Ok(None)
    }

    fn write(&mut self, report: &mut Report) {
        report.digests.append(&mut self.digests);
    }
}

/// Replays the recorded steps and compares everything on the way; `scenes` are those of the sampled states.
fn replay<R: Rules>(
    guarded_rules: GuardedRules<'_, R>,
    run: &RandomGame<R>,
    scenes: &[Vec<u8>],
    how: &str,
) -> CheckResult {
    let mut scenes = scenes.iter();
    let differs = |i: usize, what: String, expected: &[u8], seen: &[u8]| {
        Violation::new(format!("the same game played {how} gives {what}"))
            .at(i)
            .difference(expected, seen)
            .hint("rules must not use clocks, randomness of their own, global state or hash-map order")
    };
    let Ok(mut state) = guarded_rules.setup(&run.options, run.seats, &mut run.secret.luck(0))? else {
        return Err(Violation::new(format!("the same set-up {how} is refused")).at(0));
    };
    for (i, position) in run.positions.iter().enumerate() {
        let saved = guarded_rules.save(&state)?;
        if saved != position.saved {
            return Err(differs(i, "another state".into(), &position.saved, &saved));
        }
        if run.sample.contains(&i) {
            for (viewer, scene) in all_viewers(run.seats).zip(&mut scenes) {
                let again = guarded_rules.scene_bytes(&state, viewer)?;
                if *scene != again {
                    return Err(differs(i, "another scene".into(), scene, &again).viewer(viewer));
                }
            }
            for seat in Seat::all(run.seats) {
                let thoughts = |state: &R::State| {
                    catch_panic(Law::Determinism, "estimate", || {
                        (
                            guarded_rules.0.estimate(state, seat).to_bits(),
                            guarded_rules.0.position(state),
                            guarded_rules.0.turn_number(state),
                            guarded_rules.0.round_number(state),
                        )
                    })
                };
                let (then, now) = (thoughts(&position.state)?, thoughts(&state)?);
                if then != now {
                    let what = "another estimate, position, turn or round number".to_string();
                    return Err(differs(i, what, &bytes(&then), &bytes(&now)).seat(seat));
                }
            }
        }
        let Some(step) = &position.step else { break };
        let done = guarded_rules.step(&mut state, step, run.luck(i))?;
        if !done.accepted {
            let seen = done.refusal.map(|refusal| refusal.to_string()).unwrap_or_default();
            let problem = format!("the same step made {how} is refused");
            return Err(Violation::new(problem).at(i).expected("accepted, as before").seen(seen));
        }
        if done.events != position.events {
            return Err(differs(i, "other events".into(), &bytes(&position.events), &bytes(&done.events)));
        }
    }
    Ok(())
}
