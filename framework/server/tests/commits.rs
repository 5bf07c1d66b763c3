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
use tokio::sync::Barrier;

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
    let lines = table_journal(store, table);
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
        let message = tokio::time::timeout(TEST_TIMEOUT, ada.next()).await.unwrap().unwrap();
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
    // Against the computer a person may pause as often as they like.
    let mut ada = house.guest("Ada").await;
    let seats = json!(["person", { "bot": { "kind": "greedy", "name": "Greta" } }]);
    let opened = ok(&mut ada, "createGame", json!({ "game": "snails", "seats": seats })).await;
    let at = json!({ "table": opened["table"] });
    ok(&mut ada, "gameStart", at.clone()).await;
    gate.set_closed(true);
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
        let message = tokio::time::timeout(TEST_TIMEOUT, ada.next()).await.expect("it goes on").unwrap();
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
    let before = table_journal(&*store, table).len();
    fails.store(true, Ordering::Relaxed);
    let id = ada.send(&request("pause", json!({ "table": table }))).await.unwrap();
    let began = Instant::now();
    while tries.load(Ordering::Relaxed) < 3 {
        assert!(began.elapsed() < TEST_TIMEOUT);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Reads go on meanwhile, and tell of nothing that is not stored.
    assert_eq!(house.get("/api/tables").await[0]["phase"], "running");
    assert!(ada.waiting().all(|message| message["id"] != id));
    assert_eq!(table_journal(&*store, table).len(), before);
    fails.store(false, Ordering::Relaxed);
    tokio::time::timeout(TEST_TIMEOUT, ada.answer(id)).await.expect("it goes on").unwrap();
    assert_eq!(table_journal(&*store, table).len(), before + 1, "once");
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
    let before = table_journal(&*store, table).len();
    let id = ada.send(&request("pause", json!({ "table": table }))).await.unwrap();
    // The request has reached the host as soon as a later one of somebody else is answered.
    ok(&mut ben, "ping", json!({})).await;
    house.close().await.unwrap();
    assert_eq!(table_journal(&*store, table).len(), before + 1);
    ada.answer(id).await.unwrap();
}

/// Long lines of chat are few lines and many bytes.
// LO-19
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stepping_stops_while_too_many_bytes_are_not_stored() {
    const PEOPLE: usize = 30;
    const TEXT: usize = 200_000;
    let gate = Arc::new(Gate::default());
    let sizes = Arc::new(Mutex::new(Vec::new()));
    let (held, noted) = (gate.clone(), sizes.clone());
    let store = Wrapped::new(Arc::new(Memory::new()), move |batches| {
        held.pass();
        noted.lock().unwrap().push(batches.iter().map(Batch::bytes).sum::<usize>());
        Ok(())
    });
    let talkative = |config: &mut Config| {
        config.limits.chat_length = TEXT;
        config.limits.waiting_bytes = 1 << 30;
    };
    let house = House::with(talkative, store).await;
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        let mut guest = house.guest(&format!("Ada {number}")).await;
        let create = json!({ "game": "snails", "seats": ["person", "person"] });
        let table = ok(&mut guest, "createGame", create).await["table"].clone();
        people.push((guest, table));
    }
    gate.set_closed(true);
    sizes.lock().unwrap().clear();
    let text = "x".repeat(TEXT);
    let mut asked = Vec::new();
    for (mut guest, table) in people {
        let say = request("chat", json!({ "table": table, "text": text }));
        asked.push((guest.send(&say).await.unwrap(), guest));
        // So that the host makes a step for each while it makes steps.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    gate.set_closed(false);
    for (id, mut guest) in asked {
        tokio::time::timeout(TEST_TIMEOUT, guest.answer(id)).await.expect("it goes on").unwrap();
    }
    let sizes = sizes.lock().unwrap().clone();
    // The first was on its way, the second is what was stepped since: one third of all.
    assert!((TEXT..2 * TEXT).contains(&sizes[0]), "{sizes:?}");
    assert!(((3 << 20) / 2..3 << 20).contains(&sizes[1]), "{sizes:?}");
    assert!(sizes.iter().sum::<usize>() >= PEOPLE * TEXT, "{sizes:?}");
    house.close().await.unwrap();
}

const TABLES: usize = 200;
/// How long a player thinks at each move in the comparison, so that the machine has time for all of them.
const THINKING: Duration = Duration::from_millis(300);

/// A player who hears of every step once and in order.
async fn play_in_order(mut player: Player, end: Instant) -> usize {
    let mut moves = 0;
    loop {
        while player.view.actions.is_empty() {
            let version = player.view.version;
            let Ok(message) = tokio::time::timeout_at(end.into(), player.client.next()).await else {
                return moves;
            };
            let message = message.unwrap();
            player.view.take(&message);
            if message["event"] == "gameStep" {
                let told = message["data"]["version"].as_u64();
                assert_eq!(told, Some(u64::from(version) + 1), "steps come one after the other: {message}");
            }
        }
        assert!(!player.view.over, "the game goes on");
        if Instant::now() + THINKING >= end {
            return moves;
        }
        tokio::time::sleep(THINKING).await;
        player.play(|actions| actions.last().unwrap().clone()).await;
        moves += 1;
    }
}

/// Many tables at a server with this store: opens them, waits until all others are open too, and plays. The number
/// of moves.
async fn play_at_many_tables(store: Arc<Wrapped>, all_open: &Barrier) -> usize {
    let many = |config: &mut Config| config.limits.connections = 4 * TABLES;
    let house = House::with(many, store).await;
    let pairs = (0..TABLES).map(|number| {
        let house = &house;
        async move {
            let (mut ada, mut ben) = (house.connect().await, house.connect().await);
            for (client, name) in [(&mut ada, "Ada"), (&mut ben, "Ben")] {
                let name = format!("{name} {number}");
                let brief = RegisterPlayer { name, brief: true, ..RegisterPlayer::default() };
                client.enter(brief).await.unwrap();
            }
            // No game is over before the time is.
            let options = json!({ "max_turns_without_capture": 100 });
            let create = json!({ "game": "snails", "seats": ["person", "person"], "options": options });
            let table = ok(&mut ada, "createGame", create).await["table"].clone();
            ok(&mut ben, "joinGame", json!({ "table": table })).await;
            ok(&mut ada, "gameStart", json!({ "table": table })).await;
            [Player::new(ada), Player::new(ben)]
        }
    });
    let players = futures_util::future::join_all(pairs).await;
    all_open.wait().await;
    let end = Instant::now() + Duration::from_secs(4);
    let playing = players.into_iter().flatten().map(|player| tokio::spawn(play_in_order(player, end)));
    let moves = futures_util::future::join_all(playing).await.into_iter().map(Result::unwrap).sum();
    house.close().await.unwrap();
    moves
}

/// Both servers play at the same time, so that whatever else the machine does slows both of them.
// LO-19
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_store_costs_less_than_half_of_the_moves_a_second_at_200_tables() {
    let prompt = Wrapped::new(Arc::new(Memory::new()), |_| Ok(()));
    let late = late();
    let all_open = Barrier::new(2);
    let (without, with) =
        tokio::join!(play_at_many_tables(prompt, &all_open), play_at_many_tables(late.clone(), &all_open));
    println!("{without} moves, with a store that is 50 ms late {with}");
    assert!(without > 2 * TABLES, "{without} moves were made");
    assert!(2 * with >= without, "{with} moves with a late store, {without} without");
    let most = late.most_lines.load(Ordering::Relaxed);
    assert!(most < 2_000 + 256, "{most} lines were in one commit");
    let most = late.most_bytes.load(Ordering::Relaxed);
    assert!(most < 2 << 20, "{most} bytes were in one commit");
}
