//! Declarations of a game: lines of play, a slow reference, symmetries.

use super::Inspect;
use crate::{
    CheckContext, CheckResult, Law, Violation, catch_panic::catch_panic, guarded_rules::Step, hooks::Perft,
    random_game::RandomGame,
};
use parlor_kit::{Rules, Seat, SecretSeed, Turn};
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

    fn applies(&self, ctx: &CheckContext<'_, R>) -> Result<(), &'static str> {
        if ctx.hooks.perft.is_empty() { Err("the game declares no numbers") } else { Ok(()) }
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        // The numbers do not depend on the current game, so they are checked once.
        if std::mem::replace(&mut self.done, true) {
            return Ok(());
        }
        for Perft { options, seats, lines } in &ctx.hooks.perft {
            let state = ctx.setup(options, *seats, &mut run.secret.luck(0))?;
            let state = state.map_err(|refusal| {
                Violation::new("the set-up of the declared numbers is refused").seen(refusal.to_string())
            })?;
            for &(depth, declared) in lines {
                ctx.count();
                let counted = count_lines(ctx, &state, *seats, depth, &run.secret, 1)?;
                if counted != declared {
                    return Err(Violation::new(format!("the number of lines of {depth} actions differs"))
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
    ctx: &CheckContext<'_, R>,
    state: &R::State,
    seats: usize,
    depth: u32,
    secret: &SecretSeed,
    step: u64,
) -> CheckResult<u64> {
    if depth == 0 {
        return Ok(1);
    }
    let turn = ctx.turn(state)?;
    if turn == Turn::Table {
        let mut next = ctx.fork(state)?;
        ctx.step(&mut next, &Step::Proceed, secret.luck(step))?;
        return count_lines(ctx, &next, seats, depth, secret, step + 1);
    }
    let mut lines = 0;
    for seat in turn.seats().iter().filter(|seat| seat.index() < seats) {
        let actions = ctx.actions(state, seat)?;
        if depth == 1 {
            lines += actions.len() as u64;
            continue;
        }
        for action in actions {
            let mut next = ctx.fork(state)?;
            if ctx.step(&mut next, &Step::Act(seat, action), secret.luck(step))?.accepted {
                lines += count_lines(ctx, &next, seats, depth - 1, secret, step + 1)?;
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

    fn applies(&self, ctx: &CheckContext<'_, R>) -> Result<(), &'static str> {
        if ctx.hooks.reference.is_none() { Err("the game declares no reference") } else { Ok(()) }
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        let Some(reference) = &ctx.hooks.reference else { return Ok(()) };
        for (i, position) in run.positions.iter().enumerate() {
            ctx.at(i);
            for seat in Seat::all(run.seats) {
                ctx.count();
                let legal = catch_panic(Law::Reference, "reference", || reference(&position.state, seat))?;
                let offered = ctx.actions(&position.state, seat)?;
                same_actions(ctx, &legal, &offered, "the offers are not those of the reference")
                    .map_err(|violation| violation.seat(seat))?;
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

    fn applies(&self, ctx: &CheckContext<'_, R>) -> Result<(), &'static str> {
        if ctx.hooks.symmetries.is_empty() { Err("the game declares no symmetry") } else { Ok(()) }
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for (name, map_state, map_action) in &ctx.hooks.symmetries {
            let mirror = |state: &R::State| catch_panic(Law::Symmetry, name, || map_state(state));
            for &i in &run.sample {
                ctx.at(i);
                let position = &run.positions[i];
                let mirrored = mirror(&position.state)?;
                for seat in position.turn.seats().iter().filter(|seat| seat.index() < run.seats) {
                    ctx.count();
                    let (mut expected, mut mirror_seat) = (Vec::new(), seat);
                    for action in ctx.actions(&position.state, seat)? {
                        let (seat, action) =
                            catch_panic(Law::Symmetry, name, || map_action(&position.state, seat, &action))?;
                        expected.push(action);
                        mirror_seat = seat;
                    }
                    let offered = ctx.actions(&mirrored, mirror_seat)?;
                    let problem = format!(
                        "under '{name}', the offers of the mirrored state are not the mirrored offers"
                    );
                    same_actions(ctx, &expected, &offered, &problem)
                        .map_err(|violation| violation.seat(seat))?;
                }
                if let (Some(Step::Act(seat, action)), false) = (&position.step, position.drew) {
                    let (seat, action) =
                        catch_panic(Law::Symmetry, name, || map_action(&position.state, *seat, action))?;
                    let mut next = mirrored;
                    ctx.step(&mut next, &Step::Act(seat, action), run.luck(i))?;
                    let expected = ctx.save(&mirror(&run.positions[i + 1].state)?)?;
                    let seen = ctx.save(&next)?;
                    if expected != seen {
                        let problem = format!("under '{name}', the mirrored action leads to another state");
                        return Err(Violation::new(problem).difference(&expected, &seen).seat(seat));
                    }
                }
            }
        }
        Ok(())
    }
}

fn same_actions<R: Rules>(
    ctx: &CheckContext<'_, R>,
    expected: &[R::Action],
    seen: &[R::Action],
    problem: &str,
) -> CheckResult {
    let set = |actions: &[R::Action]| -> CheckResult<BTreeSet<String>> {
        actions.iter().map(|action| Ok(ctx.write(action)?.to_string())).collect()
    };
    let (expected, seen) = (set(expected)?, set(seen)?);
    if expected == seen {
        return Ok(());
    }
    let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
        let some: Vec<&str> = a.difference(b).take(4).map(String::as_str).collect();
        if some.is_empty() { "nothing more".to_string() } else { some.join(", ") }
    };
    Err(Violation::new(problem)
        .expected(format!("also {}", only(&expected, &seen)))
        .seen(format!("instead {}", only(&seen, &expected))))
}
