//! Recordings in files, as each form's first writer wrote them: every later version verifies them.

mod common;

use common::lobby;
use parlor_kit::Viewer;
use parlor_runtime::*;
use serde_json::{Value, json};

/// Form 1, written before there were takebacks: one seat runs out of time, and one resigns.
const FORM_1: &str = include_str!("recordings/form-1.json");
/// Form 2: two choices are taken back, one of them after the dice had rolled.
const FORM_2: &str = include_str!("recordings/form-2.json");

fn verify(recording: &Value, changes: &str) -> Result<ReplayTimeline, String> {
    let recording: Recording =
        serde_json::from_value(recording.clone()).map_err(|error| error.to_string())?;
    let lobby = lobby(changes);
    let game = lobby.runtime.game("bids").unwrap();
    game.replay(&recording, Viewer::Public).map_err(|error| error.to_string())
}

/// Verifies a recording, and that it does not verify without any one of its entries.
fn verify_whole(text: &str, changes: &str) -> (Value, ReplayTimeline) {
    let recording: Value = serde_json::from_str(text).unwrap();
    let timeline = verify(&recording, changes).unwrap();
    let entries = recording["course"].as_array().unwrap().len();
    for missing in 0..entries {
        let mut lie = recording.clone();
        lie["course"].as_array_mut().unwrap().remove(missing);
        assert!(verify(&lie, changes).is_err(), "without entry {missing} it is another game");
    }
    (recording, timeline)
}

fn done(recording: &Value) -> Vec<&Value> {
    recording["course"].as_array().unwrap().iter().map(|entry| &entry["done"]).collect()
}

// LO-15
#[test]
fn a_recording_of_the_first_form_verifies() {
    let (recording, timeline) = verify_whole(FORM_1, "");
    assert_eq!(recording["format"], 1);
    assert!(done(&recording).contains(&&json!("timeout")));
    assert!(done(&recording).contains(&&json!({ "retire": "resigned" })));
    assert_eq!(
        timeline.steps.len(),
        19,
        "three rounds of five steps, and one of four without the one who resigned"
    );
}

// LO-15, LO-23
#[test]
fn a_recording_of_the_second_form_verifies_with_its_takebacks() {
    let (recording, timeline) = verify_whole(FORM_2, "hidden = false");
    assert_eq!(recording["format"], 2);
    let takebacks = done(&recording).into_iter().filter(|done| done["command"]["take-back"].is_object());
    assert_eq!(takebacks.count(), 2);
    assert_eq!(
        timeline.steps.len(),
        18,
        "three rounds of four steps, two takebacks, and four steps once more"
    );
}
