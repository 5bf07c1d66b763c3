//! Skirmish at a table of the runtime, in virtual time: decks, bots, what is brought along in files.

#![cfg(feature = "module")]
#![allow(clippy::disallowed_methods, reason = "tests read the files they wrote, as a host does")]

use parlor_kit::{Id, Scene, Seat, parse_content};
use parlor_runtime::{
    Answer, Denial, SeatPlan, Setup,
    test_lobby::{ADA, BEN, TestLobby},
};
use serde_json::{Value, json};
use std::{fs, path::Path};

fn lobby() -> TestLobby {
    TestLobby::new(&*skirmish::package().module)
}

fn two_people(options: Value) -> TestLobby {
    let mut lobby = lobby();
    lobby.start(Setup { options, ..lobby.setup(2) });
    lobby
}

/// A table of two bots.
fn bots(lobby: &TestLobby, options: Value) -> Setup {
    let bot = SeatPlan::Bot { kind: "random".into(), name: Id::default() };
    Setup { options, seats: vec![bot; 2], opener_plays: false, ..lobby.setup(2) }
}

fn open(lobby: &mut TestLobby, options: Value) -> Result<Answer, Denial> {
    lobby.open(bots(lobby, options))
}

// SK-5, SK-6: everybody brings a deck, the one who joins as well as the one who opened the table.
#[test]
fn each_player_chooses_a_deck_of_their_own() {
    let mut lobby = two_people(json!({ "decks": ["spirits", "empire", "beasts"] }));
    lobby.act(BEN, json!({ "choose": { "deck": 0 } })).unwrap();
    assert_eq!(lobby.look(ADA).scene().areas.keys().collect::<Vec<_>>(), ["decks"]);
    let tagged = |scene: Scene| scene.pieces.values().filter(|deck| !deck.tags.is_empty()).count();
    assert_eq!(tagged(lobby.look(ADA).scene()), 0, "nobody sees the other's choice");
    assert_eq!(tagged(lobby.look(BEN).scene()), 1);
    lobby.act(ADA, json!({ "choose": { "deck": 2 } })).unwrap();
    lobby.wait(5_000);
    let scene = lobby.look(ADA).scene();
    let army = |seat| serde_json::to_string(&scene.seats[&Seat::new(seat)].lines["army"].value).unwrap();
    assert!(army(0).contains("Beasts") && army(1).contains("Spirits"));
}

// SK-7: whoever is out of time chooses any deck, keeps the hand and plays any card.
#[test]
fn a_table_goes_on_without_people() {
    let mut lobby = two_people(json!({}));
    for (ms, event) in [
        (95_000, "skirmish-event-army"),
        (100_000, "skirmish-event-round"),
        (100_000, "skirmish-event-enters"),
    ] {
        lobby.wait(ms);
        assert!(lobby.view(ADA).has_heard(event), "{:?}", lobby.view(ADA).keys());
    }
}

#[test]
fn bots_play_a_whole_game() {
    let mut lobby = lobby();
    lobby.start(bots(&lobby, json!({})));
    lobby.play_out();
}

// SK-5
#[test]
fn a_deck_that_is_not_legal_opens_no_table() {
    let mut lobby = lobby();
    let denial = open(&mut lobby, json!({ "decks": ["empire", "high-elves"] })).unwrap_err();
    assert!(format!("{denial:?}").contains("skirmish-deck-provisions"), "{denial:?}");
    open(&mut lobby, json!({ "decks": ["empire", "high-elves"], "provisions": 202 })).unwrap();
}

/// A people, an army and a rule made of known effects.
const SET: &str = include_str!("data/nomads.toml");

/// Seven riders, so that a legal deck can be made of them.
fn riders() -> String {
    let card = |n: usize| {
        format!(
            "[[cards]]\nid = 'NO{n}'\nname = {{ de = 'Reiter {n}', en = 'Rider {n}' }}\nfaction = 'NO'\nlevel = 1\n\
             strength = {n}\nactions = 2\nprovisions = {n}\nrows = ['close', 'ranged']\nrules = ['no001']\n"
        )
    };
    (1..=7).map(card).collect()
}

/// Reads a folder as a host does: the name of a file is the name of the content.
fn drop_in(lobby: &mut TestLobby, kind: &str, folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap();
        let value = parse_content(file, &fs::read(&path).unwrap()).unwrap();
        lobby.runtime.add_content("skirmish", kind, file.split('.').next().unwrap(), value);
    }
}

// SK-1: a rule made of known effects, cards, an army and a deck, all of them files in a folder.
#[test]
fn files_in_a_folder_bring_a_new_army_into_play() {
    let home = std::env::temp_dir().join(format!("skirmish-{}", std::process::id()));
    for (file, text) in [
        ("sets/nomads.toml", format!("{SET}\n{}", riders())),
        (
            "decks/riders.toml",
            "name = { de = 'Reiter', en = 'Riders' }\nfaction = 'NO'\n\
             [cards]\nNO1 = 4\nNO2 = 4\nNO3 = 4\nNO4 = 4\nNO5 = 4\nNO6 = 4\nNO7 = 1\n[neutral]\nNW_1 = 3\n"
                .into(),
        ),
    ] {
        let path = home.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let mut lobby = lobby();
    drop_in(&mut lobby, "set", &home.join("sets"));
    drop_in(&mut lobby, "deck", &home.join("decks"));
    fs::remove_dir_all(&home).unwrap();
    let denial = open(&mut lobby, json!({ "decks": ["riders"] })).unwrap_err();
    assert!(format!("{denial:?}").contains("skirmish-deck-faction"), "the standard set has no riders");
    lobby.start(bots(&lobby, json!({ "expansions": ["nomads"], "decks": ["riders"] })));
    lobby.wait_with_bots(10_000);
    assert!(lobby.look(ADA).scene().hints.contains_key("no001"), "the new rule explains itself");
    lobby.play_out();
    assert!(
        lobby.view(ADA).has_heard("skirmish-event-uses"),
        "a sandstorm blew: {:?}",
        lobby.view(ADA).keys()
    );
}
