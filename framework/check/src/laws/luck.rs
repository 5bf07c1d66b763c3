//! CL-8: luck comes from the table alone, and the state does not reveal future luck.

use super::Inspect;
use crate::{
    CheckContext, CheckResult, Law, Violation,
    alternative_states::{branch, find_kept_truth, other_setup},
    guarded_rules::bytes,
    random_game::RandomGame,
};
use parlor_kit::{Rules, Viewer};

/// The number of other seeds that are tried for one step.
const OTHER_SEEDS: u64 = 4;
/// The minimum number of draws before the law concludes that luck never matters.
const MIN_DRAWS: u32 = 3;

/// How often luck was drawn, and how often other luck then gave another result.
#[derive(Default)]
struct Tally {
    drawn: u32,
    mattered: u32,
}

#[derive(Default)]
pub(super) struct OutsideLuck {
    setups: Tally,
    steps: Tally,
}

impl<R: Rules> Inspect<R> for OutsideLuck {
    fn law(&self) -> Law {
        Law::Luck
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        self.setup(ctx, run)?;
        for i in run.some(4, |position| position.step.is_some() && !position.drew) {
            ctx.at(i);
            ctx.count();
            without_luck(ctx, run, i)?;
        }
        for i in run.some(4, |position| position.step.is_some() && position.drew) {
            ctx.at(i);
            ctx.count();
            self.with_luck(ctx, run, i)?;
        }
        Ok(())
    }

    fn conclude(&mut self, _: &CheckContext<'_, R>) -> CheckResult<Option<String>> {
        for (tally, what) in [(&self.setups, "set-ups"), (&self.steps, "steps")] {
            if tally.drawn >= MIN_DRAWS && tally.mattered == 0 {
                return Err(Violation::new(format!(
                    "luck is drawn in {} {what}, but never matters",
                    tally.drawn
                ))
                .expected("other luck gives another result at least once")
                .seen("the same result with every luck")
                .hint("use the number that the table's luck gives")
                .whole_sample());
            }
        }
        let drawn = self.setups.drawn + self.steps.drawn;
        Ok((drawn == 0).then(|| "this sample drew no luck".into()))
    }
}

impl OutsideLuck {
    fn setup<R: Rules>(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        let Some(first) = run.positions.first() else { return Ok(()) };
        ctx.at(0);
        ctx.count();
        let mut luck = run.secret.luck(0);
        let _ = ctx.setup(&run.options, run.seats, &mut luck)?;
        let drew = !luck.is_untouched();
        self.setups.drawn += u32::from(drew);
        let mut matters = false;
        for number in 0..OTHER_SEEDS {
            let Some((other, _)) = other_setup(ctx, run, number)? else { continue };
            let saved = ctx.save(&other)?;
            if saved == first.saved {
                continue;
            }
            if !drew {
                return Err(untouched("the set-up").difference(&first.saved, &saved));
            }
            matters = true;
            tells_no_future(ctx, run, &first.state, &other, number)?;
        }
        self.setups.mattered += u32::from(matters);
        Ok(())
    }

    fn with_luck<R: Rules>(
        &mut self,
        ctx: &CheckContext<'_, R>,
        run: &RandomGame<R>,
        i: usize,
    ) -> CheckResult {
        let (position, next) = (&run.positions[i], &run.positions[i + 1]);
        let Some(step) = &position.step else { return Ok(()) };
        self.steps.drawn += 1;
        let mut matters = false;
        for number in 0..OTHER_SEEDS {
            let Some(other) = branch(ctx, run, i, step, run.other_luck(i, number))? else { continue };
            let saved = ctx.save(&other.state)?;
            let told_else = other.done.events != position.events;
            matters |= told_else || saved != next.saved;
            if saved != next.saved && !told_else {
                tells_no_future(ctx, run, &next.state, &other.state, number)?;
            }
        }
        self.steps.mattered += u32::from(matters);
        Ok(())
    }
}

/// A step that draws no luck has the same result with any luck.
fn without_luck<R: Rules>(ctx: &CheckContext<'_, R>, run: &RandomGame<R>, i: usize) -> CheckResult {
    let (position, next) = (&run.positions[i], &run.positions[i + 1]);
    let Some(step) = &position.step else { return Ok(()) };
    let Some(other) = branch(ctx, run, i, step, run.other_luck(i, 0))? else {
        return Err(untouched("a step").expected("accepted").seen("refused with other luck"));
    };
    let saved = ctx.save(&other.state)?;
    if saved != next.saved {
        return Err(untouched("a step").difference(&next.saved, &saved));
    }
    if other.done.events != position.events {
        let (then, now) = (bytes(&position.events), bytes(&other.done.events));
        return Err(untouched("a step").difference(&then, &now));
    }
    Ok(())
}

fn untouched(what: &str) -> Box<Violation> {
    Violation::new(format!("{what} draws no luck from the table, but depends on it"))
        .hint("draw from the table's luck itself, never from a clone: a clone foresees what is drawn next")
}

/// Two states that look alike even to the viewer who sees everything must not contain different future luck.
/// Resampled information, such as the order of a covered pile, is exempt, because bots cannot foresee it.
fn tells_no_future<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    a: &R::State,
    b: &R::State,
    number: u64,
) -> CheckResult {
    if ctx.view(a, Viewer::All)? != ctx.view(b, Viewer::All)? {
        return Ok(());
    }
    let mut luck = run.dice(number as usize, 11);
    if let Some((place, a, b)) = find_kept_truth(ctx, a, b, Viewer::Public, &mut luck)? {
        return Err(Violation::new(format!("the state keeps luck that nobody sees, at `{place}`"))
            .expected(format!("{a}, as in a state that looks the same"))
            .seen(b)
            .hint("keep no random numbers in the state: draw from the table's luck when they are needed"));
    }
    Ok(())
}
