//! Checks, benchmarks and pictures of the project as code: `cargo xtask ci`, `quick`, `web`, `plugins`, `bench`, `screenshots`.

mod docs;
mod guess_sample;
mod openspiel;
mod peers;
mod plugins;
mod python;
mod room;
mod steps;
#[path = "../../framework/plugins/src/toolchain.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "one source; the crate it belongs to would bring a whole wasm engine along"
)]
mod toolchain;
mod wasm;
mod web;

use anyhow::{Result, bail};
use steps::{Steps, cargo};

const HELP: &str = "\
cargo xtask ci           everything that must hold: form, lints, tests, documentation, wasm, the page, promises of the README
cargo xtask quick        the same without what takes long: form, lints and tests
cargo xtask web          the page alone: types, modules in Node, and everything in Chromium with the real server
cargo xtask plugins      all example plugins, built where their tools are to be had, and held to the laws
cargo xtask bench        measures; [--only GROUP] [--json FILE] [--callgrind]
cargo xtask screenshots  pictures of every page; [FOLDER] [FILTER]
cargo xtask guess-sample paths and public names for a reader to guess at; SEED [--repo DIR]";

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let here = std::env::current_dir()?;
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))?;
    match command.as_str() {
        "ci" => ci(),
        "quick" => quick(),
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

/// The games, and with what else their laws are checked. The High Elves of Skirmish take more provisions than
/// tables allow if nobody says otherwise.
const GAMES: [(&str, &[&str]); 5] = [
    ("snails", &[]),
    ("worms", &[]),
    ("level8", &["--games", "100"]),
    ("skirmish", &["--games", "100", "--options", "{\"provisions\":202}"]),
    ("dune", &["--games", "24"]),
];

/// All games as arguments for cargo.
fn packages() -> impl Iterator<Item = &'static str> {
    GAMES.iter().flat_map(|(game, _)| ["-p", *game])
}

fn ci() -> Result<()> {
    let mut steps = Steps::new();
    steps.check("room on the disk", room::check)?;
    form(&mut steps)?;
    steps.run("lints", cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    // Tests build plugins for wasm where they can.
    wasm::prepare(&mut steps)?;
    let mut tests = tests();
    // The example bot is tried where Python can have what it needs.
    if let Some(python) = python::with(&mut steps, "websockets", "websockets")? {
        tests.env("PYTHON", python);
    }
    steps.run("tests", tests)?;
    let mut book = cargo(["doc", "--workspace", "--no-deps"]);
    book.env("RUSTDOCFLAGS", "-D warnings");
    steps.run("reference documentation", book)?;
    let mut bare = cargo(["check", "--no-default-features"]);
    bare.args(packages());
    steps.run("rules without a host", bare)?;
    wasm::check(&mut steps)?;
    openspiel::check(&mut steps)?;
    plugins::check(&mut steps)?;
    web::check(&mut steps)?;
    room::make(&mut steps)?;
    steps.run("release build", cargo(["build", "--release"]))?;
    for (game, args) in GAMES {
        let mut check = cargo(["run", "--release", "--", "check", game]);
        check.args(args);
        steps.run(&format!("laws of {game}, as a user checks them"), check)?;
    }
    steps.check("negamax beats random at Snails", strength)?;
    steps.finish();
    Ok(())
}

fn page() -> Result<()> {
    let mut steps = Steps::new();
    web::check(&mut steps)?;
    steps.finish();
    Ok(())
}

/// All tests. Property tests try the same cases every time, so that a change fails for what it changes;
/// set `PROPTEST_RNG_SEED` to try others.
fn tests() -> std::process::Command {
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
fn strength() -> Result<()> {
    let args = [
        "run",
        "--release",
        "--",
        "sim",
        "snails",
        "--bots",
        "negamax,random",
        "--games",
        "100",
        "--seed",
        "1",
        "--json",
    ];
    let output = cargo(args).stderr(std::process::Stdio::inherit()).output()?;
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
    // The server is measured as the program it is.
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
