//! CL-9: two builds of one game agree action by action.

use crate::{
    CheckContext, CheckResult, Config, Coverage, Hooks, Law, Report, Sizes, Status, Verdict, Violation,
    catch_panic::catch_panic,
    context::all_viewers,
    costs::Costs,
    guarded_rules::{GuardedRules, Step, bytes},
    illegal_action_generator::illegal_actions,
    random_game::{RandomGame, play},
    suite::describe,
};
use parlor_kit::{ContentFault, Luck, Rules, Seat, Viewer};
use serde_json::Value;

/// Plays random games with one build and compares the other with it through JSON: turns, rounds, offers,
/// scenes, events, refusals, twins, timeouts, and the faults of shipped and of invalid content. The saved
/// form of states may differ.
pub fn compare_builds<A: Rules, B: Rules>(one: &A, other: &B, config: &Config) -> Report {
    let hooks = Hooks::default();
    let ctx = CheckContext::new(one, config, &hooks);
    let manifest = ctx.manifest;
    let (mut steps, mut failure) = (0, None);
    ctx.begin();
    if let Err(violation) = same_content(one, other) {
        let violation = Violation { law: Some(Law::Builds), ..*violation };
        failure = Some(describe(&ctx, Law::Builds, violation, config.seed));
    }
    for number in 0..u64::from(config.games) {
        if failure.is_some() {
            break;
        }
        let run = play(&ctx, config.seed + number);
        steps += run.positions.len().saturating_sub(1) as u64;
        if let Err(violation) = follow(&ctx, &run, GuardedRules(other)) {
            // A panic in either build is a disagreement first.
            let violation = Violation { law: Some(Law::Builds), ..*violation };
            failure = Some(describe(&ctx, Law::Builds, violation, run.seed));
            break;
        }
    }
    let status = match (&failure, ctx.checks()) {
        (Some(_), _) => Status::Failed,
        (None, 0) => Status::NotJudged,
        (None, _) => Status::Ok,
    };
    let verdict = Verdict { law: Law::Builds, status, checks: ctx.checks(), note: String::new(), failure };
    Report {
        game: manifest.id.to_string(),
        version: manifest.version.clone(),
        games: config.games,
        seed: config.seed,
        steps,
        verdicts: vec![verdict],
        coverage: Coverage::default(),
        costs: Costs::default(),
        sizes: Sizes::default(),
        digests: Vec::new(),
    }
}

/// Checks that both builds find the same faults in shipped content, complete and with a field removed, and in
/// invalid content.
fn same_content<A: Rules, B: Rules>(one: &A, other: &B) -> CheckResult {
    for (kind, shipped) in &one.bundle().contents {
        let mut contents: Vec<Value> = shipped.values().cloned().collect();
        if let Some(Value::Object(mut fields)) = contents.first().cloned() {
            let first = fields.keys().next().cloned();
            first.and_then(|name| fields.remove(&name));
            contents.push(Value::Object(fields));
        }
        contents.push(Value::Null);
        for content in &contents {
            let faults = |found: Vec<ContentFault>| bytes(&found);
            let own = catch_panic(Law::Builds, "check_content", || faults(one.check_content(kind, content)))?;
            let theirs =
                catch_panic(Law::Builds, "check_content", || faults(other.check_content(kind, content)))?;
            same((own != theirs).then_some(("what is wrong with content", own, theirs)))?;
        }
    }
    Ok(())
}

/// Repeats the recorded steps with the other build and compares everything on the way.
fn follow<A: Rules, B: Rules>(
    ctx: &CheckContext<'_, A>,
    run: &RandomGame<A>,
    other: GuardedRules<'_, B>,
) -> CheckResult {
    let mut state = match other.setup(&run.options, run.seats, &mut run.secret.luck(0))? {
        Ok(state) => state,
        Err(_) if run.positions.is_empty() => return Ok(()),
        Err(refusal) => {
            return Err(Violation::new("one build refuses the set-up").at(0).seen(refusal.to_string()));
        }
    };
    for (i, position) in run.positions.iter().enumerate() {
        ctx.at(i);
        ctx.count();
        for viewer in all_viewers(run.seats) {
            let (a, b) = (ctx.view(&position.state, viewer)?, other.view(&state, viewer)?);
            same(a.difference(&b).map(|(what, a, b)| (what, a.to_vec(), b.to_vec())))
                .map_err(|violation| violation.viewer(viewer))?;
        }
        if run.sample.contains(&i) {
            refuse_alike(ctx, run, i, &state, other)?;
            redraw_alike(ctx, run, i, &state, other)?;
        }
        let Some(step) = &position.step else { break };
        let step = translate(ctx, step, other)?;
        let done = other.step(&mut state, &step, run.luck(i))?;
        let violation = |violation: Box<Violation>| match &position.step {
            Some(Step::Act(seat, action)) => match ctx.write(action) {
                Ok(json) => violation.seat(*seat).action(json),
                Err(_) => violation.seat(*seat),
            },
            _ => violation,
        };
        if !done.accepted {
            let seen = done.refusal.map(|refusal| refusal.to_string()).unwrap_or_default();
            return Err(violation(Violation::new("one build refuses what the other accepts").seen(seen)));
        }
        if done.drew != position.drew {
            return Err(violation(Violation::new("one build draws luck where the other does not")));
        }
        let (a, b) = (bytes(&position.events), bytes(&done.events));
        same((a != b).then_some(("the events", a, b))).map_err(violation)?;
    }
    Ok(())
}

fn refuse_alike<A: Rules, B: Rules>(
    ctx: &CheckContext<'_, A>,
    run: &RandomGame<A>,
    i: usize,
    state: &B::State,
    other: GuardedRules<'_, B>,
) -> CheckResult {
    for (seat, action) in illegal_actions(ctx, run, i)? {
        let step = Step::Act(seat, action);
        let theirs = translate(ctx, &step, other)?;
        let own = ctx.step(&mut ctx.fork(&run.positions[i].state)?, &step, run.luck(i))?;
        let theirs = other.step(&mut other.fork(state)?, &theirs, run.luck(i))?;
        let (a, b) = (bytes(&(own.accepted, own.refusal)), bytes(&(theirs.accepted, theirs.refusal)));
        let Step::Act(_, action) = step else { continue };
        same((a != b).then_some(("the refusal", a, b))).map_err(|violation| {
            ctx.write(&action).map_or_else(|e| e, |json| violation.seat(seat).action(json))
        })?;
    }
    for seat in Seat::all(run.seats) {
        let luck = || run.secret.fallback_luck(i as u64 + 1);
        let own = ctx.fallback(&run.positions[i].state, seat, luck())?;
        let theirs = other.fallback(state, seat, luck())?;
        let own = own.map(|action| ctx.write(&action)).transpose()?;
        let theirs = theirs.map(|action| other.write(&action)).transpose()?;
        let (a, b) = (bytes(&own), bytes(&theirs));
        same((a != b).then_some(("what is played for a seat out of time", a, b)))
            .map_err(|violation| violation.seat(seat))?;
        let own = ctx.candidates(&run.positions[i].state, seat)?;
        let own: Vec<_> = own.iter().map(|action| ctx.write(action)).collect::<CheckResult<_>>()?;
        let theirs = other.candidates(state, seat)?;
        let theirs: Vec<_> = theirs.iter().map(|action| other.write(action)).collect::<CheckResult<_>>()?;
        let (a, b) = (bytes(&own), bytes(&theirs));
        same((a != b).then_some(("the actions worth trying", a, b)))
            .map_err(|violation| violation.seat(seat))?;
    }
    Ok(())
}

fn redraw_alike<A: Rules, B: Rules>(
    ctx: &CheckContext<'_, A>,
    run: &RandomGame<A>,
    i: usize,
    state: &B::State,
    other: GuardedRules<'_, B>,
) -> CheckResult {
    for (number, viewer) in Viewer::each(run.seats).enumerate() {
        let luck = || -> Luck { run.dice(i, 800 + number as u64) };
        let own = ctx.twin(&run.positions[i].state, viewer, luck())?;
        let theirs = other.twin(state, viewer, luck())?;
        let (a, b) = (ctx.scene_bytes(&own, Viewer::All)?, other.scene_bytes(&theirs, Viewer::All)?);
        same((a != b).then_some(("the redrawn scene", a, b)))
            .map_err(|violation| violation.viewer(viewer))?;
    }
    Ok(())
}

/// The same step for the other build; actions go through their JSON form.
fn translate<A: Rules, B: Rules>(
    ctx: &CheckContext<'_, A>,
    step: &Step<A::Action>,
    other: GuardedRules<'_, B>,
) -> CheckResult<Step<B::Action>> {
    Ok(match step {
        Step::Act(seat, action) => {
            let json = ctx.write(action)?;
            let read = other.read(&json)?;
            Step::Act(
                *seat,
                read.map_err(|refusal| {
                    let violation = Violation::new("one build cannot read an action of the other");
                    violation.seat(*seat).action(json).seen(refusal.to_string())
                })?,
            )
        }
        Step::Proceed => Step::Proceed,
        Step::Retire(seat, why) => Step::Retire(*seat, *why),
    })
}

fn same(difference: Option<(&'static str, Vec<u8>, Vec<u8>)>) -> CheckResult {
    match difference {
        None => Ok(()),
        Some((what, a, b)) => {
            Err(Violation::new(format!("the builds disagree about {what}")).difference(&a, &b))
        }
    }
}
