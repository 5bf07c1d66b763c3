//! What a replay proves, and recordings from files.

mod common;

use common::*;
use serde_json::{Value, json};

/// A finished game: the id of its recording.
async fn played(house: &House) -> String {
    let (mut ada, mut ben) = (house.guest("Ada").await, house.guest("Ben").await);
    table(&mut ada, &mut ben).await;
    let (mut ada, mut ben) = (Player::new(ada), Player::new(ben));
    async fn alone(player: &mut Player) {
        while !player.view.over {
            player.play(|actions| actions[0].clone()).await;
        }
    }
    tokio::join!(alone(&mut ada), alone(&mut ben));
    let results = house.get("/api/results").await;
    results[0]["recording"].as_str().unwrap().to_string()
}

// LO-15, LO-26
#[tokio::test]
async fn a_replay_says_what_it_proves() {
    let house = House::open().await;
    let id = played(&house).await;
    let mut cleo = house.guest("Cleo").await;
    let own = ok(&mut cleo, "replay", json!({ "recording": id })).await;
    assert_eq!(own["recording"]["verified"], "played-here");
    assert!(own["recording"]["verifiedAt"].as_u64().unwrap() > 0);

    // The server's own record claims no more than a file once it comes back, and least of all with other names.
    let recording = house.get(&format!("/api/recordings/{id}")).await;
    let mut renamed = recording.clone();
    renamed["participants"][0]["name"] = json!("Magnus");
    for brought in [&recording, &renamed] {
        let (status, _, body) = house.http("POST /api/recordings", &brought.to_string()).await;
        assert_eq!(status, 200, "{body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        let replay = ok(&mut cleo, "replay", json!({ "recording": body["recording"] })).await;
        assert_eq!(replay["recording"]["verified"], "consistent");
        let path = format!("/api/recordings/{}/playback", body["recording"].as_str().unwrap());
        let (status, head, html) = house.http(&format!("GET {path}"), "").await;
        assert_eq!(status, 200, "{html}");
        assert!(head.to_lowercase().contains("content-disposition: attachment"), "{head}");
        assert!(html.contains(r#""verified":"consistent""#) && !html.contains("played-here\","), "{path}");
    }
    let (_, _, html) =
        house.http(&format!("GET /api/recordings/{id}/playback?description=%3Cb%3E"), "").await;
    assert!(html.contains(r#""verified":"played-here""#) && html.contains(r#""description":"\u003cb>""#));
    for hidden in ["secret", "commitment"] {
        let hidden = recording[hidden].as_str().unwrap();
        assert!(!html.contains(hidden), "{hidden}");
    }
    let (status, _, _) = house.http("GET /api/recordings/t0/playback", "").await;
    assert_eq!(status, 404);
    house.close().await.unwrap();
}

// LO-25
#[tokio::test]
async fn a_file_is_played_back_without_being_stored() {
    let house = House::open().await;
    let id = played(&house).await;
    let recording = house.get(&format!("/api/recordings/{id}")).await;
    let mut cleo = house.guest("Cleo").await;
    let own = ok(&mut cleo, "replay", json!({ "recording": id })).await;
    let mut long = recording.clone();
    long["description"] = json!("very long ".repeat(1000));
    let (status, _, body) = house.http("POST /api/playback?lang=de", &long.to_string()).await;
    assert_eq!(status, 200, "{body}");
    let file: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(file["recording"]["verified"], "consistent");
    assert!(file["recording"].get("id").is_none(), "it is not stored");
    assert_eq!(file["recording"]["description"].as_str().unwrap().chars().count(), 500);
    assert_eq!(file["steps"].as_array().unwrap().len(), own["steps"].as_array().unwrap().len());

    let refused = async |change: &dyn Fn(&mut Value)| {
        let mut bad = recording.clone();
        change(&mut bad);
        let (status, _, body) = house.http("POST /api/playback?lang=de", &bad.to_string()).await;
        assert_eq!(status, 422, "{body}");
        serde_json::from_str::<Value>(&body).unwrap()["text"].as_str().unwrap().to_string()
    };
    for (change, words) in [
        (&(|bad: &mut Value| *bad = json!([])) as &dyn Fn(&mut Value), "Das ist keine Aufzeichnung"),
        (&|bad| bad["game"] = json!("chess"), "chess"),
        (&|bad| bad["format"] = json!(99), "Format 99"),
        (&|bad| bad["commitment"] = json!("00"), "Zufall"),
        (&|bad| bad["participants"][0]["name"] = json!(""), "beginnt nicht"),
        (&|bad| bad["course"][0]["seat"] = json!(7), "Eintrag 1"),
        (&|bad| bad["outcome"]["scores"] = json!([0, 999]), "anderen Ergebnis"),
    ] {
        let said = refused(change).await;
        assert!(said.contains(words), "{said}");
        assert!(!said.contains("replay-") && !said.contains("expected"), "in words of the language: {said}");
    }
    house.close().await.unwrap();
}
