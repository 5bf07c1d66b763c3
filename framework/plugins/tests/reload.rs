//! A folder of plugins that changes while the host runs.

#[path = "hostile/mod.rs"]
mod hostile;
#[path = "hostile/tables.rs"]
mod tables;

use hostile::{Trick, scratch};
use parlor_plugins::{Change, Limits, PluginError, Policy, Watch};
use parlor_runtime::PhaseName;
use serde_json::json;
use std::fs;
use tables::{Tables, version};

fn ready(changes: &[Change]) -> &std::sync::Arc<parlor_plugins::Plugin> {
    let [Change::Ready(plugin)] = changes else { panic!("{changes:?}") };
    plugin
}

/// Looks until the files have been still for a look.
fn settle(watch: &mut Watch) -> Vec<Change> {
    let mut changes = watch.look();
    changes.extend(watch.look());
    changes
}

// PL-7
#[test]
fn a_table_keeps_its_version_while_new_tables_get_the_next() {
    let folder = scratch("hot");
    let mut watch = Watch::new(folder.clone(), Policy::default(), Limits::default(), []);
    assert!(watch.look().is_empty());
    Trick::default().fill(&folder.join("game"), "1");
    let changes = settle(&mut watch);
    let first = ready(&changes).rules.clone();
    let mut tables = Tables::new();
    tables.install(&first);
    let old = tables.open("hostile", 1);
    tables.act(old, 0, json!("go"));

    // The next version breaks down on "no"; the first does not.
    Trick { bad: "unreachable", ..Trick::default() }.fill(&folder.join("game"), "2");
    let changes = settle(&mut watch);
    let second = ready(&changes).rules.clone();
    assert_eq!((version(&*first), version(&*second)), ("1", "2"));
    tables.install(&second);
    let new = tables.open("hostile", 2);
    tables.act(new, 0, json!("no"));
    assert_eq!(tables.phase(new), PhaseName::Aborted, "the new table has the new version");
    tables.act(old, 1, json!("no"));
    assert_eq!(tables.phase(old), PhaseName::Running, "the old one has the old version");
    tables.play_on(old, 2);
}

// PL-7
#[test]
fn what_is_broken_is_told_and_the_version_before_stays() {
    let folder = scratch("broken");
    let mut watch =
        Watch::new(folder.clone(), Policy { trial: true, ..Policy::default() }, Limits::default(), []);
    Trick::default().fill(&folder.join("game"), "1");
    let sha256 = ready(&watch.look()).sha256.clone();
    assert!(watch.look().is_empty(), "nothing changed");
    fs::write(folder.join("game/game.wasm"), "half a module").unwrap();
    let changes = settle(&mut watch);
    let [Change::Refused { folder: name, error: PluginError::Module(_) }] = &changes[..] else {
        panic!("{changes:?}")
    };
    assert_eq!(name, "game");
    let listed = &watch.list()[0];
    assert_eq!(listed.ready.as_ref().unwrap().sha256(), sha256, "the version before can still be played");
    assert!(listed.problem.is_some());
    Trick::default().fill(&folder.join("game"), "3");
    assert_eq!(version(&*ready(&settle(&mut watch)).rules), "3");
    assert!(watch.list()[0].problem.is_none());
    fs::remove_dir_all(folder.join("game")).unwrap();
    let changes = watch.look();
    assert!(matches!(&changes[..], [Change::Gone { game }] if game == "hostile"), "{changes:?}");
    assert!(watch.list().is_empty());
}

// PL-6
#[test]
fn no_plugin_takes_the_name_of_another_game() {
    let folder = scratch("taken");
    Trick::default().fill(&folder.join("one"), "1");
    Trick::default().fill(&folder.join("two"), "1");
    let mut watch = Watch::new(folder.clone(), Policy::default(), Limits::default(), []);
    let changes = watch.look();
    assert!(matches!(&changes[..], [Change::Ready(_), Change::Refused { error: PluginError::Taken(_), .. }]));
    let mut watch = Watch::new(folder, Policy::default(), Limits::default(), ["hostile".to_string()]);
    let changes = watch.look();
    assert!(
        changes.iter().all(|change| matches!(change, Change::Refused { error: PluginError::Taken(_), .. }))
    );
}

// PL-8
#[test]
fn compiled_code_and_passed_trials_are_kept() {
    let (folder, cache) = (scratch("kept"), scratch("kept-cache"));
    Trick::default().fill(&folder.join("game"), "1");
    let policy = Policy { trial: true, cache: Some(cache.clone()), ..Policy::default() };
    let look = || {
        let mut watch = Watch::new(folder.clone(), policy.clone(), Limits::default(), []);
        ready(&watch.look()).sha256.clone()
    };
    let sha256 = look();
    let kept = |end: &str| {
        let files = fs::read_dir(&cache).unwrap().flatten().map(|entry| entry.path());
        files.filter(|path| path.to_string_lossy().ends_with(end)).collect::<Vec<_>>()
    };
    assert_eq!((kept(".cwasm").len(), kept(".passed").len(), kept(".part").len()), (1, 1, 0));
    assert_eq!(look(), sha256);
    // What cannot be used any more is made again.
    fs::write(&kept(".cwasm")[0], "not code").unwrap();
    assert_eq!(look(), sha256);
    assert_eq!(kept(".cwasm").len(), 1);
}
