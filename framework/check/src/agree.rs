//! CL-9: two builds of one game agree action by action.

use crate::{
    Bench, Config, Coverage, Fault, Hooks, Judged, Law, Report, Sizes, Status, Verdict,
    bench::everybody,
    costs::Costs,
    guard::guard,
    probe::{Probe, Step, bytes},
    strangers::strangers,
    suite::describe,
    walk::{Run, play},
};
use parlor_kit::{ContentFault, Luck, Rules, Seat, Viewer};
use serde_json::Value;

/// Plays random games with one build and compares the other with it through JSON:
/// turns, rounds, offers, scenes, events, refusals, twins, timeouts, and what is wrong with the shipped content and
/// with content that is none. States may be saved in different ways.
pub fn agree<A: Rules, B: Rules>(one: &A, other: &B, config: &Config) -> Report {
    let hooks = Hooks::default();
    let bench = Bench::new(one, config, &hooks);
    let manifest = bench.manifest;
    let (mut steps, mut failure) = (0, None);
    bench.begin();
    if let Err(fault) = same_content(one, other) {
        let fault = Fault { law: Some(Law::Builds), ..*fault };
        failure = Some(describe(&bench, Law::Builds, fault, config.seed));
    }
    for number in 0..u64::from(config.games) {
        if failure.is_some() {
            break;
        }
        let run = play(&bench, config.seed + number);
        steps += run.stations.len().saturating_sub(1) as u64;
        if let Err(fault) = follow(&bench, &run, Probe(other)) {
            // A panic in either build is a disagreement first.
            let fault = Fault { law: Some(Law::Builds), ..*fault };
            failure = Some(describe(&bench, Law::Builds, fault, run.seed));
            break;
        }
    }
    let status = match (&failure, bench.checks()) {
        (Some(_), _) => Status::Failed,
        (None, 0) => Status::NotJudged,
        (None, _) => Status::Ok,
    };
    let verdict = Verdict { law: Law::Builds, status, checks: bench.checks(), note: String::new(), failure };
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

/// Makes the recorded steps with the other build and compares everything on the way.
fn follow<A: Rules, B: Rules>(bench: &Bench<'_, A>, run: &Run<A>, other: Probe<'_, B>) -> Judged {
    let mut state = match other.setup(&run.options, run.seats, &mut run.secret.luck(0))? {
        Ok(state) => state,
        Err(_) if run.stations.is_empty() => return Ok(()),
        Err(refusal) => {
            return Err(Fault::new("one build refuses the set-up").at(0).seen(refusal.to_string()));
        }
    };
    for (i, station) in run.stations.iter().enumerate() {
        bench.at(i);
        bench.count();
        for viewer in everybody(run.seats) {
            let (a, b) = (bench.view(&station.state, viewer)?, other.view(&state, viewer)?);
            same(a.difference(&b).map(|(what, a, b)| (what, a.to_vec(), b.to_vec())))
                .map_err(|fault| fault.viewer(viewer))?;
        }
        if run.sample.contains(&i) {
            refuse_alike(bench, run, i, &state, other)?;
            redraw_alike(bench, run, i, &state, other)?;
        }
        let Some(step) = &station.step else { break };
        let step = translate(bench, step, other)?;
        let done = other.step(&mut state, &step, run.luck(i))?;
        let fault = |fault: Box<Fault>| match &station.step {
            Some(Step::Act(seat, action)) => match bench.write(action) {
                Ok(json) => fault.seat(*seat).action(json),
                Err(_) => fault.seat(*seat),
            },
            _ => fault,
        };
        if !done.accepted {
            let seen = done.refusal.map(|refusal| refusal.to_string()).unwrap_or_default();
            return Err(fault(Fault::new("one build refuses what the other accepts").seen(seen)));
        }
        if done.drew != station.drew {
            return Err(fault(Fault::new("one build draws luck where the other does not")));
        }
        let (a, b) = (bytes(&station.events), bytes(&done.events));
        same((a != b).then_some(("the events", a, b))).map_err(fault)?;
    }
    Ok(())
}

/// Both builds find the same faults in shipped content, whole and with a field less, and in what is no content.
fn same_content<A: Rules, B: Rules>(one: &A, other: &B) -> Judged {
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
            let own = guard(Law::Builds, "check_content", || faults(one.check_content(kind, content)))?;
            let theirs = guard(Law::Builds, "check_content", || faults(other.check_content(kind, content)))?;
            same((own != theirs).then_some(("what is wrong with content", own, theirs)))?;
        }
    }
    Ok(())
}

fn refuse_alike<A: Rules, B: Rules>(
    bench: &Bench<'_, A>,
    run: &Run<A>,
    i: usize,
    state: &B::State,
    other: Probe<'_, B>,
) -> Judged {
    for (seat, action) in strangers(bench, run, i)? {
        let step = Step::Act(seat, action);
        let theirs = translate(bench, &step, other)?;
        let own = bench.step(&mut bench.fork(&run.stations[i].state)?, &step, run.luck(i))?;
        let theirs = other.step(&mut other.fork(state)?, &theirs, run.luck(i))?;
        let (a, b) = (bytes(&(own.accepted, own.refusal)), bytes(&(theirs.accepted, theirs.refusal)));
        let Step::Act(_, action) = step else { continue };
        same((a != b).then_some(("the refusal", a, b)))
            .map_err(|fault| bench.write(&action).map_or_else(|e| e, |json| fault.seat(seat).action(json)))?;
    }
    for seat in Seat::all(run.seats) {
        let luck = || run.secret.fallback_luck(i as u64 + 1);
        let own = bench.fallback(&run.stations[i].state, seat, luck())?;
        let theirs = other.fallback(state, seat, luck())?;
        let own = own.map(|action| bench.write(&action)).transpose()?;
        let theirs = theirs.map(|action| other.write(&action)).transpose()?;
        let (a, b) = (bytes(&own), bytes(&theirs));
        same((a != b).then_some(("what is played for a seat out of time", a, b)))
            .map_err(|fault| fault.seat(seat))?;
        let own = bench.candidates(&run.stations[i].state, seat)?;
        let own: Vec<_> = own.iter().map(|action| bench.write(action)).collect::<Judged<_>>()?;
        let theirs = other.candidates(state, seat)?;
        let theirs: Vec<_> = theirs.iter().map(|action| other.write(action)).collect::<Judged<_>>()?;
        let (a, b) = (bytes(&own), bytes(&theirs));
        same((a != b).then_some(("the actions worth trying", a, b))).map_err(|fault| fault.seat(seat))?;
    }
    Ok(())
}

fn redraw_alike<A: Rules, B: Rules>(
    bench: &Bench<'_, A>,
    run: &Run<A>,
    i: usize,
    state: &B::State,
    other: Probe<'_, B>,
) -> Judged {
    for (number, viewer) in Viewer::each(run.seats).enumerate() {
        let luck = || -> Luck { run.dice(i, 800 + number as u64) };
        let own = bench.twin(&run.stations[i].state, viewer, luck())?;
        let theirs = other.twin(state, viewer, luck())?;
        let (a, b) = (bench.scene_bytes(&own, Viewer::All)?, other.scene_bytes(&theirs, Viewer::All)?);
        same((a != b).then_some(("the redrawn scene", a, b))).map_err(|fault| fault.viewer(viewer))?;
    }
    Ok(())
}

/// The same step for the other build; actions go through their JSON form.
fn translate<A: Rules, B: Rules>(
    bench: &Bench<'_, A>,
    step: &Step<A::Action>,
    other: Probe<'_, B>,
) -> Judged<Step<B::Action>> {
    Ok(match step {
        Step::Act(seat, action) => {
            let json = bench.write(action)?;
            let read = other.read(&json)?;
            Step::Act(
                *seat,
                read.map_err(|refusal| {
                    let fault = Fault::new("one build cannot read an action of the other");
                    fault.seat(*seat).action(json).seen(refusal.to_string())
                })?,
            )
        }
        Step::Proceed => Step::Proceed,
        Step::Retire(seat, why) => Step::Retire(*seat, *why),
    })
}

fn same(difference: Option<(&'static str, Vec<u8>, Vec<u8>)>) -> Judged {
    match difference {
        None => Ok(()),
        Some((what, a, b)) => Err(Fault::new(format!("the builds disagree about {what}")).difference(&a, &b)),
    }
}
