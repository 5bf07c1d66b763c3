//! The options of a table.

use crate::{MatchConfig, ScenarioFile};
use parlor_kit::Terms;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of a table: a scenario and a match configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The map.
    #[schemars(extend("x-content" = "scenario"))]
    pub scenario: ScenarioFile,
    /// The values of the match.
    #[schemars(extend("x-content" = "party"))]
    pub party: MatchConfig,
}

impl Default for Options {
    fn default() -> Options {
        let scenario = include_str!("../../../assets/dune/scenarios/basin.scenario.json");
        let party = include_str!("../../../assets/dune/parties/standard.party.json");
        Options {
            scenario: serde_json::from_str(scenario).expect("the shipped default scenario is a scenario"),
            party: serde_json::from_str(party).expect("the shipped default party is a match configuration"),
        }
    }
}

impl Options {
    /// Applies the match configuration to the terms of the table. A time or a number of 0 is no limit.
    pub(crate) fn terms(&self, terms: &mut Terms) {
        let limit = |value: u32| (value > 0).then_some(value);
        let party = &self.party;
        terms.clock.move_ms = limit(party.action_time_user_client);
        terms.table.min_pause_ms = party.min_pause_time;
        terms.table.max_strikes = limit(party.max_strikes);
        if let Some(ms) = limit(party.action_time_ai_client) {
            // A bot computes every step of a turn anew and shows it; together that must not take longer than
            // the turn may.
            let share = ms / (2 * (most_steps(party) + 1));
            terms.bots.think_ms = terms.bots.think_ms.min(share).max(1);
            terms.bots.show_ms = terms.bots.show_ms.min(share);
        }
    }
}

/// The most steps a turn can have.
fn most_steps(party: &MatchConfig) -> u32 {
    let stats = [&party.noble, &party.mentat, &party.bene_gesserit, &party.fighter];
    stats.iter().map(|stats| stats.mp() + stats.ap()).max().unwrap_or(0).max(1)
}
