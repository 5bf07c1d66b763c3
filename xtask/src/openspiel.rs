//! The classics against OpenSpiel, where it is installed: the same legal actions and results at every step.

use crate::steps::{Steps, cargo};
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};

const SCRIPT: &str = "framework/bench/openspiel.py";
const GAMES: &str = "1000";

pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    let name = "classics go as in OpenSpiel";
    // `PARLOR_PYTHON` names the Python that has it.
    let python = std::env::var("PARLOR_PYTHON").unwrap_or_else(|_| "python3".into());
    let installed = Command::new(&python).args(["-c", "import pyspiel"]).stderr(Stdio::null()).status();
    if !installed.is_ok_and(|status| status.success()) {
        steps.skip(name, "OpenSpiel is not installed; PARLOR_PYTHON names a Python that has open_spiel");
        return Ok(());
    }
    steps.check(name, || {
        let mut bench = cargo(["run", "--quiet", "--package", "parlor-bench", "--", "--transcripts", GAMES])
            .stdout(Stdio::piped())
            .spawn()?;
        let games = bench.stdout.take().context("the transcripts have no end to read from")?;
        let checked = Command::new(&python).args([SCRIPT, "check"]).stdin(games).status()?;
        let written = bench.wait()?;
        if checked.success() && written.success() { Ok(()) } else { bail!("the games differ") }
    })
}
