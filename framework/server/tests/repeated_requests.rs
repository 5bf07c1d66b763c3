//! Requests that are sent again: they get the first answer and change nothing.

mod common;

use common::*;
use parlor_runtime::TableId;
use parlor_server::*;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// Opens a table and ends its game.
async fn finished_table(ada: &mut Client, ben: &mut Client) -> TableId {
    let table = table(ada, ben).await;
    ok(ben, "resign", json!({ "table": table })).await;
    table
}

// LO-19
#[tokio::test]
async fn a_repeated_rematch_needs_no_room_for_another_table() {
    const ID: u64 = 1 << 40;
    let house = House::with(|config| config.limits.tables_per_person = 1, Arc::new(Memory::new())).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let old = finished_table(&mut ada, &mut ben).await;
    let frame = json!({ "event": "rematch", "id": ID, "data": { "table": old } }).to_string();
    let mut answers = Vec::new();
    for time in 0..2 {
        if time == 1 {
            ok(&mut ben, "vote", json!({ "table": old, "agree": true })).await;
            until(&mut ada, "rematch").await;
        }
        ada.send_text(frame.clone()).await.unwrap();
        answers.push(
            tokio::time::timeout(TEST_TIMEOUT, ada.answer(ID)).await.expect("an answer in time").unwrap(),
        );
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(code(&mut ada, "rematch", json!({ "table": old })).await, "too-many-tables");
    house.close().await.unwrap();
}

// LO-15, LO-19
#[tokio::test]
async fn a_recording_that_is_uploaded_again_keeps_its_first_time() {
    let path = folder().join("parlor.db");
    let store = Arc::new(Sqlite::open(&path, Durability::Process).unwrap());
    let house = House::with(|_| {}, store).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = finished_table(&mut ada, &mut ben).await;
    let recording = house.get(&format!("/api/recordings/{table}")).await.to_string();
    let db = rusqlite::Connection::open(&path).unwrap();
    let mut uploads = Vec::new();
    for _ in 0..2 {
        let (status, _, body) = house.http("POST /api/recordings", &recording).await;
        assert_eq!(status, 200, "{body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        let id = body["recording"].as_str().unwrap().to_string();
        let at: i64 =
            db.query_row("select at from recordings where id = ?1", [&id], |row| row.get(0)).unwrap();
        uploads.push((id, at));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(uploads[0], uploads[1]);
    house.close().await.unwrap();
}
