//! Building for `wasm32-unknown-unknown`: with the target of rustup where it is installed, else with Debian's toolchain.

use crate::steps::{Steps, cargo};
use anyhow::Result;
use std::{path::Path, process::Command};

/// Everything that must compile to wasm.
const CRATES: [&[&str]; 2] = [
    &["-p", "parlor-kit", "-p", "parlor-bots"],
    &["-p", "snails", "-p", "worms", "-p", "level8", "-p", "skirmish", "-p", "dune", "--no-default-features"],
];

const DEBIAN: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    let name = "kit, bots and games compile to wasm";
    if !has_rustup_target() && !has_debian() {
        install(steps)?;
    }
    for crates in CRATES {
        if has_rustup_target() {
            let mut build = cargo(["build", "--release", "--target", "wasm32-unknown-unknown"]);
            build.args(crates);
            steps.run(name, build)?;
        } else if has_debian() {
            steps.run(name, debian(crates))?;
        } else {
            steps.skip(
                name,
                "no toolchain: run `rustup target add wasm32-unknown-unknown`, \
                 or on Debian install rustc-web, cargo-web, rust-web-src and lld-19",
            );
            return Ok(());
        }
    }
    Ok(())
}

fn has_rustup_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let root = Command::new(rustc).args(["--print", "sysroot"]).output();
    root.is_ok_and(|root| {
        let root = String::from_utf8_lossy(&root.stdout).trim().to_string();
        Path::new(&root).join("lib/rustlib/wasm32-unknown-unknown").is_dir()
    })
}

fn has_debian() -> bool {
    let src = Command::new("/usr/bin/rustc").args(["--print", "sysroot"]).output();
    src.is_ok_and(|src| {
        let root = String::from_utf8_lossy(&src.stdout).trim().to_string();
        Path::new(&root).join("lib/rustlib/src/rust/library").is_dir()
    }) && Path::new("/usr/bin/wasm-ld-19").exists()
        && Path::new("/usr/bin/cargo").exists()
}

/// Debian has no compiled standard library for this target, so it is built along.
fn debian(crates: &[&str]) -> Command {
    let mut build = Command::new("/usr/bin/cargo");
    build.args(["build", "--release", "-Zbuild-std=std,panic_abort", "--target", "wasm32-unknown-unknown"]);
    build.args(["--target-dir", "target/wasm"]).args(crates);
    build.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
    // Those of the toolchain that runs this program would get in its way.
    for variable in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER", "RUSTFLAGS", "RUSTDOC"] {
        build.env_remove(variable);
    }
    build
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
