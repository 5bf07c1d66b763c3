//! Building for `wasm32-unknown-unknown`: with the target of rustup where it is installed, else with Debian's toolchain.

use crate::steps::Steps;
use crate::toolchain::{DEBIAN, MISSING, Wasm};
use anyhow::Result;
use std::{path::Path, process::Command};

/// Everything that must compile to wasm.
const CRATES: [&[&str]; 2] = [
    &["-p", "parlor-kit", "-p", "parlor-bots"],
    &["-p", "snails", "-p", "worms", "-p", "level8", "-p", "skirmish", "-p", "dune", "--no-default-features"],
];

/// Makes sure that there is a toolchain, if one is to be had.
pub(crate) fn prepare(steps: &mut Steps) -> Result<()> {
    if Wasm::find().is_none() { install(steps) } else { Ok(()) }
}

pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    let name = "kit, bots and games compile to wasm";
    let Some(wasm) = Wasm::find() else {
        steps.skip(name, MISSING);
        return Ok(());
    };
    for crates in CRATES {
        let mut build = wasm.cargo("build", Path::new("target/wasm"));
        build.args(crates);
        steps.run(name, build)?;
    }
    Ok(())
}

/// Asks rustup for the target, or Debian for its toolchain; whichever is to be had.
fn install(steps: &mut Steps) -> Result<()> {
    let rustup = Command::new("rustup").args(["target", "add", "wasm32-unknown-unknown"]).status();
    if rustup.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    if Path::new("/usr/bin/apt-get").exists() {
        steps.check("install Debian's wasm toolchain", || {
            for args in
                [&["update"][..], &[&["install", "-y", "--no-install-recommends"][..], &DEBIAN].concat()]
            {
                let _ = Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive").status();
            }
            Ok(())
        })?;
    }
    Ok(())
}
