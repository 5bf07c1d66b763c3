//! Scenario files: the map of a match.

use crate::{Field, fault};
use parlor_kit::{Cell, Refusal, Text, grid::Grid, grid::Neighbours::Square8};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

/// The shortest side of a map.
pub const MIN_EDGE: usize = 4;
/// The longest side of a map. Atomics are offered for every field, so there is a limit to what a page can carry.
pub const MAX_EDGE: usize = 64;
/// Both houses come with six characters, and each needs a field to stand on.
pub const MIN_WALKABLE: usize = 12;

/// A scenario as its file has it, before it is checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with a scenario")]
pub struct ScenarioFile {
    /// The rows of the map from the top, each with its fields from the left.
    #[schemars(length(min = 4), inner(length(min = 4)))]
    pub scenario: Vec<Vec<Field>>,
}

/// A map that can be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The fields.
    pub map: Grid<Field>,
    /// The two cities, row by row.
    pub cities: [Cell; 2],
}

impl ScenarioFile {
    /// The map, or which key of the file is wrong and why.
    pub fn check(&self) -> Result<Ground, Refusal> {
        let rows = &self.scenario;
        let size = |found: usize| {
            let text = Text::new("dune-reason-edge").arg("min", MIN_EDGE).arg("max", MAX_EDGE);
            text.arg("found", found)
        };
        if !(MIN_EDGE..=MAX_EDGE).contains(&rows.len()) {
            return Err(fault("scenario", size(rows.len())));
        }
        let width = rows[0].len();
        if !(MIN_EDGE..=MAX_EDGE).contains(&width) {
            return Err(fault("scenario[0]", size(width)));
        }
        if let Some(at) = rows.iter().position(|row| row.len() != width) {
            let text = Text::new("dune-reason-uneven").arg("expected", width).arg("found", rows[at].len());
            return Err(fault(format!("scenario[{at}]"), text));
        }
        let map = Grid::from_rows(rows.iter().map(|row| row.iter().copied()))?;
        let cities: Vec<Cell> =
            map.iter().filter(|(_, field)| **field == Field::City).map(|(at, _)| at).collect();
        let Ok(cities) = <[Cell; 2]>::try_from(cities.as_slice()) else {
            return Err(fault("scenario", Text::new("dune-reason-cities").arg("found", cities.len())));
        };
        let walkable = map.values().iter().filter(|field| field.is_walkable()).count();
        if walkable < MIN_WALKABLE {
            let text = Text::new("dune-reason-crowded").arg("least", MIN_WALKABLE).arg("found", walkable);
            return Err(fault("scenario", text));
        }
        for Cell { x, y } in cities {
            if !map.around(Square8, Cell::new(x, y)).any(|next| map[next].is_walkable()) {
                return Err(fault(format!("scenario[{y}][{x}]"), Text::new("dune-reason-walled")));
            }
        }
        Ok(Ground { map, cities })
    }
}

/// The JSON Schema of scenario files.
pub fn scenario_schema() -> serde_json::Value {
    schema_for!(ScenarioFile).to_value()
}
