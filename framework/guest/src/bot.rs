//! Bots as plugins: what an author writes, and how a question becomes it.

use parlor_kit::{Gesture, Luck, Offer, Scene, Seat};
use serde_json::Value;

/// A bot: it is shown what a person on its seat would see, and chooses.
pub trait Bot {
    /// Which of the offers to take, from 0; or why none can be chosen, in words for the operator.
    ///
    /// `memory` is what the bot left there at its last choice of this game on this seat, and empty at the first.
    fn choose(question: &mut Question, memory: &mut Vec<u8>) -> Result<usize, String>;
}

/// Everything a bot is given for one choice.
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
    /// Luck of its own: the same question has the same.
    pub luck: Luck,
    /// How much work the choice may be, in wasm instructions.
    pub fuel: u64,
}

impl Question {
    /// Reads what the host sends.
    pub fn read(scene: &str, offers: &str) -> Result<(Scene, Vec<Offer>), String> {
        let scene = serde_json::from_str(scene).map_err(|error| format!("cannot read the scene: {error}"))?;
        let offers: Vec<(Value, Gesture)> =
            serde_json::from_str(offers).map_err(|error| format!("cannot read the offers: {error}"))?;
        Ok((scene, offers.into_iter().map(|(action, gesture)| Offer { action, gesture }).collect()))
    }
}
