//! The commit pipeline through the real server: stores that are late, full, or fail for a while.

mod common;

use common::{faulty_store::Wrapped, *};
use parlor_runtime::TableId;
use parlor_server::*;
use serde_json::{Value, json};
use std::{
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How late the slow store is.
const LATE: Duration = Duration::from_millis(50);

/// A store in memory that answers late.
fn late() -> Arc<Wrapped> {
    Wrapped::new(Arc::new(Memory::new()), |_| {
        thread::sleep(LATE);
        Ok(())
    })
}

/// Holds up commits while it is closed.
#[derive(Default)]
struct Gate {
    closed: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn set_closed(&self, closed: bool) {
        *self.closed.lock().unwrap() = closed;
        self.opened.notify_all();
    }

    fn pass(&self) {
        drop(self.opened.wait_while(self.closed.lock().unwrap(), |closed| *closed).unwrap());
    }
}

fn moves_stored(store: &dyn Store, table: TableId) -> usize {
    let lines = store.table_journal(table).unwrap();
    lines.iter().filter(|line| line.entry.starts_with('[')).count()
}

/// Two people play, and whenever one of them hears of a move it is stored already.
async fn play(house: &House, store: &dyn Store, number: usize, moves: usize) {
    let (mut ada, mut ben) =
        (house.guest(&format!("Ada {number}")).await, house.guest(&format!("Ben {number}")).await);
    let table = table(&mut ada, &mut ben).await;
    let mut players = [Player::new(ada), Player::new(ben)];
    for player in &mut players {
        while player.view.turn.is_empty() {
            player.hear().await;
        }
    }
    let mut made = 0;
    let mut mover = usize::from(players[0].view.turn[0]);
    while made < moves && !players[mover].view.over {
        let player = &mut players[mover];
        while player.view.actions.is_empty() {
            let version = player.view.version;
            let message = player.hear().await;
            if message["event"] == "gameUpdate" {
                assert_eq!(player.view.version, version + 1, "updates come one after the other");
            }
            assert!(moves_stored(store, table) >= made, "a move was told before it was stored");
        }
        let version = player.view.version;
        player.play(|actions| actions.last().unwrap().clone()).await;
        made += 1;
        assert!(moves_stored(store, table) >= made, "an answer was given before its move was stored");
        while !player.view.over && (player.view.version == version || player.view.turn.is_empty()) {
            player.hear().await;
        }
        mover = player.view.turn.first().map_or(mover, |seat| usize::from(*seat));
    }
    assert!(made > 2, "{made} moves");
}

// LO-19
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_told_before_it_is_stored_however_late_the_store_is() {
    let store = late();
    let house = House::with(|_| {}, store.clone()).await;
    let games = (0..4).map(|number| play(&house, &*store, number, 6));
    futures_util::future::join_all(games).await;
    house.close().await.unwrap();
}

// LO-19
#[tokio::test]
async fn answers_keep_the_order_of_their_requests_however_late_the_store_is() {
    let house = House::with(|_| {}, late()).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    let ask = |event: &str, data: Value, id: u64| request(event, data).frame(id);
    let at = json!({ "table": table });
    // Some go through the store, some do not, and some are refused.
    let frames = [
        ask("pause", at.clone(), 100),
        ask("ping", json!({}), 101),
        ask("pause", at.clone(), 102),
        ask("lobby", json!({}), 103),
        ask("chat", json!({ "text": "hello" }), 104),
        ask("resume", at.clone(), 105),
        ask("kick", json!({ "table": table, "seat": 99 }), 106),
        ask("gameMove", json!({ "table": table, "seat": 99, "version": 0, "action": 1 }), 107),
        ask("look", at.clone(), 108),
        ask("createGame", json!({ "game": "snails", "seats": ["person", "person"] }), 109),
        ask("lobby", json!({}), 110),
    ];
    for frame in &frames {
        ada.send_text(frame).await.unwrap();
    }
    let (mut order, mut events) = (Vec::new(), Vec::new());
    let mut lists = Vec::new();
    while order.len() < frames.len() {
        let message = tokio::time::timeout(PATIENCE, ada.next()).await.unwrap().unwrap();
        events.push(message["event"].clone());
        if let Some(id) = message["id"].as_u64().filter(|id| *id >= 100) {
            order.push(id);
            lists.extend(message["data"]["tables"].as_array().cloned());
        }
    }
    assert_eq!(order, (100..=110).collect::<Vec<_>>());
    assert_eq!(
        lists.iter().map(Vec::len).collect::<Vec<_>>(),
        [1, 2],
        "a list has all that was answered before it"
    );
    assert_eq!(lists[0][0]["phase"], "paused");
    house.close().await.unwrap();
}

// LO-19
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stepping_stops_while_too_much_is_not_stored_and_goes_on_afterwards() {
    const PAIRS: u64 = 3_000;
    let gate = Arc::new(Gate::default());
    let held = gate.clone();
    let store = Wrapped::new(Arc::new(Memory::new()), move |_| {
        held.pass();
        Ok(())
    });
    let unlimited = |config: &mut Config| {
        (config.limits.messages_per_second, config.limits.burst) = (1_000_000, 1_000_000);
        config.limits.waiting_messages = 100_000;
    };
    let house = House::with(unlimited, store.clone()).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    gate.set_closed(true);
    let at = json!({ "table": table });
    let frames: Vec<String> = (0..PAIRS)
        .flat_map(|n| [("pause", 2 * n), ("resume", 2 * n + 1)])
        .map(|(event, n)| request(event, at.clone()).frame(1_000 + n))
        .collect();
    let opener = gate.clone();
    let before = store.journal().unwrap().len();
    let watcher = tokio::task::spawn_blocking(move || {
        thread::sleep(Duration::from_millis(1_000));
        opener.set_closed(false);
    });
    let mut answers = 0;
    // Sending must not wait for answers, nor answers for all to be sent.
    let (mut sent, mut last) = (frames.iter(), 999);
    let mut next = sent.next();
    while answers < 2 * PAIRS {
        if let Some(frame) = next {
            if let Ok(done) = tokio::time::timeout(Duration::from_millis(200), ada.send_text(frame)).await {
                done.unwrap();
                next = sent.next();
            }
            if next.is_some() && !watcher.is_finished() {
                continue;
            }
        }
        let message = tokio::time::timeout(PATIENCE, ada.next()).await.expect("it goes on").unwrap();
        if let Some(id) = message["id"].as_u64() {
            assert_eq!(id, last + 1, "answers keep their order: {message}");
            last = id;
            answers += 1;
        }
    }
    watcher.await.unwrap();
    let most = store.most_lines.load(Ordering::Relaxed);
    assert!((1_000..=2_300).contains(&most), "{most} lines were in one commit");
    assert!(store.journal().unwrap().len() > before + 2 * PAIRS as usize - 1);
    house.close().await.unwrap();
}

// LO-19
#[tokio::test]
async fn commits_that_fail_for_a_while_are_made_good() {
    let fails = Arc::new(AtomicBool::new(false));
    let tries = Arc::new(AtomicUsize::new(0));
    let (broken, counted) = (fails.clone(), tries.clone());
    let inner: Arc<dyn Store> = Arc::new(Memory::new());
    let store = Wrapped::new(inner, move |_| {
        if !broken.load(Ordering::Relaxed) {
            return Ok(());
        }
        counted.fetch_add(1, Ordering::Relaxed);
        Err(StoreError::Form("the disk is full".into()))
    });
    let house = House::with(|_| {}, store.clone()).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    let before = store.table_journal(table).unwrap().len();
    fails.store(true, Ordering::Relaxed);
    let id = ada.send(&request("pause", json!({ "table": table }))).await.unwrap();
    let began = Instant::now();
    while tries.load(Ordering::Relaxed) < 3 {
        assert!(began.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Reads go on meanwhile, and tell of nothing that is not stored.
    assert_eq!(house.get("/api/tables").await[0]["phase"], "running");
    assert!(ada.waiting().all(|message| message["id"] != id));
    assert_eq!(store.table_journal(table).unwrap().len(), before);
    fails.store(false, Ordering::Relaxed);
    tokio::time::timeout(PATIENCE, ada.answer(id)).await.expect("it goes on").unwrap();
    assert_eq!(store.table_journal(table).unwrap().len(), before + 1, "once");
    assert_eq!(house.get("/api/tables").await[0]["phase"], "paused");
    house.close().await.unwrap();
}

// LO-19
#[tokio::test]
async fn a_server_that_stops_stores_and_answers_what_was_asked() {
    let store = late();
    let house = House::with(|_| {}, store.clone()).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    let before = store.table_journal(table).unwrap().len();
    let id = ada.send(&request("pause", json!({ "table": table }))).await.unwrap();
    // The request has reached the host as soon as a later one of somebody else is answered.
    ok(&mut ben, "ping", json!({})).await;
    house.close().await.unwrap();
    assert_eq!(store.table_journal(table).unwrap().len(), before + 1);
    ada.answer(id).await.unwrap();
}

/// How much a late store costs: moves a second at 200 tables, with and without the delay.
/// cargo test -p parlor-server --release --test commits -- --ignored --nocapture
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn moves_a_second_with_a_late_store() {
    const TABLES: usize = 200;
    let mut rates = Vec::new();
    for late in [false, true] {
        let store = Wrapped::new(Arc::new(Memory::new()), move |_| {
            if late {
                thread::sleep(LATE);
            }
            Ok(())
        });
        let house = House::with(|config| config.limits.connections = 1_000, store.clone()).await;
        let mut players = Vec::new();
        for number in 0..TABLES {
            let (mut ada, mut ben) =
                (house.guest(&format!("Ada {number}")).await, house.guest(&format!("Ben {number}")).await);
            table(&mut ada, &mut ben).await;
            players.extend([Player::new(ada), Player::new(ben)]);
        }
        let (began, span) = (Instant::now(), Duration::from_secs(5));
        let moves = futures_util::future::join_all(players.into_iter().map(|mut player| async move {
            let mut moves = 0;
            while began.elapsed() < span && !player.view.over {
                let wait = span.saturating_sub(began.elapsed());
                let play = tokio::time::timeout(wait, player.play(|actions| actions.last().unwrap().clone()));
                moves += usize::from(play.await.is_ok());
            }
            moves
        }))
        .await;
        rates.push(moves.iter().sum::<usize>() as f64 / began.elapsed().as_secs_f64());
        house.close().await.unwrap();
    }
    println!(
        "{:.0} moves/s, with a store that is 50 ms late {:.0}: {:.2}",
        rates[0],
        rates[1],
        rates[1] / rates[0]
    );
}
