//! Win counts of a simulation.

use super::{Plan, Played};
use crate::terminal;
use parlor_bots::interval;
use parlor_kit::Seat;
use serde_json::{Value, json};
use std::{collections::BTreeMap, fmt::Write};

/// The results of a simulation. Tallies can be merged in any order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tally {
    /// For each bot: its wins on each seat, and how often it sat there.
    seats: Vec<Vec<Share>>,
    /// The points of each bot, in fractions of a game: a shared first place splits the game.
    parts: Vec<u64>,
    draws: u64,
    errors: u64,
    /// The first few errors, by game.
    faults: BTreeMap<u64, String>,
    moves: u64,
    shortest: u64,
    longest: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Share {
    wins: u64,
    games: u64,
}

impl Tally {
    /// Maximum number of errors that are printed.
    const MAX_FAULTS_TOLD: usize = 5;
    /// Units per game: divisible by up to eight seats, and integers add up in any order.
    const PARTS: u64 = 840;

    /// An empty tally.
    pub(crate) fn new(plan: &Plan) -> Tally {
        Tally {
            seats: vec![vec![Share::default(); plan.setup.seats]; plan.bots.len()],
            parts: vec![0; plan.bots.len()],
            draws: 0,
            errors: 0,
            faults: BTreeMap::new(),
            moves: 0,
            shortest: u64::MAX,
            longest: 0,
        }
    }

    /// Counts a game. A bot wins if all seats on the first place are its own; otherwise no bot does.
    pub(crate) fn count(&mut self, plan: &Plan, game: u64, played: Result<Played, String>) {
        let Played { outcome, moves } = match played {
            Ok(played) => played,
            Err(fault) => {
                self.errors += 1;
                self.faults.insert(game, fault);
                self.forget_later_faults();
                return;
            }
        };
        for seat in Seat::all(plan.setup.seats) {
            self.seats[plan.bot_on(seat, game)][seat.index()].games += 1;
        }
        let first: Vec<Seat> = outcome.winners().iter().collect();
        for &seat in &first {
            self.parts[plan.bot_on(seat, game)] += Tally::PARTS / first.len() as u64;
        }
        let bot = plan.bot_on(first[0], game);
        let all_seats = first.len() == plan.setup.seats && first.len() > 1;
        if first.iter().all(|&seat| plan.bot_on(seat, game) == bot) && !all_seats {
            self.seats[bot][first[0].index()].wins += 1;
        } else {
            self.draws += 1;
        }
        self.moves += moves;
        self.shortest = self.shortest.min(moves);
        self.longest = self.longest.max(moves);
    }

    /// Merges two tallies.
    pub(crate) fn join(mut self, other: Tally) -> Tally {
        for (own, theirs) in self.seats.iter_mut().flatten().zip(other.seats.into_iter().flatten()) {
            own.wins += theirs.wins;
            own.games += theirs.games;
        }
        self.parts.iter_mut().zip(other.parts).for_each(|(own, theirs)| *own += theirs);
        self.draws += other.draws;
        self.errors += other.errors;
        self.faults.extend(other.faults);
        self.forget_later_faults();
        self.moves += other.moves;
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        self
    }

    /// How many games went wrong.
    pub(crate) fn errors(&self) -> u64 {
        self.errors
    }

    fn forget_later_faults(&mut self) {
        while self.faults.len() > Tally::MAX_FAULTS_TOLD {
            self.faults.pop_last();
        }
    }

    fn wins(&self, bot: usize) -> u64 {
        self.seats[bot].iter().map(|share| share.wins).sum()
    }

    /// A bot's points: games won, with its share of split ones.
    fn points(&self, bot: usize) -> f64 {
        self.parts[bot] as f64 / Tally::PARTS as f64
    }

    /// The 95 % confidence interval of the bot's share of points.
    fn interval(&self, bot: usize, plan: &Plan) -> (f64, f64) {
        interval(self.points(bot), plan.games - self.errors)
    }

    fn mean_moves(&self, plan: &Plan) -> f64 {
        self.moves as f64 / (plan.games - self.errors).max(1) as f64
    }

    /// The results as one JSON object.
    pub(crate) fn json(&self, game: &str, plan: &Plan, seconds: f64) -> Value {
        let by_seat = |pick: fn(&Share) -> u64| -> Value {
            self.seats.iter().map(|shares| shares.iter().map(pick).collect::<Vec<_>>()).collect()
        };
        json!({
            "game": game,
            "options": plan.setup.chosen,
            "seats": plan.setup.seats,
            "bots": plan.bots.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "games": plan.games,
            "seed": plan.seed,
            "nodes": plan.limits.budget.nodes,
            "think_ms": plan.limits.budget.time.map(|time| time.as_millis() as u64),
            "wins": (0..plan.bots.len()).map(|bot| self.wins(bot)).collect::<Vec<_>>(),
            "draws": self.draws,
            "points": (0..plan.bots.len()).map(|bot| rounded(self.points(bot))).collect::<Vec<_>>(),
            "intervals": (0..plan.bots.len())
                .map(|bot| <[f64; 2]>::from(self.interval(bot, plan)).map(rounded))
                .collect::<Vec<_>>(),
            "errors": self.errors,
            "faults": self.faults.iter().map(|(game, fault)| format!("game {game}: {fault}")).collect::<Vec<_>>(),
            "wins_by_seat": by_seat(|share| share.wins),
            "games_by_seat": by_seat(|share| share.games),
            "moves": {
                "mean": rounded(self.mean_moves(plan)),
                "min": if self.longest == 0 { 0 } else { self.shortest },
                "max": self.longest,
            },
            "seconds": rounded(seconds),
        })
    }

    /// The results as text.
    pub(crate) fn text(&self, game: &str, plan: &Plan, seconds: f64) -> String {
        let thought = match (plan.limits.budget.time, plan.limits.budget.nodes) {
            (Some(time), _) => format!("{} ms a choice", time.as_millis()),
            (_, Some(nodes)) => format!("{nodes} nodes a choice"),
            _ => String::new(),
        };
        let (games, seed, seats) = (plan.games, plan.seed, plan.setup.seats);
        let mut text = format!("{game}: {games} games, {seats} seats, seed {seed}, {thought}\n\n");
        let mut heading =
            vec!["bot".to_string(), "wins".into(), "share".into(), "points".into(), "95 %".into()];
        heading.extend((0..seats).map(|seat| format!("on seat {seat}")));
        let mut rows = vec![heading];
        let share = |part: u64, whole: u64| format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64);
        for (bot, name) in plan.bots.iter().enumerate() {
            let wins = self.wins(bot);
            let (low, high) = self.interval(bot, plan);
            let percent = |share: f64| format!("{:.0}", 100.0 * share);
            let mut row = vec![name.to_string(), wins.to_string(), share(wins, games)];
            row.push(format!("{} %", percent(self.points(bot) / (games - self.errors).max(1) as f64)));
            row.push(format!("{} – {}", percent(low), percent(high)));
            row.extend(self.seats[bot].iter().map(|on| share(on.wins, on.games)));
            rows.push(row);
        }
        rows.push(vec!["(draw)".into(), self.draws.to_string(), share(self.draws, games)]);
        if self.errors > 0 {
            rows.push(vec!["(error)".into(), self.errors.to_string(), share(self.errors, games)]);
        }
        text.push_str(&terminal::columns(&rows));
        let (mean, shortest) = (self.mean_moves(plan), if self.longest == 0 { 0 } else { self.shortest });
        let pace = games as f64 / seconds.max(1e-9);
        let _ = writeln!(
            text,
            "\n{mean:.1} moves a game ({shortest} to {}); {seconds:.2} s, {pace:.1} games a second",
            self.longest
        );
        for (game, fault) in &self.faults {
            let _ = writeln!(text, "game {game}: {fault}");
        }
        text
    }
}

/// Rounds to three decimal places.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        player::{ChoiceLimits, Contestant},
        table_setup::Setup,
    };
    use parlor_kit::Outcome;

    fn plan(bots: &[&'static str], seats: usize, games: u64) -> Plan {
        let setup = Setup { chosen: Value::Null, options: Value::Null, seats };
        let bots = bots.iter().copied().map(Contestant::BuiltIn).collect();
        Plan { setup, bots, games, seed: 0, limits: ChoiceLimits::new(1, None, None, 1), threads: 1 }
    }

    fn won(seats: usize, seat: usize) -> Result<Played, String> {
        Ok(Played { outcome: Outcome::winner(seats, Seat::new(seat), "x"), moves: 3 })
    }

    #[test]
    fn a_win_counts_for_the_bot_on_the_seat_and_bots_change_seats() {
        let plan = plan(&["a", "b"], 2, 4);
        let mut tally = Tally::new(&plan);
        for game in 0..4 {
            tally.count(&plan, game, won(2, 0));
        }
        assert_eq!((tally.wins(0), tally.wins(1)), (2, 2), "seat 0 is the stronger one for both");
        assert_eq!(tally.seats[0], [Share { wins: 2, games: 2 }, Share { wins: 0, games: 2 }]);
    }

    #[test]
    fn shared_first_places_are_draws_unless_one_bot_has_them_all() {
        let plan = plan(&["a", "b"], 4, 3);
        let mut tally = Tally::new(&plan);
        let shared = |scores: [i32; 4]| Ok(Played { outcome: Outcome::by_score(scores, "x"), moves: 9 });
        tally.count(&plan, 0, shared([5, 1, 5, 1]));
        tally.count(&plan, 0, shared([5, 5, 1, 1]));
        tally.count(&plan, 0, shared([1, 1, 1, 1]));
        assert_eq!((tally.wins(0), tally.wins(1), tally.draws), (1, 0, 2));
        assert_eq!((tally.points(0), tally.points(1)), (2.0, 1.0));
    }

    #[test]
    fn parts_join_to_the_whole_in_any_order() {
        let plan = plan(&["a", "b"], 2, 20);
        let played = |game: u64| {
            if game.is_multiple_of(3) { Err(format!("fault {game}")) } else { won(2, (game % 2) as usize) }
        };
        let mut parts = [Tally::new(&plan), Tally::new(&plan)];
        let mut whole = Tally::new(&plan);
        for game in 0..20 {
            parts[(game % 7 > 2) as usize].count(&plan, game, played(game));
            whole.count(&plan, game, played(game));
        }
        let [one, two] = parts;
        assert_eq!(two.clone().join(one.clone()), whole);
        assert_eq!(one.join(two), whole);
        assert_eq!(whole.faults.keys().copied().collect::<Vec<_>>(), [0, 3, 6, 9, 12]);
        let json = whole.json("x", &plan, 1.0);
        let wins: u64 = json["wins"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
        assert_eq!(wins + json["draws"].as_u64().unwrap() + json["errors"].as_u64().unwrap(), 20);
    }
}
