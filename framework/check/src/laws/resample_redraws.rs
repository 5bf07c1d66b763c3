//! CL-11: hidden information is really resampled, and no card is invented or lost.

use super::{Inspect, only_hidden};
use crate::{
    CheckContext, CheckResult, Law, Violation,
    alternative_states::{faces, hides},
    random_game::RandomGame,
};
use parlor_kit::{Rules, Viewer};

/// The minimum number of states with hidden information before the law concludes that it is never resampled.
const MIN_HIDDEN_STATES: u32 = 4;

/// For the seats together and for the public: how often something was hidden, and how often a twin differed.
#[derive(Default)]
pub(super) struct ResampleRedraws {
    seats: Tally,
    public: Tally,
}

#[derive(Default)]
struct Tally {
    hidden: u32,
    differed: u32,
}

impl<R: Rules> Inspect<R> for ResampleRedraws {
    fn law(&self) -> Law {
        Law::ResampleRedraws
    }

    fn applies(&self, ctx: &CheckContext<'_, R>) -> Result<(), &'static str> {
        only_hidden(ctx)
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        let free = &ctx.hooks.free_looks;
        for &i in &run.sample {
            ctx.at(i);
            let state = &run.positions[i].state;
            let truth = ctx.scene(state, Viewer::All)?;
            for (number, viewer) in Viewer::each(run.seats).enumerate() {
                if !hides(&truth, &ctx.scene(state, viewer)?) {
                    continue;
                }
                ctx.count();
                let tally = if viewer == Viewer::Public { &mut self.public } else { &mut self.seats };
                tally.hidden += 1;
                let twin = ctx.twin(state, viewer, run.dice(i, 200 + number as u64))?;
                let seen = ctx.scene(&twin, Viewer::All)?;
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
                    return Err(Violation::new("`resample` invents or loses a card")
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

    fn conclude(&mut self, _: &CheckContext<'_, R>) -> CheckResult<Option<String>> {
        for (tally, who) in [(&self.seats, "a seat"), (&self.public, "the public")] {
            if tally.hidden >= MIN_HIDDEN_STATES && tally.differed == 0 {
                let problem = format!("`resample` never redraws what is hidden from {who}");
                return Err(Violation::new(problem)
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
