//! Plugins that misbehave: each is refused when it is loaded, or ends its own table and nothing else.

#[path = "hostile/mod.rs"]
mod hostile;
#[path = "hostile/tables.rs"]
mod tables;

use hostile::{SECRET_HINTS, SECRET_SETUP, Trick, folder_with, load, scratch};
use parlor_check::{Config, check};
use parlor_kit::{Luck, Rules, Seat};
use parlor_plugins::PluginError;
use parlor_runtime::PhaseName;
use serde_json::json;
use tables::Tables;

// PL-2
#[test]
fn the_honest_game_keeps_all_laws_and_is_played() {
    let plugin = Trick::default().load("honest", true).unwrap();
    let report = check(&*plugin.rules, &Config { games: 10, ..Config::default() });
    assert!(report.is_ok(), "{report}");
    let mut tables = Tables::new();
    tables.install(&plugin.rules);
    let table = tables.open("hostile", 1);
    tables.act(table, 0, json!("nowhere"));
    assert!(tables.refused.is_some(), "what is no action is refused");
    tables.play_on(table, 0);
}

// PL-2, PL-3: with luck and a secret, and everything in the interface for hints.
#[test]
fn the_honest_game_with_a_secret_keeps_all_laws() {
    let scene = r#"{"areas":{"heap":{"kind":"panel","lines":{"n":{"label":["@hostile-count"],"value":0},"s":{"label":["@hostile-count"],"value":0}}}}}"#;
    let letter = (768 + scene.rfind("value\":").unwrap() + 7).to_string();
    // The letter is shown as a digit from 1 to 8 to viewers who know it, as 0 to all others.
    let look = "(i32.store8 (i32.const LETTER) (select
            (i32.sub (i32.load8_u offset=1 (local.get $state)) (i32.const 48))
            (i32.const 48)
            (call $knows (local.get $viewer) (local.get $seat))))"
        .replace("LETTER", &letter);
    let honest = Trick { hints: SECRET_HINTS, setup: SECRET_SETUP, hidden: true, ..Trick::default() };
    let plugin = Trick { look: &look, scene: Some(scene), ..honest }.load("secret", true).unwrap();
    let report = check(&*plugin.rules, &Config { games: 10, ..Config::default() });
    assert!(report.is_ok(), "{report}");
}

/// What the action "no" does, and what people at the table are told.
fn tricks() -> Vec<(&'static str, Trick<'static>, &'static str)> {
    let bad = |bad| Trick { bad, ..Trick::default() };
    let returning = |change: &'static str| {
        let code = format!(
            "(drop (call $step (local.get $count) (local.get $secret) (i32.const 0))) {change} (return (i32.const 2048))"
        );
        Trick { bad: code.leak(), ..Trick::default() }
    };
    vec![
        ("loop", bad("(loop $forever (br $forever))"), "worked for too long"),
        (
            "recursion",
            bad("(return (call $bad (local.get $count) (local.get $secret)))"),
            "called itself too deeply",
        ),
        (
            "memory",
            bad("(loop $more (drop (memory.grow (i32.const 16))) (br $more))"),
            "wanted more memory than 16 MiB",
        ),
        (
            "huge-answer",
            returning(
                "(drop (memory.grow (i32.const 64))) (i32.store (i32.const 2080) (i32.const 0)) (i32.store (i32.const 2084) (i32.const 4000000))",
            ),
            "gave an answer of more than 1 MiB",
        ),
        (
            "huge-state",
            returning("(drop (memory.grow (i32.const 64))) (i32.store (i32.const 2056) (i32.const 4000000))"),
            "gave an answer of more than 1 MiB",
        ),
        ("trap", bad("unreachable"), "broke down"),
        ("division", bad("(drop (i32.div_u (i32.const 1) (i32.const 0)))"), "broke down"),
        (
            "outside-its-memory",
            returning(
                "(i32.store (i32.const 2080) (i32.const -16)) (i32.store (i32.const 2084) (i32.const 400))",
            ),
            "gave no proper answer",
        ),
        (
            "not-text",
            returning(
                "(i32.store8 (i32.const 1104) (i32.const 255)) (i32.store (i32.const 2080) (i32.const 1104)) (i32.store (i32.const 2084) (i32.const 8))",
            ),
            "gave no proper answer",
        ),
        (
            "nonsense",
            returning(
                "(i32.store (i32.const 2080) (i32.const 1104)) (i32.store (i32.const 2084) (i32.const 8))",
            ),
            "events cannot be read",
        ),
        (
            "no-such-seat",
            returning(
                "(i32.store8 (i32.const 2060) (i32.const 0)) (i32.store (i32.const 2064) (i32.const 1120)) (i32.store (i32.const 2068) (i32.const 1))",
            ),
            "it is the turn of seat 7 at a table with 2 seats",
        ),
        (
            "nobodys-turn",
            returning(
                "(i32.store8 (i32.const 2060) (i32.const 0)) (i32.store (i32.const 2068) (i32.const 0))",
            ),
            "it is the turn of nobody",
        ),
        (
            "half-an-outcome",
            returning(
                "(i32.store8 (i32.const 2060) (i32.const 2)) (i32.store (i32.const 2064) (i32.const 1136)) (i32.store (i32.const 2068) (i32.const 38))",
            ),
            "1 places for 2 seats",
        ),
        ("luck", returning("(i32.store (i32.const 2088) (i32.const 99))"), "claims luck"),
        ("never-enough-luck", bad("(return (call $more_luck))"), "wants more luck than there is"),
        (
            "unreadable-refusal",
            bad(
                "(drop (call $refuse)) (i32.store (i32.const 2056) (i32.const 1104)) (i32.store (i32.const 2060) (i32.const 8)) (return (i32.const 2048))",
            ),
            "a refusal cannot be read",
        ),
    ]
}

// PL-4
#[test]
fn a_plugin_that_misbehaves_ends_its_own_table_and_no_other() {
    for (name, trick, reason) in tricks() {
        let plugin = trick.load(name, false).unwrap();
        let mut tables = Tables::new();
        tables.install(&plugin.rules);
        let (one, other) = (tables.open("hostile", 1), tables.open("hostile", 2));
        tables.act(other, 0, json!("go"));
        tables.act(one, 0, json!("no"));
        assert_eq!(tables.phase(one), PhaseName::Aborted, "{name}");
        let [(table, told)] = &tables.faults[..] else { panic!("{name}: {:?}", tables.faults) };
        assert!(*table == one && told.contains(reason), "{name}: {told}");
        tables.play_on(other, 1);
        let later = tables.open("hostile", 3);
        tables.play_on(later, 0);
    }
}

// PL-4: playing by itself has the limits of any other call.
#[test]
fn random_games_that_never_end_are_ended() {
    let begins = "#playouts\") (param i32 i32 i64 i32) (result i32)";
    let hints = SECRET_HINTS.replace(begins, &format!("{begins} (loop $forever (br $forever))"));
    assert_ne!(hints, SECRET_HINTS);
    let trick = Trick { hints: &hints, setup: SECRET_SETUP, hidden: true, ..Trick::default() };
    let rules = trick.load("endless-playouts", false).unwrap().rules;
    let start = rules.setup(&json!({}), 2, &mut Luck::fast(1)).unwrap();
    for _ in 0..2 {
        let fault = rules.playouts(&start, 1, 1).unwrap_err();
        let told = fault.to_string();
        assert!(told.contains("worked for too long") && told.contains("'playouts'"), "{told}");
    }
    assert!(!rules.offers(&start, Seat::new(0)).is_empty(), "other calls are answered as before");
}

// PL-4
#[test]
fn a_plugin_that_misbehaves_is_found_out_by_the_trial() {
    for (name, trick, reason) in tricks() {
        let error = trick.load(&format!("tried-{name}"), true).unwrap_err();
        let PluginError::Trial(told) = &error else { panic!("{name}: {error}") };
        assert!(told.contains(reason) || told.contains("act"), "{name}: {told}");
    }
}

// PL-4: nonsense in what people are shown.
#[test]
fn scenes_and_offers_that_cannot_be_read_open_no_table_or_end_it() {
    let huge = r#"{"areas":{"b":{"kind":"square","width":65535,"height":65535}}}"#;
    let stranger = r#"{"seats":{"200":{"score":1}}}"#;
    let offers = "(return (call $text (i32.const 1104) (i32.const 8)))";
    for (name, trick, reason) in [
        ("huge-board", Trick { scene: Some(huge), ..Trick::default() }, "too large"),
        ("stranger", Trick { scene: Some(stranger), ..Trick::default() }, "seat 200 does not exist"),
        ("scene", Trick { scene: Some("nonsense"), ..Trick::default() }, "a scene cannot be read"),
        ("offers", Trick { offers, ..Trick::default() }, "offers cannot be read"),
    ] {
        let plugin = trick.load(name, false).unwrap();
        let mut tables = Tables::new();
        tables.install(&plugin.rules);
        let table = tables.open("hostile", 1);
        // What cannot even be previewed is not opened; everything else ends when it is first shown.
        let opened = tables.runtime.table(table);
        assert!(opened.is_none_or(|table| table.phase == PhaseName::Aborted), "{name}");
        let told = tables.faults.first().map(|(_, reason)| reason).or(tables.denials.first());
        assert!(told.is_some_and(|told| told.contains(reason)), "{name}: {told:?}");
        assert!(trick.load(name, true).is_err(), "{name} passes the trial");
    }
}

// PL-4, PL-5: lies that only a comparison shows.
#[test]
fn a_plugin_that_changes_its_mind_or_leaks_fails_the_trial() {
    let fickle = "(global.set $calls (i32.add (global.get $calls) (i32.const 1)))
        (local.set $digit (i32.add (i32.const 48) (i32.and (global.get $calls) (i32.const 1))))";
    let error = Trick { look: fickle, ..Trick::default() }.load("fickle", true).unwrap_err();
    assert!(matches!(error, PluginError::Trial(_)), "{error}");

    // All viewers are shown the letter, which must stay hidden.
    let leak = "(local.set $digit (i32.sub (i32.load8_u offset=1 (local.get $state)) (i32.const 48)))";
    let trick =
        Trick { look: leak, hints: SECRET_HINTS, setup: SECRET_SETUP, hidden: true, ..Trick::default() };
    let error = trick.load("leak", true).unwrap_err();
    assert!(matches!(&error, PluginError::Trial(reason) if reason.contains("CL-1")), "{error}");

    // Without anything to redraw the secret with, the manifest's claim that something is hidden is worth nothing.
    let per_viewer = "(local.set $digit (i32.add (i32.const 48) (local.get $viewer)))";
    let error = Trick { look: per_viewer, ..Trick::default() }.load("per-viewer", true).unwrap_err();
    assert!(matches!(error, PluginError::Trial(_)), "{error}");
}

// PL-1
#[test]
fn other_versions_of_the_contract_are_refused_by_name() {
    let later = r#"(component (component $c) (instance $i (instantiate $c))
        (export "parlor:game/rules@0.9.0" (instance $i)))"#;
    let folder = folder_with("later", &wat::parse_str(later).unwrap());
    let error = load(&folder, true).unwrap_err();
    let told = "the plugin speaks version 0.9.0 of the contract, this host runs 0.1.0 and 0.2.0";
    assert_eq!(error.to_string(), told);

    let folder = Trick::default().folder("says-later");
    let says = |version: &str| {
        let toml = format!("schema = 1\ncontract = '{version}'\nkind = 'wasm'\nmodule = 'game.wasm'\n");
        std::fs::write(folder.join("plugin.toml"), toml).unwrap();
        load(&folder, true).unwrap_err()
    };
    assert_eq!(says("0.3.0"), PluginError::Contract("0.3.0".into()));
    let told = "plugin.toml: says contract 0.2.0, but the module speaks 0.1.0";
    assert_eq!(says("0.2.0").to_string(), told);
}

// PL-4
#[test]
fn whoever_wants_files_clocks_or_a_network_is_refused() {
    for wanted in
        ["wasi:filesystem/preopens@0.2.0", "wasi:clocks/wall-clock@0.2.0", "wasi:sockets/network@0.2.0"]
    {
        let text = format!(r#"(component (import "{wanted}" (instance)))"#);
        let folder = folder_with("wants", &wat::parse_str(text).unwrap());
        let error = load(&folder, true).unwrap_err();
        assert_eq!(error, PluginError::Imports(wanted.into()));
    }
}

// PL-6
#[test]
fn what_is_wrong_with_a_folder_is_told() {
    let empty = scratch("empty");
    assert_eq!(load(&empty, false).unwrap_err().to_string(), "plugin.toml: is missing");
    let folder = Trick::default().folder("mistakes");
    for (toml, reason) in [
        ("schema = 1", "plugin.toml: missing field `contract`"),
        (
            "schema = 2\ncontract = '0.1.0'\nkind = 'wasm'\nmodule = 'game.wasm'",
            "plugin.toml: schema 2 is not known; this host reads schema 1",
        ),
        (
            "schema = 1\ncontract = '0.1.0'\nkind = 'wasm'\nmodule = 'other.wasm'",
            "plugin.toml: names other.wasm, which is missing",
        ),
        (
            "schema = 1\ncontract = '0.1.0'\nkind = 'native'\nmodule = 'game.wasm'",
            "native libraries are not allowed here; --allow-native allows them",
        ),
        (
            "schema = 1\ncontract = '0.1.0'\nkind = 'wasm'\nmodule = 'game.wasm'\nsandbox = false",
            "plugin.toml: unknown field `sandbox`, expected one of `schema`, `contract`, `kind`, `module`",
        ),
    ] {
        std::fs::write(folder.join("plugin.toml"), toml).unwrap();
        assert_eq!(load(&folder, false).unwrap_err().to_string(), reason);
    }
    let folder = folder_with("no-component", b"\0asm\x01\0\0\0");
    assert!(load(&folder, false).unwrap_err().to_string().starts_with("the module cannot be used"));
    let folder = Trick { describe: Some("nonsense"), ..Trick::default() }.folder("describes");
    assert!(load(&folder, false).unwrap_err().to_string().contains("what it says about itself"));
}

// PL-4: after all of it, memory is where it was.
#[test]
fn memory_that_misbehaving_plugins_took_comes_back() {
    let greedy = Trick {
        bad: "(drop (memory.grow (i32.const 190))) (memory.fill (i32.const 4096) (i32.const 7) (i32.const 12000000)) unreachable",
        ..Trick::default()
    };
    let plugin = greedy.load("greedy", false).unwrap();
    let mut tables = Tables::new();
    tables.install(&plugin.rules);
    let misbehave = |tables: &mut Tables, number| {
        let table = tables.open("hostile", number);
        tables.act(table, 0, json!("no"));
        assert_eq!(tables.phase(table), PhaseName::Aborted);
    };
    (0..4).for_each(|number| misbehave(&mut tables, number));
    let before = resident();
    (4..60).for_each(|number| misbehave(&mut tables, number));
    let grown = resident().saturating_sub(before);
    assert!(grown < 24 << 20, "{grown} bytes stay behind after 56 times 12 MB");
}

/// How much memory the process has; 0 where the system does not say.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = status.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}
