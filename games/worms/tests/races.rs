//! Whole races between computer players, on shipped boards and on generated ones: every worm gets home.
//!
//! Budgets are in nodes, so results repeat. `cargo xtask races` runs the long form.

#![cfg(feature = "module")]

use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Luck, Native, Rules, Seat, StepContext, Turn};
use serde_json::{Value, json};
use std::{
    ops::AddAssign,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};
use worms::{Action, Worms};

/// The rounds of every race here.
const ROUNDS: u16 = 100;

/// The parameters of a race.
struct Race {
    name: String,
    options: Value,
    seats: usize,
    bot: String,
    nodes: u64,
    seed: u64,
}

/// What came of races.
#[derive(Debug, Default)]
struct Tally {
    races: usize,
    /// Races that a player won by bringing in all worms.
    won: usize,
    /// Races in which every worm of every player got home.
    all_home: usize,
    /// Worms that did not get home.
    left: usize,
    moves: usize,
    passes: usize,
    /// The races in which worms were left.
    failed: Vec<String>,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.races += other.races;
        self.won += other.won;
        self.all_home += other.all_home;
        self.left += other.left;
        self.moves += other.moves;
        self.passes += other.passes;
        self.failed.extend(other.failed);
    }
}

/// Plays a race to its end. When a player is home, the game is over, but here the others race on among
/// themselves, so that it shows whether their worms get home as well.
fn play(race: &Race) -> Tally {
    let rules = Arc::new(worms::rules());
    let mut luck = Luck::fast(race.seed);
    let mut game = rules.setup(&race.options, race.seats, &mut luck).unwrap();
    let mut bots: Vec<_> =
        (0..race.seats).map(|_| make::<Native<Worms>>(&race.bot).expect("a kind of bot")).collect();
    let mut step = StepContext::silent(Luck::forced([]));
    let mut tally = Tally { races: 1, ..Tally::default() };
    loop {
        match rules.turn(&game) {
            Turn::Over(outcome) if outcome.reason == "worms-outcome-home" => {
                tally.won = 1;
                if game.seats() == 1 {
                    tally.all_home = 1;
                    return tally;
                }
                let home = Seat::all(game.seats()).find(|&seat| game.left(seat) == 0).unwrap();
                game = without(&game, home);
                bots.remove(home.index());
            }
            Turn::Over(_) => {
                tally.left = game.worms().iter().filter(|worm| worm.head().is_some()).count();
                tally.failed.push(format!("{}, seed {}: {} worms left", race.name, race.seed, tally.left));
                return tally;
            }
            Turn::Table => unreachable!("nothing goes by itself here"),
            Turn::Act(seats) => {
                let seat = seats.only().unwrap();
                let view = Imagined::of(&rules, &game, game.seats(), seat, &mut luck);
                let budget = Budget::nodes(race.nodes);
                let action = bots[seat.index()].choose(&view, &budget, &mut luck).unwrap();
                tally.moves += 1;
                tally.passes += usize::from(action == Action::Pass);
                rules.act(&mut game, seat, &action, &mut step).unwrap();
            }
        }
    }
}

/// The race of the others after a player who is home: the same board and worms, one seat fewer.
fn without(game: &Worms, home: Seat) -> Worms {
    let (home, seats) = (home.index(), game.seats() - 1);
    let mut saved = serde_json::to_value(game).unwrap();
    let worms = saved["worms"].as_array_mut().unwrap();
    worms.retain(|worm| worm["owner"] != home);
    for worm in worms {
        let owner = worm["owner"].as_u64().unwrap() as usize;
        worm["owner"] = json!(owner - usize::from(owner > home));
    }
    saved["seats"] = json!(seats);
    // The seat after the winner is next, and if the winner was the last one, a new round begins.
    saved["next"] = json!(home % seats);
    saved["round"] = json!(game.round() + u16::from(home == seats));
    serde_json::from_value(saved).unwrap()
}

/// Plays races on all processors.
fn play_all(races: &[Race]) -> Tally {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut tally = Tally::default();
        while let Some(race) = races.get(next.fetch_add(1, Ordering::Relaxed)) {
            tally += play(race);
        }
        tally
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut all = Tally::default();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().for_each(|thread| all += thread.join().expect("a race does not panic"));
    });
    println!("{all:#?}");
    all
}

/// A race on a shipped board.
fn shipped(board: usize, seats: usize, bot: &str, nodes: u64, seed: u64) -> Race {
    let rules = worms::rules();
    let boards = &rules.bundle().contents["board"];
    let (name, board) = boards.iter().nth(board % boards.len()).unwrap();
    let options = json!({ "board": board, "rounds": ROUNDS });
    let name = format!("{name} for {seats}, {bot} with {nodes} nodes");
    Race { name, options, seats, bot: bot.into(), nodes, seed }
}

/// Races for five on generated boards of all sizes, from empty ones to mazes, with a small budget.
fn generated(count: usize) -> Vec<Race> {
    let (rules, mut luck, bot) = (worms::rules(), Luck::fast(5), default_bot());
    let mut races = Vec::new();
    for seed in 0.. {
        let (size, obstacles) = (luck.between(8, 20), luck.between(0, 40));
        let (worms, length) = (luck.between(1, 3), luck.between(1, 5));
        let options = json!({
            "generate": true, "size": size, "obstacles": obstacles, "worms": worms, "length": length,
            "seed": seed, "rounds": ROUNDS,
        });
        if rules.setup(&options, 5, &mut Luck::fast(0)).is_ok() {
            let name = format!("{size}×{size}, {obstacles} % obstacles, {worms} worms of {length}");
            races.push(Race { name, options, seats: 5, bot: bot.clone(), nodes: 100, seed });
        }
        if races.len() == count {
            break;
        }
    }
    races
}

/// Who sits down at a table by default.
fn default_bot() -> String {
    worms::rules().bundle().manifest.bots.default.to_string()
}

/// Every worm is home in at least 95 of 100 races, and players hardly ever pass.
fn check(tally: &Tally, races: usize) {
    assert_eq!(tally.races, races);
    assert!(100 * tally.all_home >= 95 * races, "every worm is home in {} of {races} races", tally.all_home);
    assert!(10 * tally.passes <= tally.moves, "{} of {} moves are passes", tally.passes, tally.moves);
}

// WO-5, WO-6
#[test]
fn default_bots_bring_every_worm_home() {
    let bot = default_bot();
    let mut races: Vec<Race> = (0..5).map(|board| shipped(board, 5, &bot, 300, 1)).collect();
    races.extend(generated(15));
    check(&play_all(&races), 20);
}

// WO-2: alone or among five, with what a slow machine can think and with more.
#[test]
fn every_number_of_players_gets_home_with_any_budget() {
    let bot = default_bot();
    let races: Vec<Race> = (1..=5).map(|seats| shipped(seats, seats, &bot, 30, 2)).collect();
    assert_eq!(play_all(&races).all_home, 5);
    let races: Vec<Race> = (1..=5).map(|seats| shipped(seats + 2, seats, &bot, 2_000, 3)).collect();
    assert_eq!(play_all(&races).all_home, 5);
}

// WO-12: `parlor bot` sits down with negamax if nothing else is asked for.
#[test]
fn five_bots_of_a_competition_bring_every_worm_home() {
    let races: Vec<Race> = (0..5).map(|board| shipped(board, 5, "negamax", 1_500, 4)).collect();
    check(&play_all(&races), 5);
}

// WO-12: about as much as 300 ms buy on a quick machine.
#[test]
#[ignore = "takes minutes; cargo xtask races and cargo xtask ci --long run it"]
fn five_bots_of_a_competition_bring_every_worm_home_with_a_large_budget() {
    let races: Vec<Race> = (0..5).map(|board| shipped(board, 5, "negamax", 20_000, 5)).collect();
    check(&play_all(&races), 5);
}

// WO-5, WO-6
#[test]
#[ignore = "takes minutes; cargo xtask races and cargo xtask ci --long run it"]
fn default_bots_bring_every_worm_home_in_200_races_on_shipped_boards() {
    let bot = default_bot();
    let nodes = [50, 100, 300, 2_000];
    let race = |n: usize| shipped(n, 5, &bot, nodes[n / 5 % nodes.len()], n as u64);
    check(&play_all(&(0..200).map(race).collect::<Vec<_>>()), 200);
}

// WO-5, WO-6, WO-8
#[test]
#[ignore = "takes minutes; cargo xtask races and cargo xtask ci --long run it"]
fn default_bots_bring_every_worm_home_in_1000_races_on_generated_boards() {
    check(&play_all(&generated(1_000)), 1_000);
}
