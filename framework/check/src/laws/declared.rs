//! What a game declares about itself: lines of play, a slow reference, symmetries.

use super::Inspect;
use crate::{Bench, Fault, Judged, Law, guard::guard, hooks::Perft, probe::Step, walk::Run};
use parlor_kit::{Rules, Seat, Secret, Turn};
use std::collections::BTreeSet;

/// Counts the lines of play from the set-up and compares them with the declared numbers.
#[derive(Default)]
pub(super) struct PerftLaw {
    done: bool,
}

impl<R: Rules> Inspect<R> for PerftLaw {
    fn law(&self) -> Law {
        Law::Perft
    }

    fn applies(&self, bench: &Bench<'_, R>) -> Result<(), &'static str> {
        if bench.hooks.perft.is_empty() { Err("the game declares no numbers") } else { Ok(()) }
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        // The numbers do not depend on the game that is being played: once is enough.
        if std::mem::replace(&mut self.done, true) {
            return Ok(());
        }
        for Perft { options, seats, lines } in &bench.hooks.perft {
            let state = bench.setup(options, *seats, &mut run.secret.luck(0))?;
            let state = state.map_err(|refusal| {
                Fault::new("the set-up of the declared numbers is refused").seen(refusal.to_string())
            })?;
            for &(depth, declared) in lines {
                bench.count();
                let counted = count_lines(bench, &state, *seats, depth, &run.secret, 1)?;
                if counted != declared {
                    return Err(Fault::new(format!("the number of lines of {depth} actions differs"))
                        .expected(declared.to_string())
                        .seen(counted.to_string())
                        .at(0));
                }
            }
        }
        Ok(())
    }
}

fn count_lines<R: Rules>(
    bench: &Bench<'_, R>,
    state: &R::State,
    seats: usize,
    depth: u32,
    secret: &Secret,
    step: u64,
) -> Judged<u64> {
    if depth == 0 {
        return Ok(1);
    }
    let turn = bench.turn(state)?;
    if turn == Turn::Table {
        let mut next = bench.fork(state)?;
        bench.step(&mut next, &Step::Proceed, secret.luck(step))?;
        return count_lines(bench, &next, seats, depth, secret, step + 1);
    }
    let mut lines = 0;
    for seat in turn.seats().iter().filter(|seat| seat.index() < seats) {
        let actions = bench.actions(state, seat)?;
        if depth == 1 {
            lines += actions.len() as u64;
            continue;
        }
        for action in actions {
            let mut next = bench.fork(state)?;
            if bench.step(&mut next, &Step::Act(seat, action), secret.luck(step))?.accepted {
                lines += count_lines(bench, &next, seats, depth - 1, secret, step + 1)?;
            }
        }
    }
    Ok(lines)
}

/// Compares the offers of every seat with the game's own slow reference.
pub(super) struct ReferenceLaw;

impl<R: Rules> Inspect<R> for ReferenceLaw {
    fn law(&self) -> Law {
        Law::Reference
    }

    fn applies(&self, bench: &Bench<'_, R>) -> Result<(), &'static str> {
        if bench.hooks.reference.is_none() { Err("the game declares no reference") } else { Ok(()) }
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        let Some(reference) = &bench.hooks.reference else { return Ok(()) };
        for (i, station) in run.stations.iter().enumerate() {
            bench.at(i);
            for seat in Seat::all(run.seats) {
                bench.count();
                let legal = guard(Law::Reference, "reference", || reference(&station.state, seat))?;
                let offered = bench.actions(&station.state, seat)?;
                same_actions(bench, &legal, &offered, "the offers are not those of the reference")
                    .map_err(|fault| fault.seat(seat))?;
            }
        }
        Ok(())
    }
}

/// Mirrored states offer mirrored actions, and lead to mirrored states where no luck is drawn.
pub(super) struct SymmetryLaw;

impl<R: Rules> Inspect<R> for SymmetryLaw {
    fn law(&self) -> Law {
        Law::Symmetry
    }

    fn applies(&self, bench: &Bench<'_, R>) -> Result<(), &'static str> {
        if bench.hooks.symmetries.is_empty() { Err("the game declares no symmetry") } else { Ok(()) }
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        for (name, map_state, map_action) in &bench.hooks.symmetries {
            let mirror = |state: &R::State| guard(Law::Symmetry, name, || map_state(state));
            for &i in &run.sample {
                bench.at(i);
                let station = &run.stations[i];
                let mirrored = mirror(&station.state)?;
                for seat in station.turn.seats().iter().filter(|seat| seat.index() < run.seats) {
                    bench.count();
                    let (mut expected, mut mirror_seat) = (Vec::new(), seat);
                    for action in bench.actions(&station.state, seat)? {
                        let (seat, action) =
                            guard(Law::Symmetry, name, || map_action(&station.state, seat, &action))?;
                        expected.push(action);
                        mirror_seat = seat;
                    }
                    let offered = bench.actions(&mirrored, mirror_seat)?;
                    let problem = format!(
                        "under '{name}', the offers of the mirrored state are not the mirrored offers"
                    );
                    same_actions(bench, &expected, &offered, &problem).map_err(|fault| fault.seat(seat))?;
                }
                if let (Some(Step::Act(seat, action)), false) = (&station.step, station.drew) {
                    let (seat, action) =
                        guard(Law::Symmetry, name, || map_action(&station.state, *seat, action))?;
                    let mut next = mirrored;
                    bench.step(&mut next, &Step::Act(seat, action), run.luck(i))?;
                    let expected = bench.save(&mirror(&run.stations[i + 1].state)?)?;
                    let seen = bench.save(&next)?;
                    if expected != seen {
                        let problem = format!("under '{name}', the mirrored action leads to another state");
                        return Err(Fault::new(problem).difference(&expected, &seen).seat(seat));
                    }
                }
            }
        }
        Ok(())
    }
}

fn same_actions<R: Rules>(
    bench: &Bench<'_, R>,
    expected: &[R::Action],
    seen: &[R::Action],
    problem: &str,
) -> Judged {
    let set = |actions: &[R::Action]| -> Judged<BTreeSet<String>> {
        actions.iter().map(|action| Ok(bench.write(action)?.to_string())).collect()
    };
    let (expected, seen) = (set(expected)?, set(seen)?);
    if expected == seen {
        return Ok(());
    }
    let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
        let some: Vec<&str> = a.difference(b).take(4).map(String::as_str).collect();
        if some.is_empty() { "nothing more".to_string() } else { some.join(", ") }
    };
    Err(Fault::new(problem)
        .expected(format!("also {}", only(&expected, &seen)))
        .seen(format!("instead {}", only(&seen, &expected))))
}
