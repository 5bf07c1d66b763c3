//! `parlor tournament`: bots play many games against each other and are rated.

mod contest;
mod html_report;
mod journal;
mod plan;
mod standings;

use crate::{
    args::GameArgs,
    catalogue,
    player::Contestant,
    table_setup::{self, Setup},
    terminal,
    usage_error::UsageError,
};
use anyhow::Context;
use clap::Args as ClapArgs;
use contest::{Contest, Record};
use journal::Journal;
use parlor_bots::ErasedGame;
use plan::{Discipline, Plan};
use standings::Standings;
use std::{
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

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
  parlor tournament target/plugins/connect-four --bots random,mcts,target/plugins/lookout-bot
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

pub(crate) fn run(args: &TournamentArgs) -> anyhow::Result<ExitCode> {
    let (plan, bots, tables) = prepare(args)?;
    let journal = args.resume.as_deref().map(|file| Journal::open(file, &plan)).transpose()?;
    let start = Instant::now();
    let records = play_all(&plan, &bots, &tables, journal, args.threads)?;
    let seconds = start.elapsed().as_secs_f64();

    let standings = Standings::of(&plan, &records);
    if let Some(file) = &args.html {
        let page = html_report::page(&plan, &standings);
        std::fs::write(file, page).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let text = if args.json {
        format!("{:#}\n", standings.json(&plan, seconds))
    } else {
        standings.text(&plan, seconds)
    };
    terminal::print(&text)?;
    Ok(if standings.failed() == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// A game of the tournament with its set-up.
type PreparedGame = (ErasedGame, Setup);

fn prepare(args: &TournamentArgs) -> anyhow::Result<(Plan, Vec<Contestant>, Vec<PreparedGame>)> {
    let mut bots: Vec<Contestant> = Vec::new();
    for name in &args.bots {
        let bot = Contestant::find(name)?;
        if bots.iter().any(|other| other.to_string() == bot.to_string()) {
            return Err(UsageError::new(format!("{bot} cannot play against itself")).into());
        }
        bots.push(bot);
    }
    if bots.len() < 2 {
        return Err(UsageError::new("a tournament needs at least two bots").into());
    }
    let (mut games, mut tables) = (Vec::new(), Vec::new());
    for wanted in &args.games {
        let (game, seats) = match wanted.split_once(':') {
            None => (wanted.as_str(), None),
            Some((game, seats)) => {
                let seats =
                    seats.parse().map_err(|_| UsageError::new(format!("'{seats}' is no number of seats")))?;
                (game, Some(seats))
            }
        };
        // A tournament needs at least two seats.
        let fewest = catalogue::find(game)?.bundle().manifest.seats.min.max(2);
        let seats = seats.unwrap_or(fewest);
        if seats < 2 {
            return Err(UsageError::new("a game of a tournament has at least two seats").into());
        }
        let game = GameArgs { game: game.to_string(), options: None, seats: Some(seats) };
        let table = table_setup::prepare(&game, args.seed)?;
        bots.iter().try_for_each(|bot| bot.can_play(table.0.id()))?;
        tables.push(table);
        games.push(Discipline { game: game.game, seats });
    }
    let exact = bots.iter().filter_map(|bot| Some((bot.to_string(), bot.sha256()?.to_string())));
    let mut plan = Plan {
        bots: bots.iter().map(ToString::to_string).collect(),
        plugins: exact.collect(),
        games,
        rounds: args.rounds,
        seed: args.seed,
        nodes: if args.think.is_some() { None } else { Some(args.nodes) },
        think_ms: args.think,
        fuel: args.fuel,
        patience_ms: args.patience,
    };
    plan.fuel = (!plan.plugins.is_empty()).then(|| plan.limits().fuel);
    Ok((plan, bots, tables))
}

/// Plays the games that are not in the journal yet. Each depends on its index in the plan alone, so it does
/// not matter which thread plays it, or when.
fn play_all(
    plan: &Plan,
    bots: &[Contestant],
    tables: &[PreparedGame],
    journal: Option<Journal>,
    threads: Option<usize>,
) -> anyhow::Result<Vec<Record>> {
    let fixtures = plan.fixtures();
    let mut records: Vec<Option<Record>> = vec![None; fixtures.len()];
    let mut journal = journal;
    for record in journal.as_mut().map(Journal::take_records).unwrap_or_default() {
        let at = record.fixture;
        if at < records.len() {
            records[at] = Some(record);
        }
    }
    let open: Vec<usize> = (0..fixtures.len()).filter(|&at| records[at].is_none()).collect();
    let bar = terminal::progress(fixtures.len() as u64, "games");
    bar.inc((fixtures.len() - open.len()) as u64);
    let next = AtomicUsize::new(0);
    let sink = Mutex::new((records, journal, Ok(())));
    let work = || {
        while let Some(&at) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            let fixture = &fixtures[at];
            let (game, setup) = &tables[fixture.game];
            let contest = Contest {
                setup,
                bots: fixture.lineup.iter().map(|&bot| &bots[bot]).collect(),
                seed: plan.seed_of(fixture),
                salt: at as u64,
                limits: plan.limits(),
            };
            let played = panic::catch_unwind(AssertUnwindSafe(|| contest::play(game, &contest)));
            let played = played.unwrap_or_else(|payload| {
                Err(format!("the rules failed: {}", terminal::panic_message(&*payload)))
            });
            let record = Record::new(at, played);
            let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
            let (records, journal, written) = &mut *sink;
            if let Some(journal) = journal.as_mut().filter(|_| written.is_ok()) {
                *written = journal.write(&record);
            }
            records[at] = Some(record);
            bar.inc(1);
        }
    };
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)).max(1);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    bar.finish_and_clear();
    let (records, _, written) = sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    written?;
    Ok(records.into_iter().flatten().collect())
}
