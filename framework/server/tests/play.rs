//! Whole games over real sockets.

mod common;

use common::*;
use parlor_server::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// Plays a game to its end: each plays whenever something is offered.
async fn finish(ada: &mut Player, ben: &mut Player) {
    async fn alone(player: &mut Player) {
        while !player.view.over {
            let number = player.view.version as usize;
            player.play(|actions| actions[number % actions.len()].clone()).await;
        }
    }
    tokio::join!(alone(ada), alone(ben));
}

// LO-17, LO-12
#[tokio::test]
async fn two_play_a_whole_game_and_a_third_watches_every_move() {
    let house = House::open().await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let mut cleo = house.guest("Cleo").await;
    let table = table(&mut ada, &mut ben).await;
    ok(&mut cleo, "spectate", json!({ "table": table })).await;
    let mut watcher = Player::new(cleo);
    let (mut ada, mut ben) = (Player::new(ada), Player::new(ben));
    finish(&mut ada, &mut ben).await;
    while !watcher.view.over {
        watcher.hear().await;
    }
    assert_eq!(ada.view.scene, ben.view.scene, "nothing is hidden, so both see the same");
    assert_eq!(ada.view.scene, watcher.view.scene, "the spectator's patches give the same garden");
    assert_eq!((ada.view.version, watcher.view.seat), (watcher.view.version, None));

    // LO-14, LO-15: the result and a recording that verifies are there at once.
    let results = house.get("/api/results?game=snails&lang=de").await;
    assert_eq!(results[0]["participants"][0]["name"], "Ada");
    assert!(results[0]["outcome"]["places"].is_array(), "{results}");
    let id = results[0]["recording"].as_str().unwrap().to_string();
    let mut cleo = watcher.client;
    let replay = ok(&mut cleo, "replay", json!({ "recording": id })).await;
    let steps = replay["steps"].as_array().unwrap();
    let mut view = View::default();
    view.take(&json!({ "event": "gameState", "data": replay["start"] }));
    for step in steps {
        assert!(view.take(&json!({ "event": "gameUpdate", "data": step["update"] })));
    }
    assert_eq!(view.scene, ada.view.scene, "the replay ends as the game did");
    let board = house.get("/api/leaderboard/snails").await;
    assert_eq!(board.as_array().unwrap().len(), 2, "{board}");

    // WO-10: whoever saves it may put some words of their own in; they come back with it.
    let words = "Our%20first%20game%20%E2%80%93%20close!";
    let described = house.get(&format!("/api/recordings/{id}?description={words}")).await;
    assert_eq!(described["description"], "Our first game – close!");
    let (status, _, body) = house.http("POST /api/recordings", &described.to_string()).await;
    assert_eq!(status, 200, "{body}");
    let brought: Value = serde_json::from_str(&body).unwrap();
    let replay = ok(&mut cleo, "replay", json!({ "recording": brought["recording"] })).await;
    assert_eq!(replay["recording"]["description"], "Our first game – close!");

    // LO-15: it can be taken along, brought back, and is not believed when it was changed.
    let recording = house.get(&format!("/api/recordings/{id}")).await;
    let (status, _, body) = house.http("POST /api/recordings", &recording.to_string()).await;
    assert_eq!(status, 200, "{body}");
    let brought: Value = serde_json::from_str(&body).unwrap();
    ok(&mut cleo, "replay", json!({ "recording": brought["recording"] })).await;
    let mut changed = recording;
    let last = changed["course"].as_array().unwrap().len() - 1;
    changed["course"][last]["done"] = json!({ "act": "miss" });
    changed["outcome"]["places"] = json!([2, 1]);
    changed["outcome"]["scores"] = json!([0, 999]);
    let (status, _, body) = house.http("POST /api/recordings?lang=de", &changed.to_string()).await;
    assert_eq!(status, 422, "{body}");
    assert!(body.contains("recording-untrue"), "{body}");
    house.close().await.unwrap();
}

// LO-6, LO-11
#[tokio::test]
async fn a_person_plays_against_a_bot() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let seats = json!(["person", { "bot": { "kind": "greedy", "name": "Greta" } }]);
    let create = json!({ "game": "snails", "seats": seats, "options": { "max_turns_without_capture": 2 } });
    let data = ok(&mut ada, "createGame", create).await;
    assert_eq!(data["seat"], 0);
    ok(&mut ada, "gameStart", json!({ "table": data["table"] })).await;
    let mut ada = Player::new(ada);
    for _ in 0..2 {
        ada.play(|actions| actions[0].clone()).await;
    }
    let names: Vec<Value> = {
        let tables = house.get("/api/tables").await;
        tables[0]["seats"].as_array().unwrap().iter().map(|seat| seat["name"].clone()).collect()
    };
    assert_eq!(names, ["Ada", "Greta"]);
    ok(&mut ada.client, "resign", json!({ "table": data["table"] })).await;
    let over = until(&mut ada.client, "gameOver").await;
    assert_eq!(over["result"]["outcome"]["places"], json!([2, 1]));
    house.close().await.unwrap();
}

// WO-14: whoever thinks about joining a table sees what it will be played on.
#[tokio::test]
async fn a_table_that_waits_can_be_previewed_before_joining() {
    let house = House::open().await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let create = |private: bool| json!({ "game": "snails", "seats": ["person", "person"], "options": { "map": "hedgerow" }, "private": private });
    let table = ok(&mut ada, "createGame", create(false)).await["table"].clone();
    let seen = ok(&mut ben, "preview", json!({ "table": table })).await;
    assert_eq!(seen["scene"]["areas"]["board"]["width"], 7, "{seen}");
    let secret = ok(&mut ada, "createGame", create(true)).await["table"].clone();
    assert_eq!(code(&mut ben, "preview", json!({ "table": secret })).await, "wrong-invite");
    ok(&mut ada, "preview", json!({ "table": secret })).await;
    assert_eq!(code(&mut ben, "preview", json!({ "table": "t00000000000001" })).await, "no-such-table");
    house.close().await.unwrap();
}

// LO-6
#[tokio::test]
async fn whoever_opens_a_table_for_others_is_shown_it() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let create = json!({ "game": "snails", "seats": ["person", "person"], "openerPlays": false });
    let data = ok(&mut ada, "createGame", create).await;
    let state = until(&mut ada, "gameState").await;
    assert_eq!((&state["table"]["table"], &state["viewer"]), (&data["table"], &json!("public")));
    house.close().await.unwrap();
}

// LO-13
#[tokio::test]
async fn a_rematch_is_the_same_table_again() {
    let house = House::open().await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let old = table(&mut ada, &mut ben).await;
    assert_eq!(code(&mut ada, "rematch", json!({ "table": old })).await, "game-not-over");
    ok(&mut ben, "resign", json!({ "table": old })).await;
    ok(&mut ada, "rematch", json!({ "table": old })).await;
    while until(&mut ben, "notice").await["code"] != "table-rematch-proposed" {}
    ok(&mut ben, "vote", json!({ "table": old, "agree": true })).await;
    let told = until(&mut ada, "rematch").await;
    assert_eq!(told["table"], json!(old));
    loop {
        let shown = until(&mut ben, "gameState").await;
        if shown["table"]["table"] == told["new"] {
            assert_eq!(shown["viewer"], json!({ "seat": 1 }));
            // It waits until both sit there.
            if shown["table"]["phase"] == "running" {
                break;
            }
        }
    }
    // There is one rematch, also for those who ask for it later, in either way.
    for request in ["rematch", "propose"] {
        let what = if request == "propose" {
            json!({ "table": old, "what": "rematch" })
        } else {
            json!({ "table": old })
        };
        ok(&mut ben, request, what).await;
        let again = loop {
            let again = until(&mut ben, "rematch").await;
            if again["table"] == json!(old) {
                break again;
            }
        };
        assert_eq!(again["new"], told["new"]);
    }
    house.close().await.unwrap();
}

// LO-3
#[tokio::test]
async fn what_is_said_at_a_table_stays_at_the_table() {
    let house = House::open().await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let mut cleo = house.guest("Cleo").await;
    let table = table(&mut ada, &mut ben).await;
    ok(&mut cleo, "lobby", json!({})).await;
    ok(&mut ada, "lobby", json!({})).await;
    assert_eq!(code(&mut cleo, "chat", json!({ "table": table, "text": "hi" })).await, "not-seated");
    ok(&mut ada, "chat", json!({ "table": table, "text": "<b>good luck</b>" })).await;
    ok(&mut ada, "chat", json!({ "text": "a table is free" })).await;
    let said = until(&mut ben, "chat").await;
    assert_eq!(said["text"], "<b>good luck</b>", "text is text, never markup");
    assert_eq!((&said["name"], &said["table"]), (&json!("Ada"), &json!(table)));
    let said = until(&mut cleo, "chat").await;
    assert_eq!((&said["text"], said.get("table")), (&json!("a table is free"), None));
    let data = ok(&mut cleo, "lobby", json!({})).await;
    assert_eq!(data["chat"][0]["text"], "a table is free");
    ok(&mut cleo, "spectate", json!({ "table": table })).await;
    let shown = until(&mut cleo, "gameState").await;
    assert_eq!(shown["chat"][0]["text"], "<b>good luck</b>");
    house.close().await.unwrap();
}

// LO-4
#[tokio::test]
async fn everybody_reads_in_their_own_language() {
    let house = House::open().await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    ok(&mut ben, "language", json!({ "language": "de-AT" })).await;
    let table = table(&mut ada, &mut ben).await;
    ok(&mut ada, "pause", json!({ "table": table })).await;
    let mut heard = [Value::Null, Value::Null];
    for (client, said) in [&mut ada, &mut ben].into_iter().zip(&mut heard) {
        while !said.as_str().is_some_and(|text| text.ends_with("the game.") || text.contains("unterbricht")) {
            *said = until(client, "notice").await["text"].take();
        }
    }
    let [english, german] = heard;
    assert_eq!((&english, &german), (&json!("Ada pauses the game."), &json!("Ada unterbricht das Spiel.")));
    let error = ask(&mut ben, "pause", json!({ "table": table })).await.unwrap_err().to_string();
    assert!(error.contains("unterbrochen"), "{error}");
    ok(&mut ben, "language", json!({ "language": "en" })).await;
    let state = until(&mut ben, "gameState").await;
    assert!(state["log"].as_array().unwrap().iter().any(|line| line["text"] == english), "{state}");
    house.close().await.unwrap();
}

// LO-5
#[tokio::test]
async fn the_list_of_tables_lives() {
    let house = House::open().await;
    let mut watcher = house.connect().await;
    let data = ok(&mut watcher, "lobby", json!({})).await;
    assert_eq!(data["tables"], json!([]), "the list can be read by anybody");
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    let mut phases = Vec::new();
    while phases.last() != Some(&json!("running")) {
        let listed = until(&mut watcher, "tableListed").await;
        assert_eq!(listed["table"], json!(table));
        phases.push(listed["phase"].clone());
    }
    assert_eq!(phases[0], "waiting");
    let secret = json!({ "game": "snails", "seats": ["person", "person"], "private": true });
    ok(&mut ada, "createGame", secret).await;
    assert_eq!(house.get("/api/tables").await.as_array().unwrap().len(), 1, "private tables are not listed");
    let open = json!({ "game": "snails", "seats": ["person", "person"], "name": "  second  " });
    let data = ok(&mut ada, "createGame", open).await;
    let listed = until(&mut watcher, "tableListed").await;
    assert_eq!((&listed["table"], &listed["name"]), (&data["table"], &json!("second")));
    ok(&mut ada, "deleteGame", json!({ "table": data["table"] })).await;
    let closed = until(&mut watcher, "tableClosed").await;
    assert_eq!(closed["table"], data["table"]);
    house.close().await.unwrap();
}

// LO-20: everybody is told, and everything comes back.
#[tokio::test]
async fn a_stopped_server_comes_back_with_every_table_and_move() {
    let folder = folder();
    let open = || -> Arc<dyn Store> {
        Arc::new(Sqlite::open(&folder.join("parlor.db"), Durability::Process).unwrap())
    };
    let house = House::with(|_| {}, open()).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    ok(&mut ada, "chat", json!({ "table": table, "text": "wait for me" })).await;
    let mut players = [Player::new(ada), Player::new(ben)];
    let [ada, ben] = &mut players;
    while ada.view.table.is_none() || ben.view.table.is_none() {
        ada.hear().await;
        ben.hear().await;
    }
    while ada.view.turn.is_empty() {
        ada.hear().await;
    }
    let mover = if ada.view.turn == [0] { ada } else { ben };
    mover.play(|actions| actions[0].clone()).await;
    let version = mover.view.version + 1;
    house.close().await.unwrap();
    let goodbye = until(&mut players[0].client, "goodbye").await;
    assert!(goodbye["text"].as_str().unwrap().contains("kept"), "{goodbye}");

    let house = House::with(|_| {}, open()).await;
    let [ada, _] = players;
    let LoggedInPerson { person, secret, .. } = ada.client.person.clone();
    let mut back = house.connect().await;
    let login = Login { person: Some(person), secret: Some(secret), ..Login::default() };
    let data = back.login(login).await.unwrap();
    assert_eq!(data["tables"], json!([table]));
    let shown = until(&mut back, "gameState").await;
    assert_eq!(shown["viewer"], json!({ "seat": 0 }));
    assert!(shown["version"].as_u64().unwrap() >= u64::from(version), "the acknowledged move is there");
    assert_eq!(shown["chat"][0]["text"], "wait for me");
    house.close().await.unwrap();
}

// LO-16, DU-28
#[tokio::test]
async fn what_happened_at_a_table_can_be_read_in_its_log() {
    let folder = folder();
    let change = |config: &mut Config| (config.data, config.table_logs) = (folder.clone(), true);
    let house = House::with(change, Arc::new(Memory::new())).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    // What somebody writes cannot pass for a line of the log.
    ok(&mut ada, "chat", json!({ "table": table, "text": "hello\nhost over" })).await;
    let wrong = json!({ "table": table, "seat": 0, "version": 0, "action": "dance" });
    assert!(ask(&mut ada, "gameMove", wrong).await.is_err());
    let (mut ada, mut ben) = (Player::new(ada), Player::new(ben));
    finish(&mut ada, &mut ben).await;
    house.close().await.unwrap();
    let log = std::fs::read_to_string(folder.join("logs").join(format!("{table}.log"))).unwrap();
    let lines = |part: &str| log.lines().filter(|line| line.contains(part)).count();
    assert_eq!((lines("opens snails"), lines("  over: places")), (1, 1), "{log}");
    assert!(lines("Ada (") > 2 && lines("Ben (") > 2, "everything that was asked: {log}");
    assert!(lines(") is refused: ") > 0, "also what was asked in vain: {log}");
    assert!(lines("[1] ") > 0, "everything that happened: {log}");
    assert_eq!((lines("hello"), lines("  host over")), (1, 0), "{log}");
    assert!(log.lines().all(|line| line.starts_with("20")), "every line has its moment: {log}");
    let LoggedInPerson { secret, .. } = &ada.client.person;
    assert!(!secret.is_empty() && !log.contains(secret.as_str()), "no secret is in it");
}

// LO-23
#[tokio::test]
async fn a_move_is_taken_back_when_the_other_agrees() {
    let house = House::open().await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    let mut players = [Player::new(ada), Player::new(ben)];
    for player in &mut players {
        while player.view.turn.is_empty() {
            player.hear().await;
        }
    }
    if players[0].view.turn != [0] {
        players.reverse();
    }
    let [first, second] = &mut players;
    let before = first.view.clone();
    let propose = |what: &str| json!({ "table": table, "what": what });
    assert_eq!(code(&mut first.client, "propose", propose("takeback")).await, "takeback-nothing");
    assert_eq!(code(&mut first.client, "propose", propose("tea")).await, "no-such-proposal");
    first.play(|actions| actions.last().unwrap().clone()).await;
    while first.view.version == before.version {
        first.hear().await;
    }
    ok(&mut first.client, "propose", propose("takeback")).await;
    let notice = until(&mut second.client, "notice").await;
    assert_eq!(notice["code"], "table-takeback-proposed");
    ok(&mut second.client, "look", json!({ "table": table })).await;
    let shown = until(&mut second.client, "gameState").await;
    assert_eq!(
        (&shown["proposal"]["what"], &shown["proposal"]["agreed"]),
        (&json!("takeback"), &json!(false))
    );
    assert_eq!(shown["table"]["proposals"], json!(["abort", "takeback"]));
    ok(&mut second.client, "vote", json!({ "table": table, "agree": true })).await;
    let moved = first.view.version;
    while first.view.version == moved {
        first.hear().await;
    }
    assert_eq!(first.view.version, moved + 1, "versions only grow");
    assert_eq!(first.view.scene, before.scene);
    assert_eq!((&first.view.turn, &first.view.actions), (&before.turn, &before.actions));
    first.play(|actions| actions[0].clone()).await;
    house.close().await.unwrap();
}
