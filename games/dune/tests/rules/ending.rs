//! Who wins at the end.

use crate::common::*;
use dune::{CharacterClass::*, Ending, Phase};
use parlor_kit::{Game, Luck, Seat, Turn};

/// The end of a match in which Shai-Hulud takes the last character, one of B's.
fn end(changes: &[(Seat, &str, u32)]) -> (Ending, String) {
    let game =
        position(&SAND).party("numbOfRounds", 1).set("round", 2).put(B, Noble, 3, 3).phase("shai-hulud");
    let game = changes.iter().fold(game, |game, &(seat, key, value)| game.player(seat, key, value));
    let mut game = game.build();
    proceed(&mut game, Luck::fast(1));
    let (Phase::Over(ending), Turn::Over(outcome)) = (game.phase(), game.turn()) else { panic!("over") };
    assert_eq!(outcome.winners().only(), ending.winner());
    assert_eq!(outcome.check(2), Ok(()));
    (ending, outcome.reason.to_string())
}

// DU-24: each metric beats all that come after it.
#[test]
fn metrics_decide_in_order_and_each_only_on_a_tie() {
    let later = [(B, "collected", 9), (B, "defeated", 9), (A, "swallowed", 9)];
    let with = |first: &[(Seat, &'static str, u32)], from: usize| end(&[first, &later[from..]].concat());
    assert_eq!(with(&[(A, "stock", 1)], 0), (Ending::Stock(A), "dune-outcome-stock".into()));
    assert_eq!(with(&[(A, "collected", 1)], 1), (Ending::Collected(A), "dune-outcome-collected".into()));
    assert_eq!(with(&[(A, "defeated", 1)], 2), (Ending::Defeated(A), "dune-outcome-defeated".into()));
    assert_eq!(with(&[(B, "swallowed", 1)], 3), (Ending::Swallowed(A), "dune-outcome-swallowed".into()));
    assert_eq!(with(&[], 3), (Ending::Last(B), "dune-outcome-last".into()));
    assert_eq!(end(&[(B, "stock", 4), (A, "stock", 3)]).0, Ending::Stock(B));
    assert_eq!(end(&[(A, "stock", 4), (B, "stock", 4), (B, "collected", 5)]).0, Ending::Collected(B));
}

// DU-24
#[test]
fn where_nothing_tells_the_houses_apart_it_is_a_draw() {
    let mut game = position(&SAND).party("numbOfRounds", 1).set("round", 2).phase("shai-hulud").build();
    proceed(&mut game, Luck::forced([]));
    assert_eq!(game.phase(), Phase::Over(Ending::Draw));
    let Turn::Over(outcome) = game.turn() else { panic!("over") };
    assert!(outcome.is_draw());
}
