//! The choice of houses, and how everybody comes.

use crate::common::*;
use dune::{Action, Dune, Options, Phase};
use parlor_kit::{Game, Luck, Scene, Seat, Seats, StepContext, Turn, Viewer, grid::Neighbours::Square8};
use std::collections::BTreeMap;

fn new(seed: u64) -> Dune {
    Dune::new(&Options::default(), 2, &mut Luck::fast(seed)).unwrap()
}

fn offered(game: &Dune, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    game.actions(seat, &mut actions);
    actions
}

fn scene(game: &Dune, viewer: Viewer) -> Scene {
    let mut scene = Scene::new();
    game.scene(viewer, &mut scene);
    scene
}

// DU-5
#[test]
fn both_choose_at_once_from_disjoint_random_pairs() {
    let mut counts = BTreeMap::<String, u32>::new();
    for seed in 0..600 {
        let game = new(seed);
        assert_eq!(game.turn(), Turn::Act(Seats::all(2)));
        let all = [offered(&game, A), offered(&game, B)].concat();
        for (i, house) in all.iter().enumerate() {
            assert!(!all[..i].contains(house), "{all:?}");
            *counts.entry(format!("{house:?}")).or_default() += 1;
        }
    }
    assert_eq!(counts.len(), 6);
    // Four of six are offered.
    assert!(counts.values().all(|&n| (340..460).contains(&n)), "{counts:?}");
}

// DU-5
#[test]
fn a_choice_is_hidden_until_both_have_chosen() {
    let mut games = [new(3), new(3)];
    let houses = offered(&games[0], A);
    for (game, house) in games.iter_mut().zip(&houses) {
        let mut step = StepContext::listening(Luck::fast(1));
        game.act(A, house, &mut step).unwrap();
        let told = step.take_events();
        let heard = |viewer| told.iter().filter(|event| event.to.includes(viewer)).count();
        assert_eq!([Viewer::Seat(A), Viewer::Seat(B), Viewer::Public].map(heard), [1, 1, 1]);
        assert_eq!(game.turn(), Turn::Act(B.into()));
        assert!(game.act(A, house, &mut step).is_err(), "chosen is chosen");
    }
    assert_ne!(scene(&games[0], Viewer::Seat(A)), scene(&games[1], Viewer::Seat(A)));
    for viewer in [Viewer::Seat(B), Viewer::Public] {
        assert_eq!(scene(&games[0], viewer), scene(&games[1], viewer));
    }
    // Imagined by the other, the choice is either of the two.
    let mut seen = [0; 2];
    for seed in 0..200 {
        let mut twin = games[0].clone();
        twin.resample(Viewer::Seat(B), &mut Luck::fast(seed));
        let at = (0..2).find(|&i| scene(&twin, Viewer::All) == scene(&games[i], Viewer::All)).unwrap();
        seen[at] += 1;
    }
    assert!(seen.iter().all(|&n| n > 60), "{seen:?}");
}

// DU-5
#[test]
fn without_a_choice_in_time_a_house_is_drawn() {
    let game = new(4);
    let mut drawn = [0; 2];
    for seed in 0..200 {
        let action = game.fallback(B, &mut Luck::fast(seed)).unwrap();
        drawn[offered(&game, B).iter().position(|offer| *offer == action).unwrap()] += 1;
    }
    assert!(drawn.iter().all(|&n| n > 60), "{drawn:?}");
}

// DU-5
#[test]
fn only_the_own_pair_can_be_chosen() {
    let mut game = new(5);
    let mut step = StepContext::silent(Luck::fast(1));
    let other = offered(&game, B)[0];
    assert_eq!(game.act(A, &other, &mut step).unwrap_err().code(), "dune-house-not-offered");
    assert_eq!(game.act(A, &Action::End, &mut step).unwrap_err().code(), "dune-choose-house");
    assert!(game.act(Seat::new(3), &other, &mut step).is_err());
}

// DU-5, DU-3
#[test]
fn everybody_comes_around_the_own_city() {
    let mut cities = [0; 2];
    for seed in 0..100 {
        let mut game = new(seed);
        let mut step = StepContext::silent(Luck::fast(seed));
        for seat in [B, A] {
            let house = offered(&game, seat)[1];
            game.act(seat, &house, &mut step).unwrap();
        }
        assert_eq!(game.phase(), Phase::Place);
        game.proceed(&mut step);
        assert_eq!((game.round(), game.characters().len()), (1, 12));
        for one in game.characters() {
            let at = one.at().expect("on the map");
            assert!(game.map()[at].is_walkable());
            assert!(Square8.distance(at, game.city(one.seat())) <= 4, "near the city");
            assert_eq!(game.characters().iter().filter(|other| other.at() == Some(at)).count(), 1);
        }
        cities[usize::from(game.city(A) < game.city(B))] += 1;
    }
    assert!(cities.iter().all(|&n| n > 25), "either city: {cities:?}");
}

// DU-6 to DU-12: the phases come in their order, each as a step of its own.
#[test]
fn the_phases_of_a_round_come_in_order() {
    let game = position(&SAND).put(A, dune::CharacterClass::Noble, 2, 2).with("loud", true).storm(5, 5);
    let game = game.put(B, dune::CharacterClass::Noble, 5, 1).with("life", "defeated").turn(0);
    let mut game = game.build();
    act(&mut game, Action::Move { to: at(3, 2) });
    act(&mut game, Action::Move { to: at(2, 2) });
    act(&mut game, Action::End);
    let mut phases = Vec::new();
    while game.turn() == Turn::Table {
        phases.push(game.phase());
        proceed(&mut game, Luck::fast(9));
    }
    let order = [Phase::Blow, Phase::Dunes, Phase::Storm, Phase::Worm, Phase::Clones, Phase::Call];
    assert_eq!(phases, order);
    assert_eq!((game.phase(), game.round()), (Phase::Turn, 2));
}
