//! The suite itself under test: a clean card game keeps every law, and each way to break it is caught
//! by exactly the law meant for it.

mod common;

use common::{
    assert_breaks_only,
    buggy_card_game::{Bug, Tricks},
};
use parlor_check::{Law, Report, Status, Suite};
use parlor_kit::{Id, Scene, apply_patch};
use serde_json::Value;

fn judge(rules: &Tricks) -> Report {
    // Enough for every bug here to show; that winners disagree with scores takes several winners.
    let games = if rules.bug == Bug::ScoresDisagree { 20 } else { 8 };
    Suite::new(rules).games(games).canary(Tricks::canary).run()
}

fn breaks_only(law: Law, bugs: &[Bug]) {
    for bug in bugs {
        assert_breaks_only(&judge(&Tricks::new(*bug)), law, bug);
    }
}

#[test]
fn a_clean_card_game_keeps_every_law_and_every_law_is_judged() {
    let report = Suite::new(&Tricks::new(Bug::None)).canary(Tricks::canary).run();
    assert!(report.is_ok(), "{report}");
    for verdict in &report.verdicts {
        let declared = [Law::Perft, Law::Reference, Law::Symmetry].contains(&verdict.law);
        let expected = if declared { Status::NotApplicable } else { Status::Ok };
        assert_eq!(verdict.status, expected, "{}\n{report}", verdict.law);
    }
}

#[test] // CL-1
fn offered_is_accepted() {
    breaks_only(
        Law::LegalActions,
        &[
            Bug::RefusesOffer,
            Bug::ChangesOnRefusal,
            Bug::AcceptsStranger,
            Bug::PanicsOnStranger,
            Bug::RefusesWithoutReason,
            Bug::RetireChanges,
            Bug::FallbackIllegal,
            Bug::CandidateIllegal,
            Bug::NoCandidate,
            Bug::TermsRefuse,
            Bug::SetupRefuses,
        ],
    );
}

#[test] // CL-2
fn offers_follow_the_turn() {
    breaks_only(Law::Turns, &[Bug::OffersOutOfTurn, Bug::OffersNothing, Bug::OffersAfterEnd]);
}

#[test] // CL-3
fn games_end() {
    breaks_only(Law::GamesEnd, &[Bug::NeverEnds, Bug::WrongPlaces, Bug::ScoresDisagree]);
}

#[test] // CL-3
fn play_that_seeks_long_games_finds_what_random_play_does_not() {
    for (bug, problem) in [
        (Bug::WaitsForEver, "a game can take more steps than its bound"),
        (Bug::GoesRound, "a game can go round for ever"),
    ] {
        let report = judge(&Tricks::new(bug));
        assert_breaks_only(&report, Law::GamesEnd, &bug);
        assert_eq!(report.failed().next().unwrap().problem, problem);
    }
    let mut large = Tricks::new(Bug::WaitsForEver);
    std::sync::Arc::make_mut(&mut large.bundle).manifest.bound = 10_000;
    assert_breaks_only(&judge(&large), Law::GamesEnd, &"a large bound");
}

#[test] // CL-4
fn offers_have_one_form() {
    breaks_only(
        Law::OfferForm,
        &[Bug::UnsteadyOrder, Bug::DuplicateOffer, Bug::UnknownFields, Bug::LossyJson, Bug::WrongTypes],
    );
}

#[test] // CL-5
fn every_offer_has_a_gesture() {
    breaks_only(
        Law::Gestures,
        &[
            Bug::GesturePrefix,
            Bug::GestureTwice,
            Bug::GestureUnseen,
            Bug::ButtonWithoutLabel,
            Bug::GesturePanics,
        ],
    );
}

#[test] // CL-6
fn equal_inputs_give_equal_results() {
    breaks_only(
        Law::Determinism,
        &[Bug::UnsteadyAct, Bug::UnsteadyScene, Bug::UnsteadySave, Bug::ThreadBound],
    );
}

#[test] // CL-7
fn saves_are_complete_and_forks_independent() {
    breaks_only(Law::SaveAndFork, &[Bug::ForgetsField, Bug::SharedFork, Bug::LoadFails]);
}

#[test] // CL-8
fn luck_comes_from_outside() {
    breaks_only(Law::Luck, &[Bug::PeeksAtLuck, Bug::IgnoresLuck]);
}

#[test] // CL-10
fn twins_look_the_same() {
    breaks_only(
        Law::Secrecy,
        &[
            Bug::LeakyScene,
            Bug::LeakyBack,
            Bug::LeakyOfferOrder,
            Bug::LeakyEvent,
            Bug::LeakyRefusal,
            Bug::ForgetsKnowledge,
            Bug::ResamplePanics,
        ],
    );
}

#[test] // CL-11
fn twins_differ_and_lose_nothing() {
    breaks_only(
        Law::ResampleRedraws,
        &[Bug::ResamplesNothing, Bug::ResamplesNothingForPublic, Bug::InventsCard],
    );
}

#[test] // CL-12
fn no_twin_leads_back_to_the_truth() {
    breaks_only(Law::SecrecyAfterRestore, &[Bug::StaleDeal, Bug::ReplaysTruth, Bug::RemembersTruth]);
}

#[test] // CL-13
fn twins_stay_equal_until_something_is_revealed() {
    breaks_only(Law::SecrecyInPlay, &[Bug::Hint]);
}

#[test] // CL-14
fn hidden_names_stay_hidden_and_ids_tell_nothing() {
    breaks_only(Law::HiddenNames, &[Bug::LinkableIds, Bug::LeaksMotto]);
}

#[test] // CL-14
fn ids_from_which_a_covered_face_can_be_guessed_are_found() {
    for bug in [Bug::IdsNameFaces, Bug::IdsFromRankAndPlace, Bug::IdsInOrderOfInsertion] {
        let report = judge(&Tricks::new(bug));
        assert_breaks_only(&report, Law::HiddenNames, &bug);
        let failure = report.failed().next().unwrap();
        assert!(failure.problem.ends_with("tells what lies covered"), "{bug:?}: {failure}");
        println!("{bug:?}: {failure}");
    }
}

#[test] // CL-15
fn scenes_looks_and_texts_are_complete() {
    breaks_only(
        Law::Presentation,
        &[Bug::UnlabelledOption, Bug::UnknownLook, Bug::BadKey, Bug::PieceNowhere],
    );
    type Change = fn(&mut parlor_kit::Bundle);
    let changes: [(&str, Change); 9] = [
        ("a missing text", |bundle| change_german(bundle, "tricks-played", "tricks-player")),
        ("a missing refusal", |bundle| change_german(bundle, "tricks-no-card", "tricks-no-cart")),
        ("a missing rule text", |bundle| change_german(bundle, "tricks-rules", "tricks-rule")),
        ("a missing argument", |bundle| change_german(bundle, "{ $motto }", "{ $mottos }")),
        ("a broken file", |bundle| change_german(bundle, "tricks-deck =", "tricks-deck")),
        ("content without a name", |bundle| {
            bundle.contents.insert("deck".into(), [("large".into(), Value::Null)].into());
        }),
        ("no language", |bundle| bundle.locales.clear()),
        ("a further language that is not complete", |bundle| {
            let french = bundle.locales["en"].replace("tricks-played", "tricks-player");
            bundle.locales.insert("fr".into(), french);
        }),
        ("a look without a fallback", |bundle| {
            bundle.manifest.looks.get_mut("back").unwrap().shape = Id::default();
        }),
    ];
    for (what, change) in changes {
        assert_breaks_only(&judge(&Tricks::with(change)), Law::Presentation, &what);
    }
    let languages: [Change; 2] = [
        |bundle| drop(bundle.locales.remove("en")),
        |bundle| drop(bundle.locales.insert("fr".into(), bundle.locales["en"].clone())),
    ];
    for change in languages {
        let report = judge(&Tricks::with(change));
        assert!(report.is_ok(), "a game has the languages it has files for:\n{report}");
    }
}

#[test] // CL-15
fn names_that_the_page_does_not_know_are_told_with_place_and_nearest_name() {
    let told = |rules: &Tricks, what: &dyn std::fmt::Debug| {
        let report = judge(rules);
        assert_breaks_only(&report, Law::Presentation, what);
        let failure = report.failed().next().unwrap();
        format!("{}; {}", failure.problem, failure.expected)
    };
    for (bug, place, near) in [
        (Bug::UnknownColour, "piece 'extra' has the colour 'bleu'", "such as 'blue'"),
        (Bug::UnknownShape, "piece 'extra' has the shape 'hexagone'", "such as 'hexagon'"),
        (Bug::UnknownIcon, "the badge 'cards' of the panel of seat 0 has the icon 'card'", "such as 'cards'"),
        (Bug::UnknownSound, "the event 'tricks-played' has the sound 'plays'", "such as 'play'"),
    ] {
        let told = told(&Tricks::new(bug), &bug);
        assert!(told.contains(place) && told.contains(near), "{bug:?}: {told}");
    }
    type Change = fn(&mut parlor_kit::Look);
    let changes: [(Change, &str, &str); 2] = [
        (
            |look| look.colour = "gray-ish".into(),
            "the look 'back' has the colour 'gray-ish'",
            "such as 'gray'",
        ),
        (|look| look.shape = "cards".into(), "the look 'back' has the shape 'cards'", "such as 'card'"),
    ];
    for (change, place, near) in changes {
        let told =
            told(&Tricks::with(|bundle| change(bundle.manifest.looks.get_mut("back").unwrap())), &place);
        assert!(told.contains(place) && told.contains(near), "{told}");
    }
}

fn change_german(bundle: &mut parlor_kit::Bundle, from: &str, to: &str) {
    let german = bundle.locales.get_mut("de").unwrap();
    *german = german.replace(from, to);
}

#[test] // CL-16
fn patches_lead_from_scene_to_scene() {
    // A patch that never removes anything.
    fn forgetful(old: &Scene, new: &Scene) -> Option<Value> {
        let mut patch = old.patch_to(new)?.value();
        if let Some(pieces) = patch["pieces"].as_object_mut() {
            pieces.retain(|_, piece| !piece.is_null());
        }
        Some(patch)
    }
    let rules = Tricks::new(Bug::None);
    let suite = Suite::new(&rules).games(4).patcher(forgetful);
    assert_breaks_only(&suite.run(), Law::ScenePatches, &"a patch that removes nothing");
    let report = Suite::new(&rules).games(4).run();
    assert!(report.sizes.patches.p50 > 0 && report.sizes.patches.max < report.sizes.scenes.max);
    let mut scene = serde_json::json!({ "a": 1 });
    apply_patch(&mut scene, &serde_json::json!({ "a": null }));
    assert_eq!(scene, serde_json::json!({}));
}

#[test] // CL-17
fn what_was_never_seen_is_listed() {
    let rules = Tricks::with(|bundle| {
        let unused = bundle.manifest.looks["card"].clone();
        bundle.manifest.looks.insert("joker".into(), unused);
        bundle.locales.get_mut("en").unwrap().push_str("tricks-joker = Joker\n");
    });
    let coverage = Suite::new(&rules).games(8).run().coverage;
    assert_eq!(coverage.unseen_looks.iter().collect::<Vec<_>>(), ["joker"]);
    assert!(coverage.unseen_texts.contains("tricks-joker") && !coverage.unseen_texts.contains("tricks-drew"));
    assert!(coverage.actions["play"] > 10 && coverage.actions["draw"] > 10);
    assert!(coverage.refusals.contains_key("tricks-not-yours") && coverage.ends.contains_key("tricks-end"));
    assert!(coverage.events.contains_key("tricks-shuffled"), "the sample must come across a shuffle");
}

#[test] // CL-19
fn nothing_hidden_changes_a_version_a_turn_or_a_clock() {
    let bugs = [Bug::PublicComposing, Bug::ConcealsTooMuch, Bug::SecretTurn, Bug::SecretClock];
    breaks_only(Law::EqualStreams, &bugs);
    let concealed = judge(&Tricks::new(Bug::ConcealedComposing));
    assert!(concealed.is_ok(), "{concealed}");
    assert!(concealed.coverage.actions["compose"] > 10, "{concealed}");
}

#[test] // CL-18
fn costs_are_measured() {
    let report = Suite::new(&Tricks::new(Bug::None)).games(2).laws([Law::Cost]).run();
    let costs = &report.costs;
    for time in [costs.step, costs.offers, costs.scene, costs.fork, costs.save] {
        assert!(time.count > 0 && time.mean_ns > 0 && time.max_ns >= time.mean_ns);
    }
    assert!(costs.state_bytes > 50 && costs.largest_state_bytes >= costs.state_bytes);
}
