//! A game of the catalogue, whatever its rules are made of.

use crate::{
    playing::Playing,
    setup::Setup,
    shadow::{self, Known, Shadow},
    show::{self, Sight},
    sim::{self, Plan},
    tally::Tally,
    trace::{self, Transcript},
};
use parlor_check::{Config, Report};
use parlor_kit::{Bundle, Refusal, Rules, Viewer};
use serde_json::Value;
use std::sync::Arc;

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
    /// Judges the laws.
    fn check(&self, config: &Config) -> Report;
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

    fn check(&self, config: &Config) -> Report {
        parlor_check::check(&**self, config)
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
