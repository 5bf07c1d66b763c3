//! Taking back a choice, on tables of the test game.

mod common;

use common::*;
use parlor_kit::{Arg, Seat, Viewer};
use parlor_runtime::{test_lobby::TestClientState, *};
use serde_json::json;

fn propose() -> CommandKind {
    CommandKind::propose("takeback").expect("takebacks can be proposed")
}

const GRANT: VoteRequest = VoteRequest::VoteAbort { agree: true };

/// An open game in which all viewers see all bids.
fn open_table(allow: &[&'static str]) -> TestLobby {
    let allow = allow.iter().map(|what| (*what).into()).collect();
    let setup = Setup { options: json!({ "open": true, "rounds": 4 }), allow, ..setup(2) };
    running_with("hidden = false", setup)
}

fn refused(result: Result<Answer, Denial>) -> String {
    result.expect_err("it is refused").code().to_string()
}

fn rolls(view: &TestClientState) -> Vec<i64> {
    let rolls = view.heard.iter().filter(|event| event.text.key == "bids-roll");
    let number = |arg: &Arg| match arg {
        Arg::Number(number) => *number,
        other => panic!("{other:?}"),
    };
    rolls.map(|event| number(&event.text.args[0].1)).collect()
}

// LO-23
#[test]
fn a_choice_is_taken_back_when_all_others_grant_it() {
    let mut lobby = open_table(&[]);
    assert!(lobby.summary().proposals.contains(&"takeback"));
    let before = lobby.view(ADA).scene.clone();
    assert_eq!(refused(lobby.ask(ADA, propose())), "takeback-nothing");
    lobby.act(ADA, bid(1)).unwrap();
    assert_ne!(lobby.view(BEN).scene, before);
    lobby.ask(ADA, propose()).unwrap();
    assert!(lobby.noticed("table-takeback-proposed"));
    let proposal = lobby.look(BEN).proposal.expect("whoever comes anew sees the proposal");
    assert_eq!((proposal.what, proposal.by), ("takeback", Seat::new(0)));
    assert_eq!(lobby.view(BEN).version, 1, "nothing happens before it is granted");
    lobby.ask(BEN, GRANT).unwrap();
    for person in [ADA, BEN] {
        let view = lobby.view(person);
        assert_eq!((&view.scene, view.version), (&before, 2), "versions only grow");
        assert!(view.has_heard("table-taken-back"));
    }
    assert!(lobby.offers(ADA).contains(&bid(2)), "Ada chooses again");
    assert_eq!(refused(lobby.ask(ADA, propose())), "takeback-nothing", "once for each choice");
    lobby.act(ADA, bid(2)).unwrap();
}

// LO-23
#[test]
fn a_takeback_that_is_refused_or_not_answered_changes_nothing() {
    let mut lobby = open_table(&[]);
    lobby.act(ADA, bid(1)).unwrap();
    lobby.ask(ADA, propose()).unwrap();
    assert_eq!(lobby.ask(ADA, propose()), Err(Denial::ProposalRunning));
    lobby.ask(BEN, VoteRequest::VoteAbort { agree: false }).unwrap();
    assert!(lobby.noticed("table-takeback-refused"));
    lobby.ask(ADA, propose()).unwrap();
    lobby.wait(31_000);
    assert!(lobby.noticed("table-takeback-lapsed"), "silence does not grant a takeback");
    assert_eq!(lobby.ask(BEN, GRANT), Err(Denial::NoProposal));
    assert_eq!(lobby.view(ADA).version, 1);
    let host_only = TakebackRequest::TakeBack { seat: Seat::new(0), version: 9 };
    assert_eq!(lobby.ask(ADA, host_only), Err(Denial::NotHost));
    assert_eq!(lobby.ask(CLEO, propose()), Err(Denial::NotSeated));
}

// LO-23
#[test]
fn without_consent_neither_secrets_nor_luck_are_taken_back() {
    let mut lobby = open_table(&[]);
    lobby.act(ADA, bid(1)).unwrap();
    lobby.act(BEN, bid(1)).unwrap();
    assert_eq!(rolls(lobby.view(ADA)).len(), 1);
    assert_eq!(refused(lobby.ask(ADA, propose())), "takeback-luck");

    let mut hidden = running(2);
    assert!(!hidden.summary().proposals.contains(&"takeback"));
    hidden.act(ADA, bid(1)).unwrap();
    assert_eq!(refused(hidden.ask(ADA, propose())), "takeback-hidden");
    let mut agreed = running_with("", Setup { allow: vec!["takeback".into()], ..setup(2) });
    agreed.act(ADA, bid(1)).unwrap();
    agreed.ask(ADA, propose()).unwrap();
    agreed.ask(BEN, GRANT).unwrap();
    assert!(agreed.view(ADA).has_heard("table-taken-back"));
}

// LO-23
#[test]
fn known_dice_do_not_come_again() {
    let mut lobby = open_table(&["takeback"]);
    for _ in 0..6 {
        lobby.act(ADA, bid(1)).unwrap();
        lobby.act(BEN, bid(1)).unwrap();
        lobby.ask(BEN, propose()).unwrap();
        lobby.ask(ADA, GRANT).unwrap();
        // Ben's bid, the roll and the scores are undone; Ada's bid is older and stays.
        assert_eq!(lobby.turn().only(), Some(Seat::new(1)));
        lobby.ask(ADA, propose()).unwrap();
        lobby.ask(BEN, GRANT).unwrap();
    }
    let rolled = rolls(lobby.view(ADA));
    assert_eq!(rolled.len(), 6);
    let secret = setup(2).secret;
    // A round takes two bids, the roll, the scores and two takebacks.
    let fresh: Vec<i64> = (0..6).map(|round| 1 + secret.luck(3 + 6 * round).below(3) as i64).collect();
    assert_eq!(rolled, fresh, "the luck of every roll is that of its own version");
    assert!(rolled.iter().any(|roll| *roll != rolled[0]), "or this test shows nothing");
}

// LO-23
#[test]
fn bots_grant_what_the_manifest_allows() {
    let bot = SeatPlan::Bot { kind: "random".into(), name: "".into() };
    let setup = Setup { seats: vec![SeatPlan::Person, bot], options: json!({ "open": true }), ..setup(2) };
    let mut lobby = running_with("hidden = false", setup.clone());
    lobby.act(ADA, bid(1)).unwrap();
    lobby.ask(ADA, propose()).unwrap();
    assert!(lobby.view(ADA).has_heard("table-taken-back"), "nobody else is asked");
    let mut strict = common::TestLobby::new(&common::module_of(
        &common::bidding_game::MANIFEST.replace("default = 'greedy'", "default = 'greedy', grants = []"),
        "hidden = false",
    ));
    strict.start(setup);
    strict.act(ADA, bid(1)).unwrap();
    assert_eq!(refused(strict.ask(ADA, propose())), "bots-refuse");
}

// LO-23
#[test]
fn a_table_with_takebacks_comes_back_and_its_recording_verifies() {
    let mut lobby = open_table(&["takeback"]);
    let module = module("hidden = false");
    lobby.act(ADA, bid(1)).unwrap();
    lobby.act(BEN, bid(2)).unwrap();
    lobby.ask(BEN, propose()).unwrap();
    lobby.ask(ADA, GRANT).unwrap();
    let (scene, version) = (lobby.view(ADA).scene.clone(), lobby.view(ADA).version);
    lobby.crash(&module);
    for person in [ADA, BEN] {
        lobby.ask(person, PresenceRequest::Back).unwrap();
    }
    assert_eq!((&lobby.view(ADA).scene, lobby.view(ADA).version), (&scene, version));
    lobby.act(BEN, bid(3)).unwrap();
    for _ in 1..4 {
        lobby.act(ADA, bid(1)).unwrap();
        lobby.act(BEN, bid(3)).unwrap();
    }
    assert!(lobby.finished[0].unranked, "a game with takebacks counts for no highscores");
    let recording = lobby.recording();
    assert_eq!(recording.format, 2);
    let stored = serde_json::to_value(&recording).unwrap();
    assert_eq!(
        stored["course"][2]["done"],
        json!({ "command": { "take-back": { "seat": 1, "version": 4 } } })
    );
    let read: Recording = serde_json::from_value(stored).unwrap();
    let game = lobby.runtime.game("bids").unwrap();
    assert_eq!(game.replay(&read, Viewer::Public).unwrap().steps.len() as u32, lobby.finished[0].steps);
    let mut lie = read;
    lie.course.remove(2);
    assert!(game.replay(&lie, Viewer::Public).is_err());
}

// LO-23
#[test]
fn no_time_comes_back() {
    let clock = parlor_kit::ClockPolicy { total_ms: Some(60_000), ..Default::default() };
    let setup = Setup { options: json!({ "open": true }), clock: Some(clock), ..setup(2) };
    let mut lobby = running_with("hidden = false", setup);
    lobby.wait(10_000);
    lobby.act(ADA, bid(1)).unwrap();
    lobby.wait(5_000);
    lobby.ask(ADA, propose()).unwrap();
    lobby.ask(BEN, GRANT).unwrap();
    assert_eq!(lobby.view(ADA).total_left(0), Some(50_000));
    assert_eq!(lobby.view(ADA).total_left(1), Some(45_000));
}

// LO-23: an agreement is about the choice that was meant.
#[test]
fn whoever_chooses_again_meanwhile_takes_nothing_back() {
    let mut lobby = open_table(&["takeback"]);
    lobby.act(ADA, bid(1)).unwrap();
    lobby.ask(ADA, propose()).unwrap();
    lobby.act(BEN, bid(1)).unwrap();
    lobby.act(ADA, bid(2)).unwrap();
    let version = lobby.view(ADA).version;
    lobby.ask(BEN, GRANT).unwrap();
    assert_eq!(lobby.view(ADA).version, version);
    assert!(!lobby.view(ADA).has_heard("table-taken-back"));
}

// The stored form of commands stays as it was before capabilities had requests of their own.
#[test]
fn journals_keep_their_form() {
    let seat = Seat::new(1);
    let commands: Vec<(CommandKind, serde_json::Value)> = vec![
        (
            SeatingRequest::Join { name: "Ada".into(), seat: None }.into(),
            json!({ "join": { "name": "Ada", "seat": null } }),
        ),
        (SeatingRequest::Leave.into(), json!("leave")),
        (SeatingRequest::Cancel.into(), json!("cancel")),
        (StartRequest::Start.into(), json!("start")),
        (StartRequest::Due(StartDeadline::Countdown).into(), json!({ "due": "countdown" })),
        (
            ActRequest::Act { seat, version: 3, action: bid(2) }.into(),
            json!({ "act": { "seat": 1, "version": 3, "action": { "bid": 2 } } }),
        ),
        (BotRequest::Stuck { seat, version: 3 }.into(), json!({ "stuck": { "seat": 1, "version": 3 } })),
        (
            ClockRequest::Due(ClockDeadline::Move { seat, version: 3 }).into(),
            json!({ "due": { "move": { "seat": 1, "version": 3 } } }),
        ),
        (
            ClockRequest::Due(ClockDeadline::Total { seat }).into(),
            json!({ "due": { "total": { "seat": 1 } } }),
        ),
        (RetireRequest::Resign.into(), json!("resign")),
        (
            RetireRequest::Due(RetireDeadline::Strikes { seat }).into(),
            json!({ "due": { "strikes": { "seat": 1 } } }),
        ),
        (PauseRequest::Restart.into(), json!("restart")),
        (VoteRequest::ProposeAbort.into(), json!("propose-abort")),
        (GRANT.into(), json!({ "vote-abort": { "agree": true } })),
        (VoteRequest::Due(VoteDeadline::Vote).into(), json!({ "due": "vote" })),
        (PresenceRequest::Lost.into(), json!("lost")),
        (
            PresenceRequest::Due(PresenceDeadline::Lost { seat }).into(),
            json!({ "due": { "lost": { "seat": 1 } } }),
        ),
        (
            PresenceRequest::Due(PresenceDeadline::Gone { seat }).into(),
            json!({ "due": { "gone": { "seat": 1 } } }),
        ),
        (ChatRequest::Say { text: "hi".into() }.into(), json!({ "say": { "text": "hi" } })),
        (LookRequest::Look.into(), json!("look")),
        (CloseRequest::Fault { reason: "x".into() }.into(), json!({ "fault": { "reason": "x" } })),
        (CloseRequest::Due(CloseDeadline::Abandoned).into(), json!({ "due": "abandoned" })),
    ];
    for (command, stored) in commands {
        assert_eq!(serde_json::to_value(&command).unwrap(), stored);
        assert_eq!(serde_json::from_value::<CommandKind>(stored).unwrap(), command);
    }
    for wrong in [
        json!("proceed"),
        json!("due"),
        json!({ "due": "never" }),
        json!({ "join": { "nick": 1 } }),
        json!(3),
    ] {
        assert!(serde_json::from_value::<CommandKind>(wrong.clone()).is_err(), "{wrong}");
    }
    let entry = r#"{"at":5,"command":{"table":"t1","from":{"person":"p2"},"request":7,"ask":"pause"}}"#;
    let read: Entry = serde_json::from_str(entry).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), entry);
}
