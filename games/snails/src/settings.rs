//! `settings.gcf`: a host's settings for all tables of Snails.

use crate::{MAX_EDGE, MAX_PATIENCE};
use parlor_kit::{BotPolicy, ClockPolicy, Id, Text};
use serde_json::{Map, Value, json};
use std::fmt;

/// The settings of a host. Parsing never fails: an invalid value is replaced by its default, with a warning.
///
/// ```
/// use snails::Settings;
///
/// let (settings, warnings) = Settings::parse(Some(r#"{ "maxTurnDuration": 12, "minMapSize": -3 }"#));
/// assert_eq!(settings.clock().move_ms, Some(12_000));
/// assert_eq!(settings.min_map_size, 5);
/// assert!(warnings.iter().any(|warning| warning.to_string().starts_with("minMapSize is -3")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// `maxTurnDuration`: how long a turn may take; seconds in the file, milliseconds here.
    pub max_turn_ms: u32,
    /// `maxTurnsWithoutCapture`: the default for tables that choose no other value.
    pub max_turns_without_capture: u8,
    /// `maxComputationTimePerTurn`: the time budget of a computer player in milliseconds.
    pub max_computation_ms: u32,
    /// `minCPUAgentTurnDuration`: how long a computer player's targets are shown at least;
    /// seconds in the file, milliseconds here.
    pub min_show_ms: u32,
    /// `minMapSize`: the shortest edge of a map.
    pub min_map_size: u16,
    /// `maxMapSize`: the longest edge of a map.
    pub max_map_size: u16,
    /// `requireSquareMap`: whether maps must be as wide as high.
    pub require_square_map: bool,
}

impl Settings {
    const DEFAULT: Settings = Settings {
        max_turn_ms: 30_000,
        max_turns_without_capture: 5,
        max_computation_ms: 500,
        min_show_ms: 1_000,
        min_map_size: 5,
        max_map_size: 20,
        require_square_map: false,
    };

    /// Parses the settings, or takes the defaults if there is no file; also returns warnings. A host that
    /// reloads its settings parses again.
    pub fn parse(text: Option<&str>) -> (Settings, Vec<Warning>) {
        let file = match text.map(read_object) {
            Some(Ok(file)) => file,
            Some(Err(reason)) => return (Settings::DEFAULT, vec![Warning::Unreadable(reason)]),
            None => return (Settings::DEFAULT, vec![Warning::Missing]),
        };
        let default = Settings::DEFAULT;
        let mut reader = Reader { file, warnings: Vec::new() };
        let mut settings = Settings {
            max_turn_ms: reader.seconds("maxTurnDuration", default.max_turn_ms),
            max_turns_without_capture: reader.number(
                "maxTurnsWithoutCapture",
                default.max_turns_without_capture,
                MAX_PATIENCE,
            ),
            max_computation_ms: reader.number(
                "maxComputationTimePerTurn",
                default.max_computation_ms,
                HOUR_MS,
            ),
            min_show_ms: reader.seconds("minCPUAgentTurnDuration", default.min_show_ms),
            min_map_size: reader.number("minMapSize", default.min_map_size, MAX_EDGE),
            max_map_size: reader.number("maxMapSize", default.max_map_size, MAX_EDGE),
            require_square_map: reader.switch("requireSquareMap", default.require_square_map),
        };
        let (min, max) = (settings.min_map_size, settings.max_map_size);
        if min > max {
            reader.warnings.push(Warning::Crossed { min, max });
            settings.min_map_size = default.min_map_size;
            settings.max_map_size = default.max_map_size;
        }
        reader.warnings.extend(reader.file.into_iter().map(|(name, _)| Warning::Unknown(name)));
        (settings, reader.warnings)
    }

    /// The host's values for the options of every table, as JSON.
    pub fn host_options(&self) -> Value {
        json!({
            "max_turns_without_capture": self.max_turns_without_capture,
            "min_map_size": self.min_map_size,
            "max_map_size": self.max_map_size,
            "require_square_map": self.require_square_map,
        })
    }

    /// The clocks of a table.
    pub fn clock(&self) -> ClockPolicy {
        ClockPolicy { move_ms: Some(self.max_turn_ms), ..ClockPolicy::default() }
    }

    /// Time budget and display time of computer players.
    pub fn bots(&self) -> BotPolicy {
        BotPolicy {
            default: Id::new_static("negamax"),
            think_ms: self.max_computation_ms,
            show_ms: self.min_show_ms,
            show_targets: true,
            ..BotPolicy::default()
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::DEFAULT
    }
}

/// A problem in `settings.gcf`. `Display` gives an English sentence for logs, [`text`](Warning::text) a
/// translatable message for the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// There is no file: everything has its default.
    Missing,
    /// The file is not a JSON object, for this reason: everything has its default.
    Unreadable(String),
    /// A setting is absent and has its default.
    Absent {
        /// The setting.
        name: &'static str,
        /// Its default.
        default: String,
    },
    /// A setting has a value that cannot be used, and so has its default.
    Invalid {
        /// The setting.
        name: &'static str,
        /// The value in the file.
        found: String,
        /// The allowed values.
        allowed: String,
        /// The setting's default.
        default: String,
    },
    /// The shortest edge of maps is longer than the longest: both have their defaults.
    Crossed {
        /// The shortest edge.
        min: u16,
        /// The longest edge.
        max: u16,
    },
    /// There is no setting of this name; it is ignored.
    Unknown(String),
}

impl Warning {
    /// The warning as a message.
    pub fn text(&self) -> Text {
        match self {
            Warning::Missing => Text::new("snails-settings-missing"),
            Warning::Unreadable(reason) => {
                Text::new("snails-settings-unreadable").arg("reason", reason.as_str())
            }
            Warning::Absent { name, default } => {
                Text::new("snails-settings-absent").arg("name", *name).arg("default", default.as_str())
            }
            Warning::Invalid { name, found, allowed, default } => Text::new("snails-settings-invalid")
                .arg("name", *name)
                .arg("found", found.as_str())
                .arg("allowed", allowed.as_str())
                .arg("default", default.as_str()),
            Warning::Crossed { min, max } => {
                Text::new("snails-settings-crossed").arg("min", *min).arg("max", *max)
            }
            Warning::Unknown(name) => Text::new("snails-settings-unknown").arg("name", name.as_str()),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Missing => f.write_str("settings.gcf is missing; all settings have their defaults"),
            Warning::Unreadable(reason) => {
                write!(f, "settings.gcf cannot be read ({reason}); all settings have their defaults")
            }
            Warning::Absent { name, default } => write!(f, "{name} is not set; it is {default}"),
            Warning::Invalid { name, found, allowed, default } => {
                write!(f, "{name} is {found}, but must be {allowed}; {default} is used instead")
            }
            Warning::Crossed { min, max } => {
                write!(f, "minMapSize {min} is above maxMapSize {max}; both have their defaults")
            }
            Warning::Unknown(name) => write!(f, "there is no setting called {name}; it is ignored"),
        }
    }
}

/// Maximum of every duration in the file: one hour. More means that the unit was mistaken.
const HOUR_MS: u32 = 3_600_000;

fn read_object(text: &str) -> Result<Map<String, Value>, String> {
    // Some editors begin a file with a byte order mark, which is not JSON.
    match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err("it is not a set of named values".into()),
        Err(error) => Err(error.to_string()),
    }
}

/// Takes settings out of the file one by one; the rest is unknown.
struct Reader {
    file: Map<String, Value>,
    warnings: Vec<Warning>,
}

impl Reader {
    fn seconds(&mut self, name: &'static str, default_ms: u32) -> u32 {
        let longest = f64::from(HOUR_MS) / 1000.0;
        let read = |value: &Value| {
            let seconds = value.as_f64().filter(|seconds| (0.001..=longest).contains(seconds))?;
            Some((seconds * 1000.0).round() as u32)
        };
        let default = f64::from(default_ms) / 1000.0;
        self.take(name, default, &format!("0.001–{longest}"), read).unwrap_or(default_ms)
    }

    /// An integer from 1 to `max`, also if it is written with a decimal point.
    fn number<N: TryFrom<u32> + Into<u32> + fmt::Display + Copy>(
        &mut self,
        name: &'static str,
        default: N,
        max: N,
    ) -> N {
        let limit: u32 = max.into();
        let read = |value: &Value| {
            let number =
                value.as_f64().filter(|n| n.fract() == 0.0 && (1.0..=f64::from(limit)).contains(n))?;
            N::try_from(number as u32).ok()
        };
        self.take(name, default, &format!("1–{limit}"), read).unwrap_or(default)
    }

    fn switch(&mut self, name: &'static str, default: bool) -> bool {
        self.take(name, default, "true/false", Value::as_bool).unwrap_or(default)
    }

    /// The value of a setting, or `None` and a warning if it is absent or invalid.
    fn take<T>(
        &mut self,
        name: &'static str,
        default: impl fmt::Display,
        allowed: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<T> {
        let default = default.to_string();
        let Some(found) = self.file.remove(name) else {
            self.warnings.push(Warning::Absent { name, default });
            return None;
        };
        let value = read(&found);
        if value.is_none() {
            let (found, allowed) = (found.to_string(), allowed.to_string());
            self.warnings.push(Warning::Invalid { name, found, allowed, default });
        }
        value
    }
}
