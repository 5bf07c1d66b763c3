//! `parlor check`: whether a game keeps the laws.

use crate::{args::CheckArgs, catalogue, mistake::Mistake, output, plugins, setup};
use parlor_check::{Config, Digest, Law, Report};
use std::process::{Command, ExitCode};

pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let laws: Result<Vec<Law>, String> = args.laws.iter().map(|law| law.parse()).collect();
    let laws = laws.map_err(Mistake::new)?;
    let mut config = Config { games: args.games, seed: args.seed, laws, ..Config::default() };
    let game = if args.game.options.is_none() && args.game.seats.is_none() {
        // The suite goes through the shipped content and all numbers of seats by itself.
        catalogue::find(&args.game.game)?
    } else {
        let (game, setup) = setup::prepare(&args.game, args.seed)?;
        if args.game.options.is_some() {
            config.options = vec![setup.options];
        }
        config.seats = args.game.seats.map(|seats| seats..=seats);
        game
    };
    if args.digests {
        output::print(&serde_json::to_string(&game.digests(&config))?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = &args.against {
        let report = game.agree(&*plugins::open(folder)?, &config);
        return tell(args, &report);
    }
    let bar = output::progress(args.games.into(), "games");
    let elsewhere = |config: &Config| in_another_process(args, config.games);
    let report = game.check(&config, &|done| bar.set_position(done.into()), &elsewhere);
    bar.finish_and_clear();
    tell(args, &report)
}

fn tell(args: &CheckArgs, report: &Report) -> anyhow::Result<ExitCode> {
    let text =
        if args.json { format!("{}\n", serde_json::to_string_pretty(report)?) } else { report.to_string() };
    output::print(&text)?;
    Ok(if report.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The fingerprints that this very program gives when it is started again: whatever differs from process to process,
/// such as addresses or the order of hash maps, must not show in a game.
fn in_another_process(args: &CheckArgs, games: u32) -> Result<Vec<Digest>, String> {
    let mut again = Command::new(std::env::current_exe().map_err(|error| error.to_string())?);
    again.args(["check", &args.game.game, "--digests"]);
    again.args(["--games", &games.to_string(), "--seed", &args.seed.to_string()]);
    again.args(args.game.options.iter().flat_map(|options| ["--options", options]));
    if let Some(seats) = args.game.seats {
        again.args(["--seats", &seats.to_string()]);
    }
    let output = again.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}
