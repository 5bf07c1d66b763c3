//! Level 8 at a table of the runtime: time, reloading, spectators.

#![cfg(feature = "module")]

use parlor_kit::Scene;
use parlor_runtime::{
    PersonId, PresenceRequest,
    test_lobby::{ADA, TestLobby},
};
use serde_json::json;

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
