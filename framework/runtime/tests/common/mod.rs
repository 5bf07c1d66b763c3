//! The test game at tables of a lobby.

#![allow(dead_code, unreachable_pub, unused_imports, reason = "each test uses another part of the lobby")]

pub mod bidding_game;

use bidding_game::Bids;
use parlor_kit::{Bundle, Manifest, Native, Seat, Viewer};
pub use parlor_runtime::test_lobby::{ADA, BEN, CLEO, DAN, TABLE, TestLobby, name};
use parlor_runtime::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub type BidRules = Native<Bids>;

/// The rules of the test game, with changes to its manifest.
pub fn rules(changes: &str) -> BidRules {
    Native::new(Bundle::new(Manifest::parse(&format!("{}\n{changes}", bidding_game::MANIFEST)).unwrap()))
}

/// The test game with another manifest.
pub fn module_of(manifest: &str, changes: &str) -> Plain<BidRules> {
    Plain::new(Native::new(Bundle::new(Manifest::parse(&format!("{manifest}\n{changes}")).unwrap())))
}

pub fn module(changes: &str) -> Plain<BidRules> {
    Plain::new(rules(changes))
}

pub fn lobby(changes: &str) -> TestLobby {
    TestLobby::new(&module(changes))
}

pub fn setup(seats: usize) -> Setup {
    lobby("").setup(seats)
}

/// A running table with the first people on its seats.
pub fn running(seats: usize) -> TestLobby {
    running_with("", setup(seats))
}

pub fn running_with(changes: &str, setup: Setup) -> TestLobby {
    let mut lobby = lobby(changes);
    lobby.start(setup);
    lobby
}

pub fn bid(amount: u8) -> Value {
    json!({ "bid": amount })
}

/// The scene a viewer ought to see, computed from nothing but the record.
pub fn truth(rules: &BidRules, entries: &[Entry], viewer: Viewer) -> Option<Value> {
    let mut runtime = Runtime::new();
    runtime.install(rules.clone());
    let table = entries.first()?.command.table;
    let entries: Vec<Entry> = entries.to_vec();
    let (_, lost) = runtime.restore(u64::MAX / 2, [(table, entries)]);
    assert!(lost.is_empty(), "{lost:?}");
    let summary = runtime.table(table)?;
    let people = summary.seats.iter().enumerate().filter_map(|(i, seat)| Some((Seat::new(i), seat.person?)));
    let people: BTreeMap<Seat, PersonId> = people.collect();
    // If spectators are not allowed, the opener may still watch.
    let plays = people.values().any(|person| *person == summary.opener);
    let watcher = if plays { PersonId(u64::MAX) } else { summary.opener };
    let (person, ask) = match viewer {
        Viewer::Seat(seat) => (*people.get(&seat)?, PresenceRequest::Back),
        _ => (watcher, PresenceRequest::Watch { name: "W".into() }),
    };
    let output = runtime.step(u64::MAX / 2, [Command::of(Origin::Person(person), table, ask)]);
    output.effects.into_iter().find_map(|effect| match effect {
        Effect::Shown(shown) => Some(serde_json::to_value(&shown.scene).unwrap()),
        _ => None,
    })
}
