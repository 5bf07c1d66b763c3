//! What the crate of a game writes: one line, which also starts itself again as another process.

mod common;

use common::race::{Bug, Race};

parlor_check::laws!(Race::new(Bug::None));

mod inside_a_module {
    use super::*;

    parlor_check::laws!(Race::new(Bug::None), |suite| suite.games(6).seed(100));
}

#[test]
#[should_panic(expected = "CL-10 twin worlds: nothing is hidden, but a viewer sees another scene")]
fn a_broken_law_fails_the_test_with_the_report() {
    parlor_check::hold(&Race::new(Bug::HiddenFromPublic), "one_line::no_such_test", |suite| suite.games(4));
}

#[test] // CL-6
fn another_process_was_really_asked() {
    let rules = Race::new(Bug::None);
    let asked = std::cell::Cell::new(0);
    parlor_check::hold(&rules, "one_line::keeps_the_laws", |suite| {
        let count = |done: u32, _: u32| asked.set(done);
        suite.games(3).progress(count)
    });
    assert_eq!(asked.get(), 3);
    let program = std::env::current_exe().unwrap();
    let output = std::process::Command::new(program)
        .args(["inside_a_module::keeps_the_laws", "--exact", "--nocapture"])
        .env("PARLOR_CHECK_DIGESTS", "2")
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(output.contains("\nparlor-digest 100 ") && output.contains("\nparlor-digest 101 "), "{output}");
}
