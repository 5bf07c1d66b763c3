//! CL-18: costs of the game's functions, measured but never judged.

use crate::{CheckContext, CheckResult, Law, Report, laws::Inspect, random_game::RandomGame};
use parlor_kit::{Rules, Viewer};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    time::{Duration, Instant},
};

/// The costs of the game's functions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Costs {
    /// One step, with events.
    pub step: Time,
    /// All offers of one seat with their gestures.
    pub offers: Time,
    /// One scene for one viewer.
    pub scene: Time,
    /// One fork.
    pub fork: Time,
    /// One save.
    pub save: Time,
    /// Bytes of a saved state on average.
    pub state_bytes: u64,
    /// Bytes of the largest saved state.
    pub largest_state_bytes: u64,
}

/// A duration, measured several times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Time {
    /// How often it was measured.
    pub count: u64,
    /// Nanoseconds on average.
    pub mean_ns: u64,
    /// The longest, in nanoseconds.
    pub max_ns: u64,
}

impl Time {
    fn add(&mut self, time: Duration) {
        let ns = time.as_nanos() as u64;
        self.mean_ns = (self.mean_ns * self.count + ns) / (self.count + 1);
        self.count += 1;
        self.max_ns = self.max_ns.max(ns);
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} µs", self.mean_ns as f64 / 1000.0)
    }
}

impl Costs {
    fn named(&self) -> [(&'static str, Time); 5] {
        [
            ("step", self.step),
            ("offers", self.offers),
            ("scene", self.scene),
            ("fork", self.fork),
            ("save", self.save),
        ]
    }

    /// The changes since an earlier run as text; informative only, because machines differ.
    pub fn compared_with(&self, before: &Costs) -> String {
        let pairs = self.named().into_iter().zip(before.named());
        let change = pairs.filter(|((_, now), (_, then))| now.count > 0 && then.mean_ns > 0).map(
            |((name, now), (_, then))| {
                let share = 100.0 * (now.mean_ns as f64 / then.mean_ns as f64 - 1.0);
                format!("{name} {then} → {now} ({share:+.0} %)")
            },
        );
        change.collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times: Vec<String> = self.named().iter().map(|(name, time)| format!("{name} {time}")).collect();
        writeln!(
            f,
            "cost: {}; a state has {} bytes, at most {}",
            times.join(", "),
            self.state_bytes,
            self.largest_state_bytes
        )
    }
}

#[derive(Default)]
pub(crate) struct CostLaw {
    costs: Costs,
    states: u64,
    bytes: u64,
}

impl<R: Rules> Inspect<R> for CostLaw {
    fn law(&self) -> Law {
        Law::Cost
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        let costs = &mut self.costs;
        for &i in &run.sample {
            let position = &run.positions[i];
            let bytes = position.saved.len() as u64;
            self.states += 1;
            self.bytes += bytes;
            costs.largest_state_bytes = costs.largest_state_bytes.max(bytes);
            let mut fork = timed(&mut costs.fork, || ctx.fork(&position.state))?;
            timed(&mut costs.save, || ctx.save(&position.state))?;
            for viewer in Viewer::each(run.seats) {
                timed(&mut costs.scene, || ctx.scene(&position.state, viewer))?;
            }
            for seat in position.turn.seats().iter().filter(|seat| seat.index() < run.seats) {
                timed(&mut costs.offers, || ctx.offers(&position.state, seat))?;
            }
            if let Some(step) = &position.step {
                timed(&mut costs.step, || ctx.step(&mut fork, step, run.luck(i)))?;
            }
        }
        Ok(())
    }

    fn write(&mut self, report: &mut Report) {
        self.costs.state_bytes = self.bytes / self.states.max(1);
        report.costs = std::mem::take(&mut self.costs);
    }
}

fn timed<T>(time: &mut Time, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    time.add(start.elapsed());
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told_in_percent() {
        let time = |ns| Time { count: 1, mean_ns: ns, max_ns: ns };
        let (now, then) =
            (Costs { step: time(1500), ..Costs::default() }, Costs { step: time(1000), ..Costs::default() });
        assert_eq!(now.compared_with(&then), "step 1.0 µs → 1.5 µs (+50 %)");
    }
}
