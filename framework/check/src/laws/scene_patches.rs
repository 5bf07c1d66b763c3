//! CL-16: a patch applied to the old scene gives the new scene.

use super::Inspect;
use crate::{
    CheckContext, CheckResult, Law, Report, Sizes, Spread, Violation, context::all_viewers,
    guarded_rules::bytes, random_game::RandomGame,
};
use parlor_kit::{Rules, apply_patch};
use serde_json::Value;

#[derive(Default)]
pub(super) struct ScenePatches {
    scenes: Vec<usize>,
    patches: Vec<usize>,
}

impl<R: Rules> Inspect<R> for ScenePatches {
    fn law(&self) -> Law {
        Law::ScenePatches
    }

    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult {
        for &i in run.sample.iter().filter(|&&i| i + 1 < run.positions.len()) {
            ctx.at(i + 1);
            for viewer in all_viewers(run.seats) {
                ctx.count();
                let old = ctx.scene(&run.positions[i].state, viewer)?;
                let new = ctx.scene(&run.positions[i + 1].state, viewer)?;
                let json = |scene| serde_json::to_value(scene).unwrap_or(Value::Null);
                let (mut patched, expected) = (json(&old), json(&new));
                let patch = (ctx.hooks.patcher)(&old, &new);
                if let Some(patch) = &patch {
                    apply_patch(&mut patched, patch);
                    self.patches.push(patch.to_string().len());
                }
                self.scenes.push(bytes(&expected).len());
                if patched != expected {
                    return Err(Violation::new("the patch does not lead from the old scene to the new one")
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
