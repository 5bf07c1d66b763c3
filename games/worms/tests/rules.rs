//! The rules of the worm race, sentence by sentence.

mod common;

use common::*;
use parlor_kit::{Game, Luck, Retirement, Scene, StepContext, Turn, Viewer};
use serde_json::json;
use worms::{Field, Options, Worms};

fn places(game: &Worms) -> Vec<u8> {
    game.turn().outcome().expect("the game is over").places.to_vec()
}

fn reason(game: &Worms) -> String {
    game.turn().outcome().expect("the game is over").reason.to_string()
}

fn retire(game: &mut Worms, n: usize, why: Retirement) -> bool {
    game.retire(seat(n), why, &mut StepContext::silent(Luck::forced([])))
}

// WO-1
#[test]
fn a_board_has_any_outline_and_what_is_outside_is_not_drawn() {
    let game = position(&["  .", " .O.", "#", "   ."], &[&[&["1,1"]]]);
    let board = game.board();
    assert_eq!((board.width(), board.height()), (4, 4));
    assert_eq!(board.field(cell(0, 2)), Field::Obstacle);
    assert_eq!(board.field(cell(0, 0)), Field::Edge);
    assert_eq!(board.steps_to_hole(cell(3, 3)), None, "free fields need not be connected");
    let mut scene = Scene::new();
    game.scene(Viewer::Public, &mut scene);
    let area = &scene.areas["board"];
    let drawn: Vec<_> = area.each_cell().map(|(cell, look)| (cell.to_string(), look.as_str())).collect();
    let expected = [("2,0", "field"), ("1,1", "field"), ("2,1", "hole"), ("3,1", "field")];
    assert_eq!(drawn[..4], expected.map(|(cell, look)| (cell.to_string(), look)));
    assert_eq!(drawn[4..], [("0,2".to_string(), "obstacle"), ("3,3".to_string(), "field")]);
}

// WO-2
#[test]
fn one_to_five_play_with_line_ups_that_may_differ() {
    for players in 1..=5 {
        let game = Worms::new(&Options::default(), players, &mut Luck::fast(1)).unwrap();
        assert_eq!(game.seats(), players);
        assert_eq!(game.next(), Some(seat(0)), "player 0 begins");
        assert!((0..players).all(|player| game.left(seat(player)) > 0));
    }
    for players in [0, 6] {
        let refusal = Worms::new(&Options::default(), players, &mut Luck::fast(1)).unwrap_err();
        assert_eq!(refusal.code(), "worms-players");
    }
    let game = position(&["......O"], &[&[&["0,0"], &["1,0"]], &[&["3,0", "2,0"]]]);
    assert_eq!([game.left(seat(0)), game.left(seat(1))], [2, 1]);
}

// WO-3
#[test]
fn the_head_goes_one_field_and_the_rest_follows() {
    let mut game = position(&["....O", "....."], &[&[&["1,0", "0,0", "0,1"]], &[&["4,1"]]]);
    let events = act(&mut game, crawl(0, 1, 1));
    assert_eq!(keys(&events), ["worms-event-crawl"]);
    assert_eq!(game.worms()[0].cells(), [cell(1, 1), cell(1, 0), cell(0, 0)]);
    assert!(game.is_open(cell(0, 1)), "the tail has left");
    assert_eq!(game.next(), Some(seat(1)));
}

// WO-3: six neighbours, clockwise from the north-east; and passing is always offered.
#[test]
fn every_free_neighbour_of_a_head_is_offered_and_passing_too() {
    let game = position(&["....", ".. .", ".#..", "...O"], &[&[&["1,1"]]]);
    let targets = [(2, 0), (2, 2), (0, 1), (1, 0)].map(|(x, y)| crawl(0, x, y));
    assert_eq!(offered(&game), [&targets[..], &[PASS]].concat());
    let stuck = position(&["# .", ".#.", "  O"], &[&[&["0,1"]]]);
    assert_eq!(offered(&stuck), [PASS], "a worm without a way can still pass");
}

// WO-3: the own tail's field is not free, although the tail is about to leave it.
#[test]
fn a_worm_cannot_bite_its_own_tail() {
    let ring = &["1,0", "0,1", "1,1"];
    let game = position(&["...", "...", "..O"], &[&[ring]]);
    assert_eq!(refused(&game, crawl(0, 1, 1)).code(), "worms-into-itself");
    assert_eq!(refused(&game, crawl(0, 0, 1)).code(), "worms-into-itself");
}

// WO-3
#[test]
fn every_wrong_move_is_refused_with_its_reason() {
    let rows = &["....#", ". ..O"];
    let game = position(rows, &[&[&["3,0", "2,0"], &["0,0"]], &[&["2,1"]]]);
    for (action, code) in [
        (crawl(9, 0, 0), "worms-no-such-worm"),
        (crawl(2, 3, 1), "worms-not-yours"),
        (crawl(0, 0, 1), "worms-too-far"),
        (crawl(0, 3, 0), "worms-too-far"),
        (crawl(0, 4, 0), "worms-into-obstacle"),
        (crawl(0, 2, 0), "worms-into-itself"),
        (crawl(0, 2, 1), "worms-into-worm"),
        (crawl(1, 0, -1), "worms-into-edge"),
        (crawl(0, i16::MAX, i16::MIN), "worms-too-far"),
    ] {
        assert_eq!(refused(&game, action).code(), code, "{action:?}");
    }
    let mut game = game;
    act(&mut game, PASS);
    assert_eq!(refused(&game, crawl(0, 3, 1)).code(), "worms-not-yours");
}

// WO-3: a worm of length 5 in a corridor can be neither crossed nor entered, including by itself.
#[test]
fn a_worm_in_a_corridor_is_a_wall_for_everybody() {
    let corridor = &["........O"];
    let long: &[&str] = &["5,0", "4,0", "3,0", "2,0", "1,0"];
    let behind = position(corridor, &[&[&["0,0"]], &[long]]);
    assert_eq!(offered(&behind), [PASS], "nobody comes past");
    assert_eq!(refused(&behind, crawl(0, 1, 0)).code(), "worms-into-worm");
    assert_eq!(refused(&behind, crawl(0, 6, 0)).code(), "worms-too-far");
    let mut ahead = position(corridor, &[&[&["6,0"]], &[long]]);
    assert_eq!(offered(&ahead), [crawl(0, 7, 0), PASS], "and nobody goes back through it");
    act(&mut ahead, PASS);
    assert_eq!(offered(&ahead), [PASS], "the long one has no way either: not forward, and not into itself");
    for part in [4, 3, 2, 1] {
        let code = if part == 4 { "worms-into-itself" } else { "worms-too-far" };
        assert_eq!(refused(&ahead, crawl(1, part, 0)).code(), code);
    }
    // At a dead end, with the head away from the hole, it never gets out: it cannot turn.
    let trapped = position(corridor, &[&[&["0,0", "1,0", "2,0", "3,0", "4,0"]]]);
    assert_eq!(offered(&trapped), [PASS]);
}

// WO-4
#[test]
fn a_head_in_the_hole_takes_the_whole_worm_off_the_board() {
    let mut game = position(&["...O..."], &[&[&["2,0", "1,0", "0,0"], &["6,0"]], &[&["5,0"]]]);
    let events = act(&mut game, crawl(0, 3, 0));
    assert_eq!(keys(&events), ["worms-event-home"]);
    assert!(events[0].announce);
    assert_eq!(game.worms()[0].head(), None);
    assert!((0..4).all(|x| game.is_open(cell(x, 0))), "all its fields and the hole are open");
    assert_eq!((game.left(seat(0)), game.next()), (1, Some(seat(1))));
    act(&mut game, PASS);
    assert_eq!(refused(&game, crawl(0, 2, 0)).code(), "worms-already-home");
}

// WO-5
#[test]
fn whoever_brings_in_all_worms_first_wins_at_once() {
    let players: &[&[&[&str]]] = &[&[&["0,0"], &["0,1"]], &[&["3,0"]], &[&["5,0"]]];
    let mut game = position_with(&["..O...", "......"], players, json!({ "next": 1 }));
    act(&mut game, crawl(2, 2, 0));
    assert_eq!(game.turn().outcome().unwrap().reason, "worms-outcome-home");
    assert_eq!(places(&game), [3, 1, 2], "the others by how many worms they have left");
    assert_eq!(offered(&game), []);
    let refusal = game.act(seat(2), &PASS, &mut StepContext::silent(Luck::forced([]))).unwrap_err();
    assert_eq!(refusal.code(), "worms-over");
}

// WO-5, WO-6
#[test]
fn after_the_last_round_the_fewest_worms_win_and_ties_are_draws() {
    let rows = &["..O...."];
    let last = json!({ "round": 50 });
    let mut game = position_with(rows, &[&[&["0,0"], &["1,0"]], &[&["5,0"]]], last.clone());
    act(&mut game, PASS);
    assert!(!game.is_over(), "the round is not over yet");
    act(&mut game, PASS);
    assert_eq!((places(&game), game.round()), (vec![2, 1], 50));
    assert_eq!(game.turn().outcome().unwrap().reason, "worms-outcome-rounds");
    let mut game = position_with(rows, &[&[&["0,0"]], &[&["5,0"]]], last);
    act(&mut game, PASS);
    act(&mut game, PASS);
    assert!(game.turn().outcome().unwrap().is_draw());
}

// WO-6
#[test]
fn a_pass_by_everybody_uses_up_a_round() {
    let mut game = position(&["..O...."], &[&[&["0,0"]], &[&["5,0"]], &[&["6,0"]]]);
    for round in 1..=3 {
        assert_eq!((game.round(), game.next()), (round, Some(seat(0))));
        assert_eq!(keys(&act(&mut game, PASS)), ["worms-event-pass"]);
        act(&mut game, PASS);
        assert_eq!(keys(&act(&mut game, PASS)), ["worms-event-pass", "worms-event-round"]);
    }
    assert_eq!(game.rounds_left(), 47);
}

// WO-6
#[test]
fn a_table_without_a_limit_of_rounds_still_has_one() {
    let unlimited = Options { rounds: None, ..Options::default() };
    let game = Worms::new(&unlimited, 2, &mut Luck::fast(1)).unwrap();
    assert_eq!(game.rounds(), worms::MAX_ROUNDS);
    for rounds in [0, worms::MAX_ROUNDS + 1] {
        let options = Options { rounds: Some(rounds), ..Options::default() };
        let refusal = Worms::new(&options, 2, &mut Luck::fast(1)).unwrap_err();
        assert_eq!(refusal.code(), "options-out-of-range");
    }
}

// WO-6
#[test]
fn a_move_that_is_not_made_is_forfeited() {
    let game = position(&["..O...."], &[&[&["0,0"]], &[&["5,0"]]]);
    assert_eq!(game.fallback(seat(0), &mut Luck::forced([])), Some(PASS));
    assert_eq!(game.fallback(seat(1), &mut Luck::forced([])), None);
}

// WO-6
#[test]
fn whoever_has_no_time_left_is_skipped_and_their_worms_stay() {
    let mut game = position(&["..O...."], &[&[&["0,0"]], &[&["5,0"]], &[&["6,0"]]]);
    assert!(retire(&mut game, 0, Retirement::OutOfTime), "while it is their turn");
    assert_eq!((game.next(), game.round()), (Some(seat(1)), 1));
    act(&mut game, PASS);
    act(&mut game, PASS);
    assert_eq!((game.next(), game.round()), (Some(seat(1)), 2), "player 0 is skipped");
    assert_eq!(game.worms()[0].cells(), [cell(0, 0)]);
    assert!(!game.is_open(cell(0, 0)));
    let refusal = game.act(seat(0), &PASS, &mut StepContext::silent(Luck::forced([]))).unwrap_err();
    assert_eq!(refusal.code(), "not-your-turn");
}

// WO-5, WO-14: B has fewer worms left than A and runs out of time: that neither ends nor wins the game.
#[test]
fn a_player_without_time_neither_ends_nor_wins_the_game() {
    let players: &[&[&[&str]]] = &[&[&["0,0"], &["1,0"]], &[&["5,0"]]];
    let mut game = position_with(&["..O...."], players, json!({ "next": 1 }));
    assert!(retire(&mut game, 1, Retirement::OutOfTime));
    for (action, round) in [(crawl(1, 2, 0), 2), (PASS, 3), (crawl(0, 1, 0), 4)] {
        assert_eq!((game.turn(), game.round()), (Turn::Act(seat(0).into()), round), "A races on alone");
        act(&mut game, action);
    }
    act(&mut game, crawl(0, 2, 0));
    assert_eq!((places(&game), reason(&game)), (vec![1, 2], "worms-outcome-home".to_string()));
}

// WO-5, WO-14
#[test]
fn the_fewest_worms_decide_when_nobody_has_time_or_rounds_left() {
    let players: &[&[&[&str]]] = &[&[&["0,0"]], &[&["5,0"], &["4,0"]], &[&["6,0"]]];
    let begun = position(&["..O...."], players);
    let mut game = begun.clone();
    for (n, over) in [(2, false), (1, false), (0, true)] {
        assert!(retire(&mut game, n, Retirement::OutOfTime));
        assert_eq!(game.is_over(), over, "after player {n}");
    }
    assert_eq!((places(&game), reason(&game)), (vec![1, 3, 1], "worms-outcome-time".to_string()));
    assert!(!retire(&mut game, 0, Retirement::OutOfTime), "over is over");
    // The last one with time plays until the rounds are over, and may lose by what is left.
    let mut game = begun;
    assert!(retire(&mut game, 0, Retirement::OutOfTime));
    assert!(retire(&mut game, 2, Retirement::OutOfTime));
    for _ in 0..50 {
        assert_eq!(game.next(), Some(seat(1)));
        act(&mut game, PASS);
    }
    assert_eq!((places(&game), reason(&game)), (vec![1, 3, 1], "worms-outcome-rounds".to_string()));
    // Alone at the table one plays on for as long as one has time.
    let mut alone = position(&["..O...."], &[&[&["0,0"]]]);
    assert!(matches!(alone.turn(), Turn::Act(_)));
    assert!(retire(&mut alone, 0, Retirement::OutOfTime));
    assert_eq!((places(&alone), reason(&alone)), (vec![1], "worms-outcome-time".to_string()));
}

// WO-14, LO-10: the winner is certain when all others have resigned, also if the last one has no time left.
#[test]
fn the_game_ends_when_all_but_one_have_resigned() {
    let players: &[&[&[&str]]] = &[&[&["0,0"], &["1,0"]], &[&["5,0"]], &[&["6,0"]]];
    let mut game = position(&["..O...."], players);
    assert!(retire(&mut game, 0, Retirement::OutOfTime));
    assert!(retire(&mut game, 1, Retirement::Resigned));
    assert!(!retire(&mut game, 1, Retirement::OutOfTime), "gone is gone");
    assert_eq!(game.next(), Some(seat(2)), "one who races and one whose worms still count");
    let mut both = game.clone();
    assert!(retire(&mut both, 2, Retirement::Resigned));
    assert_eq!((places(&both), reason(&both)), (vec![1, 2, 2], "worms-outcome-gone".to_string()));
    assert!(retire(&mut game, 2, Retirement::OutOfTime));
    assert_eq!((places(&game), reason(&game)), (vec![2, 3, 1], "worms-outcome-time".to_string()));
    // Who is out of time may still resign, and then the other has won.
    let mut two = position(&["..O...."], &[&[&["0,0"]], &[&["5,0"], &["4,0"]]]);
    assert!(retire(&mut two, 0, Retirement::OutOfTime));
    assert!(retire(&mut two, 0, Retirement::Resigned));
    assert_eq!((places(&two), reason(&two)), (vec![2, 1], "worms-outcome-gone".to_string()));
}

// LO-10
#[test]
fn whoever_gives_up_ranks_last_however_few_worms_are_left() {
    let players: &[&[&[&str]]] = &[&[&["0,0"], &["1,0"]], &[&["5,0"]]];
    let mut game = position(&["..O...."], players);
    assert!(retire(&mut game, 1, Retirement::Resigned));
    assert_eq!(places(&game), [1, 2]);
    assert_eq!(game.turn().outcome().unwrap().reason, "worms-outcome-gone");
}

// WO-13
#[test]
fn nobody_moves_the_worms_of_another() {
    let game = position(&["...O...."], &[&[&["0,0"]], &[&["5,0"]]]);
    assert_eq!(refused(&game, crawl(1, 4, 0)).code(), "worms-not-yours");
    let mut tried = game.clone();
    let refusal =
        tried.act(seat(1), &crawl(1, 4, 0), &mut StepContext::silent(Luck::forced([]))).unwrap_err();
    assert_eq!((refusal.code().as_str(), &tried), ("not-your-turn", &game));
}

#[test]
fn a_saved_game_that_cannot_be_is_refused() {
    let game = position(&["..O...."], &[&[&["0,0"]], &[&["5,0"]]]);
    let saved = serde_json::to_value(&game).unwrap();
    assert_eq!(serde_json::from_value::<Worms>(saved.clone()).unwrap(), game);
    for (name, value) in [
        ("seats", json!(0)),
        ("seats", json!(99)),
        ("next", json!(2)),
        ("worms", json!([{ "owner": 0, "cells": ["2,0"] }])),
        ("worms", json!([{ "owner": 5, "cells": ["0,0"] }])),
        ("worms", json!([{ "owner": 0, "cells": ["0,0"] }, { "owner": 1, "cells": ["0,0"] }])),
        ("board", json!(["..."])),
    ] {
        let mut wrong = saved.clone();
        wrong[name] = value.clone();
        assert!(serde_json::from_value::<Worms>(wrong).is_err(), "{name} = {value}");
    }
}
