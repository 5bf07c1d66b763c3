//! `cargo xtask plugins`: builds all example plugins for which there are tools, and checks the laws.

use crate::{
    step_runner::{self, Steps, cargo},
    toolchain, web,
};
use anyhow::{Context, Result};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The output folder, ready to be served: `parlor serve --plugins target/plugins --allow-native`.
pub(crate) const OUT: &str = "target/plugins";
/// The games among them.
pub(crate) const EXAMPLES: [&str; 4] = ["connect-four", "breakthrough", "tic-tac-toe", "reversi"];
/// The tools of other languages, installed once.
const PYTHON: &str = "target/componentize-py";
const JAVASCRIPT: &str = "target/componentize-js";
/// Cache of compiled plugins, so that large ones are compiled once.
const CACHE: &str = "target/cache";

const COMPONENTIZE_PY: &str = "componentize-py==0.25.1";

/// The contract, as tools of other languages read it.
const WIT: &str = "framework/plugins/wit/game.wit";

/// Builds all plugins in release mode.
pub(crate) fn build() -> Result<()> {
    let mut steps = Steps::new();
    steps.run("program", cargo(["build", "--release"]))?;
    examples(&mut steps, "release")?;
    println!("Next: cargo run --release -- serve --plugins {OUT} --allow-native");
    steps.finish();
    Ok(())
}

/// The same with the artefacts of the tests.
pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    steps.run("the program that plugins are built with", step_runner::build("parlor"))?;
    examples(steps, "debug")
}

fn examples(steps: &mut Steps, profile: &str) -> Result<()> {
    let parlor = web::program(profile)?;
    if toolchain::Wasm::find().is_some() {
        rust(steps, &parlor, "connect-four", &["--wasm"])?;
        rust(steps, &parlor, "lookout-bot", &["--wasm"])?;
    } else {
        steps.skip("connect four and its bot as plugins", toolchain::MISSING);
    }
    let quickly: &[&str] = if profile == "debug" { &["--native", "--debug"] } else { &["--native"] };
    rust(steps, &parlor, "breakthrough", quickly)?;
    python(steps)?;
    javascript(steps)?;
    for name in EXAMPLES {
        let folder = Path::new(OUT).join(name);
        if folder.is_dir() {
            let mut check = asked(&parlor)?;
            check.arg("check").arg(&folder).args(["--games", "10"]);
            steps.run(&format!("laws of {name} as a plugin"), check)?;
        }
    }
    let (game, bot) = (format!("{OUT}/connect-four"), format!("{OUT}/lookout-bot"));
    if Path::new(&game).is_dir() && Path::new(&bot).is_dir() {
        let mut play = asked(&parlor)?;
        play.arg("tournament").arg(game).args(["--rounds", "3", "--bots"]).arg(format!("random,{bot}"));
        steps.run("lookout plays connect four, both as plugins", play)?;
    }
    Ok(())
}

/// The program, with its plugin cache in the target folder instead of the user's.
fn asked(parlor: &Path) -> Result<Command> {
    let mut command = Command::new(parlor);
    command.env("XDG_CACHE_HOME", std::path::absolute(CACHE)?);
    Ok(command)
}

fn rust(steps: &mut Steps, parlor: &Path, name: &str, kind: &[&str]) -> Result<()> {
    let mut build = Command::new(parlor);
    build.arg("build").arg(format!("plugins/{name}")).args(kind).arg("--out").arg(format!("{OUT}/{name}"));
    steps.run(&format!("{name} as a plugin in Rust"), build)
}

fn python(steps: &mut Steps) -> Result<()> {
    let name = "tic-tac-toe as a plugin in Python";
    let (source, module) = (Path::new("plugins/tic-tac-toe"), "tic_tac_toe.wasm");
    if is_newer(&Path::new(OUT).join("tic-tac-toe").join(module), &[&source.join("tic_tac_toe.py")]) {
        return gather("tic-tac-toe", &Path::new(OUT).join("tic-tac-toe").join(module), module);
    }
    let tool = fs::canonicalize(".")?.join(PYTHON).join("bin/componentize-py");
    if !works(&tool) {
        steps.check("install componentize-py", || {
            // The result is checked afterwards: not every machine can install it.
            let _ = Command::new("python3").args(["-m", "venv", PYTHON]).status();
            let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", COMPONENTIZE_PY];
            let _ = Command::new(Path::new(PYTHON).join("bin/python")).args(install).status();
            Ok(())
        })?;
    }
    if !works(&tool) {
        steps.skip(name, "Python with venv and pip is needed, to get componentize-py");
        return Ok(());
    }
    let built = fs::canonicalize(PYTHON)?.join(module);
    let mut build = Command::new(tool);
    build.args(["-d", "../../framework/plugins/wit", "-w", "game", "componentize", "--stub-wasi"]);
    build.args(["tic_tac_toe", "-o"]).arg(&built).current_dir(source);
    steps.run(name, build)?;
    gather("tic-tac-toe", &built, module)
}

fn javascript(steps: &mut Steps) -> Result<()> {
    let name = "reversi as a plugin in JavaScript";
    let (source, work, module) = (Path::new("plugins/reversi"), Path::new(JAVASCRIPT), "reversi.wasm");
    if is_newer(&Path::new(OUT).join("reversi").join(module), &[&source.join("reversi.js")]) {
        return gather("reversi", &Path::new(OUT).join("reversi").join(module), module);
    }
    // Built in a separate folder, to keep tools out of the source folder.
    fs::create_dir_all(work)?;
    for file in ["package.json", "build.mjs", "reversi.js"] {
        fs::copy(source.join(file), work.join(file))?;
    }
    if !works(Path::new("npm")) {
        steps.skip(name, "Node.js with npm is needed, to get ComponentizeJS");
        return Ok(());
    }
    if !work.join("node_modules/@bytecodealliance/componentize-js").is_dir() {
        steps.check("install ComponentizeJS", || {
            let install = ["install", "--no-audit", "--no-fund", "--loglevel=error"];
            let _ = Command::new("npm").args(install).current_dir(work).status();
            Ok(())
        })?;
    }
    if !work.join("node_modules/@bytecodealliance/componentize-js").is_dir() {
        steps.skip(name, "ComponentizeJS cannot be installed");
        return Ok(());
    }
    let mut build = Command::new("node");
    build.arg("build.mjs").current_dir(work);
    steps.run(name, build)?;
    gather("reversi", &work.join(module), module)
}

fn works(program: &Path) -> bool {
    let status = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Whether a module exists and is newer than its sources and the contract.
fn is_newer(module: &Path, sources: &[&Path]) -> bool {
    let written = |path: &Path| fs::metadata(path).and_then(|about| about.modified()).ok();
    let sources = sources.iter().copied().chain([Path::new(WIT)]);
    written(module).is_some() && sources.map(written).all(|source| source < written(module))
}

/// Copies the files of the plugin into its folder, without its sources.
fn gather(name: &str, built: &Path, module: &str) -> Result<()> {
    let (from, to) = (Path::new("plugins").join(name), Path::new(OUT).join(name));
    let bytes = fs::read(built).with_context(|| built.display().to_string())?;
    if to.exists() {
        fs::remove_dir_all(&to)?;
    }
    let mut files: Vec<PathBuf> = ["plugin.toml", "game.toml"].map(PathBuf::from).into();
    for folder in ["locales", "sprites"] {
        fs::create_dir_all(to.join(folder))?;
        for entry in fs::read_dir(from.join(folder))? {
            files.push(Path::new(folder).join(entry?.file_name()));
        }
    }
    for file in files {
        fs::copy(from.join(&file), to.join(&file)).with_context(|| file.display().to_string())?;
    }
    fs::write(to.join(module), bytes)?;
    Ok(())
}
