//! What can be written on the command line.

use crate::{
    bot::BotArgs, build::BuildArgs, load::LoadArgs, plugins::PluginsArgs, replay::ReplayArgs,
    serve::ServeArgs,
};
use clap::{Args as ClapArgs, Parser, Subcommand};
use parlor_kit::{MAX_SEATS, Seat, Viewer};
use std::path::PathBuf;

/// Games with rules as values: serve them, list them, simulate them, check them, look at them.
#[derive(Debug, Parser)]
#[command(name = "parlor", version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
#[command(after_help = "Examples:
  parlor                                           serve all games on port 10191
  parlor bot --game snails --name Greta            let a bot play on a server
  parlor games                                     what can be played
  parlor sim snails --bots negamax,random          how often a bot beats another
  parlor tournament snails worms                   which bots are how strong
  parlor check snails                              whether a game keeps the laws
  parlor show snails --seed 3 --moves 10           what a table looks like after ten moves
  parlor trace snails --seed 3                     a whole game, step by step
  parlor build games/mine --wasm                   a plugin of a crate with a game
  parlor plugins                                   what was dropped in, and what is wrong with it

Exit codes: 0 all is well, 1 something failed, 2 the command line asks for something that does not exist.")]
pub(crate) struct Args {
    /// Without a command the games are served.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) serve: ServeArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Serve(ServeArgs),
    Bot(BotArgs),
    Load(LoadArgs),
    Replay(ReplayArgs),
    Games(GamesArgs),
    Sim(SimArgs),
    Tournament(TournamentArgs),
    Check(CheckArgs),
    Show(ShowArgs),
    Trace(TraceArgs),
    Plugins(PluginsArgs),
    Build(BuildArgs),
}

/// List the games, with their seats, bots and content.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor games
  parlor games --lang de
  parlor games --json")]
pub(crate) struct GamesArgs {
    /// The language of the games' names.
    #[arg(long, default_value = "en", value_name = "LANGUAGE")]
    pub(crate) lang: String,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// What every command about one game takes.
#[derive(Debug, ClapArgs)]
pub(crate) struct GameArgs {
    /// The game, by its id (`parlor games` lists them), or the folder of a plugin.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The options of the table, as JSON or as @FILE. Content is named, or given as "@FILE".
    #[arg(long, value_name = "JSON|@FILE")]
    pub(crate) options: Option<String>,
    /// How many seats the table has; as few as possible if absent.
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<usize>,
}

/// Let bots play against each other and count who wins.
///
/// The bots change seats from game to game, so that each has every seat equally often;
/// all seatings of a round play with the same luck. The same seed gives the same results,
/// on any machine and any number of cores, unless bots think by time.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor sim snails --bots negamax,random --games 100 --seed 1
  parlor sim snails --bots negamax,greedy --nodes 20000 --json
  parlor sim snails --options '{\"map\": \"hedgerow\"}' --think 50
  parlor sim snails --options @table.json

Points are wins, and a part of each game whose first place was shared; beside them is between which shares the true one
lies in 95 cases of 100. With --json exactly one object is printed: wins in the order of --bots, draws, points, errors
and more.")]
pub(crate) struct SimArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The bots, separated by commas; fewer than seats sit down in turn. The game's own bot against a random one if absent.
    /// A bot is a kind, the folder of a plugin, or a program over the network: tcp://HOST:PORT.
    #[arg(long, value_name = "BOT,BOT…", value_delimiter = ',')]
    pub(crate) bots: Vec<String>,
    /// How many games are played.
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) games: u64,
    /// What all luck comes from.
    #[arg(long, default_value_t = 0, value_name = "SEED")]
    pub(crate) seed: u64,
    /// How many actions a bot may try out for each choice.
    #[arg(long, value_name = "N", conflicts_with = "think", default_value_t = parlor_bots::Budget::DEFAULT_NODES)]
    pub(crate) nodes: u64,
    /// How long a bot may think about each choice, in milliseconds; results are then not repeatable.
    #[arg(long, value_name = "MS")]
    pub(crate) think: Option<u64>,
    /// How much a bot that is a plugin may work for each choice, in wasm instructions; 1,000 for each node or
    /// 1,000,000 for each millisecond if absent.
    #[arg(long, value_name = "N")]
    pub(crate) fuel: Option<u64>,
    /// How many games are played at the same time; as many as there are processors if absent.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Let bots play a tournament and rate them.
///
/// Every line-up of bots plays every game on every seat, all of them with the same luck in a round, and with the same
/// budget for every choice. Ratings are fitted over all results at once, so the order of the games does not matter.
/// A bot that fails or takes too long is counted, and the game's fallback is played for it.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor tournament snails worms level8:4 --rounds 20
  parlor tournament hex reversi --bots mcts,greedy,random --nodes 5000 --html report.html
  parlor tournament level8 --think 200 --resume level8.jsonl      goes on where it ended
  parlor tournament target/plugins/connect-four --bots random,mcts,target/plugins/lookout
  parlor tournament hex --bots mcts,tcp://localhost:9000 --think 200

The classics tic-tac-toe, hex and reversi can be played here, too, though no lobby offers them.")]
pub(crate) struct TournamentArgs {
    /// The games, each with as few seats as possible, but at least two; or with so many as GAME:SEATS.
    #[arg(value_name = "GAME", required = true)]
    pub(crate) games: Vec<String>,
    /// The bots, separated by commas: kinds, folders of plugins, or programs over the network: tcp://HOST:PORT.
    #[arg(
        long,
        value_name = "BOT,BOT…",
        value_delimiter = ',',
        default_value = "random,greedy,negamax,mcts"
    )]
    pub(crate) bots: Vec<String>,
    /// How often every line-up plays on every seat.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) rounds: u64,
    /// What all luck comes from.
    #[arg(long, default_value_t = 0, value_name = "SEED")]
    pub(crate) seed: u64,
    /// How many actions a bot may try out for each choice.
    #[arg(long, value_name = "N", conflicts_with = "think", default_value_t = parlor_bots::Budget::DEFAULT_NODES)]
    pub(crate) nodes: u64,
    /// How long a bot may think about each choice, in milliseconds; results are then not repeatable.
    #[arg(long, value_name = "MS")]
    pub(crate) think: Option<u64>,
    /// How much a bot that is a plugin may work for each choice, in wasm instructions; 1,000 for each node or
    /// 1,000,000 for each millisecond if absent.
    #[arg(long, value_name = "N")]
    pub(crate) fuel: Option<u64>,
    /// How much longer a choice may take before it does not count, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub(crate) patience: u64,
    /// How many games are played at the same time; as many as there are processors if absent.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
    /// Keep every game in this file as soon as it is played, and go on from what is in it.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<std::path::PathBuf>,
    /// Write a report with tables and plots as one HTML page.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<std::path::PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

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

/// Draw a table as text after some random moves.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor show snails
  parlor show snails --seed 3 --moves 12 --lang de
  parlor show snails --moves 5 --viewer 1
  parlor show snails --moves 5 --json")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// What all luck comes from.
    #[arg(long, default_value_t = 0, value_name = "SEED")]
    pub(crate) seed: u64,
    /// How many random moves are made first. Steps of the table itself do not count; fewer are made if the game ends.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) moves: u64,
    /// Through whose eyes: `public`, `all`, or the number of a seat, from 0.
    #[arg(long, default_value = "all", value_name = "VIEWER", value_parser = viewer)]
    pub(crate) viewer: Viewer,
    /// The language.
    #[arg(long, default_value = "en", value_name = "LANGUAGE")]
    pub(crate) lang: String,
    /// Print the scene, the offers and the turn as one JSON object, with texts in words.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write down a random game, one line for each step.
///
/// Each line has the seats to act, all they are offered, the action taken and the events. The same game,
/// options and seed always give the same transcript, so transcripts show whether rules have changed.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor trace snails --seed 3
  parlor trace snails --seed 3 --options '{\"map\": \"hedgerow\"}'
  parlor trace snails --seed 3 --json         one JSON object on each line")]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// What all luck comes from.
    #[arg(long, default_value_t = 0, value_name = "SEED")]
    pub(crate) seed: u64,
    /// Print one JSON object on each line.
    #[arg(long)]
    pub(crate) json: bool,
}

fn viewer(text: &str) -> Result<Viewer, String> {
    match text {
        "public" => Ok(Viewer::Public),
        "all" => Ok(Viewer::All),
        number => match number.parse::<usize>() {
            Ok(seat) if seat < MAX_SEATS => Ok(Viewer::Seat(Seat::new(seat))),
            Ok(_) => Err(format!("a table has at most {MAX_SEATS} seats, 0 to {}", MAX_SEATS - 1)),
            Err(_) => Err("a viewer is 'public', 'all' or the number of a seat".into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }
}
