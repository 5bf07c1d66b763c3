//! Languages are found: a language is there when the lobby has files of it.

mod common;

use common::*;
use parlor_kit::{Native, Rules};
use parlor_runtime::Plain;
use parlor_server::*;
use serde_json::{Value, json};
use std::{path::Path, sync::Arc};

/// A file in French as somebody would begin it: every text of the English one, marked.
fn in_french(english: &str) -> String {
    let message = |line: &str| match line.split_once(" = ") {
        Some((key, text)) if line.starts_with(|c: char| c.is_ascii_lowercase()) => {
            format!("{key} = FR {text}\n")
        }
        _ => format!("{line}\n"),
    };
    // Without separators of its own, a language has those that French has.
    english.lines().filter(|line| !line.starts_with("number-")).map(message).collect()
}

/// French for the lobby and for Snails, by files alone: the folders that a build embeds, with one language more.
fn add_french(data: &Path) -> Native<snails::Snails> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let french = data.join("locales").join("fr");
    std::fs::create_dir_all(&french).unwrap();
    for file in std::fs::read_dir(assets.join("lobby/en")).unwrap() {
        let file = file.unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        std::fs::write(french.join(file.file_name()), in_french(&text)).unwrap();
    }
    let mut bundle = (**snails::rules().bundle()).clone();
    bundle.locales.insert("fr".into(), in_french(&bundle.locales["en"]));
    Native::new(bundle)
}

async fn house_with_french() -> House {
    let data = folder();
    let rules = add_french(&data);
    House::offering(vec![Box::new(Plain::new(rules))], |config| config.data = data, Arc::new(Memory::new()))
        .await
}

// LO-4
#[tokio::test]
async fn a_language_is_there_when_the_lobby_has_its_files() {
    let house = house_with_french().await;
    let mut ada = house.connect().await;
    assert_eq!(until(&mut ada, "welcome").await["languages"], json!(["de", "en", "fr"]));
    ada.register("Ada").await.unwrap();
    ok(&mut ada, "language", json!({ "language": "fr-CA" })).await;
    let mut ben = house.guest("Ben").await;
    let table = table(&mut ada, &mut ben).await;
    ok(&mut ada, "pause", json!({ "table": table })).await;
    while until(&mut ada, "notice").await["text"] != "FR Ada pauses the game." {}
    let error = ask(&mut ada, "pause", json!({ "table": table })).await.unwrap_err().to_string();
    assert!(error.contains("FR The game is paused."), "{error}");
    let games = house.get("/api/games?lang=fr").await;
    assert_eq!(games[0]["name"], "FR Snails", "{games}");
    house.close().await.unwrap();
}

// LO-4
#[tokio::test]
async fn the_page_is_sent_in_the_language_that_is_wanted_and_there() {
    let house = house_with_french().await;
    for (path, accepts, language, home) in [
        ("/api/texts/fr", "", "fr", "FR Parlor, to the lobby"),
        ("/api/texts/fr-CH", "de", "fr", "FR Parlor, to the lobby"),
        ("/api/texts", "tlh, fr-CH;q=0.9, de;q=0.5", "fr", "FR Parlor, to the lobby"),
        ("/api/texts", "de;q=0.2, en;q=0.1", "de", "Parlor, zur Lobby"),
        ("/api/texts/tlh", "", "en", "Parlor, to the lobby"),
        ("/api/texts", "", "en", "Parlor, to the lobby"),
    ] {
        let request = format!("GET {path}");
        let (status, head, body) = house.http_with(&request, &[("Accept-Language", accepts)], "").await;
        let texts: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((status, &texts["page-home"]), (200, &json!(home)), "{path} for {accepts}");
        assert!(head.contains(&format!("content-language: {language}")), "{path} for {accepts}: {head}");
    }
    house.close().await.unwrap();
}

// LO-4: a game in fewer languages than the lobby.
#[tokio::test]
async fn readers_of_another_language_get_a_language_of_the_game() {
    let data = folder();
    add_french(&data);
    let mut bundle = (**snails::rules().bundle()).clone();
    bundle.locales.remove("en");
    let rules = Native::<snails::Snails>::new(bundle);
    let games: Vec<Box<dyn parlor_runtime::Module>> = vec![Box::new(Plain::new(rules))];
    let house = House::offering(games, |config| config.data = data, Arc::new(Memory::new())).await;
    for language in ["fr", "en", "de"] {
        let games = house.get(&format!("/api/games?lang={language}")).await;
        assert_eq!(games[0]["name"], "Schnecken", "{language}: {games}");
    }
    house.close().await.unwrap();
}
