//! Recordings: replayed for a viewer, and stored after everything they claim was verified.

use crate::{
    catalogue::{Catalogue, Edition},
    host::{Clock, Listing, Problem, Renderer},
    protocol::Replay,
    store::{Store, StoreError, StoredRecording},
};
use parlor_kit::{Id, Viewer, hex_digits};
use parlor_runtime::{Millis, Recording, ReplayError, ReplayTimeline};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, sync::Arc};

/// What a replay without a fault proves about a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Verified {
    /// This server recorded the game, so names and times are true as well.
    PlayedHere,
    /// Rules and luck fit. Names and times are only claimed: anybody can change them in a file.
    Consistent,
}

/// The first letter of the ids of recordings that were uploaded. The server's own have the ids of their tables.
const UPLOADED: char = 'r';

impl Verified {
    pub(crate) fn of_stored(id: &str) -> Verified {
        if id.starts_with(UPLOADED) { Verified::Consistent } else { Verified::PlayedHere }
    }
}

/// Why a recording is not played back.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum PlaybackError {
    #[error("there is no game called '{0}'")]
    NoSuchGame(Id),
    #[error("the recording is not true: {error}")]
    Untrue { game: Id, error: ReplayError },
}

impl PlaybackError {
    pub(crate) fn problem(&self, catalogue: &Catalogue, language: usize) -> Problem {
        match self {
            PlaybackError::NoSuchGame(game) => Problem::new("no-such-game").arg("game", game.clone()),
            PlaybackError::Untrue { game, error } => {
                // The reason may be a refusal, which only the game has words for.
                let words = catalogue.translator(game);
                let reason = words.translate(&catalogue.languages[language], &error.text(), &[]);
                Problem::new("recording-untrue").arg("reason", reason)
            }
        }
    }
}

/// A recording that was replayed without a fault, as one viewer sees it.
pub(crate) struct Playback {
    pub(crate) edition: Arc<Edition>,
    pub(crate) recording: Recording,
    timeline: ReplayTimeline,
    names: Vec<String>,
    verified: Verified,
    verified_at: Millis,
}

impl Playback {
    pub(crate) fn new(
        catalogue: &Catalogue,
        recording: Recording,
        viewer: Viewer,
        verified: Verified,
    ) -> Result<Playback, PlaybackError> {
        let offered = catalogue.games.get(&recording.game);
        let offered = offered.ok_or_else(|| PlaybackError::NoSuchGame(recording.game.clone()))?;
        let edition = offered.edition.clone();
        let timeline = edition
            .game
            .replay(&recording, viewer)
            .map_err(|error| PlaybackError::Untrue { game: recording.game.clone(), error })?;
        let names = recording.participants.iter().map(|participant| participant.name.to_string()).collect();
        Ok(Playback { edition, recording, timeline, names, verified, verified_at: Clock::new().now() })
    }

    /// What the viewer sees at the start, and every step with its moment.
    pub(crate) fn in_language(&self, language: &str) -> Value {
        let translator = &self.edition.translator;
        let renderer = Renderer { translator, language, names: &self.names };
        let steps = (self.timeline.steps.iter())
            .map(|(at, update)| json!({ "at": at, "update": renderer.update(update) }));
        json!({
            "recording": self.about(&renderer),
            "start": renderer.state(&self.timeline.start, Listing { options: &BTreeMap::new(), now: 0 }),
            "steps": steps.collect::<Vec<_>>(),
        })
    }

    fn about(&self, renderer: &Renderer<'_>) -> Value {
        let recording = &self.recording;
        json!({
            "game": recording.game,
            "gameVersion": recording.game_version,
            "participants": recording.participants,
            "beganAt": recording.began_at,
            "commitment": recording.commitment,
            "secret": recording.secret,
            "outcome": recording.outcome.as_ref().map(|outcome| renderer.outcome(outcome)),
            "description": clean_description(&recording.description),
            "verified": self.verified,
            "verifiedAt": self.verified_at,
        })
    }
}

/// Replays a stored recording for a client.
pub(crate) fn replay(
    store: &dyn Store,
    catalogue: &Catalogue,
    language: usize,
    wanted: &Replay,
) -> Result<Value, Problem> {
    let recording = stored(store, &wanted.recording)?;
    let viewer = match wanted.seat.map(crate::protocol_seat) {
        Some(Some(seat)) if seat.index() < recording.participants.len() => Viewer::Seat(seat),
        Some(_) => return Err(Problem::new("no-such-seat")),
        None => Viewer::All,
    };
    let verified = Verified::of_stored(&wanted.recording);
    let playback = Playback::new(catalogue, recording, viewer, verified)
        .map_err(|error| error.problem(catalogue, language))?;
    let mut answer = playback.in_language(&catalogue.languages[language]);
    answer["recording"]["id"] = json!(wanted.recording);
    Ok(answer)
}

/// A stored recording.
pub(crate) fn stored(store: &dyn Store, id: &str) -> Result<Recording, Problem> {
    let text = store.recording(id).map_err(store_failed)?;
    parse(&text.ok_or(Problem::new("no-such-recording"))?)
}

fn store_failed(error: StoreError) -> Problem {
    tracing::error!(%error, "the store failed");
    Problem::new("server-trouble")
}

/// Reads a recording from a file. What the parser says is for programmers, so the problem leaves it out.
pub(crate) fn parse(text: &str) -> Result<Recording, Problem> {
    serde_json::from_str(text).map_err(|_| Problem::new("bad-recording"))
}

/// Replays a recording from a file, which is not stored.
pub(crate) fn replay_file(catalogue: &Catalogue, language: usize, text: &str) -> Result<Playback, Problem> {
    Playback::new(catalogue, parse(text)?, Viewer::All, Verified::Consistent)
        .map_err(|error| error.problem(catalogue, language))
}

/// Longer descriptions are cut.
const MAX_DESCRIPTION_LENGTH: usize = 500;

fn clean_description(words: &str) -> String {
    parlor_runtime::clean_line(words).chars().take(MAX_DESCRIPTION_LENGTH).collect()
}

/// A recording with a person's description; the stored one stays as it is.
pub(crate) fn described(mut recording: Recording, words: &str) -> Recording {
    recording.description = clean_description(words);
    recording
}

/// Stores an uploaded recording if all it claims is true. Gives its id.
pub(crate) fn take_in(
    store: &dyn Store,
    catalogue: &Catalogue,
    language: usize,
    text: &str,
    at: Millis,
) -> Result<String, Problem> {
    let Playback { recording, .. } = replay_file(catalogue, language, text)?;
    let json = serde_json::to_string(&recording).map_err(|_| Problem::new("bad-recording"))?;
    // Its id is the hash of what it says, so that one that is uploaded again is stored once, with its first time.
    let id = format!("{UPLOADED}{}", hex_digits(&Sha256::digest(&json)[..8]));
    if store.recording(&id).map_err(store_failed)?.is_none() {
        let kept = StoredRecording { id: id.clone(), game: recording.game, at, json };
        store.add_recording(&kept).map_err(store_failed)?;
    }
    Ok(id)
}
