//! A game where nothing is hidden, what it declares about itself, and builds that agree or not.

mod common;

use common::{
    assert_breaks_only,
    buggy_card_game::{self, Tricks},
    dice_race_game::{Bug, LENGTH, Move, Race, State},
};
use parlor_check::{Config, Law, Report, Status, Suite, compare_builds, digests};
use parlor_kit::Seat;
use serde_json::json;

fn judge(bug: Bug) -> Report {
    Suite::new(&Race::new(bug)).games(12).run()
}

/// Every legal action, found in the plainest way.
fn legal(state: &State, seat: Seat) -> Vec<Move> {
    let running = state.at.iter().all(|&at| at < LENGTH - 1);
    if running && state.next == seat { vec![Move::Roll, Move::Creep] } else { Vec::new() }
}

#[test]
fn a_clean_open_game_keeps_every_law() {
    let report = judge(Bug::None);
    assert!(report.is_ok(), "{report}");
    for law in [Law::ResampleRedraws, Law::SecrecyAfterRestore, Law::SecrecyInPlay, Law::HiddenNames] {
        assert_eq!(report.verdict(law).unwrap().status, Status::NotApplicable);
    }
    assert_eq!(report.coverage.cells["board"], (12, 12));
}

#[test] // CL-8
fn luck_that_is_kept_for_later_is_found() {
    assert_breaks_only(&judge(Bug::KeepsSeed), Law::Luck, &Bug::KeepsSeed);
}

#[test] // CL-10
fn where_nothing_is_hidden_everybody_gets_the_same() {
    for bug in [Bug::HiddenFromPublic, Bug::PrivateEvent, Bug::Resamples] {
        assert_breaks_only(&judge(bug), Law::Secrecy, &bug);
    }
}

#[test]
fn lines_of_play_are_compared_with_the_declared_numbers() {
    let rules = Race::new(Bug::None);
    let report = Suite::new(&rules).games(1).perft(json!({}), 2, &[(1, 2), (2, 4), (3, 8)]).run();
    assert!(report.is_ok(), "{report}");
    assert_eq!(report.verdict(Law::Perft).unwrap().checks, 3);
    let wrong = Suite::new(&rules).games(1).perft(json!({}), 2, &[(2, 5)]).run();
    assert_breaks_only(&wrong, Law::Perft, &"a wrong number");
}

#[test]
fn offers_are_compared_with_the_reference() {
    let report = Suite::new(&Race::new(Bug::None)).games(8).reference(legal).run();
    assert!(report.is_ok(), "{report}");
    let report = Suite::new(&Race::new(Bug::Lopsided)).games(8).reference(legal).run();
    assert_breaks_only(&report, Law::Reference, &Bug::Lopsided);
}

#[test]
fn mirrored_states_offer_mirrored_actions_and_lead_to_mirrored_states() {
    for (bug, ok) in [(Bug::None, true), (Bug::Lopsided, false), (Bug::LopsidedStep, false)] {
        let rules = Race::new(bug);
        let turn = |_: &State, seat: Seat, action: &Move| (seat.other(), action.clone());
        let report = Suite::new(&rules).games(8).symmetry("turn round", Race::mirror, turn).run();
        match ok {
            true => assert!(report.is_ok(), "{report}"),
            false => assert_breaks_only(&report, Law::Symmetry, &bug),
        }
    }
}

#[test] // CL-9
fn builds_agree_action_by_action_or_the_first_difference_is_named() {
    let config = Config { games: 8, ..Config::default() };
    let clean = Tricks::new(buggy_card_game::Bug::None);
    let report = compare_builds(&clean, &clean.clone(), &config);
    assert!(report.is_ok() && report.verdict(Law::Builds).unwrap().checks > 100, "{report}");
    for bug in [
        buggy_card_game::Bug::RefusesOffer,
        buggy_card_game::Bug::OffersOutOfTurn,
        buggy_card_game::Bug::LeakyScene,
        buggy_card_game::Bug::LeakyEvent,
        buggy_card_game::Bug::LeakyRefusal,
        buggy_card_game::Bug::GestureTwice,
        buggy_card_game::Bug::ForgetsKnowledge,
        buggy_card_game::Bug::IgnoresLuck,
        buggy_card_game::Bug::FallbackIllegal,
        buggy_card_game::Bug::SetupRefuses,
        buggy_card_game::Bug::PanicsOnStranger,
        buggy_card_game::Bug::WrongPlaces,
        buggy_card_game::Bug::LosesRounds,
    ] {
        assert_breaks_only(&compare_builds(&clean, &Tricks::new(bug), &config), Law::Builds, &bug);
    }
    let mut whole = Suite::new(&clean).games(2).run();
    whole.absorb(compare_builds(&clean, &Tricks::new(buggy_card_game::Bug::LeakyScene), &config));
    assert_breaks_only(&whole, Law::Builds, &"a report that absorbed a disagreement");
}

#[test] // CL-6
fn another_process_must_give_the_same_fingerprints() {
    let rules = Race::new(Bug::None);
    let honest =
        Suite::new(&rules).games(8).other_process(|config| Ok(digests(&Race::new(Bug::None), config)));
    let report = honest.run();
    assert!(report.is_ok() && report.verdict(Law::Determinism).unwrap().note.is_empty(), "{report}");
    assert_eq!(report.digests.len(), 8);
    let other = Suite::new(&rules)
        .games(8)
        .other_process(|config| Ok(digests(&Race::new(Bug::LopsidedStep), config)));
    assert_breaks_only(&other.run(), Law::Determinism, &"another process with other rules");
    let none = Suite::new(&rules).games(2).other_process(|_| Err("it is asleep".into())).run();
    assert!(none.is_ok());
    assert!(none.verdict(Law::Determinism).unwrap().note.contains("it is asleep"));
}
