//! CL-12: saving, restoring, forking or playing a twin never restores the hidden original.

use super::{Inspect, only_hidden};
use crate::{
    CheckContext, CheckResult, Law, Violation,
    alternative_states::{branch, find_kept_truth, other_setup, without_ids},
    guarded_rules::{Step, told},
    random_game::RandomGame,
};
use parlor_kit::{Event, Rules, Viewer};

pub(super) struct SecrecyAfterRestore;

impl<R: Rules> Inspect<R> for SecrecyAfterRestore {
    fn law(&self) -> Law {
        Law::SecrecyAfterRestore
    }

    fn applies(&self, ctx: &CheckContext<'_, R>) -> Result<(), &'static str> {
        only_hidden(ctx)
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for i in run.some(4, |_| true) {
            ctx.at(i);
            for (number, viewer) in Viewer::each(run.seats).enumerate() {
                let luck = run.dice(i, 300 + number as u64);
                let twin = ctx.twin(&run.positions[i].state, viewer, luck)?;
                restores_as_twin(ctx, run, i, viewer, &twin)?;
                goes_on_as_twin(ctx, run, i, viewer, twin)?;
            }
        }
        if let Some(first) = run.positions.first() {
            ctx.at(0);
            for number in 0..2 {
                if let Some((other, _)) = other_setup(ctx, run, number)? {
                    let told: (&[Event], &[Event]) = (&[], &[]);
                    saved_twins_tell_nothing(ctx, run, 0, None, (&first.state, &other), told)?;
                }
            }
        }
        for i in run.some(3, |position| position.step.is_some() && position.drew) {
            ctx.at(i + 1);
            let Some(step) = &run.positions[i].step else { continue };
            for number in 0..2 {
                let other = branch(ctx, run, i, step, run.other_luck(i, number))?;
                self.compare(ctx, run, i, None, other)?;
            }
        }
        for i in run.some(3, |position| matches!(position.step, Some(Step::Act(..)))) {
            ctx.at(i + 1);
            let Some(Step::Act(seat, action)) = &run.positions[i].step else { continue };
            let mut others = ctx.actions(&run.positions[i].state, *seat)?;
            others.retain(|other| other != action);
            for other in run.dice(i, 13).sample(&mut others, 2).iter() {
                let other = branch(ctx, run, i, &Step::Act(*seat, other.clone()), run.luck(i))?;
                self.compare(ctx, run, i, Some(Viewer::Seat(*seat)), other)?;
            }
        }
        Ok(())
    }
}

impl SecrecyAfterRestore {
    /// Compares the continuation of a position with an alternative one.
    fn compare<R: Rules>(
        &self,
        ctx: &CheckContext<'_, R>,
        run: &RandomGame<R>,
        i: usize,
        knows: Option<Viewer>,
        other: Option<crate::alternative_states::Branch<R>>,
    ) -> CheckResult {
        let Some(other) = other else { return Ok(()) };
        let states = (&run.positions[i + 1].state, &other.state);
        let told = (run.positions[i].events.as_slice(), other.done.events.as_slice());
        saved_twins_tell_nothing(ctx, run, i + 1, knows, states, told)
    }
}

/// A twin that was saved and restored equals the twin, not the original.
fn restores_as_twin<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    viewer: Viewer,
    twin: &R::State,
) -> CheckResult {
    ctx.count();
    let truth = ctx.scene_bytes(&run.positions[i].state, Viewer::All)?;
    let redrawn = ctx.scene_bytes(twin, Viewer::All)?;
    let Ok(restored) = ctx.load(&ctx.save(twin)?)? else { return Ok(()) };
    let restored = ctx.scene_bytes(&restored, Viewer::All)?;
    if truth != redrawn && restored == truth {
        return Err(Violation::new("a twin that is saved and restored is the truth again")
            .viewer(viewer)
            .difference(&redrawn, &restored)
            .hint("what `resample` redraws must be all there is: keep no second copy of it"));
    }
    Ok(())
}

/// A twin continues in the same way whether or not it was saved in between, as the original does: no data
/// outside its saved form remembers the original.
fn goes_on_as_twin<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    viewer: Viewer,
    twin: R::State,
) -> CheckResult {
    let position = &run.positions[i];
    let Some(step) = &position.step else { return Ok(()) };
    let next = |state: &R::State| -> CheckResult<Option<Vec<u8>>> {
        let mut state = ctx.fork(state)?;
        let done = ctx.step(&mut state, step, run.luck(i))?;
        done.accepted.then(|| ctx.save(&state)).transpose()
    };
    let restored = |state: &R::State| -> CheckResult<Option<Vec<u8>>> {
        match ctx.load(&ctx.save(state)?)? {
            Ok(state) => next(&state),
            Err(_) => Ok(None),
        }
    };
    // If the original itself does not survive saving, another law reports it.
    if restored(&position.state)? != Some(run.positions[i + 1].saved.clone()) {
        return Ok(());
    }
    ctx.count();
    let (played, saved) = (next(&twin)?, restored(&twin)?);
    if played != saved {
        return Err(Violation::new("a twin remembers something beside its saved form")
            .viewer(viewer)
            .difference(&saved.unwrap_or_default(), &played.unwrap_or_default())
            .hint("whatever `resample` does not redraw still holds the truth"));
    }
    Ok(())
}

/// Two states that a viewer cannot tell apart are saved alike after resampling for that viewer, up to the
/// resampled values. A place that always keeps its value leaks the original.
fn saved_twins_tell_nothing<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    knows: Option<Viewer>,
    (a, b): (&R::State, &R::State),
    (told_a, told_b): (&[Event], &[Event]),
) -> CheckResult {
    let everything = without_ids(&ctx.scene(a, Viewer::All)?);
    if everything == without_ids(&ctx.scene(b, Viewer::All)?) {
        return Ok(());
    }
    for (number, viewer) in Viewer::each(run.seats).enumerate() {
        if knows == Some(viewer)
            || told(told_a, viewer) != told(told_b, viewer)
            || ctx.view(a, viewer)? != ctx.view(b, viewer)?
        {
            continue;
        }
        let mut luck = run.dice(i, 400 + number as u64);
        // A twin that does not differ at all is judged by another law.
        let mut twins_differ = false;
        for _ in 0..4 {
            let twin = ctx.twin(a, viewer, luck.split())?;
            twins_differ |= without_ids(&ctx.scene(&twin, Viewer::All)?) != everything;
        }
        if !twins_differ {
            continue;
        }
        ctx.count();
        if let Some((place, in_a, in_b)) = find_kept_truth(ctx, a, b, viewer, &mut luck)? {
            return Err(Violation::new(format!("a twin's saved form keeps the truth, at `{place}`"))
                .viewer(viewer)
                .expected("the same values in twins of two states that the viewer cannot tell apart")
                .seen(format!("always {in_a} in twins of one state, always {in_b} in twins of the other"))
                .hint(
                    "let `resample` redraw or forget it, or do not keep it in the state; \
                       a field that only makes ids may stay if it is called `salt`",
                ));
        }
    }
    Ok(())
}
