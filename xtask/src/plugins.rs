//! All example plugins, built and held to the laws: `cargo xtask plugins`.

use crate::steps::{Steps, cargo};
use anyhow::{Context, Result};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Where the plugins go, ready to be served: `parlor serve --plugins target/plugins --allow-native`.
const OUT: &str = "target/plugins";

pub(crate) fn build() -> Result<()> {
    let mut steps = Steps::new();
    for (name, kind) in [("connect-four", "--wasm"), ("breakthrough", "--native")] {
        let (krate, out) = (format!("plugins/{name}"), format!("{OUT}/{name}"));
        let args = ["run", "--release", "--", "build", &krate, kind, "--out", &out];
        steps.run(&format!("build {name}"), cargo(args))?;
    }
    python(&mut steps)?;
    javascript(&mut steps)?;
    for name in ["connect-four", "breakthrough", "tic-tac-toe", "reversi"] {
        let folder = format!("{OUT}/{name}");
        if Path::new(&folder).is_dir() {
            let args = ["run", "--release", "--", "check", &folder, "--games", "10"];
            steps.run(&format!("laws of {name}"), cargo(args))?;
        }
    }
    steps.finish();
    Ok(())
}

fn python(steps: &mut Steps) -> Result<()> {
    let name = "build tic-tac-toe";
    if !works("componentize-py") {
        steps.skip(name, "run `pip install componentize-py`");
        return Ok(());
    }
    let mut build = Command::new("componentize-py");
    build.args(["-d", "../../framework/plugins/wit", "-w", "game", "componentize", "--stub-wasi"]);
    build.args(["tic_tac_toe", "-o", "tic_tac_toe.wasm"]).current_dir("plugins/tic-tac-toe");
    steps.run(name, build)?;
    gather("tic-tac-toe", "tic_tac_toe.wasm")
}

fn javascript(steps: &mut Steps) -> Result<()> {
    let name = "build reversi";
    if !works("npm") {
        steps.skip(name, "install Node.js with npm");
        return Ok(());
    }
    let mut install = Command::new("npm");
    install.args(["install", "--no-audit", "--no-fund"]).current_dir("plugins/reversi");
    steps.run("tools for reversi", install)?;
    let mut build = Command::new("node");
    build.arg("build.mjs").current_dir("plugins/reversi");
    steps.run(name, build)?;
    gather("reversi", "reversi.wasm")
}

fn works(program: &str) -> bool {
    let status = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Puts the files that make the plugin into its folder, and nothing of what they were made from.
fn gather(name: &str, module: &str) -> Result<()> {
    let (from, to) = (Path::new("plugins").join(name), Path::new(OUT).join(name));
    if to.exists() {
        fs::remove_dir_all(&to)?;
    }
    let mut files: Vec<PathBuf> = ["plugin.toml", "game.toml", module].map(PathBuf::from).into();
    for folder in ["locales", "sprites"] {
        fs::create_dir_all(to.join(folder))?;
        for entry in fs::read_dir(from.join(folder))? {
            files.push(Path::new(folder).join(entry?.file_name()));
        }
    }
    for file in files {
        fs::copy(from.join(&file), to.join(&file)).with_context(|| file.display().to_string())?;
    }
    Ok(())
}
