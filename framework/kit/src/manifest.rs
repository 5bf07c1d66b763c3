//! `game.toml`: what a host must know about a game before anybody plays it.

use crate::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The manifest of a game. Unknown keys are refused, so that a typing mistake is found at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Manifest {
    /// The version of this file's form; 1.
    pub schema: u32,
    /// The game's name in addresses, files and message keys: lower-case letters, digits, hyphens.
    pub id: Id,
    /// The game's own version.
    pub version: String,
    /// How many can play.
    pub seats: SeatRange,
    /// Whether anything is hidden from anybody. Where nothing is, all viewers share one scene.
    #[serde(default = "yes")]
    pub hidden: bool,
    /// No game of random play takes more steps than this.
    pub bound: u32,
    /// What a table of this game allows, unless its opener chooses otherwise.
    #[serde(default)]
    pub table: TablePolicy,
    /// The clocks of a table, unless its opener chooses otherwise.
    #[serde(default)]
    pub clock: ClockPolicy,
    /// The computer players.
    #[serde(default)]
    pub bots: BotPolicy,
    /// Kinds of content: maps, boards, decks.
    #[serde(default)]
    pub content: BTreeMap<Id, ContentKind>,
    /// What pieces and cells look like.
    #[serde(default)]
    pub looks: BTreeMap<Id, Look>,
}

impl Manifest {
    /// Reads a manifest and checks what its form alone cannot say.
    pub fn parse(text: &str) -> Result<Manifest, String> {
        let manifest: Manifest = toml::from_str(text).map_err(|error| error.to_string())?;
        manifest.check()?;
        Ok(manifest)
    }

    fn check(&self) -> Result<(), String> {
        if self.schema != 1 {
            return Err(format!("schema {} is not known; this host reads schema 1", self.schema));
        }
        let plain = |id: &str| {
            id.starts_with(|c: char| c.is_ascii_lowercase())
                && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        };
        if !plain(&self.id) {
            return Err(format!("id '{}': use lower-case letters, digits and hyphens", self.id));
        }
        if let Some(look) = self.looks.keys().find(|look| !plain(look)) {
            return Err(format!("look '{look}': use lower-case letters, digits and hyphens"));
        }
        let SeatRange { min, max } = self.seats;
        if min == 0 || min > max || max > crate::MAX_SEATS {
            return Err(format!("seats {min} to {max}: use 1 to {} in order", crate::MAX_SEATS));
        }
        if self.bound == 0 {
            return Err("bound: random play must be allowed some steps".into());
        }
        Ok(())
    }
}

/// How many can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatRange {
    /// The fewest.
    pub min: usize,
    /// The most.
    pub max: usize,
}

/// What a table allows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct TablePolicy {
    /// Whether players may pause.
    pub pause: bool,
    /// How many milliseconds a pause lasts at least before somebody else than the pauser may end it.
    pub min_pause_ms: u32,
    /// Whether players may resign.
    pub resign: bool,
    /// What happens to the seat of a player who is lost.
    pub lost: LostPolicy,
    /// After how many milliseconds a player without connection counts as lost.
    pub lost_after_ms: u32,
    /// Refusals after which a seat loses; unlimited if absent.
    pub max_strikes: Option<u32>,
    /// Whether everything is shown when the game is over.
    pub reveal: bool,
    /// How many milliseconds a step that nobody chooses is shown before the next.
    pub pace_ms: u32,
}

impl Default for TablePolicy {
    fn default() -> TablePolicy {
        TablePolicy {
            pause: true,
            min_pause_ms: 0,
            resign: true,
            lost: LostPolicy::StandIn,
            lost_after_ms: 15_000,
            max_strikes: None,
            reveal: true,
            pace_ms: 700,
        }
    }
}

/// What a table allows, its clocks and its computer players, taken together: a game's options may set them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// What the table allows.
    pub table: TablePolicy,
    /// The clocks.
    pub clock: ClockPolicy,
    /// The computer players.
    pub bots: BotPolicy,
}

/// What happens to the seat of a player who is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum LostPolicy {
    /// A bot plays for the seat until the player returns.
    StandIn,
    /// The seat stays empty; the clock plays its fallback until the player returns.
    Forfeit,
    /// A bot plays for the seat; when the player is not back by then, the seat loses.
    Deadline {
        /// Milliseconds until the seat loses.
        ms: u32,
    },
}

/// The clocks of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClockPolicy {
    /// Milliseconds for one move; no limit if absent. A turn of several steps is one move.
    pub move_ms: Option<u32>,
    /// Milliseconds for all moves of a seat together; no limit if absent.
    pub total_ms: Option<u32>,
    /// Milliseconds from "everybody is here" to the first move; the opener starts if absent.
    pub countdown_ms: Option<u32>,
}

/// The computer players of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct BotPolicy {
    /// The bot that sits down when nobody names one.
    pub default: Id,
    /// Milliseconds a bot thinks about one move at most.
    pub think_ms: u32,
    /// Milliseconds between a bot's turn and its move at least, so that people can follow.
    pub show_ms: u32,
}

impl Default for BotPolicy {
    fn default() -> BotPolicy {
        BotPolicy { default: Id::new_static("greedy"), think_ms: 500, show_ms: 600 }
    }
}

/// A kind of content that a game's options name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ContentKind {
    /// The folder beside the manifest with the shipped files of this kind.
    pub folder: String,
    /// The one that is chosen when nobody names one.
    pub default: Id,
    /// Whether lists run from Z to A.
    #[serde(default)]
    pub descending: bool,
}

/// What a piece or a cell looks like. Shape, colour and letter stand in where no sprite can be shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Look {
    /// Message key of its accessible name.
    pub name: Id,
    /// A shape of the renderer: `circle`, `square`, `diamond`, `triangle`, `hexagon`, `star`, `card`, `none` …
    pub shape: Id,
    /// A colour of the renderer's palette, or `seat` for the owner's.
    pub colour: Id,
    /// A letter or sign drawn on it.
    #[serde(default)]
    pub letter: Id,
    /// The sprite, a file under `sprites/`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprite: Option<String>,
    /// What it is drawn above and below.
    #[serde(default)]
    pub layer: Layer,
}

/// The order in which looks cover each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// Cells and what lies flat on them.
    Ground,
    /// Pieces and cards.
    #[default]
    Piece,
    /// What floats above pieces: a storm, a mark.
    Overlay,
}

fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str =
        "schema = 1\nid = 'nim'\nversion = '1.0.0'\nseats = { min = 2, max = 2 }\nbound = 40\n";

    #[test]
    fn a_small_manifest_has_sensible_defaults() {
        let manifest = Manifest::parse(SMALL).unwrap();
        assert!(manifest.hidden && manifest.table.pause && manifest.table.resign);
        assert_eq!(manifest.table.lost, LostPolicy::StandIn);
    }

    #[test]
    fn mistakes_are_named() {
        for (change, reason) in [
            ("colour = 3\n", "unknown field"),
            ("[table]\npaus = true\n", "unknown field"),
            ("[looks.Big]\nname='x'\nshape='circle'\ncolour='red'\n", "lower-case"),
        ] {
            let error = Manifest::parse(&format!("{SMALL}{change}")).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
        for (from, to, reason) in [
            ("min = 2, max = 2", "min = 3, max = 2", "seats 3 to 2"),
            ("max = 2", "max = 9", "seats 2 to 9"),
            ("schema = 1", "schema = 2", "schema 2"),
            ("'nim'", "'Nim!'", "id 'Nim!'"),
            ("bound = 40", "bound = 0", "bound"),
        ] {
            let error = Manifest::parse(&SMALL.replace(from, to)).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }
}
