//! What a person and a program read when a law is broken.

mod common;

use common::{
    broken,
    buggy_card_game::{Bug, Tricks},
};
use parlor_check::{Config, Law, Report, Status, Suite, check};
use serde_json::json;
use std::collections::BTreeSet;

#[test]
fn a_failure_names_the_law_the_place_the_difference_and_the_command() {
    let rules = Tricks::new(Bug::LeakyScene);
    let report = Suite::new(&rules).seed(40).games(6).laws([Law::Secrecy]).run();
    let failure = report.failed().next().unwrap();
    let text = report.to_string();
    for part in [
        "FAILED  CL-10",
        "CL-10 twin worlds: the scene tells the viewer something that is hidden from it",
        &format!("seed {}, {} seats, after {} steps", failure.seed, failure.seats, failure.ply.unwrap()),
        "seats.",
        "lines.lowest.value: ",
        &format!("again     parlor check tricks --law CL-10 --seed {} --games 1\n", failure.seed),
    ] {
        assert!(text.contains(part), "'{part}' is missing in\n{text}");
    }
}

#[test]
fn the_command_of_a_failure_shows_it_again() {
    for (bug, law) in [
        (Bug::LeakyScene, Law::Secrecy),
        (Bug::PanicsOnStranger, Law::LegalActions),
        (Bug::LinkableIds, Law::HiddenNames),
        (Bug::RefusesOffer, Law::LegalActions),
        (Bug::IdsNameFaces, Law::HiddenNames),
        (Bug::WaitsForEver, Law::GamesEnd),
    ] {
        let rules = Tricks::new(bug);
        let first = Suite::new(&rules).seed(7).games(20).run();
        let first = first.verdict(law).unwrap().failure.clone().unwrap();
        let config = Config { seed: first.seed, games: 1, laws: vec![law], ..Config::default() };
        let again = check(&rules, &config);
        let again = again.verdict(law).unwrap().failure.clone().unwrap();
        assert_eq!((again.ply, again.problem, again.action), (first.ply, first.problem, first.action));
    }
}

#[test]
fn chosen_options_and_seats_are_part_of_the_command() {
    let rules = Tricks::new(Bug::LeakyScene);
    let suite = Suite::new(&rules).games(3).seats(3..=3).options([json!({ "it": "is" })]);
    let report = suite.laws([Law::Secrecy]).run();
    let command = &report.failed().next().unwrap().command;
    assert!(command.ends_with("--games 1 --seats 3 --options '{\"it\":\"is\"}'"), "{command}");
}

#[test]
fn a_command_names_a_plugin_by_its_folder() {
    let config = Config { games: 3, subject: Some("my/tricks".into()), ..Config::default() };
    let report = check(&Tricks::new(Bug::LeakyScene), &config);
    let command = &report.failed().next().unwrap().command;
    assert!(command.starts_with("parlor check my/tricks --law CL-10 --seed "), "{command}");
}

#[test]
fn a_panic_is_reported_with_its_message_and_place() {
    let report = Suite::new(&Tricks::new(Bug::PanicsOnStranger)).games(4).run();
    let failure = report.failed().next().unwrap();
    assert_eq!(failure.seen, "panic: the card is in the hand");
    assert!(
        failure.problem.starts_with("`act` panicked at ") && failure.problem.contains("buggy_card_game.rs:")
    );
    assert!(failure.action.is_some() && failure.seat.is_some());
}

#[test]
fn a_report_survives_json() {
    let report = Suite::new(&Tricks::new(Bug::StaleDeal)).games(4).run();
    let json = serde_json::to_string(&report).unwrap();
    let back: Report = serde_json::from_str(&json).unwrap();
    assert_eq!(broken(&back), BTreeSet::from([Law::SecrecyAfterRestore]));
    assert_eq!(serde_json::to_string(&back).unwrap(), json);
}

#[test]
fn laws_are_judged_alone_when_selected() {
    let report = Suite::new(&Tricks::new(Bug::LeakyScene)).games(4).laws([Law::Turns, Law::OfferForm]).run();
    assert!(report.is_ok());
    assert_eq!(
        report.verdicts.iter().map(|verdict| verdict.law).collect::<Vec<_>>(),
        [Law::Turns, Law::OfferForm]
    );
}

#[test]
fn what_depends_on_a_broken_law_is_not_judged_and_says_so() {
    let report = Suite::new(&Tricks::new(Bug::UnsteadyAct)).games(4).run();
    let verdict = report.verdict(Law::Secrecy).unwrap();
    assert_eq!(verdict.status, Status::NotJudged);
    assert_eq!(verdict.note, "not judged because CL-6 failed");
    let report = Suite::new(&Tricks::new(Bug::SharedFork)).games(4).run();
    assert_eq!(report.verdict(Law::LegalActions).unwrap().note, "not judged because CL-7 failed");
}

#[test]
fn a_sample_without_games_judges_nothing() {
    let report = Suite::new(&Tricks::new(Bug::None)).games(0).run();
    assert!(report.verdicts.iter().all(|verdict| verdict.status != Status::Ok || verdict.law.only_reports()));
}
