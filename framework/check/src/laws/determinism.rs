//! CL-6: the same options, luck and actions give the same states, scenes and events, everywhere.

use super::Inspect;
use crate::{
    Bench, Config, Digest, Fault, Judged, Law, Report,
    bench::everybody,
    digest::{digest, scenes},
    guard::guard,
    probe::{Probe, bytes},
    walk::Run,
};
use parlor_kit::{Rules, Seat};

/// Plays every game again, here and on another thread, and compares fingerprints with another process.
#[derive(Default)]
pub(super) struct Determinism {
    digests: Vec<Digest>,
}

/// How many games are compared with another process.
const ELSEWHERE: usize = 5;

impl<R: Rules> Inspect<R> for Determinism {
    fn law(&self) -> Law {
        Law::Determinism
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        if run.stations.is_empty() {
            return Ok(());
        }
        run.stations.iter().for_each(|_| bench.count());
        let (probe, scenes) = (bench.probe(), scenes(bench, run)?);
        replay(probe, run, &scenes, "again")?;
        std::thread::scope(|scope| {
            let other = scope.spawn(|| replay(probe, run, &scenes, "on another thread"));
            other.join().unwrap_or_else(|_| Err(Fault::new("the other thread ended")))
        })?;
        self.digests.push(digest(bench, run, Ok(scenes)));
        Ok(())
    }

    fn conclude(&mut self, bench: &Bench<'_, R>) -> Judged<Option<String>> {
        let Some(elsewhere) = &bench.hooks.elsewhere else {
            return Ok(Some("compared with another run and another thread, not with another process".into()));
        };
        let games = self.digests.len().min(ELSEWHERE);
        let theirs = match elsewhere(&Config { games: games as u32, ..bench.config.clone() }) {
            Ok(digests) => digests,
            Err(why) => return Ok(Some(format!("not compared with another process: {why}"))),
        };
        for (own, other) in self.digests.iter().zip(&theirs) {
            bench.count();
            if own != other {
                return Err(Fault::new("another process plays another game from the same seed")
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

/// Plays the recorded steps again and compares everything on the way; `scenes` are those of the sampled states.
fn replay<R: Rules>(probe: Probe<'_, R>, run: &Run<R>, scenes: &[Vec<u8>], how: &str) -> Judged {
    let mut scenes = scenes.iter();
    let differs = |i: usize, what: String, expected: &[u8], seen: &[u8]| {
        Fault::new(format!("the same game played {how} gives {what}"))
            .at(i)
            .difference(expected, seen)
            .hint("rules must not use clocks, randomness of their own, global state or hash-map order")
    };
    let Ok(mut state) = probe.setup(&run.options, run.seats, &mut run.secret.luck(0))? else {
        return Err(Fault::new(format!("the same set-up {how} is refused")).at(0));
    };
    for (i, station) in run.stations.iter().enumerate() {
        let saved = probe.save(&state)?;
        if saved != station.saved {
            return Err(differs(i, "another state".into(), &station.saved, &saved));
        }
        if run.sample.contains(&i) {
            for (viewer, scene) in everybody(run.seats).zip(&mut scenes) {
                let again = probe.scene_bytes(&state, viewer)?;
                if *scene != again {
                    return Err(differs(i, "another scene".into(), scene, &again).viewer(viewer));
                }
            }
            for seat in Seat::all(run.seats) {
                let thoughts = |state: &R::State| {
                    guard(Law::Determinism, "estimate", || {
                        (
                            probe.0.estimate(state, seat).to_bits(),
                            probe.0.position(state),
                            probe.0.turn_number(state),
                            probe.0.round_number(state),
                        )
                    })
                };
                let (then, now) = (thoughts(&station.state)?, thoughts(&state)?);
                if then != now {
                    let what = "another estimate, position, turn or round number".to_string();
                    return Err(differs(i, what, &bytes(&then), &bytes(&now)).seat(seat));
                }
            }
        }
        let Some(step) = &station.step else { break };
        let done = probe.step(&mut state, step, run.luck(i))?;
        if !done.accepted {
            let seen = done.refusal.map(|refusal| refusal.to_string()).unwrap_or_default();
            let problem = format!("the same step made {how} is refused");
            return Err(Fault::new(problem).at(i).expected("accepted, as before").seen(seen));
        }
        if done.events != station.events {
            return Err(differs(i, "other events".into(), &bytes(&station.events), &bytes(&done.events)));
        }
    }
    Ok(())
}
