//! Computer players at Dune.

use crate::common::sample;
use dune::{Dune, Options};
use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Luck, Native, Outcome, Rules, Seat, StepContext, Turn};
use serde_json::{Value, json};
use std::sync::Arc;

/// Plays one match, a bot on each seat; gives the outcome and how many steps it took.
fn play(bots: [&str; 2], scenario: &Value, rounds: u32, seed: u64) -> (Outcome, u32) {
    let rules = Arc::new(dune::rules());
    let mut luck = Luck::fast(seed);
    let mut party = serde_json::to_value(Options::default().party).unwrap();
    party["numbOfRounds"] = rounds.into();
    let mut state = rules.setup(&json!({ "scenario": scenario, "party": party }), 2, &mut luck).unwrap();
    let mut players = bots.map(|name| make::<Native<Dune>>(name).unwrap());
    let mut step = StepContext::silent(luck.split());
    for steps in 0.. {
        match rules.turn(&state) {
            Turn::Over(outcome) => return (outcome, steps),
            Turn::Table => rules.proceed(&mut state, &mut step),
            Turn::Act(seats) => {
                let seat = seats.first().unwrap();
                let view = Imagined::of(&rules, &state, 2, seat, &mut luck);
                let action = players[seat.index()].choose(&view, &Budget::nodes(200), &mut luck).unwrap();
                rules.act(&mut state, seat, &action, &mut step).unwrap();
            }
        }
    }
    unreachable!()
}

/// Plays this many matches on every shipped scenario, and holds each to a clean end.
fn finish_on_every_scenario(bots: [&str; 2], matches: u64) {
    for (name, scenario) in &dune::rules().bundle().contents["scenario"] {
        for seed in 0..matches {
            let (outcome, steps) = play(bots, scenario, 30, seed);
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
    let scenarios: Vec<Value> = dune::rules().bundle().contents["scenario"].values().cloned().collect();
    let matches = sample(40);
    let mut lost = Vec::new();
    for seed in 0..matches {
        let own = Seat::new(seed as usize % 2);
        let bots = if own.index() == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
        let at = seed as usize / 2 % scenarios.len();
        if play(bots, &scenarios[at], 5, seed).0.payoff(own) <= 0.0 {
            lost.push((at, seed));
        }
    }
    println!(
        "greedy won {} of {matches}; others by scenario and seed: {lost:?}",
        matches - lost.len() as u64
    );
    assert!(lost.len() as u64 * 20 <= matches, "greedy did not win {lost:?} of {matches}");
}

/// How many of so many short matches the first bot wins, on both seats of each scenario in turn.
fn wins([one, two]: [&str; 2], matches: u64) -> usize {
    let scenarios: Vec<Value> = dune::rules().bundle().contents["scenario"].values().cloned().collect();
    let won = (0..matches).filter(|&seed| {
        let own = Seat::new(seed as usize % 2);
        let bots = if own.index() == 0 { [one, two] } else { [two, one] };
        play(bots, &scenarios[seed as usize / 2 % scenarios.len()], 3, seed).0.payoff(own) > 0.0
    });
    won.count()
}

// BO-2
#[test]
fn mcts_beats_random_play() {
    let won = wins(["mcts", "random"], 8);
    assert!(won >= 7, "mcts won {won} of 8 matches");
}
