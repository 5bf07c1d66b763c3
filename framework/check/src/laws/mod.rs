//! The laws, one file each.

mod canaries;
mod declared;
mod determinism;
mod differs;
mod ends;
mod forks;
mod form;
mod forward;
mod gestures;
mod luck;
mod no_way_back;
mod offered;
mod patches;
mod presentation;
mod turns;
mod twins;

pub(crate) use forks::forks_kept;

use crate::{Bench, Judged, Law, Report, costs::CostLaw, coverage::CoverageLaw, walk::Run};
use parlor_kit::Rules;

/// A law at work. To add one, write a file with an inspector and name it in [`all`].
pub(crate) trait Inspect<R: Rules> {
    fn law(&self) -> Law;

    /// Whether it says anything about this game; if not, why not.
    fn applies(&self, bench: &Bench<'_, R>) -> Result<(), &'static str> {
        let _ = bench;
        Ok(())
    }

    /// Judges one game.
    fn inspect(&mut self, bench: &Bench<'_, R>, run: &Run<R>) -> Judged;

    /// Judges what only the whole sample shows; gives what is worth knowing beside the verdict.
    fn conclude(&mut self, bench: &Bench<'_, R>) -> Judged<Option<String>> {
        let _ = bench;
        Ok(None)
    }

    /// Writes what it measured into the report.
    fn write(&mut self, report: &mut Report) {
        let _ = report;
    }
}

/// Every law that is judged game by game.
pub(crate) fn all<R: Rules>() -> Vec<Box<dyn Inspect<R>>> {
    vec![
        Box::new(offered::Offered),
        Box::new(turns::Turns),
        Box::new(ends::Ends::default()),
        Box::new(form::Form),
        Box::new(gestures::Gestures),
        Box::new(determinism::Determinism::default()),
        Box::new(forks::Forks),
        Box::new(luck::OutsideLuck::default()),
        Box::new(twins::Twins),
        Box::new(differs::Differs::default()),
        Box::new(no_way_back::NoWayBack),
        Box::new(forward::Forward),
        Box::new(canaries::Canaries),
        Box::new(presentation::Presentation::default()),
        Box::new(patches::Patches::default()),
        Box::new(CoverageLaw::default()),
        Box::new(CostLaw::default()),
        Box::new(declared::PerftLaw::default()),
        Box::new(declared::ReferenceLaw),
        Box::new(declared::SymmetryLaw),
    ]
}

/// For laws about hidden information: they say nothing where the manifest hides nothing.
fn only_hidden<R: Rules>(bench: &Bench<'_, R>) -> Result<(), &'static str> {
    if bench.manifest.hidden { Ok(()) } else { Err("nothing is hidden in this game") }
}
