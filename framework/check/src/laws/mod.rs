//! The laws, one file each.

mod determinism;
mod equal_streams;
mod game_declarations;
mod games_end;
mod gestures;
mod guessable_ids;
mod hidden_names;
mod legal_actions;
mod long_play;
mod luck;
mod offer_form;
mod presentation;
mod resample_redraws;
mod save_and_fork;
mod scene_patches;
mod secrecy;
mod secrecy_after_restore;
mod secrecy_in_play;
mod turns;

pub(crate) use save_and_fork::forks_unchanged;

use crate::{
    CheckContext, CheckResult, Law, Report, costs::CostLaw, coverage::CoverageLaw, random_game::RandomGame,
};
use parlor_kit::Rules;

/// The implementation of a law. To add one, write a file with an inspector and list it in [`all`].
pub(crate) trait Inspect<R: Rules> {
    fn law(&self) -> Law;

    /// Whether it applies to this game; if not, why not.
    fn applies(&self, ctx: &CheckContext<'_, R>) -> Result<(), &'static str> {
        let _ = ctx;
        Ok(())
    }

    /// Judges one game.
    fn inspect(&mut self, ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult;

    /// Judges properties of the whole sample; returns a remark for the report.
    fn conclude(&mut self, ctx: &CheckContext<'_, R>) -> CheckResult<Option<String>> {
        let _ = ctx;
        Ok(None)
    }

    /// Writes its measurements into the report.
    fn write(&mut self, report: &mut Report) {
        let _ = report;
    }
}

/// Every law that is judged game by game.
pub(crate) fn all<R: Rules>() -> Vec<Box<dyn Inspect<R>>> {
    vec![
        Box::new(legal_actions::LegalActions),
        Box::new(turns::Turns),
        Box::new(games_end::GamesEnd::default()),
        Box::new(offer_form::OfferForm),
        Box::new(gestures::Gestures),
        Box::new(determinism::Determinism::default()),
        Box::new(save_and_fork::SaveAndFork),
        Box::new(luck::OutsideLuck::default()),
        Box::new(secrecy::Secrecy),
        Box::new(resample_redraws::ResampleRedraws::default()),
        Box::new(secrecy_after_restore::SecrecyAfterRestore),
        Box::new(secrecy_in_play::SecrecyInPlay),
        Box::new(hidden_names::HiddenNames),
        Box::new(presentation::Presentation::default()),
        Box::new(scene_patches::ScenePatches::default()),
        Box::new(CoverageLaw::default()),
        Box::new(CostLaw::default()),
        Box::new(equal_streams::EqualStreams),
        Box::new(game_declarations::PerftLaw::default()),
        Box::new(game_declarations::ReferenceLaw),
        Box::new(game_declarations::SymmetryLaw),
    ]
}

/// For laws about hidden information: they do not apply if the manifest hides nothing.
fn only_hidden<R: Rules>(ctx: &CheckContext<'_, R>) -> Result<(), &'static str> {
    if ctx.manifest.hidden { Ok(()) } else { Err("nothing is hidden in this game") }
}
