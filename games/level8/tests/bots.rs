//! Computer players at Level 8.

#![cfg(feature = "module")]

mod common;

use common::position as laid_out;
use level8::{Action, Level8, Source};
use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Game, Luck, Native, Outcome, Rules, Seat, StepContext, Turn};
use serde_json::json;
use std::sync::Arc;

/// Plays one game, a bot on each seat; gives the outcome and how many actions it took.
fn game(bots: &[&str], levels: u8, seed: u64) -> (Outcome, u32) {
    let rules = Arc::new(level8::rules());
    let mut luck = Luck::fast(seed);
    let options = json!({ "levels": levels, "order": "standard", "hard": false });
    let mut state = rules.setup(&options, bots.len(), &mut luck).unwrap();
    let mut players: Vec<_> = bots.iter().map(|name| make::<Native<Level8>>(name).unwrap()).collect();
    let mut step = StepContext::silent(luck.split());
    let mut count = 0;
    loop {
        match rules.turn(&state) {
            Turn::Over(outcome) => return (outcome, count),
            Turn::Table => rules.proceed(&mut state, &mut step),
            Turn::Act(seats) => {
                let seat = seats.only().unwrap();
                let view = Imagined::of(&rules, &state, bots.len(), seat, &mut luck);
                let action = players[seat.index()].choose(&view, &Budget::nodes(600), &mut luck).unwrap();
                rules.act(&mut state, seat, &action, &mut step).unwrap();
                count += 1;
            }
        }
    }
}

/// How many of so many games over a few levels the first bot wins against one of the others, on each seat in turn.
fn wins(bots: &[&str], levels: u8, games: u64) -> usize {
    let won = (0..games).filter(|&seed| {
        let own = seed as usize % bots.len();
        let mut seated = bots.to_vec();
        seated.rotate_right(own);
        game(&seated, levels, seed).0.winners().only() == Some(Seat::new(own))
    });
    won.count()
}

#[test]
fn looking_one_step_ahead_beats_playing_anything() {
    let won = wins(&["greedy", "random"], 3, 24);
    assert!(won >= 22, "greedy won {won} of 24 games");
}

// BO-2
#[test]
fn mcts_beats_random() {
    let won = wins(&["mcts", "random"], 3, 20);
    assert!(won >= 19, "mcts won {won} of 20 games");
}

// BO-2: three others, and a share of a quarter each.
#[test]
fn mcts_beats_three_who_play_anything() {
    let won = wins(&["mcts", "random", "random", "random"], 2, 12);
    assert!(won >= 10, "mcts won {won} of 12 games");
}

// BO-2: cards decide much, and the more the shorter a game is, so these have all levels.
#[test]
fn mcts_beats_greed() {
    let won = wins(&["mcts", "greedy"], 8, 30);
    assert!(won >= 16, "mcts won {won} of 30 games");
}

// BO-4
#[test]
fn hard_beats_easy() {
    let won = wins(&["hard", "easy"], 8, 20);
    assert!(won >= 14, "hard won {won} of 20 games");
}

#[test]
fn bots_play_whole_games_with_any_number_of_players() {
    for seats in 2..=6 {
        let (outcome, actions) = game(&vec!["greedy"; seats], 2, seats as u64);
        assert_eq!(outcome.winners().len(), 1, "{outcome:?}");
        assert!(actions < 2_000, "{seats} players took {actions} actions");
    }
}

/// A table before the player takes a card: there is a skip to be taken, or the card on top of the draw pile.
fn before_taking(draw: &str) -> Level8 {
    laid_out(&format!(
        "phase take
         next 0
         hand-0: r4 r5 g8 g9 v1 v3 b12 b14 y15 o1
         hand-1: r1 r2 g3 g4 v5 v6 b7 b8 y9 y10
         discard-1: S
         draw: {draw}"
    ))
}

#[test]
fn bots_do_not_look_under_hidden_cards() {
    // The same cards, once with the joker where it would be drawn next and once at the bottom.
    let tempting = before_taking("v9 y1 y3 g12 b3 o7 o9 v12 r11 g1 J");
    let plain = before_taking("J v9 y1 y3 g12 b3 o7 o9 v12 r11 g1");
    let (me, draw) = (Seat::new(0), Action::Take(Source::Draw));
    let drawn = |state: &Level8| {
        let mut state = state.clone();
        state.act(me, &draw, &mut StepContext::silent(Luck::fast(1))).unwrap();
        state.estimate(me)
    };
    assert!(drawn(&tempting) > drawn(&plain) + 0.01, "whoever could look would draw the joker");

    let rules = Arc::new(level8::rules());
    for bot in ["greedy", "negamax", "mcts", "hard"] {
        let games = 150;
        let draws = |state: &Level8, first: u64| {
            let chosen = (first..first + games).filter(|&seed| {
                let mut luck = Luck::fast(seed);
                let view = Imagined::of(&rules, state, 2, me, &mut luck);
                let mut player = make::<Native<Level8>>(bot).unwrap();
                player.choose(&view, &Budget::nodes(120), &mut luck).unwrap() == draw
            });
            chosen.count() as f64
        };
        let (one, two) = (draws(&tempting, 0), draws(&plain, 1_000));
        // Four standard deviations of the difference, where both draw as often on average.
        let share = ((one + two) / (2.0 * games as f64)).clamp(0.02, 0.98);
        let most = 4.0 * (2.0 * games as f64 * share * (1.0 - share)).sqrt();
        assert!((one - two).abs() <= most, "{bot} drew {one} and {two} times of {games}");
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
    game.proceed(&mut StepContext::silent(Luck::fast(1)));
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
