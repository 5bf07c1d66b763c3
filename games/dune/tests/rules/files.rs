//! Scenario files and match configurations.

use dune::{
    Action, CharacterClass, Dune, House, MAX_EDGE, MIN_WALKABLE, MatchConfig, Options, ScenarioFile,
    party_schema, scenario_schema,
};
use parlor_kit::{Decimal, Game, Luck, Refusal, Rules, StepContext, Terms, Turn, grid::Neighbours::Square8};
use serde_json::{Value, json};

fn rows(text: &[&str]) -> Value {
    let name = |letter| serde_json::to_value(crate::common::field(letter)).unwrap();
    let row = |row: &&str| row.chars().map(name).collect::<Vec<_>>();
    json!({ "scenario": text.iter().map(row).collect::<Vec<_>>() })
}

fn set_up(scenario: Value, party: Value) -> Result<Dune, Refusal> {
    dune::rules().setup(&json!({ "scenario": scenario, "party": party }), 2, &mut Luck::fast(1))
}

fn standard() -> Value {
    serde_json::to_value(Options::default().party).unwrap()
}

const GOOD: [&str; 4] = ["C...", "....", "....", "...C"];

// DU-1
#[test]
fn the_default_values_are_those_of_the_rules() {
    let party = Options::default().party;
    let values = |class| {
        let stats = party.stats(class);
        let whole = [stats.max_hp, stats.damage, stats.healing_hp].map(Decimal::round);
        (whole, stats.max_mp, stats.max_ap, stats.inventory_size)
    };
    assert_eq!(values(CharacterClass::Noble), ([100, 20, 10], 2, 2, 5));
    assert_eq!(values(CharacterClass::Mentat), ([75, 10, 10], 2, 3, 10));
    assert_eq!(values(CharacterClass::BeneGesserit), ([150, 20, 20], 3, 2, 5));
    assert_eq!(values(CharacterClass::Fighter), ([200, 40, 20], 2, 2, 3));
    assert_eq!((party.numb_of_rounds, party.spice_minimum), (30, 18));
    let ratios = [party.high_ground_bonus_ratio, party.lower_ground_malus_ratio];
    assert_eq!(ratios.map(Decimal::as_millionths), [1_333_333, 666_667]);
}

// DU-1, DU-2
#[test]
fn shipped_files_fit_their_schemas_and_can_be_played() {
    let rules = dune::rules();
    let contents = &rules.bundle().contents;
    for (kind, schema) in [("scenario", scenario_schema()), ("party", party_schema())] {
        let validator = jsonschema::validator_for(&schema).unwrap();
        assert!(contents[kind].len() >= 3);
        for (name, file) in &contents[kind] {
            assert!(validator.is_valid(file), "{kind} {name}");
        }
    }
    let mut shapes = Vec::new();
    for (name, scenario) in &contents["scenario"] {
        for party in contents["party"].values() {
            let game = set_up(scenario.clone(), party.clone()).unwrap();
            shapes.push((game.map().width(), game.map().height()));
        }
        // Fair: turned by half, the map is the same.
        let fields = scenario["scenario"].as_array().unwrap();
        let turned: Vec<Vec<Value>> =
            fields.iter().rev().map(|row| row.as_array().unwrap().iter().rev().cloned().collect()).collect();
        assert_eq!(serde_json::to_value(turned).unwrap(), scenario["scenario"], "{name}");
    }
    shapes.dedup();
    assert!(shapes.len() >= 3, "maps of different size: {shapes:?}");
    assert!(shapes.iter().any(|(width, height)| width != height), "one is not square: {shapes:?}");
}

// DU-1
#[test]
#[allow(clippy::disallowed_methods, reason = "whether the file in the book lags behind is what is tested")]
fn the_published_schemas_are_those_the_program_reads_by() {
    for (name, schema) in [("scenario", scenario_schema()), ("party", party_schema())] {
        let path = format!("{}/../../docs/dune-{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
        let now = format!("{schema:#}\n");
        if std::env::var_os("PARLOR_BLESS").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(kept, now, "write it anew with PARLOR_BLESS=1 cargo test -p dune published");
    }
}

// DU-1: what the page about files shows can be played.
#[test]
fn the_examples_in_the_documentation_are_files() {
    let page = include_str!("../../../../docs/dune-files.md");
    let example = |at: usize| -> Value {
        let text = page.split("```json\n").nth(at).unwrap().split("```").next().unwrap();
        serde_json::from_str(text).unwrap()
    };
    set_up(example(1), standard()).unwrap();
    set_up(rows(&GOOD), example(2)).unwrap();
}

// DU-2
#[test]
fn every_part_of_a_shipped_map_can_be_reached() {
    for (name, scenario) in &dune::rules().bundle().contents["scenario"] {
        let file: ScenarioFile = serde_json::from_value(scenario.clone()).unwrap();
        let ground = file.check().unwrap();
        let walkable = |cell| ground.map[cell].is_walkable();
        assert_eq!(ground.map.regions(Square8, walkable).len(), 1, "{name}");
    }
}

// DU-1, DU-2: what is wrong is named by its key and a reason.
#[test]
fn faulty_scenarios_are_refused_with_key_and_reason() {
    let refuse = |text: &[&str]| set_up(rows(text), standard()).unwrap_err().to_string();
    assert_eq!(refuse(&["C..", "...", "..C"]), "dune-bad-file key=scenario reason=dune-reason-edge");
    assert_eq!(
        refuse(&["C..", "...", "...", "..C"]),
        "dune-bad-file key=scenario[0] reason=dune-reason-edge"
    );
    assert_eq!(
        refuse(&["C...", "....", "...", "...C"]),
        "dune-bad-file key=scenario[2] reason=dune-reason-uneven"
    );
    assert_eq!(
        refuse(&["....", "....", "....", "...C"]),
        "dune-bad-file key=scenario reason=dune-reason-cities"
    );
    assert_eq!(
        refuse(&["C.C.", "....", "....", "...C"]),
        "dune-bad-file key=scenario reason=dune-reason-cities"
    );
    assert_eq!(
        refuse(&["CMM.", "M...", "....", "...C"]),
        "dune-bad-file key=scenario reason=dune-reason-crowded"
    );
    let walled = ["CM...", "MM...", ".....", "....C"];
    assert_eq!(refuse(&walled), "dune-bad-file key=scenario[0][0] reason=dune-reason-walled");
    let wide = vec!["."; MAX_EDGE + 1].concat();
    assert!(refuse(&[wide.as_str(); 4]).contains("dune-reason-edge"));
    assert!(set_up(rows(&GOOD), standard()).is_ok(), "{MIN_WALKABLE} fields and two cities suffice");

    for (file, place, reason) in [
        (json!({ "scenario": [["LAKE"]] }), "scenario.scenario[0][0]", "unknown variant"),
        (json!({ "scenario": 3 }), "scenario.scenario", "invalid type"),
        (json!({}), "scenario", "missing field `scenario`"),
        (json!({ "scenario": [], "name": "x" }), "scenario", "unknown field `name`"),
    ] {
        let refusal = set_up(file, standard()).unwrap_err().to_string();
        assert!(refusal.contains(&format!("place={place}")) && refusal.contains(reason), "{refusal}");
    }
}

/// The refusal names the place in the configuration and this reason.
fn refused_at(pointer: &str, refusal: &str, reason: &str) {
    let place = format!("party{}", pointer.replace('/', "."));
    assert!(refusal.contains(&format!("place={place} ")) && refusal.contains(reason), "{pointer}: {refusal}");
}

// DU-1
#[test]
fn faulty_match_configurations_are_refused_with_key_and_reason() {
    let with = |pointer: &str, value: Value| {
        let mut party = standard();
        *party.pointer_mut(pointer).unwrap() = value;
        set_up(rows(&GOOD), party).map(drop).map_err(|refusal| refusal.to_string())
    };
    for (pointer, value, reason) in [
        ("/noble/maxHP", json!(-1), "low"),
        ("/fighter/damage", json!(-1), "low"),
        ("/mentat/healingHP", json!(-0.5), "low"),
        ("/numbOfRounds", json!(0), "low"),
        ("/sandWormSpawnDistance", json!(1), "low"),
        ("/highGroundBonusRatio", json!(-1), "low"),
        ("/cloneProbability", json!(1.01), "range"),
        ("/crashProbability", json!(-0.5), "range"),
        ("/kanlySuccessProbability", json!(2), "range"),
    ] {
        let refusal = with(pointer, value).unwrap_err();
        let key = pointer[1..].replace('/', ".");
        assert_eq!(refusal, format!("dune-bad-file key={key} reason=dune-reason-{reason}"));
    }
    for (pointer, value, reason) in [
        ("/noble/maxMP", json!(2.5), "expected a whole number"),
        ("/spiceMinimum", json!(-1), "invalid value"),
        ("/cellularAutomaton", json!("B9/S2"), "is not an automaton"),
        ("/cellularAutomaton", json!("3/23"), "is not an automaton"),
        ("/cellularAutomaton", json!("B3S23"), "is not an automaton"),
        ("/cellularAutomaton", json!(""), "is not an automaton"),
        ("/noble/damage", json!("20"), "expected a number"),
        ("/noble", json!(1), "expected an object with the values of a class"),
    ] {
        refused_at(pointer, &with(pointer, value).unwrap_err(), reason);
    }
    assert_eq!(
        with("/noble/maxHP", json!(99.5)),
        Ok(()),
        "decimal numbers are allowed where the schema has them"
    );
}

// DU-1, DU-33: the standard has no upper limits, and an integer may be written with a fraction of zero.
#[test]
fn every_value_of_the_standard_is_played() {
    let mut party = standard();
    for place in places(&standard()) {
        let value = party.pointer_mut(&place).unwrap();
        if value.is_u64() {
            *value = json!(value.as_f64().unwrap());
            assert!(value.is_f64());
        }
    }
    assert_eq!(faults("party", &party), [""; 0]);
    assert_eq!(serde_json::from_value::<MatchConfig>(party).unwrap(), Options::default().party);

    let mut party = standard();
    for class in ["noble", "mentat", "beneGesserit", "fighter"] {
        for key in ["maxMP", "maxAP", "inventorySize", "maxHP", "damage", "healingHP"] {
            party[class][key] = json!(1_000_000_000);
        }
    }
    for key in ["numbOfRounds", "actionTimeUserClient", "spiceMinimum", "sandWormSpeed", "maxStrikes"] {
        party[key] = json!(10_000_000_000_u64);
    }
    party["sandWormSpawnDistance"] = json!(4_000_000_000_u32);
    party["highGroundBonusRatio"] = json!(1_000_000_000);
    assert_eq!(faults("party", &party), [""; 0]);
    let mut game = set_up(rows(&GOOD), party).unwrap();
    let mut luck = Luck::fast(3);
    for _ in 0..1_000 {
        let mut step = StepContext::silent(luck.split());
        match game.turn() {
            Turn::Table => game.proceed(&mut step),
            Turn::Act(seats) => {
                let (seat, mut actions) = (seats.first().unwrap(), Vec::new());
                game.actions(seat, &mut actions);
                let steps = |action: &Action| matches!(action, Action::Move { .. } | Action::House(_));
                let action = actions.iter().copied().find(steps).unwrap_or(Action::End);
                game.act(seat, &action, &mut step).unwrap();
            }
            Turn::Over(_) => break,
        }
    }
    assert_eq!(game.round(), 1, "turns are long");
}

/// Every value of a configuration by its place, those of the classes too.
fn places(value: &Value) -> Vec<String> {
    let object = value.as_object().into_iter().flatten();
    let each = object.flat_map(|(key, value)| {
        let below = places(value).into_iter().map(move |place| format!("/{key}{place}"));
        std::iter::once(format!("/{key}")).chain(below)
    });
    each.collect()
}

// DU-1: every key is needed and has its type, and further keys do no harm, as the schema says.
#[test]
fn missing_keys_and_wrong_types_are_named_and_further_keys_allowed() {
    let validator = jsonschema::validator_for(&party_schema()).unwrap();
    let whole = standard();
    let all = places(&whole);
    assert_eq!(all.len(), 18 + 4 * 6);
    for place in &all {
        let (above, key) = place.rsplit_once('/').unwrap();
        let mut party = whole.clone();
        party.pointer_mut(above).unwrap().as_object_mut().unwrap().remove(key);
        assert!(!validator.is_valid(&party), "{place}");
        let refusal = set_up(rows(&GOOD), party).unwrap_err().to_string();
        refused_at(above, &refusal, &format!("missing field `{key}`"));

        let mut party = whole.clone();
        *party.pointer_mut(place).unwrap() = json!(true);
        assert!(!validator.is_valid(&party), "{place}");
        let refusal = set_up(rows(&GOOD), party).unwrap_err().to_string();
        refused_at(place, &refusal, "expected");
    }
    let mut party = whole;
    party["comment"] = "for the club".into();
    assert!(validator.is_valid(&party));
    assert!(set_up(rows(&GOOD), party).is_ok());
}

// DU-4
#[test]
fn six_houses_have_six_characters_each() {
    let mut names = std::collections::BTreeSet::<&str>::new();
    let mut colours = std::collections::BTreeSet::<&str>::new();
    for house in House::ALL {
        colours.insert(house.colour());
        assert!(house.characters().iter().any(|(_, class)| *class == CharacterClass::Noble));
        names.extend(house.characters().iter().map(|(name, _)| *name));
    }
    assert_eq!((names.len(), colours.len()), (36, 6));
    let classes = |house: House, class| house.characters().iter().filter(|(_, own)| *own == class).count();
    assert_eq!(classes(House::Harkonnen, CharacterClass::Fighter), 4);
    assert_eq!(classes(House::Corrino, CharacterClass::BeneGesserit), 3);
    assert_eq!(classes(House::Vernius, CharacterClass::Noble), 3);
    assert_eq!(classes(House::Ordos, CharacterClass::Mentat), 3);
}

// DU-25, DU-27, DU-29
#[test]
fn the_match_configuration_sets_times_pauses_and_strikes() {
    let mut options = Options::default();
    options.party = MatchConfig {
        action_time_user_client: 12_000,
        action_time_ai_client: 1_200,
        min_pause_time: 7_000,
        max_strikes: 4,
        ..options.party
    };
    let mut terms = Terms::default();
    Dune::terms(&options, &mut terms);
    assert_eq!(terms.clock.move_ms, Some(12_000));
    assert_eq!((terms.table.min_pause_ms, terms.table.max_strikes), (7_000, Some(4)));
    // Five steps and the end at most: together they keep within the time of a bot.
    assert_eq!((terms.bots.think_ms, terms.bots.show_ms), (100, 100));
    assert!((terms.bots.think_ms + terms.bots.show_ms) * 6 <= 1_200);
    options.party.action_time_user_client = 0;
    options.party.max_strikes = 0;
    Dune::terms(&options, &mut terms);
    assert_eq!((terms.clock.move_ms, terms.table.max_strikes), (None, None));
}

fn faults(kind: &str, content: &Value) -> Vec<String> {
    let found = Dune::check_content(kind, content);
    let reason =
        |fault: &parlor_kit::ContentFault| match fault.text.args.iter().find(|(name, _)| name == "reason") {
            Some((_, parlor_kit::Arg::Text(reason))) => reason.key.to_string(),
            _ => fault.text.key.to_string(),
        };
    found.iter().map(|fault| format!("{} {}", fault.at, reason(fault))).collect()
}

// DU-1, DU-2, PL-15: all at once, each with its place; set-up names the first of them.
#[test]
fn every_fault_of_a_file_is_found_at_its_place() {
    let bad = rows(&["CM.", "MM.....", "..C"]);
    assert_eq!(
        faults("scenario", &bad),
        [
            "/scenario dune-reason-edge",
            "/scenario/0 dune-reason-edge",
            "/scenario/1 dune-reason-uneven",
            "/scenario dune-reason-crowded",
            "/scenario/0/0 dune-reason-walled",
            "/scenario/2 content-too-few",
        ]
    );
    let mut strange = rows(&GOOD);
    strange["scenario"][0][1] = json!("LAVA");
    strange["scenario"][2] = json!(7);
    strange["name"] = json!("mine");
    assert_eq!(
        faults("scenario", &strange),
        ["/name content-field-unknown", "/scenario/0/1 content-choice", "/scenario/2 content-form"]
    );
    let mut party = standard();
    party["noble"]["maxHP"] = json!(-1);
    party["crashProbability"] = json!(1.5);
    party["sandWormSpawnDistance"] = json!(1);
    assert_eq!(
        faults("party", &party),
        [
            "/noble/maxHP dune-reason-low",
            "/sandWormSpawnDistance dune-reason-low",
            "/crashProbability dune-reason-range",
        ]
    );
    let refusal = set_up(rows(&GOOD), party).unwrap_err().to_string();
    assert_eq!(refusal, "dune-bad-file key=noble.maxHP reason=dune-reason-low");
    let mut party = standard();
    party["noble"]["maxMP"] = json!("many");
    party.as_object_mut().unwrap().remove("cellularAutomaton");
    assert_eq!(faults("party", &party), [" content-field-missing", "/noble/maxMP content-form"]);
    for (kind, shipped) in &dune::rules().bundle().contents {
        for (name, content) in shipped {
            assert_eq!(faults(kind, content), [""; 0], "{name}");
        }
    }
    assert_eq!(faults("map", &json!({})), [" content-kind-unknown"]);
}
