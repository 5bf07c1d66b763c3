//! `parlor sim`: bots play against each other.

use crate::{
    args::SimArgs,
    entry::Entry,
    mistake::Mistake,
    output,
    playing::{Playing, mix},
    setup::{self, Setup},
    tally::Tally,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use parlor_bots::{Bot, Budget, Imagined, kind, kinds, make};
use parlor_kit::{Luck, Outcome, Rules, Seat, Turn};
use std::{
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// What is played.
pub(crate) struct Plan {
    pub(crate) setup: Setup,
    pub(crate) bots: Vec<&'static str>,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    pub(crate) budget: Budget,
}

impl Plan {
    /// Which of the bots sits on a seat in a game: they move on by one seat from game to game.
    pub(crate) fn bot_on(&self, seat: Seat, game: u64) -> usize {
        let bots = self.bots.len() as u64;
        ((seat.index() as u64 + game) % bots) as usize
    }

    /// What the luck of a game comes from: all seatings of a round have the same.
    fn seed_of(&self, game: u64) -> u64 {
        mix(self.seed, game / self.bots.len() as u64)
    }
}

pub(crate) fn run(args: &SimArgs) -> anyhow::Result<ExitCode> {
    let (game, setup) = setup::prepare(&args.game)?;
    let bots = bots(&*game, args, setup.seats)?;
    let budget = match args.think {
        Some(ms) => Budget::time(Duration::from_millis(ms)),
        None => Budget::nodes(args.nodes),
    };
    let plan = Plan { setup, bots, games: args.games, seed: args.seed, budget };

    let start = Instant::now();
    let bar = ProgressBar::with_draw_target(Some(plan.games), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    let tally = game.sim(&plan, &|| bar.inc(1));
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();

    let text = if args.json {
        format!("{:#}\n", tally.json(game.id(), &plan, seconds))
    } else {
        tally.text(game.id(), &plan, seconds)
    };
    output::print(&text)?;
    Ok(if tally.errors() == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn bots(game: &dyn Entry, args: &SimArgs, seats: usize) -> Result<Vec<&'static str>, Mistake> {
    let own = game.bundle().manifest.bots.default.to_string();
    let default = if seats > 1 { vec![own, "random".into()] } else { vec![own] };
    let names = if args.bots.is_empty() { &default } else { &args.bots };
    if names.len() > seats {
        return Err(Mistake::new(format!("{} bots cannot sit on {seats} seats", names.len())));
    }
    let find = |name: &String| {
        let unknown = |_| Mistake::unknown("bot", name, kinds().iter().map(|kind| kind.name));
        kind(name.trim()).map(|kind| kind.name).map_err(unknown)
    };
    names.iter().map(find).collect()
}

/// Plays every game of the plan on all cores. Each game depends on its number alone, so the cores do not matter.
pub(crate) fn play_all<R: Rules>(rules: &Arc<R>, plan: &Plan, progress: &(dyn Fn() + Sync)) -> Tally {
    let next = AtomicU64::new(0);
    let work = || {
        let mut tally = Tally::new(plan);
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= plan.games {
                return tally;
            }
            let played = panic::catch_unwind(AssertUnwindSafe(|| play(rules, plan, game)));
            let played = played.unwrap_or_else(|payload| {
                Err(format!("the rules failed: {}", output::panic_message(&*payload)))
            });
            tally.count(plan, game, played);
            progress();
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let tallies =
            threads.into_iter().map(|thread| thread.join().expect("panics are caught in each game"));
        tallies.reduce(Tally::join).unwrap_or_else(|| Tally::new(plan))
    })
}

/// How a game went.
pub(crate) struct Played {
    pub(crate) outcome: Outcome,
    /// How many actions seats took.
    pub(crate) moves: u64,
}

struct Player<R: Rules> {
    name: &'static str,
    bot: Box<dyn Bot<R>>,
    luck: Luck,
}

fn play<R: Rules>(rules: &Arc<R>, plan: &Plan, game: u64) -> Result<Played, String> {
    let seats = plan.setup.seats;
    let mut players = Seat::all(seats)
        .map(|seat| {
            let name = plan.bots[plan.bot_on(seat, game)];
            let luck = Luck::fast(mix(mix(plan.seed, game), 1 + seat.index() as u64));
            Ok(Player { name, bot: make::<R>(name).map_err(|error| error.to_string())?, luck })
        })
        .collect::<Result<Vec<_>, String>>()?;
    let playing = Playing::begin(rules, &plan.setup, plan.seed_of(game));
    let mut playing = playing.map_err(|refusal| format!("the set-up was refused: {refusal}"))?.silent();
    let bound = u64::from(rules.bundle().manifest.bound);
    let mut moves = 0;
    while playing.step <= bound {
        match playing.turn() {
            Turn::Over(outcome) => {
                outcome.check(seats)?;
                return Ok(Played { outcome, moves });
            }
            Turn::Table => drop(playing.proceed()),
            Turn::Act(able) => {
                let seat = able.iter().find(|&seat| !playing.actions(seat).is_empty());
                let seat = seat.ok_or("somebody is to act and has no action")?;
                let player =
                    players.get_mut(seat.index()).ok_or_else(|| format!("seat {seat} does not exist"))?;
                let view = Imagined::of(rules, &playing.state, seats, seat, &mut player.luck);
                let action = player.bot.choose(&view, &plan.budget, &mut player.luck);
                let action = action.ok_or_else(|| format!("{} chose nothing", player.name))?;
                playing
                    .act(seat, &action)
                    .map_err(|refusal| format!("{} chose {action:?}, refused: {refusal}", player.name))?;
                moves += 1;
            }
        }
    }
    Err(format!("not over after {bound} steps, the bound of the manifest"))
}
