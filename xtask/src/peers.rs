//! The game servers that Parlor is measured beside, with their packages from npm.

use crate::web::{NODE, is_older, node, target};
use anyhow::{Context, Result};
use std::{fs, path::Path, process::Command};

const FOLDER: &str = "framework/bench/peers";

/// Puts the servers where the benchmark looks for them, and installs what they need if it is `wanted`, or was
/// before. Where that cannot be done, the benchmark says what is missing.
pub(crate) fn prepare(wanted: bool) -> Result<()> {
    let folder = target().join("peers");
    let installed = folder.join("node_modules/.package-lock.json");
    if !(wanted || installed.exists()) || node().is_none_or(|version| version < NODE) {
        return Ok(());
    }
    fs::create_dir_all(&folder)?;
    for file in fs::read_dir(FOLDER)? {
        let file = file?;
        // Whoever tried them where they are has packages there, too.
        if file.file_type()?.is_file() {
            fs::copy(file.path(), folder.join(file.file_name())).with_context(|| FOLDER)?;
        }
    }
    if is_older(&installed, &Path::new(FOLDER).join("package-lock.json")) {
        println!("installing the packages of the other game servers in {}", folder.display());
        // None of the packages needs a script for what it does here.
        let args = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
        let done = Command::new("npm").args(args).current_dir(&folder).status();
        if !done.is_ok_and(|status| status.success()) {
            println!("npm cannot install them; see above");
        }
    }
    Ok(())
}
