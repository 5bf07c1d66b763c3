//! `parlor sim`: bots play against each other.

mod tally;

use crate::{
    args::GameArgs,
    local_game::{LocalGame, mix},
    player::{ChoiceLimits, Contestant, Player},
    table_setup::{self, Setup},
    terminal,
    usage_error::UsageError,
};
use clap::Args as ClapArgs;
use parlor_bots::{ErasedGame, Imagined};
use parlor_kit::{Luck, Outcome, Seat};
use std::{
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Instant,
};
use tally::Tally;

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

/// The parameters of a simulation.
pub(crate) struct Plan {
    pub(crate) setup: Setup,
    pub(crate) bots: Vec<Contestant>,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    /// The limits of every choice.
    pub(crate) limits: ChoiceLimits,
    /// The number of games played in parallel; the results do not depend on it.
    pub(crate) threads: usize,
}

impl Plan {
    /// The bot on a seat in a game: bots rotate by one seat from game to game.
    pub(crate) fn bot_on(&self, seat: Seat, game: u64) -> usize {
        let bots = self.bots.len() as u64;
        ((seat.index() as u64 + game) % bots) as usize
    }

    /// The seed of a game: all seatings of a round share it.
    fn seed_of(&self, game: u64) -> u64 {
        mix(self.seed, game / self.bots.len() as u64)
    }
}

/// How much longer than its time budget a choice may take.
const CHOICE_GRACE_MS: u64 = 10_000;

pub(crate) fn run(args: &SimArgs) -> anyhow::Result<ExitCode> {
    let (game, setup) = table_setup::prepare(&args.game, args.seed)?;
    let bots = bots(&game, args, setup.seats)?;
    let limits = ChoiceLimits::new(args.nodes, args.think, args.fuel, CHOICE_GRACE_MS);
    let threads =
        args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)).max(1);
    let plan = Plan { setup, bots, games: args.games, seed: args.seed, limits, threads };

    let start = Instant::now();
    let bar = terminal::progress(plan.games, "games");
    let tally = play_all(&game, &plan, &|| bar.inc(1));
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();

    let text = if args.json {
        format!("{:#}\n", tally.json(game.id(), &plan, seconds))
    } else {
        tally.text(game.id(), &plan, seconds)
    };
    terminal::print(&text)?;
    Ok(if tally.errors() == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn bots(game: &ErasedGame, args: &SimArgs, seats: usize) -> Result<Vec<Contestant>, UsageError> {
    let own = game.bundle().manifest.bots.default.to_string();
    let default = if seats > 1 { vec![own, "random".into()] } else { vec![own] };
    let names = if args.bots.is_empty() { &default } else { &args.bots };
    if names.len() > seats {
        return Err(UsageError::new(format!("{} bots cannot sit on {seats} seats", names.len())));
    }
    let find = |name: &String| {
        let bot = Contestant::find(name)?;
        bot.can_play(game.id()).map(|()| bot)
    };
    names.iter().map(find).collect()
}

/// Plays every game of the plan. Each depends on its number alone, so it does not matter which thread plays
/// it.
pub(crate) fn play_all(game: &ErasedGame, plan: &Plan, progress: &(dyn Fn() + Sync)) -> Tally {
    let next = AtomicU64::new(0);
    let work = || {
        let mut tally = Tally::new(plan);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= plan.games {
                return tally;
            }
            let played = panic::catch_unwind(AssertUnwindSafe(|| play(game, plan, number)));
            let played = played.unwrap_or_else(|payload| {
                Err(format!("the rules failed: {}", terminal::panic_message(&*payload)))
            });
            tally.count(plan, number, played);
            progress();
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.threads).map(|_| scope.spawn(work)).collect();
        let tallies =
            threads.into_iter().map(|thread| thread.join().expect("panics are caught in each game"));
        tallies.reduce(Tally::join).unwrap_or_else(|| Tally::new(plan))
    })
}

/// The result of a game.
pub(crate) struct Played {
    pub(crate) outcome: Outcome,
    /// How many actions seats took.
    pub(crate) moves: u64,
}

/// A player with its name and luck of its own.
type Seated<'a> = (&'a Contestant, Box<dyn Player>, Luck);

fn play(game: &ErasedGame, plan: &Plan, number: u64) -> Result<Played, String> {
    let seats = plan.setup.seats;
    let mut players = Seat::all(seats)
        .map(|seat| {
            let bot = &plan.bots[plan.bot_on(seat, number)];
            let luck = Luck::fast(mix(mix(plan.seed, number), 1 + seat.index() as u64));
            Ok((bot, bot.sit_down(game)?, luck))
        })
        .collect::<Result<Vec<Seated<'_>>, String>>()?;
    let played = LocalGame::play_out(&game.rules, &plan.setup, plan.seed_of(number), |playing, seat| {
        let (name, player, luck) = &mut players[seat.index()];
        let view = Imagined::of(&game.rules, &playing.state, seats, seat, luck);
        let action = player.choose(&view, &plan.limits, luck);
        let action = action.map_err(|error| format!("{name}: {}", error.reason()))?;
        let done = playing.act(seat, &action);
        done.map(drop).map_err(|refusal| format!("{name} chose {action:?}, refused: {refusal}"))
    });
    played.map(|(outcome, moves)| Played { outcome, moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_race;
    use serde_json::{Value, json};

    fn play(wrong: &str, threads: usize) -> (Tally, Value) {
        let game = ErasedGame::new(test_race::rules());
        let setup =
            Setup { chosen: Value::Null, options: json!({ "wrong": wrong, "drawn": true }), seats: 2 };
        let bots = ["greedy", "random"].map(Contestant::BuiltIn).to_vec();
        let limits = ChoiceLimits::new(50, None, None, CHOICE_GRACE_MS);
        let plan = Plan { setup, bots, games: 40, seed: 7, limits, threads };
        let tally = play_all(&game, &plan, &|| {});
        let json = tally.json("race", &plan, 0.0);
        (tally, json)
    }

    #[test]
    fn results_do_not_depend_on_how_many_play_at_the_same_time() {
        let (alone, json) = play("", 1);
        assert_eq!(alone, play("", 3).0);
        assert_eq!(json["errors"], 0);
        assert!(json["wins"][0].as_u64().unwrap() > 30, "{json}");
        assert_eq!(json["games_by_seat"], json!([[20, 20], [20, 20]]));
    }

    #[test]
    fn games_that_go_wrong_are_counted_and_named() {
        for (wrong, reason) in [
            ("panic", "game 0: the rules failed: the track is gone"),
            ("refuse", "refused: race-refused"),
            ("endless", "not over after 50 steps"),
            ("nothing", "somebody is to act and has no action"),
        ] {
            let (tally, json) = play(wrong, 2);
            assert_eq!((tally.errors(), &json["wins"]), (40, &json!([0, 0])), "{wrong}");
            let told = json["faults"].as_array().unwrap();
            assert_eq!(told.len(), 5);
            assert!(told[0].as_str().unwrap().contains(reason), "{told:?}");
        }
    }
}
