//! CL-10: after everything a viewer cannot know is redrawn, everything the viewer gets is byte-equal.

use super::Inspect;
use crate::{
    Bench, Fault, Judged, Law,
    bench::everybody,
    probe::{Step, View, bytes, offer_bytes, told},
    strangers::strangers,
    walk::Run,
    worlds::clash,
};
use parlor_kit::{Audience, Rules, Seat, Viewer};

pub(super) struct Twins;

/// How many twins of a state are compared with it, for each viewer.
const TWINS: u64 = 2;

impl<R: Rules> Inspect<R> for Twins {
    fn law(&self) -> Law {
        Law::Twins
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        for &i in &run.sample {
            bench.at(i);
            if !bench.manifest.hidden {
                nothing_is_hidden(bench, run, i)?;
                continue;
            }
            let strangers = strangers(bench, run, i)?;
            for (number, viewer) in Viewer::each(run.seats).enumerate() {
                let truth = bench.view(&run.stations[i].state, viewer)?;
                for twin in 0..TWINS {
                    bench.count();
                    let luck = run.dice(i, 100 + 10 * number as u64 + twin);
                    let twin = bench.twin(&run.stations[i].state, viewer, luck)?;
                    looks_the_same(bench, run, i, viewer, &truth, &twin)?;
                    refuses_the_same(bench, run, i, viewer, &twin, &strangers)?;
                    tells_the_same(bench, run, i, viewer, twin)?;
                }
            }
        }
        Ok(())
    }
}

/// Where the manifest hides nothing, everybody gets the same, and there is nothing to redraw.
fn nothing_is_hidden<R: Rules>(bench: &Bench<'_, R>, run: &Run<R>, i: usize) -> Judged {
    const HINT: &str = "if something is hidden, say so in game.toml: `hidden = true`";
    let station = &run.stations[i];
    let public = bench.scene_bytes(&station.state, Viewer::Public)?;
    for viewer in everybody(run.seats) {
        bench.count();
        let scene = bench.scene_bytes(&station.state, viewer)?;
        if scene != public {
            let fault = Fault::new("nothing is hidden, but a viewer sees another scene than the public");
            return Err(fault.viewer(viewer).difference(&public, &scene).hint(HINT));
        }
        let twin = bench.twin(&station.state, viewer, run.dice(i, 100))?;
        let saved = bench.save(&twin)?;
        if saved != station.saved {
            let fault = Fault::new("nothing is hidden, but `resample` redraws something");
            return Err(fault.viewer(viewer).difference(&station.saved, &saved).hint(HINT));
        }
    }
    match station.events.iter().find(|event| event.to != Audience::All) {
        Some(event) => Err(Fault::new("nothing is hidden, but an event is kept from somebody")
            .expected("events for everybody")
            .seen(String::from_utf8_lossy(&bytes(event)))
            .hint(HINT)),
        None => Ok(()),
    }
}

fn looks_the_same<R: Rules>(
    bench: &Bench<'_, R>,
    run: &Run<R>,
    i: usize,
    viewer: Viewer,
    truth: &View,
    twin: &R::State,
) -> Judged {
    let state = &run.stations[i].state;
    let seen = bench.view(twin, viewer)?;
    let Some((what, truth, seen)) = truth.difference(&seen) else { return Ok(()) };
    if what == "the offers"
        && let Some(seat) = viewer.seat()
    {
        // Offers that differ by themselves are another law's matter.
        let steady = |state: &R::State| -> Judged<bool> {
            let first = offer_bytes(&bench.offers(state, seat)?);
            (0..4).try_fold(true, |steady, _| Ok(steady && offer_bytes(&bench.offers(state, seat)?) == first))
        };
        if !steady(state)? || !steady(twin)? {
            return Ok(());
        }
    }
    Err(Fault::new(format!("{what} tells the viewer something that is hidden from it"))
        .viewer(viewer)
        .difference(truth, seen)
        .hint(
            "seen is the same state after `resample` for this viewer: either the viewer gets too much, \
               or `resample` redraws what the viewer knows",
        ))
}

fn refuses_the_same<R: Rules>(
    bench: &Bench<'_, R>,
    run: &Run<R>,
    i: usize,
    viewer: Viewer,
    twin: &R::State,
    strangers: &[(Seat, R::Action)],
) -> Judged {
    let own = strangers.iter().filter(|(seat, _)| Viewer::Seat(*seat) == viewer).take(4);
    for (seat, action) in own {
        let step = Step::Act(*seat, action.clone());
        let answer = |state: &R::State| -> Judged<Vec<u8>> {
            let done = bench.step(&mut bench.fork(state)?, &step, run.luck(i))?;
            Ok(bytes(&(done.accepted, done.refusal)))
        };
        let (truth, seen) = (answer(&run.stations[i].state)?, answer(twin)?);
        if truth != seen {
            return Err(Fault::new("a refusal tells the viewer something that is hidden from it")
                .viewer(viewer)
                .action(bench.write(action)?)
                .difference(&truth, &seen)
                .hint("give reasons that only name what the player may know"));
        }
    }
    Ok(())
}

/// An event may reveal something, but only what the viewer knows from then on: if `resample` cannot tell
/// the two worlds apart afterwards, the viewer was told more than it may know.
fn tells_the_same<R: Rules>(
    bench: &Bench<'_, R>,
    run: &Run<R>,
    i: usize,
    viewer: Viewer,
    mut twin: R::State,
) -> Judged {
    let station = &run.stations[i];
    let Some(step) = &station.step else { return Ok(()) };
    let done = bench.step(&mut twin, step, run.luck(i))?;
    let (truth, seen) = (told(&station.events, viewer), told(&done.events, viewer));
    if !done.accepted || truth == seen {
        return Ok(());
    }
    let next = &run.stations[i + 1].state;
    if bench.view(next, viewer)? != bench.view(&twin, viewer)? {
        return Ok(());
    }
    if clash(bench, next, &twin, viewer, &mut run.dice(i, 12))?.is_some() {
        return Ok(());
    }
    let fault = Fault::new("an event tells the viewer something that is hidden from it").viewer(viewer);
    let fault = match step {
        Step::Act(seat, action) => fault.seat(*seat).action(bench.write(action)?),
        _ => fault,
    };
    Err(fault.difference(&truth, &seen).hint(
        "send it with `only` or `except`; if it is meant to be revealed, show it in the scene of that step \
         or let `resample` keep it",
    ))
}
