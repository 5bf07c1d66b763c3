//! Runs steps in sequence, and prints a summary with times and skipped steps at the end of the log.

use anyhow::{Context, Result, bail};
use std::{
    process::Command,
    time::{Duration, Instant},
};

/// The steps done so far.
pub(crate) struct Steps {
    began: Instant,
    done: Vec<(String, Duration)>,
    skipped: Vec<(String, String)>,
}

impl Steps {
    pub(crate) fn new() -> Steps {
        Steps { began: Instant::now(), done: Vec::new(), skipped: Vec::new() }
    }

    /// Runs a command and returns an error if it fails.
    pub(crate) fn run(&mut self, name: &str, mut command: Command) -> Result<()> {
        self.check(name, || {
            let program = command.get_program().to_string_lossy().into_owned();
            let status = command.status().with_context(|| format!("{program} cannot be started"))?;
            if status.success() { Ok(()) } else { bail!("{program} failed with {status}") }
        })
    }

    /// Runs an internal check and returns an error if it fails.
    pub(crate) fn check(&mut self, name: &str, check: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n== {name}");
        let began = Instant::now();
        check().with_context(|| format!("step '{name}'"))?;
        let time = began.elapsed();
        println!("== {name}: {}", seconds(time));
        self.done.push((name.to_string(), time));
        Ok(())
    }

    /// Records a skipped step with the reason.
    pub(crate) fn skip(&mut self, name: &str, why: impl Into<String>) {
        let why = why.into();
        println!("\n== {name}: skipped, {why}");
        self.skipped.push((name.to_string(), why));
    }

    /// Prints the steps, slowest first, and the skipped ones.
    pub(crate) fn finish(self) {
        print!("{}", summary(self.done, &self.skipped, self.began.elapsed()));
    }
}

fn summary(mut done: Vec<(String, Duration)>, skipped: &[(String, String)], total: Duration) -> String {
    done.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    let mut text = format!("\n== done in {}, slowest first\n", seconds(total));
    for (name, time) in &done {
        let share = 100.0 * time.as_secs_f64() / total.as_secs_f64().max(f64::MIN_POSITIVE);
        text += &format!("{:>10}  {share:>3.0} %  {name}\n", seconds(*time));
    }
    if skipped.is_empty() {
        text += "nothing was skipped\n";
    }
    for (name, why) in skipped {
        text += &format!("skipped: {name}: {why}\n");
    }
    text
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// The cargo that runs this program, with these arguments.
pub(crate) fn cargo<const N: usize>(args: [&str; N]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    command
}

/// Builds a program for tests. A test is among the targets so that dependencies have the same features as in
/// tests: otherwise the large ones would be compiled again.
pub(crate) fn build(program: &str) -> Command {
    cargo(["build", "--workspace", "--bin", program, "--test", SMALL_TEST])
}

/// A test of the program that is built quickly.
const SMALL_TEST: &str = "documented_python_bot";

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_test_that_is_built_with_a_program_exists() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../framework/cli/tests");
        assert!(tests.join(format!("{SMALL_TEST}.rs")).is_file(), "{SMALL_TEST}");
    }

    #[test]
    fn the_summary_names_the_slowest_step_first_and_what_was_skipped() {
        let done = vec![("form".into(), Duration::from_secs(1)), ("tests".into(), Duration::from_secs(3))];
        let skipped = [("page".to_string(), "no Node".to_string())];
        let text = summary(done, &skipped, Duration::from_secs(4));
        assert_eq!(
            text,
            "\n== done in 4.0 s, slowest first\n     3.0 s   75 %  tests\n     1.0 s   25 %  form\n\
             skipped: page: no Node\n"
        );
    }
}
