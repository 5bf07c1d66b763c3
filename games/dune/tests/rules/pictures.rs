//! What is seen of a match, and how actions are made.

use crate::common::*;
use dune::{Action, CharacterClass::*, Dune};
use parlor_kit::{Arg, Game, Luck, Pick, Rules, Scene, Turn, Viewer};
use serde_json::json;

fn scene(game: &Dune) -> Scene {
    let mut scene = Scene::new();
    game.scene(Viewer::Public, &mut scene);
    scene
}

// DU-4, DU-32: all values are visible to everybody; round and phase are always there.
#[test]
fn a_character_shows_its_values_and_states() {
    let game = position(&SAND).put(A, Mentat, 2, 2).with("spice", 4).with("loud", true).put(B, Noble, 5, 5);
    let game = game.worm(2, 5, 0).storm(5, 4).turn(0).build();
    let scene = scene(&game);
    let piece = &scene.pieces["character-0"];
    assert_eq!(piece.look, "mentat-atreides");
    let badge = |id: &str| (piece.badges[id].value, piece.badges[id].max);
    assert_eq!(badge("1-hp"), (75, Some(75)));
    assert_eq!((badge("2-mp"), badge("3-ap"), badge("4-spice")), ((2, Some(2)), (3, Some(3)), (4, None)));
    assert_eq!(piece.tags, ["active", "loud", "hunted"]);
    let other = &scene.pieces["character-1"];
    assert_eq!(other.tags, ["in-storm"]);
    assert!(!other.badges.contains_key("2-mp"), "only whose turn it is has points to spend");
    let notes: Vec<String> = other.notes.values().map(|note| format!("{:?}", note.text)).collect();
    for (key, value) in [("mp", 2), ("ap", 2), ("inventory", 5), ("damage", 20), ("healing", 10)] {
        let told = notes
            .iter()
            .any(|note| note.contains(&format!("dune-note-{key}")) && note.contains(&value.to_string()));
        assert!(told, "{key} of a character that is not on turn: {notes:?}");
    }
    assert_eq!(scene.areas["active"].lines.len(), 6, "the panel of the character");
    let banner = scene.banner.unwrap();
    assert_eq!(banner.key, "dune-banner");
}

// DU-32
#[test]
fn the_desert_is_seen() {
    let game = position(&SAND).spice(&[(3, 1)]).put(A, Noble, 2, 2).worm(4, 4, 0).storm(0, 3).build();
    let scene = scene(&game);
    assert_eq!(scene.areas["board"].cells.len(), 49);
    assert!(scene.pieces.contains_key("spice-3-1") && scene.pieces.contains_key("worm"));
    let storm = scene.pieces.keys().filter(|id| id.starts_with("storm-")).count();
    assert_eq!(storm, 6, "a storm at the edge");
    assert_eq!(scene.seats.len(), 2);
    assert!(scene.seats.values().all(|panel| panel.badges.len() == 6), "every number that decides a match");
    let after = position(&SAND).put(A, Noble, 2, 2).set("maw", "3,3").build();
    let mut drawn = Scene::new();
    after.scene(Viewer::Public, &mut drawn);
    assert!(drawn.pieces.contains_key("shai-hulud"));
}

// DU-13, DU-32
#[test]
fn a_path_is_walked_by_the_same_piece_field_by_field() {
    let mut game = position(&SAND).put(A, BeneGesserit, 2, 2).turn(0).build();
    for x in [3, 4] {
        let step = Action::Move { to: at(x, 2) };
        let gesture = game.gesture(A, &step);
        assert_eq!(gesture.picks[0].0, Pick::Piece("character-0".into()));
        assert_eq!(gesture.picks[1].0, Pick::Cell("board".into(), at(x, 2)));
        act(&mut game, step);
    }
}

#[test]
fn everything_but_a_step_begins_with_a_button_and_atomics_are_confirmed() {
    let game = position(&SAND).spice(&[(2, 2)]).put(A, Noble, 2, 2).with("spice", 2).put(B, Noble, 3, 2);
    let game = game.put(A, Mentat, 1, 2).turn(0).build();
    let mut actions = Vec::new();
    game.actions(A, &mut actions);
    for action in &actions {
        let gesture = game.gesture(A, action);
        let button = matches!(gesture.picks[0].0, Pick::Button(_));
        assert_eq!(button, !matches!(action, Action::Move { .. }), "{action:?}");
        assert_eq!(gesture.confirm, matches!(action, Action::Atomics { .. }));
    }
    let gives = actions.iter().filter(|action| matches!(action, Action::Give { .. })).count();
    assert_eq!(gives, 2, "one for each amount");
}

// DU-18, DU-33
#[test]
fn bots_try_atomics_only_where_the_convention_allows_them() {
    let tried = |game: Dune| {
        let (mut actions, mut tried) = (Vec::new(), Vec::new());
        game.actions(A, &mut actions);
        game.candidates(A, &mut tried);
        assert!(tried.iter().all(|action| actions.contains(action)));
        tried.retain(|action| matches!(action, Action::Atomics { .. }));
        tried
    };
    let game = || position(&SAND).put(A, Noble, 2, 2).put(B, Noble, 3, 2).put(B, Mentat, 6, 2).turn(0);
    assert_eq!(tried(game().build()), [], "nobody has broken the convention");
    let broken = game().player(B, "shunned", true).build();
    assert_eq!(tried(broken), [Action::Atomics { at: at(6, 2) }], "more enemies than friends");
    let hunted = tried(game().worm(3, 6, 0).build());
    assert_eq!(hunted.len(), 1, "the worm may be hit where nobody stands");
    assert_eq!(tried(game().worm(3, 6, 1).build()), [], "but one that hunts the enemy is left alone");
}

// DU-18, DU-33: whom atomics would hit is told before, and that their user would be shunned.
#[test]
fn atomics_tell_what_follows_before_they_are_used() {
    let game = || position(&SAND).put(A, Noble, 2, 2).put(B, Noble, 3, 2).put(B, Mentat, 6, 6).turn(0);
    let told = |game: &Dune, x, y| {
        let gesture = game.gesture(A, &Action::Atomics { at: at(x, y) });
        assert_eq!((gesture.reach, gesture.confirm), (Some(1), true));
        let label = gesture.picks[1].1.clone().unwrap();
        let names = label.args.iter().find(|(name, _)| name == "names").unwrap();
        let Arg::List(names) = &names.1 else { panic!("a list of names") };
        (label.key.to_string(), names.len())
    };
    let fresh = game().build();
    assert_eq!(told(&fresh, 5, 1), ("dune-offer-atomics".into(), 0));
    assert_eq!(told(&fresh, 1, 2), ("dune-offer-atomics-hits".into(), 1), "one's own alone shuns nobody");
    assert_eq!(told(&fresh, 3, 3), ("dune-offer-atomics-shunned".into(), 2));
    let broken = game().player(A, "shunned", true).build();
    assert_eq!(told(&broken, 3, 3), ("dune-offer-atomics-hits".into(), 2));
}

// DU-32: the banner names the phase whose effect is seen.
#[test]
fn the_banner_names_the_phase_that_happened() {
    let named = |game: &Dune| {
        let banner = scene(game).banner.unwrap();
        match banner.args.into_iter().find(|(name, _)| name == "phase") {
            Some((_, Arg::Text(phase))) => phase.key.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let game = position(&SAND).put(A, Noble, 2, 2).put(B, Noble, 5, 1).with("life", "defeated").turn(0);
    let mut game = game.build();
    let mut told = vec![(act(&mut game, Action::End).pop().unwrap(), named(&game))];
    while game.turn() == Turn::Table {
        let events = proceed(&mut game, Luck::fast(9));
        told.push((events.last().cloned().unwrap_or_default(), named(&game)));
    }
    let told: Vec<(&str, &str)> =
        told.iter().map(|(event, banner)| (event.as_str(), banner.as_str())).collect();
    assert_eq!(
        told,
        [
            ("dune-event-round", "dune-phase-begins"),
            ("dune-event-blow", "dune-phase-blow"),
            ("dune-event-dunes", "dune-phase-dunes"),
            ("dune-event-storm", "dune-phase-storm"),
            ("", "dune-phase-clones"),
            ("dune-event-turn", "dune-phase-turn"),
        ]
    );
}

// DU-33
#[test]
fn the_cities_are_arrakeen_and_carthag() {
    let names = |game: &Dune| {
        let scene = scene(game);
        ["city-0", "city-1"].map(|id| format!("{:?}", scene.pieces[id].name))
    };
    let [first, second] = names(&position(&SAND).put(A, Noble, 2, 2).build());
    assert!(first.contains("dune-city-arrakeen") && second.contains("dune-city-carthag"), "{first} {second}");
    let swapped = position(&SAND).put(A, Noble, 2, 2).set("cities", json!(["6,6", "0,0"])).build();
    let [first, second] = names(&swapped);
    assert!(first.contains("dune-city-carthag") && second.contains("dune-city-arrakeen"), "{first} {second}");
}

// DU-27: the form of an action is held to strictly.
#[test]
fn actions_are_readable_and_strict() {
    let rules = dune::rules();
    for (action, text) in [
        (Action::Move { to: at(3, 4) }, json!({ "move": { "to": "3,4" } })),
        (Action::House(dune::House::Corrino), json!({ "house": "CORRINO" })),
        (Action::Give { to: 3, amount: 2 }, json!({ "give": { "to": 3, "amount": 2 } })),
        (Action::End, json!("end")),
    ] {
        assert_eq!(rules.write_action(&action), text);
        assert_eq!(rules.read_action(&text).unwrap(), action);
    }
    for wrong in
        [json!({ "move": { "to": "3,4", "fast": true } }), json!({ "fly": "3,4" }), json!("dance"), json!(3)]
    {
        assert_eq!(rules.read_action(&wrong).unwrap_err().code(), "action-invalid");
    }
}
