//! Steps one after the other, with their times and what was left out, so that a log can be read from its end.

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

    /// Runs a command; if it fails, everything does.
    pub(crate) fn run(&mut self, name: &str, mut command: Command) -> Result<()> {
        self.check(name, || {
            let program = command.get_program().to_string_lossy().into_owned();
            let status = command.status().with_context(|| format!("{program} cannot be started"))?;
            if status.success() { Ok(()) } else { bail!("{program} failed with {status}") }
        })
    }

    /// Does a check of our own; if it fails, everything does.
    pub(crate) fn check(&mut self, name: &str, check: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n== {name}");
        let began = Instant::now();
        check().with_context(|| format!("step '{name}'"))?;
        self.done.push((name.to_string(), began.elapsed()));
        Ok(())
    }

    /// Notes what could not be done here, and why.
    pub(crate) fn skip(&mut self, name: &str, why: impl Into<String>) {
        self.skipped.push((name.to_string(), why.into()));
    }

    /// Prints what was done and what was not.
    pub(crate) fn finish(self) {
        println!("\n== done");
        for (name, time) in &self.done {
            println!("{:>7.1} s  {name}", time.as_secs_f64());
        }
        println!("{:>7.1} s  altogether", self.began.elapsed().as_secs_f64());
        if self.skipped.is_empty() {
            println!("nothing was skipped");
        }
        for (name, why) in &self.skipped {
            println!("skipped: {name}: {why}");
        }
    }
}

/// Cargo with these arguments, as it was called itself.
pub(crate) fn cargo<const N: usize>(args: [&str; N]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    command
}

/// Builds a program for tests. A test is among the targets so that dependencies have the features they have in
/// tests: otherwise the large ones would be compiled once more.
pub(crate) fn build(program: &str) -> Command {
    cargo(["build", "--workspace", "--bin", program, "--test", "python"])
}
