//! `parlor sim`: bots play against each other.

use crate::{
    args::SimArgs,
    entry::Entry,
    mistake::Mistake,
    output,
    player::{Allowed, Contestant, Player},
    playing::{Playing, mix},
    setup::{self, Setup},
    tally::Tally,
};
use parlor_bots::Imagined;
use parlor_kit::{Luck, Outcome, Rules, Seat};
use std::{
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

/// What is played.
pub(crate) struct Plan {
    pub(crate) setup: Setup,
    pub(crate) bots: Vec<Contestant>,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    /// What every choice may use.
    pub(crate) allowed: Allowed,
    /// How many games are played at the same time; the results do not depend on it.
    pub(crate) threads: usize,
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

/// How much longer than its time a choice may take.
const PATIENCE_MS: u64 = 10_000;

pub(crate) fn run(args: &SimArgs) -> anyhow::Result<ExitCode> {
    let (game, setup) = setup::prepare(&args.game, args.seed)?;
    let bots = bots(&*game, args, setup.seats)?;
    let allowed = Allowed::new(args.nodes, args.think, args.fuel, PATIENCE_MS);
    let threads =
        args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)).max(1);
    let plan = Plan { setup, bots, games: args.games, seed: args.seed, allowed, threads };

    let start = Instant::now();
    let bar = output::progress(plan.games, "games");
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

fn bots(game: &dyn Entry, args: &SimArgs, seats: usize) -> Result<Vec<Contestant>, Mistake> {
    let own = game.bundle().manifest.bots.default.to_string();
    let default = if seats > 1 { vec![own, "random".into()] } else { vec![own] };
    let names = if args.bots.is_empty() { &default } else { &args.bots };
    if names.len() > seats {
        return Err(Mistake::new(format!("{} bots cannot sit on {seats} seats", names.len())));
    }
    let find = |name: &String| {
        let bot = Contestant::find(name)?;
        bot.can_play(game.id()).map(|()| bot)
    };
    names.iter().map(find).collect()
}

/// Plays every game of the plan. Each depends on its number alone, so it does not matter which thread plays it.
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
    thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.threads).map(|_| scope.spawn(work)).collect();
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

/// A player with its name and luck of its own.
type Seated<'a, R> = (&'a Contestant, Box<dyn Player<R>>, Luck);

fn play<R: Rules>(rules: &Arc<R>, plan: &Plan, game: u64) -> Result<Played, String> {
    let seats = plan.setup.seats;
    let mut players = Seat::all(seats)
        .map(|seat| {
            let bot = &plan.bots[plan.bot_on(seat, game)];
            let luck = Luck::fast(mix(mix(plan.seed, game), 1 + seat.index() as u64));
            Ok((bot, bot.sit_down::<R>()?, luck))
        })
        .collect::<Result<Vec<Seated<'_, R>>, String>>()?;
    let played = Playing::play_out(rules, &plan.setup, plan.seed_of(game), |playing, seat| {
        let (name, player, luck) = &mut players[seat.index()];
        let view = Imagined::of(rules, &playing.state, seats, seat, luck);
        let action = player.choose(&view, &plan.allowed, luck);
        let action = action.map_err(|failing| format!("{name}: {}", failing.reason()))?;
        let done = playing.act(seat, &action);
        done.map(drop).map_err(|refusal| format!("{name} chose {action:?}, refused: {refusal}"))
    });
    played.map(|(outcome, moves)| Played { outcome, moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::{Bundle, Game, Gesture, Manifest, Native, Refusal, Scene, StepContext, Turn, Viewer};
    use serde::{Deserialize, Serialize};
    use serde_json::{Value, json};

    /// Whoever reaches ten first wins; a game can also be told to go wrong.
    #[derive(Clone, Serialize, Deserialize)]
    struct Race {
        at: [u8; 2],
        next: Seat,
        wrong: String,
    }

    #[derive(Clone, Default, Serialize, Deserialize, schemars::JsonSchema)]
    struct Options {
        wrong: String,
    }

    impl Game for Race {
        type Options = Options;
        type Action = u8;

        fn new(options: &Options, _: usize, luck: &mut Luck) -> Result<Race, Refusal> {
            let next = Seat::new(luck.below(2) as usize);
            Ok(Race { at: [0; 2], next, wrong: options.wrong.clone() })
        }
        fn turn(&self) -> Turn {
            match self.at.iter().position(|&at| at >= 10) {
                Some(winner) => Turn::Over(Outcome::winner(2, Seat::new(winner), "race-won")),
                None => Turn::Act(self.next.into()),
            }
        }
        fn actions(&self, seat: Seat, out: &mut Vec<u8>) {
            if seat == self.next && self.wrong != "nothing" {
                out.extend(1..=3);
            }
        }
        fn act(&mut self, seat: Seat, steps: &u8, _: &mut StepContext) -> Result<(), Refusal> {
            match self.wrong.as_str() {
                "panic" => panic!("the track is gone"),
                "refuse" => return Err(Refusal::new("race-refused")),
                "endless" => {}
                _ => self.at[seat.index()] += steps,
            }
            self.next = seat.other();
            Ok(())
        }
        fn scene(&self, _: Viewer, _: &mut Scene) {}
        fn gesture(&self, _: Seat, steps: &u8) -> Gesture {
            Gesture::amount(*steps)
        }
        fn estimate(&self, seat: Seat) -> f32 {
            (f32::from(self.at[seat.index()]) - f32::from(self.at[seat.other().index()])) / 10.0
        }
    }

    fn play(wrong: &str, threads: usize) -> (Tally, Value) {
        let manifest = "schema = 1\nid = 'race'\nversion = '1'\nhidden = false\nbound = 50\n\
                        seats = { min = 2, max = 2 }\n";
        let rules = Arc::new(Native::<Race>::new(Bundle::new(Manifest::parse(manifest).unwrap())));
        let setup = Setup { chosen: Value::Null, options: json!({ "wrong": wrong }), seats: 2 };
        let bots = ["greedy", "random"].map(Contestant::BuiltIn).to_vec();
        let allowed = Allowed::new(50, None, None, PATIENCE_MS);
        let plan = Plan { setup, bots, games: 40, seed: 7, allowed, threads };
        let tally = play_all(&rules, &plan, &|| {});
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
