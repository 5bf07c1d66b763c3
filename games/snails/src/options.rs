//! The options of a table.

use crate::{Board, Limits, MAX_EDGE, MapFile, Settings};
use parlor_kit::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of a table. Absent fields have their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The garden to play in.
    #[schemars(extend("x-content" = "map"))]
    pub map: MapFile,
    /// After this many turns in a row without a capture, a player misses every remaining turn.
    #[schemars(range(min = 1, max = 100))]
    pub max_turns_without_capture: u8,
    /// The shortest edge a map may have.
    #[schemars(range(min = 1, max = 50), extend("x-host" = true))]
    pub min_map_size: u16,
    /// The longest edge a map may have.
    #[schemars(range(min = 1, max = 50), extend("x-host" = true))]
    pub max_map_size: u16,
    /// Whether a map must be as wide as high.
    #[schemars(extend("x-host" = true))]
    pub require_square_map: bool,
}

/// The most turns without a capture that can be chosen.
pub const MAX_PATIENCE: u8 = 100;

impl Default for Options {
    fn default() -> Options {
        let map = include_str!("../../../assets/snails/maps/default.json");
        let host = Settings::default();
        Options {
            map: serde_json::from_str(map).expect("the shipped default map is a map file"),
            max_turns_without_capture: host.max_turns_without_capture,
            min_map_size: host.min_map_size,
            max_map_size: host.max_map_size,
            require_square_map: host.require_square_map,
        }
    }
}

impl Options {
    /// The board of the chosen map, if map and numbers are within the limits.
    pub fn board(&self) -> Result<Board, Refusal> {
        let patience = self.max_turns_without_capture;
        within("max_turns_without_capture", patience.into(), 1, MAX_PATIENCE.into())?;
        within("max_map_size", self.max_map_size, 1, MAX_EDGE)?;
        within("min_map_size", self.min_map_size, 1, self.max_map_size)?;
        let (min_edge, max_edge) = (self.min_map_size, self.max_map_size);
        self.map.check(&Limits { min_edge, max_edge, square: self.require_square_map })
    }
}

fn within(name: &'static str, value: u16, min: u16, max: u16) -> Result<(), Refusal> {
    if (min..=max).contains(&value) {
        return Ok(());
    }
    let range = format!("{min}–{max}");
    Err(Refusal::new("options-out-of-range").arg("name", name).arg("reason", format!("{value} ({range})")))
}
