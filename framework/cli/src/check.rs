//! `parlor check`: whether a game keeps the laws.

use crate::{args::CheckArgs, catalogue, mistake::Mistake, output, setup};
use parlor_check::{Config, Law};
use std::process::ExitCode;

pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let laws: Result<Vec<Law>, String> = args.laws.iter().map(|law| law.parse()).collect();
    let laws = laws.map_err(Mistake::new)?;
    let mut config = Config { games: args.games, seed: args.seed, laws, ..Config::default() };
    let game = if args.game.options.is_none() && args.game.seats.is_none() {
        // The suite goes through the shipped content and all numbers of seats by itself.
        catalogue::find(&args.game.game)?
    } else {
        let (game, setup) = setup::prepare(&args.game)?;
        if args.game.options.is_some() {
            config.options = vec![setup.options];
        }
        config.seats = args.game.seats.map(|seats| seats..=seats);
        game
    };
    let report = game.check(&config);
    let text =
        if args.json { format!("{}\n", serde_json::to_string_pretty(&report)?) } else { report.to_string() };
    output::print(&text)?;
    Ok(if report.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
