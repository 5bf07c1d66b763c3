//! Computer players at Skirmish.

#![cfg(feature = "module")]

mod common;

use common::{Contest, play};
use parlor_kit::{Game, Luck, Seat, Table};
use skirmish::{Action, Options, Skirmish};

// SK-2
#[test]
fn looking_one_step_ahead_beats_playing_anything() {
    let games = 96;
    let won = (0..games).filter(|&seed| {
        let own = Seat::new(seed as usize % 2);
        let bots = if own.index() == 0 { ["greedy", "random"] } else { ["random", "greedy"] };
        let deck = seed as u8 % 8;
        play(&Contest { bots, decks: [deck, deck], nodes: 200, seed }).0.payoff(own) > 0.0
    });
    let won = won.count();
    assert!(won * 3 >= games as usize * 2, "greedy won {won} of {games} games");
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

#[test]
fn a_stronger_army_is_estimated_higher() {
    let mut game = Skirmish::new(&Options::default(), 2, &mut Luck::fast(4)).unwrap();
    let mut table = Table::silent(Luck::fast(4));
    for seat in Seat::all(2) {
        game.act(seat, &Action::Choose { deck: 0 }, &mut table).unwrap();
    }
    game.proceed(&mut table);
    for seat in Seat::all(2) {
        game.act(seat, &Action::Keep, &mut table).unwrap();
    }
    game.proceed(&mut table);
    let own = game.turn().seats().first().unwrap();
    let mut actions = Vec::new();
    game.candidates(own, &mut actions);
    let unit =
        |action: &&Action| matches!(action, Action::Play { row, .. } if *row != skirmish::Row::Weather);
    let best = actions.iter().filter(unit).map(|action| {
        let mut game = game.clone();
        game.act(own, action, &mut table).unwrap();
        game.estimate(own)
    });
    let best = best.fold(f32::MIN, f32::max);
    let mut passed = game.clone();
    passed.act(own, &Action::Pass, &mut table).unwrap();
    assert!(best > passed.estimate(own), "a unit is worth more than the card it was");
}
