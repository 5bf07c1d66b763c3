//! The parameters of a sample.

use crate::Law;
use parlor_kit::{Bundle, CONTENT_KIND_KEY, HOST_OPTION_KEY, Id, Manifest, fill_seeds, prepare_options};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// The parameters of a sample: number of games, seed, options, seats, and the laws to judge.
///
/// Everything about one game follows from its seed, so that a single game can be repeated by its seed alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// How many games are played.
    pub games: u32,
    /// The seed of the first game; the next game has the next seed.
    pub seed: u64,
    /// The most steps of a game; the bound of the manifest if absent.
    pub max_steps: Option<u32>,
    /// The options that the games take in turn; if empty, the defaults and every shipped content.
    pub options: Vec<Value>,
    /// The numbers of seats that the games take in turn; those of the manifest if absent.
    pub seats: Option<RangeInclusive<usize>>,
    /// The laws to judge; all if empty.
    pub laws: Vec<Law>,
    /// How many states of a game are inspected closely.
    pub plies: usize,
    /// The longest bound that play that seeks a long game reaches; of longer games it sees the beginning.
    pub long_play: u32,
    /// How many set-ups are compared to find ids from which a covered face can be guessed.
    pub set_ups: u64,
    /// What a command calls the game: a folder, for a plugin; the game's id if absent.
    pub subject: Option<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            games: 50,
            seed: 0,
            max_steps: None,
            options: Vec::new(),
            seats: None,
            laws: Vec::new(),
            plies: 16,
            long_play: 20_000,
            set_ups: 400,
            subject: None,
        }
    }
}

impl Config {
    /// Whether the law is to be judged.
    pub fn selects(&self, law: Law) -> bool {
        self.laws.is_empty() || self.laws.contains(&law)
    }
}

/// The variants of the games of a sample: options and numbers of seats.
#[derive(Clone, Debug)]
pub(crate) struct SetupVariants {
    options: Vec<Value>,
    seats: RangeInclusive<usize>,
    schema: Value,
    /// Whether a command must name options and seats to repeat a game.
    chosen: bool,
}

impl SetupVariants {
    pub(crate) fn new(config: &Config, bundle: &Bundle, schema: Value, default: Value) -> SetupVariants {
        let manifest = &bundle.manifest;
        let options = if config.options.is_empty() {
            shipped_options(bundle, manifest, &schema, default)
        } else {
            config.options.clone()
        };
        let seats = config.seats.clone().unwrap_or(manifest.seats.min..=manifest.seats.max);
        SetupVariants { options, seats, schema, chosen: !config.options.is_empty() || config.seats.is_some() }
    }

    /// The seats of the game with this seed. Seats do not depend on the options, so that a game can be
    /// repeated by naming its options alone.
    pub(crate) fn seats(&self, seed: u64) -> usize {
        self.seats.start() + (seed % self.range()) as usize
    }

    /// The options of the game with this seed; seeds that are not given follow from it.
    pub(crate) fn options(&self, seed: u64) -> Value {
        let mut options = self.options[(seed / self.range()) as usize % self.options.len()].clone();
        fill_seeds(&self.schema, &mut options, seed);
        options
    }

    fn range(&self) -> u64 {
        (self.seats.end() + 1).saturating_sub(*self.seats.start()).max(1) as u64
    }

    /// The arguments that a command needs beside the seed to repeat the game.
    pub(crate) fn arguments(&self, seed: u64) -> String {
        if !self.chosen {
            return String::new();
        }
        let mut options = self.options(seed);
        if let Some(fields) = options.as_object_mut() {
            // Host options cannot be given in a command.
            fields.retain(|name, _| self.schema["properties"][name][HOST_OPTION_KEY] != true);
        }
        let options = options.to_string().replace('\'', "'\\''");
        format!(" --seats {} --options '{options}'", self.seats(seed))
    }
}

/// The default options, and the same with each shipped content in each place that takes content of its kind.
fn shipped_options(bundle: &Bundle, manifest: &Manifest, schema: &Value, default: Value) -> Vec<Value> {
    let lookup = |kind: &str, name: &str| bundle.content(kind, name).cloned();
    let fill = |chosen: &Map<String, Value>| {
        let chosen = Value::Object(chosen.clone());
        let prepared = prepare_options(manifest, schema, &Value::Null, &chosen, lookup).ok()?;
        let mut options = default.clone();
        match (&mut options, prepared) {
            (Value::Object(options), Value::Object(prepared)) => options.extend(prepared),
            (options, prepared) => *options = prepared,
        }
        Some(options)
    };
    let mut all: Vec<Value> = fill(&Map::new()).into_iter().collect();
    for (field, about) in schema["properties"].as_object().into_iter().flatten() {
        let Some(kind) = about[CONTENT_KIND_KEY].as_str() else { continue };
        for name in bundle.contents.get(&Id::from(kind)).into_iter().flat_map(|names| names.keys()) {
            let chosen = Map::from_iter([(field.clone(), Value::from(name.as_str()))]);
            all.extend(fill(&chosen).filter(|options| !all.contains(options)));
        }
    }
    if all.is_empty() {
        all.push(default);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn bundle() -> Bundle {
        let manifest = "schema = 1\nid = 'x'\nversion = '1'\nseats = { min = 2, max = 4 }\nbound = 9\n\
            [content.map]\nfolder = 'maps'\ndefault = 'small'\n";
        let files = [("game.toml", manifest), ("maps/large.json", "9"), ("maps/small.json", "3")];
        Bundle::from_files(files.map(|(path, text)| (path.to_string(), text.as_bytes().into()))).unwrap()
    }

    fn setups(config: &Config) -> SetupVariants {
        let schema = json!({ "properties": {
            "map": { "x-content": "map" }, "rounds": {}, "seed": { "x-seed": true }, "limit": { "x-host": true }
        } });
        SetupVariants::new(config, &bundle(), schema, json!({ "map": 0, "rounds": 5 }))
    }

    #[test]
    fn games_take_the_seats_and_the_shipped_content_in_turn() {
        let setups = setups(&Config::default());
        let games: Vec<_> = (0..6).map(|seed| (setups.seats(seed), setups.options(seed))).collect();
        let expected = [(2, 3), (3, 3), (4, 3), (2, 9), (3, 9), (4, 9)];
        for (seed, (game, (seats, map))) in games.into_iter().zip(expected).enumerate() {
            assert_eq!(game, (seats, json!({ "map": map, "rounds": 5, "seed": seed })));
        }
        assert_eq!(setups.arguments(3), "");
    }

    #[test]
    fn naming_options_and_seats_repeats_the_same_game() {
        let all = Config { options: vec![json!(1), json!("it's")], seats: Some(2..=3), ..Config::default() };
        let all = setups(&all);
        assert_eq!(all.arguments(7), " --seats 3 --options '\"it'\\''s\"'");
        let options = vec![all.options(7)];
        let again = Config { options, seats: Some(3..=3), ..Config::default() };
        let again = setups(&again);
        assert_eq!((again.seats(7), again.options(7)), (all.seats(7), all.options(7)));
        let host = Config { options: vec![json!({ "limit": 3, "rounds": 1 })], ..Config::default() };
        assert!(setups(&host).arguments(2).ends_with("--options '{\"rounds\":1,\"seed\":2}'"));
    }
}
