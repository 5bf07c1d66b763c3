//! Requests that take longer than a move run beside the tables: however long they take, games go on.

mod common;

use common::{faulty_store::Wrapped, *};
use parlor_server::*;
use serde_json::json;
use std::{
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::time::timeout;

/// Holds up all reads until it is opened.
#[derive(Default)]
struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
    waiting: AtomicUsize,
}

impl Gate {
    fn pass(&self) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let opened = self.opened.wait_while(self.is_open.lock().unwrap(), |is_open| !*is_open);
        drop(opened.unwrap());
        self.waiting.fetch_sub(1, Ordering::SeqCst);
    }

    fn open(&self) {
        *self.is_open.lock().unwrap() = true;
        self.opened.notify_all();
    }

    async fn until_waiting(&self, count: usize) {
        let reached = async {
            while self.waiting.load(Ordering::SeqCst) < count {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(TEST_TIMEOUT, reached).await.expect("reads wait at the gate");
    }
}

async fn house(gate: &Arc<Gate>, change: impl FnOnce(&mut Config)) -> House {
    let gate = gate.clone();
    House::with(change, Wrapped::with_reads(Arc::new(Memory::new()), move || gate.pass())).await
}

// LO-19
#[tokio::test]
async fn games_go_on_while_every_thread_of_the_pool_is_held_up() {
    let gate = Arc::new(Gate::default());
    let house = house(&gate, |config| config.work_threads = Some(2)).await;
    let (mut ada, mut bob) = (house.guest("Ada").await, house.guest("Bob").await);
    let table = table(&mut ada, &mut bob).await;
    // More replays, logins and lists than there are threads.
    let mut held = Vec::new();
    for number in 0..6 {
        held.push(house.guest(&format!("Guest {number}")).await);
    }
    let mut stranger = house.connect().await;
    for client in &mut held {
        client.send_text(r#"{"event":"replay","id":7,"data":{"recording":"none"}}"#).await.unwrap();
    }
    stranger.send_text(r#"{"event":"login","id":7,"data":{"person":"p1","secret":"x"}}"#).await.unwrap();
    gate.until_waiting(2).await;
    // Moves and pings are served all the same.
    for client in [&mut ada, &mut bob] {
        ok(client, "ping", json!({})).await;
        ok(client, "look", json!({ "table": table })).await;
    }
    ok(&mut ada, "resign", json!({ "table": table })).await;
    timeout(TEST_TIMEOUT, bob.until("gameOver")).await.unwrap().unwrap();
    gate.open();
    for client in &mut held {
        let refused = timeout(TEST_TIMEOUT, client.until("error")).await.unwrap().unwrap();
        assert_eq!(refused["code"], "no-such-recording");
    }
    let refused = timeout(TEST_TIMEOUT, stranger.until("error")).await.unwrap().unwrap();
    assert_eq!(refused["code"], "wrong-credentials");
    house.close().await.unwrap();
}

#[tokio::test]
async fn an_address_with_too_many_requests_that_take_long_is_told_to_wait() {
    let gate = Arc::new(Gate::default());
    let house = Arc::new(
        house(&gate, |config| {
            config.work_threads = Some(1);
            config.limits.jobs_per_address = 3;
        })
        .await,
    );
    let mut answers = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let house = house.clone();
        answers.spawn(async move { house.http("GET /api/leaderboard/snails", "").await });
    }
    // Three wait for the only thread; the fourth is refused, and the only one to be answered now.
    let (status, _, body) = timeout(TEST_TIMEOUT, answers.join_next()).await.unwrap().unwrap().unwrap();
    assert_eq!(status, 503, "{body}");
    assert!(body.contains("server-busy"), "{body}");
    gate.open();
    while let Some(answer) = timeout(TEST_TIMEOUT, answers.join_next()).await.unwrap() {
        assert_eq!(answer.unwrap().0, 200);
    }
    Arc::into_inner(house).unwrap().close().await.unwrap();
}

#[tokio::test]
async fn requests_of_connections_that_ended_are_dropped() {
    let gate = Arc::new(Gate::default());
    let house = house(&gate, |config| config.work_threads = Some(1)).await;
    let mut blocker = house.guest("Ada").await;
    blocker.send_text(r#"{"event":"replay","id":7,"data":{"recording":"none"}}"#).await.unwrap();
    gate.until_waiting(1).await;
    for number in 0..20 {
        let mut gone = house.connect().await;
        let login = format!(r#"{{"event":"login","id":1,"data":{{"person":"p{number}","secret":"x"}}}}"#);
        gone.send_text(login).await.unwrap();
        gone.close().await;
    }
    let connections = async {
        while house.get("/healthz").await["connections"] != 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(TEST_TIMEOUT, connections).await.unwrap();
    gate.open();
    timeout(TEST_TIMEOUT, blocker.until("error")).await.unwrap().unwrap();
    // The next login is served at once: none of the others was.
    let mut honest = house.connect().await;
    honest.send_text(r#"{"event":"login","id":1,"data":{"person":"p1","secret":"x"}}"#).await.unwrap();
    let refused = timeout(TEST_TIMEOUT, honest.until("error")).await.unwrap().unwrap();
    assert_eq!(refused["code"], "wrong-credentials");
    house.close().await.unwrap();
}

/// What changes while the list of tables is rendered follows the list.
#[tokio::test]
async fn the_list_of_tables_is_complete_whatever_changes_meanwhile() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let mut watcher = house.connect().await;
    for round in 0..10 {
        watcher.send_text(format!(r#"{{"event":"lobby","id":{round},"data":{{}}}}"#)).await.unwrap();
        let opened = ok(
            &mut ada,
            "createGame",
            json!({ "game": "snails", "seats": ["person", "person"], "options": {} }),
        )
        .await;
        let table = opened["table"].as_str().unwrap().to_string();
        let told = async {
            loop {
                let message = watcher.next().await.unwrap();
                if message.to_string().contains(&table) {
                    return;
                }
            }
        };
        timeout(TEST_TIMEOUT, told).await.expect("the table is in the list or follows it");
        ok(&mut ada, "deleteGame", json!({ "table": table })).await;
    }
    house.close().await.unwrap();
}
