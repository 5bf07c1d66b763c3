//! The laws that every game keeps, on shipped scenarios and on many generated ones.

use crate::common::sample;
use dune::{Field, Options};
use parlor_check::Suite;
use parlor_kit::{Luck, Rules};
use serde_json::{Value, json};

/// Short matches: the laws look at states, not at how long a match is.
fn party(rounds: u32) -> Value {
    let mut party = serde_json::to_value(Options::default().party).unwrap();
    party["numbOfRounds"] = rounds.into();
    party["cloneProbability"] = json!(0.6);
    party
}

// CL-1 to CL-18 on every shipped scenario.
parlor_check::laws!(dune::rules(), |suite| {
    let scenarios = dune::rules().bundle().contents["scenario"].clone();
    let options = scenarios.into_values().map(|scenario| json!({ "scenario": scenario, "party": party(2) }));
    suite.games(8).plies(6).options(options)
});

// CL-1 to CL-18 from 4×4 to 25×25: every match of the sample has a scenario of its own.
// There are 60 for every day, and 1,000 with `DUNE_MATCHES=1000`.
#[test]
fn generated_scenarios_keep_the_laws() {
    let rules = dune::rules();
    let matches = sample(60);
    let options = (0..matches).map(|seed| json!({ "scenario": generated(seed), "party": party(1) }));
    let report = Suite::new(&rules).games(matches as u32).plies(3).options(options).run();
    assert!(report.is_ok(), "\n\n{report}");
}

/// A scenario drawn from a seed; the first ones are the smallest and the largest.
fn generated(seed: u64) -> Value {
    let mut luck = Luck::fast(seed);
    let side = |luck: &mut Luck| luck.between(4, 25) as usize;
    let (width, height) = match seed {
        0 => (4, 4),
        1 => (25, 25),
        2 => (4, 25),
        _ => (side(&mut luck), side(&mut luck)),
    };
    let kinds = [
        Field::Dune,
        Field::FlatSand,
        Field::Dune,
        Field::FlatSand,
        Field::Plateau,
        Field::Heliport,
        Field::Mountains,
    ];
    let rock = width * height > 30;
    let mut field = || match luck.choose(&kinds) {
        Some(Field::Mountains) if !rock => Field::Plateau,
        field => *field.unwrap(),
    };
    let mut rows: Vec<Vec<Field>> = (0..height).map(|_| (0..width).map(|_| field()).collect()).collect();
    rows[0][0] = Field::City;
    rows[0][1] = Field::FlatSand;
    rows[height - 1][width - 1] = Field::City;
    rows[height - 1][width - 2] = Field::Plateau;
    json!({ "scenario": rows })
}
