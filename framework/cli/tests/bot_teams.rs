//! Competition mode: teams start their bots against a real server, without any interaction.

mod server_process;

use parlor_client::Client;
use parlor_protocol::Request;
use serde_json::{Value, json};
use server_process::{Process, folder, get, parlor, serve};
use std::{io::Read, path::Path, process::Stdio, time::Duration};

/// A team with its own folder; name and password stand in its settings.
fn team(home: &Path, number: usize, address: &str, flag: &str) -> Process {
    let folder = home.join(format!("team-{number}"));
    std::fs::create_dir_all(&folder).unwrap();
    let settings = format!("[bot]\nname = 'Team {number}'\npassword = 'standard password {number}'\n");
    std::fs::write(folder.join("parlor.toml"), settings).unwrap();
    let (host, port) = address.rsplit_once(':').unwrap();
    let process = parlor()
        .args(["bot", flag, "--host", host, "--port", port, "--bot", "greedy", "--think", "50"])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn();
    Process(process.expect("the program starts"))
}

// WO-9, WO-10, WO-12
#[tokio::test]
async fn five_teams_find_the_first_table_and_race_to_the_end() {
    let home = folder("competition");
    let (_server, address) = serve(&home, 0, &[]);
    // Some teams are there before the table is, some come later.
    let mut teams: Vec<Process> = (0..3).map(|n| team(&home, n, &address, "--competition")).collect();
    let mut opener = Client::connect(&format!("ws://{address}/ws")).await.unwrap();
    opener.register("Referee").await.unwrap();
    let create = json!({
        "game": "worms", "seats": ["person", "person", "person", "person", "person"], "openerPlays": false,
        "options": { "board": "flower", "rounds": 60 }, "clock": { "moveMs": 2_000, "totalMs": 120_000 },
    });
    let create = Request::read("createGame", &create.to_string()).unwrap();
    let table = opener.ask(&create).await.unwrap()["table"].as_str().unwrap().to_string();
    teams.extend((3..5).map(|n| team(&home, n, &address, "--wettbewerb")));
    let over = tokio::time::timeout(Duration::from_secs(180), opener.until("gameOver"));
    let over: Value = over.await.expect("the race ends").unwrap();
    assert_eq!(over["result"]["outcome"]["places"].as_array().unwrap().len(), 5, "{over}");
    let mut names: Vec<&str> = over["result"]["participants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|participant| participant["name"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["Team 0", "Team 1", "Team 2", "Team 3", "Team 4"]);
    for mut team in teams {
        let mut said = String::new();
        team.0.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(team.0.wait().unwrap().success(), "{said}");
        assert!(said.starts_with(&format!("worms at {table}: place ")), "{said}");
    }

    // The recording is saved, with words of one's own, and everything in it is true.
    let results: Value = serde_json::from_str(&get(&address, "/api/results?game=worms")).unwrap();
    let id = results[0]["recording"].as_str().unwrap();
    let recording = get(&address, &format!("/api/recordings/{id}?description=The%20final"));
    let parsed: Value = serde_json::from_str(&recording).unwrap();
    assert_eq!(parsed["description"], "The final");
    assert_eq!((&parsed["clock"]["move-ms"], &parsed["options"]["rounds"]), (&json!(2_000), &json!(60)));
    let reason = parsed["outcome"]["reason"].as_str().unwrap();
    assert_eq!(reason, "worms-outcome-home", "bots bring their worms in");
    let moves = parsed["course"].as_array().unwrap();
    let passed = moves.iter().filter(|step| step["done"] == "timeout").count();
    assert!(passed * 10 < moves.len(), "{passed} of {} moves were forfeited", moves.len());
    let file = home.join("final.json");
    std::fs::write(&file, recording).unwrap();
    let verified = parlor().args(["replay", "--verify"]).arg(&file).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    let _ = std::fs::remove_dir_all(&home);
}
