//! Computer players at the classics, which give no estimate: only playing games in the head tells good from bad.

use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Game, Luck, Native, Outcome, Rules, StepContext, Turn};
use serde_json::json;
use std::sync::Arc;

fn game<G: Game>(rules: &Arc<Native<G>>, bots: [&str; 2], nodes: u64, seed: u64) -> Outcome {
    let mut luck = Luck::fast(seed);
    let mut state = rules.setup(&json!({}), 2, &mut luck).unwrap();
    let mut players = bots.map(|name| make::<Native<G>>(name).unwrap());
    let mut step = StepContext::silent(luck.split());
    loop {
        match rules.turn(&state) {
            Turn::Over(outcome) => return outcome,
            Turn::Table => unreachable!("nothing goes by itself here"),
            Turn::Act(seats) => {
                let seat = seats.only().unwrap();
                let view = Imagined::of(rules, &state, 2, seat, &mut luck);
                let action = players[seat.index()].choose(&view, &Budget::nodes(nodes), &mut luck).unwrap();
                rules.act(&mut state, seat, &action, &mut step).unwrap();
            }
        }
    }
}

/// How many of so many games the first bot wins, on both seats in turn.
fn wins<G: Game>(rules: Native<G>, bots: [&str; 2], nodes: u64, games: u64) -> usize {
    let rules = Arc::new(rules);
    let won = (0..games).filter(|&seed| {
        let own = (seed % 2) as usize;
        let seated = if own == 0 { bots } else { [bots[1], bots[0]] };
        let outcome = game(&rules, seated, nodes, seed);
        outcome.places[own] == 1 && !outcome.is_draw()
    });
    won.count()
}

#[test]
fn mcts_beats_random_at_hex() {
    let won = wins(classics::hex(), ["mcts", "random"], 6_000, 10);
    assert!(won >= 9, "mcts won {won} of 10 games");
}

#[test]
fn mcts_beats_random_at_reversi() {
    let won = wins(classics::reversi(), ["mcts", "random"], 4_000, 20);
    assert!(won >= 18, "mcts won {won} of 20 games");
}

#[test]
fn hard_beats_easy() {
    let won = wins(classics::reversi(), ["hard", "easy"], 4_000, 20);
    assert!(won >= 15, "hard won {won} of 20 games");
}
