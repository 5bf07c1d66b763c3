//! Clients that break the rules: each gets its documented answer, and the table plays on.

mod common;

use common::*;
use parlor_server::*;
use serde_json::{Value, json};
use std::{collections::BTreeSet, num::NonZeroU32, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

async fn error(client: &mut Client) -> Value {
    let next = timeout(TEST_TIMEOUT, client.until("error")).await;
    next.expect("an error in time").unwrap()
}

async fn closes(client: &mut Client) -> String {
    loop {
        match timeout(TEST_TIMEOUT, client.next()).await.expect("an end in time") {
            Ok(_) => {}
            Err(error) => return error.to_string(),
        }
    }
}

// LO-19
#[tokio::test]
async fn nonsense_gets_a_clear_error_and_the_connection_stays() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    for (text, code) in [
        ("", "bad-message"),
        ("hello", "bad-message"),
        ("[]", "bad-message"),
        (r#"{"event":"ping"}"#, "bad-message"),
        (r#"{"event":7,"id":1}"#, "bad-message"),
        (r#"{"event":"fly","id":77}"#, "unknown-event"),
        (r#"{"event":"gameMove","id":78,"data":{"table":"t1"}}"#, "bad-request"),
        (r#"{"event":"ping","id":79,"data":{"x":1}}"#, "bad-request"),
        (
            r#"{"event":"gameMove","id":80,"data":{"table":"t1","seat":99,"version":0,"action":1}}"#,
            "no-such-seat",
        ),
        (
            r#"{"event":"gameMove","id":81,"data":{"table":"t1","seat":0,"version":0,"action":1}}"#,
            "no-such-table",
        ),
        (r#"{"event":"login","id":82,"data":{"person":"p1","secret":"x"}}"#, "already-entered"),
    ] {
        ada.send_text(text).await.unwrap();
        let data = error(&mut ada).await;
        assert_eq!(data["code"], code, "{text}");
        assert!(!data["text"].as_str().unwrap().contains('⟨'), "the error is in words: {data}");
    }
    ok(&mut ada, "ping", json!({})).await;
    house.close().await.unwrap();
}

#[tokio::test]
async fn oversize_binary_and_deep_messages_end_only_their_own_connection() {
    let house = House::with(|config| config.limits.message_bytes = 10_000, Arc::new(Memory::new())).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    let mut big = house.guest("Big").await;
    let text = "x".repeat(20_000);
    big.send_text(json!({ "event": "chat", "id": 1, "data": { "text": text } }).to_string()).await.unwrap();
    assert_eq!(error(&mut big).await["code"], "too-large");
    assert!(closes(&mut big).await.contains("1009"));
    let mut deep = house.guest("Deep").await;
    let nested = format!(
        r#"{{"event":"gameMove","id":5,"data":{{"table":"{table}","seat":0,"version":0,"action":{}1{}}}}}"#,
        "[".repeat(2_000),
        "]".repeat(2_000)
    );
    deep.send_text(nested).await.unwrap();
    assert_eq!(error(&mut deep).await["code"], "bad-request", "too deep to be read, and refused");
    let mut ada = Player::new(ada);
    while ada.view.turn.is_empty() {
        ada.hear().await;
    }
    house.close().await.unwrap();
}

#[tokio::test]
async fn a_flood_is_slowed_down_and_then_cut_off() {
    let change = |config: &mut Config| {
        (config.limits.messages_per_second, config.limits.burst) = (1, 5);
    };
    let house = House::with(change, Arc::new(Memory::new())).await;
    let mut flood = house.guest("Flood").await;
    for id in 10..14 {
        flood.send_text(format!(r#"{{"event":"ping","id":{id}}}"#)).await.unwrap();
    }
    for id in 10..14 {
        flood.answer(id).await.unwrap();
    }
    flood.send_text(r#"{"event":"ping","id":14}"#).await.unwrap();
    let refused = flood.answer(14).await.unwrap_err();
    assert_eq!(refused.code(), Some("too-fast"), "it names the request it did not carry out");
    for id in 15..60 {
        if flood.send_text(format!(r#"{{"event":"ping","id":{id}}}"#)).await.is_err() {
            break;
        }
    }
    let end = closes(&mut flood).await;
    assert!(end.contains("1008") || end.contains("connection failed"), "{end}");
    house.close().await.unwrap();
}

// LO-19
#[tokio::test]
async fn whoever_takes_too_long_to_ask_is_let_go() {
    let change = |config: &mut Config| config.limits.request_seconds = NonZeroU32::MIN;
    let house = House::with(change, Arc::new(Memory::new())).await;
    let mut ada = house.guest("Ada").await;
    let said = |words: &'static str| {
        let address = house.address.clone();
        async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(words.as_bytes()).await.unwrap();
            let mut answer = String::new();
            timeout(TEST_TIMEOUT, stream.read_to_string(&mut answer)).await.expect("an end in time").unwrap();
            answer
        }
    };
    let upload = "POST /api/recordings?lang=de HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{";
    let (nothing, half, asleep, slow) = tokio::join!(
        said(""),
        said("GET /healthz HTTP/1.1\r\nHost:"),
        said("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"),
        said(upload)
    );
    assert_eq!((nothing.as_str(), half.as_str()), ("", ""));
    assert!(asleep.starts_with("HTTP/1.1 200 "), "an answer comes before the end: {asleep}");
    assert!(slow.starts_with("HTTP/1.1 408 ") && slow.contains("zu lange"), "{slow}");
    ok(&mut ada, "ping", json!({})).await;
    house.close().await.unwrap();
}

// LO-8, LO-19
#[tokio::test]
async fn foreign_seats_stale_versions_and_duplicates_change_nothing() {
    let house = House::open().await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let mut mallory = house.guest("Mallory").await;
    let table = table(&mut ada, &mut ben).await;
    let mut players = [Player::new(ada), Player::new(ben)];
    for player in &mut players {
        while player.view.turn.is_empty() {
            player.hear().await;
        }
    }
    let first = usize::from(players[0].view.turn[0]);
    let (version, seat) = (players[first].view.version, players[first].view.seat);
    let action = players[first].view.actions[0].clone();
    let play = |version: u32, action: &Value| json!({ "table": table, "seat": seat, "version": version, "action": action });
    assert_eq!(code(&mut mallory, "gameMove", play(version, &action)).await, "not-your-seat");
    let other = &mut players[1 - first];
    assert_eq!(code(&mut other.client, "gameMove", play(version, &action)).await, "not-your-seat");
    let own = &mut players[first];
    assert_eq!(code(&mut own.client, "gameMove", play(version, &json!("fly"))).await, "action-invalid");
    let stale = ask(&mut own.client, "gameMove", play(version + 7, &action)).await.unwrap_err();
    let ClientError::Refused { code, data, .. } = stale else { panic!("{stale}") };
    assert_eq!((code.as_str(), &data["version"]), ("stale", &json!(version)));
    // The same request three times: carried out once, answered each time alike.
    let frame = request("gameMove", play(version, &action)).frame(1_000);
    own.client.send_text(frame.clone()).await.unwrap();
    let answer = own.client.answer(1_000).await.unwrap();
    assert_eq!(answer["version"], version + 1);
    for _ in 0..2 {
        own.client.send_text(frame.clone()).await.unwrap();
        assert_eq!(own.client.answer(1_000).await.unwrap(), answer);
    }
    let again = ask(&mut own.client, "gameMove", play(version, &action)).await.unwrap_err();
    assert!(matches!(again.code(), Some("stale" | "not-your-turn")), "{again}");
    house.close().await.unwrap();
}

// LO-1
#[tokio::test]
async fn names_are_unique_and_credentials_are_checked() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let mut other = house.connect().await;
    for (name, code) in [("ada", "name-taken"), ("  ", "bad-name"), (&"x".repeat(33), "bad-name")] {
        let error = other.register(name).await.unwrap_err();
        assert_eq!(error.code(), Some(code), "{name}");
    }
    assert_eq!(code(&mut other, "createGame", json!({ "game": "snails", "seats": [] })).await, "not-entered");
    let login = |data: Value| request("login", data);
    for wrong in [
        json!({ "person": ada.person.person, "secret": "guess" }),
        json!({ "person": "p999", "secret": ada.person.secret }),
        json!({ "person": "nobody", "secret": "x" }),
        json!({ "name": "Ada", "password": "a guest has none" }),
    ] {
        let error = other.ask(&login(wrong.clone())).await.unwrap_err();
        assert_eq!(error.code(), Some("wrong-credentials"), "{wrong}");
    }
    assert_eq!(other.ask(&login(json!({}))).await.unwrap_err().code(), Some("login-incomplete"));
    let short = json!({ "name": "Eve", "password": "short" });
    assert_eq!(code(&mut other, "registerPlayer", short).await, "bad-password");
    let account = json!({ "name": "Eve", "password": "long enough" });
    let eve = ok(&mut other, "registerPlayer", account).await;
    assert_eq!(eve["account"], true);
    let mut again = house.connect().await;
    let wrong = json!({ "name": "eve", "password": "long enougH" });
    assert_eq!(code(&mut again, "login", wrong).await, "wrong-credentials");
    let data = ok(&mut again, "login", json!({ "name": " EVE ", "password": "long enough" })).await;
    assert_eq!(data["person"], eve["person"]);
    assert_ne!(data["secret"], eve["secret"], "each browser has a secret of its own");
    // Nothing that others get holds a secret.
    let tables = house.get("/api/tables").await.to_string();
    assert!(!tables.contains(&ada.person.secret));
    ok(&mut ada, "ping", json!({})).await;
    house.close().await.unwrap();
}

// LO-6, LO-7
#[tokio::test]
async fn a_private_table_is_entered_by_invite_alone() {
    let house = House::open().await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let create = json!({ "game": "snails", "seats": ["person", "person"], "private": true });
    let data = ok(&mut ada, "createGame", create).await;
    let (table, invite) = (&data["table"], &data["invite"]);
    for wrong in [json!({ "table": table }), json!({ "table": table, "invite": "x" })] {
        assert_eq!(code(&mut ben, "joinGame", wrong.clone()).await, "wrong-invite");
        assert_eq!(code(&mut ben, "spectate", wrong).await, "wrong-invite");
    }
    assert_eq!(code(&mut ben, "look", json!({ "table": table })).await, "not-seated");
    ok(&mut ben, "joinGame", json!({ "table": table, "invite": invite })).await;
    let state = until(&mut ben, "gameState").await;
    assert_eq!(&state["invite"], invite, "whoever sits there can invite others");
    house.close().await.unwrap();
}

#[tokio::test]
async fn nobody_opens_tables_without_end_or_connects_without_end() {
    let change = |config: &mut Config| {
        (config.limits.tables_per_person, config.limits.connections_per_person) = (2, 2);
    };
    let house = House::with(change, Arc::new(Memory::new())).await;
    let mut ada = house.guest("Ada").await;
    let create = json!({ "game": "snails", "seats": ["person", "person"] });
    for _ in 0..2 {
        ok(&mut ada, "createGame", create.clone()).await;
    }
    assert_eq!(code(&mut ada, "createGame", create.clone()).await, "too-many-tables");
    assert_eq!(
        code(&mut ada, "createGame", json!({ "game": "chess", "seats": [] })).await,
        "too-many-tables"
    );
    // A rematch is one more table, too.
    let mut ben = house.guest("Ben").await;
    let old = table(&mut ben, &mut ada).await;
    ok(&mut ben, "resign", json!({ "table": old })).await;
    assert_eq!(code(&mut ada, "rematch", json!({ "table": old })).await, "too-many-tables");
    for _ in 0..2 {
        ok(&mut ben, "createGame", create.clone()).await;
    }
    assert_eq!(code(&mut ben, "rematch", json!({ "table": old })).await, "too-many-tables");
    let LoggedInPerson { person, secret, .. } = ada.person.clone();
    let login = Login { person: Some(person), secret: Some(secret), ..Login::default() };
    let mut second = house.connect().await;
    second.login(login.clone()).await.unwrap();
    let mut third = house.connect().await;
    third.login(login).await.unwrap();
    until(&mut ada, "superseded").await;
    ok(&mut second, "ping", json!({})).await;
    ok(&mut third, "ping", json!({})).await;
    house.close().await.unwrap();
}

/// Somebody who plays on and on without ever leaving a table that is over does not fill the server with them.
#[tokio::test]
async fn of_the_tables_somebody_opened_that_are_over_only_the_last_stay() {
    let store = Arc::new(Memory::new());
    let house = House::with(|config| config.limits.tables_per_person = 2, store.clone()).await;
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let mut tables = Vec::new();
    for _ in 0..5 {
        let table = table(&mut ada, &mut ben).await;
        ok(&mut ada, "resign", json!({ "table": table })).await;
        tables.push(json!(table));
    }
    for old in &tables[..3] {
        assert_eq!(&until(&mut ben, "tableClosed").await["table"], old);
    }
    let listed = house.get("/api/tables").await;
    // As a set: tables that were opened in the same millisecond have no order of their own.
    let listed: BTreeSet<&str> =
        listed.as_array().unwrap().iter().filter_map(|table| table["table"].as_str()).collect();
    let last: BTreeSet<&str> = tables[3..].iter().filter_map(Value::as_str).collect();
    assert_eq!(listed, last);
    assert_eq!(code(&mut ben, "look", json!({ "table": tables[0] })).await, "no-such-table");
    ok(&mut ben, "look", json!({ "table": tables[4] })).await;
    // What was played is kept, and nothing is left of the tables themselves.
    assert_eq!(house.get("/api/results").await.as_array().unwrap().len(), 5);
    house.get(&format!("/api/recordings/{}", tables[0].as_str().unwrap())).await;
    house.close().await.unwrap();
    let left: BTreeSet<String> = store.journal().unwrap().iter().map(|line| line.table.to_string()).collect();
    assert!(left.iter().map(String::as_str).eq(last), "{left:?}");
}

// LO-3
#[tokio::test]
async fn chat_is_limited_in_length_and_rate() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    assert_eq!(code(&mut ada, "chat", json!({ "text": "x".repeat(501) })).await, "bad-chat");
    assert_eq!(code(&mut ada, "chat", json!({ "text": " \u{202E} " })).await, "bad-chat");
    let mut codes = Vec::new();
    for _ in 0..8 {
        match ask(&mut ada, "chat", json!({ "text": "hello" })).await {
            Ok(_) => codes.push("ok".to_string()),
            Err(error) => codes.push(error.code().unwrap().to_string()),
        }
    }
    assert_eq!(codes.iter().filter(|code| *code == "ok").count(), 6, "eight in ten seconds: {codes:?}");
    assert_eq!(codes.last().unwrap(), "chat-too-fast");
    house.close().await.unwrap();
}

#[tokio::test]
async fn somebody_who_does_not_read_is_dropped_and_nobody_else_notices() {
    let house = House::with(|config| config.limits.waiting_messages = 8, Arc::new(Memory::new())).await;
    let mut ada = house.guest("Ada").await;
    ok(&mut ada, "lobby", json!({})).await;
    let mut sleeper = house.guest("Sleeper").await;
    ok(&mut sleeper, "lobby", json!({})).await;
    // What the sleeper is sent stays in the network's buffers until they are full, then in the queue, then no more.
    let talkers: Vec<_> = (0..8).map(|n| format!("Talker {n}")).collect();
    let mut clients = Vec::new();
    for name in &talkers {
        clients.push(house.guest(name).await);
    }
    let text = "x".repeat(500);
    for client in &mut clients {
        for _ in 0..8 {
            ok(client, "chat", json!({ "text": text })).await;
        }
    }
    for _ in 0..64 {
        until(&mut ada, "chat").await;
    }
    ok(&mut ada, "ping", json!({})).await;
    house.close().await.unwrap();
}

#[tokio::test]
async fn pages_of_other_hosts_cannot_connect_and_headers_protect_our_own() {
    let house = House::open().await;
    ok(&mut house.connect().await, "ping", json!({})).await;
    let upgrade = "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://evil.example\r\nX:";
    let (status, ..) = house.http(upgrade, "").await;
    assert_eq!(status, 403);
    let (status, head, _) = house.http("GET /", "").await;
    assert_eq!(status, 200);
    for header in ["content-security-policy: default-src 'self'", "x-content-type-options: nosniff"] {
        assert!(head.contains(header), "{head}");
    }
    let (status, _, page) = house.http("GET /t/t1a2b?invite=x", "").await;
    assert!(status == 200 && page.contains("<!doctype html>"), "a link to a table is a place in the page");
    assert_eq!(house.http("GET /../Cargo.toml", "").await.0, 404);
    assert_eq!(house.http("GET /nothing.js", "").await.0, 404);
    tokio::time::sleep(Duration::from_millis(1)).await;
    house.close().await.unwrap();
}
