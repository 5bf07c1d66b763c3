//! Chat in the lobby and at tables: one sanitiser, one limit, stored once.

mod common;

use common::*;
use parlor_server::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// What is sent, and what everybody reads.
const LINES: [(&str, &str); 5] = [
    ("say \u{202E}txt.exe\u{202C} \u{2067}now\u{2069}", "say txt.exe now"),
    ("zero\u{200B}width\u{FEFF}\u{2060}", "zerowidth"),
    ("one\nhost over\r\n", "one host over"),
    (" <b>bell\u{7}</b> ", "<b>bell</b>"),
    ("👩\u{200D}🚀", "👩\u{200D}🚀"),
];

/// Lines that are refused with a limit of 20 characters.
fn refused() -> [String; 4] {
    ["".into(), " \u{202E}\u{200B}\u{200D}\n ".into(), "x".repeat(21), "ä".repeat(21)]
}

// LO-3
#[tokio::test]
async fn lobby_and_tables_clean_and_limit_what_is_said_alike() {
    let change = |config: &mut Config| {
        config.limits.chat_length = 20;
        config.limits.chat_per_ten_seconds = 1_000;
    };
    let house = House::with(change, Arc::new(Memory::new())).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    ok(&mut ben, "lobby", json!({})).await;
    for place in [json!({}), json!({ "table": table })] {
        let line = |text: &str| {
            let mut line = place.clone();
            line["text"] = text.into();
            line
        };
        for (sent, read) in LINES {
            ok(&mut ada, "chat", line(sent)).await;
            assert_eq!(until(&mut ben, "chat").await["text"], read, "{place}: {sent:?}");
        }
        ok(&mut ada, "chat", line(&format!(" {}\u{202E}", "ä".repeat(20)))).await;
        assert_eq!(
            until(&mut ben, "chat").await["text"],
            "ä".repeat(20),
            "{place}: what is removed does not count"
        );
        for text in refused() {
            match ask(&mut ada, "chat", line(&text)).await {
                Err(ClientError::Refused { code, text: why, .. }) => {
                    assert_eq!(code, "bad-chat", "{place}: {text:?}");
                    assert!(why.contains("20"), "{place}: the limit is named: {why}");
                }
                other => panic!("{place}: {text:?} should be refused, but: {other:?}"),
            }
        }
    }
    house.close().await.unwrap();
}

// LO-3, LO-20
#[tokio::test]
async fn a_line_at_a_table_is_stored_once_and_comes_back() {
    let folder = folder();
    let path = folder.join("parlor.db");
    let open = || -> Arc<dyn Store> { Arc::new(Sqlite::open(&path, Durability::Process).unwrap()) };
    let house = House::with(|_| {}, open()).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    ok(&mut ada, "chat", json!({ "table": table, "text": "a line like no other" })).await;
    house.close().await.unwrap();
    let store = open();
    let said: Vec<String> = store.said(Some(table), 10).unwrap().into_iter().map(|said| said.text).collect();
    assert_eq!(said, ["a line like no other"]);
    let lines = store.journal().unwrap();
    let in_journal = |line: &&JournalLine| line.entry.contains("a line like no other");
    assert_eq!((lines.iter().filter(in_journal).count(), lines.is_empty()), (0, false), "{lines:?}");
    drop(store);

    let house = House::with(|_| {}, open()).await;
    let mut cleo = house.guest("Cleo").await;
    ok(&mut cleo, "spectate", json!({ "table": table })).await;
    let shown = until(&mut cleo, "gameState").await;
    let chat: Vec<&Value> = shown["chat"].as_array().unwrap().iter().map(|line| &line["text"]).collect();
    assert_eq!(chat, ["a line like no other"]);
    house.close().await.unwrap();
}
