//! Snails at a table of the runtime: maps by name, settings of the host, time, resigning.

use parlor_kit::Pick;
use parlor_runtime::{
    Answer, Denial, Module as _, RetireRequest, SeatPlan, Setup,
    test_lobby::{ADA, BEN, TestLobby},
};
use serde_json::{Value, json};

/// Takes over the host's settings, as a host does at the start and whenever the file changes.
fn configure(lobby: &mut TestLobby, text: Option<&str>) -> Vec<String> {
    let (defaults, warnings) = snails::SnailsModule::new().settings(text).unwrap();
    lobby.runtime.configure("snails", defaults);
    warnings
}

fn lobby() -> TestLobby {
    let mut lobby = TestLobby::new(&snails::SnailsModule::new());
    configure(&mut lobby, Some(&snails::shipped_settings()));
    lobby
}

fn open(lobby: &mut TestLobby, options: Value) -> Result<Answer, Denial> {
    lobby.open(Setup { options, ..lobby.setup(2) })
}

fn started() -> TestLobby {
    let mut lobby = lobby();
    lobby.start(lobby.setup(2));
    lobby
}

// SN-2: whoever resigns loses, whatever the score.
#[test]
fn resigning_loses_whatever_the_score() {
    let mut lobby = started();
    lobby.ask(ADA, RetireRequest::Resign).unwrap();
    assert_eq!(lobby.outcome().places.as_slice(), [2, 1]);
    assert_eq!(lobby.outcome().scores.as_slice(), [1, 1]);
}

// SN-19: the winner's score goes to the highscores of the map.
#[test]
fn a_result_says_what_it_adds_to_the_highscores() {
    let mut lobby = started();
    lobby.ask(ADA, RetireRequest::Resign).unwrap();
    let scored = lobby.finished[0].scored.clone().expect("somebody won");
    assert_eq!((scored.list_for.as_str(), scored.seat.index(), scored.against.index()), ("map", 1, 0));
    assert_eq!((scored.score, scored.most), (1, 3));
}

// SN-13: a turn takes 30 s at most; then it is a miss.
#[test]
fn time_over_means_miss() {
    let mut lobby = started();
    let heard = lobby.view(ADA).heard.len();
    lobby.wait(30_000);
    assert_eq!(
        lobby.view(ADA).heard.len(),
        heard,
        "a turn lasts 30 s, and what is being shown does not count"
    );
    lobby.wait(2_000);
    assert_eq!(
        lobby.view(ADA).keys()[heard..heard + 3],
        ["table-timeout", "snails-event-miss", "snails-event-turn"]
    );
}

// SN-13: everybody sees where a computer player may go while it is to move, and nobody's where people play.
#[test]
fn computer_players_show_their_targets() {
    let mut lobby = lobby();
    let bot = SeatPlan::Bot { kind: "random".into(), name: "".into() };
    lobby.start(Setup { options: json!({ "map": "hedgerow" }), seats: vec![bot; 2], ..lobby.setup(2) });
    let targets = &lobby.look(ADA).targets;
    assert!(!targets.is_empty() && targets.len() <= 4, "{targets:?}");
    assert!(targets.iter().all(|pick| matches!(pick, Pick::Cell(..))), "{targets:?}");
    let mut people = started();
    for _ in 0..4 {
        assert!(people.view(ADA).targets.is_empty());
        people.wait(10_000);
    }
    assert!(people.view(ADA).has_heard("snails-event-miss"));
}

// SN-9, SN-10, SN-11: maps by name, shipped or added; faults are named and nothing else breaks.
#[test]
fn maps_are_chosen_by_name_and_faulty_ones_refused() {
    let mut lobby = lobby();
    assert_eq!(open(&mut lobby, json!({ "map": "atlantis" })).unwrap_err().code(), "content-missing");
    let faulty = json!({ "size": { "x": 5, "y": 5 }, "contents": [0, 129] });
    lobby.runtime.add_content("snails", "map", "faulty", faulty);
    assert!(lobby.runtime.content_names("snails", "map").contains(&"faulty".into()));
    let denial = open(&mut lobby, json!({ "map": "faulty" })).unwrap_err();
    assert!(denial.code().starts_with("snails-bad-map"), "{denial}");
    open(&mut lobby, json!({ "map": "hedgerow" })).unwrap();
}

// SN-12: settings of the host, taken over while running.
#[test]
fn the_host_sets_limits_that_a_table_cannot_change() {
    let mut lobby = lobby();
    assert_eq!(open(&mut lobby, json!({ "max_map_size": 50 })).unwrap_err().code(), "options-of-the-host");
    let warnings = configure(&mut lobby, Some(r#"{ "maxMapSize": 6, "minMapSize": -1 }"#));
    assert!(warnings.iter().any(|warning| warning.contains("minMapSize")), "{warnings:?}");
    assert!(open(&mut lobby, json!({ "map": "hedgerow" })).is_err(), "7×7 is too large now");
    configure(&mut lobby, None);
    open(&mut lobby, json!({ "map": "hedgerow" })).unwrap();
}

// SN-6: a seat that acts out of turn is refused by the table, and nothing changes.
#[test]
fn only_the_snail_whose_turn_it_is_moves() {
    let mut lobby = started();
    let other = if lobby.actor() == ADA { BEN } else { ADA };
    assert_eq!(lobby.act(other, json!("miss")), Err(Denial::NotYourTurn));
}
