//! Scenario files: the map of a match.

use crate::{Field, fault};
use parlor_kit::{
    Cell, ContentFault, Refusal, Text,
    content::first_fault,
    grid::{Grid, Neighbours::Square8},
};
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
    /// The map, or which key of the file is wrong first and why.
    pub fn check(&self) -> Result<Ground, Refusal> {
        self.read().map_err(first_fault)
    }

    /// The map, or everything that is wrong with it.
    pub fn read(&self) -> Result<Ground, Vec<ContentFault>> {
        let (rows, mut faults) = (&self.scenario, Vec::new());
        let size = |found: usize| {
            let text = Text::new("dune-reason-edge").arg("min", MIN_EDGE).arg("max", MAX_EDGE);
            text.arg("found", found)
        };
        if !(MIN_EDGE..=MAX_EDGE).contains(&rows.len()) {
            faults.push(fault("scenario", size(rows.len())));
        }
        let width = rows.first().map_or(0, Vec::len);
        if !rows.is_empty() && !(MIN_EDGE..=MAX_EDGE).contains(&width) {
            faults.push(fault("scenario[0]", size(width)));
        }
        for (at, row) in rows.iter().enumerate().filter(|(_, row)| row.len() != width) {
            let text = Text::new("dune-reason-uneven").arg("expected", width).arg("found", row.len());
            faults.push(fault(format!("scenario[{at}]"), text));
        }
        let fields =
            || rows.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |f| (y, f)));
        let cities = fields().filter(|(_, (_, field))| **field == Field::City);
        let cities: Vec<Cell> = cities.map(|(y, (x, _))| Cell::new(x as i16, y as i16)).collect();
        if cities.len() != 2 {
            faults.push(fault("scenario", Text::new("dune-reason-cities").arg("found", cities.len())));
        }
        let walkable = fields().filter(|(_, (_, field))| field.is_walkable()).count();
        if walkable < MIN_WALKABLE {
            let text = Text::new("dune-reason-crowded").arg("least", MIN_WALKABLE).arg("found", walkable);
            faults.push(fault("scenario", text));
        }
        let field = |Cell { x, y }: Cell| {
            let row = rows.get(usize::try_from(y).ok()?)?;
            row.get(usize::try_from(x).ok()?)
        };
        for &city in &cities {
            if !Square8.around(city).any(|next| field(next).is_some_and(|field| field.is_walkable())) {
                let key = format!("scenario[{}][{}]", city.y, city.x);
                faults.push(fault(key, Text::new("dune-reason-walled")));
            }
        }
        match (<[Cell; 2]>::try_from(cities), Grid::from_rows(rows.iter().map(|row| row.iter().copied()))) {
            (Ok(cities), Ok(map)) if faults.is_empty() => Ok(Ground { map, cities }),
            _ => Err(faults),
        }
    }
}

/// The JSON Schema of scenario files.
pub fn scenario_schema() -> serde_json::Value {
    schema_for!(ScenarioFile).to_value()
}
