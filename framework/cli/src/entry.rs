//! A game of the catalogue, whatever its rules are made of.

use crate::{
    playing::Playing,
    setup::Setup,
    shadow::{self, Known, Shadow},
    show::{self, Sight},
    sim::{self, Plan},
    tally::Tally,
    tournament::{self, Contest},
    trace::{self, Transcript},
};
use parlor_check::{Config, Digest, Report, Suite};
use parlor_kit::{Bundle, Refusal, Rules, Viewer};
use parlor_plugins::Guest;
use serde_json::Value;
use std::{sync::Arc, time::Duration};

/// A single call into a game that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// How another process makes the fingerprints of a sample.
pub(crate) type Elsewhere<'a> = &'a dyn Fn(&Config) -> Result<Vec<Digest>, String>;

/// What the commands do with a game. Rules of every kind have it, so a game is one line in the catalogue.
pub(crate) trait Entry: Send + Sync {
    /// Manifest, texts and content.
    fn bundle(&self) -> &Bundle;
    /// The JSON Schema of the options.
    fn schema(&self) -> Value;
    /// Whether the rules accept a set-up: sets up a table and forgets it.
    fn try_setup(&self, setup: &Setup) -> Result<(), Refusal>;
    /// Lets bots play; `progress` is called after each game.
    fn sim(&self, plan: &Plan, progress: &(dyn Fn() + Sync)) -> Tally;
    /// Plays one game of a tournament; says why if the rules fail.
    fn contest(&self, contest: &Contest<'_>) -> Result<tournament::Played, String>;
    /// Judges the laws; `progress` is called after each game with how many are done, and `elsewhere` gives the
    /// fingerprints of the same games from another process.
    fn check(&self, config: &Config, progress: &dyn Fn(u32), elsewhere: Elsewhere<'_>) -> Report;
    /// Whether a plugin plays the same game, action by action.
    fn agree(&self, other: &Guest, config: &Config) -> Report;
    /// The fingerprints of the games of a sample.
    fn digests(&self, config: &Config) -> Vec<Digest>;
    /// What a viewer sees after some random moves.
    fn show(&self, setup: &Setup, seed: u64, moves: u64, viewer: Viewer) -> Result<Sight, Refusal>;
    /// A random game, step by step.
    fn trace(&self, setup: &Setup, seed: u64) -> Result<Transcript, Refusal>;

    /// Somebody who follows a game that is played elsewhere.
    fn shadow(&self, known: Known) -> Box<dyn Shadow>;

    /// The game's id.
    fn id(&self) -> &str {
        &self.bundle().manifest.id
    }
}

impl<R: Rules> Entry for Arc<R> {
    fn bundle(&self) -> &Bundle {
        Rules::bundle(&**self)
    }

    fn schema(&self) -> Value {
        self.options_schema()
    }

    fn try_setup(&self, setup: &Setup) -> Result<(), Refusal> {
        Playing::begin(self, setup, 0).map(|_| ())
    }

    fn sim(&self, plan: &Plan, progress: &(dyn Fn() + Sync)) -> Tally {
        sim::play_all(self, plan, progress)
    }

    fn contest(&self, contest: &Contest<'_>) -> Result<tournament::Played, String> {
        tournament::play(self, contest)
    }

    fn check(&self, config: &Config, progress: &dyn Fn(u32), elsewhere: Elsewhere<'_>) -> Report {
        Suite::with(&**self, config.clone())
            .patience(PATIENCE)
            .progress(|done, _| progress(done))
            .elsewhere(elsewhere)
            .run()
    }

    fn agree(&self, other: &Guest, config: &Config) -> Report {
        parlor_check::agree(&**self, other, config)
    }

    fn digests(&self, config: &Config) -> Vec<Digest> {
        parlor_check::digests(&**self, config)
    }

    fn show(&self, setup: &Setup, seed: u64, moves: u64, viewer: Viewer) -> Result<Sight, Refusal> {
        show::look(self, setup, seed, moves, viewer)
    }

    fn trace(&self, setup: &Setup, seed: u64) -> Result<Transcript, Refusal> {
        trace::record(self, setup, seed)
    }

    fn shadow(&self, known: Known) -> Box<dyn Shadow> {
        shadow::shadow(self, known)
    }
}
