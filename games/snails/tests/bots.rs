//! Computer players at Snails.

#![cfg(feature = "module")]

use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Luck, Native, Outcome, Rules, Seat, StepContext, Turn};
use serde_json::json;
use snails::Snails;
use std::sync::Arc;

/// Plays one game between two bots on a shipped map, the first on seat 0.
fn game(map: &str, bots: [&str; 2], budget: &Budget, seed: u64) -> Outcome {
    let rules = Arc::new(snails::rules());
    let mut luck = Luck::fast(seed);
    let map = rules.bundle().content("map", map).unwrap();
    let mut state = rules.setup(&json!({ "map": map }), 2, &mut luck).unwrap();
    let mut bots = bots.map(|name| make::<Native<Snails>>(name).unwrap());
    let mut step = StepContext::silent(Luck::forced([]));
    loop {
        match rules.turn(&state) {
            Turn::Over(outcome) => return outcome,
            Turn::Table => rules.proceed(&mut state, &mut step),
            Turn::Act(seats) => {
                let seat = seats.only().unwrap();
                let view = Imagined::of(&rules, &state, 2, seat, &mut luck);
                let action = bots[seat.index()].choose(&view, budget, &mut luck).unwrap();
                rules.act(&mut state, seat, &action, &mut step).unwrap();
            }
        }
    }
}

/// How many games the first bot wins, on both seats in turn.
fn wins(map: &str, [one, two]: [&str; 2], nodes: u64, games: u64) -> usize {
    let won = (0..games).filter(|&seed| {
        let own = Seat::new(seed as usize % 2);
        let bots = if own.index() == 0 { [one, two] } else { [two, one] };
        game(map, bots, &Budget::nodes(nodes), seed).payoff(own) > 0.0
    });
    won.count()
}

// SN-20, with far less thought than half a second buys
#[test]
fn negamax_beats_random_on_the_default_map() {
    let won = wins("default", ["negamax", "random"], 1_000, 100);
    assert!(won >= 95, "negamax won {won} of 100 games");
}

// BO-2: on the default map good players often draw; on this one whoever looks ahead wins.
#[test]
fn mcts_beats_greed_where_the_first_move_does_not_decide() {
    let won = wins("hedgerow", ["mcts", "greedy"], 1_000, 12);
    assert!(won >= 9, "mcts won {won} of 12 games");
}

// BO-4
#[test]
fn hard_beats_easy() {
    let won = wins("hedgerow", ["hard", "easy"], 1_000, 12);
    assert!(won >= 9, "hard won {won} of 12 games");
}
