//! Clocks, pauses, votes, lost players, in virtual time.

mod hall;

use hall::*;
use parlor_kit::{ClockPolicy, Countdown, Seat, Viewer};
use parlor_runtime::*;
use serde_json::json;

fn timed(move_ms: Option<u32>, total_ms: Option<u32>) -> Setup {
    let clock = ClockPolicy { move_ms, total_ms, countdown_ms: None };
    Setup { clock: Some(clock), ..setup(2) }
}

fn seat(n: usize) -> Seat {
    Seat::new(n)
}

// LO-9, WO-7
#[test]
fn a_seat_is_reminded_and_then_its_fallback_is_played() {
    let mut hall = running_with("", timed(Some(20_000), None));
    hall.act(ADA, bid(1)).unwrap();
    hall.wait(14_999);
    assert!(hall.reminders.is_empty());
    hall.wait(1);
    assert_eq!(hall.reminders, [(seat(1), 75, 5000)]);
    hall.wait(3000);
    assert_eq!(hall.reminders[1..], [(seat(1), 90, 2000)]);
    assert_eq!(hall.sight(BEN).version, 1);
    hall.wait(2300);
    assert_eq!(hall.sight(BEN).version, 4, "Ben's bid, the roll, the scores");
    assert!(hall.sight(ADA).has_heard("table-timeout"));
}

// LO-9, WO-6: whoever acts in time is not charged more than the time used; an illegal try costs no move.
#[test]
fn refused_actions_leave_the_clock_running() {
    let mut hall = running_with("", timed(Some(20_000), None));
    hall.wait(10_000);
    assert!(hall.act(BEN, bid(9)).is_err());
    hall.wait(9_000);
    hall.act(BEN, bid(2)).unwrap();
    assert_eq!(hall.sight(BEN).version, 1);
}

// LO-9
#[test]
fn a_seat_without_time_is_out() {
    let mut hall = running_with("", timed(None, Some(10_000)));
    hall.wait(6000);
    hall.act(ADA, bid(1)).unwrap();
    hall.wait(4300);
    assert_eq!(hall.phase(), PhaseName::Over);
    assert_eq!(hall.outcome().places.as_slice(), [1, 2], "Ben ran out of time");
}

// WO-6
#[test]
fn rules_may_go_on_without_a_seat_that_is_out_of_time() {
    let mut setup = timed(None, Some(10_000));
    setup.options = json!({ "keeps_going": true, "rounds": 2 });
    let mut hall = running_with("", setup);
    hall.act(ADA, bid(1)).unwrap();
    hall.wait(11_000);
    assert_eq!(hall.phase(), PhaseName::Running);
    assert!(hall.sight(ADA).has_heard("bids-out"));
    hall.act(ADA, bid(1)).unwrap();
    assert_eq!(hall.phase(), PhaseName::Over);
}

// WO-6: also the last person without time is still in the game, and its end is that of the rules.
#[test]
fn a_game_goes_on_among_bots_when_the_last_person_is_out_of_time() {
    let mut setup = timed(None, Some(10_000));
    setup.options = json!({ "keeps_going": true, "rounds": 2 });
    setup.seats[1] = SeatPlan::Bot { kind: "random".into(), name: "".into() };
    let mut hall = running_with("", setup);
    hall.think();
    hall.wait(10_300);
    assert_eq!(hall.phase(), PhaseName::Running);
    while hall.phase() == PhaseName::Running {
        hall.think();
        hall.wait(1_000);
    }
    assert_eq!(hall.outcome().reason, "bids-all-rounds");
}

// WO-6: deadlines wait for moves on their way, but the wait is not charged.
#[test]
fn a_late_move_is_charged_as_much_as_a_move_may_take() {
    let mut hall = running_with("", timed(Some(10_000), Some(60_000)));
    hall.act(ADA, bid(1)).unwrap();
    let left = |hall: &mut Hall| {
        hall.ask(BEN, CommandKind::Look).unwrap();
        hall.sight(BEN).clocks.as_ref().unwrap().seats[1].total_left
    };
    hall.wait(10_200);
    assert_eq!(
        (hall.sight(BEN).version, left(&mut hall)),
        (1, Some(50_000)),
        "a move may still be on its way"
    );
    hall.wait(100);
    assert_eq!((hall.sight(BEN).version, left(&mut hall)), (4, Some(50_000)), "the fallback was played");
}

// WO-9: a countdown as long as a move is a rule of the game; an opener need not repeat it, and may choose another.
#[test]
fn a_countdown_may_be_as_long_as_a_move() {
    for (clock, ms) in [
        (None, 8_000),
        (Some(ClockPolicy { move_ms: Some(3_000), ..ClockPolicy::default() }), 3_000),
        (
            Some(ClockPolicy {
                move_ms: Some(3_000),
                total_ms: None,
                countdown_ms: Some(Countdown::Ms(1_000)),
            }),
            1_000,
        ),
    ] {
        let mut hall = hall("[clock]\nmove-ms = 8_000\ncountdown-ms = 'move'");
        hall.open(Setup { clock, ..setup(2) }).unwrap();
        hall.join(BEN).unwrap();
        assert_eq!(hall.phase(), PhaseName::Countdown);
        hall.wait(ms - 1);
        assert_eq!(hall.phase(), PhaseName::Countdown);
        hall.wait(1);
        assert_eq!(hall.phase(), PhaseName::Running);
    }
}

// LO-10, DU-25
#[test]
fn a_pause_stops_the_clocks_and_only_the_pauser_ends_it_early() {
    let mut hall = running_with("[table]\nmin-pause-ms = 30_000", timed(Some(20_000), None));
    hall.wait(10_000);
    hall.ask(ADA, CommandKind::Pause).unwrap();
    assert_eq!(hall.phase(), PhaseName::Paused);
    assert_eq!(hall.act(BEN, bid(1)), Err(Denial::Paused));
    assert_eq!(hall.ask(CLEO, CommandKind::Resume), Err(Denial::NotSeated));
    hall.wait(25_000);
    assert_eq!(hall.ask(BEN, CommandKind::Resume), Err(Denial::PauseTooShort { seconds: 5 }));
    assert_eq!(hall.sight(BEN).version, 0, "no time passed for anybody");
    hall.ask(ADA, CommandKind::Resume).unwrap();
    assert_eq!(hall.ask(ADA, CommandKind::Resume), Err(Denial::NotPaused));
    hall.wait(9_000);
    assert_eq!(hall.sight(BEN).version, 0);
    hall.wait(2_000);
    assert!(hall.sight(BEN).version > 0, "the rest of the time ran out");
}

// LO-10: no clock runs, so a game that waited for the end of the pause would wait for ever.
#[test]
fn what_follows_from_a_resignation_follows_in_a_pause_too() {
    for keeps_going in [false, true] {
        let options = json!({ "rounds": 2, "keeps_going": keeps_going });
        let mut hall = running_with("", Setup { options, ..setup(4) });
        hall.act(ADA, bid(1)).unwrap();
        hall.act(BEN, bid(2)).unwrap();
        hall.ask(ADA, CommandKind::Pause).unwrap();
        hall.ask(CLEO, CommandKind::Resign).unwrap();
        hall.ask(DAN, CommandKind::Resign).unwrap();
        assert_eq!(hall.phase(), PhaseName::Paused);
        assert_eq!(hall.act(ADA, bid(1)), Err(Denial::Paused));
        hall.ask(ADA, CommandKind::Resume).unwrap();
        hall.act(ADA, bid(3)).unwrap();
        hall.act(BEN, bid(3)).unwrap();
        assert_eq!(hall.phase(), PhaseName::Over, "nobody waits for those who left");
        let game = hall.runtime.game("bids").unwrap().clone();
        game.replay(&hall.recording(), Viewer::Public).unwrap();
    }
}

// LO-10
#[test]
fn a_game_that_cannot_be_paused_or_resigned_says_so() {
    let mut hall = running_with("[table]\npause = false\nresign = false", setup(2));
    assert_eq!(hall.ask(ADA, CommandKind::Pause), Err(Denial::PauseForbidden));
    assert_eq!(hall.ask(ADA, CommandKind::Resign), Err(Denial::ResignForbidden));
}

// LO-10, SN-2
#[test]
fn whoever_resigns_loses_to_the_other() {
    let mut hall = running(2);
    assert_eq!(hall.ask(CLEO, CommandKind::Resign), Err(Denial::NotSeated));
    hall.ask(ADA, CommandKind::Resign).unwrap();
    assert_eq!(hall.outcome().places.as_slice(), [2, 1]);
    hall.runtime.game("bids").unwrap().replay(&hall.recording(), Viewer::All).unwrap();
}

// LO-10
#[test]
fn of_several_players_those_who_resign_rank_last_in_order() {
    let mut hall = running(4);
    hall.ask(CLEO, CommandKind::Resign).unwrap();
    hall.ask(ADA, CommandKind::Resign).unwrap();
    while hall.phase() == PhaseName::Running {
        hall.act(BEN, bid(1)).unwrap();
        hall.act(DAN, bid(1)).unwrap();
    }
    let places = &hall.outcome().places;
    assert_eq!((places[2], places[0]), (4, 3), "Cleo left first, then Ada: {places:?}");
    hall.runtime.game("bids").unwrap().replay(&hall.recording(), Viewer::Public).unwrap();
}

// LO-10
#[test]
fn a_vote_ends_the_game_unless_somebody_objects() {
    let mut hall = running(3);
    assert_eq!(hall.ask(BEN, CommandKind::VoteAbort { agree: true }), Err(Denial::NoProposal));
    hall.ask(ADA, CommandKind::ProposeAbort).unwrap();
    assert_eq!(hall.ask(BEN, CommandKind::ProposeAbort), Err(Denial::ProposalRunning));
    // Whoever looks again, also after a crash, is told of it.
    let open = |hall: &mut Hall| {
        hall.ask(BEN, CommandKind::Back).unwrap();
        hall.sight(BEN).proposal.map(|proposal| (proposal.by.index(), proposal.agreed.len()))
    };
    assert_eq!(open(&mut hall), Some((0, 1)));
    hall.crash(&module(""));
    for person in [ADA, CLEO] {
        hall.ask(person, CommandKind::Back).unwrap();
    }
    assert_eq!(open(&mut hall), Some((0, 1)));
    hall.ask(BEN, CommandKind::VoteAbort { agree: false }).unwrap();
    assert_eq!(open(&mut hall), None, "the proposal is off the table");
    hall.wait(60_000);
    assert_eq!(hall.phase(), PhaseName::Running, "Ben objected");
    hall.ask(ADA, CommandKind::ProposeAbort).unwrap();
    hall.wait(29_999);
    assert_eq!(hall.phase(), PhaseName::Running);
    hall.wait(1);
    assert_eq!(hall.phase(), PhaseName::Aborted, "nobody objected");
    assert_eq!(hall.finished[0].aborted.as_deref(), Some("table-aborted"));

    let mut hall = running(2);
    hall.ask(ADA, CommandKind::ProposeAbort).unwrap();
    hall.ask(BEN, CommandKind::VoteAbort { agree: true }).unwrap();
    assert_eq!(hall.phase(), PhaseName::Aborted, "everybody agreed");
}

// LO-11
#[test]
fn a_bot_stands_in_for_a_lost_player_until_the_return() {
    let mut hall = running(2);
    hall.ask(BEN, CommandKind::Lost).unwrap();
    assert!(!hall.summary().seats[1].present);
    hall.wait(14_999);
    assert!(hall.thoughts.is_empty());
    hall.wait(1);
    assert!(hall.summary().seats[1].stand_in);
    hall.think();
    assert_eq!(hall.sight(ADA).turn, seat(0).into(), "the stand-in has bid");
    hall.ask(BEN, CommandKind::Back).unwrap();
    assert!(!hall.summary().seats[1].stand_in);
    hall.act(ADA, bid(1)).unwrap();
    assert!(hall.thoughts.is_empty(), "Ben plays again");
    hall.act(BEN, bid(1)).unwrap();
    let keys: Vec<&str> = hall.notices.iter().map(|event| event.text.key.as_str()).collect();
    assert!(keys.ends_with(&["table-lost", "table-stand-in", "table-back"]), "{keys:?}");
}

// LO-11, WO-14
#[test]
fn by_another_policy_the_clock_plays_for_a_lost_player() {
    let mut hall = running_with("[table]\nlost = 'forfeit'", timed(Some(20_000), None));
    hall.ask(BEN, CommandKind::Lost).unwrap();
    hall.act(ADA, bid(1)).unwrap();
    hall.wait(19_000);
    assert!(hall.thoughts.is_empty() && hall.sight(ADA).version == 1);
    hall.wait(2_000);
    assert_eq!(hall.sight(ADA).version, 4);
}

// LO-11, DU-26
#[test]
fn by_a_third_policy_a_lost_player_loses_after_a_deadline() {
    let mut hall = running_with("[table]\nlost = { deadline = { ms = 60_000 } }", setup(2));
    hall.ask(BEN, CommandKind::Lost).unwrap();
    hall.wait(70_000);
    hall.ask(BEN, CommandKind::Back).unwrap();
    hall.wait(30_000);
    assert_eq!(hall.phase(), PhaseName::Running, "back in time");
    hall.ask(BEN, CommandKind::Lost).unwrap();
    hall.wait(74_999);
    assert_eq!(hall.phase(), PhaseName::Running);
    hall.wait(1);
    assert_eq!(hall.phase(), PhaseName::Over);
    assert_eq!(hall.outcome().places.as_slice(), [1, 2]);
    hall.runtime.game("bids").unwrap().replay(&hall.recording(), Viewer::Public).unwrap();
}

// LO-11: the host would do nothing else until the next one is lost, too.
#[test]
fn an_absence_that_was_dealt_with_wakes_nobody() {
    for policy in ["'stand-in'", "'forfeit'", "{ deadline = { ms = 20_000 } }"] {
        let mut hall = running_with(&format!("[table]\nlost-after-ms = 4000\nlost = {policy}"), setup(4));
        for person in [ADA, BEN, CLEO] {
            hall.ask(person, CommandKind::Lost).unwrap();
            assert_eq!(hall.runtime.next_timer(), Some(hall.now + 4_000), "{policy}");
            hall.wait(30_000);
        }
    }
}

// LO-11
#[test]
fn whoever_is_away_when_the_game_begins_is_lost_like_others() {
    let clock = ClockPolicy { countdown_ms: Some(Countdown::Ms(60_000)), ..ClockPolicy::default() };
    let mut hall = hall("[table]\nlost-after-ms = 4000\nlost = 'stand-in'");
    hall.open(Setup { clock: Some(clock), ..setup(2) }).unwrap();
    hall.join(BEN).unwrap();
    hall.ask(BEN, CommandKind::Lost).unwrap();
    hall.wait(60_000);
    assert_eq!(hall.phase(), PhaseName::Running);
    hall.wait(1);
    assert!(hall.summary().seats[1].stand_in, "nobody waits for him for ever");
}

// LO-11
#[test]
fn a_table_that_everybody_left_ends_and_is_tidied_away() {
    let mut hall = running(2);
    hall.ask(ADA, CommandKind::Lost).unwrap();
    hall.ask(BEN, CommandKind::Lost).unwrap();
    hall.wait(20 * 60_000);
    assert_eq!(hall.finished[0].aborted.as_deref(), Some("table-abandoned"));
    assert_eq!(hall.closed, [TABLE]);

    // Whoever watched first and then sat down leaves as both.
    let mut hall = hall::hall("");
    hall.open(setup(2)).unwrap();
    hall.ask(BEN, CommandKind::Watch { name: "Ben".into() }).unwrap();
    hall.join(BEN).unwrap();
    hall.ask(ADA, CommandKind::Lost).unwrap();
    hall.ask(BEN, CommandKind::Lost).unwrap();
    hall.wait(20 * 60_000);
    assert_eq!(hall.closed, [TABLE]);

    let mut hall = running(3);
    for person in [ADA, BEN, CLEO] {
        let _ = hall.ask(person, CommandKind::Leave);
    }
    assert_eq!(hall.phase(), PhaseName::Over);
}

// DU-27
#[test]
fn too_many_refusals_lose_the_game() {
    let mut hall = running_with("[table]\nmax-strikes = 3", setup(2));
    for _ in 0..2 {
        assert!(hall.act(BEN, bid(9)).is_err());
    }
    let version = hall.sight(BEN).version;
    let stale = CommandKind::Act { seat: seat(1), version: version + 5, action: json!({ "bid": 1 }) };
    assert!(hall.ask(BEN, stale).is_err());
    assert_eq!(hall.phase(), PhaseName::Running, "what is stale is no strike");
    assert!(hall.act(BEN, bid(9)).is_err());
    assert_eq!(hall.outcome().places.as_slice(), [1, 2]);
}

// LO-9
#[test]
fn a_restart_gives_time_back_and_brings_everything_back() {
    let mut hall = running_with("", timed(Some(20_000), Some(100_000)));
    hall.act(ADA, bid(3)).unwrap();
    hall.wait(15_000);
    hall.now += 3_600_000;
    hall.crash(&module(""));
    assert_eq!(hall.phase(), PhaseName::Running);
    hall.ask(BEN, CommandKind::Back).unwrap();
    hall.ask(ADA, CommandKind::Back).unwrap();
    assert_eq!(hall.sight(ADA).version, 1);
    assert_eq!(hall.sight(ADA).scene["areas"]["bid-0"]["lines"]["bid"]["value"], 3);
    hall.wait(10_000);
    assert_eq!(hall.sight(BEN).version, 1, "Ben's move begins anew");
    hall.act(BEN, bid(1)).unwrap();
    assert_eq!(hall.sight(BEN).version, 4);
}
