//! A second implementation of the rules, slow and table driven, that follows random games move by move.
//!
//! It shares no code with the rules: it reads the options, the actions and the scenes as JSON, as a program
//! over the network would, and predicts each of them.

#![cfg(feature = "module")]

use parlor_kit::{Luck, Retirement, Rules, Scene, Seat, StepContext, Turn, Viewer};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The four directions of a move: its word, columns and rows.
const WAYS: [(&str, i64, i64); 4] = [("up", 0, -1), ("down", 0, 1), ("left", -1, 0), ("right", 1, 0)];

/// A game as the tables know it. Tiles have numbers, row by row; each holds `.`, `#`, `1` or `2`.
struct Oracle {
    /// For each tile and each of [`WAYS`], the tiles from the next one to the edge.
    rays: Vec<Vec<Vec<usize>>>,
    tiles: Vec<char>,
    width: usize,
    snails: [usize; 2],
    without_capture: [u64; 2],
    patience: u64,
    turn: u64,
    mover: usize,
    resigned: Option<usize>,
}

impl Oracle {
    fn new(options: &Value, mover: usize) -> Oracle {
        let (width, height) = (number(&options["map"]["size"]["x"]), number(&options["map"]["size"]["y"]));
        let ray = |tile: i64, dx: i64, dy: i64| {
            let steps = (1..width.max(height)).map(|n| (tile % width + n * dx, tile / width + n * dy));
            let inside = steps.take_while(|(x, y)| (0..width).contains(x) && (0..height).contains(y));
            inside.map(|(x, y)| (y * width + x) as usize).collect()
        };
        let rays = |tile| WAYS.iter().map(|&(_, dx, dy)| ray(tile, dx, dy)).collect();
        let contents = options["map"]["contents"].as_array().unwrap();
        let find = |mark: i64| contents.iter().position(|content| number(content) == mark).unwrap();
        let sign = |content: &Value| match number(content) {
            0 => '.',
            64 => '#',
            129 => '1',
            130 => '2',
            other => panic!("{other} is no tile"),
        };
        Oracle {
            rays: (0..width * height).map(rays).collect(),
            tiles: contents.iter().map(sign).collect(),
            width: width as usize,
            snails: [find(129), find(130)],
            without_capture: [0, 0],
            patience: number(&options["max_turns_without_capture"]) as u64,
            turn: 1,
            mover,
            resigned: None,
        }
    }

    fn own(player: usize) -> char {
        ['1', '2'][player]
    }

    fn score(&self, player: usize) -> i32 {
        self.tiles.iter().filter(|&&tile| tile == Oracle::own(player)).count() as i32
    }

    fn must_miss(&self, player: usize) -> bool {
        self.without_capture[player] >= self.patience
    }

    /// The places of both players, once the game is over.
    fn places(&self) -> Option<[u8; 2]> {
        if let Some(loser) = self.resigned {
            return Some(if loser == 0 { [2, 1] } else { [1, 2] });
        }
        let over = !self.tiles.contains(&'.') || (self.must_miss(0) && self.must_miss(1));
        over.then(|| match self.score(0) - self.score(1) {
            0 => [1, 1],
            1.. => [1, 2],
            _ => [2, 1],
        })
    }

    /// Where the snail of the player to move ends in a direction.
    fn target(&self, way: usize) -> Option<usize> {
        let ray = &self.rays[self.snails[self.mover]][way];
        let own = Oracle::own(self.mover);
        let slime = ray.iter().take_while(|&&tile| self.tiles[tile] == own).count();
        match (slime, ray.first()) {
            (0, Some(&tile)) if self.tiles[tile] == '.' => Some(tile),
            (0, _) => None,
            (slime, _) => Some(ray[slime - 1]),
        }
    }

    /// The legal actions of a seat, as JSON.
    fn legal(&self, seat: usize) -> BTreeSet<String> {
        if self.places().is_some() || seat != self.mover || self.must_miss(seat) {
            return BTreeSet::new();
        }
        let moves =
            (0..4).filter(|&way| self.target(way).is_some()).map(|way| json!({ "move": WAYS[way].0 }));
        moves.chain([json!("miss")]).map(|action| action.to_string()).collect()
    }

    fn play(&mut self, action: &Value) {
        let mut captures = false;
        if let Some(way) = WAYS.iter().position(|(word, ..)| action["move"] == *word) {
            let target = self.target(way).unwrap();
            captures = self.tiles[target] == '.';
            self.tiles[target] = Oracle::own(self.mover);
            self.snails[self.mover] = target;
        }
        let count = &mut self.without_capture[self.mover];
        *count = if captures { 0 } else { (*count + 1).min(self.patience) };
        if self.places().is_none() {
            self.mover = 1 - self.mover;
            self.turn += 1;
        }
    }

    /// Compares a scene with what the tables say.
    fn compare(&self, scene: &Value) {
        let at = |tile: usize| format!("{},{}", tile % self.width, tile / self.width);
        let look = |tile| match tile {
            '.' => "empty",
            '#' => "block",
            '1' => "trail-1",
            _ => "trail-2",
        };
        let cells: Map<String, Value> =
            self.tiles.iter().enumerate().map(|(tile, &sign)| (at(tile), look(sign).into())).collect();
        assert_eq!(scene["areas"]["board"]["cells"], Value::Object(cells));
        for player in [0, 1] {
            let (snail, seat) = (format!("snail-{}", player + 1), player.to_string());
            assert_eq!(scene["pieces"][&snail]["at"], at(self.snails[player]));
            assert_eq!(scene["seats"][&seat]["score"], self.score(player));
            let badge = &scene["seats"][&seat]["badges"]["without-capture"];
            assert_eq!(badge["value"], self.without_capture[player]);
            assert_eq!(badge["max"], self.patience);
        }
        let banner = match self.places() {
            None => {
                json!(["@snails-banner-turn", { "turn": self.turn, "player": { "seat": self.mover } }])
            }
            Some(_) => json!(["@snails-banner-over", { "turns": self.turn }]),
        };
        assert_eq!(scene["banner"], banner);
    }
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

/// A garden from 2×2 to 9×9, about a fifth of it blocks, the snails anywhere.
fn random_options(luck: &mut Luck) -> Value {
    let (x, y) = (luck.between(2, 9), luck.between(2, 9));
    let mut contents: Vec<i64> = (0..x * y).map(|_| if luck.chance(0.2) { 64 } else { 0 }).collect();
    let mut places: Vec<usize> = (0..contents.len()).collect();
    luck.shuffle(&mut places);
    (contents[places[0]], contents[places[1]], contents[places[2]]) = (129, 130, 0);
    json!({
        "map": { "size": { "x": x, "y": y }, "contents": contents },
        "max_turns_without_capture": luck.between(1, 12),
        "min_map_size": 1,
        "max_map_size": 50,
        "require_square_map": false,
    })
}

/// Plays one random game and compares every step with the tables; how many steps it took.
fn follow(seed: u64) -> usize {
    let rules = snails::rules();
    let mut luck = Luck::fast(seed);
    let options = random_options(&mut luck);
    let mut game = rules.setup(&options, 2, &mut luck).unwrap();
    let mut step = StepContext::silent(Luck::forced([]));
    assert_eq!(rules.turn(&game), Turn::Table, "the first turn is announced first");
    rules.proceed(&mut game, &mut step);
    let first = rules.turn(&game).seats().only().unwrap();
    let mut oracle = Oracle::new(&options, first.index());
    for steps in 0.. {
        let mut scene = Scene::new();
        rules.scene(&game, Viewer::Public, &mut scene);
        oracle.compare(&serde_json::to_value(&scene).unwrap());
        for seat in [0, 1] {
            let offered: Vec<Value> =
                serde_json::from_str(&rules.write_actions(&game, Seat::new(seat))).unwrap();
            let offered: BTreeSet<String> = offered.iter().map(Value::to_string).collect();
            assert_eq!(offered, oracle.legal(seat), "seed {seed}, step {steps}, seat {seat}");
        }
        // One action of either seat, legal or not: refused exactly if the tables do not know it as legal.
        let seat = luck.below(2) as usize;
        let tried = match luck.below(5) as usize {
            4 => json!("miss"),
            way => json!({ "move": WAYS[way].0 }),
        };
        let mut copy = game.clone();
        let done = rules.act(&mut copy, Seat::new(seat), &rules.read_action(&tried).unwrap(), &mut step);
        assert_eq!(done.is_ok(), oracle.legal(seat).contains(&tried.to_string()), "seed {seed}: {tried}");
        assert!(done.is_ok() || copy == game, "a refusal changes nothing");

        match rules.turn(&game) {
            Turn::Over(outcome) => {
                assert_eq!(
                    Some(outcome.places.as_slice()),
                    oracle.places().as_ref().map(|places| &places[..])
                );
                assert_eq!(outcome.scores.as_slice(), [oracle.score(0), oracle.score(1)]);
                return steps;
            }
            turn => assert_eq!(oracle.places(), None, "seed {seed}, step {steps}: {turn:?}"),
        }
        if luck.below(200) == 0 {
            let loser = luck.below(2) as usize;
            assert!(rules.retire(&mut game, Seat::new(loser), Retirement::Resigned, &mut step));
            oracle.resigned = Some(loser);
        } else if oracle.must_miss(oracle.mover) {
            assert_eq!(rules.turn(&game), Turn::Table, "turns of an exhausted snail pass by themselves");
            rules.proceed(&mut game, &mut step);
            oracle.play(&json!("miss"));
        } else {
            let legal: Vec<String> = oracle.legal(oracle.mover).into_iter().collect();
            let action: Value = serde_json::from_str(luck.choose(&legal).unwrap()).unwrap();
            let done = rules.read_action(&action).unwrap();
            rules.act(&mut game, Seat::new(oracle.mover), &done, &mut step).unwrap();
            oracle.play(&action);
        }
    }
    unreachable!("every game ends")
}

// SN-1 to SN-8
#[test]
fn a_thousand_random_games_agree_with_a_second_implementation() {
    let steps: usize = (0..1_000).map(follow).sum();
    assert!(steps > 20_000, "only {steps} steps were compared");
}
