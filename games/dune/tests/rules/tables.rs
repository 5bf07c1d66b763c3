//! Dune at a table of the runtime, in virtual time: times, pauses, lost players, strikes, and what is kept.

use dune::Options;
use parlor_kit::{Seat, Seats, Viewer};
use parlor_runtime::{
    ActRequest, Denial, PauseRequest, PhaseName, PresenceRequest, SeatPlan, SeatingRequest, Setup,
    test_lobby::{ADA, BEN, TestLobby},
};
use serde_json::json;
use std::time::{Duration, Instant};

/// A running table with these changes to the match configuration.
fn running(changes: &[(&str, u32)], seats: [SeatPlan; 2]) -> TestLobby {
    let mut party = serde_json::to_value(Options::default().party).unwrap();
    for (key, value) in changes {
        party[*key] = (*value).into();
    }
    let mut lobby = TestLobby::new(&*dune::package().module);
    let options = json!({ "party": party, "scenario": "outpost" });
    lobby.start(Setup { options, seats: seats.into(), ..lobby.setup(2) });
    lobby
}

fn people(changes: &[(&str, u32)]) -> TestLobby {
    running(changes, [SeatPlan::Person, SeatPlan::Person])
}

/// Both choose the first house they are offered, and everybody comes.
fn choose_houses(lobby: &mut TestLobby) {
    for person in [ADA, BEN] {
        let house = lobby.look(person).offers.actions()[0].clone();
        lobby.act(person, house).unwrap();
    }
    lobby.settle();
}

fn turns(lobby: &TestLobby) -> usize {
    lobby.view(ADA).keys().into_iter().filter(|key| *key == "dune-event-turn").count()
}

// DU-5
#[test]
fn houses_that_nobody_chose_in_time_are_drawn() {
    let mut lobby = people(&[("actionTimeUserClient", 20_000)]);
    assert_eq!(lobby.turn(), Seats::all(2));
    lobby.wait(21_000);
    lobby.settle();
    assert!(lobby.view(ADA).has_heard("dune-event-house"), "{:?}", lobby.view(ADA).keys());
}

// DU-12, DU-29: all steps of a turn share the time of a turn.
#[test]
fn a_turn_ends_when_its_time_is_over() {
    let mut lobby = people(&[("actionTimeUserClient", 20_000)]);
    choose_houses(&mut lobby);
    let before = turns(&lobby);
    // What is shown costs nobody time, so the clock may begin a little later.
    lobby.wait(12_000);
    assert_eq!(turns(&lobby), before);
    lobby.wait(20_000);
    assert!(turns(&lobby) > before);
    assert!(lobby.view(ADA).has_heard("table-timeout"));
}

// DU-25
#[test]
fn the_pauser_resumes_at_once_and_the_other_after_a_while() {
    let mut lobby = people(&[("minPauseTime", 30_000)]);
    choose_houses(&mut lobby);
    lobby.ask(ADA, PauseRequest::Pause).unwrap();
    assert_eq!(lobby.phase(), PhaseName::Paused);
    assert!(lobby.noticed("table-paused"), "everybody is told");
    assert_eq!(lobby.act(lobby.actor(), json!("end")), Err(Denial::Paused));
    lobby.wait(10_000);
    assert_eq!(lobby.ask(BEN, PauseRequest::Resume), Err(Denial::PauseTooShort { seconds: 20 }));
    lobby.wait(20_000);
    lobby.ask(BEN, PauseRequest::Resume).unwrap();
    lobby.ask(ADA, PauseRequest::Pause).unwrap();
    lobby.ask(ADA, PauseRequest::Resume).unwrap();
    assert_eq!(lobby.phase(), PhaseName::Running);
}

// DU-25
#[test]
fn whoever_leaves_gives_up() {
    let mut lobby = people(&[]);
    choose_houses(&mut lobby);
    lobby.ask(ADA, SeatingRequest::Leave).unwrap();
    assert_eq!((lobby.phase(), lobby.outcome().places.as_slice()), (PhaseName::Over, &[2, 1][..]));
}

// DU-26
#[test]
fn a_bot_plays_in_for_a_lost_player_until_a_deadline() {
    let mut lobby = people(&[("actionTimeUserClient", 0)]);
    choose_houses(&mut lobby);
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.wait(60_000);
    assert!(lobby.summary().seats[1].stand_in);
    lobby.ask(BEN, PresenceRequest::Back).unwrap();
    lobby.wait(200_000);
    assert_eq!(lobby.phase(), PhaseName::Running, "back in time");
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.wait(10_000 + 120_000);
    assert_eq!((lobby.phase(), lobby.outcome().places.as_slice()), (PhaseName::Over, &[1, 2][..]));
}

// DU-27
#[test]
fn refusals_are_counted_until_the_seat_loses_but_late_requests_are_not() {
    let mut lobby = people(&[("maxStrikes", 3), ("actionTimeUserClient", 0)]);
    choose_houses(&mut lobby);
    let (person, seat) = (lobby.actor(), lobby.turn().only().unwrap());
    let old = lobby.view(person).version;
    lobby.act(person, json!("end")).unwrap();
    lobby.settle();
    for _ in 0..5 {
        let late = ActRequest::Act { seat, version: old, action: json!({ "move": { "to": "0,0" } }) };
        assert!(lobby.ask(person, late).is_err(), "discarded without a strike");
    }
    assert_eq!(lobby.phase(), PhaseName::Running);
    let (person, seat) = (lobby.actor(), lobby.turn().only().unwrap());
    for wrong in [json!({ "move": { "to": "99,99" } }), json!("dance")] {
        let denial = lobby.act(person, wrong).unwrap_err();
        assert!(
            ["dune-off-map", "dune-no-mp", "action-invalid"].contains(&denial.code().as_str()),
            "{denial}"
        );
    }
    assert_eq!(lobby.phase(), PhaseName::Running, "two of three");
    assert!(lobby.act(person, json!({ "attack": { "target": 200 } })).is_err());
    assert_eq!(lobby.phase(), PhaseName::Over);
    assert_eq!(lobby.outcome().places[seat.index()], 2);
}

// DU-28: the recording of a match tells everything that happened, from the set-up to the end, again and again.
#[test]
fn everything_that_happened_is_kept_and_can_be_told_again() {
    let mut lobby = people(&[("numbOfRounds", 1), ("actionTimeUserClient", 0)]);
    choose_houses(&mut lobby);
    for _ in 0..400 {
        if lobby.phase() != PhaseName::Running {
            break;
        }
        lobby.act(lobby.actor(), json!("end")).unwrap();
        lobby.settle();
    }
    assert_eq!(lobby.phase(), PhaseName::Over);
    lobby.runtime.game("dune").unwrap().replay(&lobby.recording(), Viewer::Public).unwrap();
    for event in [
        "dune-event-house",
        "dune-event-dunes",
        "dune-event-storm",
        "dune-event-quake",
        "dune-event-shai-hulud",
    ] {
        assert!(lobby.view(ADA).has_heard(event), "{event}");
    }
}

// DU-29: a bot that uses all the time it has keeps within its own time with all steps of a turn together.
#[test]
#[allow(clippy::disallowed_methods, reason = "the time that a bot thinks is what is measured")]
fn the_thoughts_of_a_bot_about_one_turn_keep_within_its_time() {
    let bot = SeatPlan::Bot { kind: "negamax".into(), name: "".into() };
    let limit = 1_200;
    let changes = [("actionTimeUserClient", 60_000), ("actionTimeAiClient", limit)];
    let mut lobby = running(&changes, [SeatPlan::Person, bot]);
    let mut spent = std::collections::BTreeMap::<usize, Duration>::new();
    for _ in 0..2_000 {
        if spent.len() == 5 {
            break;
        }
        for task in std::mem::take(&mut lobby.bot_tasks) {
            lobby.now = lobby.now.max(task.not_before);
            let began = Instant::now();
            let command = task.run();
            *spent.entry(turns(&lobby)).or_default() += began.elapsed();
            lobby.send(command);
        }
        if turns(&lobby) > 0 && lobby.turn().only() == Some(Seat::new(0)) {
            lobby.act(ADA, json!("end")).unwrap();
        }
        lobby.wait(500);
    }
    assert_eq!(spent.len(), 5, "the choice of a house and four turns");
    let longest = spent.values().max().unwrap();
    assert!(*longest < Duration::from_millis(limit.into()), "{spent:?}");
}

// DU-29, DU-30: against a person who never moves, a bot plays a match to its end.
#[test]
fn a_bot_takes_its_turn() {
    let bot = SeatPlan::Bot { kind: "greedy".into(), name: "".into() };
    let changes = [("actionTimeUserClient", 2_000), ("actionTimeAiClient", 60), ("numbOfRounds", 1)];
    let mut lobby = running(&changes, [SeatPlan::Person, bot]);
    lobby.play_out();
}

// DU-32: what a viewer is sent of a match on the largest map stays small, from the first step to the last.
#[test]
fn updates_of_a_match_on_the_largest_map_are_small() {
    let mut lobby = TestLobby::new(&*dune::package().module);
    let bot = SeatPlan::Bot { kind: "greedy".into(), name: "".into() };
    let mut party = serde_json::to_value(Options::default().party).unwrap();
    party["numbOfRounds"] = json!(14);
    let options = json!({ "party": party, "scenario": "great-erg" });
    lobby.start(Setup { options, seats: vec![bot; 2], ..lobby.setup(2) });
    lobby.play_out();
    let replayed = lobby.runtime.game("dune").unwrap().replay(&lobby.recording(), Viewer::Public).unwrap();
    let sizes = replayed.steps.iter().map(|(_, update)| serde_json::to_vec(&**update).unwrap().len());
    let mut sizes: Vec<usize> = sizes.collect();
    sizes.sort_unstable();
    let (median, worst) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
    assert!(sizes.len() > 500, "{} updates", sizes.len());
    assert!(median <= 3_000 && worst <= 14_000, "{median} bytes at the median, {worst} at worst");
}
