//! Dune at a table of the runtime, in virtual time: times, pauses, lost players, strikes, and what is kept.

use dune::Options;
use parlor_kit::{Seat, Seats, Viewer};
use parlor_runtime::{
    CommandKind, Denial, PhaseName, SeatPlan, Setup,
    trial::{ADA, BEN, Hall},
};
use serde_json::json;
use std::time::{Duration, Instant};

/// A running table with these changes to the match configuration.
fn running(changes: &[(&str, u32)], seats: [SeatPlan; 2]) -> Hall {
    let mut party = serde_json::to_value(Options::default().party).unwrap();
    for (key, value) in changes {
        party[*key] = (*value).into();
    }
    let mut hall = Hall::new(&dune::module());
    let options = json!({ "party": party, "scenario": "outpost" });
    hall.start(Setup { options, seats: seats.into(), ..hall.setup(2) });
    hall
}

fn people(changes: &[(&str, u32)]) -> Hall {
    running(changes, [SeatPlan::Person, SeatPlan::Person])
}

/// Both choose the first house they are offered, and everybody comes.
fn choose_houses(hall: &mut Hall) {
    for person in [ADA, BEN] {
        let house = hall.look(person).offers.actions()[0].clone();
        hall.act(person, house).unwrap();
    }
    hall.settle();
}

fn turns(hall: &Hall) -> usize {
    hall.sight(ADA).keys().into_iter().filter(|key| *key == "dune-event-turn").count()
}

// DU-5
#[test]
fn houses_that_nobody_chose_in_time_are_drawn() {
    let mut hall = people(&[("actionTimeUserClient", 20_000)]);
    assert_eq!(hall.turn(), Seats::all(2));
    hall.wait(21_000);
    hall.settle();
    assert!(hall.sight(ADA).has_heard("dune-event-house"), "{:?}", hall.sight(ADA).keys());
}

// DU-12, DU-29: all steps of a turn share the time of a turn.
#[test]
fn a_turn_ends_when_its_time_is_over() {
    let mut hall = people(&[("actionTimeUserClient", 20_000)]);
    choose_houses(&mut hall);
    let before = turns(&hall);
    // What is shown costs nobody time, so the clock may begin a little later.
    hall.wait(12_000);
    assert_eq!(turns(&hall), before);
    hall.wait(20_000);
    assert!(turns(&hall) > before);
    assert!(hall.sight(ADA).has_heard("table-timeout"));
}

// DU-25
#[test]
fn the_pauser_resumes_at_once_and_the_other_after_a_while() {
    let mut hall = people(&[("minPauseTime", 30_000)]);
    choose_houses(&mut hall);
    hall.ask(ADA, CommandKind::Pause).unwrap();
    assert_eq!(hall.phase(), PhaseName::Paused);
    assert!(hall.noticed("table-paused"), "everybody is told");
    assert_eq!(hall.act(hall.actor(), json!("end")), Err(Denial::Paused));
    hall.wait(10_000);
    assert_eq!(hall.ask(BEN, CommandKind::Resume), Err(Denial::PauseTooShort { seconds: 20 }));
    hall.wait(20_000);
    hall.ask(BEN, CommandKind::Resume).unwrap();
    hall.ask(ADA, CommandKind::Pause).unwrap();
    hall.ask(ADA, CommandKind::Resume).unwrap();
    assert_eq!(hall.phase(), PhaseName::Running);
}

// DU-25
#[test]
fn whoever_leaves_gives_up() {
    let mut hall = people(&[]);
    choose_houses(&mut hall);
    hall.ask(ADA, CommandKind::Leave).unwrap();
    assert_eq!((hall.phase(), hall.outcome().places.as_slice()), (PhaseName::Over, &[2, 1][..]));
}

// DU-26
#[test]
fn a_bot_plays_in_for_a_lost_player_until_a_deadline() {
    let mut hall = people(&[("actionTimeUserClient", 0)]);
    choose_houses(&mut hall);
    hall.ask(BEN, CommandKind::Lost).unwrap();
    hall.wait(60_000);
    assert!(hall.summary().seats[1].stand_in);
    hall.ask(BEN, CommandKind::Back).unwrap();
    hall.wait(200_000);
    assert_eq!(hall.phase(), PhaseName::Running, "back in time");
    hall.ask(BEN, CommandKind::Lost).unwrap();
    hall.wait(10_000 + 120_000);
    assert_eq!((hall.phase(), hall.outcome().places.as_slice()), (PhaseName::Over, &[1, 2][..]));
}

// DU-27
#[test]
fn refusals_are_counted_until_the_seat_loses_but_late_requests_are_not() {
    let mut hall = people(&[("maxStrikes", 3), ("actionTimeUserClient", 0)]);
    choose_houses(&mut hall);
    let (person, seat) = (hall.actor(), hall.turn().only().unwrap());
    let old = hall.sight(person).version;
    hall.act(person, json!("end")).unwrap();
    hall.settle();
    for _ in 0..5 {
        let late = CommandKind::Act { seat, version: old, action: json!({ "move": { "to": "0,0" } }) };
        assert!(hall.ask(person, late).is_err(), "discarded without a strike");
    }
    assert_eq!(hall.phase(), PhaseName::Running);
    let (person, seat) = (hall.actor(), hall.turn().only().unwrap());
    for wrong in [json!({ "move": { "to": "99,99" } }), json!("dance")] {
        let denial = hall.act(person, wrong).unwrap_err();
        assert!(
            ["dune-off-map", "dune-no-mp", "action-invalid"].contains(&denial.code().as_str()),
            "{denial}"
        );
    }
    assert_eq!(hall.phase(), PhaseName::Running, "two of three");
    assert!(hall.act(person, json!({ "attack": { "target": 200 } })).is_err());
    assert_eq!(hall.phase(), PhaseName::Over);
    assert_eq!(hall.outcome().places[seat.index()], 2);
}

// DU-28: the recording of a match tells everything that happened, from the set-up to the end, again and again.
#[test]
fn everything_that_happened_is_kept_and_can_be_told_again() {
    let mut hall = people(&[("numbOfRounds", 1), ("actionTimeUserClient", 0)]);
    choose_houses(&mut hall);
    for _ in 0..400 {
        if hall.phase() != PhaseName::Running {
            break;
        }
        hall.act(hall.actor(), json!("end")).unwrap();
        hall.settle();
    }
    assert_eq!(hall.phase(), PhaseName::Over);
    hall.runtime.game("dune").unwrap().replay(&hall.recording(), Viewer::Public).unwrap();
    for event in [
        "dune-event-house",
        "dune-event-dunes",
        "dune-event-storm",
        "dune-event-quake",
        "dune-event-shai-hulud",
    ] {
        assert!(hall.sight(ADA).has_heard(event), "{event}");
    }
}

// DU-29: a bot that uses all the time it has keeps within its own time with all steps of a turn together.
#[test]
#[allow(clippy::disallowed_methods, reason = "the time that a bot thinks is what is measured")]
fn the_thoughts_of_a_bot_about_one_turn_keep_within_its_time() {
    let bot = SeatPlan::Bot { kind: "negamax".into(), name: "".into() };
    let limit = 1_200;
    let changes = [("actionTimeUserClient", 60_000), ("actionTimeAiClient", limit)];
    let mut hall = running(&changes, [SeatPlan::Person, bot]);
    let mut spent = std::collections::BTreeMap::<usize, Duration>::new();
    for _ in 0..2_000 {
        if spent.len() == 5 {
            break;
        }
        for thought in std::mem::take(&mut hall.thoughts) {
            hall.now = hall.now.max(thought.not_before);
            let began = Instant::now();
            let command = thought.think();
            *spent.entry(turns(&hall)).or_default() += began.elapsed();
            hall.send(command);
        }
        if turns(&hall) > 0 && hall.turn().only() == Some(Seat::new(0)) {
            hall.act(ADA, json!("end")).unwrap();
        }
        hall.wait(500);
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
    let mut hall = running(&changes, [SeatPlan::Person, bot]);
    hall.play_out();
}

// DU-32: what a viewer is sent of a match on the largest map stays small, from the first step to the last.
#[test]
fn updates_of_a_match_on_the_largest_map_are_small() {
    let mut hall = Hall::new(&dune::module());
    let bot = SeatPlan::Bot { kind: "greedy".into(), name: "".into() };
    let mut party = serde_json::to_value(Options::default().party).unwrap();
    party["numbOfRounds"] = json!(10);
    let options = json!({ "party": party, "scenario": "great-erg" });
    hall.start(Setup { options, seats: vec![bot; 2], ..hall.setup(2) });
    hall.play_out();
    let replayed = hall.runtime.game("dune").unwrap().replay(&hall.recording(), Viewer::Public).unwrap();
    let sizes = replayed.steps.iter().map(|(_, update)| serde_json::to_vec(&**update).unwrap().len());
    let mut sizes: Vec<usize> = sizes.collect();
    sizes.sort_unstable();
    let (median, worst) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
    assert!(sizes.len() > 500, "{} updates", sizes.len());
    assert!(median <= 3_000 && worst <= 14_000, "{median} bytes at the median, {worst} at worst");
}
