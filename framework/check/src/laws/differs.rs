//! CL-11: what is hidden is really redrawn, and no card is invented or lost.

use super::{Inspect, only_hidden};
use crate::{
    Bench, Fault, Judged, Law,
    walk::Run,
    worlds::{faces, hides},
};
use parlor_kit::{Rules, Viewer};

/// How many states with something hidden must have been seen before "it is never redrawn" means anything.
const ENOUGH: u32 = 4;

/// For the seats together and for the public: how often something was hidden, and how often a twin differed.
#[derive(Default)]
pub(super) struct Differs {
    seats: Tally,
    public: Tally,
}

#[derive(Default)]
struct Tally {
    hidden: u32,
    differed: u32,
}

impl<R: Rules> Inspect<R> for Differs {
    fn law(&self) -> Law {
        Law::Differs
    }

    fn applies(&self, bench: &Bench<'_, R>) -> Result<(), &'static str> {
        only_hidden(bench)
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        let free = &bench.hooks.free_looks;
        for &i in &run.sample {
            bench.at(i);
            let state = &run.stations[i].state;
            let truth = bench.scene(state, Viewer::All)?;
            for (number, viewer) in Viewer::each(run.seats).enumerate() {
                if !hides(&truth, &bench.scene(state, viewer)?) {
                    continue;
                }
                bench.count();
                let tally = if viewer == Viewer::Public { &mut self.public } else { &mut self.seats };
                tally.hidden += 1;
                let twin = bench.twin(state, viewer, run.dice(i, 200 + number as u64))?;
                let seen = bench.scene(&twin, Viewer::All)?;
                tally.differed += u32::from(seen != truth);
                let (expected, found) = (faces(&truth, free), faces(&seen, free));
                if expected != found {
                    let only = |a: &[String], b: &[String]| {
                        let mut rest = b.to_vec();
                        let mut take = |face: &&String| match rest.iter().position(|other| other == *face) {
                            Some(at) => {
                                rest.swap_remove(at);
                                false
                            }
                            None => true,
                        };
                        a.iter().filter(|face| take(face)).take(3).cloned().collect::<Vec<_>>().join(", ")
                    };
                    return Err(Fault::new("`resample` invents or loses a card")
                        .viewer(viewer)
                        .expected(format!("as in the truth, with {}", only(&expected, &found)))
                        .seen(format!("in the twin instead: {}", only(&found, &expected)))
                        .hint(
                            "collect everything the viewer cannot see, shuffle it, and deal it out again",
                        ));
                }
            }
        }
        Ok(())
    }

    fn conclude(&mut self, _: &Bench<'_, R>) -> Judged<Option<String>> {
        for (tally, who) in [(&self.seats, "a seat"), (&self.public, "the public")] {
            if tally.hidden >= ENOUGH && tally.differed == 0 {
                let problem = format!("`resample` never redraws what is hidden from {who}");
                return Err(Fault::new(problem)
                    .expected("a twin that differs at least once")
                    .seen(format!("{} twins, all like the truth", tally.hidden))
                    .whole_sample());
            }
        }
        let hidden = self.seats.hidden + self.public.hidden;
        Ok((hidden == 0)
            .then(|| "every viewer always saw everything; `hidden = false` would be cheaper".into()))
    }
}
