//! CL-12: saving, restoring, forking or playing a twin never brings the truth back.

use super::{Inspect, only_hidden};
use crate::{
    Bench, Fault, Judged, Law,
    probe::{Step, told},
    walk::Run,
    worlds::{branch, clash, other_setup},
};
use parlor_kit::{Event, Rules, Viewer};

pub(super) struct NoWayBack;

impl<R: Rules> Inspect<R> for NoWayBack {
    fn law(&self) -> Law {
        Law::NoWayBack
    }

    fn applies(&self, bench: &Bench<'_, R>) -> Result<(), &'static str> {
        only_hidden(bench)
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        for i in run.some(4, |_| true) {
            bench.at(i);
            for (number, viewer) in Viewer::each(run.seats).enumerate() {
                let luck = run.dice(i, 300 + number as u64);
                let twin = bench.twin(&run.stations[i].state, viewer, luck)?;
                restores_as_twin(bench, run, i, viewer, &twin)?;
                goes_on_as_twin(bench, run, i, viewer, twin)?;
            }
        }
        if let Some(first) = run.stations.first() {
            bench.at(0);
            for number in 0..2 {
                if let Some((other, _)) = other_setup(bench, run, number)? {
                    let told: (&[Event], &[Event]) = (&[], &[]);
                    saved_twins_tell_nothing(bench, run, 0, None, (&first.state, &other), told)?;
                }
            }
        }
        for i in run.some(3, |station| station.step.is_some() && station.drew) {
            bench.at(i + 1);
            let Some(step) = &run.stations[i].step else { continue };
            for number in 0..2 {
                let other = branch(bench, run, i, step, run.other_luck(i, number))?;
                self.compare(bench, run, i, None, other)?;
            }
        }
        for i in run.some(3, |station| matches!(station.step, Some(Step::Act(..)))) {
            bench.at(i + 1);
            let Some(Step::Act(seat, action)) = &run.stations[i].step else { continue };
            let mut others = bench.actions(&run.stations[i].state, *seat)?;
            others.retain(|other| other != action);
            for other in run.dice(i, 13).sample(&mut others, 2).iter() {
                let other = branch(bench, run, i, &Step::Act(*seat, other.clone()), run.luck(i))?;
                self.compare(bench, run, i, Some(Viewer::Seat(*seat)), other)?;
            }
        }
        Ok(())
    }
}

impl NoWayBack {
    /// Compares how the game went on from a station with another way it could have.
    fn compare<R: Rules>(
        &self,
        bench: &Bench<'_, R>,
        run: &Run<R>,
        i: usize,
        knows: Option<Viewer>,
        other: Option<crate::worlds::Branch<R>>,
    ) -> Judged {
        let Some(other) = other else { return Ok(()) };
        let states = (&run.stations[i + 1].state, &other.state);
        let told = (run.stations[i].events.as_slice(), other.done.events.as_slice());
        saved_twins_tell_nothing(bench, run, i + 1, knows, states, told)
    }
}

/// A twin that was saved and restored is the twin, not the truth.
fn restores_as_twin<R: Rules>(
    bench: &Bench<'_, R>,
    run: &Run<R>,
    i: usize,
    viewer: Viewer,
    twin: &R::State,
) -> Judged {
    bench.count();
    let truth = bench.scene_bytes(&run.stations[i].state, Viewer::All)?;
    let redrawn = bench.scene_bytes(twin, Viewer::All)?;
    let Ok(restored) = bench.load(&bench.save(twin)?)? else { return Ok(()) };
    let restored = bench.scene_bytes(&restored, Viewer::All)?;
    if truth != redrawn && restored == truth {
        return Err(Fault::new("a twin that is saved and restored is the truth again")
            .viewer(viewer)
            .difference(&redrawn, &restored)
            .hint("what `resample` redraws must be all there is: keep no second copy of it"));
    }
    Ok(())
}

/// A twin goes on in the same way whether or not it was saved in between, as the truth does:
/// nothing beside its saved form remembers the truth.
fn goes_on_as_twin<R: Rules>(
    bench: &Bench<'_, R>,
    run: &Run<R>,
    i: usize,
    viewer: Viewer,
    twin: R::State,
) -> Judged {
    let station = &run.stations[i];
    let Some(step) = &station.step else { return Ok(()) };
    let next = |state: &R::State| -> Judged<Option<Vec<u8>>> {
        let mut state = bench.fork(state)?;
        let done = bench.step(&mut state, step, run.luck(i))?;
        done.accepted.then(|| bench.save(&state)).transpose()
    };
    let restored = |state: &R::State| -> Judged<Option<Vec<u8>>> {
        match bench.load(&bench.save(state)?)? {
            Ok(state) => next(&state),
            Err(_) => Ok(None),
        }
    };
    // Where the truth itself does not survive saving, another law says so.
    if restored(&station.state)? != Some(run.stations[i + 1].saved.clone()) {
        return Ok(());
    }
    bench.count();
    let (played, saved) = (next(&twin)?, restored(&twin)?);
    if played != saved {
        return Err(Fault::new("a twin remembers something beside its saved form")
            .viewer(viewer)
            .difference(&saved.unwrap_or_default(), &played.unwrap_or_default())
            .hint("whatever `resample` does not redraw still holds the truth"));
    }
    Ok(())
}

/// Two states that a viewer cannot tell apart are saved alike once they are redrawn for that viewer,
/// up to what is redrawn. A place that always keeps its value is the truth.
fn saved_twins_tell_nothing<R: Rules>(
    bench: &Bench<'_, R>,
    run: &Run<R>,
    i: usize,
    knows: Option<Viewer>,
    (a, b): (&R::State, &R::State),
    (told_a, told_b): (&[Event], &[Event]),
) -> Judged {
    let everything = (bench.scene_bytes(a, Viewer::All)?, bench.scene_bytes(b, Viewer::All)?);
    if everything.0 == everything.1 {
        return Ok(());
    }
    for (number, viewer) in Viewer::each(run.seats).enumerate() {
        if knows == Some(viewer)
            || told(told_a, viewer) != told(told_b, viewer)
            || bench.view(a, viewer)? != bench.view(b, viewer)?
        {
            continue;
        }
        let mut luck = run.dice(i, 400 + number as u64);
        // A twin that does not differ at all is another law's matter.
        let mut twins_differ = false;
        for _ in 0..4 {
            let twin = bench.twin(a, viewer, luck.split())?;
            twins_differ |= bench.scene_bytes(&twin, Viewer::All)? != everything.0;
        }
        if !twins_differ {
            continue;
        }
        bench.count();
        if let Some((place, in_a, in_b)) = clash(bench, a, b, viewer, &mut luck)? {
            return Err(Fault::new(format!("a twin's saved form keeps the truth, at `{place}`"))
                .viewer(viewer)
                .expected("the same values in twins of two states that the viewer cannot tell apart")
                .seen(format!("always {in_a} in twins of one state, always {in_b} in twins of the other"))
                .hint("let `resample` redraw or forget it, or do not keep it in the state"));
        }
    }
    Ok(())
}
