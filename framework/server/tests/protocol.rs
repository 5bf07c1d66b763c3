//! `docs/protocol.md` and `docs/protocol.schema.json` say what a real server does.

mod common;

use common::*;
use parlor_server::*;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};
use tokio::time::timeout;

fn docs(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(file)
}

/// A block of the page: who sends or gets what.
struct Block {
    line: usize,
    who: String,
    sends: bool,
    json: Value,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(head) = line.strip_prefix("```json ") else { continue };
        let (who, way) = head.split_once(' ').unwrap();
        let text: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        let json = serde_json::from_str(&text.join("\n")).unwrap_or_else(|error| {
            panic!("docs/protocol.md:{}: {error}", number + 1);
        });
        blocks.push(Block { line: number + 1, who: who.into(), sends: way == ">", json });
    }
    blocks
}

/// The values that messages told, by the name they have on the page.
#[derive(Default)]
struct Told(BTreeMap<String, Value>);

impl Told {
    fn fill(&self, json: &Value) -> Value {
        match json {
            Value::String(name) if name.starts_with('$') => {
                self.0.get(name).unwrap_or_else(|| panic!("{name} was never told")).clone()
            }
            Value::Array(items) => items.iter().map(|item| self.fill(item)).collect(),
            Value::Object(fields) => {
                let name = |name: &String| match self.0.get(name) {
                    Some(Value::String(told)) => told.clone(),
                    _ => name.clone(),
                };
                Value::Object(fields.iter().map(|(key, item)| (name(key), self.fill(item))).collect())
            }
            other => other.clone(),
        }
    }

    /// Whether a message is as the page says; names that were not told before are told now.
    fn fits(&mut self, page: &Value, real: &Value) -> bool {
        match (page, real) {
            (Value::String(text), _) if text == "…" => true,
            (Value::String(name), real) if name.starts_with('$') => match self.0.get(name) {
                Some(told) => told == real,
                None => {
                    self.0.insert(name.clone(), real.clone());
                    true
                }
            },
            (Value::Object(page), Value::Object(real)) => {
                page.iter().all(|(name, page)| real.get(name).is_some_and(|real| self.fits(page, real)))
            }
            (Value::Array(page), Value::Array(real)) => {
                // A list may begin as it does on the page and go on in any way.
                let known = page.strip_suffix(&[json!("…")]).unwrap_or(page);
                let goes_on = known.len() < page.len() && known.len() < real.len();
                (goes_on || known.len() == real.len())
                    && known.iter().zip(real).all(|(page, real)| self.fits(page, real))
            }
            (page, real) => page == real,
        }
    }
}

// LO-17
#[tokio::test]
async fn every_example_of_the_page_is_what_a_real_server_does() {
    let page = std::fs::read_to_string(docs("protocol.md")).unwrap();
    let schema = protocol_schema();
    let part = |of: &str| {
        let mut part = schema["properties"][of].clone();
        part["$defs"] = schema["$defs"].clone();
        jsonschema::validator_for(&part).unwrap()
    };
    let (from_client, from_server) = (part("client"), part("server"));
    let change = |config: &mut Config| config.limits.connections_per_person = 2;
    let house = House::with(change, Arc::new(Memory::new())).await;
    let mut house = Some(house);
    let mut people: BTreeMap<String, Player> = BTreeMap::new();
    let mut told = Told::default();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for Block { line, who, sends, json } in blocks(&page) {
        let place = format!("docs/protocol.md:{line}");
        let event = json["event"].as_str().unwrap().to_string();
        seen.insert(format!("{}{event}", if sends { ">" } else { "<" }));
        let moves = |players: &BTreeMap<String, Player>| {
            let ada = &players["ada"].view;
            ada.turn.first().is_none_or(|seat| *seat == 0)
        };
        // Luck decides who begins: the page says "mover" and "other".
        let who = match who.as_str() {
            "mover" if !told.0.contains_key("$mover") => {
                let ada = moves(&people);
                let (mover, other) = if ada { ("ada", "ben") } else { ("ben", "ada") };
                told.0.insert("$mover".into(), mover.into());
                told.0.insert("$other".into(), other.into());
                while people[mover].view.actions.is_empty() {
                    people.get_mut(mover).unwrap().hear().await;
                }
                let view = people[mover].view.clone();
                told.0.insert("$seat".into(), json!(view.seat));
                told.0.insert("$version".into(), json!(view.version));
                told.0.insert("$action".into(), view.actions[0].clone());
                mover.to_string()
            }
            "mover" | "other" => told.0[&format!("${who}")].as_str().unwrap().to_string(),
            name => name.to_string(),
        };
        if event == "goodbye" {
            house.take().unwrap().close().await.unwrap();
        }
        if !people.contains_key(&who) {
            people.insert(who.clone(), Player::new(house.as_ref().unwrap().connect().await));
        }
        let player = people.get_mut(&who).unwrap();
        if sends {
            let message = told.fill(&json);
            assert!(from_client.is_valid(&message), "{place}: not in the schema");
            player.client.send_text(message.to_string()).await.unwrap();
            continue;
        }
        let mut heard = Vec::new();
        loop {
            let next = timeout(TEST_TIMEOUT, player.client.next()).await;
            let message = match next {
                Ok(Ok(message)) => message,
                end => panic!("{place}: {who} never heard {json}\n{end:?}, but {heard:#?}"),
            };
            if let Err(error) = from_server.validate(&message) {
                panic!("{place}: the server said {message}, which is not in the schema: {error}");
            }
            player.view.take(&message);
            if told.fits(&json, &message) {
                break;
            }
            heard.push(message);
        }
    }
    for request in Request::EVENTS {
        assert!(seen.contains(&format!(">{request}")), "the page has no example of {request}");
    }
    let messages = schema["properties"]["server"]["oneOf"].as_array().unwrap();
    for message in messages {
        let event = message["properties"]["event"]["const"].as_str().unwrap();
        assert!(seen.contains(&format!("<{event}")), "the page has no example of {event}");
    }
}

#[test]
fn the_schema_in_the_docs_is_the_one_of_the_code() {
    let path = docs("protocol.schema.json");
    let now = format!("{:#}\n", protocol_schema());
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    if std::env::var_os("PARLOR_WRITE_DOCS").is_some() {
        std::fs::write(&path, &now).unwrap();
    } else {
        assert!(
            written == now,
            "run this test with PARLOR_WRITE_DOCS=1 and look at what changed in {path:?}"
        );
    }
}

// LO-18
#[test]
fn the_bot_on_the_page_is_the_one_in_the_examples() {
    let page = std::fs::read_to_string(docs("protocol.md")).unwrap();
    let bot = std::fs::read_to_string(docs("examples/bot.py")).unwrap();
    assert!(page.contains(&format!("```python\n{bot}```")), "the bot on the page is another one");
    assert!(bot.lines().filter(|line| !line.trim().is_empty()).count() <= 30);
}

#[tokio::test]
async fn lists_come_over_http() {
    let house = House::open().await;
    ok(&mut house.connect().await, "ping", json!({})).await;
    let games = house.get("/api/games?lang=de").await;
    assert_eq!(games[0]["id"], "snails");
    assert_eq!(games[0]["seats"], json!({ "min": 2, "max": 2 }));
    let game = house.get("/api/games/snails?lang=en").await;
    assert!(game["optionsSchema"]["properties"]["map"].is_object());
    // SN-11: from Z to A, each with its name in words.
    let maps = json!([
        { "name": "walled-garden", "title": "Walled garden (10×10)" },
        { "name": "hedgerow", "title": "Hedgerow (7×7)" },
        { "name": "default", "title": "Small lawn (5×5)" },
    ]);
    assert_eq!((&game["contents"]["map"], &game["content"]["map"]), (&maps, &json!("default")));
    let option = &game["optionsSchema"]["properties"]["max_turns_without_capture"];
    assert_eq!((&option["title"], &option["default"]), (&json!("Turns without a capture"), &json!(5)));
    let sprite = game["looks"]["block"]["sprite"].as_str().unwrap();
    let (status, head, _) = house.http(&format!("GET {sprite}"), "").await;
    assert!(status == 200 && head.contains("image/svg+xml"), "{head}");
    for path in ["/api/tables", "/api/results", "/api/leaderboard/snails", "/api/highscores/snails"] {
        assert_eq!(house.get(path).await, json!([]), "{path}");
    }
    assert_eq!(house.get("/api/schema/protocol").await, protocol_schema());
    assert_eq!(house.get("/healthz").await["status"], "ok");
    let texts = house.get("/api/texts/de").await;
    assert!(texts["name-taken"].as_str().unwrap().contains("heißt schon"), "{texts}");
    for missing in ["/api/games/chess", "/api/recordings/t0", "/api/schema/x", "/api/games/snails/contents/x"]
    {
        assert_eq!(house.http(&format!("GET {missing}"), "").await.0, 404, "{missing}");
    }
    house.close().await.unwrap();
}

// LO-6: content that is dropped in is on offer without a restart.
#[tokio::test]
async fn content_in_the_data_folder_is_on_offer() {
    let folder = folder();
    let maps = folder.join("snails/maps");
    std::fs::create_dir_all(&maps).unwrap();
    let shipped = include_str!("../../../assets/snails/maps/default.json");
    std::fs::write(maps.join("mine.json"), shipped).unwrap();
    std::fs::write(maps.join("broken.json"), "{").unwrap();
    let house = House::with(|config| config.data = folder, Arc::new(Memory::new())).await;
    let mut ada = house.guest("Ada").await;
    let names = house.get("/api/games/snails/contents/map").await;
    let has = |name: &str| names.as_array().unwrap().contains(&json!(name));
    assert!(has("mine") && has("default") && !has("broken"), "{names}");
    let create = json!({ "game": "snails", "seats": ["person", "person"], "options": { "map": "mine" } });
    ok(&mut ada, "createGame", create).await;
    std::fs::write(maps.join("later.json"), shipped).unwrap();
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        let names = house.get("/api/games/snails/contents/map").await;
        if names.as_array().unwrap().contains(&json!("later")) {
            return house.close().await.unwrap();
        }
    }
    panic!("the new map was never offered");
}

// SN-12, SN-16: settings that change while the server runs are what the next table begins with.
#[tokio::test]
async fn changed_settings_are_told_without_a_restart() {
    let folder = folder();
    std::fs::create_dir_all(folder.join("snails")).unwrap();
    let file = folder.join("snails/settings.gcf");
    std::fs::write(&file, r#"{ "maxTurnsWithoutCapture": 7, "maxTurnDuration": 20 }"#).unwrap();
    let house = House::with(|config| config.data = folder, Arc::new(Memory::new())).await;
    let told = |game: serde_json::Value| {
        let patience = &game["optionsSchema"]["properties"]["max_turns_without_capture"]["default"];
        (patience.as_u64(), game["clock"]["moveMs"].as_u64())
    };
    assert_eq!(told(house.get("/api/games/snails").await), (Some(7), Some(20_000)));
    std::fs::write(&file, r#"{ "maxTurnsWithoutCapture": 12, "maxTurnDuration": 9 }"#).unwrap();
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        if told(house.get("/api/games/snails").await) == (Some(12), Some(9_000)) {
            return house.close().await.unwrap();
        }
    }
    panic!("the new settings were never told");
}
