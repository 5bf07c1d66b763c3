//! Computer players at Skirmish.

#![cfg(feature = "module")]

mod common;

use common::{Contest, play};
use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Game, Luck, Native, Seat, StepContext};
use serde_json::Value;
use skirmish::{Action, Options, Skirmish};
use std::sync::Arc;

/// How many of so many games the first bot wins, on both seats of each deck in turn, where both have the same deck.
fn wins([one, two]: [&str; 2], nodes: u64, games: u64) -> usize {
    let won = (0..games).filter(|&seed| {
        let own = Seat::new(seed as usize % 2);
        let bots = if own.index() == 0 { [one, two] } else { [two, one] };
        let deck = (seed / 2 % 8) as u8;
        play(&Contest { bots, decks: [deck, deck], nodes, seed }).0.payoff(own) > 0.0
    });
    won.count()
}

// SK-2
#[test]
fn looking_one_step_ahead_beats_playing_anything() {
    let won = wins(["greedy", "random"], 200, 96);
    assert!(won >= 72, "greedy won {won} of 96 games");
}

// BO-2
#[test]
fn mcts_beats_random() {
    let won = wins(["mcts", "random"], 500, 32);
    assert!(won >= 26, "mcts won {won} of 32 games");
}

// BO-2
#[test]
fn mcts_beats_greed() {
    let won = wins(["mcts", "greedy"], 500, 32);
    assert!(won >= 18, "mcts won {won} of 32 games");
}

// BO-4
#[test]
fn hard_beats_easy() {
    let won = wins(["hard", "easy"], 500, 32);
    assert!(won >= 22, "hard won {won} of 32 games");
}

#[test]
fn every_bot_plays_whole_games_with_any_army() {
    for (seed, bots) in
        [["negamax", "greedy"], ["greedy", "negamax"], ["random", "random"]].into_iter().enumerate()
    {
        let decks = [seed as u8 * 2, 7 - seed as u8];
        let (outcome, actions) = play(&Contest { bots, decks, nodes: 60, seed: seed as u64 });
        assert_eq!(outcome.places.len(), 2, "{outcome:?}");
        assert!(actions < 600, "{bots:?} took {actions} actions");
    }
}

/// A game in which both have chosen their first deck and keep their hands.
fn first_round(seed: u64) -> Skirmish {
    let mut game = Skirmish::new(&Options::default(), 2, &mut Luck::fast(seed)).unwrap();
    let mut step = StepContext::silent(Luck::fast(seed));
    for seat in Seat::all(2) {
        game.act(seat, &Action::Choose { deck: 0 }, &mut step).unwrap();
    }
    game.proceed(&mut step);
    for seat in Seat::all(2) {
        game.act(seat, &Action::Keep, &mut step).unwrap();
    }
    game.proceed(&mut step);
    game
}

#[test]
fn a_stronger_army_is_estimated_higher() {
    let game = first_round(4);
    let mut step = StepContext::silent(Luck::fast(4));
    let own = game.turn().seats().first().unwrap();
    let mut actions = Vec::new();
    game.candidates(own, &mut actions);
    let unit =
        |action: &&Action| matches!(action, Action::Play { row, .. } if *row != skirmish::Row::Weather);
    let best = actions.iter().filter(unit).map(|action| {
        let mut game = game.clone();
        game.act(own, action, &mut step).unwrap();
        game.estimate(own)
    });
    let best = best.fold(f32::MIN, f32::max);
    let mut passed = game.clone();
    passed.act(own, &Action::Pass, &mut step).unwrap();
    assert!(best > passed.estimate(own), "a unit is worth more than the card it was");
}

/// A game in its first round in which seat 1 holds its strongest or its weakest cards. To seat 0 both look the same.
fn holding(strongest: bool) -> Skirmish {
    let game = (0..).map(first_round).find(|game| game.turn().seats().contains(Seat::new(0)));
    let mut saved = serde_json::to_value(game.unwrap()).unwrap();
    let cards = saved["game_cards"]["cards"].as_array().unwrap();
    let strengths: Vec<i64> = cards.iter().map(|card| card["strength"].as_i64().unwrap()).collect();
    let mut zones: Vec<&mut Value> = saved["zones"]["zones"].as_array_mut().unwrap().iter_mut().collect();
    // The hand first, then what is left for the draw pile.
    zones.retain(|zone| ["hand-1", "draw-1"].iter().any(|name| zone[1]["name"] == *name));
    zones.sort_by_key(|zone| zone[1]["name"] != "hand-1");
    let cards = zones.into_iter().flat_map(|zone| zone[1]["cards"].as_array_mut().unwrap());
    let mut own: Vec<&mut Value> = cards.filter(|card| card["deck"] == 1).collect();
    let mut faces: Vec<Value> = own.iter().map(|card| card["face"].clone()).collect();
    let strength = |face: &Value| strengths[face["card"].as_u64().unwrap() as usize];
    faces.sort_by_key(|face| if strongest { -strength(face) } else { strength(face) });
    own.iter_mut().zip(faces).for_each(|(card, face)| card["face"] = face);
    serde_json::from_value(saved).unwrap()
}

/// How strong the hand of seat 1 is in a state, as printed on its cards.
fn strength_in_hand(game: &Skirmish) -> f64 {
    let saved = serde_json::to_value(game).unwrap();
    let zones = saved["zones"]["zones"].as_array().unwrap();
    let hand = zones.iter().find(|zone| zone[1]["name"] == "hand-1").unwrap();
    let cards = hand[1]["cards"].as_array().unwrap().iter();
    let strength = |card: &Value| {
        saved["game_cards"]["cards"][card["face"]["card"].as_u64().unwrap() as usize]["strength"].as_f64()
    };
    cards.filter_map(strength).sum()
}

// BO-1
#[test]
fn bots_do_not_look_at_the_cards_of_others() {
    let (strong, weak) = (holding(true), holding(false));
    assert!(strength_in_hand(&strong) > 2.0 * strength_in_hand(&weak), "whoever could look would see it");
    let rules = Arc::new(skirmish::rules());
    let me = Seat::new(0);
    let tries = 200;
    let look = |state: &Skirmish, first: u64| -> Vec<(f64, Action)> {
        let tried = (first..first + tries).map(|seed| {
            let mut luck = Luck::fast(seed);
            let view = Imagined::of(&rules, state, 2, me, &mut luck);
            let mut bot = make::<Native<Skirmish>>("mcts").unwrap();
            let action = bot.choose(&view, &Budget::nodes(150), &mut luck).unwrap();
            (strength_in_hand(view.state()), action)
        });
        tried.collect()
    };
    let (one, two) = (look(&strong, 0), look(&weak, 1_000));
    // What is imagined of the hand is as strong on average, within four standard deviations of the difference.
    let mean =
        |looks: &[(f64, Action)]| looks.iter().map(|(strength, _)| strength).sum::<f64>() / tries as f64;
    let both = || one.iter().chain(&two).map(|(strength, _)| *strength);
    let middle = both().sum::<f64>() / (2 * tries) as f64;
    let variance = both().map(|strength| (strength - middle).powi(2)).sum::<f64>() / (2 * tries) as f64;
    let most = 4.0 * (2.0 * variance / tries as f64).sqrt();
    assert!(variance > 1.0, "the hand is imagined anew every time");
    assert!(
        (mean(&one) - mean(&two)).abs() <= most,
        "{} and {}, more than {most} apart",
        mean(&one),
        mean(&two)
    );
    // And every action is chosen as often, within the same.
    let count = |looks: &[(f64, Action)], action: &Action| {
        looks.iter().filter(|(_, other)| other == action).count() as f64
    };
    for (_, action) in one.iter().chain(&two) {
        let (one, two) = (count(&one, action), count(&two, action));
        let share = (one + two) / (2.0 * tries as f64);
        let most = 4.0 * (2.0 * tries as f64 * share * (1.0 - share)).sqrt() + 1.0;
        assert!((one - two).abs() <= most, "{action:?} was chosen {one} and {two} times of {tries}");
    }
}
