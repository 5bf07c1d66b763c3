//! Games in Rust as plugins: built from the same source as wasm and as a native library, both play the same game.
//!
//! Building for wasm needs a toolchain for it; without one these tests say so and are left out.

use breakthrough::Breakthrough;
use connect_four::ConnectFour;
use parlor_check::{Config, check, compare_builds};
use parlor_guest::GameFunctions;
use parlor_kit::{Luck, Native, Rules, Seat, StepContext, Turn, Viewer};
use parlor_plugins::{
    BuildOptions, Kind, Limits, MISSING, Machine, Plugin, PluginRules, Policy, Wasm, build,
};
use parlor_runtime::{Plain, Recording, test_lobby::TestLobby};
use serde_json::json;
use std::{
    path::Path,
    sync::{Arc, Mutex},
};

/// One build at a time: they share their results.
static BUILDING: Mutex<()> = Mutex::new(());

/// The plugin of an example, built now.
fn plugin(name: &str, kind: Kind) -> Option<Plugin> {
    if kind == Kind::Wasm && Wasm::find().is_none() {
        println!("left out: {MISSING}");
        return None;
    }
    let krate = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins").join(name);
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{kind}"));
    let _one = BUILDING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let built = build(&BuildOptions { krate: &krate, kind, out: Some(&out), release: false }).unwrap();
    let machine = Machine::new(Limits::default(), None).unwrap();
    let policy = Policy { native: true, trial: true, cache: None };
    Some(Plugin::load(&built.folder, &machine, &policy).unwrap())
}

fn keeps_the_laws_and_agrees<R: Rules>(plugin: &Plugin, compiled_in: &R) {
    let config = Config { games: 20, ..Config::default() };
    let report = check(&*plugin.rules, &config);
    assert!(report.is_ok(), "{report}");
    // CL-9
    let report = compare_builds(compiled_in, &*plugin.rules, &config);
    assert!(report.is_ok(), "{report}");
    assert_eq!(compiled_in.bundle(), plugin.rules.bundle(), "texts and looks are the same");
}

// PL-9
#[test]
fn connect_four_as_wasm_plays_the_same_game() {
    let Some(plugin) = plugin("connect-four", Kind::Wasm) else { return };
    assert_eq!((plugin.game(), plugin.kind, plugin.sha256.len()), ("connect-four", Kind::Wasm, 64));
    keeps_the_laws_and_agrees(&plugin, &connect_four::rules());
    states_are_the_same(&connect_four::rules(), &plugin.rules);
    let start = plugin.rules.setup(&json!({}), 2, &mut Luck::fast(1)).unwrap();
    let worth = plugin.rules.playouts(&start, 1, 2_000).unwrap().unwrap();
    assert!((worth[0] + worth[1]).abs() < 1e-3 && worth[0] > 0.05, "who begins wins more often: {worth:?}");
}

// PL-10
#[test]
fn breakthrough_as_a_native_library_plays_the_same_game() {
    let plugin = plugin("breakthrough", Kind::Native).unwrap();
    assert_eq!((plugin.game(), plugin.kind), ("breakthrough", Kind::Native));
    keeps_the_laws_and_agrees(&plugin, &breakthrough::rules());
    let (rules, start) = (&plugin.rules, plugin.rules.setup(&json!({}), 2, &mut Luck::fast(1)).unwrap());
    assert!(rules.load(b"nonsense").is_err());
    assert_eq!(rules.load(&rules.save(&start)).unwrap(), start);
    let worth = rules.playouts(&start, 1, 200).unwrap().unwrap();
    assert_eq!(worth.len(), 2);
}

// PL-9, PL-10: CL-9 between two plugins.
#[test]
fn both_builds_of_breakthrough_agree_action_by_action() {
    let Some(sandboxed) = plugin("breakthrough", Kind::Wasm) else { return };
    let native = plugin("breakthrough", Kind::Native).unwrap();
    let report =
        compare_builds(&*native.rules, &*sandboxed.rules, &Config { games: 10, ..Config::default() });
    assert!(report.is_ok(), "{report}");
    assert_ne!(native.sha256, sandboxed.sha256);
}

/// A whole game at a table of these rules, as it is recorded.
fn recorded<R: Rules>(rules: &Arc<R>) -> Recording {
    let mut lobby = TestLobby::new(&Plain::shared(rules.clone()));
    lobby.start(lobby.setup(2));
    lobby.play_out();
    lobby.recording()
}

fn verify<R: Rules>(rules: &Arc<R>, recording: &Recording) {
    let lobby = TestLobby::new(&Plain::shared(rules.clone()));
    let game = lobby.runtime.game(&recording.game).unwrap();
    assert_eq!(game.replay(recording, Viewer::Public).err(), None);
}

// PL-9, PL-10: with the number of the round beside every move, which each build must know.
#[test]
fn recordings_of_one_build_are_verified_by_every_other() {
    let compiled_in = Arc::new(connect_four::rules());
    let recording = recorded(&compiled_in);
    assert_eq!(recording.course.last().unwrap().round, Some(recording.course.len().div_ceil(2) as u32));
    for kind in [Kind::Native, Kind::Wasm] {
        let Some(plugin) = plugin("connect-four", kind) else { continue };
        verify(&plugin.rules, &recording);
        let theirs = recorded(&plugin.rules);
        assert!(theirs.course.iter().all(|done| done.round.is_some()), "{kind}");
        verify(&compiled_in, &theirs);
    }
}

// PL-15: what is wrong with content is told by each build in the same words.
#[test]
fn every_build_finds_the_same_faults_in_content() {
    let bad = json!({ "rows": ["22222221", "2222x22", "........", "1"] });
    let compiled_in = breakthrough::rules();
    let faults = compiled_in.check_content("start", &bad);
    assert_eq!(faults.len(), 5);
    for kind in [Kind::Native, Kind::Wasm] {
        let Some(plugin) = plugin("breakthrough", kind) else { continue };
        assert_eq!(plugin.rules.check_content("start", &bad), faults, "{kind}");
        assert_eq!(plugin.rules.check_content("other", &bad), compiled_in.check_content("other", &bad));
        for content in compiled_in.bundle().contents["start"].values() {
            assert_eq!(plugin.rules.check_content("start", content), [], "{kind}");
        }
    }
}

/// The bytes that a guest keeps are the ones that the compiled-in rules save: tables can move between them.
fn states_are_the_same(compiled_in: &Native<ConnectFour>, guest: &Arc<PluginRules>) {
    let mut own = compiled_in.setup(&json!({}), 2, &mut Luck::fast(3)).unwrap();
    let mut other = guest.setup(&json!({}), 2, &mut Luck::fast(3)).unwrap();
    let mut step = StepContext::silent(Luck::fast(4));
    while let Turn::Act(seats) = compiled_in.turn(&own) {
        let seat = seats.first().unwrap();
        let mut actions = Vec::new();
        compiled_in.actions(&own, seat, &mut actions);
        let action = *step.luck.choose(&actions).unwrap();
        compiled_in.act(&mut own, seat, &action, &mut step).unwrap();
        let action = guest.read_action(&compiled_in.write_action(&action)).unwrap();
        guest.act(&mut other, seat, &action, &mut step).unwrap();
        assert_eq!(compiled_in.save(&own), guest.save(&other));
        assert_eq!(compiled_in.estimate(&own, Seat::new(0)), guest.estimate(&other, Seat::new(0)));
        assert_eq!(compiled_in.position(&own), guest.position(&other));
    }
}

// PL-9: what a guest remembers of earlier answers, of this table or of others, changes none.
#[test]
fn answers_are_those_of_a_guest_that_remembers_nothing() {
    let rules = breakthrough::rules();
    let mut step = StepContext::silent(Luck::fast(5));
    let mut games: Vec<_> = (0..3).map(|n| rules.setup(&json!({}), 2, &mut Luck::fast(n)).unwrap()).collect();
    for _ in 0..120 {
        let game = &mut games[step.luck.below(3) as usize];
        let Turn::Act(seats) = rules.turn(game) else { continue };
        let (seat, mut actions) = (seats.first().unwrap(), Vec::new());
        rules.actions(game, seat, &mut actions);
        let action = *step.luck.choose(&actions).unwrap();
        rules.act(game, seat, &action, &mut step).unwrap();
        let state = rules.save(game);
        let ask = || {
            let offers = [0, 1].map(|seat| GameFunctions::<Breakthrough>::offers(&state, seat));
            (GameFunctions::<Breakthrough>::scene(&state, Viewer::Public), offers)
        };
        // Every thread has a memory of its own.
        let fresh = std::thread::scope(|scope| scope.spawn(ask).join().unwrap());
        assert_eq!(ask(), fresh);
    }
}

/// The states of the examples are small: what an idle table costs is little more.
#[test]
fn an_idle_table_of_a_plugin_is_a_few_bytes() {
    let four =
        serde_json::to_vec(&connect_four::rules().setup(&json!({}), 2, &mut Luck::fast(1)).unwrap()).unwrap();
    assert!(four.len() < 80 && size_of::<ConnectFour>() == 24, "{} bytes", four.len());
    assert_eq!(size_of::<Breakthrough>(), 24);
}
