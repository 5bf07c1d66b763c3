//! `game.toml`: the properties of a game that a host needs before a table is opened.

use crate::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de};
use std::{collections::BTreeMap, fmt};

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
    /// Whether the game has hidden information. If not, all viewers share one scene.
    #[serde(default = "yes")]
    pub hidden: bool,
    /// No game takes more steps than this, whatever is played.
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
    /// Parses a manifest and checks what its schema cannot express.
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
    /// Minimum milliseconds of a pause before players other than the one who paused may end it.
    pub min_pause_ms: u32,
    /// How many pauses each player may begin where other people play too.
    pub pauses_per_seat: u32,
    /// Whether a pause begins only when all other people at the table agree; such pauses are not counted.
    pub pause_by_agreement: bool,
    /// Whether players may resign.
    pub resign: bool,
    /// What happens to the seat of a player who is lost.
    pub lost: LostPolicy,
    /// After how many milliseconds a player without connection counts as lost.
    pub lost_after_ms: u32,
    /// After how many milliseconds without any player a running game ends without a result.
    pub abandoned_after_ms: u32,
    /// Refusals after which a seat loses; unlimited if absent.
    pub max_strikes: Option<u32>,
    /// Whether everything is shown when the game is over.
    pub reveal: bool,
    /// How many milliseconds a step without a choice ([`Turn::Table`](crate::Turn::Table)) is shown before
    /// the next.
    pub pace_ms: u32,
}

impl Default for TablePolicy {
    fn default() -> TablePolicy {
        TablePolicy {
            pause: true,
            min_pause_ms: 0,
            pauses_per_seat: 5,
            pause_by_agreement: false,
            resign: true,
            lost: LostPolicy::StandIn,
            lost_after_ms: 15_000,
            abandoned_after_ms: 120_000,
            max_strikes: None,
            reveal: true,
            pace_ms: 700,
        }
    }
}

/// A table's policy, clocks and computer players, taken together: a game's options may change them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// Milliseconds from the moment all seats are taken to the first move, or `"move"` for as many as a move
    /// has; the opener starts if absent.
    pub countdown_ms: Option<Countdown>,
}

impl ClockPolicy {
    /// How many milliseconds the countdown lasts; `None` if the opener starts.
    /// A countdown as long as a move is none where moves have no limit.
    pub const fn countdown(&self) -> Option<u32> {
        match self.countdown_ms {
            Some(Countdown::Ms(ms)) => Some(ms),
            Some(Countdown::AsMove) => self.move_ms,
            None => None,
        }
    }
}

/// How long a countdown is. In files it is a number of milliseconds, or the word `"move"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Countdown {
    /// So many milliseconds.
    Ms(u32),
    /// As long as the time for one move, whatever it is at the table.
    AsMove,
}

/// The word in files for [`Countdown::AsMove`].
const AS_MOVE: &str = "move";

impl Serialize for Countdown {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Countdown::Ms(ms) => serializer.serialize_u32(*ms),
            Countdown::AsMove => serializer.serialize_str(AS_MOVE),
        }
    }
}

impl<'de> Deserialize<'de> for Countdown {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Countdown, D::Error> {
        struct NumberOrWord;
        impl de::Visitor<'_> for NumberOrWord {
            type Value = Countdown;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a number of milliseconds or \"{AS_MOVE}\"")
            }
            fn visit_u64<E: de::Error>(self, ms: u64) -> Result<Countdown, E> {
                let wrong = || E::invalid_value(de::Unexpected::Unsigned(ms), &self);
                u32::try_from(ms).map(Countdown::Ms).map_err(|_| wrong())
            }
            fn visit_i64<E: de::Error>(self, ms: i64) -> Result<Countdown, E> {
                let wrong = || E::invalid_value(de::Unexpected::Signed(ms), &self);
                u32::try_from(ms).map(Countdown::Ms).map_err(|_| wrong())
            }
            fn visit_str<E: de::Error>(self, word: &str) -> Result<Countdown, E> {
                let wrong = || E::invalid_value(de::Unexpected::Str(word), &self);
                if word == AS_MOVE { Ok(Countdown::AsMove) } else { Err(wrong()) }
            }
        }
        deserializer.deserialize_any(NumberOrWord)
    }
}

impl JsonSchema for Countdown {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Countdown".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A number of milliseconds, or as many as a move has.",
            "anyOf": [{ "type": "integer", "minimum": 0, "maximum": u32::MAX }, { "const": AS_MOVE }]
        })
    }
}

/// The computer players of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct BotPolicy {
    /// The bot that sits down if none is named.
    pub default: Id,
    /// Milliseconds a bot thinks about one move at most.
    pub think_ms: u32,
    /// Milliseconds between a bot's turn and its move at least, so that people can follow.
    pub show_ms: u32,
    /// Whether all viewers see the cells a bot may choose from while it is to move. Only in games without
    /// hidden information.
    pub show_targets: bool,
    /// The proposals of people that bots agree to, out of those they are asked about. Absent: all of them.
    /// Plugins built before grants existed reject the field, so it is written only if it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grants: Option<Vec<Id>>,
    /// What weak bots play when they slip. Written only if the game says it, as `grants` is.
    #[serde(skip_serializing_if = "Slips::is_any_action")]
    pub slips: Slips,
}

/// What a weak bot plays when it slips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Slips {
    /// Any legal action.
    #[default]
    Actions,
    /// Any of the actions worth trying, in games with legal actions that no bot is to play.
    Candidates,
}

impl Slips {
    fn is_any_action(&self) -> bool {
        *self == Slips::Actions
    }
}

impl Default for BotPolicy {
    fn default() -> BotPolicy {
        BotPolicy {
            default: Id::new_static("medium"),
            think_ms: 500,
            show_ms: 600,
            show_targets: false,
            grants: None,
            slips: Slips::default(),
        }
    }
}

/// A kind of content that a game's options name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ContentKind {
    /// The folder beside the manifest with the shipped files of this kind.
    pub folder: String,
    /// The content that is chosen if none is named.
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
    /// What is drawn behind the head of a piece that lies along several cells; its body is a plain line if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub along: Option<Along>,
    /// What it is drawn above and below.
    #[serde(default)]
    pub layer: Layer,
}

impl Look {
    /// Every sprite the look names.
    pub fn sprites(&self) -> impl Iterator<Item = &String> {
        self.sprite.iter().chain(self.along.iter().flat_map(|along| [&along.body, &along.tail]))
    }
}

/// The parts of a piece along several cells, behind its head, whose sprite is that of the look.
/// Sprites show a part that goes to the right; head and parts are turned to where they go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Along {
    /// The sprite of every part between head and tail, a file under `sprites/`.
    pub body: String,
    /// The sprite of the last part, a file under `sprites/`.
    pub tail: String,
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

    // WO-9
    #[test]
    fn a_countdown_is_a_number_or_as_long_as_a_move() {
        let clock =
            |text: &str| Manifest::parse(&format!("{SMALL}[clock]\n{text}")).map(|manifest| manifest.clock);
        assert_eq!(clock("countdown-ms = 5_000").unwrap().countdown(), Some(5000));
        assert_eq!(clock("countdown-ms = 'move'\nmove-ms = 7_000").unwrap().countdown(), Some(7000));
        assert_eq!(clock("countdown-ms = 'move'").unwrap().countdown(), None, "moves have no limit");
        assert_eq!(clock("").unwrap().countdown(), None);
        let policy = clock("countdown-ms = 'move'").unwrap();
        let json = serde_json::to_value(policy).unwrap();
        assert_eq!(json["countdown-ms"], "move");
        assert_eq!(serde_json::from_value::<ClockPolicy>(json).unwrap(), policy);
        for wrong in ["'soon'", "-1", "5_000_000_000", "2.5", "true"] {
            assert!(clock(&format!("countdown-ms = {wrong}")).is_err(), "{wrong}");
        }
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
