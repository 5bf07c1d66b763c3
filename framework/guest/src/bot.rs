//! The trait that bots in plugins implement, and the parsing of questions.

use parlor_kit::{Gesture, Luck, Offer, Scene, Seat};
use serde_json::Value;

/// A bot: it gets what a person on its seat would see, and chooses.
pub trait Bot {
    /// The index of the chosen offer; or why none can be chosen, as a message for the operator.
    ///
    /// `memory` is what the bot left there at its last choice of this game on this seat; empty at the first.
    fn choose(question: &mut Question, memory: &mut Vec<u8>) -> Result<usize, String>;
}

/// The input of a bot for one choice.
pub struct Question {
    /// The id of the game.
    pub game: String,
    /// The seat it plays.
    pub seat: Seat,
    /// How many seats there are.
    pub seats: usize,
    /// What the seat may see.
    pub scene: Scene,
    /// What the seat may do, never empty.
    pub offers: Vec<Offer>,
    /// The bot's own luck: the same for the same question.
    pub luck: Luck,
    /// The fuel of the choice, in wasm instructions.
    pub fuel: u64,
}

impl Question {
    /// Parses the question of the host.
    pub fn read(scene: &str, offers: &str) -> Result<(Scene, Vec<Offer>), String> {
        let scene = serde_json::from_str(scene).map_err(|error| format!("cannot read the scene: {error}"))?;
        let offers: Vec<(Value, Gesture)> =
            serde_json::from_str(offers).map_err(|error| format!("cannot read the offers: {error}"))?;
        Ok((scene, offers.into_iter().map(|(action, gesture)| Offer { action, gesture }).collect()))
    }
}
