//! What every store must do, shown for each of them.

mod common;

use parlor_kit::Outcome;
use parlor_runtime::{Participant, PersonId, TableId};
use parlor_server::*;
use serde_json::json;
use std::sync::Arc;

fn person(name: &str, password: Option<&str>) -> NewPerson {
    NewPerson {
        name: name.into(),
        key: name.to_lowercase(),
        password: password.map(String::from),
        proof: [1; 32],
        at: 1_000,
    }
}

fn line(number: u64, table: u64) -> Line {
    Line { number, table: TableId(table), entry: format!("{{\"n\":{number}}}").into() }
}

fn result(table: u64, ended_at: u64, people: [u64; 2], places: [u8; 2]) -> Concluded {
    let somebody =
        |person| Participant { name: format!("P{person}").into(), person: Some(PersonId(person)), bot: None };
    Concluded {
        table: TableId(table),
        game: "snails".into(),
        game_version: "1".into(),
        private: false,
        participants: people.map(somebody).into(),
        outcome: Some(Outcome {
            places: places.into_iter().collect(),
            scores: [3, -4].into_iter().collect(),
            reason: "x".into(),
        }),
        aborted: None,
        options: json!({ "map": { "rows": 3 } }),
        began_at: 1,
        ended_at,
        steps: 9,
        recording: Some(format!("t{table}")),
    }
}

fn score(name: &str, score: i64) -> Score {
    Score {
        game: "snails".into(),
        board: "default".into(),
        name: name.into(),
        bot: false,
        score,
        opponent: "Bot".into(),
        opponent_bot: true,
        table: TableId(1),
        at: 5,
    }
}

fn conforms(store: &dyn Store) {
    // The journal keeps its order and forgets what it is told to.
    store.commit(&Batch { lines: vec![line(1, 7), line(2, 8), line(3, 7)], ..Batch::default() }).unwrap();
    store.commit(&Batch { forgotten: vec![1, 3], lines: vec![line(4, 8)], ..Batch::default() }).unwrap();
    assert_eq!(store.journal().unwrap(), [line(2, 8), line(4, 8)]);

    // LO-1: a name belongs to one person, whatever its letters look like.
    let ada = store.add_person(&person("Ada", None)).unwrap().unwrap();
    assert_eq!(store.add_person(&person("ADA", Some("hash"))).unwrap(), None);
    let ben = store.add_person(&person("Ben", Some("hash"))).unwrap().unwrap();
    assert_ne!(ada, ben);
    assert_eq!(store.person(ada).unwrap().unwrap().name, "Ada");
    assert_eq!(store.person_called("ben").unwrap().unwrap().password.as_deref(), Some("hash"));
    assert_eq!(store.person(PersonId(999)).unwrap(), None);
    for n in 2..12 {
        store.add_proof(ada, [n; 32], 2_000).unwrap();
    }
    let proofs = store.proofs(ada).unwrap();
    assert!(proofs.len() == 8 && proofs.contains(&[11; 32]) && !proofs.contains(&[1; 32]), "the newest stay");

    // Guests who never came back are forgotten, with their secrets; accounts are not.
    let old = store.add_person(&person("Old", None)).unwrap().unwrap();
    store.seen(ada, 9_000).unwrap();
    assert_eq!(store.forget_guests(5_000).unwrap(), 1);
    assert_eq!((store.person(old).unwrap(), store.proofs(old).unwrap().len()), (None, 0));
    assert!(store.person(ada).unwrap().is_some() && store.person(ben).unwrap().is_some());
    assert!(store.add_person(&person("old", None)).unwrap().is_some(), "the name is free again");

    // LO-3
    let said = |table: Option<u64>, text: &str| Said {
        table: table.map(TableId),
        person: ada,
        name: "Ada".into(),
        text: text.into(),
        at: 3,
    };
    let talk = vec![said(None, "a"), said(Some(7), "b"), said(None, "c"), said(None, "d")];
    store.commit(&Batch { said: talk, ..Batch::default() }).unwrap();
    let texts = |table, most| -> Vec<String> {
        store.said(table, most).unwrap().into_iter().map(|said| said.text).collect()
    };
    assert_eq!(
        (texts(None, 2), texts(Some(TableId(7)), 9)),
        (vec!["c".into(), "d".into()], vec!["b".into()])
    );

    // LO-14
    let hidden = Concluded { private: true, ..result(4, 40, [1, 2], [1, 2]) };
    let aborted = Concluded { outcome: None, aborted: Some("why".into()), ..result(3, 30, [1, 2], [1, 2]) };
    let results = vec![result(1, 10, [1, 2], [1, 2]), result(2, 20, [1, 2], [1, 1]), aborted.clone(), hidden];
    store.commit(&Batch { results, ..Batch::default() }).unwrap();
    store.commit(&Batch { results: vec![result(1, 10, [1, 2], [2, 1])], ..Batch::default() }).unwrap();
    assert_eq!(store.results(Some("snails"), 2).unwrap(), [aborted, result(2, 20, [1, 2], [1, 1])]);
    assert_eq!(store.results(None, 9).unwrap().len(), 3, "a result is kept once, private ones are not told");
    assert_eq!(store.results(Some("other"), 9).unwrap(), []);
    let board = store.leaderboard("snails", 9).unwrap();
    let line = |s: &Standing| (s.person.0, s.games, s.wins, s.draws);
    assert_eq!(board.iter().map(line).collect::<Vec<_>>(), [(1, 3, 2, 1), (2, 3, 0, 1)]);

    // SN-19: at most three, by score, a newer one above an older one with the same score.
    for (name, points) in [("a", 5), ("b", 7), ("c", 5), ("d", 9), ("e", 1)] {
        store.commit(&Batch { scores: vec![(score(name, points), 3)], ..Batch::default() }).unwrap();
    }
    let names: Vec<_> = store.scores("snails").unwrap().into_iter().map(|s| (s.name, s.score)).collect();
    assert_eq!(names, [("d".into(), 9), ("b".into(), 7), ("c".into(), 5)]);

    // LO-15
    let kept = |json: &str| Kept { id: "t1".into(), game: "snails".into(), at: 1, json: json.into() };
    store.commit(&Batch { recordings: vec![kept("{}")], ..Batch::default() }).unwrap();
    store.add_recording(&kept("[1]")).unwrap();
    assert_eq!(store.recording("t1").unwrap().as_deref(), Some("[1]"));
    assert_eq!(store.recording("t2").unwrap(), None);

    store.set_meta("k", "1").unwrap();
    store.set_meta("k", "2").unwrap();
    assert_eq!((store.meta("k").unwrap().as_deref(), store.meta("x").unwrap()), (Some("2"), None));
}

#[test]
fn the_store_in_memory_conforms() {
    conforms(&Memory::new());
}

#[test]
fn the_store_in_a_file_conforms_and_outlives_the_process() {
    let path = common::folder().join("deep/parlor.db");
    let store = Sqlite::open(&path, Durability::Process).unwrap();
    conforms(&store);
    drop(store);
    let store = Sqlite::open(&path, Durability::Power).unwrap();
    assert_eq!(store.journal().unwrap().len(), 2);
    assert_eq!(store.scores("snails").unwrap().len(), 3);
    assert_eq!(store.meta("k").unwrap().as_deref(), Some("2"));
}

#[test]
fn a_commit_is_all_or_nothing() {
    let store = Sqlite::open(&common::folder().join("parlor.db"), Durability::Process).unwrap();
    // The second line has the number of the first, which the database refuses.
    let twice = Batch { lines: vec![line(1, 1), line(1, 2)], ..Batch::default() };
    assert!(store.commit(&twice).is_err());
    assert_eq!(store.journal().unwrap(), []);
}

#[test]
fn lists_are_read_while_somebody_writes() {
    let path = common::folder().join("parlor.db");
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&path, Durability::Process).unwrap());
    let writer = store.clone();
    let writing = std::thread::spawn(move || {
        for n in 1..500 {
            writer.commit(&Batch { lines: vec![line(n, 1)], ..Batch::default() }).unwrap();
        }
    });
    while !writing.is_finished() {
        store.results(None, 10).unwrap();
    }
    writing.join().unwrap();
    assert_eq!(store.journal().unwrap().len(), 499);
}
