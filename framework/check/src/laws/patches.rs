//! CL-16: a patch applied to the old scene gives the new scene.

use super::Inspect;
use crate::{Bench, Fault, Judged, Law, Report, Sizes, Spread, bench::everybody, probe::bytes, walk::Run};
use parlor_kit::{Rules, apply_patch};
use serde_json::Value;

#[derive(Default)]
pub(super) struct Patches {
    scenes: Vec<usize>,
    patches: Vec<usize>,
}

impl<R: Rules> Inspect<R> for Patches {
    fn law(&self) -> Law {
        Law::Patches
    }

    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged {
        for &i in run.sample.iter().filter(|&&i| i + 1 < run.stations.len()) {
            bench.at(i + 1);
            for viewer in everybody(run.seats) {
                bench.count();
                let old = bench.scene(&run.stations[i].state, viewer)?;
                let new = bench.scene(&run.stations[i + 1].state, viewer)?;
                let json = |scene| serde_json::to_value(scene).unwrap_or(Value::Null);
                let (mut patched, expected) = (json(&old), json(&new));
                let patch = (bench.hooks.patcher)(&old, &new);
                if let Some(patch) = &patch {
                    apply_patch(&mut patched, patch);
                    self.patches.push(patch.to_string().len());
                }
                self.scenes.push(bytes(&expected).len());
                if patched != expected {
                    return Err(Fault::new("the patch does not lead from the old scene to the new one")
                        .viewer(viewer)
                        .difference(&bytes(&expected), &bytes(&patched)));
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, report: &mut Report) {
        report.sizes = Sizes {
            scenes: Spread::of(std::mem::take(&mut self.scenes)),
            patches: Spread::of(std::mem::take(&mut self.patches)),
        };
    }
}
