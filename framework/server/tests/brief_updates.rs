//! Programs that are told in brief, alone and beside those who are shown everything.

#[path = "../../runtime/tests/common/bidding_game.rs"]
#[allow(dead_code, unreachable_pub, reason = "the game is made for more than this")]
mod bidding_game;
mod common;

use common::*;
use parlor_kit::{Bundle, Manifest, Native};
use parlor_runtime::{Plain, TableId};
use parlor_server::*;
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};
use tokio::time::timeout;

/// A connection to a table, with everything it was told about it.
struct Guest {
    client: Client,
    view: View,
    brief: bool,
    /// Every step it was told, as it came.
    steps: Vec<Value>,
    /// What it played, by the version that this led to.
    sent: BTreeMap<u32, Value>,
}

impl Guest {
    fn new(client: Client, brief: bool) -> Guest {
        Guest { client, view: View::default(), brief, steps: Vec::new(), sent: BTreeMap::new() }
    }

    /// Somebody new.
    async fn enter(house: &House, name: &str, brief: bool) -> Guest {
        let mut client = house.connect().await;
        client.enter(RegisterPlayer { name: name.into(), brief, ..RegisterPlayer::default() }).await.unwrap();
        Guest::new(client, brief)
    }

    /// Another connection of somebody, with what it has of a table: it is told what it missed.
    async fn back(house: &House, person: &LoggedInPerson, brief: bool, has: &View) -> Guest {
        let LoggedInPerson { person, secret, .. } = person.clone();
        let seen = has.table.map(|table| (table.to_string(), has.version)).into_iter().collect();
        let login = Login { person: Some(person), secret: Some(secret), brief, seen, ..Login::default() };
        let mut client = house.connect().await;
        client.login(login).await.unwrap();
        Guest { view: has.clone(), ..Guest::new(client, brief) }
    }

    /// Another connection of the same person, with nothing.
    async fn beside(&self, house: &House, brief: bool) -> Guest {
        let mut new = Guest::back(house, &self.client.person, brief, &View::default()).await;
        new.rest(self.view.version).await;
        new
    }

    /// Takes in one message.
    async fn hear(&mut self) -> Value {
        let message =
            timeout(TEST_TIMEOUT, self.client.next()).await.expect("in time").expect("a connection");
        let known = self.view.take(&message);
        let (event, data) = (message["event"].as_str().unwrap(), &message["data"]);
        let wanted = if self.brief { "gameStep" } else { "gameUpdate" };
        match event {
            "gameStep" | "gameUpdate" => {
                assert_eq!(event, wanted, "everybody is told in their manner");
                assert!(known, "no step is missed or doubled: {message}");
                self.steps.push(data.clone());
            }
            "gameState" if self.brief => assert_eq!(data["offers"], json!([]), "no tree of offers"),
            "gameState" => assert_eq!(data.get("actions"), None, "the tree of offers has them"),
            _ => {}
        }
        if event == "gameStep" {
            let brief = ["table", "version", "played", "turn", "clocks", "outcome", "actions"];
            let fields: Vec<&String> = data.as_object().unwrap().keys().collect();
            assert!(fields.iter().all(|field| brief.contains(&field.as_str())), "{message}");
        }
        message
    }

    /// Takes in messages until somebody is to act, or the game is over, and at least this version is reached.
    async fn rest(&mut self, version: u32) {
        while self.view.version < version || (self.view.turn.is_empty() && !self.view.over) {
            self.hear().await;
        }
    }

    /// Plays one of the actions; gives the version that this led to.
    async fn play(&mut self) -> u32 {
        let View { table, seat, version, ref actions, .. } = self.view;
        let action = actions[version as usize % actions.len()].clone();
        let play = json!({ "table": table, "seat": seat, "version": version, "action": action });
        let version = number(&ok(&mut self.client, "gameMove", play).await["version"]);
        self.sent.insert(version, json!({ "seat": seat, "action": action }));
        version
    }

    /// What is shown to whoever looks.
    async fn look(&mut self) -> Value {
        ok(&mut self.client, "look", json!({ "table": self.view.table })).await;
        loop {
            let mut message = self.hear().await;
            if message["event"] == "gameState" {
                return message["data"].take();
            }
        }
    }

    /// Takes in messages until the first that shows the table or a step of it.
    async fn shown(&mut self) -> Value {
        loop {
            let message = self.hear().await;
            if ["gameState", "gameUpdate", "gameStep"].iter().any(|event| message["event"] == *event) {
                return message;
            }
        }
    }
}

fn number(json: &Value) -> u32 {
    json.as_u64().unwrap_or_else(|| panic!("{json} is no number")).try_into().unwrap()
}

fn versions(steps: &[Value]) -> Vec<u32> {
    steps.iter().map(|step| number(&step["version"])).collect()
}

/// Two guests at a table of their own, which waits for the first move.
async fn sit_down(ada: &mut Guest, ben: &mut Guest, create: Value) -> TableId {
    let data = ok(&mut ada.client, "createGame", create).await;
    let table: TableId = data["table"].as_str().unwrap().parse().unwrap();
    ok(&mut ben.client, "joinGame", json!({ "table": table })).await;
    ok(&mut ada.client, "gameStart", json!({ "table": table })).await;
    ada.rest(0).await;
    ben.rest(0).await;
    table
}

fn snails() -> Value {
    json!({ "game": "snails", "seats": ["person", "person"] })
}

/// Plays so many moves, or to the end. Everybody is told of each before the next one is made.
/// Now and then those who are shown everything look whether their patches led to the truth.
async fn play(guests: &mut [&mut Guest], moves: usize) {
    for _ in 0..moves {
        let mover = guests.iter_mut().find(|guest| guest.view.seat.is_some_and(|s| guest.view.turn == [s]));
        let Some(mover) = mover.filter(|mover| !mover.view.over) else { return };
        let version = mover.play().await;
        for guest in guests.iter_mut() {
            guest.rest(version).await;
        }
        let View { version, turn, over, .. } = guests[0].view.clone();
        for guest in guests.iter_mut() {
            assert_eq!(
                (guest.view.version, &guest.view.turn),
                (version, &turn),
                "everybody is told the same"
            );
            let acts = guest.view.seat.is_some_and(|seat| turn.contains(&seat));
            assert_eq!(!guest.view.actions.is_empty(), acts, "whoever is to act knows how, and nobody else");
            if !guest.brief && (version.is_multiple_of(3) || over) {
                let patched = guest.view.scene.clone();
                assert_eq!(patched, guest.look().await["scene"], "patches lead to the truth");
            }
        }
    }
}

/// Every step says what was played, as it was sent.
fn check_played(told: &[Value], by: &[&Guest]) {
    let mut played = 0;
    for step in told {
        let sent = by.iter().find_map(|guest| guest.sent.get(&number(&step["version"])));
        assert_eq!(step.get("played"), sent, "{step}");
        played += usize::from(sent.is_some());
    }
    assert!(played > 0, "something was played");
}

// LO-18, LO-12
#[tokio::test]
async fn two_programs_play_a_whole_game_by_actions_alone_and_a_third_watches_every_move() {
    let house = House::open().await;
    let (mut ada, mut ben) =
        (Guest::enter(&house, "Ada", true).await, Guest::enter(&house, "Ben", true).await);
    let mut cleo = Guest::enter(&house, "Cleo", false).await;
    let table = sit_down(&mut ada, &mut ben, snails()).await;
    ok(&mut cleo.client, "spectate", json!({ "table": table })).await;
    cleo.rest(ada.view.version).await;
    let (start, seen) = (ada.view.scene.clone(), cleo.view.version);
    play(&mut [&mut ada, &mut ben, &mut cleo], usize::MAX).await;
    let last = ada.view.version;
    assert!(ada.view.over && ben.view.over && cleo.view.over);
    for program in [&ada, &ben] {
        assert_eq!(versions(&program.steps), Vec::from_iter(1..=last), "every step is told");
        check_played(&program.steps, &[&ada, &ben]);
        assert!(program.steps.last().unwrap()["outcome"]["places"].is_array());
    }
    assert_eq!(versions(&cleo.steps), Vec::from_iter(seen + 1..=last));
    assert!(cleo.steps.iter().any(|step| step["events"][0]["text"].is_string()), "with words");
    assert_eq!(ada.view.scene, start, "programs are drawn nothing");
    assert_eq!(ada.look().await["scene"], cleo.view.scene, "unless they look");
    house.close().await.unwrap();
}

// LO-17, LO-18
#[tokio::test]
async fn a_program_and_a_person_are_told_the_same_in_their_own_manner() {
    let house = House::open().await;
    let (mut ada, mut ben) =
        (Guest::enter(&house, "Ada", true).await, Guest::enter(&house, "Ben", false).await);
    sit_down(&mut ada, &mut ben, snails()).await;
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.view.over && ben.view.over);
    check_played(&ada.steps, &[&ada, &ben]);
    assert!(ben.steps.iter().all(|step| step.get("played").is_none()), "Ben has eyes to see it");
    for (brief, full) in ada.steps.iter().zip(&ben.steps) {
        for field in ["version", "turn", "outcome"] {
            assert_eq!(brief.get(field), full.get(field), "{field}");
        }
    }
    house.close().await.unwrap();
}

// LO-18, LO-2
#[tokio::test]
async fn a_window_beside_a_program_is_shown_everything_and_never_a_wrong_patch() {
    // With a third connection the oldest ends, and the server knows it before the third is told anything.
    let change = |config: &mut Config| config.limits.connections_per_person = 2;
    let house = House::with(change, Arc::new(Memory::new())).await;
    let mut window = Guest::enter(&house, "Ada", false).await;
    let mut ben = Guest::enter(&house, "Ben", true).await;
    sit_down(&mut window, &mut ben, snails()).await;
    let mut program = window.beside(&house, true).await;
    for _ in 0..4 {
        assert_eq!(program.view.actions, window.view.actions, "offers and actions are the same");
        play(&mut [&mut program, &mut window, &mut ben], 1).await;
    }

    // The window ends, and nobody looks any more.
    let (ada, seen) = (window.client.person.clone(), window.view.clone());
    let mut second = program.beside(&house, true).await;
    timeout(TEST_TIMEOUT, window.client.until("superseded")).await.unwrap().unwrap();
    play(&mut [&mut program, &mut second, &mut ben], 3).await;

    // A window that comes back cannot be brought up to date by patches that nobody made.
    let mut window = Guest::back(&house, &ada, false, &seen).await;
    let shown = window.shown().await;
    assert_eq!(shown["event"], "gameState", "{shown}");
    assert_eq!((window.view.version, &window.view.turn), (second.view.version, &second.view.turn));
    assert_eq!(window.view.actions, second.view.actions);
    assert_eq!(window.view.scene, second.look().await["scene"]);
    play(&mut [&mut window, &mut second, &mut ben], 2).await;

    // What was made while it was there is enough for the next one.
    let seen = window.view.clone();
    play(&mut [&mut window, &mut second, &mut ben], 2).await;
    let mut next = Guest::back(&house, &ada, false, &seen).await;
    assert_eq!(next.shown().await["event"], "gameUpdate");
    next.rest(window.view.version).await;
    assert_eq!((&next.view.scene, &next.view.actions), (&window.view.scene, &window.view.actions));
    play(&mut [&mut next, &mut window, &mut ben], 2).await;

    // Where nothing happened nothing was missed, and the next patch is for what the last window had.
    let seen = next.view.clone();
    let program = next.beside(&house, true).await;
    let mut other = program.beside(&house, true).await;
    timeout(TEST_TIMEOUT, next.client.until("superseded")).await.unwrap().unwrap();
    let mut last = Guest::back(&house, &ada, false, &seen).await;
    assert_eq!(last.shown().await["event"], "gameUpdate");
    play(&mut [&mut last, &mut other, &mut ben], 4).await;
    assert_eq!(other.look().await["scene"], last.view.scene);
    house.close().await.unwrap();
}

// LO-18, LO-2
#[tokio::test]
async fn a_program_that_comes_back_is_told_what_was_played_meanwhile() {
    let house = House::open().await;
    let (mut ada, mut ben) =
        (Guest::enter(&house, "Ada", true).await, Guest::enter(&house, "Ben", true).await);
    let table = sit_down(&mut ada, &mut ben, snails()).await;
    play(&mut [&mut ada, &mut ben], 4).await;
    // Ben is to move; Ada is not there when he does.
    while ben.view.actions.is_empty() {
        play(&mut [&mut ada, &mut ben], 1).await;
    }
    let Guest { client, view, steps: mut known, .. } = ada;
    let person = client.person.clone();
    client.close().await;
    until(&mut ben.client, "notice").await;
    let version = ben.play().await;
    ben.rest(version).await;
    known.extend_from_slice(&ben.steps[known.len()..]);
    let version = ben.view.version;

    // What can be done, and in how much time, is told for now and not for then.
    let lasting = |steps: &[Value]| -> Vec<Value> {
        let mut steps = steps.to_vec();
        for step in &mut steps {
            step.as_object_mut().unwrap().retain(|field, _| field != "actions" && field != "clocks");
        }
        steps
    };
    // From what Ada had, and from what somebody has who left earlier.
    for seen in [view.version, view.version - 3, 0] {
        let mut back = Guest::back(&house, &person, true, &View { version: seen, ..view.clone() }).await;
        back.rest(version).await;
        assert_eq!(lasting(&back.steps), lasting(&known[seen as usize..]));
        let (last, before) = back.steps.split_last().unwrap();
        assert!(before.iter().all(|step| step.get("actions").is_none()), "what could be done is past");
        assert_eq!(last["turn"], json!([view.seat]));
        assert!(!last["actions"].as_array().unwrap().is_empty());
        // Whoever looks with the version they have is told the same.
        let told = std::mem::take(&mut back.steps);
        ok(&mut back.client, "look", json!({ "table": table, "version": seen })).await;
        back.view.version = seen;
        back.rest(version).await;
        assert_eq!(lasting(&back.steps), lasting(&told));
        back.client.close().await;
    }
    // Nothing was missed: one step that changes nothing, with what can be done.
    let mut back = Guest::back(&house, &person, true, &View { version, ..view }).await;
    let step = back.shown().await;
    assert_eq!((&step["event"], step["data"].get("played")), (&json!("gameStep"), None));
    assert!(!back.view.actions.is_empty(), "{step}");
    house.close().await.unwrap();
}

// LO-18, LO-12
#[tokio::test]
async fn where_something_is_hidden_programs_are_not_told_what_was_played() {
    let manifest = Manifest::parse(bidding_game::MANIFEST).unwrap();
    let game = Plain::new(Native::<bidding_game::Bids>::new(Bundle::new(manifest)));
    let house = House::offering(vec![Box::new(game)], |_| {}, Arc::new(Memory::new())).await;
    let (mut ada, mut ben) =
        (Guest::enter(&house, "Ada", true).await, Guest::enter(&house, "Ben", true).await);
    let create = json!({ "game": "bids", "seats": ["person", "person"], "options": { "rounds": 3 } });
    let table = sit_down(&mut ada, &mut ben, create).await;
    let bid = |shown: &Value| shown["scene"]["areas"]["bid-0"]["lines"]["bid"]["value"].clone();
    while !ada.view.over {
        let before = ada.view.version;
        let play = json!({ "table": table, "seat": 0, "version": before, "action": { "bid": 3 } });
        ok(&mut ada.client, "gameMove", play).await;
        ada.rest(before + 1).await;
        ben.rest(before + 1).await;
        assert_eq!(bid(&ada.look().await), 3);
        assert!(bid(&ben.look().await).is_string(), "a secret");
        let version = ben.play().await;
        // The table rolls and scores: nobody plays that, and only the scene says what came of it.
        ben.rest(version + 2).await;
        ada.rest(version + 2).await;
    }
    for program in [&ada, &ben] {
        assert_eq!(versions(&program.steps), Vec::from_iter(1..=12));
        assert!(program.steps.iter().all(|step| step.get("played").is_none()));
    }
    house.close().await.unwrap();
}

// LO-18
#[tokio::test]
async fn what_the_clock_plays_is_told_as_well() {
    let house = House::open().await;
    let (mut ada, mut ben) =
        (Guest::enter(&house, "Ada", true).await, Guest::enter(&house, "Ben", true).await);
    let mut create = snails();
    create["clock"] = json!({ "moveMs": 500 });
    sit_down(&mut ada, &mut ben, create).await;
    let (version, late) = (ada.view.version, ada.view.turn[0]);
    for program in [&mut ada, &mut ben] {
        program.rest(version + 1).await;
        let step = program.steps.iter().find(|step| step["version"] == version + 1).unwrap();
        assert_eq!(step["played"], json!({ "seat": late, "action": "miss" }), "time over means miss");
        assert!(step["clocks"]["seats"].is_array());
    }
    house.close().await.unwrap();
}
