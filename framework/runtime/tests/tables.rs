//! Opening, sitting down, starting, playing, and every way in which that is refused.

mod common;

use common::{bidding_game::DRAWN, *};
use parlor_kit::{ClockPolicy, Countdown, Rules as _, Seat, Viewer};
use parlor_runtime::*;
use serde_json::json;
use std::sync::Arc;

fn seat(n: usize) -> Seat {
    Seat::new(n)
}

// LO-6, LO-7
#[test]
fn people_open_join_leave_and_start() {
    let mut lobby = lobby("");
    lobby.open(setup(3)).unwrap();
    assert_eq!(lobby.summary().seats[0].name, "Ada", "the opener sits down");
    assert_eq!(lobby.ask(ADA, StartRequest::Start), Err(Denial::NotEnoughPlayers { min: 2 }));
    assert_eq!(
        lobby.ask(BEN, SeatingRequest::Join { name: "Ben".into(), seat: Some(seat(2)) }).unwrap().seat,
        Some(seat(2))
    );
    assert_eq!(
        lobby.ask(BEN, SeatingRequest::Join { name: "Ben".into(), seat: None }),
        Err(Denial::AlreadySeated)
    );
    assert_eq!(
        lobby.ask(CLEO, SeatingRequest::Join { name: "Cleo".into(), seat: Some(seat(2)) }),
        Err(Denial::SeatTaken)
    );
    assert_eq!(
        lobby.ask(CLEO, SeatingRequest::Join { name: "Cleo".into(), seat: Some(seat(7)) }),
        Err(Denial::NoSuchSeat)
    );
    assert_eq!(
        lobby.ask(CLEO, SeatingRequest::Join { name: " \u{200b} ".into(), seat: None }),
        Err(Denial::BadName { most: 32 })
    );
    lobby.ask(CLEO, SeatingRequest::Join { name: "  Cleo ".into(), seat: None }).unwrap();
    assert_eq!(lobby.summary().seats[1].name, "Cleo");
    assert_eq!(
        lobby.ask(DAN, SeatingRequest::Join { name: "Dan".into(), seat: None }),
        Err(Denial::TableFull)
    );
    assert_eq!(lobby.ask(CLEO, StartRequest::Start), Err(Denial::NotOpener));
    assert_eq!(lobby.ask(CLEO, SeatingRequest::Kick { seat: seat(0) }), Err(Denial::NotOpener));
    assert_eq!(lobby.removed, []);
    lobby.ask(ADA, SeatingRequest::Kick { seat: seat(1) }).unwrap();
    assert_eq!(lobby.removed, [(TABLE, CLEO)], "whoever is sent away is told");
    assert_eq!(lobby.ask(CLEO, SeatingRequest::Leave), Err(Denial::NotSeated));
    lobby.ask(ADA, StartRequest::Start).unwrap();
    // The free seat is gone, and Ben has moved up.
    assert_eq!(lobby.summary().seats.len(), 2);
    assert_eq!(lobby.view(BEN).viewer, Viewer::Seat(seat(1)));
    assert_eq!(lobby.ask(DAN, SeatingRequest::Join { name: "Dan".into(), seat: None }), Err(Denial::Begun));
    assert_eq!(lobby.ask(ADA, StartRequest::Start), Err(Denial::Begun));
}

// LO-6
#[test]
fn tables_that_cannot_be_are_refused_and_leave_nothing_behind() {
    let mut lobby = lobby("");
    let open = |change: &dyn Fn(&mut Setup)| {
        let mut setup = setup(2);
        change(&mut setup);
        OpenRequest::Open(Box::new(setup))
    };
    let code = |result: Result<Answer, Denial>| result.unwrap_err().code().to_string();
    assert_eq!(code(lobby.ask(ADA, open(&|s| s.game = "chess".into()))), "no-such-game");
    assert_eq!(code(lobby.ask(ADA, open(&|s| s.seats = vec![SeatPlan::Person; 5]))), "wrong-seat-count");
    assert_eq!(code(lobby.ask(ADA, open(&|s| s.options = json!({ "rounds": 0 })))), "options-out-of-range");
    assert_eq!(
        code(lobby.ask(ADA, open(&|s| s.options = json!({ "rounds": "many" })))),
        "options-out-of-range"
    );
    assert_eq!(code(lobby.ask(ADA, open(&|s| s.options = json!({ "tempo": 3 })))), "options-unknown");
    assert_eq!(code(lobby.ask(ADA, open(&|s| s.options = json!({ "bonus": 3 })))), "options-of-the-host");
    assert_eq!(code(lobby.ask(ADA, open(&|s| s.options = json!({ "rounds": 13 })))), "bids-unlucky");
    let bot = SeatPlan::Bot { kind: "oracle".into(), name: "".into() };
    assert_eq!(code(lobby.ask(ADA, open(&|s| s.seats[1] = bot.clone()))), "no-such-bot");
    assert!(lobby.runtime.tables().is_empty() && lobby.store.is_empty());
    lobby.ask(ADA, open(&|_| ())).unwrap();
    assert_eq!(lobby.ask(BEN, open(&|_| ())), Err(Denial::TableExists));
    assert_eq!(lobby.ask_at(ADA, TableId(99), LookRequest::Look), Err(Denial::NoSuchTable));
}

// LO-8, LO-19
#[test]
fn acting_is_bound_to_seat_turn_version_and_rules() {
    let mut lobby = running(2);
    let act = |seat, version, bid: u8| ActRequest::Act { seat, version, action: json!({ "bid": bid }) };
    let before = lobby.store[&TABLE].len();
    assert_eq!(lobby.ask(BEN, act(seat(0), 0, 1)), Err(Denial::NotYourSeat), "another's seat");
    assert_eq!(lobby.ask(CLEO, act(seat(0), 0, 1)), Err(Denial::NotYourSeat), "no seat at all");
    assert_eq!(lobby.ask(ADA, act(seat(5), 0, 1)), Err(Denial::NoSuchSeat));
    assert_eq!(lobby.ask(ADA, act(seat(0), 9, 1)), Err(Denial::Stale { version: 0 }), "from the future");
    assert_eq!(lobby.ask(ADA, act(seat(0), 0, 9)).unwrap_err().code(), "bids-one-to-three");
    let wrong = ActRequest::Act { seat: seat(0), version: 0, action: json!({ "bit": 1 }) };
    assert_eq!(lobby.ask(ADA, wrong).unwrap_err().code(), "action-invalid");
    assert_eq!(lobby.store[&TABLE].len(), before, "nothing refused is recorded");
    assert_eq!(lobby.view(ADA).version, 0, "nothing refused changes anything");

    assert_eq!(lobby.ask(ADA, act(seat(0), 0, 1)).unwrap().version, 1);
    assert_eq!(lobby.ask(ADA, act(seat(0), 1, 1)), Err(Denial::NotYourTurn), "Ada has bid already");
    // Ben decides at the same time and saw version 0: Ada's quicker bid does not make his stale.
    assert_eq!(lobby.ask(BEN, act(seat(1), 0, 2)).unwrap().version, 2);
    // Two steps of the table later a new round has begun; what was seen before it is stale now.
    assert_eq!(lobby.view(BEN).version, 4);
    assert_eq!(lobby.ask(BEN, act(seat(1), 2, 2)), Err(Denial::Stale { version: 4 }));
}

// LO-19
#[test]
fn a_request_sent_twice_is_carried_out_once() {
    let mut lobby = running(2);
    let command = Command::by(
        ADA,
        777,
        TABLE,
        ActRequest::Act { seat: seat(0), version: 0, action: json!({ "bid": 1 }) },
    );
    lobby.send(command.clone());
    let first = lobby.replies.last().unwrap().clone();
    let entries = lobby.store[&TABLE].len();
    lobby.send(command.clone());
    assert_eq!(lobby.replies.last().unwrap(), &first, "the same answer again");
    assert_eq!(lobby.store[&TABLE].len(), entries);
    // Even after a crash the answer is known.
    lobby.crash(&module(""));
    lobby.send(command);
    assert_eq!(lobby.replies.last().unwrap().result, first.result);
}

// LO-12
#[test]
fn secrets_stay_with_their_seat() {
    let mut lobby = running(2);
    lobby.ask(CLEO, PresenceRequest::Watch { name: "Cleo".into() }).unwrap();
    assert_eq!(lobby.summary().watchers, 1);
    lobby.act(ADA, bid(3)).unwrap();
    let secret = json!(["@bids-secret"]);
    assert_eq!(lobby.view(ADA).scene["areas"]["bid-0"]["lines"]["bid"]["value"], 3);
    assert_eq!(lobby.view(BEN).scene["areas"]["bid-0"]["lines"]["bid"]["value"], secret);
    assert_eq!(lobby.view(CLEO).scene["areas"]["bid-0"]["lines"]["bid"]["value"], secret);
    assert!(lobby.view(ADA).has_heard("bids-own"));
    assert!(!lobby.view(BEN).has_heard("bids-own"));
    assert!(lobby.view(CLEO).has_heard("bids-somebody"));
    assert!(lobby.view(CLEO).offers.is_empty(), "spectators have no say");
    let act = ActRequest::Act { seat: seat(1), version: 1, action: json!({ "bid": 1 }) };
    assert_eq!(lobby.ask(CLEO, act), Err(Denial::NotYourSeat));
    lobby.ask(CLEO, PresenceRequest::Unwatch).unwrap();
    assert_eq!(lobby.summary().watchers, 0);
}

// LO-18: for an open game and for one with secrets.
#[test]
fn nothing_is_drawn_for_those_who_are_told_in_brief_until_somebody_looks() {
    for hidden in [false, true] {
        let setup = Setup { options: json!({ "open": !hidden }), ..setup(2) };
        let mut lobby = running_with(&format!("hidden = {hidden}"), setup);
        // Everything that is told after a command, with how many scenes were drawn for it.
        let mut told = |briefed: &[PersonId], person: PersonId, kind: CommandKind| {
            for person in [ADA, BEN] {
                lobby.runtime.set_update_format(person, UpdateFormat::from_brief(briefed.contains(&person)));
            }
            DRAWN.set(0);
            let effects =
                lobby.runtime.step(lobby.now, [Command::of(Origin::Person(person), TABLE, kind)]).effects;
            (effects, DRAWN.get())
        };
        let updates = |effects: &[Effect]| -> Vec<(Recipient, Arc<Update>)> {
            let updates = effects.iter().filter_map(|effect| match effect {
                Effect::Update(update) => Some(update.updates.clone()),
                _ => None,
            });
            updates.flatten().collect()
        };
        let offered = |effects: &[Effect]| -> Vec<(Seat, Offered)> {
            let offers = effects.iter().filter_map(|effect| match effect {
                Effect::Update(update) => Some(update.offers.clone()),
                _ => None,
            });
            offers.flatten().collect()
        };
        let scene = |effects: &[Effect]| {
            let shown = effects.iter().find_map(|effect| match effect {
                Effect::Shown(shown) => Some(serde_json::to_value(&shown.scene).unwrap()),
                _ => None,
            });
            shown.expect("whoever looks is shown the scene")
        };
        let act = |n: usize, version: u32| {
            CommandKind::from(ActRequest::Act { seat: seat(n), version, action: bid(1 + n as u8) })
        };
        let all = json!([{ "bid": 1 }, { "bid": 2 }, { "bid": 3 }]);

        // Both are told in brief.
        let short = ActRequest::Act { seat: seat(0), version: 0, action: json!([1]) };
        let (effects, drawn) = told(&[ADA, BEN], ADA, short.into());
        assert_eq!(drawn, 0, "nobody looks");
        let played = (!hidden).then(|| Played { seat: seat(0), action: bid(1) });
        for (_, update) in updates(&effects) {
            assert_eq!((update.version, update.drawn, &update.patch), (1, false, &None));
            assert_eq!(update.played, played, "as the game writes it, where nothing is hidden");
        }
        assert_eq!(updates(&effects).len(), if hidden { 2 } else { 1 });
        let [(mover, Offered::Actions(actions))] = &offered(&effects)[..] else { panic!("{effects:?}") };
        assert_eq!((*mover, actions), (seat(1), &all.to_string()));

        // With one spectator the scene is drawn for her, and once in each step for all clients of the same
        // viewer.
        let (effects, drawn) = told(&[ADA, BEN], CLEO, PresenceRequest::Watch { name: "Cleo".into() }.into());
        assert_eq!(drawn, 1);
        let mut seen = scene(&effects);
        let (effects, drawn) = told(&[ADA, BEN], BEN, act(1, 1));
        assert_eq!(drawn, 3, "the bid, the roll and the scores");
        for (to, update) in updates(&effects) {
            let hers = matches!(to, Recipient::Everyone | Recipient::Viewer(Viewer::Public));
            assert_eq!(update.drawn, hers);
            if let Some(patch) = update.patch.as_ref().filter(|_| hers) {
                parlor_kit::apply_patch(&mut seen, &patch.value());
            }
        }
        assert!(offered(&effects).iter().all(|(_, offers)| matches!(offers, Offered::Actions(_))));
        assert_eq!(seen, scene(&told(&[ADA, BEN], CLEO, LookRequest::Look.into()).0));
        assert_eq!(told(&[ADA, BEN], CLEO, PresenceRequest::Unwatch.into()).1, 0);

        // A person with brief updates may request a full view; that draws one scene and no more.
        assert_eq!(told(&[ADA, BEN], ADA, LookRequest::Look.into()).1, 1);
        assert_eq!(told(&[ADA, BEN], ADA, act(0, 4)).1, 0);

        // Ben wants to see again. Without a look there is nothing a patch could begin with.
        let (effects, drawn) = told(&[ADA], BEN, act(1, 5));
        assert_eq!(drawn, 3);
        let his = |to: Recipient| matches!(to, Recipient::Everyone | Recipient::Viewer(Viewer::Seat(_)));
        let first = updates(&effects).into_iter().filter(|(to, update)| his(*to) && update.version == 6);
        assert!(first.into_iter().all(|(_, update)| !update.drawn));
        let mut seen = scene(&told(&[ADA], BEN, LookRequest::Look.into()).0);
        let (effects, drawn) = told(&[ADA], ADA, act(0, 8));
        assert_eq!(drawn, 1);
        for (to, update) in updates(&effects) {
            let hers = to == Recipient::Viewer(Viewer::Seat(seat(0)));
            assert_eq!(update.drawn, !hers);
            if let Some(patch) = update.patch.as_ref().filter(|_| !hers) {
                parlor_kit::apply_patch(&mut seen, &patch.value());
            }
        }
        let [(mover, Offered::Tree(offers))] = &offered(&effects)[..] else { panic!("{effects:?}") };
        assert_eq!((*mover, json!(offers.actions())), (seat(1), all));
        assert_eq!(seen, scene(&told(&[ADA], BEN, LookRequest::Look.into()).0));
    }
}

// LO-12
#[test]
fn everything_is_shown_after_the_end_where_the_table_allows_it() {
    for (policy, shown) in [("", json!(3)), ("[table]\nreveal = false", json!(["@bids-secret"]))] {
        let mut lobby = running_with(policy, setup(2));
        lobby.ask(CLEO, PresenceRequest::Watch { name: "Cleo".into() }).unwrap();
        lobby.act(ADA, bid(3)).unwrap();
        lobby.ask(BEN, RetireRequest::Resign).unwrap();
        assert_eq!(lobby.phase(), PhaseName::Over);
        for person in [BEN, CLEO] {
            assert_eq!(
                lobby.view(person).scene["areas"]["bid-0"]["lines"]["bid"]["value"],
                shown,
                "{policy}"
            );
            lobby.ask(person, LookRequest::Look).unwrap();
            assert_eq!(
                lobby.view(person).scene["areas"]["bid-0"]["lines"]["bid"]["value"],
                shown,
                "{policy}"
            );
        }
    }
}

// LO-12
#[test]
fn a_table_without_spectators_has_none() {
    let mut setup = setup(2);
    setup.spectators = false;
    let mut lobby = running_with("", setup);
    assert_eq!(lobby.ask(CLEO, PresenceRequest::Watch { name: "Cleo".into() }), Err(Denial::NoSpectators));
}

// LO-14, LO-15, WO-10
#[test]
fn a_game_is_played_to_its_end_and_its_recording_verifies() {
    let mut lobby = running(2);
    for round in 0..3u8 {
        lobby.act(ADA, bid(1 + round % 3)).unwrap();
        lobby.act(BEN, bid(2)).unwrap();
    }
    assert_eq!(lobby.phase(), PhaseName::Over);
    let [finish] = &lobby.finished.clone()[..] else { panic!("one result") };
    assert_eq!(finish.outcome, lobby.summary().outcome);
    assert_eq!(finish.secret.commitment(), lobby.summary().commitment, "the luck was the one announced");
    assert_eq!(lobby.act(ADA, bid(1)), Err(Denial::Over));

    let recording = lobby.recording();
    let rounds: Vec<_> = recording.course.iter().filter_map(|recorded| recorded.round).collect();
    assert_eq!(rounds, [1, 1, 2, 2, 3, 3], "every move has the round it was made in");
    let game = lobby.runtime.game("bids").unwrap().clone();
    let replayed = game.replay(&recording, Viewer::Public).unwrap();
    assert_eq!(replayed.steps.len() as u32, finish.steps);
    let mut scene = serde_json::to_value(&replayed.start.scene).unwrap();
    for patch in replayed.steps.iter().filter_map(|(_, update)| update.patch.as_ref()) {
        parlor_kit::apply_patch(&mut scene, &patch.value());
    }
    assert_eq!(scene, lobby.view(ADA).scene, "the replay ends where the game ended");

    // Every manipulated claim of a recording is detected.
    let lie = |change: &dyn Fn(&mut Recording)| {
        let mut lie = recording.clone();
        change(&mut lie);
        game.replay(&lie, Viewer::Public).unwrap_err()
    };
    assert_eq!(lie(&|r| r.secret = parlor_kit::SecretSeed::from_seed(8)), ReplayError::Commitment);
    assert_eq!(lie(&|r| r.outcome.as_mut().unwrap().places[0] ^= 3), ReplayError::OtherOutcome);
    assert_eq!(lie(&|r| r.digest = Some("00".into())), ReplayError::OtherEnd);
    assert!(matches!(lie(&|r| r.course.swap(1, 2)), ReplayError::Impossible { .. } | ReplayError::OtherEnd));
    assert!(matches!(
        lie(&|r| r.course[0].done = Done::Act(json!({ "bid": 9 }))),
        ReplayError::Impossible { number: 1, .. }
    ));
    assert_eq!(
        lie(&|r| r.course[3].round = Some(3)),
        ReplayError::OtherRound { number: 4, round: 3 },
        "Ben's second bid"
    );
    assert_eq!(lie(&|r| r.format = FORMAT + 1), ReplayError::Format(FORMAT + 1));
    assert!(matches!(lie(&|r| r.game = "chess".into()), ReplayError::OtherGame(_)));

    // Recordings from before they had rounds are still read and found true.
    let mut old = serde_json::to_value(&recording).unwrap();
    for recorded in old["course"].as_array_mut().unwrap() {
        recorded.as_object_mut().unwrap().remove("round").unwrap();
    }
    game.replay(&serde_json::from_value(old).unwrap(), Viewer::Public).unwrap();
}

// LO-7, WO-9
#[test]
fn a_full_table_starts_by_countdown() {
    let mut setup = setup(2);
    setup.clock = Some(ClockPolicy { countdown_ms: Some(Countdown::Ms(5000)), ..ClockPolicy::default() });
    let mut lobby = lobby("");
    lobby.open(setup).unwrap();
    let join = || SeatingRequest::Join { name: "Ben".into(), seat: None };
    lobby.ask(BEN, join()).unwrap();
    assert_eq!(lobby.phase(), PhaseName::Countdown);
    lobby.wait(3000);
    lobby.ask(BEN, SeatingRequest::Leave).unwrap();
    lobby.wait(5000);
    assert_eq!(lobby.phase(), PhaseName::Waiting, "somebody left: the countdown stops");
    lobby.ask(BEN, join()).unwrap();
    lobby.wait(4999);
    assert_eq!(lobby.phase(), PhaseName::Countdown);
    lobby.wait(1);
    assert_eq!(lobby.phase(), PhaseName::Running);
}

// LO-3
#[test]
fn those_at_the_table_talk() {
    let mut lobby = running(2);
    let say = |text: &str| ChatRequest::Say { text: text.into() };
    lobby.ask(ADA, say(" <b>hello</b>\u{7} ")).unwrap();
    assert_eq!(
        lobby.said,
        [(ADA, "<b>hello</b>".into())],
        "text is kept as it is, but for what cannot be seen"
    );
    assert_eq!(lobby.ask(CLEO, say("let me in")), Err(Denial::NotSeated));
    assert_eq!(lobby.ask(BEN, say("  ")), Err(Denial::BadChat { most: 500 }));
    assert_eq!(lobby.ask(BEN, say(&"x".repeat(501))), Err(Denial::BadChat { most: 500 }));
}

#[test]
fn rules_that_break_down_end_their_table_and_no_other() {
    let mut setup = setup(2);
    setup.options = json!({ "breaks_at": 2 });
    let mut lobby = running_with("", setup);
    let other = TableId(5);
    lobby.ask_at(CLEO, other, OpenRequest::Open(Box::new(lobby.setup(2)))).unwrap();
    lobby.act(ADA, bid(1)).unwrap();
    let denial = lobby.act(BEN, bid(2)).unwrap_err();
    assert_eq!(denial.code(), "table-faulted");
    assert!(denial.to_string().contains("this bid breaks the rules"), "{denial}");
    assert_eq!(lobby.phase(), PhaseName::Aborted);
    assert_eq!(lobby.finished[0].aborted.as_deref(), Some("table-faulted"));
    lobby.ask_at(DAN, other, SeatingRequest::Join { name: "Dan".into(), seat: None }).unwrap();
    lobby.ask_at(CLEO, other, StartRequest::Start).unwrap();
    lobby.crash(&module(""));
    assert_eq!(lobby.phase(), PhaseName::Aborted, "a broken table stays ended");
}

// SN-20, LO-6
#[test]
fn bots_think_outside_and_play_through_to_the_end() {
    let mut setup = setup(3);
    let bot = |kind: &str| SeatPlan::Bot { kind: kind.into(), name: "".into() };
    setup.seats = vec![bot("random"), SeatPlan::Person, bot("")];
    let mut lobby = running_with("", setup);
    assert_eq!(lobby.summary().seats[2].bot.as_deref(), Some("greedy"), "the game's default");
    assert_eq!(lobby.bot_tasks.len(), 2);
    while lobby.phase() == PhaseName::Running {
        lobby.think();
        if lobby.phase() == PhaseName::Running {
            lobby.act(ADA, bid(1)).unwrap();
        }
    }
    assert!(lobby.finished[0].outcome.is_some());
    let stranger =
        Command::of(Origin::Bot, TABLE, ActRequest::Act { seat: seat(1), version: 0, action: json!({}) });
    lobby.send(stranger);
}

// LO-15: bots do not play on among themselves, and not in the recording either.
#[test]
fn a_game_that_ends_because_only_bots_are_left_has_a_recording_that_verifies() {
    let bot = SeatPlan::Bot { kind: "random".into(), name: "".into() };
    for keeps_going in [false, true] {
        let seats = vec![SeatPlan::Person, bot.clone(), bot.clone()];
        let options = json!({ "keeps_going": keeps_going });
        let mut lobby = running_with("", Setup { seats, options, ..setup(3) });
        lobby.ask(ADA, RetireRequest::Resign).unwrap();
        assert_eq!(lobby.phase(), PhaseName::Over);
        let game = lobby.runtime.game("bids").unwrap().clone();
        game.replay(&lobby.recording(), Viewer::Public).unwrap();
    }
}

#[test]
fn a_bot_that_never_answers_is_played_for() {
    let mut setup = setup(2);
    setup.seats[1] = SeatPlan::Bot { kind: "random".into(), name: "Robbie".into() };
    let mut lobby = running_with("", setup);
    lobby.act(ADA, bid(1)).unwrap();
    lobby.bot_tasks.clear();
    let version = lobby.view(ADA).version;
    lobby.wait(60_000);
    assert!(lobby.view(ADA).version > version, "the fallback was played");
}

#[test]
fn the_host_can_stop_a_table_and_nobody_else() {
    let mut lobby = running(2);
    assert_eq!(lobby.ask(ADA, CloseRequest::Stop), Err(Denial::NotHost));
    assert_eq!(lobby.ask(ADA, CloseRequest::Fault { reason: "x".into() }), Err(Denial::NotHost));
    let deadline = ClockRequest::Due(ClockDeadline::Total { seat: seat(1) });
    assert_eq!(lobby.ask(ADA, deadline), Err(Denial::NotHost), "a person cannot pretend to be a clock");
    let deadline = ClockRequest::Due(ClockDeadline::Move { seat: seat(1), version: 0 });
    assert_eq!(lobby.ask(ADA, deadline), Err(Denial::NotHost));
    assert_eq!(lobby.ask(ADA, VoteRequest::Due(VoteDeadline::Vote)), Err(Denial::NotHost));
    assert_eq!(
        lobby.ask(ADA, PresenceRequest::Due(PresenceDeadline::Lost { seat: seat(1) })),
        Err(Denial::NotHost)
    );
    assert_eq!(lobby.ask(ADA, PauseRequest::Restart), Err(Denial::NotHost));
    assert_eq!(lobby.ask(ADA, ActRequest::Proceed), Err(Denial::NotHost));
    assert_eq!(lobby.ask(ADA, ActRequest::PlayOn { seat: seat(1) }), Err(Denial::NotHost));
    assert_eq!(lobby.ask(ADA, BotRequest::Stuck { seat: seat(1), version: 0 }), Err(Denial::NotHost));
    lobby.send(Command::of(Origin::Host, TABLE, CloseRequest::Stop));
    assert_eq!(lobby.phase(), PhaseName::Aborted);
}

// Systems of a game's module read the public components of tables.
#[test]
fn a_module_reads_tables_and_adds_to_results() {
    use parlor_runtime::bevy_ecs::prelude::*;

    #[derive(Resource, Default)]
    struct Seen(Vec<String>);

    let mut lobby = running(2);
    lobby.runtime.world_mut().init_resource::<Seen>();
    lobby.runtime.add_systems(
        |mut finished: ResMut<'_, Finished>,
         mut seen: ResMut<'_, Seen>,
         tables: Query<'_, '_, (&About, &Seating, &Phase, &Progress, &State<BidRules>)>| {
            for finish in &mut finished.0 {
                finish.scored =
                    Some(Scored { list_for: "x".into(), seat: seat(0), against: seat(1), score: 7, most: 1 });
            }
            for (about, seating, phase, progress, state) in &tables {
                let names: Vec<&str> = seating.chairs().iter().map(|chair| chair.name().as_str()).collect();
                let game = &state.rules().bundle().manifest.id;
                let (phase, version) = (phase.name(), progress.version());
                seen.0.push(format!("{game} {} {names:?} {phase:?} {version}", about.id()));
            }
        },
    );
    lobby.act(ADA, bid(1)).unwrap();
    lobby.ask(BEN, RetireRequest::Resign).unwrap();
    assert_eq!(lobby.finished[0].scored.as_ref().map(|scored| scored.score), Some(7));
    let seen = &lobby.runtime.world_mut().resource::<Seen>().0;
    assert_eq!(seen[0], r#"bids ta1 ["Ada", "Ben"] Running 1"#);
    assert_eq!(seen.last().unwrap(), r#"bids ta1 ["Ada", "Ben"] Over 2"#);
}
