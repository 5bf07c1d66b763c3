//! Whole hands and games: dealing, hiding, reloading, ending.

mod common;

use common::*;
use level8::{
    Action, DEALT, Face, Level8, LevelOrder, MAX_HANDS_PER_GAME, MAX_ROUNDS_PER_HAND, Options, Source,
    TAKE_BACKS, TASKS,
};
use parlor_kit::{Game, Luck, Scene, Seat, StepContext, Turn, Viewer};

fn new(options: Options, seats: usize, seed: u64) -> Level8 {
    Level8::new(&options, seats, &mut Luck::fast(seed)).unwrap()
}

fn dealt(seats: usize, seed: u64) -> Level8 {
    let mut game = new(Options::default(), seats, seed);
    game.proceed(&mut StepContext::silent(Luck::fast(seed)));
    game
}

fn scene(game: &Level8, viewer: Viewer) -> Scene {
    let mut scene = Scene::new();
    game.scene(viewer, &mut scene);
    scene
}

/// Plays at random among the candidates; gives the number of steps, and calls `look` at every state.
fn play_on(game: &mut Level8, luck: &mut Luck, mut look: impl FnMut(&Level8)) -> u32 {
    let mut context = StepContext::silent(luck.split());
    let mut actions = Vec::new();
    for step in 0.. {
        look(game);
        match game.turn() {
            Turn::Over(_) => return step,
            Turn::Table => game.proceed(&mut context),
            Turn::Act(seats) => {
                let seat = seats.only().unwrap();
                actions.clear();
                game.candidates(seat, &mut actions);
                let action = *luck.choose(&actions).unwrap();
                game.act(seat, &action, &mut context).unwrap();
            }
        }
    }
    unreachable!()
}

// L8-1, L8-4
#[test]
fn everybody_gets_ten_cards_and_the_dealer_turns_one_up() {
    for seats in 2..=6 {
        let game = dealt(seats, 3);
        for seat in Seat::all(seats) {
            assert_eq!(cards(&game, &format!("hand-{seat}")).len(), DEALT);
            let open = usize::from(seat == game.dealer());
            assert_eq!(cards(&game, &format!("discard-{seat}")).len(), open);
        }
        assert_eq!(cards(&game, "draw").len(), 98 - DEALT * seats - 1);
        assert_eq!(actor(&game), Some(game.dealer().next(seats)), "the player left of the dealer begins");
    }
    for seats in [0, 1, 7, 8] {
        let refusal = Level8::new(&Options::default(), seats, &mut Luck::fast(1)).unwrap_err();
        assert_eq!(refusal.code(), "level8-players");
    }
}

// L8-10
#[test]
fn the_dealer_goes_around_the_table_in_every_game() {
    let mut game = new(Options::default(), 3, 5);
    let mut dealers = Vec::new();
    let mut dealing = false;
    play_on(&mut game, &mut Luck::fast(5), |game| {
        let begun = actor(game).is_some() && !dealing;
        if begun {
            dealers.push(game.dealer());
        }
        dealing = if begun { true } else { dealing && hand_goes_on(game) };
    });
    assert!(dealers.len() > 2, "{dealers:?}");
    for pair in dealers.windows(2) {
        assert_eq!(pair[1], pair[0].next(3), "{dealers:?}");
    }
}

/// Whether the present hand is not over yet.
fn hand_goes_on(game: &Level8) -> bool {
    serde_json::to_value(game).unwrap()["phase"] != "deal"
}

// L8-3
#[test]
fn levels_come_in_the_order_that_was_chosen() {
    let tasks = |order, seed| -> Vec<Vec<u8>> {
        let game = new(Options { levels: 8, order, hard: false }, 4, seed);
        serde_json::from_value(serde_json::to_value(game).unwrap()["orders"].clone()).unwrap()
    };
    let standard: Vec<u8> = (0..8).collect();
    assert_eq!(tasks(LevelOrder::Standard, 1)[..], *std::slice::from_ref(&standard));
    let shuffled = tasks(LevelOrder::Shuffled, 1);
    assert_eq!(shuffled.len(), 1, "the same for everybody");
    assert_ne!(shuffled, tasks(LevelOrder::Shuffled, 2));
    let each = tasks(LevelOrder::ShuffledEach, 1);
    assert_eq!(each.len(), 4);
    assert!(each.iter().any(|own| *own != each[0]));
    for mut own in shuffled.into_iter().chain(each) {
        own.sort_unstable();
        assert_eq!(own, standard, "every task once");
    }
    let short = new(Options { levels: 2, ..Options::default() }, 2, 1);
    assert_eq!((short.most_levels(), short.task(Seat::new(0))), (2, TASKS[0]));
    for levels in [0, 1, 9] {
        let options = Options { levels, ..Options::default() };
        let refusal = Level8::new(&options, 2, &mut Luck::fast(1)).unwrap_err();
        assert_eq!(refusal.code(), "options-out-of-range");
    }
}

// L8-9
#[test]
fn no_card_is_ever_lost_or_made_up() {
    for seed in 0..6 {
        let mut game = new(Options { levels: 2, ..Options::default() }, 2 + seed as usize % 5, seed);
        let mut luck = Luck::fast(seed);
        let mut expected: Vec<Face> = Face::deck().collect();
        expected.sort_unstable();
        let mut at = 0;
        play_on(&mut game, &mut luck, |game| {
            at += 1;
            if at % 16 != 0 {
                return;
            }
            let saved = serde_json::to_value(game).unwrap();
            let zones = saved["zones"]["zones"].as_array().unwrap();
            let mut faces: Vec<Face> = zones
                .iter()
                .flat_map(|zone| zone[1]["cards"].as_array().unwrap())
                .map(|card| card["face"].as_str().unwrap().parse().unwrap())
                .map(|face: Face| if face.is_joker() { Face::Joker(None) } else { face })
                .collect();
            faces.sort_unstable();
            assert_eq!(faces, expected);
        });
    }
}

/// A game in which seat 0 has put cards into parts, one of them a joker whose meaning was said.
fn composing() -> Level8 {
    let mut game = position(
        "seats 3\nhand-0: r1 r4 r5 J g8 g9 v15\nhand-1: b1 b2\nhand-2: y1 y2\ndraw: v1 v2 v3\ndiscard-1: o7",
    );
    make_all(&mut game, &["put r4 0", "put r5 0", "put J 0", "mean 0 3", "put g8 1"]);
    game
}

// L8-15
#[test]
fn a_level_that_is_being_composed_survives_a_reload_and_the_turns_of_others() {
    let mut game = composing();
    let saved = serde_json::to_vec(&game).unwrap();
    let restored: Level8 = serde_json::from_slice(&saved).unwrap();
    assert_eq!(restored, game);
    let own = Viewer::Seat(Seat::new(0));
    let areas = |game: &Level8| {
        let scene = scene(game, own);
        let of = |area: &str| scene.pieces.values().filter(|piece| piece.area == area).count();
        (of("part-0-0"), of("part-0-1"), of("hand-0"))
    };
    assert_eq!(areas(&restored), (3, 1, 3));
    let again = serde_json::to_string(&scene(&restored, own)).unwrap();
    assert_eq!(again, serde_json::to_string(&scene(&game, own)).unwrap());
    // The same cards still lie there when everybody else has had a turn.
    make_all(&mut game, &["discard v15", "take discard-1", "discard o7", "take draw", "discard y1"]);
    assert_eq!(areas(&game), (3, 1, 2));
    make_all(&mut game, &["take discard-1", "put g9 1", "put o7 1", "lay-out"]);
    assert_eq!(faces(&game, "row-0-0"), "J=3 r4 r5");
    assert_eq!(faces(&game, "row-0-1"), "o7 g8 g9");
}

// L8-14
#[test]
fn nobody_else_sees_what_is_being_composed_or_that_anything_is() {
    let game = composing();
    let plain = position(
        "seats 3\nhand-0: r1 r4 r5 J g8 g9 v15\nhand-1: b1 b2\nhand-2: y1 y2\ndraw: v1 v2 v3\ndiscard-1: o7",
    );
    for viewer in [Viewer::Seat(Seat::new(1)), Viewer::Seat(Seat::new(2)), Viewer::Public] {
        assert_eq!(scene(&game, viewer), scene(&plain, viewer));
        let (mut twin, mut other) = (game.clone(), plain.clone());
        twin.resample(viewer, &mut Luck::fast(1));
        other.resample(viewer, &mut Luck::fast(1));
        assert_eq!(twin, other, "not even a bot that imagines the table");
    }
    assert_ne!(scene(&game, Viewer::Seat(Seat::new(0))), scene(&plain, Viewer::Seat(Seat::new(0))));
    let mut context = StepContext::listening(Luck::forced([]));
    let mut game = plain;
    let action = read(&game, Seat::new(0), "put r4 0");
    game.act(Seat::new(0), &action, &mut context).unwrap();
    assert!(context.events().is_empty());
}

// L8-14
#[test]
fn a_spectator_sees_tops_rows_and_sizes_and_nothing_more() {
    let game = position(
        "seats 2\nlaid 1\nhand-0: r4 r5 J\nhand-1: b1 b2\nrow-1-0: g1 g2 J=3\nrow-1-1: v5 v6 v7\n\
         draw: v1 v2 v3\nunder: S\ndiscard-0: o7 o8\ndiscard-1: y9",
    );
    let scene = scene(&game, Viewer::Public);
    let shown = |area: &str| -> Vec<String> {
        let mut pieces: Vec<_> = scene.pieces.values().filter(|piece| piece.area == area).collect();
        pieces.sort_by_key(|piece| serde_json::to_string(&piece.at).unwrap());
        let text = |label: &Option<parlor_kit::Id>| label.as_deref().unwrap_or_default().to_string();
        pieces.iter().map(|piece| format!("{}{}", piece.look, text(&piece.label))).collect()
    };
    assert_eq!(shown("draw"), ["card-back"]);
    assert_eq!(scene.pieces["draw.2"].badges["cards"].value, 3);
    assert_eq!(shown("under"), ["skip"]);
    assert_eq!(shown("hand-0"), ["card-back"; 3]);
    assert_eq!(shown("hand-1"), ["card-back"; 2]);
    assert_eq!(shown("row-1-0"), ["green1", "green2", "joker3"]);
    assert_eq!(shown("discard-1"), ["yellow9"]);
    assert!(shown("discard-0").contains(&"orange8".to_string()));
    assert!(!shown("discard-0").contains(&"orange7".to_string()));
    assert_eq!(scene.seats[&Seat::new(0)].badges["cards"].value, 3);
}

// L8-15
#[test]
fn taking_back_has_an_end() {
    let mut game = position("hand-0: r4 r5 g9\ndraw: v1");
    for _ in 0..TAKE_BACKS {
        make_all(&mut game, &["put r4 0", "back r4"]);
    }
    make_all(&mut game, &["put r4 0"]);
    assert_eq!(make(&mut game, "back r4").unwrap_err().code(), "level8-take-backs");
    assert!(!steps(&game).iter().any(|step| step.starts_with("back")));
    assert!(steps(&game).contains(&"discard r4".to_string()), "it can still be discarded");
}

// L8-7, L8-14: of two jokers the one goes that others have seen, and the tray keeps the other.
#[test]
fn discarding_one_of_two_jokers_leaves_one_where_it_was_put() {
    let mut game = position("seats 2\nphase take\nhand-0: r4 J\nhand-1: b1 b2\ndiscard-1: J\ndraw: v1 v2 v3");
    make_all(&mut game, &["take discard-1", "put J 0", "discard J", "take draw", "discard b1", "take draw"]);
    let saved = serde_json::to_value(&game).unwrap();
    let tray = saved["trays"][0]["cards"][0][0].clone();
    let hand = cards(&game, "hand-0");
    let joker = hand.iter().find(|(face, _)| face.is_joker()).unwrap();
    assert_eq!(tray, joker.1);
}

// L8-13
#[test]
fn a_move_for_somebody_out_of_time_is_any_legal_move_but_never_composing() {
    let mut game = composing();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let action = game.fallback(Seat::new(0), &mut Luck::fast(seed)).unwrap();
        assert!(matches!(action, Action::Discard { .. }), "{action:?}");
        seen.insert(serde_json::to_string(&action).unwrap());
    }
    assert_eq!(seen.len(), 7, "each of the cards");
    assert_eq!(game.fallback(Seat::new(1), &mut Luck::fast(1)), None);
    make_all(&mut game, &["discard v15"]);
    let sources: std::collections::BTreeSet<String> = (0..50)
        .map(|seed| game.fallback(Seat::new(1), &mut Luck::fast(seed)).unwrap())
        .map(|action| serde_json::to_string(&action).unwrap())
        .collect();
    assert_eq!(sources.len(), 3, "{sources:?}");
}

// L8-13: each legal move is equally likely.
#[test]
fn a_move_for_somebody_out_of_time_is_uniformly_random() {
    let game = position("seats 3\nphase take\nhand-0: r1 r5\ndiscard-0: y3\ndiscard-1: b1\ndraw: g1 g2");
    let mut counts = std::collections::BTreeMap::<String, u32>::new();
    for seed in 0..3_000 {
        let action = game.fallback(Seat::new(0), &mut Luck::fast(seed)).unwrap();
        *counts.entry(serde_json::to_string(&action).unwrap()).or_default() += 1;
    }
    assert_eq!(counts.len(), 3, "the draw pile and both discard piles: {counts:?}");
    // A thousand each are expected; five times the standard deviation is 129.
    assert!(counts.values().all(|count| count.abs_diff(1_000) < 129), "{counts:?}");
}

// L8-13
#[test]
fn all_steps_of_a_turn_are_one_turn_for_the_clock() {
    let mut game = composing();
    let turn = game.turn_number();
    make_all(&mut game, &["put g9 1", "back g9"]);
    assert_eq!(game.turn_number(), turn);
    make_all(&mut game, &["discard v15"]);
    assert_ne!(game.turn_number(), turn);
}

#[test]
fn a_hand_that_lasts_too_long_ends_without_bonus_and_so_does_a_game() {
    let worn = MAX_ROUNDS_PER_HAND * 2;
    let text = format!(
        "phase take\nlaid 0\nturns {worn}\nhands {MAX_HANDS_PER_GAME}\nlevel 3 2\nhand-0: r1\ndraw: v1"
    );
    let mut game = position(&text);
    make_all(&mut game, &["go"]);
    let Turn::Over(outcome) = game.turn() else { panic!("{:?}", game.turn()) };
    assert_eq!(
        (outcome.reason.as_str(), outcome.scores.as_slice()),
        ("level8-outcome-most-hands", &[4, 2][..])
    );
    let mut earlier = position(&text.replace(&format!("hands {MAX_HANDS_PER_GAME}"), "hands 1"));
    make_all(&mut earlier, &["go", "go"]);
    assert!(actor(&earlier).is_some(), "the next hand is dealt");
}

#[test]
fn random_games_end_far_within_the_bound_for_two_to_six_players() {
    for seed in 0..10 {
        let seats = 2 + seed as usize % 5;
        let mut game = new(Options::default(), seats, seed);
        let steps = play_on(&mut game, &mut Luck::fast(seed), |_| ());
        assert!(steps < 3_000, "{seats} players, seed {seed}: {steps} steps");
    }
}

// L8-14, L8-15. Random play of the laws composes little and ends hands soon. Here anything legal is done, so that
// levels are half composed, hands last long and draw piles are used up.
#[test]
fn whatever_legal_is_done_the_state_stays_sound_and_hides_what_it_should() {
    let mut seen: std::collections::BTreeMap<String, u32> = Default::default();
    for seed in 0..10 {
        let seats = 2 + seed as usize % 5;
        let mut luck = Luck::fast(seed);
        let options = Options { hard: seed % 2 == 1, ..Options::default() };
        let mut game = new(options, seats, seed);
        let mut context = StepContext::listening(luck.split());
        for step in 0..2_500 {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Table => game.proceed(&mut context),
                Turn::Act(acting) => {
                    let seat = acting.only().unwrap();
                    let mut actions = Vec::new();
                    game.actions(seat, &mut actions);
                    // Now and then something sensible is done, so that levels are laid out;
                    // and cards are mostly drawn, so that draw piles come to their end.
                    if luck.below(4) == 0 {
                        actions.clear();
                        game.candidates(seat, &mut actions);
                    }
                    let draw = Action::Take(Source::Draw);
                    let drawn = actions.contains(&draw) && luck.below(8) > 0;
                    let action = if drawn { draw } else { *luck.choose(&actions).unwrap() };
                    game.act(seat, &action, &mut context).unwrap();
                }
            }
            for event in context.take_events() {
                *seen.entry(event.text.key.to_string()).or_default() += 1;
            }
            if step % 23 == 0 {
                trays_are_sound(&game, &mut seen);
                hides(&game, &mut luck);
            }
        }
    }
    for event in
        ["level8-event-pile", "level8-event-missed", "level8-event-laid", "level8-event-added", "composing"]
    {
        assert!(seen.get(event).is_some_and(|&times| times >= 10), "{event} in {seen:?}");
    }
}

/// Cards in a tray are cards of the hand, each in one part, and no part has more than it takes.
fn trays_are_sound(game: &Level8, seen: &mut std::collections::BTreeMap<String, u32>) {
    let saved = serde_json::to_value(game).unwrap();
    assert_eq!(&serde_json::from_value::<Level8>(saved.clone()).unwrap(), game);
    for seat in Seat::all(game.seats()) {
        let hand = cards(game, &format!("hand-{seat}"));
        let tray = saved["trays"][seat.index()]["cards"].as_array().cloned().unwrap_or_default();
        let mut parts = [0; level8::MOST_PARTS];
        let mut handles: Vec<String> = tray.iter().map(|card| card[0].to_string()).collect();
        handles.sort();
        handles.dedup();
        assert_eq!(handles.len(), tray.len(), "each card once");
        for card in &tray {
            assert!(hand.iter().any(|(_, handle)| *handle == card[0]), "{card} is in hand {hand:?}");
            parts[card[1].as_u64().unwrap() as usize] += 1;
        }
        for (at, count) in parts.into_iter().enumerate() {
            let most = game.task(seat).get(at).map_or(0, |part| usize::from(part.size()));
            assert!(count <= most, "part {at} of {:?} has {count}", game.task(seat));
        }
        *seen.entry("composing".into()).or_default() += u32::from(!tray.is_empty());
    }
}

/// Whatever a viewer cannot know may be otherwise, and the viewer sees and may do the same.
fn hides(game: &Level8, luck: &mut Luck) {
    for viewer in Viewer::each(game.seats()) {
        let mut twin = game.clone();
        twin.resample(viewer, luck);
        assert_eq!(scene(&twin, viewer), scene(game, viewer), "{viewer}");
        if let Some(seat) = viewer.seat() {
            let offers = |game: &Level8| {
                let mut actions = Vec::new();
                game.actions(seat, &mut actions);
                actions
            };
            assert_eq!(offers(&twin), offers(game), "{viewer}");
        }
    }
}

// L8-3
#[test]
fn an_order_that_is_not_that_of_the_rules_is_shown_to_everybody() {
    let lines = |order| {
        let game = new(Options { levels: 3, order, hard: false }, 2, 1);
        let scene = scene(&game, Viewer::Public);
        scene.seats.values().filter(|panel| panel.lines.contains_key("order")).count()
    };
    assert_eq!([LevelOrder::Standard, LevelOrder::Shuffled, LevelOrder::ShuffledEach].map(lines), [0, 2, 2]);
}

// PL-15
#[test]
fn there_is_no_content_to_be_wrong() {
    let faults = Level8::check_content("map", &serde_json::json!({}));
    assert_eq!(faults[0].to_string(), ": content-kind-unknown kind=map");
}
