//! Checks of the page: its types, its modules in Node, and end-to-end tests in Chromium with the real server.

use crate::{
    plugins::{EXAMPLES, OUT},
    step_runner::{Steps, build},
};
use anyhow::{Context, Result, bail};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const FOLDER: &str = "framework/web";

/// The oldest Node that runs the tests.
pub(crate) const NODE: u32 = 20;

const CHROMIUMS: [&str; 4] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// Runs all checks of the page; installs missing tools if possible.
pub(crate) fn check(steps: &mut Steps) -> Result<()> {
    if !prepare(steps)? {
        return Ok(());
    }
    steps.run("types of the page", npm("types"))?;
    steps.run("modules of the page in Node", npm("unit"))?;
    let name = "the page in Chromium with the real server";
    let Some(chromium) = chromium(steps)? else {
        steps.skip(name, "no Chromium: install it, or name one in CHROMIUM");
        return Ok(());
    };
    let missing: Vec<&str> =
        EXAMPLES.into_iter().filter(|name| !Path::new(OUT).join(name).is_dir()).collect();
    if !missing.is_empty() {
        steps.skip(
            "plugins in the page",
            format!("not built: {}; see cargo xtask plugins", missing.join(", ")),
        );
    }
    // Built with the workspace's features, so that the artefacts of the tests are reused.
    steps.run("the program that the page is tested with", build("parlor"))?;
    let mut browser = npm("browser");
    browser.env("CHROMIUM", chromium).env("PARLOR_BIN", built("parlor")?);
    steps.run(name, browser)
}

/// Takes screenshots of every page with the real server, into `docs/screenshots` by default.
pub(crate) fn screenshots(args: impl Iterator<Item = String>) -> Result<()> {
    let mut steps = Steps::new();
    if !prepare(&mut steps)? {
        bail!("pictures need Node {NODE} or newer");
    }
    let Some(chromium) = chromium(&mut steps)? else {
        bail!("pictures need Chromium: install it, or name one in CHROMIUM")
    };
    steps.run("program", build("parlor"))?;
    let args: Vec<String> = args.collect();
    if args.is_empty() {
        // Removes screenshots of pages that no longer exist.
        let _ = fs::remove_dir_all("docs/screenshots");
    }
    for script in scripts()? {
        let mut shoot = Command::new("node");
        shoot.arg(&script).args(&args).env("CHROMIUM", &chromium).env("PARLOR_BIN", built("parlor")?);
        steps.run(&script.display().to_string(), shoot)?;
    }
    steps.finish();
    Ok(())
}

/// The screenshot scripts of games.
fn scripts() -> Result<Vec<PathBuf>> {
    let games = fs::read_dir("games")?.flatten();
    let mut scripts: Vec<PathBuf> =
        games.map(|game| game.path().join("tests/page/screenshots.mjs")).collect();
    scripts.retain(|script| script.is_file());
    scripts.sort();
    Ok(scripts)
}

/// Installs Node and its packages; false if Node is not available.
fn prepare(steps: &mut Steps) -> Result<bool> {
    if node().is_none() {
        apt(steps, "install Node", &["nodejs", "npm"])?;
    }
    if node().is_none_or(|version| version < NODE) {
        let found =
            node().map_or("none was found".to_string(), |version| format!("version {version} was found"));
        steps.skip("the page", format!("Node {NODE} or newer is needed, {found}"));
        return Ok(false);
    }
    let folder = Path::new(FOLDER);
    if is_older(&folder.join("node_modules/.package-lock.json"), &folder.join("package-lock.json")) {
        steps.run("packages of the page", in_web("npm", &["ci", "--no-audit", "--no-fund"]))?;
    }
    Ok(true)
}

/// The main version of Node.
pub(crate) fn node() -> Option<u32> {
    let said = Command::new("node").arg("--version").output().ok()?;
    String::from_utf8_lossy(&said.stdout).trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

/// A Chromium on this machine; installs one if there is none.
fn chromium(steps: &mut Steps) -> Result<Option<PathBuf>> {
    if let Some(found) = find_chromium() {
        return Ok(Some(found));
    }
    apt(steps, "install Chromium", &["chromium"])?;
    if find_chromium().is_none() {
        // Playwright's own build; not available everywhere.
        let _ = in_web("npx", &["playwright-core", "install", "chromium"]).status();
    }
    Ok(find_chromium())
}

fn find_chromium() -> Option<PathBuf> {
    let named = env::var_os("CHROMIUM").map(PathBuf::from);
    let usual = CHROMIUMS.iter().map(PathBuf::from);
    named.into_iter().chain(usual).chain(playwrights()).find(|path| path.is_file())
}

/// The folder of Playwright's own build.
fn playwrights() -> Option<PathBuf> {
    let ask = "console.log(require('playwright-core').chromium.executablePath())";
    let said = in_web("node", &["-e", ask]).stderr(Stdio::null()).output().ok()?;
    Some(PathBuf::from(String::from_utf8_lossy(&said.stdout).trim()))
}

/// Installs Debian packages if permitted; the caller checks the result.
fn apt(steps: &mut Steps, name: &str, packages: &[&str]) -> Result<()> {
    if !Path::new("/usr/bin/apt-get").exists() {
        return Ok(());
    }
    let id = Command::new("id").arg("-u").output();
    let root = id.is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    steps.check(name, || {
        for args in [&["update"][..], &[&["install", "-y", "--no-install-recommends"][..], packages].concat()]
        {
            let mut apt = Command::new(if root { "apt-get" } else { "sudo" });
            if !root {
                apt.args(["-n", "apt-get"]);
            }
            let _ = apt.args(args).env("DEBIAN_FRONTEND", "noninteractive").status();
        }
        Ok(())
    })
}

/// A script of the page's `package.json`.
fn npm(script: &str) -> Command {
    in_web("npm", &["run", "--silent", script])
}

fn in_web(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(FOLDER);
    command
}

/// The program as `cargo build` makes it, or `cargo build --release`.
pub(crate) fn program(profile: &str) -> Result<PathBuf> {
    built_as("parlor", profile)
}

/// A program as `cargo build` makes it.
pub(crate) fn built(name: &str) -> Result<PathBuf> {
    built_as(name, "debug")
}

fn built_as(name: &str, profile: &str) -> Result<PathBuf> {
    let path = target().join(profile).join(format!("{name}{}", env::consts::EXE_SUFFIX));
    fs::canonicalize(&path).with_context(|| path.display().to_string())
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

/// Whether a file is missing, or was written before another.
pub(crate) fn is_older(file: &Path, than: &Path) -> bool {
    let written = |path: &Path| fs::metadata(path).and_then(|about| about.modified()).ok();
    written(file) < written(than)
}
