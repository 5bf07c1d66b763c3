//! Level 8 at a table of the runtime: time, reloading, spectators.

#![cfg(feature = "module")]

use parlor_kit::{Scene, Seat, Viewer};
use parlor_runtime::{
    ActRequest, Denial, PersonId, PresenceRequest, Setup,
    test_lobby::{ADA, TestLobby},
};
use serde_json::json;
use std::collections::BTreeMap;

/// A table of three people, started.
fn started() -> TestLobby {
    let mut lobby = TestLobby::new(&*level8::package().module);
    lobby.start(lobby.setup(3));
    lobby.wait(2_000);
    lobby
}

// L8-13
#[test]
fn after_thirty_seconds_a_whole_turn_is_played_for_a_player() {
    let mut lobby = started();
    let before = lobby.view(ADA).heard.len();
    lobby.wait(26_000);
    assert!(!lobby.view(ADA).has_heard("table-timeout"));
    lobby.wait(8_000);
    let keys = &lobby.view(ADA).keys()[before..];
    assert!(keys.contains(&"table-timeout"), "{keys:?}");
    let ends = |key: &&str| ["level8-event-discarded", "level8-event-skip"].contains(key);
    assert!(keys.iter().any(ends), "a card is taken and one is put away: {keys:?}");
}

/// What a viewer is told in one game: everything but the secret's commitment. The version counts the viewer's own
/// composing as well, which `composed` leaves out.
fn told(lobby: &TestLobby, person: PersonId, composed: u32) -> String {
    let view = lobby.view(person);
    let version = view.version - composed;
    format!("{version} {:?} {:?} {:?} {:?}", view.scene(), view.heard, view.turn, view.clocks)
}

/// A card of a player's hand that can be composed with.
fn card_in_hand(lobby: &mut TestLobby, person: PersonId, seat: Seat) -> u32 {
    let hand = format!("hand-{seat}");
    let scene = lobby.look(person).scene();
    let card = scene.pieces.iter().find(|(_, piece)| piece.area == hand && piece.look != "skip");
    card.unwrap().0.trim_start_matches("card-").parse().unwrap()
}

/// Plays three turns with the same luck; with `composing`, every player composes and takes back before
/// discarding. What each other viewer is told after every step of the table that all learn of.
fn three_turns(composing: bool) -> Vec<Vec<String>> {
    let mut lobby = started();
    let people = [1, 2, 3].map(PersonId);
    let watcher = PersonId(9);
    lobby.ask(watcher, PresenceRequest::Watch { name: "Eve".into() }).unwrap();
    let mut streams = Vec::new();
    // How many steps each person composed with.
    let mut composed = BTreeMap::<PersonId, u32>::new();
    for _ in 0..3 {
        let person = lobby.actor();
        let seat = lobby.turn().only().unwrap();
        lobby.act(person, json!({ "take": "draw" })).unwrap();
        let others: Vec<PersonId> =
            people.into_iter().chain([watcher]).filter(|&other| other != person).collect();
        let handle = card_in_hand(&mut lobby, person, seat);
        if composing {
            let before: Vec<String> = others.iter().map(|&other| told(&lobby, other, 0)).collect();
            let own = lobby.view(person).version;
            lobby.act(person, json!({ "put": { "card": handle, "part": 0 } })).unwrap();
            assert_eq!(lobby.view(person).version, own + 1, "the player sees what was composed");
            lobby.wait(3_000);
            lobby.act(person, json!({ "back": { "card": handle } })).unwrap();
            let after: Vec<String> = others.iter().map(|&other| told(&lobby, other, 0)).collect();
            assert_eq!(before, after, "nobody else is told anything");
            for &other in &others {
                let (seen, anew) = (lobby.view(other).version, lobby.look(other).version);
                assert_eq!(seen, anew, "nor on asking");
            }
            composed.insert(person, 2);
        } else {
            others.iter().for_each(|&other| drop(lobby.look(other)));
            lobby.wait(3_000);
        }
        lobby.act(person, json!({ "discard": { "card": handle } })).unwrap();
        let own = |other| composed.get(other).copied().unwrap_or(0);
        streams.push(others.iter().map(|other| told(&lobby, *other, own(other))).collect());
    }
    streams
}

// L8-14
#[test]
fn composing_is_told_to_nobody_else_not_even_by_a_version() {
    assert_eq!(three_turns(true), three_turns(false));
}

/// Plays until it is somebody's turn to discard, and puts a card of theirs into the first part.
fn composed(lobby: &mut TestLobby) -> (PersonId, Seat, u32) {
    let person = lobby.actor();
    let seat = lobby.turn().only().unwrap();
    lobby.act(person, json!({ "take": "draw" })).unwrap();
    let handle = card_in_hand(lobby, person, seat);
    lobby.act(person, json!({ "put": { "card": handle, "part": 0 } })).unwrap();
    (person, seat, handle)
}

// L8-14
#[test]
fn composing_outdates_the_view_of_the_player_who_does_it() {
    let mut lobby = started();
    let (person, seat, handle) = composed(&mut lobby);
    let version = lobby.view(person).version - 1;
    let action = json!({ "back": { "card": handle } });
    let again = lobby.ask(person, ActRequest::Act { seat, version, action });
    assert!(matches!(again, Err(Denial::Stale { .. })), "{again:?}");
    lobby.act(person, json!({ "discard": { "card": handle } })).unwrap();
}

// L8-14, L8-15
#[test]
fn a_recording_shows_composing_only_where_nothing_is_hidden() {
    let package = level8::package();
    let mut lobby = TestLobby::new(&*package.module);
    let setup = lobby.setup(2);
    lobby.start(Setup { options: json!({ "levels": 2 }), ..setup });
    lobby.wait(2_000);
    let (person, _, handle) = composed(&mut lobby);
    lobby.act(person, json!({ "back": { "card": handle } })).unwrap();
    while lobby.finished.is_empty() {
        lobby.wait(60_000);
    }
    let recording = lobby.recording();
    let steps = |viewer| {
        let replayed = lobby.runtime.game("level8").unwrap().replay(&recording, viewer);
        replayed.unwrap().steps.len()
    };
    assert_eq!(steps(Viewer::All), steps(Viewer::Public) + 2);
    assert_eq!(lobby.finished[0].steps as usize, steps(Viewer::All));
}

// L8-15
#[test]
fn whoever_comes_back_finds_the_level_as_it_was_composed() {
    let mut lobby = started();
    let person = lobby.actor();
    let seat = lobby.turn().only().unwrap();
    lobby.act(person, json!({ "take": "draw" })).unwrap();
    let part = |scene: &Scene| {
        let area = format!("part-{seat}-0");
        scene.pieces.iter().find(|(_, piece)| piece.area == area).map(|(id, _)| id.clone())
    };
    let scene = lobby.look(person).scene();
    let hand = format!("hand-{seat}");
    let card = scene.pieces.iter().find(|(_, piece)| piece.area == hand && piece.look != "skip");
    let card = card.unwrap().0.clone();
    assert_eq!(part(&scene), None);
    let handle: u32 = card.trim_start_matches("card-").parse().unwrap();
    lobby.act(person, json!({ "put": { "card": handle, "part": 0 } })).unwrap();
    lobby.ask(person, PresenceRequest::Lost).unwrap();
    lobby.wait(1_000);
    assert_eq!(part(&lobby.look(person).scene()), Some(card.clone()));
    for other in [1, 2, 3].map(PersonId).into_iter().filter(|&other| other != person) {
        let scene = lobby.look(other).scene();
        assert_eq!(part(&scene), None);
        assert!(!scene.pieces.contains_key(&card), "a card of a hand has no name for others");
    }
}
