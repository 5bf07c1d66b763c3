//! Installs the game servers that Parlor is compared with, and their npm packages.

use crate::web::{NODE, is_older, node, target};
use anyhow::{Context, Result};
use std::{fs, path::Path, process::Command};

const FOLDER: &str = "framework/bench/peers";

/// Copies the servers to the folder of the benchmark, and installs their packages if `wanted`, or if they
/// were installed before. If that fails, the benchmark reports what is missing.
pub(crate) fn prepare(wanted: bool) -> Result<()> {
    let folder = target().join("peers");
    let installed = folder.join("node_modules/.package-lock.json");
    if !(wanted || installed.exists()) || node().is_none_or(|version| version < NODE) {
        return Ok(());
    }
    fs::create_dir_all(&folder)?;
    for file in fs::read_dir(FOLDER)? {
        let file = file?;
        // Skips folders: `node_modules` may exist from manual runs.
        if file.file_type()?.is_file() {
            fs::copy(file.path(), folder.join(file.file_name())).with_context(|| FOLDER)?;
        }
    }
    if is_older(&installed, &Path::new(FOLDER).join("package-lock.json")) {
        println!("installing the packages of the other game servers in {}", folder.display());
        // None of the packages needs its install scripts here.
        let args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
        let done = Command::new("npm").args(args).current_dir(&folder).status();
        if !done.is_ok_and(|status| status.success()) {
            println!("npm cannot install them; see above");
        }
    }
    Ok(())
}
