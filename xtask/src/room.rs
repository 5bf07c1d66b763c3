//! Room on the disk: asked for before the work begins, and made where it gets short.

use crate::{
    steps::{Steps, cargo},
    web::target,
};
use anyhow::{Result, bail};
use std::{fs, process::Command};

const GB: u64 = 1_000_000_000;
/// What everything takes before the release build, from a clean clone.
const LEAST: u64 = 7 * GB;
/// What the release build takes, which comes last and may take the place of what was built before it.
const RELEASE: u64 = 3 * GB;

/// Stops before the work begins if the disk is too small for it, where it would fail somewhere in its midst.
pub(crate) fn check() -> Result<()> {
    fs::create_dir_all(target())?;
    let (Some(free), Some(built)) = (free(), built()) else {
        println!("how much room there is cannot be told here");
        return Ok(());
    };
    println!("{} GB are free, {} GB are built already", free / GB, built / GB);
    if free + built < LEAST {
        bail!(
            "there is too little room for what is built, about {} GB; \
             CARGO_TARGET_DIR may name a folder on a larger disk",
            LEAST / GB
        );
    }
    Ok(())
}

/// Makes room for the release build where there is too little: what the tests are made of has done its work then.
pub(crate) fn make(steps: &mut Steps) -> Result<()> {
    match free() {
        Some(free) if free < RELEASE => {
            steps.run("room for the release build", cargo(["clean", "--profile", "dev"]))
        }
        _ => Ok(()),
    }
}

/// What is free where things are built.
fn free() -> Option<u64> {
    kilobytes("df", "-Pk", 1, 3)
}

/// What is built there already.
fn built() -> Option<u64> {
    kilobytes("du", "-sk", 0, 0)
}

/// A number of kilobytes that a tool tells about the folder, in bytes; nothing where the tool is not to be had.
fn kilobytes(tool: &str, how: &str, line: usize, column: usize) -> Option<u64> {
    let said = Command::new(tool).arg(how).arg(target()).output().ok()?;
    let said = String::from_utf8_lossy(&said.stdout);
    let number = said.lines().nth(line)?.split_whitespace().nth(column)?;
    Some(number.parse::<u64>().ok()? * 1024)
}
