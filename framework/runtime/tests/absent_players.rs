//! What a game is worth that persons did not play to its end, and what they are told when they return.

mod common;

use common::*;
use parlor_kit::{ClockPolicy, Seat, Viewer};
use parlor_runtime::*;
use serde_json::json;

fn played(lobby: &TestLobby, seat: usize) -> SeatPlay {
    lobby.finished[0].participants[seat].played.expect("every result says who played")
}

fn counts(own: u32, stand_in: u32, clock: u32, here: bool) -> SeatPlay {
    SeatPlay { own, stand_in, clock, here }
}

/// Ben is lost before his first move, and a stand-in plays for him.
fn with_a_stand_in_for_ben(options: serde_json::Value) -> TestLobby {
    let mut lobby = running_with("", Setup { options, ..setup(2) });
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.wait(15_000);
    lobby
}

// LO-24
#[test]
fn a_result_says_who_made_the_choices_of_each_seat() {
    let mut setup = setup(3);
    setup.seats[2] = SeatPlan::Bot { kind: "random".into(), name: "".into() };
    setup.clock = Some(ClockPolicy { move_ms: Some(20_000), ..ClockPolicy::default() });
    let mut lobby = running_with("", setup);
    for round in 0..3 {
        lobby.think();
        lobby.act(ADA, bid(1)).unwrap();
        match round {
            0 => assert!(lobby.act(BEN, bid(2)).is_ok()),
            1 => lobby.wait(20_300),
            _ => {
                lobby.ask(BEN, PresenceRequest::Lost).unwrap();
                lobby.wait(15_000);
                lobby.think();
            }
        }
    }
    assert_eq!(played(&lobby, 0), counts(3, 0, 0, true));
    assert_eq!(played(&lobby, 1), counts(1, 1, 1, false));
    assert_eq!(lobby.finished[0].participants[2].played.map(|played| played.own), Some(3), "the bot's own");
    let stored = serde_json::to_value(&lobby.finished[0].participants).unwrap();
    let read: Vec<Participant> = serde_json::from_value(stored).unwrap();
    assert_eq!(read, lobby.finished[0].participants);
}

// LO-24
#[test]
fn a_person_who_left_before_the_first_move_wins_nothing() {
    let mut lobby = with_a_stand_in_for_ben(json!({}));
    lobby.think();
    lobby.ask(ADA, RetireRequest::Resign).unwrap();
    assert_eq!(lobby.outcome().places.as_slice(), [2, 1], "the seat wins");
    let finish = &lobby.finished[0];
    assert_eq!(finish.decider(), Some(Decider::StandIn));
    assert!(!finish.participants[1].took_part() && finish.participants[0].took_part());
    lobby.runtime.game("bids").unwrap().replay(&lobby.recording(), Viewer::Public).unwrap();
}

// LO-24: a resignation before the first move is still a win for the one who stayed.
#[test]
fn a_person_who_is_there_wins_by_resignation() {
    let mut lobby = running(2);
    lobby.ask(ADA, RetireRequest::Resign).unwrap();
    assert_eq!(lobby.finished[0].decider(), Some(Decider::Person));
}

// LO-24
#[test]
fn what_a_stand_in_wins_is_nobodys_and_what_it_loses_is_the_winners() {
    let mut seen = [0; 3];
    for seed in 0..24 {
        let mut lobby = lobby("");
        lobby.start(Setup { secret: parlor_kit::SecretSeed::from_seed(seed), ..setup(2) });
        lobby.ask(BEN, PresenceRequest::Lost).unwrap();
        lobby.wait(15_000);
        while lobby.phase() == PhaseName::Running {
            lobby.think();
            lobby.act(ADA, bid(1)).unwrap();
        }
        let (finish, places) = (&lobby.finished[0], lobby.outcome().places.clone());
        assert_eq!(played(&lobby, 1), counts(0, 3, 0, false));
        let ada_alone = places.as_slice() == [1, 2];
        let expected = if ada_alone { Decider::Person } else { Decider::StandIn };
        assert_eq!(finish.decider(), Some(expected), "{places:?}");
        seen[if ada_alone { 0 } else { usize::from(places[0]) }] += 1;
    }
    assert!(seen.iter().all(|times| *times > 0), "won, drawn and lost: {seen:?}");
}

#[test]
fn bots_that_win_decided_the_game() {
    let mut setup = setup(2);
    setup.seats[1] = SeatPlan::Bot { kind: "random".into(), name: "".into() };
    let mut lobby = running_with("", setup);
    lobby.ask(ADA, RetireRequest::Resign).unwrap();
    assert_eq!(lobby.finished[0].decider(), Some(Decider::Bot));
    assert!(lobby.finished[0].participants[0].took_part(), "she lost to it");
}

// LO-11, LO-24: a spectator does not keep a game alive that no person plays.
#[test]
fn a_game_that_all_players_left_is_not_played_by_stand_ins_and_ends_soon() {
    let mut lobby = running(2);
    lobby.ask(CLEO, PresenceRequest::Watch { name: "Cleo".into() }).unwrap();
    lobby.act(ADA, bid(1)).unwrap();
    lobby.ask(ADA, PresenceRequest::Lost).unwrap();
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.wait_with_bots(119_999);
    assert_eq!((lobby.phase(), lobby.view(CLEO).version), (PhaseName::Running, 1), "nothing is played");
    lobby.wait_with_bots(1);
    assert_eq!(lobby.phase(), PhaseName::Aborted);
    let finish = &lobby.finished[0];
    assert_eq!((finish.aborted.as_deref(), finish.decider()), (Some("table-abandoned"), None));
}

// LO-11
#[test]
fn one_player_who_returns_in_time_keeps_the_game_and_wakes_the_stand_in() {
    let mut lobby = running(2);
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.ask(ADA, PresenceRequest::Lost).unwrap();
    lobby.wait_with_bots(100_000);
    assert_eq!(lobby.summary().seats.iter().filter(|seat| seat.stand_in).count(), 2);
    lobby.ask(ADA, PresenceRequest::Back).unwrap();
    lobby.think();
    assert_eq!(lobby.look(ADA).turn, Seat::new(0).into(), "the stand-in bid for Ben");
    lobby.wait_with_bots(600_000);
    assert_eq!(lobby.phase(), PhaseName::Running, "Ada may take her time");
    lobby.ask(ADA, PresenceRequest::Lost).unwrap();
    lobby.crash(&module(""));
    lobby.wait_with_bots(119_999);
    assert_eq!(lobby.phase(), PhaseName::Running, "a restart gives the time anew");
    lobby.wait_with_bots(1);
    assert_eq!(lobby.phase(), PhaseName::Aborted);
}

// LO-11: bots play on among themselves, and the host is not woken again and again meanwhile.
#[test]
fn a_game_of_bots_that_nobody_watches_is_not_abandoned_and_wakes_nobody() {
    let bot = SeatPlan::Bot { kind: "random".into(), name: "".into() };
    let options = json!({ "rounds": 20 });
    let mut lobby = running_with("", Setup { seats: vec![bot.clone(), bot], options, ..setup(2) });
    lobby.ask(ADA, PresenceRequest::Unwatch).unwrap();
    lobby.bot_tasks.clear();
    lobby.wait(119_000);
    for _ in 0..20 {
        let next = lobby.runtime.next_timer().expect("the table is looked at again");
        assert!(next > lobby.now, "not at once");
        lobby.wait(next - lobby.now);
        lobby.bot_tasks.clear();
    }
    assert_ne!(lobby.phase(), PhaseName::Aborted);
}

// LO-11: the grace may begin with a resignation.
#[test]
fn whoever_resigns_does_not_play_on_for_the_others() {
    let mut lobby = running(3);
    for person in [BEN, CLEO] {
        lobby.ask(person, PresenceRequest::Lost).unwrap();
    }
    lobby.wait_with_bots(300_000);
    lobby.ask(ADA, RetireRequest::Resign).unwrap();
    assert_eq!(lobby.phase(), PhaseName::Running);
    lobby.wait_with_bots(120_000);
    assert_eq!(lobby.phase(), PhaseName::Aborted);
}

// LO-11: with a deadline, too, an absent player does not win against another absent one.
#[test]
fn while_no_player_is_there_nobody_loses_by_the_deadline() {
    let mut lobby = running_with("[table]\nlost = { deadline = { ms = 30_000 } }", setup(2));
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.wait(40_000);
    lobby.ask(ADA, PresenceRequest::Lost).unwrap();
    lobby.wait(119_000);
    assert_eq!(lobby.phase(), PhaseName::Running);
    lobby.ask(ADA, PresenceRequest::Back).unwrap();
    lobby.wait(0);
    assert_eq!(lobby.outcome().places.as_slice(), [1, 2], "Ben's time was over long ago");
}

// LO-11
#[test]
fn a_person_who_returns_is_told_what_was_played_for_them() {
    let mut lobby = with_a_stand_in_for_ben(json!({}));
    for _ in 0..2 {
        lobby.think();
        lobby.act(ADA, bid(1)).unwrap();
    }
    lobby.think();
    lobby.ask(BEN, PresenceRequest::Back).unwrap();
    assert_eq!(lobby.played_for, [(BEN, 3)]);
    lobby.ask(BEN, PresenceRequest::Back).unwrap();
    assert_eq!(lobby.played_for.len(), 1, "once for each absence");
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.ask(BEN, PresenceRequest::Back).unwrap();
    assert_eq!(lobby.played_for.len(), 1, "a short absence is not worth a word");

    // The stand-in keeps its seat over a restart, and its choices are not forgotten.
    let mut lobby = with_a_stand_in_for_ben(json!({}));
    lobby.think();
    lobby.act(ADA, bid(1)).unwrap();
    lobby.crash(&module(""));
    lobby.ask(ADA, PresenceRequest::Back).unwrap();
    lobby.think();
    lobby.ask(BEN, PresenceRequest::Back).unwrap();
    assert_eq!(lobby.played_for, [(BEN, 2)]);
}
