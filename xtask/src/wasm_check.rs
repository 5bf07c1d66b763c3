//! Building for `wasm32-unknown-unknown`: with the target of rustup where it is installed, else with Debian's toolchain.

use crate::{
    games::games,
    step_runner::{Steps, cargo},
    toolchain::{DEBIAN_WASM_PACKAGES, MISSING, Wasm},
};
use anyhow::Result;
use std::{path::Path, process::Command};

/// Installs a toolchain if there is none, as far as possible.
pub(crate) fn prepare(steps: &mut Steps) -> Result<()> {
    if Wasm::find().is_none() { install(steps) } else { Ok(()) }
}

/// Checks that kit and bots compile to wasm, and games without host features. If there is no wasm toolchain,
/// the games are at least checked natively without those features.
pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    let games = games()?;
    let games = games.iter().flat_map(|game| ["-p", &game.name]);
    let Some(wasm) = Wasm::find() else {
        steps.skip("kit, bots and games compile to wasm", MISSING);
        let mut bare = cargo(["check", "--no-default-features"]);
        bare.args(games);
        return steps.run("rules without a host", bare);
    };
    let mut build = wasm.cargo("build", Path::new("target/wasm"));
    build.args(["-p", "parlor-kit", "-p", "parlor-bots"]);
    steps.run("kit and bots compile to wasm", build)?;
    let mut build = wasm.cargo("build", Path::new("target/wasm"));
    build.arg("--no-default-features").args(games);
    steps.run("rules without a host compile to wasm", build)
}

/// Installs the target by rustup, or Debian's toolchain.
fn install(steps: &mut Steps) -> Result<()> {
    let rustup = Command::new("rustup").args(["target", "add", "wasm32-unknown-unknown"]).status();
    if rustup.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    if Path::new("/usr/bin/apt-get").exists() {
        steps.check("install Debian's wasm toolchain", || {
            for args in [
                &["update"][..],
                &[&["install", "-y", "--no-install-recommends"][..], &DEBIAN_WASM_PACKAGES].concat(),
            ] {
                let _ = Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive").status();
            }
            Ok(())
        })?;
    }
    Ok(())
}
