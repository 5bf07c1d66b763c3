//! Coming back: after a lost connection, in a second window, after the whole process was killed.

mod common;

use common::*;
use parlor_runtime::TableId;
use serde_json::{Value, json};

async fn game(house: &House) -> (Player, Player, TableId) {
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    let table = table(&mut ada, &mut ben).await;
    let mut players = [Player::new(ada), Player::new(ben)];
    for player in &mut players {
        while player.view.turn.is_empty() {
            player.hear().await;
        }
    }
    let [ada, ben] = players;
    // Whoever begins is called the first from here on.
    if ada.view.turn == [0] { (ada, ben, table) } else { (ben, ada, table) }
}

fn login(client: &Client, seen: &[(TableId, u32)], session: bool) -> Login {
    let LoggedInPerson { person, secret, session: number, .. } = client.person.clone();
    Login {
        person: Some(person),
        secret: Some(secret),
        session: session.then_some(number),
        seen: seen.iter().map(|(table, version)| (table.to_string(), *version)).collect(),
        ..Login::default()
    }
}

async fn next_of(client: &mut Client, events: &[&str]) -> Value {
    loop {
        let message = tokio::time::timeout(TEST_TIMEOUT, client.next()).await.expect("in time").unwrap();
        if events.iter().any(|event| message["event"] == *event) {
            return message;
        }
    }
}

/// Lets a seat pass until the other one has moved so many times.
async fn moves(first: &mut Player, second: &mut Player, rounds: usize) {
    for _ in 0..rounds {
        for player in [&mut *first, &mut *second] {
            player.play(|actions| actions.last().unwrap().clone()).await;
        }
    }
}

// LO-2
#[tokio::test]
async fn a_short_absence_is_made_up_by_patches_in_the_middle_of_a_turn() {
    let house = House::open().await;
    let (mut first, mut second, table) = game(&house).await;
    moves(&mut first, &mut second, 1).await;
    let before = second.view.clone();
    let again = login(&second.client, &[(table, before.version)], false);
    second.client.close().await;
    first.play(|actions| actions[0].clone()).await;
    let mut back = house.connect().await;
    let data = back.login(again).await.unwrap();
    assert_eq!(data["tables"], json!([table]));
    let mut view = before;
    let mut first_seen = None;
    while view.actions.is_empty() {
        let message = next_of(&mut back, &["gameState", "gameUpdate"]).await;
        first_seen.get_or_insert_with(|| message["event"].clone());
        assert!(view.take(&message), "{message}");
    }
    assert_eq!(first_seen.unwrap(), "gameUpdate", "only what was missed is sent");
    while first.view.version < view.version {
        first.hear().await;
    }
    assert_eq!(view.scene, first.view.scene);
    let play = json!({
        "table": table, "seat": view.seat, "version": view.version, "action": view.actions[0],
    });
    ok(&mut back, "gameMove", play).await;
    house.close().await.unwrap();
}

// LO-2
#[tokio::test]
async fn after_a_long_absence_everything_is_shown_again() {
    let house = House::open().await;
    let (first, second, table) = game(&house).await;
    for seen in [u32::MAX, 999_999] {
        let again = login(&second.client, &[(table, seen)], false);
        let mut back = house.connect().await;
        back.login(again).await.unwrap();
        let message = next_of(&mut back, &["gameState", "gameUpdate"]).await;
        assert_eq!(message["event"], "gameState", "a version nobody knows of is no reason to break");
        assert_eq!(message["data"]["scene"], first.view.scene);
        back.close().await;
    }
    house.close().await.unwrap();
}

// LO-2, LO-19
#[tokio::test]
async fn a_move_that_was_answered_to_nobody_is_not_made_twice() {
    let house = House::open().await;
    let (mut first, _second, table) = game(&house).await;
    let play = json!({
        "table": table, "seat": first.view.seat, "version": first.view.version, "action": first.view.actions[0],
    });
    let frame = request("gameMove", play).frame(5_000);
    first.client.send_text(frame.clone()).await.unwrap();
    let again = login(&first.client, &[], true);
    let session = first.client.person.session.clone();
    // The answer is never read: the connection is lost right after the move was sent.
    first.client.close().await;
    let mut back = house.connect().await;
    let data = back.login(again).await.unwrap();
    assert_eq!(data["session"], json!(session), "the session goes on");
    back.send_text(frame).await.unwrap();
    let answer = back.answer(5_000).await.unwrap();
    assert_eq!(answer["version"], first.view.version + 1);
    house.close().await.unwrap();
}

// LO-2
#[tokio::test]
async fn a_second_window_shows_the_same_table_and_never_another() {
    let house = House::open().await;
    let (mut first, _second, table) = game(&house).await;
    let mut window = house.connect().await;
    window.login(login(&first.client, &[], false)).await.unwrap();
    let mut window = Player::new(window);
    while window.view.table.is_none() {
        window.hear().await;
    }
    assert_eq!((window.view.seat, window.view.version), (first.view.seat, first.view.version));
    let before = first.view.version;
    window.play(|actions| actions[0].clone()).await;
    while first.view.version == before || window.view.version == before {
        if first.view.version == before {
            first.hear().await;
        } else {
            window.hear().await;
        }
    }
    assert_eq!(first.view.scene, window.view.scene, "both windows saw the one move");
    // With one of two windows closed the player is still there.
    window.client.close().await;
    ok(&mut first.client, "ping", json!({})).await;
    let tables = house.get("/api/tables").await;
    let seats = tables[0]["seats"].as_array().unwrap();
    assert!(seats.iter().all(|seat| seat["present"] == true), "{seats:?}");
    assert_eq!(tables[0]["table"], json!(table));
    house.close().await.unwrap();
}

// LO-11
#[tokio::test]
async fn a_lost_player_is_told_to_all_and_so_is_the_return() {
    let house = House::open().await;
    let (mut first, second, _) = game(&house).await;
    let again = login(&second.client, &[], false);
    let name = second.client.person.name.clone();
    second.client.close().await;
    let lost = until(&mut first.client, "notice").await;
    assert_eq!(lost["text"], format!("{name} has lost the connection."));
    let mut back = house.connect().await;
    back.login(again).await.unwrap();
    let notice = until(&mut first.client, "notice").await;
    assert_eq!(notice["text"], format!("{name} is back."));
    house.close().await.unwrap();
}
