//! Checks, benchmarks and pictures of the project as code: `cargo xtask ci`, `quick`, `web`, `plugins`, `races`, `bench`, `screenshots`.

mod disk_space;
mod docs;
mod games;
mod guess_sample;
mod openspiel;
mod peers;
mod plugins;
mod python;
mod step_runner;
#[path = "../../framework/plugins/src/toolchain.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "one source; the crate it belongs to would bring a whole wasm engine along"
)]
mod toolchain;
mod wasm_check;
mod web;

use anyhow::{Result, bail};
use games::games;
use std::{
    path::Path,
    process::{Command, Stdio},
};
use step_runner::{Steps, cargo};

const HELP: &str = "\
cargo xtask ci           everything that must hold: form, lints, tests, documentation, wasm, the page, promises of the README;
                         --long also checks the laws in ten times as many games, and runs the races
cargo xtask quick        the same without what takes long: form, lints and tests
cargo xtask web          the page alone: types, modules in Node, and everything in Chromium with the real server
cargo xtask plugins      all example plugins, built where their tools are to be had, and held to the laws
cargo xtask races        1,200 worm races of default bots: every worm must get home in at least 95 of 100
cargo xtask bench        measures; [--only GROUP] [--json FILE] [--callgrind]
cargo xtask screenshots  pictures of every page; [FOLDER] [FILTER]
cargo xtask guess-sample paths and public names for a reader to guess at; SEED [--repo DIR]";

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let here = std::env::current_dir()?;
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))?;
    match command.as_str() {
        "ci" => ci(args.any(|arg| arg == "--long")),
        "quick" => quick(),
        "races" => races(),
        "bench" => bench(args),
        "web" => page(),
        "plugins" => plugins::build(),
        "screenshots" => web::screenshots(args),
        "guess-sample" => guess_sample::run(args, &here),
        _ => {
            println!("{HELP}");
            if command.is_empty() || command == "help" || command == "--help" {
                Ok(())
            } else {
                bail!("there is no '{command}'")
            }
        }
    }
}

fn quick() -> Result<()> {
    let mut steps = Steps::new();
    form(&mut steps)?;
    steps.run("lints", cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    steps.run("tests", tests())?;
    steps.finish();
    Ok(())
}

/// All checks. `long` adds those that take too long for every change.
fn ci(long: bool) -> Result<()> {
    let mut steps = Steps::new();
    steps.check("room on the disk", disk_space::check)?;
    form(&mut steps)?;
    steps.run("lints", cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    // Tests build plugins for wasm if there is a toolchain.
    wasm_check::prepare(&mut steps)?;
    let mut tests = tests();
    // The example bot is tested if Python has its packages.
    if let Some(python) = python::with(&mut steps, "websockets", "websockets")? {
        tests.env("PYTHON", python);
    }
    steps.run("tests", tests)?;
    let mut book = cargo(["doc", "--workspace", "--no-deps"]);
    book.env("RUSTDOCFLAGS", "-D warnings");
    steps.run("reference documentation", book)?;
    wasm_check::check(&mut steps)?;
    openspiel::check(&mut steps)?;
    plugins::check(&mut steps)?;
    web::check(&mut steps)?;
    disk_space::make(&mut steps)?;
    steps.run("release build", cargo(["build", "--release"]))?;
    // Runs the program itself, because `cargo run` would scan the whole tree for changes every time.
    let parlor = web::program("release")?;
    for game in games()? {
        let mut check = Command::new(&parlor);
        check.arg("check").arg(&game.name).args(&game.check);
        steps.run(&format!("laws of {}, as a user checks them", game.name), check)?;
    }
    steps.check("negamax beats random at Snails", || strength(&parlor))?;
    if long {
        steps.run("worm races", long_races())?;
        // Second implementations of games: every day they check a hundred games.
        let mut oracles = cargo(["test", "--workspace", "--release", "--test", "oracle"]);
        oracles.args(["--", "--ignored"]);
        steps.run("second implementations in a thousand games", oracles)?;
        for game in games()? {
            let mut check = Command::new(&parlor);
            check.args(["check", &game.name, "--seed", "100000"]).args(longer(&game.check));
            steps.run(&format!("laws of {} in ten times as many games", game.name), check)?;
        }
    } else {
        steps.skip("laws in ten times as many games, worm races", "cargo xtask ci --long checks them");
    }
    steps.finish();
    Ok(())
}

fn races() -> Result<()> {
    let mut steps = Steps::new();
    steps.run("worm races", long_races())?;
    steps.finish();
    Ok(())
}

/// The races that take too long for every change, and what came of them.
fn long_races() -> Command {
    cargo(["test", "--package", "worms", "--test", "races", "--", "--ignored", "--nocapture"])
}

/// The arguments of a check with ten times as many games.
fn longer(args: &[String]) -> Vec<String> {
    const USUAL: u32 = 50;
    let games = args.iter().position(|arg| arg == "--games");
    let count = games.and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(USUAL);
    let mut args = args.to_vec();
    if let Some(at) = games {
        args.drain(at..(at + 2).min(args.len()));
    }
    args.extend(["--games".to_string(), (10 * count).to_string()]);
    args
}

fn page() -> Result<()> {
    let mut steps = Steps::new();
    web::check(&mut steps)?;
    steps.finish();
    Ok(())
}

/// All tests. Property tests try the same cases every time, so that a change fails for what it changes;
/// set `PROPTEST_RNG_SEED` to try others.
fn tests() -> Command {
    let mut tests = cargo(["test", "--workspace"]);
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        tests.env("PROPTEST_RNG_SEED", "1");
    }
    tests
}

fn form(steps: &mut Steps) -> Result<()> {
    steps.run("form", cargo(["fmt", "--all", "--", "--check"]))?;
    steps.check("documents", docs::check)
}

/// SN-20: at least 95 of 100 games, as the README says.
fn strength(parlor: &Path) -> Result<()> {
    let args = ["sim", "snails", "--bots", "negamax,random", "--games", "100", "--seed", "1", "--json"];
    let output = Command::new(parlor).args(args).stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let wins = text.split_once("\"wins\"").and_then(|(_, rest)| {
        let digits: String =
            rest.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    });
    match wins {
        Some(wins) if wins >= 95 => {
            println!("negamax won {wins} of 100 games");
            Ok(())
        }
        other => bail!("negamax should win at least 95 of 100 games; it won {other:?}:\n{text}"),
    }
}

fn bench(args: impl Iterator<Item = String>) -> Result<()> {
    let args: Vec<String> = args.collect();
    let only = args.windows(2).any(|pair| pair == ["--only", "peers"]);
    peers::prepare(only || args.iter().any(|arg| arg == "--only=peers"))?;
    // The server is measured as a separate process.
    if !cargo(["build", "--release", "--package", "parlor-cli", "--package", "parlor-bench"])
        .status()?
        .success()
    {
        bail!("the programs to be measured cannot be built");
    }
    let mut bench = cargo(["run", "--release", "--package", "parlor-bench", "--"]);
    bench.args(args);
    if bench.status()?.success() { Ok(()) } else { bail!("the benchmark failed") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_check_plays_ten_times_as_many_games() {
        let args = |args: &[&str]| args.iter().copied().map(String::from).collect::<Vec<_>>();
        assert_eq!(longer(&[]), args(&["--games", "500"]));
        assert_eq!(
            longer(&args(&["--games", "24", "--options", "{}"])),
            args(&["--options", "{}", "--games", "240"])
        );
    }
}
