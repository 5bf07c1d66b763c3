//! The trait a game implements.

use crate::{ContentFault, Gesture, Luck, Refusal, Scene, Seat, StepContext, Terms, Turn, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::fmt::Debug;

/// The rules of a game, as a value: the state of one game in progress.
///
/// A game never reads a clock, a file or randomness of its own; equal inputs give equal results, everywhere.
/// `parlor check` holds every game to the laws of this contract.
pub trait Game: Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The options of a table. Their JSON Schema generates the "new table" form; content such as maps or
    /// decks arrives here as the resolved value, never as a file.
    type Options: Serialize + DeserializeOwned + Default + JsonSchema;

    /// An action of a seat. Readable JSON, because programs send it and recordings store it.
    type Action: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Sets up a game. Refuses options that fit their schema but make no playable game.
    fn new(options: &Self::Options, seats: usize, luck: &mut Luck) -> Result<Self, Refusal>;

    /// Which seats may act now.
    fn turn(&self) -> Turn;

    /// Appends every legal action of a seat: complete, in a fixed order, without duplicates. None if it is
    /// not its turn.
    fn actions(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// Carries out an action, or refuses it with a reason and leaves everything unchanged. It must neither
    /// panic nor loop, whatever is passed in.
    fn act(&mut self, seat: Seat, action: &Self::Action, step: &mut StepContext) -> Result<(), Refusal>;

    /// Runs one step in which no seat has a choice ([`Turn::Table`]): a deal, a phase, a forced pass. Each
    /// step has its own luck and is shown on its own; it is determined by the steps recorded before it.
    fn proceed(&mut self, step: &mut StepContext) {
        let _ = step;
        unreachable!("a game whose turn is Turn::Table implements `proceed`");
    }

    /// Draws what this viewer may see into an empty scene.
    fn scene(&self, viewer: Viewer, scene: &mut Scene);

    /// How a person makes this action. Each legal action has its own gesture; none may be a prefix of
    /// another.
    fn gesture(&self, seat: Seat, action: &Self::Action) -> Gesture;

    /// The legal actions worth trying, for bots and random play: a subset of [`actions`](Game::actions), not
    /// empty unless that is. People are offered all of them; a subset spares search every way to sort a row.
    fn candidates(&self, seat: Seat, out: &mut Vec<Self::Action>) {
        self.actions(seat, out);
    }

    /// The number of the turn the game is in. While it stays the same, a seat's time for its move runs on
    /// through all its steps. By default every step is a turn of its own.
    fn turn_number(&self) -> Option<u32> {
        None
    }

    /// The number of the round the game is in, counted from 1, if it is played in rounds. Recordings store it
    /// with every move.
    fn round_number(&self) -> Option<u32> {
        None
    }

    /// Changes the terms (clocks, pauses, strikes, bots) by the options; `terms` starts with those of the
    /// manifest.
    fn terms(options: &Self::Options, terms: &mut Terms) {
        let _ = (options, terms);
    }

    /// Every fault of content of a kind (a map, a deck), with its place; empty if the game can be played with
    /// it. [`new`](Game::new) reads content with the same checks. By default content is validated against the
    /// schema of the option that takes it.
    fn check_content(kind: &str, content: &Value) -> Vec<ContentFault> {
        crate::content::form_faults::<Self::Options>(kind, content)
    }

    /// The action played for a seat that ran out of time; by default any legal action, each equally likely.
    fn fallback(&self, seat: Seat, luck: &mut Luck) -> Option<Self::Action> {
        let mut actions = Vec::new();
        self.actions(seat, &mut actions);
        luck.choose(&actions).cloned()
    }

    /// Retires a seat, which takes no further part. Rules that can go on without it (skip it, count it as
    /// last) return `true`. By default the table decides: of two players the other wins, of more the seat's
    /// fallback plays on.
    fn retire(&mut self, seat: Seat, why: Retirement, step: &mut StepContext) -> bool {
        let _ = (seat, why, step);
        false
    }

    /// Redraws everything `viewer` cannot know, uniformly among the states that fit the viewer's knowledge.
    /// Afterwards the viewer's scene and offers are exactly as before. A no-op in games without hidden
    /// information.
    fn resample(&mut self, viewer: Viewer, luck: &mut Luck) {
        let _ = (viewer, luck);
    }

    /// An estimate of the result for a seat, from -1 (lost) to 1 (won); guides search bots.
    ///
    /// It predicts how the game ends: 0.5 where three of four such games are won. The scale matters, not just
    /// the order: Monte Carlo tree search mixes estimates with results of finished games, and may play badly
    /// where the estimates of good and bad moves differ by much less than 0.05. A lead of any size fits as
    /// `lead / (lead.abs() + half)`, where `half` is the lead with which a game is half won.
    fn estimate(&self, seat: Seat) -> f32 {
        let _ = seat;
        0.0
    }

    /// A hash of the position, equal for positions with the same continuation; lets search recognise
    /// transpositions.
    fn position(&self) -> Option<u64> {
        None
    }
}

/// Why a seat takes no further part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Retirement {
    /// The player gave up.
    Resigned,
    /// The seat's total time is used up.
    OutOfTime,
    /// The player did not come back in time.
    Lost,
    /// The player was refused too often.
    Strikes,
}
