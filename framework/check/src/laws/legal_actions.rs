//! CL-1: what is offered is accepted, all else is refused with a reason and changes nothing.

use super::Inspect;
use crate::{
    CheckContext, CheckResult, Law, Violation,
    guarded_rules::Step,
    illegal_action_generator::illegal_actions,
    random_game::{Position, RandomGame},
};
use parlor_kit::{Rules, Seat};

pub(super) struct LegalActions;

/// Maximum number of offers of one seat that are tried in one state.
const MAX_OFFERS_TRIED: usize = 32;

impl<R: Rules> Inspect<R> for LegalActions {
    fn law(&self) -> Law {
        Law::LegalActions
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for &i in &run.sample {
            ctx.at(i);
            let position = &run.positions[i];
            for seat in position.turn.seats().iter().filter(|seat| seat.index() < run.seats) {
                offers_are_accepted(ctx, run, i, seat)?;
            }
            for (seat, action) in illegal_actions(ctx, run, i)? {
                ctx.count();
                is_refused(ctx, run, i, position, seat, action)?;
            }
        }
        Ok(())
    }
}

fn offers_are_accepted<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    seat: Seat,
) -> CheckResult {
    let state = &run.positions[i].state;
    let mut actions = ctx.actions(state, seat)?;
    let fallback = ctx.fallback(state, seat, run.secret.fallback_luck(i as u64 + 1))?;
    ctx.count();
    match fallback {
        Some(fallback) if !actions.contains(&fallback) => {
            let violation =
                Violation::new("the action played for a seat out of time is not offered").seat(seat);
            return Err(violation
                .expected("one of the offers")
                .seen("another action")
                .action(ctx.write(&fallback)?));
        }
        None if !actions.is_empty() => {
            let violation =
                Violation::new("nothing is played for a seat out of time, though it could act").seat(seat);
            return Err(violation.expected("`fallback` gives one of the offers").seen("none"));
        }
        _ => {}
    }
    let candidates = ctx.candidates(state, seat)?;
    if candidates.is_empty() && !actions.is_empty() {
        let violation = Violation::new("no action is worth trying, though the seat could act").seat(seat);
        return Err(violation.expected("`candidates` gives at least one of the offers").seen("none"));
    }
    if let Some(candidate) =
        candidates.iter().take(MAX_OFFERS_TRIED).find(|candidate| !actions.contains(candidate))
    {
        let violation = Violation::new("an action is worth trying that is not offered").seat(seat);
        return Err(violation
            .expected("one of the offers")
            .seen("another action")
            .action(ctx.write(candidate)?));
    }
    for action in run.dice(i, 3).sample(&mut actions, MAX_OFFERS_TRIED).iter() {
        ctx.count();
        let mut next = ctx.fork(state)?;
        let done = ctx.step(&mut next, &Step::Act(seat, action.clone()), run.luck(i))?;
        if !done.accepted {
            let reason = done.refusal.map(|refusal| refusal.to_string()).unwrap_or_default();
            let violation =
                Violation::new("an offered action is refused").seat(seat).action(ctx.write(action)?);
            return Err(violation.expected("accepted").seen(format!("refused: {reason}")));
        }
    }
    Ok(())
}

fn is_refused<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    i: usize,
    position: &Position<R>,
    seat: Seat,
    action: R::Action,
) -> CheckResult {
    let json = ctx.write(&action)?;
    let mut next = ctx.fork(&position.state)?;
    let done = ctx.step(&mut next, &Step::Act(seat, action), run.luck(i))?;
    let violation = |problem: &str| Violation::new(problem).seat(seat).action(json.clone());
    if done.accepted {
        return Err(violation("an action is accepted that was not offered")
            .expected("refused with a reason")
            .seen("accepted")
            .hint("`act` must check everything that `actions` checks, whoever sends the action"));
    }
    if done.refusal.is_none_or(|refusal| refusal.text.key.is_empty()) {
        return Err(violation("a refusal gives no reason").expected("a message key").seen("an empty key"));
    }
    let after = ctx.save(&next)?;
    if after != position.saved {
        return Err(violation("a refused action changes the state")
            .difference(&position.saved, &after)
            .hint("check everything first, then change the state"));
    }
    Ok(())
}
