//! The laws that every game keeps, for every pair of armies.

#![cfg(feature = "module")]

use parlor_check::{Law, Suite};
use serde_json::{Value, json};

/// Every army can be chosen only where the High Elves find enough provisions.
fn tables() -> [Value; 3] {
    [
        json!({ "provisions": 202, "reinforcements": 1 }),
        json!({}),
        json!({ "provisions": 202, "neutral": false, "reinforcements": 2 }),
    ]
}

// SK-14. A sample for every day, in which everybody chooses any deck.
parlor_check::laws!(skirmish::rules(), |suite| suite.games(40).plies(6).options(tables()));

// SK-14: the long form, 2,000 games: `cargo test -p skirmish --release --test laws -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn two_thousand_games_keep_every_law() {
    let rules = skirmish::rules();
    let report = Suite::new(&rules).games(2_000).plies(4).options(tables()).run();
    assert!(report.is_ok(), "{report}");
    println!("{report}");
}

// SK-14
#[test]
fn nothing_hidden_is_told_in_games_of_every_pair_of_armies() {
    let rules = skirmish::rules();
    let decks = skirmish::shipped_decks();
    let pairs = (0..decks.len()).flat_map(|one| (one..decks.len()).map(move |two| (one, two)));
    let tables = pairs.map(|(one, two)| json!({ "provisions": 202, "decks": [decks[one], decks[two]] }));
    let tables: Vec<Value> = tables.collect();
    let hidden =
        [Law::Secrecy, Law::ResampleRedraws, Law::SecrecyAfterRestore, Law::SecrecyInPlay, Law::HiddenNames];
    let report = Suite::new(&rules).games(tables.len() as u32).plies(3).options(tables).laws(hidden).run();
    assert!(report.is_ok(), "{report}");
}
