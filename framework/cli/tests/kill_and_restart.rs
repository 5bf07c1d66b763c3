//! The server is killed repeatedly, and nothing that a client was told is lost.

mod server_process;

use parlor_client::{Client, View};
use parlor_protocol::{Login, Request};
use serde_json::{Value, json};
use server_process::{folder, get, insist, parlor, post, serve};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// Players that move as fast as they can are not to be slowed down.
const UNLIMITED: [(&str, &str); 2] =
    [("PARLOR_LIMITS_MESSAGES_PER_SECOND", "100000"), ("PARLOR_LIMITS_BURST", "100000")];

/// How often the server is killed at least.
const FEWEST: usize = 3;

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// A player who comes back whenever the server does, and asks again what was not answered.
struct Player {
    client: Client,
    view: View,
    /// What the server said was done, in order.
    acknowledged: Vec<(u8, Value)>,
    /// What the server said was said.
    said: Vec<String>,
}

fn request(event: &str, data: &Value) -> Request {
    Request::read(event, &data.to_string()).unwrap()
}

impl Player {
    async fn new(address: &str, name: &str) -> Player {
        let client = connect(address).await;
        let mut player = Player { client, view: View::default(), acknowledged: Vec::new(), said: Vec::new() };
        match player.client.register(name).await {
            Ok(_) => {}
            Err(error) if error.code().is_none() => player.come_back().await,
            Err(error) => panic!("{name} cannot register: {error}"),
        }
        assert_eq!(player.client.person.name, name);
        player
    }

    /// Connects again; everything that was not answered is asked again, with its id.
    async fn come_back(&mut self) {
        loop {
            match self.client.reconnect().await {
                Ok(data) => {
                    if let Some(table) = self.view.table {
                        let data = data.unwrap();
                        let there = data["tables"].as_array().unwrap();
                        assert!(there.contains(&json!(table)), "the table {table} came back: {there:?}");
                    }
                    return;
                }
                Err(error) => assert!(error.code().is_none(), "somebody known is refused: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Asks once, and waits for the answer however often the server goes away.
    async fn insist(&mut self, event: &str, data: Value) -> Value {
        let mut answer = self.client.ask(&request(event, &data)).await;
        // The id of the last request: what comes back uses further ones.
        let id = self.client.last_id();
        loop {
            match answer {
                Ok(data) => return data,
                Err(error) => assert!(error.code().is_none(), "{event} {data}: {error}"),
            }
            self.come_back().await;
            answer = self.client.answer(id).await;
        }
    }

    async fn play(&mut self, table: &Value, dice: &mut Dice, kills: &AtomicUsize) {
        // The next version to move at: what comes again after a kill may be older.
        let mut from = 0;
        while !self.view.over {
            if self.view.actions.is_empty() || self.view.version < from {
                let next = tokio::time::timeout(Duration::from_secs(30), self.client.next()).await;
                match next.expect("the table goes on") {
                    Ok(message) => {
                        self.view.take(&message);
                    }
                    Err(_) => self.come_back().await,
                }
                continue;
            }
            // However quick the machine is, no game is over before the server was killed some times.
            tokio::time::sleep(Duration::from_millis(dice.below(60) as u64)).await;
            while kills.load(Ordering::Relaxed) < (self.view.version as usize / 2).min(FEWEST) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            if dice.below(4) == 0 {
                let text = format!("{} at {}", self.client.person.name, self.view.version);
                self.insist("chat", json!({ "table": table, "text": text })).await;
                self.said.push(text);
            }
            let action = self.view.actions[dice.below(self.view.actions.len())].clone();
            let (seat, version) = (self.view.seat.unwrap(), self.view.version);
            let play =
                json!({ "table": self.view.table, "seat": seat, "version": version, "action": action });
            self.view.actions.clear();
            self.insist("gameMove", play).await;
            from = version + 1;
            self.acknowledged.push((seat, action));
        }
    }
}

/// A game that was played to its end.
struct PlayedGame {
    table: String,
    /// What each player was told was done.
    acknowledged: [Vec<(u8, Value)>; 2],
    recording: String,
    /// The answer to its upload.
    upload: String,
}

async fn game(address: String, number: usize, done: Arc<AtomicUsize>, kills: Arc<AtomicUsize>) -> PlayedGame {
    let mut ada = Player::new(&address, &format!("ada {number}")).await;
    let mut ben = Player::new(&address, &format!("ben {number}")).await;
    let create = json!({
        "game": "snails", "seats": ["person", "person"], "options": { "max_turns_without_capture": 3 },
    });
    let table = ada.insist("createGame", create).await["table"].clone();
    ben.insist("joinGame", json!({ "table": table })).await;
    ada.insist("gameStart", json!({ "table": table })).await;
    let (mut a, mut b) = (Dice(number as u64 * 2), Dice(number as u64 * 2 + 1));
    tokio::join!(ada.play(&table, &mut a, &kills), ben.play(&table, &mut b, &kills));
    assert_eq!(chat_at(&mut ada, &table).await, sorted(&ada.said, &ben.said), "every line is there once");
    let table = table.as_str().unwrap().to_string();
    let path = format!("/api/recordings/{table}");
    let at = address.clone();
    let uploading = tokio::task::spawn_blocking(move || {
        let recording = insist(&at, "GET", &path, "");
        let upload = insist(&at, "POST", "/api/recordings", &recording);
        (recording, upload)
    });
    let (recording, upload) = uploading.await.unwrap();
    done.fetch_add(1, Ordering::Relaxed);
    PlayedGame { table, acknowledged: [ada.acknowledged, ben.acknowledged], recording, upload }
}

/// The lines of chat at a table, sorted.
async fn chat_at(player: &mut Player, table: &Value) -> Vec<String> {
    player.insist("look", json!({ "table": table })).await;
    loop {
        match player.client.next().await {
            Ok(message) if message["event"] == "gameState" => {
                let chat = message["data"]["chat"].as_array().unwrap();
                let mut lines: Vec<String> =
                    chat.iter().map(|line| line["text"].as_str().unwrap().to_string()).collect();
                lines.sort();
                return lines;
            }
            Ok(_) => {}
            Err(_) => {
                player.come_back().await;
                player.insist("look", json!({ "table": table })).await;
            }
        }
    }
}

fn sorted(some: &[String], others: &[String]) -> Vec<String> {
    let mut all = [some, others].concat();
    all.sort();
    all
}

// The long form: KILLED_GAMES=50 cargo test -p parlor-cli --test kill_and_restart
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_being_killed_at_random_moments() {
    let games: usize = std::env::var("KILLED_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let data = folder("killed");
    let (server, address) = serve(&data, 0, &UNLIMITED);
    let port: u16 = address.rsplit(':').next().unwrap().parse().unwrap();
    let done = Arc::new(AtomicUsize::new(0));
    let kills = Arc::new(AtomicUsize::new(0));
    let play = |n| tokio::spawn(game(address.clone(), n, done.clone(), kills.clone()));
    let playing: Vec<_> = (0..games).map(play).collect();
    let finished = Arc::new(AtomicBool::new(false));
    let (home, over, count) = (data.clone(), finished.clone(), kills.clone());
    let killer = tokio::task::spawn_blocking(move || {
        let (mut server, mut dice) = (server, Dice(7));
        let began = Instant::now();
        while !over.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(100 + dice.below(500) as u64));
            // In the end all clients must have the time to finish.
            if count.load(Ordering::Relaxed) < 25
                && began.elapsed() < Duration::from_secs(60)
                && !over.load(Ordering::Relaxed)
            {
                drop(server);
                count.fetch_add(1, Ordering::Relaxed);
                (server, _) = serve(&home, port, &UNLIMITED);
            }
        }
        server
    });
    let mut told = Vec::new();
    for game in playing {
        told.push(game.await.unwrap());
    }
    finished.store(true, Ordering::Relaxed);
    let server = killer.await.unwrap();
    let kills = kills.load(Ordering::Relaxed);
    assert!(kills >= FEWEST, "the server was killed {kills} times");
    assert_eq!(done.load(Ordering::Relaxed), games, "all games finish");
    let health: Value = serde_json::from_str(&get(&address, "/healthz")).unwrap();
    assert!(health["tables"].as_u64().unwrap() <= games as u64, "a table was opened twice: {health}");
    let results: Value = serde_json::from_str(&get(&address, "/api/results")).unwrap();
    assert_eq!(results.as_array().unwrap().len(), games, "{results}");
    let mut moves = 0;
    let mut files = Vec::new();
    for PlayedGame { table, acknowledged, recording, upload } in told {
        assert_eq!(get(&address, &format!("/api/recordings/{table}")), recording);
        assert_eq!(post(&address, "/api/recordings", &recording), upload, "it has the same name again");
        let parsed: Value = serde_json::from_str(&recording).unwrap();
        let course = parsed["course"].as_array().unwrap();
        for (seat, told) in (0..).zip(acknowledged) {
            let acts = course.iter().filter(|step| step["seat"] == seat);
            let acts: Vec<(u8, Value)> = acts.map(|step| (seat, step["done"]["act"].clone())).collect();
            assert_eq!(acts, told, "{table}: what was acknowledged is in the record, once and in order");
            moves += told.len();
        }
        let file = data.join(format!("{table}.json"));
        std::fs::write(&file, recording).unwrap();
        files.push(file);
    }
    drop(server);
    let verified = parlor().args(["replay", "--verify"]).args(&files).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    println!("{games} games, {moves} acknowledged moves, {kills} kills");
    let _ = std::fs::remove_dir_all(&data);
}

/// Sends a frame on a connection and gives the answer with this id.
async fn answer_to(client: &mut Client, frame: &str, id: u64) -> Value {
    client.send_text(frame).await.unwrap();
    let answer = tokio::time::timeout(Duration::from_secs(20), client.answer(id)).await;
    answer.expect("an answer in time").unwrap()
}

async fn connect(address: &str) -> Client {
    loop {
        if let Ok(client) = Client::connect(&format!("ws://{address}/ws")).await {
            return client;
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

// LO-19
#[tokio::test]
async fn a_request_sent_again_after_the_server_was_killed_is_not_carried_out_again() {
    let data = folder("repeated");
    let (server, address) = serve(&data, 0, &UNLIMITED);
    let port: u16 = address.rsplit(':').next().unwrap().parse().unwrap();
    let secret = "0123456789abcdef0123456789abcdef";
    let register = request("registerPlayer", &json!({ "name": "Ada", "secret": secret })).frame(1);
    let create =
        json!({ "game": "snails", "seats": ["person", { "bot": {} }], "clock": { "countdownMs": 0 } });
    let create = request("createGame", &create).frame(2);
    let private =
        json!({ "game": "snails", "private": true, "openerPlays": false, "seats": ["person", "person"] });
    let private = request("createGame", &private).frame(3);
    let chat = request("chat", &json!({ "text": "hello" })).frame(4);

    let mut ada = connect(&address).await;
    let mut first = Vec::new();
    first.push(answer_to(&mut ada, &register, 1).await);
    assert_eq!(first[0]["secret"], secret);
    first.push(answer_to(&mut ada, &create, 2).await);
    first.push(answer_to(&mut ada, &private, 3).await);
    first.push(answer_to(&mut ada, &chat, 4).await);
    let table = first[1]["table"].clone();
    let say = request("chat", &json!({ "table": table, "text": "good luck" })).frame(5);
    first.push(answer_to(&mut ada, &say, 5).await);
    let mut view = View::default();
    while view.actions.is_empty() {
        let message = tokio::time::timeout(Duration::from_secs(20), ada.next()).await.unwrap().unwrap();
        let place = &message["data"]["table"];
        if *place == table || place["table"] == table {
            view.take(&message);
        }
    }
    let play = json!({
        "table": table, "seat": view.seat, "version": view.version, "action": view.actions[0],
    });
    let play = request("gameMove", &play).frame(6);
    first.push(answer_to(&mut ada, &play, 6).await);
    let session = first[0]["session"].as_str().unwrap().to_string();

    drop(server);
    let (server, _) = serve(&data, port, &UNLIMITED);
    // The registration is repeated as it is: it gives the first answer, and the connection is Ada's.
    let mut again = connect(&address).await;
    let frames = [&register, &create, &private, &chat, &say, &play];
    for (id, (frame, first)) in (1..).zip(frames.into_iter().zip(&first)) {
        assert_eq!(answer_to(&mut again, frame, id).await, *first, "{frame}");
    }
    drop(server);
    let (server, _) = serve(&data, port, &UNLIMITED);
    // With a login that names the session the rest is known as well.
    let mut again = connect(&address).await;
    let person = Some(first[0]["person"].as_str().unwrap().to_string());
    let login =
        Login { person, secret: Some(secret.into()), session: Some(session.clone()), ..Login::default() };
    let entered = again.login(login).await.unwrap();
    assert_eq!(entered["session"], json!(session));
    assert_eq!(entered["tables"], json!([table]), "Ada only opened the other one: {entered}");
    let health: Value = serde_json::from_str(&get(&address, "/healthz")).unwrap();
    assert_eq!(health["tables"], 2, "no table was opened twice: {health}");
    for (id, (frame, first)) in (2..).zip(frames[1..].iter().zip(&first[1..])) {
        assert_eq!(answer_to(&mut again, frame, id).await, *first, "{frame}");
    }
    let lobby = answer_to(&mut again, &request("lobby", &json!({})).frame(100), 100).await;
    assert_eq!(lobby["chat"].as_array().unwrap().len(), 1, "what was said once is there once: {lobby}");
    let state = {
        again.send_text(request("look", &json!({ "table": table })).frame(101)).await.unwrap();
        loop {
            let message = tokio::time::timeout(Duration::from_secs(20), again.next()).await.unwrap().unwrap();
            if message["event"] == "gameState" && message["data"]["table"]["table"] == table {
                break message;
            }
        }
    };
    assert_eq!(state["data"]["chat"].as_array().unwrap().len(), 1, "{state}");

    // An upload needs no id: it is named by what it says.
    answer_to(&mut again, &request("resign", &json!({ "table": table })).frame(102), 102).await;
    let recording = get(&address, &format!("/api/recordings/{}", table.as_str().unwrap()));
    let named = post(&address, "/api/recordings", &recording);
    drop(server);
    let (server, _) = serve(&data, port, &UNLIMITED);
    assert_eq!(post(&address, "/api/recordings", &recording), named);
    drop(server);
    let _ = std::fs::remove_dir_all(&data);
}
