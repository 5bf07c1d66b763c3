//! The classics against OpenSpiel, where it is installed: the same legal actions and results at every step.

use crate::{
    steps::{Steps, cargo},
    web,
};
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};

const SCRIPT: &str = "framework/bench/openspiel.py";
const GAMES: &str = "1000";
/// Where our own Python is kept.
const FOLDER: &str = "target/openspiel";

pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    let name = "classics go as in OpenSpiel";
    let Some(python) = python(steps)? else {
        steps.skip(name, "OpenSpiel cannot be installed; PARLOR_PYTHON names a Python that has open_spiel");
        return Ok(());
    };
    // As a part of the whole workspace it is the one that the tests have built already.
    steps.run(
        "the program that writes games down",
        cargo(["build", "--workspace", "--bin", "parlor-bench"]),
    )?;
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

/// A Python that has OpenSpiel: the one named in `PARLOR_PYTHON`, the system's, or one of our own, which gets it.
fn python(steps: &mut Steps) -> Result<Option<String>> {
    let own = format!("{FOLDER}/bin/python");
    let named = std::env::var("PARLOR_PYTHON").ok();
    let known: Vec<String> = named.into_iter().chain(["python3".to_string(), own.clone()]).collect();
    if let Some(python) = known.into_iter().find(|python| has_openspiel(python)) {
        return Ok(Some(python));
    }
    steps.check("install OpenSpiel", || {
        // Whether it worked is seen afterwards: it cannot be had on every machine.
        let _ = Command::new("python3").args(["-m", "venv", FOLDER]).status();
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "open_spiel"];
        let _ = Command::new(&own).args(install).status();
        Ok(())
    })?;
    Ok(has_openspiel(&own).then_some(own))
}

fn has_openspiel(python: &str) -> bool {
    let asked = Command::new(python).args(["-c", "import pyspiel"]).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}
