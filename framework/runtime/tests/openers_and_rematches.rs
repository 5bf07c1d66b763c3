//! Who may arrange a table before the start, who may come back to it, and how it is played again.

mod common;

use common::*;
use parlor_kit::{Seat, SecretSeed};
use parlor_runtime::*;

const NEW: TableId = TableId(0xB2);
const OTHER: TableId = TableId(0xB3);

fn seat(n: usize) -> Seat {
    Seat::new(n)
}

fn again(table: TableId) -> RematchRequest {
    RematchRequest::Rematch { table, secret: SecretSeed::from_seed(9) }
}

fn watch(person: PersonId) -> PresenceRequest {
    PresenceRequest::Watch { name: name(person) }
}

/// A waiting table of Ada with the others on its seats.
fn waiting(seats: usize, others: &[PersonId]) -> TestLobby {
    let mut lobby = lobby("");
    lobby.open(setup(seats)).unwrap();
    for person in others {
        lobby.join(*person).unwrap();
    }
    lobby
}

/// A finished game of these people.
fn finished(seats: usize) -> TestLobby {
    let mut lobby = running(seats);
    for person in (1..seats as u64).map(PersonId) {
        lobby.ask(person, RetireRequest::Resign).unwrap();
    }
    assert_eq!(lobby.phase(), PhaseName::Over);
    lobby
}

// LO-7
#[test]
fn when_the_opener_leaves_the_next_person_becomes_the_opener() {
    let mut lobby = waiting(3, &[BEN, CLEO]);
    lobby.ask(ADA, SeatingRequest::Leave).unwrap();
    assert_eq!(lobby.summary().opener, BEN);
    assert!(lobby.noticed("table-opener"));
    assert_eq!(lobby.ask(ADA, StartRequest::Start), Err(Denial::NotOpener));
    lobby.ask(BEN, SeatingRequest::Leave).unwrap();
    assert_eq!(lobby.summary().opener, CLEO, "in the order of the seats");
    lobby.crash(&module(""));
    assert_eq!(lobby.summary().opener, CLEO);
    lobby.join(ADA).unwrap();
    assert_eq!(lobby.ask(ADA, StartRequest::Start), Err(Denial::NotOpener));
    lobby.ask(CLEO, StartRequest::Start).unwrap();
}

// LO-7
#[test]
fn whoever_comes_to_a_table_without_an_opener_becomes_the_opener() {
    let mut lobby = waiting(2, &[]);
    lobby.ask(ADA, SeatingRequest::Leave).unwrap();
    lobby.crash(&module(""));
    lobby.join(BEN).unwrap();
    assert_eq!(lobby.summary().opener, BEN);

    // An opener who comes back is still the opener.
    let mut lobby = waiting(2, &[]);
    lobby.ask(ADA, SeatingRequest::Leave).unwrap();
    lobby.join(ADA).unwrap();
    lobby.join(BEN).unwrap();
    assert_eq!(lobby.summary().opener, ADA);
}

// LO-7
#[test]
fn an_opener_who_only_watches_may_leave_as_well() {
    let mut lobby = lobby("");
    lobby.open(Setup { opener_plays: false, ..setup(2) }).unwrap();
    lobby.ask(ADA, watch(ADA)).unwrap();
    lobby.ask(ADA, PresenceRequest::Unwatch).unwrap();
    lobby.ask(ADA, watch(ADA)).unwrap();
    lobby.join(BEN).unwrap();
    assert_eq!(lobby.summary().opener, ADA, "she came back before anybody sat down");
    lobby.ask(ADA, PresenceRequest::Unwatch).unwrap();
    assert_eq!(lobby.summary().opener, BEN);
    lobby.crash(&module(""));
    assert_eq!(lobby.summary().opener, BEN);
}

// LO-7
#[test]
fn an_opener_whose_connection_is_lost_for_long_is_replaced_by_a_person_who_is_there() {
    let mut lobby = waiting(4, &[BEN, CLEO]);
    lobby.ask(BEN, PresenceRequest::Lost).unwrap();
    lobby.ask(ADA, PresenceRequest::Lost).unwrap();
    lobby.wait(119_999);
    assert_eq!(lobby.summary().opener, ADA);
    lobby.wait(1);
    assert_eq!(lobby.summary().opener, CLEO, "Ben is away, too");
    lobby.ask(CLEO, PresenceRequest::Lost).unwrap();
    let records = lobby.store[&TABLE].len();
    lobby.wait(300_000);
    assert_eq!((lobby.summary().opener, lobby.store[&TABLE].len()), (CLEO, records), "nobody could start");
    lobby.ask(BEN, PresenceRequest::Back).unwrap();
    lobby.wait(0);
    assert_eq!(lobby.summary().opener, BEN);
    lobby.crash(&module(""));
    assert_eq!(lobby.summary().opener, BEN);
}

// LO-7
#[test]
fn a_person_who_was_sent_away_does_not_come_back() {
    let mut lobby = waiting(3, &[BEN, CLEO]);
    lobby.ask(ADA, SeatingRequest::Kick { seat: seat(1) }).unwrap();
    assert_eq!(lobby.join(BEN), Err(Denial::Kicked));
    assert_eq!(lobby.ask(BEN, watch(BEN)), Err(Denial::Kicked));
    lobby.crash(&module(""));
    assert_eq!(lobby.join(BEN), Err(Denial::Kicked), "not after a restart either");
    lobby.join(DAN).unwrap();
    // Another table is another matter.
    lobby.ask_at(ADA, OTHER, OpenRequest::Open(Box::new(lobby.setup(2)))).unwrap();
    lobby.ask_at(BEN, OTHER, SeatingRequest::Join { name: "Ben".into(), seat: None }).unwrap();
}

// LO-12
#[test]
fn a_person_with_a_seat_does_not_count_as_a_spectator() {
    let mut lobby = waiting(2, &[]);
    lobby.ask(BEN, watch(BEN)).unwrap();
    assert_eq!(lobby.summary().watchers, 1);
    lobby.join(BEN).unwrap();
    assert_eq!(lobby.summary().watchers, 0);
    lobby.ask(BEN, watch(BEN)).unwrap();
    assert_eq!(lobby.summary().watchers, 0);
}

// LO-13
#[test]
fn a_rematch_opens_when_the_other_agrees_and_both_sit_on_their_old_seats() {
    let mut lobby = running(2);
    assert_eq!(lobby.ask(ADA, again(NEW)), Err(Denial::NotOver));
    lobby.ask(BEN, RetireRequest::Resign).unwrap();
    assert_eq!(lobby.ask(CLEO, again(NEW)), Err(Denial::NotSeated));
    assert_eq!(lobby.summary().proposals, ["rematch"]);
    lobby.ask(BEN, again(NEW)).unwrap();
    assert!(lobby.runtime.table(NEW).is_none() && lobby.noticed("table-rematch-proposed"), "Ada is asked");
    assert_eq!(lobby.look(ADA).proposal.map(|proposal| proposal.what), Some("rematch"));
    lobby.ask(ADA, VoteRequest::VoteAbort { agree: true }).unwrap();
    assert_eq!(lobby.rematches, [(TABLE, NEW)]);
    let new = lobby.runtime.table(NEW).unwrap();
    assert_eq!((new.phase, new.opener), (PhaseName::Running, BEN), "nobody is missing");
    let people: Vec<_> = new.seats.iter().map(|seat| seat.person).collect();
    assert_eq!(people, [Some(ADA), Some(BEN)]);
    // There is no second one, and those who ask are told where it is.
    lobby.ask(ADA, again(OTHER)).unwrap();
    assert_eq!(lobby.rematches, [(TABLE, NEW), (TABLE, NEW)]);
    lobby.crash(&module(""));
    lobby.ask(BEN, again(OTHER)).unwrap();
    assert_eq!(lobby.rematches.last(), Some(&(TABLE, NEW)));
    assert!(lobby.runtime.table(OTHER).is_none());
}

// LO-13
#[test]
fn two_who_ask_for_a_rematch_at_once_get_one_table() {
    let mut lobby = finished(2);
    let ask = |person, number, table| Command::by(person, number, TABLE, again(table));
    let output = lobby.runtime.step(lobby.now, [ask(ADA, 900, NEW), ask(BEN, 901, OTHER)]);
    let opened: Vec<TableId> = output
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Rematch { new, to: None, .. } => Some(*new),
            _ => None,
        })
        .collect();
    assert_eq!(opened, [NEW]);
    assert!(lobby.runtime.table(NEW).is_some() && lobby.runtime.table(OTHER).is_none());
}

// LO-13
#[test]
fn a_rematch_that_somebody_refuses_or_does_not_answer_is_not_opened() {
    let mut lobby = finished(3);
    lobby.ask(ADA, again(NEW)).unwrap();
    lobby.ask(BEN, VoteRequest::VoteAbort { agree: true }).unwrap();
    lobby.ask(CLEO, VoteRequest::VoteAbort { agree: false }).unwrap();
    assert!(lobby.noticed("table-rematch-refused"));
    lobby.ask(BEN, again(NEW)).unwrap();
    lobby.wait(30_000);
    assert!(lobby.noticed("table-rematch-lapsed") && lobby.runtime.table(NEW).is_none());
    // Whoever has gone is not asked, and finds a free seat on return.
    lobby.ask(CLEO, PresenceRequest::Lost).unwrap();
    lobby.ask(BEN, again(NEW)).unwrap();
    lobby.crash(&module(""));
    for person in [ADA, BEN] {
        lobby.ask(person, PresenceRequest::Back).unwrap();
    }
    lobby.ask(ADA, VoteRequest::VoteAbort { agree: true }).unwrap();
    let new = lobby.runtime.table(NEW).unwrap();
    assert_eq!((new.phase, new.seats[2].person), (PhaseName::Waiting, None));
}

// LO-13: one who plays alone, and one who watches bots, need nobody's consent.
#[test]
fn a_rematch_against_bots_begins_at_once() {
    let bot = SeatPlan::Bot { kind: "random".into(), name: "".into() };
    let mut lobby = running_with("", Setup { seats: vec![SeatPlan::Person, bot.clone()], ..setup(2) });
    lobby.ask(ADA, RetireRequest::Resign).unwrap();
    lobby.ask(ADA, again(NEW)).unwrap();
    assert_eq!(lobby.runtime.table(NEW).unwrap().phase, PhaseName::Running);

    let mut lobby = running_with("", Setup { seats: vec![bot.clone(), bot], ..setup(2) });
    lobby.play_out();
    lobby.ask(ADA, again(NEW)).unwrap();
    assert_eq!(lobby.runtime.table(NEW).unwrap().phase, PhaseName::Running);
}

// A vote that the end of the game overtook does not stand in the way.
#[test]
fn a_proposal_of_the_game_is_void_after_its_end() {
    let mut lobby = running(2);
    lobby.ask(ADA, VoteRequest::ProposeAbort).unwrap();
    lobby.ask(ADA, RetireRequest::Resign).unwrap();
    assert_eq!(lobby.look(BEN).proposal, None);
    assert_eq!(lobby.ask(BEN, VoteRequest::VoteAbort { agree: true }), Err(Denial::NoProposal));
    lobby.ask(ADA, again(NEW)).unwrap();
    lobby.ask(BEN, VoteRequest::VoteAbort { agree: true }).unwrap();
    assert!(lobby.runtime.table(NEW).is_some());
}
