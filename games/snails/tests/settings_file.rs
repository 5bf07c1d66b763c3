//! `settings.gcf`, which never stops a host.

use snails::{Settings, Warning};

fn parse(text: &str) -> (Settings, Vec<Warning>) {
    Settings::parse(Some(text))
}

const COMPLETE: &str = r#"{
    "maxTurnDuration": 12.5, "maxTurnsWithoutCapture": 3, "maxComputationTimePerTurn": 250,
    "minCPUAgentTurnDuration": 0.25, "minMapSize": 4, "maxMapSize": 30, "requireSquareMap": true
}"#;

// SN-12
#[test]
fn a_complete_file_sets_everything_without_a_warning() {
    let (settings, warnings) = parse(COMPLETE);
    assert_eq!(warnings, []);
    let expected = Settings {
        max_turn_ms: 12_500,
        max_turns_without_capture: 3,
        max_computation_ms: 250,
        min_show_ms: 250,
        min_map_size: 4,
        max_map_size: 30,
        require_square_map: true,
    };
    assert_eq!(settings, expected);
}

// SN-12
#[test]
fn the_defaults_are_those_of_the_rules_of_the_house() {
    let Settings {
        max_turn_ms,
        max_turns_without_capture,
        max_computation_ms,
        min_show_ms,
        min_map_size,
        max_map_size,
        require_square_map,
    } = Settings::default();
    assert_eq!((max_turn_ms, max_turns_without_capture), (30_000, 5));
    assert_eq!((max_computation_ms, min_show_ms), (500, 1_000));
    assert_eq!((min_map_size, max_map_size, require_square_map), (5, 20, false));
}

// SN-12
#[cfg(feature = "module")]
#[test]
fn the_shipped_file_and_the_manifest_say_the_defaults() {
    use parlor_kit::Rules;
    let (settings, warnings) = parse(&snails::shipped_settings());
    assert_eq!((&settings, warnings), (&Settings::default(), vec![]));
    let rules = snails::rules();
    let manifest = &rules.bundle().manifest;
    assert_eq!((manifest.clock, &manifest.bots), (settings.clock(), &settings.bots()));
    let (options, host) = (rules.default_options(), settings.host_options());
    for (name, value) in host.as_object().unwrap() {
        assert_eq!(&options[name], value, "{name}");
    }
}

// SN-12
#[test]
fn a_missing_or_broken_file_means_the_defaults_and_a_warning() {
    let (settings, warnings) = Settings::parse(None);
    assert_eq!((settings, warnings), (Settings::default(), vec![Warning::Missing]));
    for text in ["", "{", "3", "null", "[]", "maxTurnDuration = 12", "\u{0}"] {
        let (settings, warnings) = parse(text);
        assert_eq!(settings, Settings::default(), "{text}");
        assert!(matches!(warnings[..], [Warning::Unreadable(_)]), "{text}: {warnings:?}");
    }
}

// SN-12
#[test]
fn a_missing_key_means_its_default_and_a_warning() {
    let (settings, warnings) = parse("{}");
    assert_eq!(settings, Settings::default());
    let names: Vec<_> = warnings
        .iter()
        .map(|warning| match warning {
            Warning::Absent { name, .. } => *name,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        names,
        [
            "maxTurnDuration",
            "maxTurnsWithoutCapture",
            "maxComputationTimePerTurn",
            "minCPUAgentTurnDuration",
            "minMapSize",
            "maxMapSize",
            "requireSquareMap"
        ]
    );
    assert_eq!(warnings[0].to_string(), "maxTurnDuration is not set; it is 30");
}

// SN-12
#[test]
fn an_invalid_value_means_its_default_and_a_warning_and_spoils_nothing_else() {
    let complete: serde_json::Value = serde_json::from_str(COMPLETE).unwrap();
    for name in complete.as_object().unwrap().keys() {
        for broken in ["0", "-1", "-0.5", "\"5\"", "null", "[5]", "{}", "1e99", "-9223372036854775808"] {
            let mut file = complete.clone();
            file[name] = serde_json::from_str(broken).unwrap();
            let (settings, warnings) = parse(&file.to_string());
            file.as_object_mut().unwrap().remove(name);
            let (absent, _) = parse(&file.to_string());
            assert_eq!(settings, absent, "{name} = {broken}");
            assert_eq!(warnings.len(), 1, "{name} = {broken}: {warnings:?}");
            let Warning::Invalid { name: named, .. } = &warnings[0] else { panic!("{:?}", warnings[0]) };
            assert_eq!(named, name);
        }
    }
    for (name, broken) in [
        ("maxTurnsWithoutCapture", "2.5"),
        ("minMapSize", "true"),
        ("requireSquareMap", "1"),
        ("maxMapSize", "51"),
    ] {
        let (_, warnings) = parse(&COMPLETE.replacen(
            &format!("\"{name}\": "),
            &format!("\"{name}\": {broken}, \"was\": "),
            1,
        ));
        let named =
            |warning: &&Warning| matches!(warning, Warning::Invalid { name: named, .. } if *named == name);
        assert_eq!(warnings.iter().filter(named).count(), 1, "{name} = {broken}: {warnings:?}");
    }
}

// SN-12
#[test]
fn whole_numbers_may_be_written_with_a_decimal_point() {
    let (settings, _) = parse(r#"{"maxTurnsWithoutCapture": 8.0, "maxTurnDuration": 45.0}"#);
    assert_eq!((settings.max_turns_without_capture, settings.max_turn_ms), (8, 45_000));
}

// SN-12
#[test]
fn map_sizes_that_contradict_each_other_mean_both_defaults() {
    for text in [r#"{"minMapSize": 12, "maxMapSize": 8}"#, r#"{"minMapSize": 21}"#, r#"{"maxMapSize": 4}"#] {
        let (settings, warnings) = parse(text);
        assert_eq!((settings.min_map_size, settings.max_map_size), (5, 20), "{text}");
        assert!(warnings.iter().any(|warning| matches!(warning, Warning::Crossed { .. })), "{text}");
    }
}

// SN-12
#[test]
fn unknown_keys_are_named_and_ignored() {
    let (settings, warnings) = parse(&COMPLETE.replacen('{', "{\"maxTurnDuratoin\": 3,", 1));
    assert_eq!(settings, parse(COMPLETE).0);
    assert_eq!(warnings, [Warning::Unknown("maxTurnDuratoin".into())]);
}

// SN-12, SN-13
#[test]
fn settings_become_clock_and_bot_policies() {
    let (settings, _) = parse(COMPLETE);
    assert_eq!(settings.clock().move_ms, Some(12_500));
    assert_eq!((settings.bots().think_ms, settings.bots().show_ms), (250, 250));
    assert_eq!(settings.bots().default, "negamax");
}
