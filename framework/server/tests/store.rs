//! What every store must do, shown for each of them.

mod common;

use parlor_kit::Outcome;
use parlor_runtime::{Participant, PersonId, RequestId, SeatPlay, TableId};
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

fn line(table: u64, seq: u64) -> JournalLine {
    JournalLine { table: TableId(table), seq, entry: format!("{{\"n\":{table}{seq}}}").into() }
}

fn commit(store: &dyn Store, batch: Batch) {
    store.commit(&[batch]).unwrap();
}

fn result(table: u64, ended_at: u64, people: [u64; 2], places: [u8; 2]) -> FinishedGame {
    let somebody = |person| Participant {
        name: format!("P{person}").into(),
        person: Some(PersonId(person)),
        bot: None,
        played: None,
    };
    FinishedGame {
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
    // Every table has a journal of its own, which keeps its order and is forgotten as a whole.
    let first = Batch { lines: vec![line(7, 0), line(8, 0), line(7, 1)], ..Batch::default() };
    let second = Batch { lines: vec![line(9, 0), line(7, 2)], ..Batch::default() };
    store.commit(&[first, second]).unwrap();
    assert_eq!(common::table_journal(store, TableId(7)), [line(7, 0), line(7, 1), line(7, 2)]);
    let forget = vec![TableId(7), TableId(9)];
    commit(store, Batch { forgotten: forget, lines: vec![line(8, 1), line(9, 1)], ..Batch::default() });
    store.maintain().unwrap();
    assert_eq!(store.journal().unwrap(), [line(8, 0), line(8, 1)]);
    assert_eq!(common::table_journal(store, TableId(8)), [line(8, 0), line(8, 1)]);
    assert_eq!(common::table_journal(store, TableId(7)), []);

    // LO-1: a name belongs to one person, whatever its letters look like.
    let ada = store.add_person(&person("Ada", None)).unwrap().unwrap();
    assert_eq!(store.add_person(&person("ADA", Some("hash"))).unwrap(), None);
    let ben = store.add_person(&person("Ben", Some("hash"))).unwrap().unwrap();
    assert_ne!(ada, ben);
    assert_eq!(store.person(ada).unwrap().unwrap().name, "Ada");
    assert_eq!(store.person_by_name("ben").unwrap().unwrap().password.as_deref(), Some("hash"));
    assert_eq!(store.person(PersonId(999)).unwrap(), None);
    for n in 2..12 {
        store.add_proof(ada, [n; 32], 2_000).unwrap();
    }
    let proofs = store.proofs(ada).unwrap();
    assert!(proofs.len() == 8 && proofs.contains(&[11; 32]) && !proofs.contains(&[1; 32]), "the newest stay");

    // Guests who never came back are forgotten, with their secrets; accounts are not.
    let old = store.add_person(&person("Old", None)).unwrap().unwrap();
    store.seen(ada, 9_000).unwrap();
    assert_eq!(store.forget_guests(5_000, &[old]).unwrap(), 0, "those who are known to be here stay");
    assert_eq!(store.forget_guests(5_000, &[]).unwrap(), 1);
    assert_eq!((store.person(old).unwrap(), store.proofs(old).unwrap().len()), (None, 0));
    assert!(store.person(ada).unwrap().is_some() && store.person(ben).unwrap().is_some());
    assert!(store.add_person(&person("old", None)).unwrap().is_some(), "the name is free again");

    // LO-3
    let said = |table: Option<u64>, text: &str| ChatEntry {
        table: table.map(TableId),
        person: ada,
        name: "Ada".into(),
        text: text.into(),
        at: 3,
    };
    let talk = vec![said(None, "a"), said(Some(7), "b"), said(None, "c"), said(None, "d")];
    commit(store, Batch { said: talk, ..Batch::default() });
    let texts = |table, most| -> Vec<String> {
        store.said(table, most).unwrap().into_iter().map(|said| said.text).collect()
    };
    assert_eq!(
        (texts(None, 2), texts(Some(TableId(7)), 9)),
        (vec!["c".into(), "d".into()], vec!["b".into()])
    );

    // LO-14
    let hidden = FinishedGame { private: true, ..result(4, 40, [1, 2], [1, 2]) };
    let aborted =
        FinishedGame { outcome: None, aborted: Some("why".into()), ..result(3, 30, [1, 2], [1, 2]) };
    let results = vec![result(1, 10, [1, 2], [1, 2]), result(2, 20, [1, 2], [1, 1]), aborted.clone(), hidden];
    commit(store, Batch { results, ..Batch::default() });
    commit(store, Batch { results: vec![result(1, 10, [1, 2], [2, 1])], ..Batch::default() });
    assert_eq!(store.results(Some("snails"), 2).unwrap(), [aborted, result(2, 20, [1, 2], [1, 1])]);
    assert_eq!(store.results(None, 9).unwrap().len(), 3, "a result is kept once, private ones are not told");
    assert_eq!(store.results(Some("other"), 9).unwrap(), []);
    let board = store.leaderboard("snails", 9).unwrap();
    let line = |s: &Standing| (s.person.0, s.games, s.wins, s.draws);
    assert_eq!(board.iter().map(line).collect::<Vec<_>>(), [(1, 3, 2, 1), (2, 3, 0, 1)]);

    // LO-24: a game that a stand-in decided is in nobody's record, and one that a person did not play not in theirs.
    let played = |own, stand_in, here| Some(SeatPlay { own, stand_in, clock: 0, here });
    let mut by_stand_in = result(5, 50, [1, 2], [1, 2]);
    by_stand_in.participants[0].played = played(1, 9, false);
    by_stand_in.participants[1].played = played(10, 0, true);
    let mut left_at_once = result(6, 60, [1, 2], [1, 2]);
    left_at_once.participants[0].played = played(10, 0, true);
    left_at_once.participants[1].played = played(0, 10, false);
    commit(store, Batch { results: vec![by_stand_in.clone(), left_at_once], ..Batch::default() });
    assert_eq!(store.results(None, 2).unwrap()[1], by_stand_in, "the result itself is kept");
    let board = store.leaderboard("snails", 9).unwrap();
    assert_eq!(board.iter().map(line).collect::<Vec<_>>(), [(1, 4, 3, 1), (2, 3, 0, 1)]);

    // SN-19: at most three, by score, a newer one above an older one with the same score.
    for (name, points) in [("a", 5), ("b", 7), ("c", 5), ("d", 9), ("e", 1)] {
        commit(store, Batch { scores: vec![(score(name, points), 3)], ..Batch::default() });
    }
    let names: Vec<_> =
        store.scores(Some("snails")).unwrap().into_iter().map(|s| (s.name, s.score)).collect();
    assert_eq!(names, [("d".into(), 9), ("b".into(), 7), ("c".into(), 5)]);

    // LO-15
    let kept =
        |json: &str| StoredRecording { id: "t1".into(), game: "snails".into(), at: 1, json: json.into() };
    commit(store, Batch { recordings: vec![kept("{}")], ..Batch::default() });
    store.add_recording(&kept("[1]")).unwrap();
    assert_eq!(store.recording("t1").unwrap().as_deref(), Some("[1]"));
    assert_eq!(store.recording("t2").unwrap(), None);

    // Answers to requests are found by person; the newest stay.
    let answer = |number: u64| StoredReply {
        person: ada,
        request: RequestId { session: u64::MAX >> 12, number },
        answer: "{}".into(),
        at: 9,
    };
    for number in 0..40 {
        commit(store, Batch { answers: vec![answer(number)], ..Batch::default() });
    }
    assert_eq!(store.answers(ada).unwrap(), (8..40).map(answer).collect::<Vec<_>>());
    assert_eq!(store.answers(ben).unwrap(), []);

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
    assert_eq!(store.scores(Some("snails")).unwrap().len(), 3);
    assert_eq!(store.meta("k").unwrap().as_deref(), Some("2"));
}

#[test]
fn a_commit_is_all_or_nothing() {
    let path = common::folder().join("parlor.db");
    let store = Sqlite::open(&path, Durability::Process).unwrap();
    commit(&store, Batch { lines: vec![line(1, 0)], ..Batch::default() });
    // A line that is there twice is refused, whether its table is in this batch, in an earlier one, or neither.
    for wrong in [vec![line(2, 0), line(2, 0)], vec![line(2, 0), line(1, 0)], vec![line(2, 0), line(3, 1)]] {
        let batches = [
            Batch { lines: vec![line(1, 1)], ..Batch::default() },
            Batch { lines: wrong, ..Batch::default() },
        ];
        assert!(matches!(store.commit(&batches), Err(StoreError::OutOfSequence { .. })));
        assert_eq!(store.journal().unwrap(), [line(1, 0)]);
    }
    // What the database itself refuses takes the rest back with it.
    let db = rusqlite::Connection::open(&path).unwrap();
    db.execute_batch("create trigger no_chat before insert on chat begin select raise(abort, 'no'); end")
        .unwrap();
    let said = ChatEntry { table: None, person: PersonId(1), name: "Ada".into(), text: "x".into(), at: 1 };
    let batch = Batch { lines: vec![line(1, 1)], said: vec![said], ..Batch::default() };
    assert!(store.commit(std::slice::from_ref(&batch)).is_err());
    assert_eq!(store.journal().unwrap(), [line(1, 0)]);
    db.execute_batch("drop trigger no_chat").unwrap();
    commit(&store, batch);
    assert_eq!(store.journal().unwrap(), [line(1, 0), line(1, 1)], "unchanged, it is taken the second time");
}

/// More lines than the tail of the journal holds: they are moved, and follow each other as before.
#[test]
fn many_lines_keep_their_order_and_outlive_the_process() {
    let path = common::folder().join("parlor.db");
    let store = Sqlite::open(&path, Durability::Process).unwrap();
    let mut expected = Vec::new();
    for seq in 0..6_000 {
        let lines: Vec<JournalLine> = (1..=3).map(|table| line(table, seq)).collect();
        expected.extend(lines.clone());
        commit(&store, Batch { lines, ..Batch::default() });
        store.maintain().unwrap();
    }
    expected.sort_by_key(|line| (line.table, line.seq));
    assert!(store.journal().unwrap() == expected);
    assert!(store.commit(&[Batch { lines: vec![line(2, 5_999)], ..Batch::default() }]).is_err());
    drop(store);
    let store = Sqlite::open(&path, Durability::Process).unwrap();
    assert!(store.journal().unwrap() == expected);
    commit(&store, Batch { lines: vec![line(2, 6_000)], forgotten: vec![TableId(1)], ..Batch::default() });
    assert_eq!(common::table_journal(&store, TableId(2)).len(), 6_001);
    assert_eq!(store.journal().unwrap().len(), 12_001);
}

/// The last line of all is forgotten while lines are moved, and the next one takes its number in the tail.
#[test]
fn lines_that_come_while_others_are_moved_are_kept() {
    let path = common::folder().join("parlor.db");
    let store = Sqlite::open(&path, Durability::Process).unwrap();
    let mut lines: Vec<JournalLine> = (0..16_384).map(|seq| line(1, seq)).collect();
    lines.push(line(2, 0));
    commit(&store, Batch { lines, ..Batch::default() });
    let mut next = 16_384;
    for step in 0..200 {
        store.maintain().unwrap();
        if step % 10 == 0 {
            commit(&store, Batch { forgotten: vec![TableId(2)], ..Batch::default() });
            commit(&store, Batch { lines: vec![line(1, next)], ..Batch::default() });
            next += 1;
            // A line that comes and goes, whose number is free again.
            commit(&store, Batch { lines: vec![line(2, 0)], ..Batch::default() });
        }
        assert_eq!(common::table_journal(&store, TableId(1)).len() as u64, next, "after step {step}");
    }
    drop(store);
    let store = Sqlite::open(&path, Durability::Process).unwrap();
    let expected: Vec<JournalLine> = (0..next).map(|seq| line(1, seq)).collect();
    assert!(common::table_journal(&store, TableId(1)) == expected);
}

/// A database of the first form, in which lines were numbered over all tables, is brought up to date.
#[test]
fn a_database_of_the_first_form_is_brought_up_to_date() {
    let path = common::folder().join("parlor.db");
    let db = rusqlite::Connection::open(&path).unwrap();
    db.execute_batch(include_str!("../src/store/sqlite/0001.sql")).unwrap();
    db.execute_batch(
        "pragma user_version = 1;
         insert into people values (5, 'Ada', 'ada', null, 1, 2);
         insert into journal values (3, 70, 'a0'), (4, 80, 'b0'), (9, 70, 'a1'), (12, 80, 'b1'), (13, 70, 'a2');
         insert into chat values (1, null, 5, 'Ada', 'hello', 7);",
    )
    .unwrap();
    drop(db);
    for _ in 0..2 {
        let store = Sqlite::open(&path, Durability::Process).unwrap();
        let lines = store.journal().unwrap().into_iter().map(|line| (line.table.0, line.seq, line.entry));
        let entries = [(70, 0, "a0"), (70, 1, "a1"), (70, 2, "a2"), (80, 0, "b0"), (80, 1, "b1")];
        assert!(lines.eq(entries.map(|(table, seq, entry)| (table, seq, entry.into()))));
        assert_eq!(store.said(None, 9).unwrap()[0].text, "hello");
        assert_eq!(store.person(PersonId(5)).unwrap().unwrap().name, "Ada");
    }
    let store = Sqlite::open(&path, Durability::Process).unwrap();
    commit(&store, Batch { lines: vec![line(70, 3)], forgotten: vec![TableId(80)], ..Batch::default() });
    assert_eq!(store.journal().unwrap().len(), 4);
}

#[test]
fn lists_are_read_while_somebody_writes() {
    let path = common::folder().join("parlor.db");
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&path, Durability::Process).unwrap());
    let writer = store.clone();
    let writing = std::thread::spawn(move || {
        for n in 0..499 {
            commit(&*writer, Batch { lines: vec![line(1, n)], ..Batch::default() });
        }
    });
    while !writing.is_finished() {
        store.results(None, 10).unwrap();
    }
    writing.join().unwrap();
    assert_eq!(store.journal().unwrap().len(), 499);
}
