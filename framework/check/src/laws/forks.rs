//! CL-7: a saved state goes on as if it had never been saved; forks share nothing.

use super::Inspect;
use crate::{
    Bench, Fault, Judged, Law,
    bench::everybody,
    probe::{bytes, offer_bytes},
    walk::Run,
};
use parlor_kit::Rules;

pub(super) struct Forks;

impl<R: Rules> Inspect<R> for Forks {
    fn law(&self) -> Law {
        Law::Forks
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        for &i in &run.sample {
            bench.at(i);
            bench.count();
            goes_on_as_before(bench, run, i)?;
        }
        Ok(())
    }
}

fn goes_on_as_before<R: Rules>(bench: &Bench<'_, R>, run: &Run<R>, i: usize) -> Judged {
    const HINT: &str = "every field of the state must be saved; look for `#[serde(skip)]`";
    let station = &run.stations[i];
    let mut restored = bench.load(&station.saved)?.map_err(|refusal| {
        Fault::new("a saved state cannot be restored").expected("the state").seen(refusal.to_string())
    })?;
    let again = bench.save(&restored)?;
    if again != station.saved {
        let fault = Fault::new("a restored state is saved as other bytes");
        return Err(fault.difference(&station.saved, &again).hint(HINT));
    }
    for viewer in everybody(run.seats) {
        let (mut before, mut after) = (bench.view(&station.state, viewer)?, bench.view(&restored, viewer)?);
        if let Some(seat) = viewer.seat() {
            // The order of offers is another law's matter.
            let sorted = |state: &R::State| -> Judged<Vec<u8>> {
                let mut offers = bench.offers(state, seat)?;
                offers.sort_by_cached_key(|offer| offer.action.to_string());
                Ok(offer_bytes(&offers))
            };
            (before.offers, after.offers) = (sorted(&station.state)?, sorted(&restored)?);
        }
        if let Some((what, before, after)) = before.difference(&after) {
            let fault = Fault::new(format!("{what} of a restored state differs"));
            return Err(fault.viewer(viewer).difference(before, after).hint(HINT));
        }
    }
    let Some(step) = &station.step else { return Ok(()) };
    let done = bench.step(&mut restored, step, run.luck(i))?;
    let fault = |problem: &str| Fault::new(problem).hint(HINT);
    if !done.accepted {
        return Err(fault("a restored state refuses what the state accepted"));
    }
    let (next, saved) = (&run.stations[i + 1].saved, bench.save(&restored)?);
    if saved != *next {
        return Err(fault("a restored state goes on in another way").difference(next, &saved));
    }
    if done.events != station.events {
        let (then, now) = (bytes(&station.events), bytes(&done.events));
        return Err(fault("a restored state tells other events").difference(&then, &now));
    }
    Ok(())
}

/// Every state of the walk is still what it was when the game went on from its fork.
/// A state that is not even saved alike twice is no fork's fault.
pub(crate) fn forks_kept<R: Rules>(bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
    for (i, station) in run.stations.iter().enumerate() {
        let now = bench.save(&station.state)?;
        if now != station.saved {
            if (0..8).any(|_| bench.save(&station.state).is_ok_and(|again| again != now)) {
                return Err(Fault::new("one state is saved as other bytes each time")
                    .of(Law::Determinism)
                    .at(i)
                    .difference(&station.saved, &now)
                    .hint(
                        "keep data in ordered collections: a HashMap is written in another order each time",
                    ));
            }
            return Err(Fault::new("a state changed while a fork of it played on")
                .at(i)
                .difference(&station.saved, &now)
                .hint("a clone must share nothing that can change: no Rc, Arc, Cell or Mutex"));
        }
    }
    Ok(())
}
