//! Match configurations: the values of a match.

use crate::{CharacterClass, fault};
use parlor_kit::{ContentFault, Decimal, Refusal, Text, content::first_fault, grid::CellularAutomaton};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

/// The most rounds before the earthquake.
pub const MAX_ROUNDS: u32 = 1000;
/// The most movement or action points of a class. Together with the rounds they bound the length of a match.
pub const MAX_POINTS: u32 = 25;
/// The most spice a character can carry.
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
    #[schemars(range(min = 1))]
    pub numb_of_rounds: u32,
    /// Milliseconds a person has for a character's turn; 0 is no limit.
    pub action_time_user_client: u32,
    /// Milliseconds a bot has for a character's turn; 0 is no limit.
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
    pub spice_minimum: u32,
    /// How dunes migrate.
    pub cellular_automaton: CellularAutomaton,
    /// How likely a flight through the storm crashes.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub crash_probability: Decimal,
    /// How many fields the sandworm moves in a round.
    pub sand_worm_speed: u32,
    /// How far from its target the sandworm appears at most.
    #[schemars(range(min = 2))]
    pub sand_worm_spawn_distance: u32,
    /// How likely a defeated character returns in a round.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub clone_probability: Decimal,
    /// Milliseconds a pause lasts before players other than the one who paused may end it.
    pub min_pause_time: u32,
    /// Strikes after which a player loses; 0 is no limit.
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
    #[serde(rename = "maxMP")]
    pub max_mp: u32,
    /// Action points of a turn.
    #[serde(rename = "maxAP")]
    pub max_ap: u32,
    /// What an attack takes from a character on ground of the same height.
    #[schemars(extend("minimum" = 0))]
    pub damage: Decimal,
    /// How much spice a character can carry.
    pub inventory_size: u32,
    /// Hit points a character gains by resting, to the nearest whole number.
    #[serde(rename = "healingHP")]
    #[schemars(extend("minimum" = 0))]
    pub healing_hp: Decimal,
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

    /// Every value with which no match can be played.
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
                (key("maxHP"), stats.max_hp, 1, 1_000_000),
                (key("maxMP"), whole(stats.max_mp), 0, MAX_POINTS),
                (key("maxAP"), whole(stats.max_ap), 0, MAX_POINTS),
                (key("damage"), stats.damage, 0, 1_000_000),
                (key("inventorySize"), whole(stats.inventory_size), 0, MAX_INVENTORY),
                (key("healingHP"), stats.healing_hp, 0, 1_000_000),
            ]);
        }
        ranges.extend([
            ("numbOfRounds".into(), whole(self.numb_of_rounds), 1, MAX_ROUNDS),
            ("sandWormSpawnDistance".into(), whole(self.sand_worm_spawn_distance), 2, u32::MAX),
            ("highGroundBonusRatio".into(), self.high_ground_bonus_ratio, 0, 1000),
            ("lowerGroundMalusRatio".into(), self.lower_ground_malus_ratio, 0, 1000),
            ("kanlySuccessProbability".into(), self.kanly_success_probability, 0, 1),
            ("crashProbability".into(), self.crash_probability, 0, 1),
            ("cloneProbability".into(), self.clone_probability, 0, 1),
        ]);
        let outside = |(key, value, min, max): (String, Decimal, u32, u32)| {
            let text = Text::new("dune-reason-range").arg("min", min).arg("max", max);
            let inside = (whole(min)..=whole(max)).contains(&value);
            (!inside).then(|| fault(key, text.arg("found", value.to_string())))
        };
        ranges.into_iter().filter_map(outside).collect()
    }
}

/// The JSON Schema of match configurations.
pub fn party_schema() -> serde_json::Value {
    schema_for!(MatchConfig).to_value()
}
