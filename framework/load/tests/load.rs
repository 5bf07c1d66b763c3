//! The load tool plays against a real server, and says what it saw.

#[path = "../../server/tests/common/mod.rs"]
mod common;

use common::*;
use parlor_load::*;
use parlor_server::{Config, Memory};
use serde_json::json;
use std::{sync::Arc, time::Duration};

fn plan(house: &House, tables: usize, moves: usize) -> Load {
    Load {
        address: house.address.clone(),
        game: "snails".into(),
        options: json!({}),
        brief: false,
        tables,
        moves,
        longest: TEST_TIMEOUT,
        pace: None,
    }
}

/// A server without limits in the way.
async fn patient_house() -> House {
    let change = |config: &mut Config| {
        (config.limits.messages_per_second, config.limits.burst) = (1_000_000, 1_000_000);
    };
    House::with(change, Arc::new(Memory::new())).await
}

#[tokio::test]
async fn tables_play_as_fast_as_the_server_answers_in_full_and_in_brief() {
    let house = patient_house().await;
    // More moves than a game has: when one ends, the next begins.
    let full = load(&plan(&house, 3, 200)).await;
    let brief = load(&Load { brief: true, ..plan(&house, 3, 200) }).await;
    for measured in [&full, &brief] {
        assert_eq!((measured.tables, measured.moves, measured.errors), (3, 600, 0), "{measured:?}");
        assert_eq!(measured.trouble, None);
        assert!(0.0 < measured.p50_ms && measured.p50_ms <= measured.p99_ms, "{measured:?}");
    }
    assert!(brief.bytes_per_move < full.bytes_per_move, "{brief:?} {full:?}");
    house.close().await.unwrap();
}

#[tokio::test]
async fn tables_that_take_their_time_stay_open_and_play_on() {
    let house = patient_house().await;
    let pace = Duration::from_millis(20);
    let plan = Load { pace: Some(pace), ..plan(&house, 2, 5) };
    let mut seated = StartedTables::sit_down(&plan).await;
    for _ in 0..2 {
        let measured = seated.play(&plan).await;
        assert_eq!((measured.tables, measured.moves, measured.errors), (2, 10, 0), "{measured:?}");
        assert!(measured.seconds >= (4 * pace).as_secs_f64(), "four waits between five moves: {measured:?}");
    }
    house.close().await.unwrap();
}

#[tokio::test]
async fn what_went_wrong_first_is_told() {
    let house = House::open().await;
    let measured = load(&Load { game: "chess".into(), ..plan(&house, 2, 5) }).await;
    assert_eq!((measured.tables, measured.moves, measured.errors), (0, 0, 2));
    assert!(measured.trouble.unwrap().contains("no-such-game"));
    house.close().await.unwrap();
}
