//! `parlor tournament`: bots play many games against each other and are rated.

mod contest;
mod journal;
mod page;
mod plan;
mod standings;

pub(crate) use contest::{Contest, Played, play};

use crate::{
    args::{GameArgs, TournamentArgs},
    catalogue,
    entry::Entry,
    mistake::Mistake,
    output,
    player::Contestant,
    setup::{self, Setup},
};
use anyhow::Context;
use contest::Record;
use journal::Journal;
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

pub(crate) fn run(args: &TournamentArgs) -> anyhow::Result<ExitCode> {
    let (plan, bots, tables) = prepare(args)?;
    let journal = args.resume.as_deref().map(|file| Journal::open(file, &plan)).transpose()?;
    let start = Instant::now();
    let records = play_all(&plan, &bots, &tables, journal, args.threads)?;
    let seconds = start.elapsed().as_secs_f64();

    let standings = Standings::of(&plan, &records);
    if let Some(file) = &args.html {
        let page = page::page(&plan, &standings);
        std::fs::write(file, page).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let text = if args.json {
        format!("{:#}\n", standings.json(&plan, seconds))
    } else {
        standings.text(&plan, seconds)
    };
    output::print(&text)?;
    Ok(if standings.failed() == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// What is set up for a discipline.
type Table = (Box<dyn Entry>, Setup);

fn prepare(args: &TournamentArgs) -> anyhow::Result<(Plan, Vec<Contestant>, Vec<Table>)> {
    let mut bots: Vec<Contestant> = Vec::new();
    for name in &args.bots {
        let bot = Contestant::find(name)?;
        if bots.iter().any(|other| other.to_string() == bot.to_string()) {
            return Err(Mistake::new(format!("{bot} cannot play against itself")).into());
        }
        bots.push(bot);
    }
    if bots.len() < 2 {
        return Err(Mistake::new("a tournament needs at least two bots").into());
    }
    let (mut games, mut tables) = (Vec::new(), Vec::new());
    for wanted in &args.games {
        let (game, seats) = match wanted.split_once(':') {
            None => (wanted.as_str(), None),
            Some((game, seats)) => {
                let seats =
                    seats.parse().map_err(|_| Mistake::new(format!("'{seats}' is no number of seats")))?;
                (game, Some(seats))
            }
        };
        // Whoever plays alone competes with nobody.
        let fewest = catalogue::find(game)?.bundle().manifest.seats.min.max(2);
        let seats = seats.unwrap_or(fewest);
        if seats < 2 {
            return Err(Mistake::new("a game of a tournament has at least two seats").into());
        }
        let game = GameArgs { game: game.to_string(), options: None, seats: Some(seats) };
        let table = setup::prepare(&game, args.seed)?;
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
    plan.fuel = (!plan.plugins.is_empty()).then(|| plan.allowed().fuel);
    Ok((plan, bots, tables))
}

/// Plays what is not in the journal yet. Each game depends on its place in the plan alone,
/// so it does not matter which thread plays it, or when.
fn play_all(
    plan: &Plan,
    bots: &[Contestant],
    tables: &[Table],
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
    let bar = output::progress(fixtures.len() as u64, "games");
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
                allowed: plan.allowed(),
            };
            let played = panic::catch_unwind(AssertUnwindSafe(|| game.contest(&contest)));
            let played = played.unwrap_or_else(|payload| {
                Err(format!("the rules failed: {}", output::panic_message(&*payload)))
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
