//! The `laws!` macro: one line in a game's `tests/` that checks all laws.

use crate::{Config, Digest, Suite, digests};
use parlor_kit::Rules;
use std::{process::Command, time::Duration};

/// Set for a child process: it prints fingerprints instead of judging.
const CHILD: &str = "PARLOR_CHECK_DIGESTS";
const MARK: &str = "parlor-digest ";
/// Timeout of one call into a game; generous, for busy machines.
const CALL_TIMEOUT: Duration = Duration::from_secs(120);

/// Generates a test that checks a game against every law and fails with the report.
///
/// ```ignore
/// // in tests/laws.rs of the crate of a game
/// parlor_check::laws!(nim::rules());
/// // or with a sample and hooks of its own
/// parlor_check::laws!(nim::rules(), |suite| suite.games(200).perft(options, 2, &[(1, 3), (2, 9)]));
/// ```
#[macro_export]
macro_rules! laws {
    ($rules:expr $(,)?) => {
        $crate::laws!($rules, |suite| suite);
    };
    ($rules:expr, $configure:expr $(,)?) => {
        #[test]
        fn keeps_the_laws() {
            let rules = $rules;
            $crate::assert_laws(&rules, concat!(module_path!(), "::keeps_the_laws"), $configure);
        }
    };
}

/// The body of the test that [`laws!`](crate::laws) generates: judges the rules, also against another
/// process, which is this test started again.
///
/// # Panics
/// With the report, if a law is broken.
pub fn assert_laws<'r, R: Rules>(
    rules: &'r R,
    test: &'static str,
    configure: impl FnOnce(Suite<'r, R>) -> Suite<'r, R>,
) {
    let suite = configure(Suite::new(rules).call_timeout(CALL_TIMEOUT));
    if let Ok(games) = std::env::var(CHILD) {
        let config = Config { games: games.parse().unwrap_or(1), ..suite.config().clone() };
        for digest in digests(suite.rules(), &config) {
            println!("\n{MARK}{digest}");
        }
        return;
    }
    let report = suite.other_process(move |config| in_a_child(test, config)).run();
    assert!(report.is_ok(), "\n\n{report}");
    // Coverage and costs are of interest (`--nocapture`) even without violations.
    println!("{report}");
}

/// The fingerprints of the same test in a child process.
fn in_a_child(test: &str, config: &Config) -> Result<Vec<Digest>, String> {
    let test = test.split_once("::").map_or(test, |(_, name)| name);
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program)
        .args([test, "--exact", "--nocapture"])
        .env(CHILD, config.games.to_string())
        .output()
        .map_err(|error| error.to_string())?;
    let output = String::from_utf8_lossy(&output.stdout);
    let lines = output.lines().filter_map(|line| line.strip_prefix(MARK));
    let digests: Vec<Digest> = lines
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(seed, hex)| Some(Digest { seed: seed.parse().ok()?, hex: hex.to_string() }))
        .collect();
    if digests.is_empty() { Err("the test could not be started again by itself".into()) } else { Ok(digests) }
}
