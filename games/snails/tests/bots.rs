//! Computer players at Snails.

#![cfg(feature = "module")]

use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Luck, Native, Outcome, Rules, Seat, Table, Turn};
use snails::Snails;
use std::sync::Arc;

/// Plays one game between two bots, the first on seat 0.
fn game(bots: [&str; 2], budget: &Budget, seed: u64) -> Outcome {
    let rules = Arc::new(snails::rules());
    let mut luck = Luck::fast(seed);
    let mut state = rules.setup(&rules.default_options(), 2, &mut luck).unwrap();
    let mut bots = bots.map(|name| make::<Native<Snails>>(name).unwrap());
    let mut table = Table::silent(Luck::forced([]));
    loop {
        match rules.turn(&state) {
            Turn::Over(outcome) => return outcome,
            Turn::Table => rules.proceed(&mut state, &mut table),
            Turn::Act(seats) => {
                let seat = seats.only().unwrap();
                let view = Imagined::of(&rules, &state, 2, seat, &mut luck);
                let action = bots[seat.index()].choose(&view, budget, &mut luck).unwrap();
                rules.act(&mut state, seat, &action, &mut table).unwrap();
            }
        }
    }
}

// SN-20, with far less thought than half a second buys
#[test]
fn negamax_beats_random_on_the_default_map() {
    let won = (0..100).filter(|&seed| {
        let own = Seat::new(seed as usize % 2);
        let bots = if own.index() == 0 { ["negamax", "random"] } else { ["random", "negamax"] };
        game(bots, &Budget::nodes(1_000), seed).payoff(own) > 0.0
    });
    let won = won.count();
    assert!(won >= 95, "negamax won {won} of 100 games");
}
