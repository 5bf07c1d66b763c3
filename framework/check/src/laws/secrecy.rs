//! CL-10: after everything a viewer cannot know is resampled, everything the viewer gets is byte-equal.

use super::Inspect;
use crate::{
    CheckContext, CheckResult, Law, Violation,
    alternative_states::find_kept_truth,
    context::all_viewers,
    guarded_rules::{Step, ViewBytes, bytes, offer_bytes, told},
    illegal_action_generator::illegal_actions,
    random_game::RandomGame,
};
use parlor_kit::{Audience, Rules, Seat, Turn, Viewer};

pub(super) struct Secrecy;

/// The number of twins of a state that are compared with it, for each viewer.
const TWINS: u64 = 2;

impl<R: Rules> Inspect<R> for Secrecy {
    fn law(&self) -> Law {
        Law::Secrecy
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for &i in &run.sample {
            ctx.at(i);
            // If everything is shown when the game is over, the outcome may reveal hidden information.
            if ctx.manifest.table.reveal && matches!(run.positions[i].turn, Turn::Over(_)) {
                continue;
            }
            if !ctx.manifest.hidden {
                nothing_is_hidden(ctx, run, i)?;
                continue;
            }
            let illegal_actions = illegal_actions(ctx, run, i)?;
            for (number, viewer) in Viewer::each(run.seats).enumerate() {
                let truth = ctx.view(&run.positions[i].state, viewer)?;
                for twin in 0..TWINS {
                    ctx.count();
                    let luck = run.dice(i, 100 + 10 * number as u64 + twin);
                    let twin = ctx.twin(&run.positions[i].state, viewer, luck)?;
                    looks_the_same(ctx, run, i, viewer, &truth, &twin)?;
                    refuses_the_same(ctx, run, i, viewer, &twin, &illegal_actions)?;
                    tells_the_same(ctx, run, i, viewer, twin)?;
                }
            }
        }
        Ok(())
    }
}

/// If the manifest hides nothing, all viewers get the same, and `resample` must change nothing.
fn nothing_is_hidden<R: Rules>(ctx: &CheckContext<'_, R>, run: &RandomGame<R>, i: usize) -> CheckResult {
    const HINT: &str = "if something is hidden, say so in game.toml: `hidden = true`";
    let position = &run.positions[i];
    let public = ctx.scene_bytes(&position.state, Viewer::Public)?;
    for viewer in all_viewers(run.seats) {
        ctx.count();
        let scene = ctx.scene_bytes(&position.state, viewer)?;
        if scene != public {
            let violation =
                Violation::new("nothing is hidden, but a viewer sees another scene than the public");
            return Err(violation.viewer(viewer).difference(&public, &scene).hint(HINT));
        }
        let twin = ctx.twin(&position.state, viewer, run.dice(i, 100))?;
        let saved = ctx.save(&twin)?;
        if saved != position.saved {
            let violation = Violation::new("nothing is hidden, but `resample` redraws something");
            return Err(violation.viewer(viewer).difference(&position.saved, &saved).hint(HINT));
        }
    }
    match position.events.iter().find(|event| event.to != Audience::All) {
        Some(event) => Err(Violation::new("nothing is hidden, but an event is kept from somebody")
            .expected("events for everybody")
            .seen(String::from_utf8_lossy(&bytes(event)))
            .hint(HINT)),
        None => Ok(()),
    }
}

fn looks_the_same<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    viewer: Viewer,
    truth: &ViewBytes,
    twin: &R::State,
) -> CheckResult {
    let state = &run.positions[i].state;
    let seen = ctx.view(twin, viewer)?;
    let Some((what, truth, seen)) = truth.difference(&seen) else { return Ok(()) };
    if what == "the offers"
        && let Some(seat) = viewer.seat()
    {
        // Offers that are not deterministic are judged by another law.
        let steady = |state: &R::State| -> CheckResult<bool> {
            let first = offer_bytes(&ctx.offers(state, seat)?);
            (0..4).try_fold(true, |steady, _| Ok(steady && offer_bytes(&ctx.offers(state, seat)?) == first))
        };
        if !steady(state)? || !steady(twin)? {
            return Ok(());
        }
    }
    Err(Violation::new(format!("{what} tells the viewer something that is hidden from it"))
        .viewer(viewer)
        .difference(truth, seen)
        .hint(
            "seen is the same state after `resample` for this viewer: either the viewer gets too much, \
               or `resample` redraws what the viewer knows",
        ))
}

fn refuses_the_same<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    viewer: Viewer,
    twin: &R::State,
    illegal_actions: &[(Seat, R::Action)],
) -> CheckResult {
    let own = illegal_actions.iter().filter(|(seat, _)| Viewer::Seat(*seat) == viewer).take(4);
    for (seat, action) in own {
        let step = Step::Act(*seat, action.clone());
        let answer = |state: &R::State| -> CheckResult<Vec<u8>> {
            let done = ctx.step(&mut ctx.fork(state)?, &step, run.luck(i))?;
            Ok(bytes(&(done.accepted, done.refusal)))
        };
        let (truth, seen) = (answer(&run.positions[i].state)?, answer(twin)?);
        if truth != seen {
            return Err(Violation::new("a refusal tells the viewer something that is hidden from it")
                .viewer(viewer)
                .action(ctx.write(action)?)
                .difference(&truth, &seen)
                .hint("give reasons that only name what the player may know"));
        }
    }
    Ok(())
}

/// An event may reveal something, but only what the viewer knows from then on: if `resample` treats the two
/// worlds as equal afterwards, the event told the viewer too much.
fn tells_the_same<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    viewer: Viewer,
    mut twin: R::State,
) -> CheckResult {
    let position = &run.positions[i];
    let Some(step) = &position.step else { return Ok(()) };
    let done = ctx.step(&mut twin, step, run.luck(i))?;
    let (truth, seen) = (told(&position.events, viewer), told(&done.events, viewer));
    if !done.accepted || truth == seen {
        return Ok(());
    }
    let next = &run.positions[i + 1].state;
    if ctx.view(next, viewer)? != ctx.view(&twin, viewer)? {
        return Ok(());
    }
    if find_kept_truth(ctx, next, &twin, viewer, &mut run.dice(i, 12))?.is_some() {
        return Ok(());
    }
    let violation =
        Violation::new("an event tells the viewer something that is hidden from it").viewer(viewer);
    let violation = match step {
        Step::Act(seat, action) => violation.seat(*seat).action(ctx.write(action)?),
        _ => violation,
    };
    Err(violation.difference(&truth, &seen).hint(
        "send it with `only` or `except`; if it is meant to be revealed, show it in the scene of that step \
         or let `resample` keep it",
    ))
}
