//! Computer players at Level 8.

#![cfg(feature = "module")]

use level8::Level8;
use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Game, Luck, Native, Outcome, Rules, Seat, Table, Turn};
use serde_json::json;
use std::sync::Arc;

/// Plays one game, a bot on each seat; gives the outcome and how many actions it took.
fn game(bots: &[&str], levels: u8, seed: u64) -> (Outcome, u32) {
    let rules = Arc::new(level8::rules());
    let mut luck = Luck::fast(seed);
    let options = json!({ "levels": levels, "order": "standard", "hard": false });
    let mut state = rules.setup(&options, bots.len(), &mut luck).unwrap();
    let mut players: Vec<_> = bots.iter().map(|name| make::<Native<Level8>>(name).unwrap()).collect();
    let mut table = Table::silent(luck.split());
    let mut count = 0;
    loop {
        match rules.turn(&state) {
            Turn::Over(outcome) => return (outcome, count),
            Turn::Table => rules.proceed(&mut state, &mut table),
            Turn::Act(seats) => {
                let seat = seats.only().unwrap();
                let view = Imagined::of(&rules, &state, bots.len(), seat, &mut luck);
                let action = players[seat.index()].choose(&view, &Budget::nodes(200), &mut luck).unwrap();
                rules.act(&mut state, seat, &action, &mut table).unwrap();
                count += 1;
            }
        }
    }
}

#[test]
fn looking_one_step_ahead_beats_playing_any_sensible_step() {
    let games = 24;
    let won = (0..games).filter(|&seed| {
        let own = Seat::new(seed as usize % 2);
        let bots = if own.index() == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
        game(&bots, 3, seed).0.payoff(own) > 0.0
    });
    let won = won.count();
    assert!(won * 3 >= games as usize * 2, "greedy won {won} of {games} games");
}

#[test]
fn bots_play_whole_games_with_any_number_of_players() {
    for seats in 2..=6 {
        let (outcome, actions) = game(&vec!["greedy"; seats], 2, seats as u64);
        assert_eq!(outcome.winners().len(), 1, "{outcome:?}");
        assert!(actions < 2_000, "{seats} players took {actions} actions");
    }
}

#[test]
fn a_hand_that_is_nearer_to_its_level_is_estimated_higher() {
    let near = "r4 r5 r6 g8 g9 v1 v3 b12 b14 y15 o1";
    let far = "r1 r4 r7 g10 g13 v1 v4 b7 b10 y13 o1";
    let estimate = |hand: &str| position(hand).estimate(Seat::new(0));
    assert!(estimate(near) > estimate(far));
}

/// A dealt game in which seat 0 holds these cards.
fn position(hand: &str) -> Level8 {
    let mut game = Level8::new(&level8::Options::default(), 2, &mut Luck::fast(1)).unwrap();
    game.proceed(&mut Table::silent(Luck::fast(1)));
    let mut saved = serde_json::to_value(game).unwrap();
    for zone in saved["zones"]["zones"].as_array_mut().unwrap() {
        if zone[1]["name"] == "hand-0" {
            let cards = hand.split(' ').zip(1..);
            zone[1]["cards"] =
                cards.map(|(face, handle)| json!({ "face": face, "handle": handle, "known": "0" })).collect();
        }
    }
    serde_json::from_value(saved).unwrap()
}
