//! Computer players at Dune.

use dune::{Dune, Options};
use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Luck, Native, Outcome, Rules, Seat, Table, Turn};
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
    let mut table = Table::silent(luck.split());
    for steps in 0.. {
        match rules.turn(&state) {
            Turn::Over(outcome) => return (outcome, steps),
            Turn::Table => rules.proceed(&mut state, &mut table),
            Turn::Act(seats) => {
                let seat = seats.first().unwrap();
                let view = Imagined::of(&rules, &state, 2, seat, &mut luck);
                let action = players[seat.index()].choose(&view, &Budget::nodes(200), &mut luck).unwrap();
                rules.act(&mut state, seat, &action, &mut table).unwrap();
            }
        }
    }
    unreachable!()
}

// DU-30: a sample for every day; `parlor sim dune --bots random,random --games 100` plays more.
#[test]
fn bots_finish_matches_on_every_scenario() {
    for (name, scenario) in &dune::rules().bundle().contents["scenario"] {
        for seed in 0..10 {
            let (outcome, steps) = play(["random", "random"], scenario, 30, seed);
            assert_eq!(outcome.check(2), Ok(()));
            assert!(steps < 5_000, "{name}: {steps} steps");
        }
    }
}

// DU-30
#[test]
fn looking_one_step_ahead_beats_random_play() {
    let scenarios = dune::rules().bundle().contents["scenario"].clone();
    let games = 12;
    let won = (0..games).filter(|&seed| {
        let own = Seat::new(seed as usize % 2);
        let bots = if own.index() == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
        let scenario = &scenarios[if seed % 4 < 2 { "basin" } else { "outpost" }];
        play(bots, scenario, 5, seed).0.payoff(own) > 0.0
    });
    let won = won.count();
    assert!(won + 1 >= games as usize, "greedy won {won} of {games}");
}
