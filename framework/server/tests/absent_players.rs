//! Players who leave: what their games count, what they are told on return, and what becomes of their names.

mod common;

use common::*;
use parlor_kit::{Bundle, Native, Rules};
use parlor_runtime::{Module, Plain, TableId};
use parlor_server::{Config, Memory, Store};
use serde_json::{Value, json};
use std::sync::Arc;

/// Snails in which players are lost, and games abandoned, after a moment.
fn impatient_snails() -> Box<dyn Module> {
    let mut bundle = Bundle::clone(snails::rules().bundle());
    bundle.manifest.table.lost_after_ms = 200;
    bundle.manifest.table.abandoned_after_ms = 1_000;
    Box::new(Plain::new(Native::<snails::Snails>::new(bundle)))
}

async fn house(store: Arc<dyn Store>) -> House {
    House::offering(vec![impatient_snails()], |_| (), store).await
}

async fn notice(client: &mut Client, code: &str) -> Value {
    loop {
        let notice = until(client, "notice").await;
        if notice["code"] == code {
            return notice;
        }
    }
}

// LO-24
#[tokio::test]
async fn a_game_that_a_stand_in_won_is_in_nobodys_record() {
    let store = Arc::new(Memory::new());
    let house = house(store.clone()).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    ben.close().await;
    notice(&mut ada, "table-stand-in").await;
    ok(&mut ada, "resign", json!({ "table": table })).await;
    let result = until(&mut ada, "gameOver").await["result"].clone();
    assert_eq!(result["outcome"]["places"], json!([2, 1]), "the seat of Ben wins");
    assert_eq!(result["decidedBy"], "stand-in");
    assert_eq!(result["participants"][1]["played"]["own"], 0);
    assert_eq!(store.leaderboard("snails", 9).unwrap(), []);
    house.close().await.unwrap();
}

// LO-11
#[tokio::test]
async fn a_game_that_all_players_left_ends_without_a_result_before_a_spectator() {
    let store = Arc::new(Memory::new());
    let house = house(store.clone()).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let mut cleo = house.guest("Cleo").await;
    let table = table(&mut ada, &mut ben).await;
    ok(&mut cleo, "spectate", json!({ "table": table })).await;
    ada.close().await;
    ben.close().await;
    let result = until(&mut cleo, "gameOver").await["result"].clone();
    assert!(result["aborted"].is_string() && result.get("outcome").is_none(), "{result}");
    let stored = store.results(None, 9).unwrap();
    assert_eq!(stored[0].aborted.as_deref(), Some("table-abandoned"));
    house.close().await.unwrap();
}

// LO-11
#[tokio::test]
async fn a_player_who_returns_is_told_what_was_played_meanwhile() {
    let house = house(Arc::new(Memory::new())).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table: TableId = table(&mut ada, &mut ben).await;
    let mut players = [Player::new(ada), Player::new(ben)];
    for player in &mut players {
        while player.view.turn.is_empty() {
            player.hear().await;
        }
    }
    let [ada, ben] = players;
    // The one to move leaves, and a stand-in moves.
    let (away, mut here) = if ada.view.turn == [0] { (ada, ben) } else { (ben, ada) };
    let LoggedInPerson { person, secret, .. } = away.client.person.clone();
    away.client.close().await;
    let before = here.view.version;
    while here.view.version == before {
        here.hear().await;
    }
    let mut back = house.connect().await;
    let login = Login { person: Some(person), secret: Some(secret), ..Login::default() };
    back.login(login).await.unwrap();
    until(&mut back, "gameState").await;
    let told = notice(&mut back, "table-played-for-you").await;
    assert_eq!((&told["table"], &told["announce"]), (&json!(table), &json!(true)));
    house.close().await.unwrap();
}

// LO-1
#[tokio::test]
async fn the_name_of_a_guest_who_left_is_free_and_that_of_an_account_is_not() {
    let quick = |config: &mut Config| config.limits.guest_name_seconds = 1;
    let house = House::with(quick, Arc::new(Memory::new())).await;
    let mut ada = house.guest("Ada").await;
    let mut ben = house.guest("Ben").await;
    let mut cleo = house.connect().await;
    ok(&mut cleo, "registerPlayer", json!({ "name": "Cleo", "password": "correct horse" })).await;
    let table = table(&mut ada, &mut ben).await;
    let ben_before = ben.person.clone();
    let dan = house.guest("Dan").await;
    let dan_before = dan.person.clone();
    let wanted = async |name: &str| {
        let mut other = house.connect().await;
        let register = json!({ "name": name });
        code(&mut other, "registerPlayer", register).await
    };
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    assert_eq!(wanted("dan").await, "name-taken", "he is here");
    for client in [ben, cleo, dan] {
        client.close().await;
    }
    assert_eq!(wanted("dan").await, "name-taken", "he may just reload the page");
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    assert_eq!(wanted("ben").await, "name-taken", "he has a seat at a running table");
    assert_eq!(wanted("cleo").await, "name-taken", "it is her account");
    let mut new = house.guest("dan").await;
    assert_ne!(new.person.person, dan_before.person);
    let login = |person: &LoggedInPerson| json!({ "person": person.person, "secret": person.secret });
    let mut old = house.connect().await;
    assert_eq!(code(&mut old, "login", login(&dan_before)).await, "wrong-credentials");
    ok(&mut old, "login", login(&ben_before)).await;
    ok(&mut new, "spectate", json!({ "table": table })).await;
    house.close().await.unwrap();
}

// LO-5, LO-6
#[tokio::test]
async fn whoever_joins_is_told_options_clocks_and_limits_before() {
    let house = House::open().await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    ok(&mut ben, "lobby", json!({})).await;
    let create = json!({
        "game": "snails", "seats": ["person", "person"], "clock": { "moveMs": 12_000, "countdownMs": 60_000 },
    });
    let table = ok(&mut ada, "createGame", create).await["table"].clone();
    let listed = loop {
        let listed = until(&mut ben, "tableListed").await;
        if listed["table"] == table {
            break listed;
        }
    };
    assert_eq!(listed["clock"], json!({ "moveMs": 12_000, "countdownMs": 60_000 }));
    assert!(listed["options"]["map"].is_string(), "content has its name: {listed}");
    assert_eq!(listed["limits"]["pausesPerSeat"], 5);
    assert_eq!(listed["limits"]["lost"], "stand-in");
    ok(&mut ben, "joinGame", json!({ "table": table })).await;
    let waiting = until(&mut ben, "gameState").await;
    assert!(waiting["scene"]["areas"].is_object(), "the board is there before the start: {waiting}");
    assert_eq!(waiting["table"]["clock"]["moveMs"], 12_000);
    // The countdown is told by what is left of it.
    let left = loop {
        let listed = until(&mut ben, "tableListed").await;
        if let Some(left) = listed["beginsInMs"].as_u64() {
            break left;
        }
    };
    assert!((50_000..=60_000).contains(&left), "{left}");
    house.close().await.unwrap();
}
