//! CL-19: two runs that differ only in what a viewer may not know give that viewer the same stream.
//!
//! A stream is what a table sends to a viewer: one version for each step, with the scene, the events, whose turn it is,
//! and the number of the turn, with which clocks start.

use super::{Inspect, only_hidden};
use crate::{
    CheckContext, CheckResult, Law, Violation,
    alternative_states::{branch, same_tabletop},
    guarded_rules::{Step, ViewBytes, told},
    random_game::{Position, RandomGame},
};
use parlor_kit::{Audience, Event, Rules, Seat, Turn, Viewer};

pub(super) struct EqualStreams;

/// The number of steps that two runs are compared.
const STEPS: usize = 6;

impl<R: Rules> Inspect<R> for EqualStreams {
    fn law(&self) -> Law {
        Law::EqualStreams
    }

    fn applies(&self, ctx: &CheckContext<'_, R>) -> Result<(), &'static str> {
        only_hidden(ctx)
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for viewer in Viewer::each(run.seats) {
            let untold = |position: &Position<R>| {
                matches!(position.step, Some(Step::Act(seat, _)) if Viewer::Seat(seat) != viewer)
                    && position.events.iter().all(|event| !event.to.includes(viewer))
            };
            for i in run.some(12, untold) {
                every_version_shows_something(ctx, run, i, viewer)?;
            }
        }
        for i in run.some(6, |position| position.step.is_some()) {
            let state = &run.positions[i].state;
            for (number, viewer) in Viewer::each(run.seats).enumerate() {
                ctx.at(i);
                let twin = ctx.twin(state, viewer, run.dice(i, 960 + number as u64))?;
                if ctx.view(state, viewer)? == ctx.view(&twin, viewer)? {
                    runs_stay_equal(ctx, run, i, viewer, twin)?;
                }
                other_choice_stays_equal(ctx, run, i, viewer)?;
            }
        }
        Ok(())
    }
}

/// A step of another seat has a version of its own, so it must show the viewer something, tell something or change
/// whose turn it is: without the step the viewer would know the same, but the versions would be fewer. A concealed
/// step has no version for the viewer, so it must change nothing that the viewer gets.
fn every_version_shows_something<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    viewer: Viewer,
) -> CheckResult {
    ctx.at(i + 1);
    ctx.count();
    let (before, after) = (&run.positions[i], &run.positions[i + 1]);
    let Some(Step::Act(seat, action)) = &before.step else { return Ok(()) };
    let (old, new) = (ctx.view(&before.state, viewer)?, ctx.view(&after.state, viewer)?);
    let violation = if is_concealed(before, *seat, &old, &new) {
        let Some((what, old, new)) = old.difference(&new) else { return Ok(()) };
        Violation::new(format!("a concealed step changes {what} of another viewer"))
            .difference(old, new)
            .hint("conceal only what no other viewer can see")
    } else if before.turn != after.turn || old.scene != new.scene {
        return Ok(());
    } else {
        Violation::new("a step that is hidden from the viewer gives it a new version")
            .expected("a change of the scene, an event, or another seat in turn")
            .seen(
                "the same scene, no event and the same turn: the version alone tells that something was done",
            )
            .hint("conceal the step with `StepContext::conceal`, or tell all viewers that it was made")
    };
    Err(violation.viewer(viewer).seat(*seat).action(ctx.write(action)?))
}

/// Whether a table conceals the step of this seat: if the rules ask for it, and nothing but the scene could tell.
fn is_concealed<R: Rules>(position: &Position<R>, seat: Seat, old: &ViewBytes, new: &ViewBytes) -> bool {
    let only_to_seat = |event: &Event| event.to == Audience::Only(seat.into());
    position.concealed
        && !position.drew
        && old.turn == new.turn
        && old.round == new.round
        && position.events.iter().all(only_to_seat)
}

/// Another choice that shows and tells the viewer the same at once must do so afterwards too.
fn other_choice_stays_equal<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    viewer: Viewer,
) -> CheckResult {
    let position = &run.positions[i];
    let Some(Step::Act(seat, action)) = &position.step else { return Ok(()) };
    if Viewer::Seat(*seat) == viewer {
        return Ok(());
    }
    let mut others = ctx.actions(&position.state, *seat)?;
    others.retain(|other| other != action);
    let Some(other) = run.dice(i, 970).choose(&others).cloned() else { return Ok(()) };
    let other = branch(ctx, run, i, &Step::Act(*seat, other), run.luck(i))?;
    let Some(other) = other else { return Ok(()) };
    let next = &run.positions[i + 1].state;
    if told(&position.events, viewer) == told(&other.done.events, viewer)
        && ctx.view(next, viewer)? == ctx.view(&other.state, viewer)?
    {
        runs_stay_equal(ctx, run, i + 1, viewer, other.state)?;
    }
    Ok(())
}

/// Plays another run forward with the steps of this one. Until something is shown or told to the viewer, the same
/// seats must be in turn and the same turns be counted.
fn runs_stay_equal<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    from: usize,
    viewer: Viewer,
    mut other: R::State,
) -> CheckResult {
    for i in from..run.positions.len().min(from + STEPS) {
        let position = &run.positions[i];
        let Some(step) = &position.step else { return Ok(()) };
        let done = ctx.step(&mut other, step, run.luck(i))?;
        if !done.accepted || told(&position.events, viewer) != told(&done.events, viewer) {
            return Ok(());
        }
        ctx.at(i + 1);
        ctx.count();
        let next = &run.positions[i + 1];
        if !same_tabletop(&ctx.scene(&next.state, viewer)?, &ctx.scene(&other, viewer)?) {
            return Ok(());
        }
        // Results may depend on what was hidden.
        if matches!(next.turn, Turn::Over(_)) || matches!(ctx.turn(&other)?, Turn::Over(_)) {
            return Ok(());
        }
        let (expected, seen) = (ctx.view(&next.state, viewer)?, ctx.view(&other, viewer)?);
        if expected.turn != seen.turn || expected.round != seen.round {
            let differs = if expected.turn == seen.turn {
                (&expected.round, &seen.round)
            } else {
                (&expected.turn, &seen.turn)
            };
            return Err(Violation::new(
                "whose turn it is, or the number of the turn, tells something that was never shown or told",
            )
            .viewer(viewer)
            .difference(differs.0, differs.1)
            .hint("seen is a run that differs only in what the viewer may not know; show or tell why it goes on so"));
        }
    }
    Ok(())
}
