//! What the crate of a game writes: one line, which also starts itself again as another process.

mod common;

use common::{
    buggy_card_game::{self, Tricks},
    dice_race_game::{Bug, Race},
};
use parlor_check::Suite;
use std::{process::Command, time::Duration};

parlor_check::laws!(Race::new(Bug::None));

mod inside_a_module {
    use super::*;

    parlor_check::laws!(Race::new(Bug::None), |suite| suite.games(6).seed(100));
}

#[test]
#[should_panic(expected = "CL-10 twin worlds: nothing is hidden, but a viewer sees another scene")]
fn a_broken_law_fails_the_test_with_the_report() {
    parlor_check::assert_laws(&Race::new(Bug::HiddenFromPublic), "one_line::no_such_test", |suite| {
        suite.games(4)
    });
}

#[test] // CL-6
fn another_process_was_really_asked() {
    let rules = Race::new(Bug::None);
    let asked = std::cell::Cell::new(0);
    parlor_check::assert_laws(&rules, "one_line::keeps_the_laws", |suite| {
        let count = |done: u32, _: u32| asked.set(done);
        suite.games(3).progress(count)
    });
    assert_eq!(asked.get(), 3);
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program)
        .args(["inside_a_module::keeps_the_laws", "--exact", "--nocapture"])
        .env("PARLOR_CHECK_DIGESTS", "2")
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(output.contains("\nparlor-digest 100 ") && output.contains("\nparlor-digest 101 "), "{output}");
}

/// Only does something as a child of the test below, because it does not come back.
#[test]
fn loops_for_ever() {
    if std::env::var("LOOP_FOR_EVER").is_ok() {
        let rules = Tricks::new(buggy_card_game::Bug::Loops);
        Suite::new(&rules).seed(5).call_timeout(Duration::from_millis(400)).run();
    }
}

#[test] // CL-1
fn rules_that_loop_are_named_before_the_process_ends() {
    let program = std::env::current_exe().unwrap();
    let child = Command::new(program).args(["loops_for_ever", "--exact"]).env("LOOP_FOR_EVER", "1").output();
    let child = child.unwrap();
    let message = String::from_utf8(child.stderr).unwrap();
    assert_eq!(child.status.code(), Some(101), "{message}");
    assert!(message.contains("CL-1 offered is accepted: `act` has not come back"), "{message}");
    assert!(message.contains("parlor check tricks --law CL-1 --seed 5 --games 1"), "{message}");
}
