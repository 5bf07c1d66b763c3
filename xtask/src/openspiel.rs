//! Compares the classics with OpenSpiel, if installed: the same legal actions and results at every step.

use crate::{
    python,
    step_runner::{Steps, build},
    web,
};
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};

const SCRIPT: &str = "framework/bench/openspiel.py";
const GAMES: &str = "1000";

pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    let name = "classics go as in OpenSpiel";
    let Some(python) = python::with(steps, "pyspiel", "open_spiel")? else {
        steps.skip(name, "OpenSpiel cannot be installed; PYTHON names a Python that has open_spiel");
        return Ok(());
    };
    // Built with the workspace's features, so that the artefacts of the tests are reused.
    steps.run("the program that writes games down", build("parlor-bench"))?;
    steps.check(name, || {
        let mut bench = Command::new(web::built("parlor-bench")?)
            .args(["--transcripts", GAMES])
            .stdout(Stdio::piped())
            .spawn()?;
        let games = bench.stdout.take().context("the transcripts have no end to read from")?;
        let checked = Command::new(&python).args([SCRIPT, "check"]).stdin(games).status()?;
        let written = bench.wait()?;
        if checked.success() && written.success() { Ok(()) } else { bail!("the games differ") }
    })
}
