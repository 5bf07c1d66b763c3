//! The admission check of a plugin: a few random games, judged by the laws.

use crate::{PluginError, PluginRules, bot::shortened};
use parlor_check::Config;
use std::path::Path;

/// Enough games to find a plugin that leaks or is not deterministic; `parlor check` plays more.
const GAMES: u32 = 3;
const PLIES: usize = 6;
const LONG_PLAY: u32 = 100;
const SET_UPS: u64 = 40;

/// Checks a plugin, unless the cache records that the same bytes passed before.
pub(crate) fn check(guest: &PluginRules, sha256: &str, cache: Option<&Path>) -> Result<(), PluginError> {
    let passed = cache.map(|cache| cache.join(format!("{sha256}-{}.passed", env!("CARGO_PKG_VERSION"))));
    if passed.as_ref().is_some_and(|file| file.is_file()) {
        return Ok(());
    }
    let (games, plies, long_play, set_ups) = (GAMES, PLIES, LONG_PLAY, SET_UPS);
    let config = Config { games, plies, long_play, set_ups, ..Config::default() };
    let report = parlor_check::check(guest, &config);
    let failure = report.verdicts.iter().find_map(|verdict| verdict.failure.as_ref());
    if let Some(failure) = failure {
        let mut reason = format!("{}: {}", failure.law, failure.problem);
        if !failure.seen.is_empty() {
            reason.push_str(&format!(" ({})", shortened(&failure.seen)));
        }
        return Err(PluginError::Trial(reason));
    }
    if let Some(file) = passed {
        let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = folder.and_then(|()| std::fs::write(&file, b"")) {
            tracing::warn!(file = %file.display(), %error, "that the trial was passed cannot be kept");
        }
    }
    Ok(())
}
