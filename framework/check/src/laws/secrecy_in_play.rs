//! CL-13: played forward with the same actions, twins stay equal for the viewer until something is revealed.

use super::{Inspect, only_hidden};
use crate::{
    CheckContext, CheckResult, Law, Violation,
    alternative_states::same_tabletop,
    guarded_rules::{ViewBytes, told},
    random_game::RandomGame,
};
use parlor_kit::{Rules, Viewer};

pub(super) struct SecrecyInPlay;

/// The number of steps a twin is played.
const STEPS: usize = 6;

impl<R: Rules> Inspect<R> for SecrecyInPlay {
    fn law(&self) -> Law {
        Law::SecrecyInPlay
    }

    fn applies(&self, ctx: &CheckContext<'_, R>) -> Result<(), &'static str> {
        only_hidden(ctx)
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for i in run.some(8, |position| position.step.is_some()) {
            for (number, viewer) in Viewer::each(run.seats).enumerate() {
                ctx.at(i);
                let position = &run.positions[i];
                let twin = ctx.twin(&position.state, viewer, run.dice(i, 500 + number as u64))?;
                if ctx.view(&position.state, viewer)? == ctx.view(&twin, viewer)? {
                    play_on(ctx, run, i, viewer, twin)?;
                }
            }
        }
        Ok(())
    }
}

fn play_on<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    from: usize,
    viewer: Viewer,
    mut twin: R::State,
) -> CheckResult {
    for i in from..run.positions.len().min(from + STEPS) {
        let position = &run.positions[i];
        let Some(step) = &position.step else { return Ok(()) };
        let done = ctx.step(&mut twin, step, run.luck(i))?;
        if !done.accepted {
            return Ok(());
        }
        ctx.at(i + 1);
        ctx.count();
        // An event reveals its content; whether it may is judged by another law.
        if told(&position.events, viewer) != told(&done.events, viewer) {
            return Ok(());
        }
        let next = &run.positions[i + 1].state;
        let (truth, seen) = (ctx.view(next, viewer)?, ctx.view(&twin, viewer)?);
        let Some((what, expected, found)) = truth.difference(&seen) else { continue };
        // The same holds for visible pieces, and for the turn.
        let shown = !same_tabletop(&ctx.scene(next, viewer)?, &ctx.scene(&twin, viewer)?);
        if shown || truth.turn != seen.turn || leaks(ctx, run, i + 1, viewer, &truth)? {
            return Ok(());
        }
        return Err(Violation::new(format!(
            "{what} depends on something hidden that was never shown or told"
        ))
        .viewer(viewer)
        .difference(expected, found)
        .hint(
            "seen is a twin that was played forward; what is revealed must be shown on the table or told \
                   by an event",
        ));
    }
    Ok(())
}

/// Whether the viewer's view of this very state already depends on hidden information, which another law
/// judges.
fn leaks<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    viewer: Viewer,
    truth: &ViewBytes,
) -> CheckResult<bool> {
    for number in 0..12 {
        let twin = ctx.twin(&run.positions[i].state, viewer, run.dice(i, 600 + number))?;
        if ctx.view(&twin, viewer)? != *truth {
            return Ok(true);
        }
    }
    Ok(false)
}
