//! Ratings of the bots, from all games of a tournament.

use super::{
    contest::{Conduct, Record},
    plan::Plan,
};

use crate::terminal;
use parlor_bots::{Rating, Results};
use serde_json::{Value, json};
use std::fmt::Write;

/// The results of a tournament. They do not depend on the order of the games.
pub(crate) struct Standings {
    /// The bots, the best first, by their places in the plan.
    pub(crate) order: Vec<usize>,
    /// All games together.
    pub(crate) all: ResultTable,
    /// Each discipline on its own.
    pub(crate) games: Vec<ResultTable>,
    pub(crate) conduct: Vec<Conduct>,
    faults: Vec<String>,
    moves: u64,
}

/// Results that are rated together.
pub(crate) struct ResultTable {
    pub(crate) results: Results,
    pub(crate) ratings: Vec<Rating>,
    /// How many games were played to their end.
    pub(crate) played: u64,
}

impl ResultTable {
    /// A bot's points and the possible maximum, against all others.
    pub(crate) fn score(&self, bot: usize) -> (f64, f64) {
        let others = (0..self.ratings.len()).filter(|&other| other != bot);
        others.map(|other| self.results.points(bot, other)).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1))
    }
}

impl Standings {
    pub(crate) fn of(plan: &Plan, records: &[Record]) -> Standings {
        let fixtures = plan.fixtures();
        let new = || ResultTable { results: Results::new(plan.bots.len()), ratings: Vec::new(), played: 0 };
        let mut all = new();
        let mut games: Vec<ResultTable> = plan.games.iter().map(|_| new()).collect();
        let mut conduct = vec![Conduct::default(); plan.bots.len()];
        let (mut faults, mut moves) = (Vec::new(), 0);
        for record in records {
            let fixture = &fixtures[record.fixture];
            if let Some(fault) = &record.fault {
                let name = &plan.games[fixture.game].game;
                faults.push(format!("game {} ({name}): {fault}", record.fixture));
                continue;
            }
            for table in [&mut all, &mut games[fixture.game]] {
                table.results.add(&fixture.lineup, &record.places);
                table.played += 1;
            }
            moves += record.moves;
            for (&bot, own) in fixture.lineup.iter().zip(&record.conduct) {
                conduct[bot].add(own);
            }
        }
        for table in games.iter_mut().chain([&mut all]) {
            table.ratings = table.results.ratings();
        }
        let mut order: Vec<usize> = (0..plan.bots.len()).collect();
        order.sort_by(|&a, &b| all.ratings[b].elo.total_cmp(&all.ratings[a].elo));
        Standings { order, all, games, conduct, faults, moves }
    }

    /// How many games could not be played to their end.
    pub(crate) fn failed(&self) -> usize {
        self.faults.len()
    }

    /// The results as one JSON object.
    pub(crate) fn json(&self, plan: &Plan, seconds: f64) -> Value {
        let row = |table: &ResultTable, bot: usize| {
            let ((points, of), rating) = (table.score(bot), table.ratings[bot]);
            json!({
                "bot": plan.bots[bot],
                "elo": rounded(rating.elo),
                "error": rounded(rating.error),
                "points": points,
                "of": of,
            })
        };
        let bots = self.order.iter().map(|&bot| {
            let own = &self.conduct[bot];
            let mut row = row(&self.all, bot);
            row["timeouts"] = own.timeouts.into();
            row["errors"] = own.errors.into();
            row["ms_per_choice"] = rounded(per_choice(own)).into();
            row["wrong"] = own.wrong.as_deref().into();
            row
        });
        let cross = |table: &ResultTable| -> Value {
            let cell = |a, b| if a == b { Value::Null } else { json!(table.results.points(a, b)) };
            let line = |&a: &usize| -> Value { self.order.iter().map(|&b| cell(a, b)).collect() };
            self.order.iter().map(line).collect()
        };
        let games = plan.games.iter().zip(&self.games).map(|(discipline, table)| {
            json!({
                "game": discipline.game,
                "seats": discipline.seats,
                "played": table.played,
                "bots": self.order.iter().map(|&bot| row(table, bot)).collect::<Value>(),
                "crosstable": cross(table),
            })
        });
        json!({
            "plan": plan,
            "played": self.all.played,
            "failed": self.faults.len(),
            "faults": self.faults.iter().take(5).collect::<Vec<_>>(),
            "moves": self.moves,
            "bots": bots.collect::<Value>(),
            "crosstable": cross(&self.all),
            "games": games.collect::<Value>(),
            "seconds": rounded(seconds),
        })
    }

    /// The results as text.
    pub(crate) fn text(&self, plan: &Plan, seconds: f64) -> String {
        let (played, seed, thought) = (self.all.played, plan.seed, plan.thought());
        let mut text = format!("{played} games, seed {seed}, {thought}\n\n");
        let heading = ["bot", "rating", "±", "points", "of", "share", "ms", "timeouts", "errors"];
        let mut rows = vec![heading.map(String::from).to_vec()];
        for &bot in &self.order {
            let (rating, (points, of)) = (self.all.ratings[bot], self.all.score(bot));
            let own = &self.conduct[bot];
            rows.push(vec![
                plan.bots[bot].clone(),
                signed(rating.elo),
                format!("{:.0}", rating.error),
                plain(points),
                plain(of),
                share(points, of),
                format!("{:.1}", per_choice(own)),
                own.timeouts.to_string(),
                own.errors.to_string(),
            ]);
        }
        text.push_str(&terminal::columns(&rows));
        for &bot in &self.order {
            if let Some(wrong) = &self.conduct[bot].wrong {
                let _ = writeln!(text, "{} first went wrong so: {wrong}", plan.bots[bot]);
            }
        }
        text.push_str("\nshare of the points, row against column\n");
        let mut rows = vec![vec![String::new()]];
        rows[0].extend(self.order.iter().map(|&bot| plan.bots[bot].clone()));
        for &a in &self.order {
            let mut row = vec![plan.bots[a].clone()];
            row.extend(self.order.iter().map(|&b| match self.all.results.points(a, b) {
                _ if a == b => "–".to_string(),
                (points, of) => share(points, of),
            }));
            rows.push(row);
        }
        text.push_str(&terminal::columns(&rows));
        text.push_str("\nratings by game\n");
        let mut rows = vec![vec!["game".to_string(), "seats".into()]];
        rows[0].extend(self.order.iter().map(|&bot| plan.bots[bot].clone()));
        for (discipline, table) in plan.games.iter().zip(&self.games) {
            let mut row = vec![discipline.game.clone(), discipline.seats.to_string()];
            let rated = |&bot: &usize| {
                let Rating { elo, error } = table.ratings[bot];
                format!("{} ± {error:.0}", signed(elo))
            };
            row.extend(self.order.iter().map(rated));
            rows.push(row);
        }
        text.push_str(&terminal::columns(&rows));
        let _ = writeln!(text, "\n{} moves, {seconds:.1} s", self.moves);
        for fault in self.faults.iter().take(5) {
            let _ = writeln!(text, "{fault}");
        }
        text
    }
}

/// The average thinking time of a choice, in milliseconds.
pub(crate) fn per_choice(conduct: &Conduct) -> f64 {
    1000.0 * conduct.seconds / conduct.choices.max(1) as f64
}

/// A share in percent.
pub(crate) fn share(points: f64, of: f64) -> String {
    if of > 0.0 { format!("{:.0} %", 100.0 * points / of) } else { "–".into() }
}

/// A rating with its sign.
pub(crate) fn signed(elo: f64) -> String {
    let whole = elo.round();
    if whole > 0.0 { format!("+{whole:.0}") } else { format!("{:.0}", whole + 0.0).replace('-', "−") }
}

/// Points: integers without a fraction, halves with one.
pub(crate) fn plain(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.1}") }
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::tournament::plan::Discipline;

    #[test]
    fn standings_do_not_depend_on_the_order_of_the_games() {
        let games =
            vec![Discipline { game: "x".into(), seats: 2 }, Discipline { game: "y".into(), seats: 3 }];
        let bots = ["a", "b", "c"].map(String::from).to_vec();
        let plan = Plan { bots, games, rounds: 2, seed: 1, ..Plan::default() };
        // The bot with the lower number always wins; one game fails.
        let fixtures = plan.fixtures();
        let mut records: Vec<Record> = (fixtures.iter().enumerate())
            .map(|(fixture, match_up)| Record {
                fixture,
                places: match_up.lineup.iter().map(|bot| *bot as u8 + 1).collect(),
                moves: 3,
                conduct: vec![Conduct { choices: 1, ..Conduct::default() }; match_up.lineup.len()],
                fault: None,
            })
            .collect();
        records[4] = Record::new(4, Err("it broke".into()));
        let standings = Standings::of(&plan, &records);
        assert_eq!((standings.order.as_slice(), standings.failed()), ([0, 1, 2].as_slice(), 1));
        assert_eq!(standings.all.score(0).0, standings.all.score(0).1, "it won everything");
        let json = standings.json(&plan, 1.0);
        assert_eq!(json["bots"][0]["bot"], "a");
        assert_eq!(json["crosstable"][0][0], Value::Null);
        assert_eq!(json["faults"][0], "game 4 (x): it broke");
        assert_eq!(json["games"][1]["seats"], 3);
        records.reverse();
        assert_eq!(Standings::of(&plan, &records).json(&plan, 1.0), json);
        let text = standings.text(&plan, 1.0);
        assert!(text.contains("100 %") && text.contains("it broke"), "{text}");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!([12.4, -3.6, 0.2, -0.2].map(signed), ["+12", "−4", "0", "0"]);
        assert_eq!([plain(3.0), plain(3.5), share(1.0, 3.0), share(0.0, 0.0)], ["3", "3.5", "33 %", "–"]);
    }
}
