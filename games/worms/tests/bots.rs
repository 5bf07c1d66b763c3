//! Computer players at the worm race.

#![cfg(feature = "module")]

use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Luck, Native, Outcome, Rules, Seat, StepContext, Turn};
use serde_json::json;
use std::sync::Arc;
use worms::Worms;

/// Plays one game between bots, one on each seat; how it ended, and after how many rounds.
fn game(bots: &[&str], board: &str, budget: &Budget, seed: u64) -> (Outcome, u16) {
    let rules = Arc::new(worms::rules());
    let mut luck = Luck::fast(seed);
    let board = rules.bundle().content("board", board).unwrap();
    let mut state = rules.setup(&json!({ "board": board }), bots.len(), &mut luck).unwrap();
    let mut players: Vec<_> = bots.iter().map(|name| make::<Native<Worms>>(name).unwrap()).collect();
    let mut step = StepContext::silent(Luck::forced([]));
    loop {
        match rules.turn(&state) {
            Turn::Over(outcome) => return (outcome, state.round()),
            Turn::Table => unreachable!("nothing goes by itself here"),
            Turn::Act(seats) => {
                let seat = seats.only().unwrap();
                let view = Imagined::of(&rules, &state, bots.len(), seat, &mut luck);
                let action = players[seat.index()].choose(&view, budget, &mut luck).unwrap();
                rules.act(&mut state, seat, &action, &mut step).unwrap();
            }
        }
    }
}

const BOARDS: [&str; 5] = ["cavern", "flower", "meadow", "rings", "star"];

#[test]
fn the_greedy_bot_beats_random_in_at_least_95_of_100_games() {
    let won = (0..100).filter(|&seed| {
        let own = seed as usize % 2;
        let bots = if own == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
        let (outcome, _) = game(&bots, BOARDS[seed as usize % 5], &Budget::nodes(1_000), seed);
        outcome.places[own] == 1 && !outcome.is_draw()
    });
    let won = won.count();
    assert!(won >= 95, "greedy won {won} of 100 games");
}

// WO-2: on every board and with every number of players somebody gets home long before the last round.
#[test]
fn greedy_bots_race_home_whatever_the_number_of_players() {
    for board in BOARDS {
        for seats in 1..=5 {
            let (outcome, rounds) = game(&vec!["greedy"; seats], board, &Budget::nodes(1_000), 7);
            assert_eq!(outcome.reason, "worms-outcome-home", "{board} for {seats}");
            assert!(rounds < 30, "{board} for {seats}: {rounds} rounds");
        }
    }
}

#[test]
fn looking_ahead_is_no_worse_than_greed() {
    let points: i32 = (0..12)
        .map(|seed| {
            let own = seed as usize % 2;
            let bots = if own == 0 { ["negamax", "greedy"] } else { ["greedy", "negamax"] };
            let (outcome, _) = game(&bots, BOARDS[seed as usize / 2 % 5], &Budget::nodes(400), seed);
            i32::from(outcome.places[1 - own]) - i32::from(outcome.places[own])
        })
        .sum();
    assert!(points >= 0, "negamax lost by {} of 12 games", -points);
}

/// How many of so many games the first bot wins, on each seat and each board in turn.
fn wins(bots: &[&str], nodes: u64, games: u64) -> usize {
    let won = (0..games).filter(|&seed| {
        let own = seed as usize % bots.len();
        let mut seated = bots.to_vec();
        seated.rotate_right(own);
        let board = BOARDS[seed as usize / bots.len() % BOARDS.len()];
        let (outcome, _) = game(&seated, board, &Budget::nodes(nodes), seed);
        outcome.winners().only() == Some(Seat::new(own))
    });
    won.count()
}

// BO-2
#[test]
fn mcts_beats_random() {
    let won = wins(&["mcts", "random"], 300, 20);
    assert!(won >= 19, "mcts won {won} of 20 games");
}

// BO-2: three others, and a share of a quarter each.
#[test]
fn mcts_beats_three_who_play_anything() {
    let won = wins(&["mcts", "random", "random", "random"], 300, 12);
    assert!(won >= 11, "mcts won {won} of 12 games");
}

// BO-4
#[test]
fn hard_beats_easy() {
    let won = wins(&["hard", "easy"], 300, 20);
    assert!(won >= 17, "hard won {won} of 20 games");
}
