//! CL-7: a saved state goes on as if it had never been saved; forks share nothing.

use super::Inspect;
use crate::{
    CheckContext, CheckResult, Law, Violation,
    context::all_viewers,
    guarded_rules::{bytes, offer_bytes},
    random_game::RandomGame,
};
use parlor_kit::Rules;

pub(super) struct SaveAndFork;

impl<R: Rules> Inspect<R> for SaveAndFork {
    fn law(&self) -> Law {
        Law::SaveAndFork
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for &i in &run.sample {
            ctx.at(i);
            ctx.count();
            goes_on_as_before(ctx, run, i)?;
        }
        Ok(())
    }
}

fn goes_on_as_before<R: Rules>(ctx: &CheckContext<'_, R>, run: &RandomGame<R>, i: usize) -> CheckResult {
    const HINT: &str = "every field of the state must be saved; look for `#[serde(skip)]`";
    let position = &run.positions[i];
    let mut restored = ctx.load(&position.saved)?.map_err(|refusal| {
        Violation::new("a saved state cannot be restored").expected("the state").seen(refusal.to_string())
    })?;
    let again = ctx.save(&restored)?;
    if again != position.saved {
        let violation = Violation::new("a restored state is saved as other bytes");
        return Err(violation.difference(&position.saved, &again).hint(HINT));
    }
    for viewer in all_viewers(run.seats) {
        let (mut before, mut after) = (ctx.view(&position.state, viewer)?, ctx.view(&restored, viewer)?);
        if let Some(seat) = viewer.seat() {
            // The order of offers is judged by another law.
            let sorted = |state: &R::State| -> CheckResult<Vec<u8>> {
                let mut offers = ctx.offers(state, seat)?;
                offers.sort_by_cached_key(|offer| offer.action.to_string());
                Ok(offer_bytes(&offers))
            };
            (before.offers, after.offers) = (sorted(&position.state)?, sorted(&restored)?);
        }
        if let Some((what, before, after)) = before.difference(&after) {
            let violation = Violation::new(format!("{what} of a restored state differs"));
            return Err(violation.viewer(viewer).difference(before, after).hint(HINT));
        }
    }
    let Some(step) = &position.step else { return Ok(()) };
    let done = ctx.step(&mut restored, step, run.luck(i))?;
    let violation = |problem: &str| Violation::new(problem).hint(HINT);
    if !done.accepted {
        return Err(violation("a restored state refuses what the state accepted"));
    }
    let (next, saved) = (&run.positions[i + 1].saved, ctx.save(&restored)?);
    if saved != *next {
        return Err(violation("a restored state goes on in another way").difference(next, &saved));
    }
    if done.events != position.events {
        let (then, now) = (bytes(&position.events), bytes(&done.events));
        return Err(violation("a restored state tells other events").difference(&then, &now));
    }
    Ok(())
}

/// Checks that every state of the game is unchanged after the game went on from its fork. A state that is
/// saved differently twice is judged by another law.
pub(crate) fn forks_unchanged<R: Rules>(ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
    for (i, position) in run.positions.iter().enumerate() {
        let now = ctx.save(&position.state)?;
        if now != position.saved {
            if (0..8).any(|_| ctx.save(&position.state).is_ok_and(|again| again != now)) {
                return Err(Violation::new("one state is saved as other bytes each time")
                    .of(Law::Determinism)
                    .at(i)
                    .difference(&position.saved, &now)
                    .hint(
                        "keep data in ordered collections: a HashMap is written in another order each time",
                    ));
            }
            return Err(Violation::new("a state changed while a fork of it played on")
                .at(i)
                .difference(&position.saved, &now)
                .hint("a clone must share nothing that can change: no Rc, Arc, Cell or Mutex"));
        }
    }
    Ok(())
}
