//! Disk space: checked before the build, and freed if it runs short.

use crate::{
    step_runner::{Steps, cargo},
    web::target,
};
use anyhow::{Result, bail};
use std::{fs, process::Command};

const GB: u64 = 1_000_000_000;
/// Disk space of everything before the release build, from a clean clone.
const BUILD_BYTES: u64 = 7 * GB;
/// Disk space of the release build, which comes last and may replace earlier artefacts.
const RELEASE_BYTES: u64 = 3 * GB;

/// Fails early if the disk is too small.
pub(crate) fn check() -> Result<()> {
    fs::create_dir_all(target())?;
    let (Some(free), Some(built)) = (free(), built()) else {
        println!("how much room there is cannot be told here");
        return Ok(());
    };
    println!("{} GB are free, {} GB are built already", free / GB, built / GB);
    if free + built < BUILD_BYTES {
        bail!(
            "there is too little room for what is built, about {} GB; \
             CARGO_TARGET_DIR may name a folder on a larger disk",
            BUILD_BYTES / GB
        );
    }
    Ok(())
}

/// Frees space for the release build if there is too little, by removing the artefacts of the tests.
pub(crate) fn make(steps: &mut Steps) -> Result<()> {
    match free() {
        Some(free) if free < RELEASE_BYTES => {
            steps.run("room for the release build", cargo(["clean", "--profile", "dev"]))
        }
        _ => Ok(()),
    }
}

/// Free bytes on the disk of the target folder.
fn free() -> Option<u64> {
    kilobytes("df", "-Pk", 1, 3)
}

/// Bytes used by the target folder.
fn built() -> Option<u64> {
    kilobytes("du", "-sk", 0, 0)
}

/// A number of kilobytes from the output of a tool, in bytes; `None` if the tool is not installed.
fn kilobytes(tool: &str, how: &str, line: usize, column: usize) -> Option<u64> {
    let said = Command::new(tool).arg(how).arg(target()).output().ok()?;
    let said = String::from_utf8_lossy(&said.stdout);
    let number = said.lines().nth(line)?.split_whitespace().nth(column)?;
    Some(number.parse::<u64>().ok()? * 1024)
}
