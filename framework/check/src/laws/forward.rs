//! CL-13: played forward with the same actions, twins stay equal for the viewer until something is revealed.

use super::{Inspect, only_hidden};
use crate::{
    Bench, Fault, Judged, Law,
    probe::{View, told},
    walk::Run,
    worlds::same_tabletop,
};
use parlor_kit::{Rules, Viewer};

pub(super) struct Forward;

/// How far a twin is played.
const STEPS: usize = 6;

impl<R: Rules> Inspect<R> for Forward {
    fn law(&self) -> Law {
        Law::Forward
    }

    fn applies(&self, bench: &Bench<'_, R>) -> Result<(), &'static str> {
        only_hidden(bench)
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        for i in run.some(8, |station| station.step.is_some()) {
            for (number, viewer) in Viewer::each(run.seats).enumerate() {
                bench.at(i);
                let station = &run.stations[i];
                let twin = bench.twin(&station.state, viewer, run.dice(i, 500 + number as u64))?;
                if bench.view(&station.state, viewer)? == bench.view(&twin, viewer)? {
                    play_on(bench, run, i, viewer, twin)?;
                }
            }
        }
        Ok(())
    }
}

fn play_on<R: Rules>(
    bench: &Bench<'_, R>,
    run: &Run<R>,
    from: usize,
    viewer: Viewer,
    mut twin: R::State,
) -> Judged {
    for i in from..run.stations.len().min(from + STEPS) {
        let station = &run.stations[i];
        let Some(step) = &station.step else { return Ok(()) };
        let done = bench.step(&mut twin, step, run.luck(i))?;
        if !done.accepted {
            return Ok(());
        }
        bench.at(i + 1);
        bench.count();
        // What an event tells is revealed; whether it may be is another law's matter.
        if told(&station.events, viewer) != told(&done.events, viewer) {
            return Ok(());
        }
        let next = &run.stations[i + 1].state;
        let (truth, seen) = (bench.view(next, viewer)?, bench.view(&twin, viewer)?);
        let Some((what, expected, found)) = truth.difference(&seen) else { continue };
        // So is what lies on the table for the viewer to see, and whose turn it is.
        let shown = !same_tabletop(&bench.scene(next, viewer)?, &bench.scene(&twin, viewer)?);
        if shown || truth.turn != seen.turn || leaks(bench, run, i + 1, viewer, &truth)? {
            return Ok(());
        }
        return Err(Fault::new(format!("{what} depends on something hidden that was never shown or told"))
            .viewer(viewer)
            .difference(expected, found)
            .hint(
                "seen is a twin that was played forward; what is revealed must be shown on the table or told \
                   by an event",
            ));
    }
    Ok(())
}

/// Whether what the viewer gets of this very state already depends on what is hidden: another law's matter.
fn leaks<R: Rules>(
    bench: &Bench<'_, R>,
    run: &Run<R>,
    i: usize,
    viewer: Viewer,
    truth: &View,
) -> Judged<bool> {
    for number in 0..12 {
        let twin = bench.twin(&run.stations[i].state, viewer, run.dice(i, 600 + number))?;
        if bench.view(&twin, viewer)? != *truth {
            return Ok(true);
        }
    }
    Ok(false)
}
