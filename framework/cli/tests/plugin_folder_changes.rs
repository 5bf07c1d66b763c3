//! Plugins that are dropped into the folder of a running server, replaced and removed again.

#[path = "../../plugins/tests/hostile/mod.rs"]
mod hostile;
mod server_process;

use hostile::Trick;
use parlor_client::{Client, View};
use parlor_protocol::Request;
use serde_json::{Value, json};
use server_process::{folder, get, parlor, serve};
use std::{
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// What the server says about the game `hostile` in its list, if it is there.
fn listed(address: &str) -> Option<Value> {
    let games: Value = serde_json::from_str(&get(address, "/api/games")).unwrap();
    games.as_array().unwrap().iter().find(|game| game["id"] == "hostile").cloned()
}

/// Waits until the list is as it should be.
fn until(address: &str, what: &str, is: impl Fn(Option<&Value>) -> bool) {
    let began = Instant::now();
    while !is(listed(address).as_ref()) {
        assert!(began.elapsed() < Duration::from_secs(30), "in vain for: {what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

struct Player {
    client: Client,
    view: View,
}

impl Player {
    async fn new(address: &str, name: &str) -> Player {
        let mut client = Client::connect(&format!("ws://{address}/ws")).await.unwrap();
        client.register(name).await.unwrap();
        Player { client, view: View::default() }
    }

    async fn ask(&mut self, event: &str, data: Value) -> Value {
        let request = Request::read(event, &data.to_string()).unwrap();
        self.client.ask(&request).await.unwrap_or_else(|error| panic!("{event}: {error}"))
    }

    /// Waits until the view of the table has changed.
    async fn see(&mut self) {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(20), self.client.next()).await;
            if self.view.take(&message.expect("a message in time").unwrap()) {
                return;
            }
        }
    }

    /// Plays an action when something is offered.
    async fn play(&mut self, action: &str) {
        while self.view.actions.is_empty() {
            self.see().await;
        }
        self.view.actions.clear();
        let (table, seat, version) = (self.view.table, self.view.seat, self.view.version);
        let data = json!({ "table": table, "seat": seat, "version": version, "action": action });
        self.ask("gameMove", data).await;
    }
}

/// A table of the plugin's game, begun.
async fn table(ada: &mut Player, ben: &mut Player) -> Value {
    let data = ada.ask("createGame", json!({ "game": "hostile", "seats": ["person", "person"] })).await;
    let table = data["table"].clone();
    ben.ask("joinGame", json!({ "table": table })).await;
    ada.ask("gameStart", json!({ "table": table })).await;
    table
}

// PL-7, PL-12
#[tokio::test]
async fn a_plugin_is_dropped_in_played_replaced_and_removed_without_a_restart() {
    let data = folder("dropped");
    let (_server, address) = serve(&data, 0, &[]);
    assert_eq!(listed(&address), None);
    let plugin = data.join("plugins/game");
    Trick::default().fill(&plugin, "1");
    until(&address, "the plugin to come", |game| game.is_some_and(|game| game["version"] == "1"));

    let (mut ada, mut ben) = (Player::new(&address, "Ada").await, Player::new(&address, "Ben").await);
    let running = table(&mut ada, &mut ben).await;
    ada.play("go").await;

    // The next version breaks down on "no".
    Trick { bad: "unreachable", ..Trick::default() }.fill(&plugin, "2");
    std::thread::sleep(Duration::from_secs(3));
    until(&address, "the trial to refuse it", |game| game.is_some_and(|game| game["version"] == "1"));
    Trick::default().fill(&plugin, "3");
    until(&address, "a version that can be played", |game| game.is_some_and(|game| game["version"] == "3"));
    // A client that connects now gets the table in the texts of its own version.
    let mut cleo = Player::new(&address, "Cleo").await;
    cleo.ask("spectate", json!({ "table": running })).await;
    cleo.see().await;
    assert_eq!(cleo.view.scene["areas"]["heap"]["lines"]["n"]["label"], "count 1");
    let version = |asked: &str| -> Value {
        let about: Value =
            serde_json::from_str(&get(&address, &format!("/api/games/hostile{asked}"))).unwrap();
        about["version"].clone()
    };
    assert_eq!(
        (version(""), version("?version=1"), version("?version=9")),
        (json!("3"), json!("1"), json!("3"))
    );

    std::fs::remove_dir_all(&plugin).unwrap();
    until(&address, "the plugin to go", |game| game.is_none());
    ben.play("no").await;
    ada.play("go").await;
    ben.play("go").await;
    let tables: Value = serde_json::from_str(&get(&address, "/api/tables")).unwrap();
    assert_eq!(tables[0]["phase"], "over", "the table plays on to its end: {tables}");
    let _ = std::fs::remove_dir_all(&data);
}

fn said(arguments: &[&str], folder: &Path) -> (bool, String) {
    let output = parlor().args(arguments).current_dir(folder).output().unwrap();
    (
        output.status.success(),
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr),
    )
}

// PL-6, PL-11
#[test]
fn plugins_are_listed_checked_and_shown_by_their_folder() {
    let data = folder("listed");
    let (well, told) = said(&["plugins"], &data);
    assert!(well && told.contains("There are no plugins in data/plugins"), "{told}");
    Trick::default().fill(&data.join("mine/good"), "1");
    Trick { bad: "unreachable", ..Trick::default() }.fill(&data.join("mine/bad"), "1");
    let (well, told) = said(&["plugins", "--plugins", "mine", "--json"], &data);
    let list: Value = serde_json::from_str(&told).unwrap();
    assert!(!well, "one of them cannot be used");
    assert!(list["plugins"][0]["problem"].as_str().unwrap().starts_with("in a first trial"), "{list}");
    assert_eq!(
        (&list["plugins"][1]["game"], &list["plugins"][1]["kind"]),
        (&json!("hostile"), &json!("wasm"))
    );
    assert_eq!(list["plugins"][1]["sha256"].as_str().unwrap().len(), 64);
    let (well, told) = said(&["check", "mine/good", "--games", "5"], &data);
    assert!(well, "{told}");
    let (well, told) = said(&["check", "mine/good", "--against", "mine/good", "--games", "3"], &data);
    assert!(well, "{told}");
    let (well, told) = said(&["check", "mine/bad", "--games", "5"], &data);
    assert!(!well && told.contains("broke down"), "{told}");
    // The command that shows a broken law again works as it is printed.
    Trick { bad: "unreachable", ..Trick::default() }.fill(&data.join("mine/not good"), "1");
    let (_, told) = said(&["check", "mine/not good", "--games", "5"], &data);
    let again = told.lines().find_map(|line| line.trim().strip_prefix("again")).expect(&told).trim();
    assert!(again.starts_with("parlor check 'mine/not good' --law CL-"), "{again}");
    let law = again.split(' ').find(|word| word.starts_with("CL-")).unwrap();
    let folder = Path::new(env!("CARGO_BIN_EXE_parlor")).parent().unwrap();
    let paths = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let output =
        Command::new("sh").args(["-c", again]).env("PATH", paths).current_dir(&data).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains(&format!("FAILED  {law}")) && told.contains("broke down"), "{told}");
    let (well, told) = said(&["trace", "mine/good", "--seed", "3"], &data);
    assert!(well && told.contains("go"), "{told}");
    let (well, told) = said(&["check", "mine/none"], &data);
    assert!(!well && told.contains("mine/none"), "{told}");
    let _ = std::fs::remove_dir_all(&data);
}
