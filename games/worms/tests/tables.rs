//! The worm race at a table of the runtime, in virtual time: limits, reminders, countdown, who may act.

#![cfg(feature = "module")]

use parlor_kit::{ClockPolicy, Countdown, Seat, Text, Viewer};
use parlor_runtime::{
    ActRequest, Denial, Millis, PersonId, PhaseName, PresenceRequest, Recording, RetireRequest, Setup,
    test_lobby::{ADA, BEN, CLEO, TestLobby},
};
use serde_json::json;

/// How long a deadline waits for moves that are still on their way.
const LAG: Millis = 300;

fn lobby() -> TestLobby {
    TestLobby::new(&*worms::package().module)
}

/// A table of so many people with these limits; the opener plays.
fn setup(seats: usize, move_ms: Option<u32>, total_ms: Option<u32>, rounds: u16) -> Setup {
    let clock = Some(ClockPolicy { move_ms, total_ms, countdown_ms: None });
    Setup { options: json!({ "rounds": rounds }), clock, ..lobby().setup(seats) }
}

/// The table is full and runs.
fn running(setup: Setup) -> TestLobby {
    let mut lobby = lobby();
    lobby.start(setup);
    lobby
}

fn pass(lobby: &mut TestLobby, person: PersonId) {
    lobby.act(person, json!("pass")).unwrap();
}

/// The version, and whose turn it is.
fn state(lobby: &TestLobby) -> (u32, usize) {
    (lobby.view(ADA).version, lobby.turn().only().unwrap().index())
}

/// What both have left of their total time.
fn left(lobby: &TestLobby) -> [Option<Millis>; 2] {
    [0, 1].map(|seat| lobby.view(ADA).total_left(seat))
}

fn seat(n: usize) -> Seat {
    Seat::new(n)
}

// WO-6: a move not made in time is forfeited and the time used is charged.
#[test]
fn a_late_move_is_forfeited_and_its_time_is_charged() {
    let mut lobby = running(setup(2, Some(10_000), Some(60_000), 50));
    lobby.wait(10_000);
    assert_eq!(state(&lobby), (0, 0), "moves that are on their way still count");
    lobby.wait(LAG);
    assert_eq!(state(&lobby), (1, 1));
    assert_eq!(
        lobby.view(ADA).keys()[lobby.view(ADA).heard.len() - 2..],
        ["table-timeout", "worms-event-pass"]
    );
    assert_eq!(left(&lobby), [Some(50_000), Some(60_000)], "a whole move is charged, and no more");
}

// WO-6: the time that was used is charged for moves in time as well, and to nobody else.
#[test]
fn a_move_in_time_costs_what_it_took() {
    let mut lobby = running(setup(2, Some(10_000), Some(60_000), 50));
    lobby.wait(3_000);
    pass(&mut lobby, ADA);
    lobby.wait(4_500);
    pass(&mut lobby, BEN);
    assert_eq!(left(&lobby), [Some(57_000), Some(55_500)]);
}

// WO-6: a player whose total time is used up makes no more moves and is skipped.
#[test]
fn whoever_has_used_up_the_total_time_is_skipped() {
    let mut lobby = running(setup(3, Some(10_000), Some(15_000), 50));
    lobby.wait(10_000 + LAG);
    pass(&mut lobby, BEN);
    pass(&mut lobby, CLEO);
    assert_eq!((lobby.turn(), lobby.view(ADA).total_left(0)), (seat(0).into(), Some(5_000)));
    lobby.wait(5_000 + LAG);
    assert_eq!(lobby.phase(), PhaseName::Running);
    assert!(lobby.view(ADA).has_heard("table-out-of-time"));
    assert_eq!(lobby.turn(), seat(1).into(), "the turn goes on at once");
    pass(&mut lobby, BEN);
    pass(&mut lobby, CLEO);
    assert_eq!(lobby.turn(), seat(1).into(), "Ada is skipped");
    assert!(lobby.act(ADA, json!("pass")).is_err());
}

// WO-6, WO-14: a player without time is skipped, the other plays on alone, and the clock of the other runs.
#[test]
fn a_player_whose_time_runs_out_does_not_end_the_game() {
    let mut lobby = running(setup(2, None, Some(5_000), 50));
    lobby.wait(5_000 + LAG);
    assert_eq!((lobby.phase(), lobby.turn()), (PhaseName::Running, seat(1).into()));
    for _ in 0..3 {
        lobby.wait(1_000);
        pass(&mut lobby, BEN);
        assert_eq!((lobby.phase(), lobby.turn()), (PhaseName::Running, seat(1).into()), "Ada is skipped");
    }
    assert_eq!(left(&lobby), [Some(0), Some(2_000)]);
    lobby.wait(2_000 + LAG);
    assert_eq!(lobby.phase(), PhaseName::Over, "nobody has time left");
    assert_eq!(lobby.outcome().places.as_slice(), [1, 1], "nobody has brought in a worm");
    assert_eq!(lobby.outcome().reason, "worms-outcome-time");
}

// WO-14: who has no time left loses to a player who brings in all worms, and keeps a place.
#[test]
fn the_last_player_with_time_still_wins_by_bringing_in_all_worms() {
    let rows = ["..O....", "......."];
    let (near, far, other) = (json!(["1,0"]), json!(["0,0"]), json!(["5,0"]));
    let lineup = |teams: usize| {
        let rest = (0..teams.saturating_sub(2)).map(|n| json!([[format!("{n},1")]]));
        [json!([near, far]), json!([other])].into_iter().take(teams).chain(rest).collect::<Vec<_>>()
    };
    let board = json!({ "rows": rows, "lineups": (1..=5).map(lineup).collect::<Vec<_>>() });
    let options = json!({ "rounds": 50, "board": board });
    let mut lobby = running(Setup { options, ..setup(2, None, Some(5_000), 50) });
    pass(&mut lobby, ADA);
    lobby.wait(5_000 + LAG);
    assert_eq!((lobby.phase(), lobby.turn()), (PhaseName::Running, seat(0).into()), "Ben has fewer worms");
    for (worm, to) in [(0, "2,0"), (1, "1,0"), (1, "2,0")] {
        lobby.act(ADA, json!({ "crawl": { "worm": worm, "to": to } })).unwrap();
    }
    assert_eq!(lobby.phase(), PhaseName::Over);
    assert_eq!(lobby.outcome().places.as_slice(), [1, 2]);
    assert_eq!(lobby.outcome().reason, "worms-outcome-home");
}

// WO-6: after the last round the game ends, and a pass by everybody uses up a round.
#[test]
fn after_the_last_round_the_game_ends() {
    let mut lobby = running(setup(2, Some(10_000), None, 2));
    for round in 0..2 {
        assert_eq!(lobby.phase(), PhaseName::Running, "round {round}");
        pass(&mut lobby, ADA);
        pass(&mut lobby, BEN);
    }
    assert_eq!(lobby.phase(), PhaseName::Over);
    assert_eq!(lobby.outcome().reason, "worms-outcome-rounds");
}

// WO-7: the player to move is told: what may be done goes out with the step, to nobody else.
#[test]
fn the_player_to_move_is_told_with_the_step_and_nobody_else_is_offered_anything() {
    let mut lobby = running(setup(2, Some(10_000), None, 50));
    let offered = |lobby: &TestLobby| [ADA, BEN].map(|person| !lobby.offers(person).is_empty());
    assert_eq!(offered(&lobby), [true, false]);
    pass(&mut lobby, ADA);
    assert_eq!(offered(&lobby), [false, true]);
    assert_eq!(state(&lobby), (1, 1));
}

// WO-7: reminders at 75 % and 90 % of the move time, to the player to move alone.
#[test]
fn the_player_to_move_is_reminded_at_75_and_90_per_cent() {
    let mut lobby = running(setup(2, Some(20_000), None, 50));
    lobby.wait(14_999);
    assert_eq!(lobby.reminders, []);
    lobby.wait(1);
    assert_eq!(lobby.reminders, [(seat(0), 75, 5_000)]);
    lobby.wait(2_999);
    assert_eq!(lobby.reminders.len(), 1);
    lobby.wait(1);
    assert_eq!(lobby.reminders[1..], [(seat(0), 90, 2_000)]);
    pass(&mut lobby, ADA);
    lobby.wait(15_000);
    assert_eq!(lobby.reminders[2..], [(seat(1), 75, 5_000)], "the next player has reminders of their own");
}

// WO-7, WO-13: a move by anyone else is refused, and costs nobody anything.
#[test]
fn a_move_by_anybody_else_is_refused_and_not_charged() {
    let mut lobby = running(setup(2, Some(10_000), Some(60_000), 50));
    lobby.wait(2_000);
    assert_eq!(lobby.act(BEN, json!("pass")), Err(Denial::NotYourTurn));
    let for_ada = || ActRequest::Act { seat: seat(0), version: 0, action: json!("pass") };
    assert_eq!(lobby.ask(BEN, for_ada()), Err(Denial::NotYourSeat), "nobody plays for another");
    assert_eq!(lobby.ask(CLEO, for_ada()), Err(Denial::NotYourSeat), "not even a passer-by");
    assert_eq!(state(&lobby), (0, 0));
    lobby.wait(1_000);
    pass(&mut lobby, ADA);
    assert_eq!(left(&lobby), [Some(57_000), Some(60_000)]);
}

// WO-7: an illegal move is refused and the player may try again until the time is over.
#[test]
fn an_illegal_move_may_be_tried_again_until_the_time_is_over() {
    let mut lobby = running(setup(2, Some(10_000), Some(60_000), 50));
    let illegal = json!({ "crawl": { "worm": 0, "to": "0,0" } });
    for _ in 0..9 {
        lobby.wait(1_000);
        let denial = lobby.act(ADA, illegal.clone()).unwrap_err();
        assert!(denial.code().starts_with("worms-"), "{denial}");
    }
    let legal = lobby.offers(ADA)[0].clone();
    lobby.act(ADA, legal).unwrap();
    assert_eq!(
        (lobby.turn(), lobby.view(ADA).total_left(0)),
        (seat(1).into(), Some(51_000)),
        "the clock ran on meanwhile"
    );
    lobby.wait(10_000 + LAG);
    assert_eq!(lobby.turn(), seat(0).into(), "Ben only waited");
    assert!(lobby.act(BEN, json!("pass")).is_err(), "too late is too late");
}

// WO-9: when full, everybody is told that the game starts in n seconds, n = time per move; then player 0 begins.
#[test]
fn a_full_table_begins_after_as_much_time_as_a_move_has() {
    for (move_ms, said) in [(7_000, 7u32), (12_500, 13)] {
        let mut lobby = lobby();
        let setup = setup(3, Some(move_ms), None, 50);
        lobby.open(setup).unwrap();
        assert_eq!(lobby.summary().seats[0].name, "Ada", "the opener is player 0");
        lobby.join(BEN).unwrap();
        assert_eq!(lobby.phase(), PhaseName::Waiting);
        lobby.join(CLEO).unwrap();
        assert_eq!(lobby.phase(), PhaseName::Countdown);
        let told = Text::new("table-countdown").arg("seconds", said);
        assert!(lobby.notices.iter().any(|event| event.text == told), "{:?}", lobby.notices);
        lobby.wait(Millis::from(move_ms) - 1);
        assert_eq!(lobby.phase(), PhaseName::Countdown);
        lobby.wait(1);
        assert_eq!((lobby.phase(), lobby.turn()), (PhaseName::Running, seat(0).into()));
    }
}

// WO-9: whoever opens a table says how long the countdown is, if not as long as a move.
#[test]
fn an_opener_may_choose_another_countdown() {
    let chosen =
        ClockPolicy { move_ms: Some(9_000), total_ms: None, countdown_ms: Some(Countdown::Ms(1_000)) };
    // The game's own time for a move is 20 s.
    for (clock, ms) in [(Some(chosen), 1_000), (None, 20_000)] {
        let mut lobby = lobby();
        lobby.open(Setup { clock, ..setup(1, None, None, 50) }).unwrap();
        lobby.wait(ms - 1);
        assert_eq!(lobby.phase(), PhaseName::Countdown);
        lobby.wait(1);
        assert_eq!(lobby.phase(), PhaseName::Running);
    }
}

// WO-9: the opener may leave all seats to others, and decides whether anybody may watch.
#[test]
fn the_opener_need_not_play_and_decides_who_may_watch() {
    let mut lobby = lobby();
    let setup = Setup { opener_plays: false, spectators: false, ..setup(2, Some(9_000), None, 50) };
    lobby.open(setup).unwrap();
    lobby.join(BEN).unwrap();
    assert_eq!(lobby.summary().seats[0].name, "Ben");
    assert!(lobby.ask(CLEO, PresenceRequest::Watch { name: "Cleo".into() }).is_err());
}

// WO-14: a client that is unreachable stays seated and its moves are forfeited by the clock until it returns.
#[test]
fn the_clock_plays_for_whoever_is_unreachable_until_they_return() {
    let mut lobby = running(setup(2, Some(10_000), None, 50));
    lobby.ask(ADA, PresenceRequest::Lost).unwrap();
    for round in 0..3 {
        lobby.wait(9_999);
        assert_eq!(state(&lobby), (2 * round, 0), "nobody stands in for Ada");
        lobby.wait(1 + LAG);
        assert_eq!(state(&lobby), (2 * round + 1, 1), "her move is forfeited");
        pass(&mut lobby, BEN);
    }
    let ada = &lobby.summary().seats[0];
    assert!(ada.person == Some(ADA) && !ada.present && !ada.stand_in, "her seat is still hers");
    lobby.ask(ADA, PresenceRequest::Back).unwrap();
    pass(&mut lobby, ADA);
    assert_eq!(lobby.turn(), seat(1).into());
}

// WO-8, WO-14: boards are previewed before anybody joins, generated ones too.
#[test]
fn boards_are_previewed_as_they_will_be_played() {
    let lobby = lobby();
    let chosen = json!({ "generate": true, "size": 12, "worms": 2, "seed": 42 });
    let preview = lobby.runtime.preview("worms", &chosen, 2).unwrap();
    let cells = preview.areas["board"].each_cell().count();
    assert!(cells > 90 && preview.pieces.len() == 4, "{cells} cells");
    let lobby = running(Setup { options: chosen, ..setup(2, Some(10_000), None, 50) });
    let (shown, preview) = (&lobby.view(ADA).scene, serde_json::to_value(&preview).unwrap());
    for part in ["areas", "pieces"] {
        assert_eq!(shown[part], preview[part]);
    }
    let faulty = json!({ "board": { "rows": ["OO"], "lineups": [] } });
    assert_eq!(lobby.runtime.preview("worms", &faulty, 2).unwrap_err().code(), "worms-bad-two-holes");
}

// WO-10: the recording holds the board, every move with its time and round, the players, the limits and the winner.
#[test]
fn the_course_of_a_game_is_recorded_and_plays_again() {
    let mut lobby = running(setup(2, Some(10_000), Some(60_000), 2));
    lobby.wait(1_500);
    let legal = lobby.offers(ADA)[0].clone();
    lobby.act(ADA, legal.clone()).unwrap();
    lobby.wait(10_000 + LAG);
    pass(&mut lobby, ADA);
    lobby.ask(BEN, RetireRequest::Resign).unwrap();
    let mut recording = lobby.recording();
    recording.description = "A short race".into();
    let json = serde_json::to_value(&recording).unwrap();
    assert!(json["options"]["board"]["rows"].is_array(), "the board itself, not its name");
    assert_eq!(json["options"]["rounds"], 2);
    assert_eq!((&json["clock"]["move-ms"], &json["clock"]["total-ms"]), (&json!(10_000), &json!(60_000)));
    assert_eq!(json["participants"][1]["name"], "Ben");
    assert_eq!(json["course"][0], json!({ "at": 1_500, "round": 1, "seat": 0, "done": { "act": legal } }));
    assert_eq!(json["course"][1]["done"], "timeout");
    let rounds = json["course"].as_array().unwrap().iter().map(|recorded| &recorded["round"]);
    assert_eq!(rounds.collect::<Vec<_>>(), [1, 1, 2, 2], "two moves are a round");
    assert_eq!(json["course"][3]["done"], json!({ "retire": "resigned" }));
    assert_eq!(json["outcome"]["places"], json!([1, 2]));
    let back: Recording = serde_json::from_value(json).unwrap();
    let replayed = lobby.runtime.game("worms").unwrap().replay(&back, Viewer::Public).unwrap();
    assert_eq!(replayed.steps.len(), 4);
}
