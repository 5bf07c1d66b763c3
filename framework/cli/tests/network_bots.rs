//! `parlor bot` over the network: whole games against a real server, at the strength it is told.

mod server_process;

use parlor_client::{Client, ClientError};
use parlor_kit::{Rules, Scene, Seat, Viewer};
use parlor_protocol::Request;
use serde_json::{Value, json};
use server_process::{Process, folder, get, parlor, serve};
use std::{
    io::Read,
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

/// A bot of this kind that plays one game.
fn bot(home: &Path, address: &str, game: &str, kind: &str, options: &Value) -> Process {
    let (host, port) = address.rsplit_once(':').unwrap();
    let process = parlor()
        .args(["bot", "--host", host, "--port", port, "--game", game, "--bot", kind, "--think", "40"])
        .args(["--name", kind, "--options", &options.to_string()])
        .current_dir(home)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn();
    Process(process.expect("the program starts"))
}

/// Two bots play a game; what each of them says at the end.
fn play(home: &Path, address: &str, game: &str, kinds: [&str; 2], options: &Value) -> [String; 2] {
    let first = bot(home, address, game, kinds[0], options);
    let since = Instant::now();
    let waits = || get(address, "/api/tables").contains("waiting");
    while !waits() {
        assert!(since.elapsed() < Duration::from_secs(30), "the first bot opens a table");
        std::thread::sleep(Duration::from_millis(50));
    }
    let second = bot(home, address, game, kinds[1], options);
    [first, second].map(|mut process| {
        let mut said = String::new();
        process.0.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(process.0.wait().unwrap().success(), "{said}");
        said
    })
}

/// How many actions a bot says it chose, and how many it played.
fn counted(said: &str) -> (u32, u32) {
    let (_, numbers) = said.trim().rsplit_once(" chose ").expect(said);
    let numbers: Vec<u32> = numbers.split(' ').filter_map(|word| word.parse().ok()).collect();
    (numbers[0], numbers[1])
}

// BO-9, DU-30, DU-33: from the choice of a house to the last character in Shai-Hulud, with a rate limit that is
// met all the time.
#[test]
fn bots_play_whole_matches_of_dune_at_several_strengths() {
    let home = folder("network-bots");
    let slow = [("PARLOR_LIMITS_MESSAGES_PER_SECOND", "30"), ("PARLOR_LIMITS_BURST", "4")];
    let (_server, address) = serve(&home, 0, &slow);
    let read = |path: &str| -> Value {
        let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/dune");
        serde_json::from_str(&std::fs::read_to_string(format!("{assets}/{path}")).unwrap()).unwrap()
    };
    let mut party = read("parties/quick.party.json");
    party["numbOfRounds"] = json!(1);
    party["cloneProbability"] = json!(0);
    let options = json!({ "party": party, "scenario": read("scenarios/outpost.scenario.json") });
    for kinds in [["hard", "easy"], ["medium", "greedy"]] {
        let told = play(&home, &address, "dune", kinds, &options);
        for (said, kind) in told.iter().zip(kinds) {
            let (thought, all) = counted(said);
            assert!(said.contains(&format!("; {kind} chose ")) && all >= 10, "{said}");
            assert_eq!(thought, all, "{said}");
        }
    }
    let results: Value = serde_json::from_str(&get(&address, "/api/results?game=dune")).unwrap();
    assert_eq!(results.as_array().unwrap().len(), 2);
    for result in results.as_array().unwrap() {
        let reason = result["outcome"]["reason"].as_str().unwrap();
        assert!(!reason.contains("resigned"), "played to the end: {result}");
    }
    let _ = std::fs::remove_dir_all(&home);
}

// BO-9
#[test]
fn bots_play_games_without_secrets_too() {
    let home = folder("network-bots-open");
    let (_server, address) = serve(&home, 0, &[]);
    for said in play(&home, &address, "snails", ["negamax", "easy"], &json!({})) {
        let (thought, all) = counted(&said);
        assert!(all > 0 && thought == all, "{said}");
    }
    let _ = std::fs::remove_dir_all(&home);
}

async fn ask(client: &mut Client, event: &str, data: Value) -> Result<Value, ClientError> {
    client.ask_patiently(&Request::read(event, &data.to_string()).unwrap()).await
}

// BO-1, BO-9: the state a program is told fits all its seat sees, and says nothing about the rest.
#[tokio::test]
async fn an_imagined_state_hides_what_the_seat_does_not_see() {
    let home = folder("imagined");
    let (_server, address) = serve(&home, 0, &[]);
    let url = format!("ws://{address}/ws");
    let mut clients = Vec::new();
    for name in ["Ada", "Ben", "Eve"] {
        let mut client = Client::connect(&url).await.unwrap();
        client.register(name).await.unwrap();
        clients.push(client);
    }
    let create = json!({ "game": "level8", "seats": ["person", "person"], "clock": { "countdownMs": 0 } });
    let table = ask(&mut clients[0], "createGame", create).await.unwrap()["table"].clone();
    ask(&mut clients[1], "joinGame", json!({ "table": table })).await.unwrap();
    ask(&mut clients[2], "spectate", json!({ "table": table })).await.unwrap();
    let at = json!({ "table": table });
    let mut begun = ask(&mut clients[0], "gameStart", at.clone()).await.is_ok();
    let since = Instant::now();
    let (mut acting, mut first) = (None, Value::Null);
    while acting.is_none() {
        assert!(since.elapsed() < Duration::from_secs(30), "the game begins: {begun}");
        begun |= ask(&mut clients[0], "gameStart", at.clone()).await.is_ok();
        for (seat, client) in clients.iter_mut().take(2).enumerate() {
            if let Ok(answer) = ask(client, "imagine", at.clone()).await {
                (acting, first) = (Some(seat), answer);
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let acting = acting.unwrap();
    let refused = ask(&mut clients[1 - acting], "imagine", at.clone()).await.unwrap_err();
    assert_eq!(refused.code(), Some("not-your-turn"));
    let refused = ask(&mut clients[2], "imagine", at.clone()).await.unwrap_err();
    assert_eq!(refused.code(), Some("not-seated"));

    let rules = level8::package().game.rules;
    let (own, other) = (Viewer::Seat(Seat::new(acting)), Viewer::Seat(Seat::new(1 - acting)));
    let seen = |answer: &Value, viewer: Viewer| {
        let state = rules.load(answer["state"].to_string().as_bytes()).expect("a state");
        let mut scene = Scene::new();
        rules.scene(&state, viewer, &mut scene);
        serde_json::to_string(&scene).unwrap()
    };
    let mine = seen(&first, own);
    let mut theirs = std::collections::BTreeSet::new();
    for _ in 0..12 {
        let answer = ask(&mut clients[acting], "imagine", at.clone()).await.unwrap();
        assert_eq!(answer["version"], first["version"]);
        assert_eq!(seen(&answer, own), mine, "what the seat knows is as it is");
        theirs.insert(seen(&answer, other));
    }
    assert!(theirs.len() > 10, "the other hand is drawn anew each time: {}", theirs.len());
    let _ = std::fs::remove_dir_all(&home);
}
