//! Clocks, pauses, votes, lost players, in virtual time.

mod common;

use common::*;
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
    let mut lobby = running_with("", timed(Some(20_000), None));
    lobby.act(ADA, bid(1)).unwrap();
    lobby.wait(14_999);
    assert!(lobby.reminders.is_empty());
    lobby.wait(1);
    assert_eq!(lobby.reminders, [(seat(1), 75, 5000)]);
    lobby.wait(3000);
    assert_eq!(lobby.reminders[1..], [(seat(1), 90, 2000)]);
    assert_eq!(lobby.view(BEN).version, 1);
    lobby.wait(2300);
    assert_eq!(lobby.view(BEN).version, 4, "Ben's bid, the roll, the scores");
    assert!(lobby.view(ADA).has_heard("table-timeout"));
}

// LO-9, WO-6: a player who acts in time is charged only the time used; an illegal try costs no move.
#[test]
fn refused_actions_leave_the_clock_running() {
    let mut lobby = running_with("", timed(Some(20_000), None));
    lobby.wait(10_000);
    assert!(lobby.act(BEN, bid(9)).is_err());
    lobby.wait(9_000);
    lobby.act(BEN, bid(2)).unwrap();
    assert_eq!(lobby.view(BEN).version, 1);
}

// LO-9
#[test]
fn a_seat_without_time_is_out() {
    let mut lobby = running_with("", timed(None, Some(10_000)));
    lobby.wait(6000);
    lobby.act(ADA, bid(1)).unwrap();
    lobby.wait(4300);
    assert_eq!(lobby.phase(), PhaseName::Over);
    assert_eq!(lobby.outcome().places.as_slice(), [1, 2], "Ben ran out of time");
}

// WO-6
#[test]
fn rules_may_go_on_without_a_seat_that_is_out_of_time() {
    let mut setup = timed(None, Some(10_000));
    setup.options = json!({ "keeps_going": true, "rounds": 2 });
    let mut lobby = running_with("", setup);
    lobby.act(ADA, bid(1)).unwrap();
    lobby.wait(11_000);
    assert_eq!(lobby.phase(), PhaseName::Running);
    assert!(lobby.view(ADA).has_heard("bids-out"));
    lobby.act(ADA, bid(1)).unwrap();
    assert_eq!(lobby.phase(), PhaseName::Over);
}

// WO-6: also the last person without time is still in the game, and its end is that of the rules.
#[test]
fn a_game_goes_on_among_bots_when_the_last_person_is_out_of_time() {
    let mut setup = timed(None, Some(10_000));
    setup.options = json!({ "keeps_going": true, "rounds": 2 });
    setup.seats[1] = SeatPlan::Bot { kind: "random".into(), name: "".into() };
    let mut lobby = running_with("", setup);
    lobby.think();
    lobby.wait(10_300);
    assert_eq!(lobby.phase(), PhaseName::Running);
    while lobby.phase() == PhaseName::Running {
        lobby.think();
        lobby.wait(1_000);
    }
    assert_eq!(lobby.outcome().reason, "bids-all-rounds");
}

// WO-6: deadlines wait for moves on their way, but the wait is not charged.
#[test]
fn a_late_move_is_charged_as_much_as_a_move_may_take() {
    let mut lobby = running_with("", timed(Some(10_000), Some(60_000)));
    lobby.act(ADA, bid(1)).unwrap();
    let left = |lobby: &mut TestLobby| {
        lobby.ask(BEN, LookRequest::Look).unwrap();
        lobby.view(BEN).clocks.as_ref().unwrap().seats[1].total_left
    };
    lobby.wait(10_200);
    assert_eq!(
        (lobby.view(BEN).version, left(&mut lobby)),
        (1, Some(50_000)),
        "a move may still be on its way"
    );
    lobby.wait(100);
    assert_eq!((lobby.view(BEN).version, left(&mut lobby)), (4, Some(50_000)), "the fallback was played");
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
        let mut lobby = lobby("[clock]\nmove-ms = 8_000\ncountdown-ms = 'move'");
        lobby.open(Setup { clock, ..setup(2) }).unwrap();
        lobby.join(BEN).unwrap();
        assert_eq!(lobby.phase(), PhaseName::Countdown);
        lobby.wait(ms - 1);
        assert_eq!(lobby.phase(), PhaseName::Countdown);
        lobby.wait(1);
        assert_eq!(lobby.phase(), PhaseName::Running);
    }
}

// LO-10, DU-25
#[test]
fn a_pause_stops_the_clocks_and_only_the_pauser_ends_it_early() {
    let mut lobby = running_with("[table]\nmin-pause-ms = 30_000", timed(Some(20_000), None));
    lobby.wait(10_000);
    lobby.ask(ADA, PauseRequest::Pause).unwrap();
    assert_eq!(lobby.phase(), PhaseName::Paused);
    assert_eq!(lobby.act(BEN, bid(1)), Err(Denial::Paused));
    assert_eq!(lobby.ask(CLEO, PauseRequest::Resume), Err(Denial::NotSeated));
    lobby.wait(25_000);
    assert_eq!(lobby.ask(BEN, PauseRequest::Resume), Err(Denial::PauseTooShort { seconds: 5 }));
    assert_eq!(lobby.view(BEN).version, 0, "no time passed for anybody");
    lobby.ask(ADA, PauseRequest::Resume).unwrap();
    assert_eq!(lobby.ask(ADA, PauseRequest::Resume), Err(Denial::NotPaused));
    lobby.wait(9_000);
    assert_eq!(lobby.view(BEN).version, 0);
    lobby.wait(2_000);
    assert!(lobby.view(BEN).version > 0, "the rest of the time ran out");
}

// LO-10: no clock runs, so a game that waited for the end of the pause would wait for ever.
#[test]
fn what_follows_from_a_resignation_follows_in_a_pause_too() {
    for keeps_going in [false, true] {
        let options = json!({ "rounds": 2, "keeps_going": keeps_going });
        let mut lobby = running_with("", Setup { options, ..setup(4) });
        lobby.act(ADA, bid(1)).unwrap();
        lobby.act(BEN, bid(2)).unwrap();
        lobby.ask(ADA, PauseRequest::Pause).unwrap();
        lobby.ask(CLEO, RetireRequest::Resign).unwrap();
        lobby.ask(DAN, RetireRequest::Resign).unwrap();
        assert_eq!(lobby.phase(), PhaseName::Paused);
        assert_eq!(lobby.act(ADA, bid(1)), Err(Denial::Paused));
        lobby.ask(ADA, PauseRequest::Resume).unwrap();
        lobby.act(ADA, bid(3)).unwrap();
        lobby.act(BEN, bid(3)).unwrap();
        assert_eq!(lobby.phase(), PhaseName::Over, "nobody waits for those who left");
        let game = lobby.runtime.game("bids").unwrap().clone();
        game.replay(&lobby.recording(), Viewer::Public).unwrap();
    }
}

// LO-10
#[test]
fn pauses_in_turn_do_not_stretch_a_move() {
    let mut lobby = running_with("[table]\npauses-per-seat = 1000", timed(Some(2_000), None));
    lobby.act(ADA, bid(1)).unwrap();
    let mut running = 0;
    for _ in 0..200 {
        lobby.wait(100);
        running += 100;
        if lobby.view(BEN).version > 1 {
            break;
        }
        lobby.ask(BEN, PauseRequest::Pause).unwrap();
        lobby.wait(5_000);
        lobby.ask(BEN, PauseRequest::Resume).unwrap();
    }
    assert_eq!(running, 2_300, "the time for the move, and once the wait for moves on their way");
}

// LO-10
#[test]
fn each_player_has_so_many_pauses_where_others_wait() {
    let mut lobby = running_with("[table]\npauses-per-seat = 2", setup(2));
    for left in (0..2).rev() {
        lobby.ask(ADA, PauseRequest::Pause).unwrap();
        lobby.ask(ADA, PauseRequest::Resume).unwrap();
        if left == 1 {
            lobby.crash(&module("[table]\npauses-per-seat = 2"));
            lobby.ask(ADA, PresenceRequest::Back).unwrap();
        }
    }
    assert_eq!(lobby.ask(ADA, PauseRequest::Pause), Err(Denial::NoPausesLeft { most: 2 }));
    lobby.ask(BEN, PauseRequest::Pause).unwrap();
    // A journal with more pauses than the game allows now is still read.
    lobby.crash(&module("[table]\npauses-per-seat = 0"));
    assert_eq!(lobby.phase(), PhaseName::Paused);

    let mut alone = setup(2);
    alone.seats[1] = SeatPlan::Bot { kind: "random".into(), name: "".into() };
    let mut lobby = running_with("[table]\npauses-per-seat = 2", alone);
    for _ in 0..10 {
        lobby.ask(ADA, PauseRequest::Pause).unwrap();
        lobby.ask(ADA, PauseRequest::Resume).unwrap();
    }
}

// LO-10
#[test]
fn where_the_game_wants_it_a_pause_needs_the_agreement_of_the_others() {
    let policy = "[table]\npause-by-agreement = true";
    let mut lobby = running_with(policy, timed(Some(20_000), None));
    assert!(lobby.summary().proposals.contains(&"pause"));
    lobby.ask(ADA, PauseRequest::Pause).unwrap();
    assert_eq!(lobby.phase(), PhaseName::Running, "Ben is asked");
    assert_eq!(lobby.look(BEN).proposal.map(|proposal| proposal.what), Some("pause"));
    lobby.ask(BEN, VoteRequest::VoteAbort { agree: false }).unwrap();
    assert!(lobby.noticed("table-pause-refused"));
    lobby.ask(ADA, CommandKind::propose("pause").unwrap()).unwrap();
    lobby.ask(BEN, VoteRequest::VoteAbort { agree: true }).unwrap();
    assert_eq!(lobby.phase(), PhaseName::Paused);
    assert_eq!(lobby.ask(ADA, PauseRequest::PauseAgreed { seat: seat(0) }), Err(Denial::NotHost));
    lobby.crash(&module(policy));
    assert_eq!(lobby.phase(), PhaseName::Paused);
    lobby.ask(BEN, PauseRequest::Resume).unwrap();
    assert_eq!(lobby.phase(), PhaseName::Running);
    lobby.ask(BEN, RetireRequest::Resign).unwrap();
    lobby.runtime.game("bids").unwrap().replay(&lobby.recording(), Viewer::Public).unwrap();
}

// LO-10
#[test]
fn a_player_may_resign_in_a_pause_and_one_who_resigned_does_not_pause() {
    let mut lobby = running(2);
    lobby.ask(ADA, PauseRequest::Pause).unwrap();
    lobby.ask(BEN, RetireRequest::Resign).unwrap();
    assert_eq!(lobby.outcome().places.as_slice(), [1, 2]);

    let mut lobby = running(3);
    lobby.ask(CLEO, RetireRequest::Resign).unwrap();
    assert_eq!(lobby.ask(CLEO, PauseRequest::Pause), Err(Denial::NotSeated));
}

// LO-10
#[test]
fn a_game_that_cannot_be_paused_or_resigned_says_so() {
    let mut lobby = running_with("[table]\npause = false\nresign = false", setup(2));
    assert_eq!(lobby.ask(ADA, PauseRequest::Pause), Err(Denial::PauseForbidden));
    assert_eq!(lobby.ask(ADA, RetireRequest::Resign), Err(Denial::ResignForbidden));
}

// LO-10, SN-2
#[test]
fn whoever_resigns_loses_to_the_other() {
    let mut lobby = running(2);
    assert_eq!(lobby.ask(CLEO, RetireRequest::Resign), Err(Denial::NotSeated));
    lobby.ask(ADA, RetireRequest::Resign).unwrap();
    assert_eq!(lobby.outcome().places.as_slice(), [2, 1]);
    lobby.runtime.game("bids").unwrap().replay(&lobby.recording(), Viewer::All).unwrap();
}

// LO-10
#[test]
fn of_several_players_those_who_resign_rank_last_in_order() {
    let mut lobby = running(4);
    lobby.ask(CLEO, RetireRequest::Resign).unwrap();
    lobby.ask(ADA, RetireRequest::Resign).unwrap();
    while lobby.phase() == PhaseName::Running {
        lobby.act(BEN, bid(1)).unwrap();
        lobby.act(DAN, bid(1)).unwrap();
    }
    let places = &lobby.outcome().places;
    assert_eq!((places[2], places[0]), (4, 3), "Cleo left first, then Ada: {places:?}");
    lobby.runtime.game("bids").unwrap().replay(&lobby.recording(), Viewer::Public).unwrap();
}

// LO-10
#[test]
fn a_vote_ends_the_game_unless_somebody_objects() {
    let mut lobby = running(3);
    assert_eq!(lobby.ask(BEN, VoteRequest::VoteAbort { agree: true }), Err(Denial::NoProposal));
    lobby.ask(ADA, VoteRequest::ProposeAbort).unwrap();
    assert_eq!(lobby.ask(BEN, VoteRequest::ProposeAbort), Err(Denial::ProposalRunning));
    // A full view, also after a crash, contains it.
    let open = |lobby: &mut TestLobby| {
        lobby.ask(BEN, PresenceRequest::Back).unwrap();
        lobby.view(BEN).proposal.map(|proposal| (proposal.by.index(), proposal.agreed.len()))
    };
    assert_eq!(open(&mut lobby), Some((0, 1)));
    lobby.crash(&module(""));
    for person in [ADA, CLEO] {
        lobby.ask(person, PresenceRequest::Back).unwrap();
    }
    assert_eq!(open(&mut lobby), Some((0, 1)));
    lobby.ask(BEN, VoteRequest::VoteAbort { agree: false }).unwrap();
    assert_eq!(open(&mut lobby), None, "the proposal is off the table");
    lobby.wait(60_000);
    assert_eq!(lobby.phase(), PhaseName::Running, "Ben objected");
    lobby.ask(ADA, VoteRequest::ProposeAbort).unwrap();
    lobby.wait(29_999);
    assert_eq!(lobby.phase(), PhaseName::Running);
    lobby.wait(1);
    assert_eq!(lobby.phase(), PhaseName::Aborted, "nobody objected");
    assert_eq!(lobby.finished[0].aborted.as_deref(), Some("table-aborted"));

    let mut lobby = running(2);
    lobby.ask(ADA, VoteRequest::ProposeAbort).unwrap();
    lobby.ask(BEN, VoteRequest::VoteAbort { agree: true }).unwrap();
    assert_eq!(lobby.phase(), PhaseName::Aborted, "everybody agreed");
}

// LO-11
#[test]
fn a_bot_stands_in_for_a_lost_player_until_the_return() {
    let mut lobby = running(2);
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    assert!(!lobby.summary().seats[1].present);
    lobby.wait(14_999);
    assert!(lobby.bot_tasks.is_empty());
    lobby.wait(1);
    assert!(lobby.summary().seats[1].stand_in);
    lobby.think();
    assert_eq!(lobby.view(ADA).turn, seat(0).into(), "the stand-in has bid");
    lobby.ask(BEN, PresenceRequest::Back).unwrap();
    assert!(!lobby.summary().seats[1].stand_in);
    lobby.act(ADA, bid(1)).unwrap();
    assert!(lobby.bot_tasks.is_empty(), "Ben plays again");
    lobby.act(BEN, bid(1)).unwrap();
    let keys: Vec<&str> = lobby.notices.iter().map(|event| event.text.key.as_str()).collect();
    assert!(keys.ends_with(&["table-lost", "table-stand-in", "table-back"]), "{keys:?}");
}

// LO-11, WO-14
#[test]
fn by_another_policy_the_clock_plays_for_a_lost_player() {
    let mut lobby = running_with("[table]\nlost = 'forfeit'", timed(Some(20_000), None));
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.act(ADA, bid(1)).unwrap();
    lobby.wait(19_000);
    assert!(lobby.bot_tasks.is_empty() && lobby.view(ADA).version == 1);
    lobby.wait(2_000);
    assert_eq!(lobby.view(ADA).version, 4);
}

// LO-11, DU-26
#[test]
fn by_a_third_policy_a_lost_player_loses_after_a_deadline() {
    let mut lobby = running_with("[table]\nlost = { deadline = { ms = 60_000 } }", setup(2));
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.wait(70_000);
    lobby.ask(BEN, PresenceRequest::Back).unwrap();
    lobby.wait(30_000);
    assert_eq!(lobby.phase(), PhaseName::Running, "back in time");
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.wait(74_999);
    assert_eq!(lobby.phase(), PhaseName::Running);
    lobby.wait(1);
    assert_eq!(lobby.phase(), PhaseName::Over);
    assert_eq!(lobby.outcome().places.as_slice(), [1, 2]);
    lobby.runtime.game("bids").unwrap().replay(&lobby.recording(), Viewer::Public).unwrap();
}

// LO-11: the host would do nothing else until the next one is lost, too.
#[test]
fn an_absence_that_was_dealt_with_wakes_nobody() {
    for policy in ["'stand-in'", "'forfeit'", "{ deadline = { ms = 20_000 } }"] {
        let mut lobby = running_with(&format!("[table]\nlost-after-ms = 4000\nlost = {policy}"), setup(4));
        for person in [ADA, BEN, CLEO] {
            lobby.ask(person, PresenceRequest::Lost).unwrap();
            assert_eq!(lobby.runtime.next_timer(), Some(lobby.now + 4_000), "{policy}");
            lobby.wait(30_000);
        }
    }
}

// LO-11
#[test]
fn whoever_is_away_when_the_game_begins_is_lost_like_others() {
    let clock = ClockPolicy { countdown_ms: Some(Countdown::Ms(60_000)), ..ClockPolicy::default() };
    let mut lobby = lobby("[table]\nlost-after-ms = 4000\nlost = 'stand-in'");
    lobby.open(Setup { clock: Some(clock), ..setup(2) }).unwrap();
    lobby.join(BEN).unwrap();
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.wait(60_000);
    assert_eq!(lobby.phase(), PhaseName::Running);
    lobby.wait(1);
    assert!(lobby.summary().seats[1].stand_in, "nobody waits for him for ever");
}

// LO-11
#[test]
fn a_table_that_everybody_left_ends_and_is_tidied_away() {
    let mut lobby = running(2);
    lobby.ask(ADA, PresenceRequest::Lost).unwrap();
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.wait(20 * 60_000);
    assert_eq!(lobby.finished[0].aborted.as_deref(), Some("table-abandoned"));
    assert_eq!(lobby.closed, [TABLE]);

    // A person who watched first and then sat down leaves as both.
    let mut lobby = common::lobby("");
    lobby.open(setup(2)).unwrap();
    lobby.ask(BEN, PresenceRequest::Watch { name: "Ben".into() }).unwrap();
    lobby.join(BEN).unwrap();
    lobby.ask(ADA, PresenceRequest::Lost).unwrap();
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.wait(20 * 60_000);
    assert_eq!(lobby.closed, [TABLE]);

    let mut lobby = running(3);
    for person in [ADA, BEN, CLEO] {
        let _ = lobby.ask(person, SeatingRequest::Leave);
    }
    assert_eq!(lobby.phase(), PhaseName::Over);
}

// DU-27
#[test]
fn too_many_refusals_lose_the_game() {
    let mut lobby = running_with("[table]\nmax-strikes = 3", setup(2));
    for _ in 0..2 {
        assert!(lobby.act(BEN, bid(9)).is_err());
    }
    let version = lobby.view(BEN).version;
    let stale = ActRequest::Act { seat: seat(1), version: version + 5, action: json!({ "bid": 1 }) };
    assert!(lobby.ask(BEN, stale).is_err());
    assert_eq!(lobby.phase(), PhaseName::Running, "what is stale is no strike");
    assert!(lobby.act(BEN, bid(9)).is_err());
    assert_eq!(lobby.outcome().places.as_slice(), [1, 2]);
}

// LO-9
#[test]
fn a_restart_gives_time_back_and_brings_everything_back() {
    let mut lobby = running_with("", timed(Some(20_000), Some(100_000)));
    lobby.act(ADA, bid(3)).unwrap();
    lobby.wait(15_000);
    lobby.now += 3_600_000;
    lobby.crash(&module(""));
    assert_eq!(lobby.phase(), PhaseName::Running);
    lobby.ask(BEN, PresenceRequest::Back).unwrap();
    lobby.ask(ADA, PresenceRequest::Back).unwrap();
    assert_eq!(lobby.view(ADA).version, 1);
    assert_eq!(lobby.view(ADA).scene["areas"]["bid-0"]["lines"]["bid"]["value"], 3);
    lobby.wait(10_000);
    assert_eq!(lobby.view(BEN).version, 1, "Ben's move begins anew");
    lobby.act(BEN, bid(1)).unwrap();
    assert_eq!(lobby.view(BEN).version, 4);
}
