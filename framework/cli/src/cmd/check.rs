//! `parlor check`: checks whether a game keeps the laws.

use crate::{args::GameArgs, catalogue, plugin_folder, table_setup, terminal, usage_error::UsageError};
use clap::Args as ClapArgs;
use parlor_check::{Config, Digest, Law, Report, check_erased, compare_builds_erased, digests_erased};
use parlor_kit::ErasedRules;
use std::{
    path::PathBuf,
    process::{Command, ExitCode},
    time::Duration,
};

/// Timeout of a single call into a game; a slower call counts as hanging.
const CALL_TIMEOUT: Duration = Duration::from_secs(30);

/// Check whether a game keeps the laws every game must keep.
///
/// Plays random games and judges each law on them. A broken law is named with the seed, the step,
/// the action and the command that shows it again; the exit code is then 1.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor check snails
  parlor check snails --games 500 --seed 7
  parlor check snails --law CL-10 --law CL-11
  parlor check my-plugins/connect-four
  parlor check my-plugins/connect-four --against other/connect-four")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// How many games are played.
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// The seed of the first game; the next game has the next seed.
    #[arg(long, default_value_t = 0, value_name = "SEED")]
    pub(crate) seed: u64,
    /// Only this law; can be given several times. All laws if absent.
    #[arg(long = "law", value_name = "LAW", value_delimiter = ',')]
    pub(crate) laws: Vec<String>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Judge nothing but whether the plugin in this folder plays the same game, action by action (CL-9).
    #[arg(long, value_name = "FOLDER")]
    pub(crate) against: Option<PathBuf>,
    /// Print the fingerprints of the games, for another process to compare with.
    #[arg(long, hide = true)]
    pub(crate) digests: bool,
}

pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let laws: Result<Vec<Law>, String> = args.laws.iter().map(|law| law.parse()).collect();
    let laws = laws.map_err(UsageError::new)?;
    let mut config = Config { games: args.games, seed: args.seed, laws, ..Config::default() };
    let game = if args.game.options.is_none() && args.game.seats.is_none() {
        // The suite iterates over the shipped content and all numbers of seats by itself.
        catalogue::find(&args.game.game)?
    } else {
        let (game, setup) = table_setup::prepare(&args.game, args.seed)?;
        if args.game.options.is_some() {
            config.options = vec![setup.options];
        }
        config.seats = args.game.seats.map(|seats| seats..=seats);
        game
    };
    config.subject = Some(subject(args));
    if args.digests {
        terminal::print(&serde_json::to_string(&digests_erased(&game.rules, &config))?)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = &args.against {
        let other = ErasedRules::shared(plugin_folder::open(folder)?);
        let report = compare_builds_erased(&game.rules, &other, &config);
        return tell(args, &report);
    }
    let bar = terminal::progress(args.games.into(), "games");
    let elsewhere = |config: &Config| in_another_process(args, config.games);
    let progress = |done: u32| bar.set_position(done.into());
    let report = check_erased(&game.rules, &config, CALL_TIMEOUT, &progress, &elsewhere);
    bar.finish_and_clear();
    tell(args, &report)
}

/// The words of a command that name what is checked.
fn subject(args: &CheckArgs) -> String {
    let against =
        args.against.iter().flat_map(|folder| ["--against".into(), quoted(&folder.to_string_lossy())]);
    [quoted(&args.game.game)].into_iter().chain(against).collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:+,@%".contains(c);
    if word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

fn tell(args: &CheckArgs, report: &Report) -> anyhow::Result<ExitCode> {
    let text =
        if args.json { format!("{}\n", serde_json::to_string_pretty(report)?) } else { report.to_string() };
    terminal::print(&text)?;
    Ok(if report.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Computes the fingerprints in a second process of this program: values that differ between processes, such
/// as addresses or the order of hash maps, must not affect a game.
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
