//! Match configurations: the values of a match.

use crate::{CharacterClass, fault};
use parlor_kit::{ContentFault, Decimal, Refusal, Text, content::first_fault, grid::CellularAutomaton};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Deserializer, Serialize, de};
use std::fmt;

/// The most movement or action points of a turn that count: as many as the largest map has fields. Files may
/// say more.
pub const MAX_POINTS: u32 = (crate::MAX_EDGE * crate::MAX_EDGE) as u32;
/// The most spice a character carries. Files may say more.
pub const MAX_INVENTORY: u32 = 1000;

/// A match configuration as its file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", expecting = "an object with the values of a match")]
pub struct MatchConfig {
    /// The values of nobles.
    pub noble: Stats,
    /// The values of mentats.
    pub mentat: Stats,
    /// The values of the Bene Gesserit.
    pub bene_gesserit: Stats,
    /// The values of fighters.
    pub fighter: Stats,
    /// How many rounds are played before the earthquake.
    #[serde(deserialize_with = "whole")]
    #[schemars(range(min = 1))]
    pub numb_of_rounds: u32,
    /// Milliseconds a person has for a character's turn; 0 is no limit.
    #[serde(deserialize_with = "whole")]
    pub action_time_user_client: u32,
    /// Milliseconds a bot has for a character's turn; 0 is no limit.
    #[serde(deserialize_with = "whole")]
    pub action_time_ai_client: u32,
    /// What damage is multiplied by from high to low ground.
    #[schemars(extend("minimum" = 0))]
    pub high_ground_bonus_ratio: Decimal,
    /// What damage is multiplied by from low to high ground.
    #[schemars(extend("minimum" = 0))]
    pub lower_ground_malus_ratio: Decimal,
    /// How likely Kanly succeeds.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub kanly_success_probability: Decimal,
    /// With less spice than this on the map there is a spice blow.
    #[serde(deserialize_with = "whole")]
    pub spice_minimum: u32,
    /// How dunes migrate.
    pub cellular_automaton: CellularAutomaton,
    /// How likely a flight through the storm crashes.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub crash_probability: Decimal,
    /// How many fields the sandworm moves in a round.
    #[serde(deserialize_with = "whole")]
    pub sand_worm_speed: u32,
    /// How far from its target the sandworm appears at most.
    #[serde(deserialize_with = "whole")]
    #[schemars(range(min = 2))]
    pub sand_worm_spawn_distance: u32,
    /// How likely a defeated character returns in a round.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub clone_probability: Decimal,
    /// Milliseconds a pause lasts before players other than the one who paused may end it.
    #[serde(deserialize_with = "whole")]
    pub min_pause_time: u32,
    /// Strikes after which a player loses; 0 is no limit.
    #[serde(deserialize_with = "whole")]
    pub max_strikes: u32,
}

/// The values of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", expecting = "an object with the values of a class")]
pub struct Stats {
    /// Hit points at first and at most, to the nearest whole number.
    #[serde(rename = "maxHP")]
    #[schemars(extend("minimum" = 0))]
    pub max_hp: Decimal,
    /// Movement points of a turn.
    #[serde(rename = "maxMP", deserialize_with = "whole")]
    pub max_mp: u32,
    /// Action points of a turn.
    #[serde(rename = "maxAP", deserialize_with = "whole")]
    pub max_ap: u32,
    /// What an attack takes from a character on ground of the same height.
    #[schemars(extend("minimum" = 0))]
    pub damage: Decimal,
    /// How much spice a character can carry.
    #[serde(deserialize_with = "whole")]
    pub inventory_size: u32,
    /// Hit points a character gains by resting, to the nearest whole number.
    #[serde(rename = "healingHP")]
    #[schemars(extend("minimum" = 0))]
    pub healing_hp: Decimal,
}

impl Stats {
    /// The movement points of a turn that count.
    pub(crate) fn mp(&self) -> u32 {
        self.max_mp.min(MAX_POINTS)
    }

    /// The action points of a turn that count.
    pub(crate) fn ap(&self) -> u32 {
        self.max_ap.min(MAX_POINTS)
    }

    /// How much spice a character carries at most.
    pub(crate) fn inventory(&self) -> u32 {
        self.inventory_size.min(MAX_INVENTORY)
    }
}

impl MatchConfig {
    /// The values of a class.
    pub const fn stats(&self, class: CharacterClass) -> &Stats {
        match class {
            CharacterClass::Noble => &self.noble,
            CharacterClass::Mentat => &self.mentat,
            CharacterClass::BeneGesserit => &self.bene_gesserit,
            CharacterClass::Fighter => &self.fighter,
        }
    }

    /// Refuses values no match can be played with, naming the first key.
    pub fn check(&self) -> Result<(), Refusal> {
        let faults = self.faults();
        if faults.is_empty() { Ok(()) } else { Err(first_fault(faults)) }
    }

    /// Every value outside the range of the standard.
    pub fn faults(&self) -> Vec<ContentFault> {
        let whole = |value: u32| Decimal::millionths(i64::from(value) * 1_000_000);
        let mut ranges = Vec::new();
        for (name, stats) in [
            ("noble", &self.noble),
            ("mentat", &self.mentat),
            ("beneGesserit", &self.bene_gesserit),
            ("fighter", &self.fighter),
        ] {
            let key = |key: &str| format!("{name}.{key}");
            ranges.extend([
                (key("maxHP"), stats.max_hp, 0, None),
                (key("damage"), stats.damage, 0, None),
                (key("healingHP"), stats.healing_hp, 0, None),
            ]);
        }
        ranges.extend([
            ("numbOfRounds".into(), whole(self.numb_of_rounds), 1, None),
            ("sandWormSpawnDistance".into(), whole(self.sand_worm_spawn_distance), 2, None),
            ("highGroundBonusRatio".into(), self.high_ground_bonus_ratio, 0, None),
            ("lowerGroundMalusRatio".into(), self.lower_ground_malus_ratio, 0, None),
            ("kanlySuccessProbability".into(), self.kanly_success_probability, 0, Some(1)),
            ("crashProbability".into(), self.crash_probability, 0, Some(1)),
            ("cloneProbability".into(), self.clone_probability, 0, Some(1)),
        ]);
        let outside = |(key, value, min, max): (String, Decimal, u32, Option<u32>)| {
            if value >= whole(min) && max.is_none_or(|max| value <= whole(max)) {
                return None;
            }
            let text = match max {
                Some(max) => Text::new("dune-reason-range").arg("max", max),
                None => Text::new("dune-reason-low"),
            };
            Some(fault(key, text.arg("min", min).arg("found", value.to_string())))
        };
        ranges.into_iter().filter_map(outside).collect()
    }
}

/// Reads an integer of the standard, which may be written with a fraction of zero. Numbers above what the
/// program counts with are the largest it does.
fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    struct Whole;
    impl de::Visitor<'_> for Whole {
        type Value = u32;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number from 0")
        }
        fn visit_u64<E: de::Error>(self, number: u64) -> Result<u32, E> {
            Ok(u32::try_from(number).unwrap_or(u32::MAX))
        }
        fn visit_i64<E: de::Error>(self, number: i64) -> Result<u32, E> {
            let wrong = || E::invalid_value(de::Unexpected::Signed(number), &self);
            u64::try_from(number).map_err(|_| wrong()).and_then(|number| self.visit_u64(number))
        }
        fn visit_f64<E: de::Error>(self, number: f64) -> Result<u32, E> {
            if number.fract() != 0.0 || number < 0.0 {
                return Err(E::invalid_value(de::Unexpected::Float(number), &self));
            }
            Ok(number as u32)
        }
    }
    deserializer.deserialize_any(Whole)
}

/// The JSON Schema of match configurations.
pub fn party_schema() -> serde_json::Value {
    schema_for!(MatchConfig).to_value()
}
