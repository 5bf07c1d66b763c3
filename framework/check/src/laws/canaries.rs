//! CL-14: hidden names reach nobody, and ids tell nothing of a shuffle.

use super::{Inspect, only_hidden};
use crate::{
    Bench, Fault, Judged, Law,
    probe::{bytes, told},
    walk::Run,
    worlds::{branch, other_setup},
};
use parlor_kit::{Rules, Scene, Viewer};

pub(super) struct Canaries;

impl<R: Rules> Inspect<R> for Canaries {
    fn law(&self) -> Law {
        Law::Canaries
    }

    fn applies(&self, bench: &Bench<'_, R>) -> Result<(), &'static str> {
        only_hidden(bench)
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        for &i in &run.sample {
            bench.at(i);
            canaries_stay_silent(bench, run, i)?;
        }
        if let Some(first) = run.stations.first() {
            bench.at(0);
            for number in 0..3 {
                if let Some((other, true)) = other_setup(bench, run, number)? {
                    ids_tell_nothing(bench, run, &first.state, &other)?;
                }
            }
        }
        for i in run.some(6, |station| station.step.is_some() && station.drew) {
            bench.at(i + 1);
            let Some(step) = &run.stations[i].step else { continue };
            for number in 0..3 {
                if let Some(other) = branch(bench, run, i, step, run.other_luck(i, number))? {
                    ids_tell_nothing(bench, run, &run.stations[i + 1].state, &other.state)?;
                }
            }
        }
        Ok(())
    }

    fn conclude(&mut self, bench: &Bench<'_, R>) -> Judged<Option<String>> {
        let none = bench.hooks.canary.is_none();
        Ok(none.then(|| "ids were followed through shuffles; the game declares no canary".into()))
    }
}

/// A token inside something hidden is in no byte that the viewer gets, now or in the next step.
fn canaries_stay_silent<R: Rules>(bench: &Bench<'_, R>, run: &Run<R>, i: usize) -> Judged {
    let Some(put) = &bench.hooks.canary else { return Ok(()) };
    let station = &run.stations[i];
    for (number, viewer) in Viewer::each(run.seats).enumerate() {
        let token = format!("canary{:016x}", run.dice(i, 700 + number as u64).below(u64::MAX));
        let mut state = bench.fork(&station.state)?;
        if !put(&mut state, viewer, &token) {
            continue;
        }
        bench.count();
        let heard = |part: &[u8]| String::from_utf8_lossy(part).contains(&token);
        let caught = |what: &str, part: &[u8]| {
            let part = String::from_utf8_lossy(part);
            let at = part.find(&token).unwrap_or(0);
            let from = part[..at].char_indices().rev().nth(40).map_or(0, |(from, _)| from);
            let near: String = part[from..].chars().take(100).collect();
            Fault::new(format!("{what} contains a hidden name"))
                .viewer(viewer)
                .expected(format!("no {token} in anything the viewer gets"))
                .seen(format!("…{near}…"))
        };
        let view = bench.view(&state, viewer)?;
        for (what, part) in [("the scene", &view.scene), ("the offers", &view.offers)] {
            if heard(part) {
                return Err(caught(what, part));
            }
        }
        let Some(step) = &station.step else { continue };
        let done = bench.step(&mut state, step, run.luck(i))?;
        let told = told(&done.events, viewer);
        // What is shown afterwards was revealed in this step, so it may be told as well.
        if done.accepted && heard(&told) && !heard(&bench.scene_bytes(&state, viewer)?) {
            return Err(caught("an event", &told));
        }
    }
    Ok(())
}

/// Where other luck leaves the viewer's scene as it is but for the ids, it leaves the ids as well:
/// otherwise an id follows its card through the shuffle.
fn ids_tell_nothing<R: Rules>(bench: &Bench<'_, R>, run: &Run<R>, a: &R::State, b: &R::State) -> Judged {
    for viewer in Viewer::each(run.seats) {
        let (a, b) = (bench.scene(a, viewer)?, bench.scene(b, viewer)?);
        bench.count();
        if a.pieces != b.pieces && without_ids(&a) == without_ids(&b) {
            return Err(Fault::new("an id follows its card through a shuffle")
                .viewer(viewer)
                .difference(&bytes(&a.pieces), &bytes(&b.pieces))
                .hint("seen is the same step with other luck: name hidden cards by their place, not by what they are"));
        }
    }
    Ok(())
}

fn without_ids(scene: &Scene) -> (Vec<u8>, Vec<Vec<u8>>) {
    let mut pieces: Vec<Vec<u8>> = scene.pieces.values().map(bytes).collect();
    pieces.sort_unstable();
    (bytes(&Scene { pieces: Default::default(), ..scene.clone() }), pieces)
}
