//! The laws for type-erased games. These functions are compiled once, with this crate; the generic ones are
//! compiled again for every game.

use crate::{Config, Digest, Report, Suite, compare_builds, digests};
use parlor_kit::ErasedRules;
use std::time::Duration;

/// Computes the fingerprints of a sample in another process.
pub type DigestElsewhere<'a> = &'a dyn Fn(&Config) -> Result<Vec<Digest>, String>;

/// Judges a game by the laws. A call into the rules that takes longer than `timeout` counts as hanging;
/// `progress` is called after each game with the number of games done.
pub fn check_erased(
    rules: &ErasedRules,
    config: &Config,
    timeout: Duration,
    progress: &dyn Fn(u32),
    elsewhere: DigestElsewhere<'_>,
) -> Report {
    let suite = Suite::with(rules, config.clone()).call_timeout(timeout);
    suite.progress(|done, _| progress(done)).other_process(elsewhere).run()
}

/// Whether two builds of a game agree action by action; see [`compare_builds`].
pub fn compare_builds_erased(one: &ErasedRules, other: &ErasedRules, config: &Config) -> Report {
    compare_builds(one, other, config)
}

/// The fingerprints of the games of a sample; see [`digests`].
pub fn digests_erased(rules: &ErasedRules, config: &Config) -> Vec<Digest> {
    digests(rules, config)
}
