//! The options of a table.

use crate::TASKS;
use parlor_kit::{Luck, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of a table. Absent fields have their defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many levels it takes to win.
    #[schemars(range(min = 2, max = 8))]
    pub levels: u8,
    /// In which order the levels come.
    pub order: LevelOrder,
    /// Whether runs and groups of one colour take one card more.
    pub hard: bool,
}

/// In which order the levels come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum LevelOrder {
    /// From the first to the eighth.
    #[default]
    Standard,
    /// Shuffled, the same for all players.
    Shuffled,
    /// Shuffled for each player.
    ShuffledEach,
}

impl Default for Options {
    fn default() -> Options {
        Options { levels: TASKS.len() as u8, order: LevelOrder::Standard, hard: false }
    }
}

impl Options {
    /// The tasks each seat has to lay out, in order, counted from 0: one list for all seats, or one for each
    /// seat.
    pub(crate) fn orders(&self, seats: usize, luck: &mut Luck) -> Result<Vec<Vec<u8>>, Refusal> {
        let most = TASKS.len() as u8;
        if !(2..=most).contains(&self.levels) {
            let reason = format!("{} (2–{most})", self.levels);
            return Err(Refusal::new("options-out-of-range").arg("name", "levels").arg("reason", reason));
        }
        let lists = if self.order == LevelOrder::ShuffledEach { seats } else { 1 };
        let mut list = || {
            let mut tasks: Vec<u8> = (0..most).collect();
            if self.order != LevelOrder::Standard {
                luck.shuffle(&mut tasks);
            }
            tasks.truncate(usize::from(self.levels));
            tasks
        };
        Ok((0..lists).map(|_| list()).collect())
    }
}
