//! A second implementation of the rules, slow and driven by tables, that follows random games move by move.
//!
//! It shares no code with the rules: it reads the options, the actions and the scenes as JSON, as a program
//! over the network would, and predicts each of them.

#![cfg(feature = "module")]

use parlor_kit::{Luck, Retirement, Rules, Scene, Seat, StepContext, Turn, Viewer};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A game as the tables know it. Fields are named as in JSON, such as `"3,4"`.
struct Oracle {
    /// The sign of each field of the board.
    board: BTreeMap<String, char>,
    /// The neighbours of each field.
    near: BTreeMap<String, Vec<String>>,
    /// For each worm its owner and its fields, head first.
    worms: Vec<(usize, Vec<String>)>,
    seats: usize,
    round: u64,
    rounds: u64,
    mover: usize,
    out_of_time: BTreeSet<usize>,
    resigned: BTreeSet<usize>,
}

impl Oracle {
    fn new(options: &Value, seats: usize) -> Oracle {
        let rows = options["board"]["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap());
        let mut board = BTreeMap::new();
        // The centres of the fields: a row is one high, a field two wide, and odd rows lie one to the right.
        let mut centres: Vec<(String, i64, i64)> = Vec::new();
        for (y, row) in rows.enumerate() {
            for (x, sign) in row.chars().enumerate().filter(|(_, sign)| *sign != ' ') {
                board.insert(format!("{x},{y}"), sign);
                centres.push((format!("{x},{y}"), 2 * x as i64 + y as i64 % 2, y as i64));
            }
        }
        let touch = |(_, x, y): &(String, i64, i64), (_, x2, y2): &(String, i64, i64)| {
            [(2, 0), (1, 1)].contains(&((x - x2).abs(), (y - y2).abs()))
        };
        let around = |field: &(String, i64, i64)| {
            let near = centres.iter().filter(|other| touch(field, other)).map(|other| other.0.clone());
            (field.0.clone(), near.collect())
        };
        let mut worms = Vec::new();
        for (owner, team) in options["board"]["lineups"][seats - 1].as_array().unwrap().iter().enumerate() {
            for worm in team.as_array().unwrap() {
                let fields = worm.as_array().unwrap().iter().map(|field| field.as_str().unwrap().to_string());
                worms.push((owner, fields.collect()));
            }
        }
        Oracle {
            near: centres.iter().map(around).collect(),
            board,
            worms,
            seats,
            round: 1,
            rounds: options["rounds"].as_u64().unwrap(),
            mover: 0,
            out_of_time: BTreeSet::new(),
            resigned: BTreeSet::new(),
        }
    }

    fn left(&self, seat: usize) -> usize {
        self.worms.iter().filter(|(owner, fields)| *owner == seat && !fields.is_empty()).count()
    }

    fn is_out(&self, seat: usize) -> bool {
        self.out_of_time.contains(&seat) || self.resigned.contains(&seat)
    }

    /// The places of all players, once the game is over.
    fn places(&self) -> Option<Vec<u8>> {
        let all = 0..self.seats;
        let home = all.clone().any(|seat| self.left(seat) == 0);
        let nobody_moves = all.clone().all(|seat| self.is_out(seat));
        let certain = self.seats > 1 && self.seats - self.resigned.len() == 1;
        if !(home || nobody_moves || certain || self.round > self.rounds) {
            return None;
        }
        let rank = |seat: usize| (self.resigned.contains(&seat), self.left(seat));
        let place = |seat| 1 + all.clone().filter(|&other| rank(other) < rank(seat)).count() as u8;
        Some(all.clone().map(place).collect())
    }

    fn covered(&self, field: &String) -> bool {
        self.worms.iter().any(|(_, fields)| fields.contains(field))
    }

    /// The legal actions of a seat, as JSON.
    fn legal(&self, seat: usize) -> BTreeSet<String> {
        if self.places().is_some() || seat != self.mover {
            return BTreeSet::new();
        }
        let mut legal = BTreeSet::from([json!("pass").to_string()]);
        for (number, (owner, fields)) in self.worms.iter().enumerate() {
            let Some(head) = fields.first().filter(|_| *owner == seat) else { continue };
            for to in &self.near[head] {
                if self.board[to] == 'O' || (self.board[to] == '.' && !self.covered(to)) {
                    legal.insert(json!({ "crawl": { "worm": number, "to": to } }).to_string());
                }
            }
        }
        legal
    }

    fn play(&mut self, action: &Value) {
        if let Some(crawl) = action.get("crawl") {
            let (_, fields) = &mut self.worms[crawl["worm"].as_u64().unwrap() as usize];
            let to = crawl["to"].as_str().unwrap().to_string();
            if self.board[&to] == 'O' {
                fields.clear();
            } else {
                fields.insert(0, to);
                fields.pop();
            }
        }
        self.pass_on();
    }

    /// The turn goes to the next player who still moves, unless the game is over.
    fn pass_on(&mut self) {
        while self.places().is_none() {
            self.mover = (self.mover + 1) % self.seats;
            self.round += u64::from(self.mover == 0);
            if !self.is_out(self.mover) {
                return;
            }
        }
    }

    fn retire(&mut self, seat: usize, resigns: bool) {
        if resigns {
            self.resigned.insert(seat)
        } else {
            self.out_of_time.insert(seat)
        };
        if seat == self.mover {
            self.pass_on();
        }
    }

    /// Compares a scene with what the tables say.
    fn compare(&self, scene: &Value) {
        let look = |sign| match sign {
            '.' => "field",
            'O' => "hole",
            _ => "obstacle",
        };
        let cells: BTreeMap<&str, &str> =
            self.board.iter().map(|(field, &sign)| (field.as_str(), look(sign))).collect();
        assert_eq!(scene["areas"]["board"]["cells"], json!(cells));
        let lying = self.worms.iter().enumerate().filter(|(_, (_, fields))| !fields.is_empty());
        let lying: BTreeMap<String, Value> = lying
            .map(|(number, (owner, fields))| (format!("worm-{number}"), json!([owner, fields])))
            .collect();
        let pieces = scene.get("pieces").and_then(Value::as_object);
        let drawn: BTreeMap<String, Value> = pieces
            .into_iter()
            .flatten()
            .map(|(id, piece)| (id.clone(), json!([piece["owner"], piece["at"]])))
            .collect();
        assert_eq!(drawn, lying);
        for seat in 0..self.seats {
            let panel = &scene["seats"][seat.to_string()];
            assert_eq!(panel["badges"]["left"]["value"], self.left(seat));
            let tags = panel.get("tags").and_then(Value::as_array);
            assert_eq!(tags.is_some_and(|tags| tags.contains(&json!("out"))), self.is_out(seat));
        }
        let round = self.round.min(self.rounds);
        let banner = match self.places() {
            None => json!(["@worms-banner-turn", {
                "round": round, "rounds": self.rounds, "who": { "seat": self.mover }
            }]),
            Some(_) => json!(["@worms-banner-over", { "round": round }]),
        };
        assert_eq!(scene["banner"], banner);
    }
}

/// A small crowded board, so that worms meet, and a line-up of random worms for every number of players.
fn random_options(luck: &mut Luck) -> Value {
    loop {
        let (width, height) = (luck.between(5, 9), luck.between(5, 9));
        let mut rows: Vec<Vec<char>> = (0..height)
            .map(|_| {
                (0..width).map(|_| *luck.choose(&['.', '.', '.', '.', '.', '#', ' ']).unwrap()).collect()
            })
            .collect();
        rows[luck.below(height as u64) as usize][luck.below(width as u64) as usize] = 'O';
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let empty = json!({ "board": { "rows": rows, "lineups": [[]] }, "rounds": 1 });
        let fields = Oracle::new(&empty, 1);
        if let Some(lineups) =
            (1..=5).map(|players| line_up(&fields, players, luck)).collect::<Option<Vec<_>>>()
        {
            let board = json!({ "rows": rows, "lineups": lineups });
            return json!({ "board": board, "rounds": luck.between(1, 40) });
        }
    }
}

/// The worms of so many players; `None` if they do not fit.
fn line_up(fields: &Oracle, players: usize, luck: &mut Luck) -> Option<Value> {
    let mut free: BTreeSet<&String> =
        fields.board.iter().filter(|(_, sign)| **sign == '.').map(|(field, _)| field).collect();
    let mut teams = Vec::new();
    for _ in 0..players {
        let mut team = Vec::new();
        for _ in 0..luck.between(1, 3) {
            let places: Vec<&String> = free.iter().copied().collect();
            let mut worm = vec![*luck.choose(&places)?];
            free.remove(worm[0]);
            for _ in 1..luck.between(1, 4) {
                let next = &fields.near[worm[worm.len() - 1]];
                let next: Vec<&String> = next.iter().filter(|field| free.contains(field)).collect();
                let Some(&part) = luck.choose(&next) else { break };
                free.remove(part);
                worm.push(part);
            }
            team.push(worm);
        }
        teams.push(team);
    }
    Some(json!(teams))
}

/// What a random player does: mostly it crawls, and it often takes a way into the hole.
fn random_action(oracle: &Oracle, luck: &mut Luck) -> Value {
    let legal: Vec<Value> =
        oracle.legal(oracle.mover).iter().map(|action| serde_json::from_str(action).unwrap()).collect();
    let crawls: Vec<Value> = legal.iter().filter(|action| action.is_object()).cloned().collect();
    let home = |action: &&Value| oracle.board[action["crawl"]["to"].as_str().unwrap()] == 'O';
    let homes: Vec<Value> = crawls.iter().filter(home).cloned().collect();
    let wish = [&homes, &crawls, &crawls, &legal][luck.below(4) as usize];
    luck.choose(wish).or(luck.choose(&legal)).cloned().unwrap()
}

/// Plays one random game and compares every step with the tables; how it ended and how many steps it took.
fn follow(seed: u64) -> (String, usize) {
    let rules = worms::rules();
    let mut luck = Luck::fast(seed);
    let options = random_options(&mut luck);
    let seats = 1 + seed as usize % 5;
    let mut game = rules.setup(&options, seats, &mut luck).unwrap();
    let mut oracle = Oracle::new(&options, seats);
    let mut step = StepContext::silent(Luck::forced([]));
    for steps in 0.. {
        let mut scene = Scene::new();
        rules.scene(&game, Viewer::Public, &mut scene);
        oracle.compare(&serde_json::to_value(&scene).unwrap());
        for seat in 0..seats {
            let offered: Vec<Value> =
                serde_json::from_str(&rules.write_actions(&game, Seat::new(seat))).unwrap();
            let offered: BTreeSet<String> = offered.iter().map(Value::to_string).collect();
            assert_eq!(offered, oracle.legal(seat), "seed {seed}, step {steps}, seat {seat}");
        }
        // A crawl of any worm to any field near any head, by any seat: refused exactly if it is not legal.
        let seat = luck.below(seats as u64) as usize;
        let heads: Vec<&String> = oracle.worms.iter().filter_map(|(_, fields)| fields.first()).collect();
        if let Some(to) = luck.choose(&heads).and_then(|head| luck.choose(&oracle.near[*head])) {
            let worm = luck.below(1 + oracle.worms.len() as u64);
            let tried = json!({ "crawl": { "worm": worm, "to": to } });
            let mut copy = game.clone();
            let done = rules.act(&mut copy, Seat::new(seat), &rules.read_action(&tried).unwrap(), &mut step);
            let legal = oracle.legal(seat).contains(&tried.to_string());
            assert_eq!(done.is_ok(), legal, "seed {seed}, step {steps}: {tried} by {seat}");
            assert!(done.is_ok() || copy == game, "a refusal changes nothing");
        }

        match rules.turn(&game) {
            Turn::Over(outcome) => {
                assert_eq!(Some(outcome.places.to_vec()), oracle.places(), "seed {seed}, step {steps}");
                return (outcome.reason.to_string(), steps);
            }
            turn => {
                assert_eq!(oracle.places(), None, "seed {seed}, step {steps}: {turn:?}");
                assert_eq!(turn, Turn::Act(Seat::new(oracle.mover).into()), "seed {seed}, step {steps}");
            }
        }
        let (seat, resigns) = (luck.below(seats as u64) as usize, luck.chance(0.5));
        let may = if resigns { !oracle.resigned.contains(&seat) } else { !oracle.is_out(seat) };
        if may && luck.below(50) == 0 {
            let why = if resigns { Retirement::Resigned } else { Retirement::OutOfTime };
            assert!(rules.retire(&mut game, Seat::new(seat), why, &mut step));
            oracle.retire(seat, resigns);
        } else {
            let action = random_action(&oracle, &mut luck);
            let done = rules.read_action(&action).unwrap();
            rules.act(&mut game, Seat::new(oracle.mover), &done, &mut step).unwrap();
            oracle.play(&action);
        }
    }
    unreachable!("every game ends")
}

// WO-1 to WO-6, WO-14
#[test]
fn a_thousand_random_games_agree_with_a_second_implementation() {
    let (reasons, steps): (BTreeSet<String>, Vec<usize>) = (0..1_000).map(follow).unzip();
    let ends = ["gone", "home", "rounds", "time"].map(|end| format!("worms-outcome-{end}"));
    assert_eq!(reasons, BTreeSet::from(ends), "games of every kind of end are among them");
    let steps: usize = steps.iter().sum();
    assert!(steps > 20_000, "only {steps} steps were compared");
}
