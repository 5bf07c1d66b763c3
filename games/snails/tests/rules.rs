//! The rules, requirement by requirement.

mod common;

use common::*;
use parlor_kit::{Arg, Cell, Game, Luck, Outcome, Pick, Retirement, Rules, Seat, StepContext, Turn};
use snails::{Action, Board, Direction, Options, Player, Snails, Tile};

const ONE: Seat = Player::One.seat();
const TWO: Seat = Player::Two.seat();

/// One block of `data/turns.txt`.
struct Case {
    name: &'static str,
    player: Player,
    action: Action,
    result: &'static str,
    before: String,
    after: String,
}

fn cases() -> Vec<Case> {
    let blocks = include_str!("data/turns.txt").split("\n\n").filter(|block| !block.starts_with('#'));
    let case = |block: &'static str| {
        let mut lines = block.lines();
        let name = lines.next().unwrap();
        let (turn, result) = lines.next().unwrap().split_once(": ").unwrap();
        let (player, action) = turn.split_once(' ').unwrap();
        let player = if player == "one" { Player::One } else { Player::Two };
        let action = match action {
            "miss" => Action::Miss,
            word => Action::Move(serde_json::from_value(word.into()).unwrap()),
        };
        let (mut before, mut after) = (String::new(), String::new());
        for row in lines {
            let mut boards = row.split_whitespace().filter(|&part| part != "->");
            for board in [&mut before, &mut after] {
                board.push_str(boards.next().unwrap_or_default());
                board.push('\n');
            }
        }
        Case { name, player, action, result, before, after }
    };
    blocks.map(case).collect()
}

// SN-2, SN-3, SN-4, SN-5
#[test]
fn each_turn_does_what_the_rules_say() {
    assert!(cases().len() >= 20);
    for Case { name, player, action, result, before, after } in cases() {
        let start = position(&before).next(player).idle([2, 2]).game();
        let mut game = start.clone();
        let mut step = StepContext::listening(Luck::forced([]));
        let answer = game.act(player.seat(), &action, &mut step);
        if let Err(refusal) = answer {
            assert_eq!(refusal.code(), result, "{name}");
            assert_eq!(game, start, "{name}: a refusal changes nothing");
            assert!(!offered(&start).contains(&action), "{name}: what is refused is not offered");
            assert!(step.events().is_empty(), "{name}");
            continue;
        }
        assert!(offered(&start).contains(&action), "{name}: what is accepted is offered");
        assert_eq!(game.board(), &after.parse::<Board>().unwrap(), "{name}\n{}", game.board());
        assert_eq!(keys(step.events())[0], format!("snails-event-{result}"), "{name}");
        let captured = u16::from(result == "capture");
        assert_eq!(game.board().score(player), start.board().score(player) + captured, "{name}");
        assert_eq!(game.board().empty(), start.board().empty() - captured, "{name}");
        let idle = if result == "capture" { 0 } else { 3 };
        assert_eq!(game.turns_without_capture(player), idle, "{name}");
        assert_eq!(game.turns_without_capture(player.other()), 2, "{name}");
    }
}

// SN-1
#[test]
fn tiles_are_empty_blocks_snails_and_trails() {
    let board: Board = ".#A\naBb".parse().unwrap();
    let tiles: Vec<_> = board.cells().map(|cell| board.tile(cell).unwrap()).collect();
    let (one, two) = (Player::One, Player::Two);
    assert_eq!(
        tiles,
        [Tile::Empty, Tile::Block, Tile::Snail(one), Tile::Trail(one), Tile::Snail(two), Tile::Trail(two)]
    );
    for (x, y) in [(-1, 0), (0, -1), (3, 0), (0, 2)] {
        assert_eq!(board.tile(Cell::new(x, y)), None);
    }
}

// SN-1
#[test]
fn exactly_two_can_play() {
    for seats in [0, 1, 3, 8] {
        let refusal = Snails::new(&Options::default(), seats, &mut Luck::fast(0)).unwrap_err();
        assert_eq!(refusal.code(), "snails-two-players");
    }
    assert!(Snails::new(&Options::default(), 2, &mut Luck::fast(0)).is_ok());
}

// SN-2
#[test]
fn every_walkable_neighbour_and_a_miss_are_offered_in_a_fixed_order() {
    let game = position(". . .\n. A a\n. . B").game();
    assert_eq!(offered(&game), [UP, DOWN, LEFT, RIGHT, MISS]);
    let game = position("A # .\nB . .").game();
    assert_eq!(offered(&game), [MISS]);
}

// SN-2
#[test]
fn only_the_player_whose_turn_it_is_may_act() {
    let start = position("A..\n..B").game();
    let mut actions = Vec::new();
    for seat in [TWO, Seat::new(2), Seat::new(7)] {
        let mut game = start.clone();
        start.actions(seat, &mut actions);
        assert!(actions.is_empty());
        for action in [MISS, UP, LEFT] {
            let refusal = game.act(seat, &action, &mut StepContext::silent(Luck::forced([]))).unwrap_err();
            assert_eq!(refusal.code(), "not-your-turn");
        }
        assert_eq!(game, start);
    }
}

// SN-4
#[test]
fn both_begin_with_one_point() {
    let game = Snails::new(&Options::default(), 2, &mut Luck::fast(0)).unwrap();
    assert_eq!(Player::BOTH.map(|player| game.board().score(player)), [1, 1]);
}

// SN-6
#[test]
fn slides_and_misses_count_and_a_capture_sets_the_count_back() {
    let mut game = position("Aaa....\n......B").patience(9).game();
    let mut counts = Vec::new();
    for action in [RIGHT, MISS, LEFT, MISS, RIGHT, MISS, RIGHT, MISS] {
        act(&mut game, action);
        counts.push(Player::BOTH.map(|player| game.turns_without_capture(player)));
    }
    assert_eq!(counts, [[1, 0], [1, 1], [2, 1], [2, 2], [3, 2], [3, 3], [0, 3], [0, 4]]);
}

// SN-6
#[test]
fn at_the_limit_a_player_misses_for_good_and_the_turns_pass_by_themselves() {
    let mut game = position("A....\n....B").patience(2).idle([1, 0]).game();
    let events = act(&mut game, MISS);
    assert_eq!(keys(&events), ["snails-event-miss", "snails-event-exhausted", "snails-event-turn"]);
    assert!(game.must_miss(Player::One));
    for round in 0..3 {
        assert_eq!(game.turn(), Turn::Act(TWO.into()), "round {round}");
        act(&mut game, LEFT);
        assert_eq!(game.turn(), Turn::Table, "round {round}");
        assert_eq!(offered(&game), []);
        let refusal = game.clone().act(ONE, &RIGHT, &mut StepContext::silent(Luck::forced([]))).unwrap_err();
        assert_eq!(refusal.code(), "not-your-turn");
        let events = proceed(&mut game);
        assert_eq!(keys(&events), ["snails-event-miss", "snails-event-turn"], "announced like any miss");
        assert_eq!(game.turns_without_capture(Player::One), 2);
    }
    assert_eq!(game.board().score(Player::Two), 4);
}

// SN-6
#[test]
fn one_turn_below_the_limit_a_player_may_still_capture() {
    let mut game = position("A....\n....B").idle([4, 0]).game();
    assert_eq!(game.turn(), Turn::Act(ONE.into()));
    act(&mut game, RIGHT);
    assert_eq!(game.turns_without_capture(Player::One), 0);
    assert!(!game.must_miss(Player::One));
}

// SN-7
#[test]
fn the_game_ends_when_no_empty_tile_is_left() {
    for (board, places, scores) in [
        ("Aa.bB", [1, 2], [3, 2]),
        ("A.bbB", [2, 1], [2, 3]),
        ("A.B", [1, 2], [2, 1]),
        ("A.bB", [1, 1], [2, 2]),
    ] {
        let mut game = position(board).game();
        if board.starts_with("Aa") {
            act(&mut game, RIGHT);
            act(&mut game, MISS);
        }
        let events = act(&mut game, RIGHT);
        assert_eq!(keys(&events), ["snails-event-capture"], "no further turn is announced");
        let Turn::Over(outcome) = game.turn() else { panic!("{board} is over") };
        let Outcome { places: p, scores: s, reason } = &outcome;
        assert_eq!((p.as_slice(), s.as_slice()), (&places[..], &scores[..]), "{board}");
        assert_eq!(reason, "snails-outcome-full");
        assert_eq!(outcome.check(2), Ok(()));
    }
}

// SN-7
#[test]
fn the_game_ends_when_both_must_miss_for_good() {
    let mut game = position("Aaa...\n.....B").idle([5, 4]).next(Player::Two).game();
    let events = act(&mut game, MISS);
    assert_eq!(keys(&events), ["snails-event-miss", "snails-event-exhausted"]);
    let Turn::Over(outcome) = game.turn() else { panic!("the game is over") };
    assert_eq!(
        (outcome.reason.as_str(), outcome.scores.as_slice()),
        ("snails-outcome-exhausted", &[3, 1][..])
    );
    assert!(outcome.winners().contains(ONE) && !outcome.is_draw());
}

// SN-7
#[test]
fn equal_scores_are_a_draw() {
    let game = position("Aa.\n.bB").idle([5, 5]).game();
    assert!(game.turn().outcome().unwrap().is_draw());
}

// SN-7
#[test]
fn nothing_happens_after_the_end() {
    let start = position("Aa.\n.bB").idle([5, 5]).game();
    let mut game = start.clone();
    for seat in [ONE, TWO] {
        let mut step = StepContext::listening(Luck::forced([]));
        let refusal = game.act(seat, &MISS, &mut step).unwrap_err();
        assert_eq!(refusal.code(), "snails-over");
        game.proceed(&mut step);
        assert!(step.events().is_empty());
        let mut actions = Vec::new();
        game.actions(seat, &mut actions);
        assert!(actions.is_empty());
        assert_eq!(game.fallback(seat, &mut Luck::forced([])), None);
    }
    assert_eq!(game, start);
}

// SN-2
#[test]
fn whoever_resigns_loses_whatever_the_score_and_at_any_time() {
    let reasons = [
        (Retirement::Resigned, "snails-outcome-resigned"),
        (Retirement::OutOfTime, "snails-outcome-retired"),
        (Retirement::Lost, "snails-outcome-retired"),
        (Retirement::Strikes, "snails-outcome-retired"),
    ];
    for (why, reason) in reasons {
        for next in Player::BOTH {
            let mut game = position("Aaaa.\n....B").next(next).game();
            let mut step = StepContext::silent(Luck::forced([]));
            assert!(game.retire(ONE, why, &mut step));
            let Turn::Over(outcome) = game.turn() else { panic!("the game is over") };
            assert_eq!((outcome.places.as_slice(), outcome.scores.as_slice()), (&[2, 1][..], &[4, 1][..]));
            assert_eq!(outcome.reason, reason);
            assert_eq!(game.act(next.seat(), &MISS, &mut step).unwrap_err().code(), "snails-over");
            assert!(!game.retire(TWO, why, &mut step), "a game that is over stays as it is");
            let saved = serde_json::to_string(&game).unwrap();
            assert_eq!(serde_json::from_str::<Snails>(&saved).unwrap(), game);
        }
    }
}

// SN-8
#[test]
fn luck_decides_who_begins() {
    for (answer, player) in [(0, Player::One), (1, Player::Two)] {
        let game = Snails::new(&Options::default(), 2, &mut Luck::forced([answer])).unwrap();
        assert_eq!(game.next(), Some(player));
    }
    let begins = |seed| Snails::new(&Options::default(), 2, &mut Luck::fast(seed)).unwrap().next();
    let first = (0..1000).filter(|&seed| begins(seed) == Some(Player::One)).count();
    assert!((400..600).contains(&first), "player 1 began {first} of 1000 games");
}

// SN-13
#[test]
fn time_over_means_miss() {
    let game = position("A..\n..B").game();
    assert_eq!(game.fallback(ONE, &mut Luck::forced([])), Some(Action::Miss));
    assert_eq!(game.fallback(TWO, &mut Luck::forced([])), None);
}

// SN-14
#[test]
fn turns_and_actions_are_announced_with_sound() {
    let mut game = Snails::new(&Options::default(), 2, &mut Luck::forced([0])).unwrap();
    let opening = proceed(&mut game);
    assert_eq!(keys(&opening), ["snails-event-turn"]);
    assert_eq!(opening[0].text.args, [("turn".into(), Arg::Number(1)), ("player".into(), Arg::Seat(ONE))]);
    assert_eq!(game.round(), 1);

    let capture = act(&mut game, RIGHT);
    assert_eq!(keys(&capture), ["snails-event-capture", "snails-event-turn"]);
    let args = [("player", Arg::Seat(ONE)), ("x", Arg::Number(1)), ("y", Arg::Number(0))];
    assert_eq!(capture[0].text.args, args.map(|(name, arg)| (name.into(), arg)));
    let moved = [Pick::Piece("snail-1".into()), Pick::Cell("board".into(), Cell::new(1, 0))];
    assert_eq!(capture[0].about, moved);
    assert_eq!(capture[1].text.args[0].1, Arg::Number(2));

    let miss = act(&mut game, MISS);
    assert_eq!(miss[0].about, [Pick::Piece("snail-2".into())]);
    let slide = act(&mut game, LEFT);
    let sounds: Vec<_> = [&opening[0], &capture[0], &miss[0], &slide[0]]
        .map(|event| event.sound.clone().unwrap_or_default())
        .into();
    assert_eq!(sounds, ["turn", "capture", "miss", "slide"]);
    for event in opening.iter().chain(&capture).chain(&miss).chain(&slide) {
        assert!(event.announce, "{event:?}");
    }
}

#[test]
fn positions_are_equal_where_the_game_goes_on_equally() {
    let start = position("A...\n....\n...B");
    let play = |actions: &[Action]| {
        let mut game = start.game();
        for &action in actions {
            act(&mut game, action);
        }
        game.position()
    };
    assert_eq!(play(&[RIGHT, UP, DOWN, LEFT]), play(&[RIGHT, UP, DOWN, LEFT]));
    // Another turn number, but the same board, counters and player to act.
    let later = Position { turn: 7, ..start.clone() };
    assert_eq!(later.game().position(), start.game().position());
    for other in [
        start.clone().next(Player::Two),
        start.clone().idle([1, 0]),
        start.clone().idle([0, 1]),
        position("aA..\n....\n...B"),
        position("A...\n...b\n...B"),
        position("A...\n...a\n...B"),
    ] {
        assert_ne!(other.game().position(), start.game().position());
    }
}

#[test]
fn the_estimate_prefers_tiles_and_room_and_knows_the_end() {
    let even = position("A....\n.....\n....B").game();
    assert!(even.estimate(ONE).abs() < 0.5);
    let ahead = position("aaaA.\n.....\n....B").game();
    assert!(ahead.estimate(ONE) > even.estimate(ONE));
    assert_eq!(ahead.estimate(ONE), -ahead.estimate(TWO));
    // Player 2 is walled in and has nothing left to capture.
    let walled = position("A....\n...aa\n...aB").game();
    let free = position("A....\na..a.\n..a.B").game();
    assert!(walled.estimate(ONE) > free.estimate(ONE));
    let won = position("Aa.\n.#B").idle([5, 5]).game();
    assert_eq!((won.estimate(ONE), won.estimate(TWO)), (1.0, -1.0));
}

#[test]
fn actions_are_readable_json_and_nothing_else_is_accepted() {
    let rules = parlor_kit::Native::<Snails>::new(parlor_kit::Bundle::new(
        parlor_kit::Manifest::parse(include_str!("../../../assets/snails/game.toml")).unwrap(),
    ));
    for (action, json) in [
        (Action::Move(Direction::Up), serde_json::json!({ "move": "up" })),
        (Action::Move(Direction::Right), serde_json::json!({ "move": "right" })),
        (Action::Miss, serde_json::json!("miss")),
    ] {
        assert_eq!(rules.write_action(&action), json);
        assert_eq!(rules.read_action(&json), Ok(action));
    }
    for json in [
        "null",
        "3",
        "\"move\"",
        "\"up\"",
        "[]",
        "{}",
        r#"{"move": "north"}"#,
        r#"{"move": null}"#,
        r#"{"move": "up", "fast": true}"#,
        r#"{"miss": 1}"#,
        r#"{"resign": true}"#,
    ] {
        let refusal = rules.read_action(&serde_json::from_str(json).unwrap()).unwrap_err();
        assert_eq!(refusal.code(), "action-invalid", "{json}");
    }
}

#[test]
fn saved_games_go_on_and_broken_ones_are_refused() {
    let mut game = position("A....\n.....\n....B").game();
    act(&mut game, RIGHT);
    let json = serde_json::to_value(&game).unwrap();
    assert_eq!(serde_json::from_value::<Snails>(json.clone()).unwrap(), game);
    for (field, broken) in [
        ("board", serde_json::json!(["A"])),
        ("next", serde_json::json!("three")),
        ("turns_without_capture", serde_json::json!([0])),
        ("colour", serde_json::json!(1)),
    ] {
        let mut json = json.clone();
        json[field] = broken;
        assert!(serde_json::from_value::<Snails>(json).is_err(), "{field}");
    }
}
