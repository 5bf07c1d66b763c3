//! Recordings: replayed for a client, and stored after everything they claim was verified.

use crate::{
    catalogue::Catalogue,
    host::{Listing, Problem, Renderer},
    protocol::Replay,
    store::{Store, StoreError, StoredRecording},
};
use parlor_kit::{Viewer, hex_digits};
use parlor_runtime::{Millis, Recording};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A recording played again: what the viewer sees at the start, and every step with its moment.
pub(crate) fn replay(
    store: &dyn Store,
    catalogue: &Catalogue,
    language: usize,
    wanted: &Replay,
) -> Result<Value, Problem> {
    let text = store.recording(&wanted.recording).map_err(|error| {
        tracing::error!(%error, "the store failed");
        Problem::new("server-trouble")
    })?;
    let text = text.ok_or(Problem::new("no-such-recording"))?;
    let recording: Recording = serde_json::from_str(&text)
        .map_err(|error| Problem::new("bad-recording").arg("reason", error.to_string()))?;
    let viewer = match wanted.seat.map(crate::protocol_seat) {
        Some(Some(seat)) if seat.index() < recording.participants.len() => Viewer::Seat(seat),
        Some(_) => return Err(Problem::new("no-such-seat")),
        None => Viewer::All,
    };
    let offered = catalogue.games.get(&recording.game);
    let offered = offered.ok_or_else(|| Problem::new("no-such-game").arg("game", recording.game.clone()))?;
    let replayed = offered.edition.game.replay(&recording, viewer);
    let replayed =
        replayed.map_err(|error| Problem::new("recording-untrue").arg("reason", error.to_string()))?;
    let names: Vec<String> = recording.participants.iter().map(|p| p.name.to_string()).collect();
    let renderer = Renderer {
        translator: &offered.edition.translator,
        language: &catalogue.languages[language],
        names: &names,
    };
    let steps =
        replayed.steps.iter().map(|(at, update)| json!({ "at": at, "update": renderer.update(update) }));
    Ok(json!({
        "recording": about(&wanted.recording, &recording, &renderer),
        "start": renderer.state(&replayed.start, Listing { options: &BTreeMap::new(), now: 0 }),
        "steps": steps.collect::<Vec<_>>(),
    }))
}

fn about(id: &str, recording: &Recording, renderer: &Renderer<'_>) -> Value {
    json!({
        "id": id,
        "game": recording.game,
        "gameVersion": recording.game_version,
        "participants": recording.participants,
        "beganAt": recording.began_at,
        "commitment": recording.commitment,
        "secret": recording.secret,
        "outcome": recording.outcome.as_ref().map(|outcome| renderer.outcome(outcome)),
        "description": recording.description,
        "verified": true,
    })
}

/// Longer descriptions are cut.
const MAX_DESCRIPTION_LENGTH: usize = 500;

/// A recording with a description by the person who saves it; the stored one stays as it is.
pub(crate) fn described(json: String, words: &str) -> String {
    let Ok(mut recording) = serde_json::from_str::<Recording>(&json) else { return json };
    recording.description = parlor_runtime::clean_line(words).chars().take(MAX_DESCRIPTION_LENGTH).collect();
    serde_json::to_string(&recording).unwrap_or(json)
}

/// Stores an uploaded recording if all it claims is true. Gives its id.
pub(crate) fn take_in(
    store: &dyn Store,
    catalogue: &Catalogue,
    text: &str,
    at: Millis,
) -> Result<String, Problem> {
    let bad = |error: serde_json::Error| Problem::new("bad-recording").arg("reason", error.to_string());
    let recording: Recording = serde_json::from_str(text).map_err(bad)?;
    let offered = catalogue.games.get(&recording.game);
    let offered = offered.ok_or_else(|| Problem::new("no-such-game").arg("game", recording.game.clone()))?;
    let untrue = |error: parlor_runtime::ReplayError| {
        Problem::new("recording-untrue").arg("reason", error.to_string())
    };
    offered.edition.game.replay(&recording, Viewer::All).map_err(untrue)?;
    let json = serde_json::to_string(&recording).map_err(bad)?;
    // Its id is the hash of what it says, so that one that is uploaded again is stored once, with its first time.
    let id = format!("r{}", hex_digits(&Sha256::digest(&json)[..8]));
    let failed = |error: StoreError| {
        tracing::error!(%error, "the store failed");
        Problem::new("server-trouble")
    };
    if store.recording(&id).map_err(failed)?.is_none() {
        let kept = StoredRecording { id: id.clone(), game: recording.game, at, json };
        store.add_recording(&kept).map_err(failed)?;
    }
    Ok(id)
}
