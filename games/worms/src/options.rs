//! The options of a table.

use crate::{BoardFile, Layout, Plan, generate::generate_layout};
use parlor_kit::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most rounds a game has. Passing is free, so a table without a limit of its own has this one.
pub const MAX_ROUNDS: u16 = 1000;

/// The options of a table. Absent fields have their defaults. Times are limited by the clocks of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The board to play on, unless one is generated.
    #[schemars(extend("x-content" = "board"))]
    pub board: BoardFile,
    /// After this many rounds the game ends.
    #[schemars(range(min = 1, max = 1000))]
    pub rounds: Option<u16>,
    /// Whether the board is drawn by chance.
    pub generate: bool,
    /// How many fields a generated board is wide and high.
    #[schemars(range(min = 8, max = 30))]
    pub size: u8,
    /// How likely a field of a generated board is an obstacle, in per cent.
    #[schemars(range(min = 0, max = 40))]
    pub obstacles: u8,
    /// The number of worms per player on a generated board.
    #[schemars(range(min = 1, max = 5))]
    pub worms: u8,
    /// How long worms on a generated board are.
    #[schemars(range(min = 1, max = 8))]
    pub length: u8,
    /// The seed of a generated board: the same number gives the same board.
    #[schemars(extend("x-seed" = true))]
    pub seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        let board = include_str!("../../../assets/worms/boards/meadow.json");
        Options {
            board: serde_json::from_str(board).expect("the shipped default board is a board file"),
            rounds: Some(200),
            generate: false,
            size: 17,
            obstacles: 15,
            worms: 3,
            length: 4,
            seed: None,
        }
    }
}

impl Options {
    /// The board with its line-ups, as chosen or as generated for so many players.
    pub fn layout(&self, players: usize) -> Result<Layout, Refusal> {
        if !self.generate {
            return self.board.check();
        }
        let Options { size, obstacles, worms, length, seed, .. } = *self;
        generate_layout(&Plan { size, obstacles, worms, length, seed: seed.unwrap_or(0) }, players)
    }

    /// How many rounds are played at most.
    pub fn limit(&self) -> Result<u16, Refusal> {
        let rounds = self.rounds.unwrap_or(MAX_ROUNDS);
        within("rounds", rounds.into(), 1, MAX_ROUNDS.into()).map(|()| rounds)
    }
}

/// Refuses a number outside its range.
pub(crate) fn within(name: &'static str, value: u64, min: u64, max: u64) -> Result<(), Refusal> {
    if (min..=max).contains(&value) {
        return Ok(());
    }
    let reason = format!("{value} ({min}–{max})");
    Err(Refusal::new("options-out-of-range").arg("name", name).arg("reason", reason))
}
