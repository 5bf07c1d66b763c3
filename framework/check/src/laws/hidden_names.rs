//! CL-14: hidden names reach no viewer who may not know them, and ids leak nothing about a shuffle.

use super::{Inspect, guessable_ids, only_hidden};
use crate::{
    CheckContext, CheckResult, Law, Violation,
    alternative_states::{branch, other_setup, without_ids},
    guarded_rules::{bytes, told},
    random_game::RandomGame,
};
use parlor_kit::{Id, Piece, Rules, Scene, Viewer};

pub(super) struct HiddenNames;

impl<R: Rules> Inspect<R> for HiddenNames {
    fn law(&self) -> Law {
        Law::HiddenNames
    }

    fn applies(&self, ctx: &CheckContext<'_, R>) -> Result<(), &'static str> {
        only_hidden(ctx)
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        if run.seed == ctx.config.seed {
            guessable_ids::ids_predict_no_face(ctx)?;
        }
        for &i in &run.sample {
            ctx.at(i);
            canaries_stay_silent(ctx, run, i)?;
        }
        if let Some(first) = run.positions.first() {
            ctx.at(0);
            for number in 0..3 {
                if let Some((other, true)) = other_setup(ctx, run, number)? {
                    ids_tell_nothing(ctx, run, &first.state, &other)?;
                }
            }
        }
        for i in run.some(6, |position| position.step.is_some() && position.drew) {
            ctx.at(i + 1);
            let Some(step) = &run.positions[i].step else { continue };
            for number in 0..3 {
                if let Some(other) = branch(ctx, run, i, step, run.other_luck(i, number))? {
                    ids_tell_nothing(ctx, run, &run.positions[i + 1].state, &other.state)?;
                }
            }
        }
        Ok(())
    }

    fn conclude(&mut self, ctx: &CheckContext<'_, R>) -> CheckResult<Option<String>> {
        let none = ctx.hooks.canary.is_none();
        Ok(none.then(|| "ids were judged; the game declares no canary".into()))
    }
}

/// A token inside hidden information is in no byte that the viewer gets, now or in the next step.
fn canaries_stay_silent<R: Rules>(ctx: &CheckContext<'_, R>, run: &RandomGame<R>, i: usize) -> CheckResult {
    let Some(put) = &ctx.hooks.canary else { return Ok(()) };
    let position = &run.positions[i];
    for (number, viewer) in Viewer::each(run.seats).enumerate() {
        let token = format!("canary{:016x}", run.dice(i, 700 + number as u64).below(u64::MAX));
        let mut state = ctx.fork(&position.state)?;
        if !put(&mut state, viewer, &token) {
            continue;
        }
        ctx.count();
        let heard = |part: &[u8]| String::from_utf8_lossy(part).contains(&token);
        let caught = |what: &str, part: &[u8]| {
            let part = String::from_utf8_lossy(part);
            let at = part.find(&token).unwrap_or(0);
            let from = part[..at].char_indices().rev().nth(40).map_or(0, |(from, _)| from);
            let near: String = part[from..].chars().take(100).collect();
            Violation::new(format!("{what} contains a hidden name"))
                .viewer(viewer)
                .expected(format!("no {token} in anything the viewer gets"))
                .seen(format!("…{near}…"))
        };
        let view = ctx.view(&state, viewer)?;
        for (what, part) in [("the scene", &view.scene), ("the offers", &view.offers)] {
            if heard(part) {
                return Err(caught(what, part));
            }
        }
        let Some(step) = &position.step else { continue };
        let done = ctx.step(&mut state, step, run.luck(i))?;
        let told = told(&done.events, viewer);
        // A name that is visible afterwards was revealed in this step, so an event may contain it.
        if done.accepted && heard(&told) && !heard(&ctx.scene_bytes(&state, viewer)?) {
            return Err(caught("an event", &told));
        }
    }
    Ok(())
}

/// If other luck changes only the ids of the viewer's scene, no id of a covered card may appear in another
/// place: otherwise the id follows its card through the shuffle. Ids that are new each time leak nothing.
fn ids_tell_nothing<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    a: &R::State,
    b: &R::State,
) -> CheckResult {
    let all = ctx.scene(a, Viewer::All)?;
    for viewer in Viewer::each(run.seats) {
        let (a, b) = (ctx.scene(a, viewer)?, ctx.scene(b, viewer)?);
        ctx.count();
        if a.pieces == b.pieces || without_ids(&a) != without_ids(&b) {
            continue;
        }
        let moved = |(id, piece): &(&Id, &Piece)| b.pieces.get(*id).is_some_and(|other| other != *piece);
        if let Some((id, piece)) = a.pieces.iter().filter(moved).find(|(_, piece)| is_covered(piece, &all)) {
            let place =
                |piece: &Piece| String::from_utf8_lossy(&bytes(&(&piece.area, &piece.at))).into_owned();
            return Err(Violation::new(format!("the id '{id}' follows its card through a shuffle"))
                .viewer(viewer)
                .expected(format!("at {} whatever the luck, or another id", place(piece)))
                .seen(format!("at {} with other luck", place(&b.pieces[id])))
                .hint("name covered cards by their place, not by what they are"));
        }
    }
    Ok(())
}

/// Whether the viewer sees another face in this place than there is.
fn is_covered(seen: &Piece, all: &Scene) -> bool {
    let there = all.pieces.values().find(|piece| piece.area == seen.area && piece.at == seen.at);
    there.is_none_or(|there| !same_face(there, seen))
}

/// Whether two pieces cannot be told apart by what is printed on them.
pub(super) fn same_face(a: &Piece, b: &Piece) -> bool {
    (&a.look, &a.label, &a.name) == (&b.look, &b.label, &b.name)
}
