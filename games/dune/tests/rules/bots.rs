//! Computer players at Dune.

use crate::common::{A, B, sample};
use dune::{Action, Dune, Options};
use parlor_bots::{Bot, Budget, Imagined, make};
use parlor_kit::{Game, Luck, Native, Outcome, Rules, Seat, StepContext, Turn};
use serde_json::{Value, json};
use std::sync::Arc;

/// A match between two players.
struct Match {
    rules: Arc<Native<Dune>>,
    state: Dune,
    players: [Box<dyn Bot<Native<Dune>>>; 2],
    nodes: u64,
    luck: Luck,
    step: StepContext,
}

impl Match {
    fn new(bots: [&str; 2], scenario: &Value, rounds: u32, nodes: u64, seed: u64) -> Match {
        let rules = Arc::new(dune::rules());
        let mut luck = Luck::fast(seed);
        let mut party = serde_json::to_value(Options::default().party).unwrap();
        party["numbOfRounds"] = rounds.into();
        let options = json!({ "scenario": scenario, "party": party });
        let state = rules.setup(&options, 2, &mut luck).unwrap();
        let step = StepContext::silent(luck.split());
        Match { rules, state, players: bots.map(|name| make(name).unwrap()), nodes, luck, step }
    }

    /// Carries out the next step; the outcome if there is none.
    fn advance(&mut self) -> Option<Outcome> {
        match self.rules.turn(&self.state) {
            Turn::Over(outcome) => return Some(outcome),
            Turn::Table => self.rules.proceed(&mut self.state, &mut self.step),
            Turn::Act(seats) => {
                let seat = seats.first().unwrap();
                let view = Imagined::of(&self.rules, &self.state, 2, seat, &mut self.luck);
                let budget = Budget::nodes(self.nodes);
                let action = self.players[seat.index()].choose(&view, &budget, &mut self.luck).unwrap();
                self.rules.act(&mut self.state, seat, &action, &mut self.step).unwrap();
            }
        }
        None
    }
}

/// Ends each of its turns at once.
struct Passive;

impl Bot<Native<Dune>> for Passive {
    fn choose(&mut self, view: &Imagined<Native<Dune>>, _: &Budget, _: &mut Luck) -> Option<Action> {
        let actions = view.actions();
        let end = actions.iter().find(|action| **action == Action::End);
        end.or(actions.first()).copied()
    }
}

/// Plays one match, a bot on each seat; gives the outcome and how many steps it took.
fn play(bots: [&str; 2], scenario: &Value, rounds: u32, nodes: u64, seed: u64) -> (Outcome, u32) {
    let mut playing = Match::new(bots, scenario, rounds, nodes, seed);
    for steps in 0.. {
        if let Some(outcome) = playing.advance() {
            return (outcome, steps);
        }
    }
    unreachable!()
}

fn scenarios() -> Vec<Value> {
    dune::rules().bundle().contents["scenario"].values().cloned().collect()
}

/// Plays this many matches on every shipped scenario, and holds each to a clean end.
fn finish_on_every_scenario(bots: [&str; 2], matches: u64) {
    for (name, scenario) in &dune::rules().bundle().contents["scenario"] {
        for seed in 0..matches {
            let (outcome, steps) = play(bots, scenario, 30, 200, seed);
            assert_eq!(outcome.check(2), Ok(()));
            assert!(steps < 5_000, "{name}: {steps} steps");
        }
    }
}

// DU-30
#[test]
fn random_bots_finish_a_hundred_matches_on_every_scenario() {
    finish_on_every_scenario(["random", "random"], 100);
}

// DU-30: a sample for every day; `DUNE_MATCHES=100` plays a hundred on every scenario.
#[test]
fn bots_that_look_ahead_finish_matches_on_every_scenario() {
    finish_on_every_scenario(["greedy", "greedy"], sample(1));
}

// DU-30: at least 95 of 100 matches; 40 for every day, with `DUNE_MATCHES=400` a hundred on every scenario.
#[test]
fn looking_one_step_ahead_beats_random_play() {
    let scenarios = scenarios();
    let matches = sample(40);
    let mut lost = Vec::new();
    for seed in 0..matches {
        let own = Seat::new(seed as usize % 2);
        let bots = if own.index() == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
        let at = seed as usize / 2 % scenarios.len();
        if play(bots, &scenarios[at], 5, 200, seed).0.payoff(own) <= 0.0 {
            lost.push((at, seed));
        }
    }
    println!(
        "greedy won {} of {matches}; others by scenario and seed: {lost:?}",
        matches - lost.len() as u64
    );
    assert!(lost.len() as u64 * 20 <= matches, "greedy did not win {lost:?} of {matches}");
}

/// How many of so many matches the first bot wins, on both seats of each scenario in turn.
fn wins([one, two]: [&str; 2], matches: u64, rounds: u32, nodes: u64) -> u64 {
    let scenarios = scenarios();
    let won = (0..matches).filter(|&seed| {
        let own = Seat::new(seed as usize % 2);
        let bots = if own.index() == 0 { [one, two] } else { [two, one] };
        let scenario = &scenarios[seed as usize / 2 % scenarios.len()];
        play(bots, scenario, rounds, nodes, seed).0.payoff(own) > 0.0
    });
    won.count() as u64
}

// BO-2
#[test]
fn mcts_beats_random_play() {
    let won = wins(["mcts", "random"], 8, 3, 200);
    assert!(won >= 7, "mcts won {won} of 8 matches");
}

// DU-33: `hard` has 2,000 nodes for a choice. A sample for every day; `DUNE_MATCHES=100` plays a hundred each.
#[test]
fn the_levels_of_strength_feel_like_their_names() {
    let matches = sample(5);
    for (bots, percent) in [(["hard", "easy"], 80), (["medium", "easy"], 60)] {
        let won = wins(bots, matches, 10, 2_000);
        println!("{} won {won} of {matches} matches against {}", bots[0], bots[1]);
        assert!(won * 100 >= matches * percent, "{bots:?}: {won} of {matches}");
    }
}

// DU-33: a newcomer who only passes still has a house after the first round.
#[test]
fn an_opening_against_easy_is_survived() {
    const MATCHES: u64 = 100;
    let scenarios = scenarios();
    let survived = (0..MATCHES).filter(|&seed| {
        let own = Seat::new(seed as usize % 2);
        let scenario = &scenarios[seed as usize / 2 % scenarios.len()];
        let mut playing = Match::new(["easy", "easy"], scenario, 30, 2_000, seed);
        playing.players[own.index()] = Box::new(Passive);
        while playing.state.round() < 2 {
            assert_eq!(playing.advance(), None);
        }
        let left = playing.state.characters().iter().filter(|one| one.seat() == own && one.at().is_some());
        left.count() >= 3
    });
    let survived = survived.count() as u64;
    println!("{survived} of {MATCHES} openings survived");
    assert!(survived * 100 >= MATCHES * 85, "{survived} of {MATCHES}");
}

// DU-33: no bot is the first to use atomics against characters, and each answers with them.
#[test]
fn bots_keep_the_convention_until_it_is_broken() {
    for name in ["easy", "medium", "greedy"] {
        for (seed, scenario) in scenarios().iter().enumerate() {
            let mut playing = Match::new([name, "easy"], scenario, 3, 100, seed as u64);
            while playing.advance().is_none() {
                assert!(Seat::all(2).all(|seat| !playing.state.player(seat).shunned), "{name}");
            }
        }
    }
    let game = crate::common::position(&crate::common::SAND);
    let game = game.put(A, dune::CharacterClass::Noble, 1, 1).put(B, dune::CharacterClass::Fighter, 5, 5);
    let strikes = |game: &Dune| {
        let mut actions = Vec::new();
        game.candidates(A, &mut actions);
        actions.iter().any(|action| matches!(action, Action::Atomics { .. }))
    };
    assert!(!strikes(&game.clone().turn(0).build()));
    assert!(strikes(&game.player(B, "shunned", true).turn(0).build()));
}
