//! A server with a forced number of network threads and the real store: every move is acknowledged, each connection
//! keeps its order, and everything ends.

#[path = "../../server/tests/common/mod.rs"]
mod common;

use common::*;
use parlor_load::{Load, load};
use parlor_server::{Config, Durability, Sqlite, server_runtime};
use serde_json::json;
use std::{num::NonZeroUsize, sync::Arc};
use tokio::{runtime::Builder, task::JoinSet, time::timeout};

const TABLES: usize = 12;
const MOVES: usize = 100;
/// Requests that a connection sends before it reads an answer.
const REQUESTS: usize = 300;

fn serve_and_play(network_threads: usize) {
    let config = Config { network_threads: NonZeroUsize::new(network_threads), ..Config::default() };
    let server = server_runtime(&config).unwrap();
    assert_eq!(server.metrics().num_workers(), network_threads);
    let unlimited = |config: &mut Config| {
        (config.limits.messages_per_second, config.limits.burst) = (1_000_000, 1_000_000);
        // A client that does not wait for replies has many of them in flight.
        config.limits.waiting_messages = 2 * REQUESTS;
    };
    let data = folder();
    let store = Sqlite::open(&data.join("parlor.db"), Durability::Process).unwrap();
    let house = server.block_on(House::with(unlimited, Arc::new(store)));
    let clients = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    clients.block_on(async {
        house.connect().await.close().await;
        let (full, brief) = (plan(&house, false), plan(&house, true));
        let all = async { tokio::join!(load(&full), load(&brief), whole_games(&house), in_order(&house)) };
        let (full, brief, (), ()) = timeout(3 * TEST_TIMEOUT, all).await.expect("no deadlock");
        for measured in [full, brief] {
            let counted = (measured.tables, measured.moves, measured.errors);
            assert_eq!(counted, (TABLES, TABLES * MOVES, 0), "{measured:?}");
        }
        house.close().await.unwrap();
    });
    let _ = std::fs::remove_dir_all(data);
}

fn plan(house: &House, brief: bool) -> Load {
    Load {
        address: house.address.clone(),
        game: "snails".into(),
        options: json!({}),
        brief,
        tables: TABLES,
        moves: MOVES,
        longest: 2 * TEST_TIMEOUT,
        pace: None,
    }
}

/// Whole games in which every move waits for its own answer.
async fn whole_games(house: &House) {
    let mut games = JoinSet::new();
    for number in 0..4 {
        let (mut ada, mut ben) =
            (house.guest(&format!("Ada {number}")).await, house.guest(&format!("Ben {number}")).await);
        table(&mut ada, &mut ben).await;
        games.spawn(async move {
            let (mut ada, mut ben) = (Player::new(ada), Player::new(ben));
            tokio::join!(play_on(&mut ada), play_on(&mut ben));
        });
    }
    while let Some(game) = games.join_next().await {
        game.unwrap();
    }
}

/// Plays whenever something is offered, until the game is over.
async fn play_on(player: &mut Player) {
    while !player.view.over {
        player.play(|actions| actions[0].clone()).await;
    }
}

/// Connections that ask many things without waiting: the answers come in the order of the questions.
async fn in_order(house: &House) {
    let mut connections = JoinSet::new();
    for number in 0..8 {
        let mut client = house.guest(&format!("Impatient {number}")).await;
        connections.spawn(async move {
            let mut ids = Vec::new();
            for _ in 0..REQUESTS {
                ids.push(client.send(&request("ping", json!({}))).await.unwrap());
            }
            for id in ids {
                loop {
                    let message = client.next().await.unwrap();
                    if let Some(answered) = message["id"].as_u64() {
                        assert_eq!((answered, &message["event"]), (id, &json!("ok")));
                        break;
                    }
                }
            }
        });
    }
    while let Some(connection) = connections.join_next().await {
        connection.unwrap();
    }
}

#[test]
fn one_network_thread_serves_all() {
    serve_and_play(1);
}

#[test]
fn four_network_threads_serve_all() {
    serve_and_play(4);
}
