//! What a character can do in its turn.

use crate::common::*;
use dune::{Action, CharacterClass::*, Life, Phase};
use parlor_kit::{Cell, Game, Luck, Refusal, Seat, StepContext, Turn, grid::Neighbours::Square8};

fn go(x: i16, y: i16) -> Action {
    Action::Move { to: at(x, y) }
}

// DU-12
#[test]
fn everybody_has_one_turn_in_a_round_in_random_order_with_full_points_and_quiet() {
    let make = || {
        let game = position(&SAND).party("spiceMinimum", 0);
        let game = game.put(A, Noble, 1, 1).with("mp", 0).with("ap", 0).with("loud", true);
        game.put(A, Fighter, 2, 1).put(B, Mentat, 5, 5).put(B, BeneGesserit, 4, 5).build()
    };
    let mut firsts = [0; 4];
    for seed in 0..400 {
        let mut game = make();
        let mut step = StepContext::silent(Luck::fast(seed));
        game.proceed(&mut step);
        firsts[usize::from(game.active().unwrap().who)] += 1;
        let mut order = Vec::new();
        while game.round() == 1 {
            let who = usize::from(game.active().unwrap().who);
            let stats = game.party().stats(one(&game, who).class());
            assert_eq!((one(&game, who).mp(), one(&game, who).ap()), (stats.max_mp, stats.max_ap));
            assert!(!one(&game, who).is_loud());
            order.push(who);
            game.act(one(&game, who).seat(), &Action::End, &mut step).unwrap();
        }
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3]);
    }
    assert!(firsts.iter().all(|&n| (60..140).contains(&n)), "{firsts:?}");
}

// DU-12
#[test]
fn points_are_spent_in_any_order_and_the_turn_ends_when_both_are_gone() {
    let mut game =
        position(&SAND).spice(&[(2, 1), (3, 1)]).put(A, Noble, 2, 1).put(B, Noble, 5, 5).turn(0).build();
    act(&mut game, Action::Collect);
    act(&mut game, go(3, 1));
    act(&mut game, Action::Collect);
    assert_eq!((one(&game, 0).mp(), one(&game, 0).ap(), one(&game, 0).spice()), (1, 0, 2));
    assert_eq!(refused(&game, Action::Collect), "dune-no-ap");
    act(&mut game, go(4, 1));
    assert_eq!(game.active().unwrap().who, 1, "the next character is called");
}

// DU-12, DU-29: a turn is one move of the clock, and running out of time ends it.
#[test]
fn a_turn_that_is_out_of_time_ends() {
    let game = position(&SAND).put(A, Noble, 2, 1).turn(0).build();
    assert_eq!(game.fallback(A, &mut Luck::fast(1)), Some(Action::End));
    assert_eq!(game.fallback(B, &mut Luck::fast(1)), None);
    let mut moved = game.clone();
    act(&mut moved, go(3, 1));
    assert_eq!(moved.turn_number(), game.turn_number());
    act(&mut moved, Action::End);
    let mut step = StepContext::silent(Luck::fast(1));
    while moved.turn() == Turn::Table {
        moved.proceed(&mut step);
    }
    assert_ne!(moved.turn_number(), game.turn_number());
}

// DU-13
#[test]
fn a_step_costs_a_movement_point_and_needs_a_walkable_neighbour() {
    let map = ["C.MPd", ".....", "....H", "....C"];
    let mut game = position(&map).put(A, BeneGesserit, 1, 0).worm(1, 1, 0).turn(0).build();
    assert_eq!(refused(&game, go(2, 0)), "dune-not-walkable");
    assert_eq!(refused(&game, go(0, 0)), "dune-not-walkable");
    assert_eq!(refused(&game, go(1, 1)), "dune-worm-there");
    assert_eq!(refused(&game, go(1, 0)), "dune-there-already");
    assert_eq!(refused(&game, go(1, -1)), "dune-off-map");
    let mut offered = Vec::new();
    game.actions(A, &mut offered);
    let mut moves: Vec<Cell> = offered
        .iter()
        .filter_map(|action| if let Action::Move { to } = action { Some(*to) } else { None })
        .filter(|&to| Square8.adjacent(to, at(1, 0)))
        .collect();
    moves.sort_unstable();
    assert_eq!(moves, [at(0, 1), at(2, 1)]);
    for (x, y) in [(2, 1), (3, 0), (4, 0)] {
        act(&mut game, go(x, y));
    }
    assert_eq!((one(&game, 0).at(), one(&game, 0).mp()), (Some(at(4, 0)), 0));
    assert_eq!(refused(&game, go(3, 0)), "dune-no-mp");
}

// DU-13
#[test]
fn a_move_of_several_steps_takes_the_shortest_free_way_with_the_least_desert() {
    // Three steps lead from the left to the right: over the sand in the middle, or over the rock below it.
    let map = ["CMMMMM", "MP..PM", "MMPPMM", "MMMMdd", "PPPP.C"];
    let make = || position(&map).put(A, BeneGesserit, 1, 1).put(B, Noble, 4, 3);
    let mut game = make().turn(0).build();
    let events = act(&mut game, go(4, 1));
    assert_eq!(events, ["dune-event-moves"; 3], "field by field");
    assert_eq!((one(&game, 0).at(), one(&game, 0).mp()), (Some(at(4, 1)), 0));
    assert_eq!(game.active().unwrap().entered, 0, "by the rock");
    assert!(!one(&game, 0).is_loud());

    // With others on the rock the way is over the sand; nobody is pushed aside.
    let mut game = make().put(B, Mentat, 2, 2).put(B, Fighter, 3, 2).turn(0).build();
    act(&mut game, go(4, 1));
    assert_eq!([0, 2, 3].map(|who| one(&game, who).at().unwrap()), [at(4, 1), at(2, 2), at(3, 2)]);
    assert!(one(&game, 0).is_loud(), "two desert fields");

    // What is out of reach, or behind others, is refused.
    let game = make().put(B, Mentat, 2, 2).worm(2, 1, 0).turn(0).build();
    assert_eq!(refused(&game, go(4, 1)), "dune-too-far");
    assert_eq!(refused(&make().turn(0).build(), go(4, 4)), "dune-too-far");
    let tired = position(&map).put(A, BeneGesserit, 1, 1).with("mp", 1).turn(0).build();
    assert_eq!(refused(&tired, go(3, 1)), "dune-too-far");
}

// DU-13: legal and offered agree on every field, and the cost is the number of steps.
#[test]
fn the_fields_within_reach_are_those_that_field_by_field_moves_can_reach() {
    for seed in 0..60 {
        let mut luck = Luck::fast(seed);
        let mut rows: Vec<String> = (0..7)
            .map(|_| (0..8).map(|_| *luck.choose(&['.', 'd', 'P', 'M', 'M']).unwrap()).collect())
            .collect();
        rows[0].replace_range(0..2, "C.");
        rows[6].replace_range(6.., ".C");
        rows[3].replace_range(3..4, "P");
        rows[2].replace_range(4..5, ".");
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let game = position(&rows).put(A, BeneGesserit, 3, 3).put(B, Noble, 4, 2).turn(0).build();
        // By plain search over positions with steps to free neighbours alone.
        let mut layers = vec![vec![at(3, 3)]];
        let mut seen = std::collections::BTreeSet::from([at(3, 3)]);
        for _ in 0..3 {
            let free = |cell: Cell| {
                game.map().get(cell).is_some_and(|field| field.is_walkable()) && cell != at(4, 2)
            };
            let last = layers.last().unwrap().clone();
            let around = last.iter().flat_map(|&cell| game.map().around(Square8, cell));
            layers.push(around.filter(|&next| free(next) && seen.insert(next)).collect());
        }
        for cell in game.map().cells().filter(|&cell| !Square8.adjacent(cell, at(3, 3)) && cell != at(3, 3)) {
            let steps = layers.iter().position(|layer| layer.contains(&cell));
            let mut copy = game.clone();
            let done = act_with(&mut copy, go(cell.x, cell.y), Luck::forced([]));
            assert_eq!(done.is_ok(), steps.is_some(), "{cell} in {rows:?}");
            let Some(steps) = steps else { continue };
            assert_eq!((one(&copy, 0).at(), one(&copy, 0).mp()), (Some(cell), 3 - steps as u32));
        }
        let mut offered = Vec::new();
        game.actions(A, &mut offered);
        let far =
            |action: &&Action| matches!(action, Action::Move { to } if !Square8.adjacent(*to, at(3, 3)));
        assert_eq!(offered.iter().filter(far).count(), layers[2..].iter().flatten().count());
    }
}

// DU-13
#[test]
fn an_occupied_field_swaps_the_two_and_the_pushed_one_stays_quiet() {
    let mut game = position(&SAND).put(A, Noble, 2, 2).put(B, Fighter, 3, 2).with("spice", 2).turn(0).build();
    act(&mut game, go(3, 2));
    act(&mut game, go(2, 2));
    assert_eq!((one(&game, 0).at(), one(&game, 1).at()), (Some(at(2, 2)), Some(at(3, 2))));
    assert!(one(&game, 0).is_loud() && !one(&game, 1).is_loud());
}

// DU-14
#[test]
fn the_second_desert_field_or_spice_from_the_desert_makes_loud() {
    let map = ["CPPPP", ".d.PP", "PPPPP", "....C"];
    let mut game = position(&map).put(A, BeneGesserit, 2, 0).turn(0).build();
    act(&mut game, go(1, 1));
    assert!(!one(&game, 0).is_loud(), "the first desert field");
    act(&mut game, go(1, 0));
    assert!(!one(&game, 0).is_loud(), "rock in between");
    act(&mut game, go(2, 1));
    assert!(one(&game, 0).is_loud(), "the second desert field");

    let mut game = position(&map).spice(&[(2, 0), (2, 1)]).put(A, Noble, 2, 0).turn(0).build();
    act(&mut game, Action::Collect);
    assert!(!one(&game, 0).is_loud(), "spice from rock");
    act(&mut game, go(2, 1));
    act(&mut game, Action::Collect);
    assert!(one(&game, 0).is_loud(), "spice from desert");
}

// DU-15
#[test]
fn height_decides_how_hard_a_strike_hits() {
    // A fighter has 40, the factors are 4/3 and 2/3.
    for (from, to, damage) in [('.', '.', 40), ('d', 'd', 40), ('d', '.', 53), ('.', 'd', 27), ('P', 'H', 40)]
    {
        let top = format!("C{from}{to}.");
        let map = [top.as_str(), "....", "....", "...C"];
        let mut game = position(&map).put(A, Fighter, 1, 0).put(B, Fighter, 2, 0).turn(0).build();
        let events = act(&mut game, Action::Attack { target: 1 });
        assert_eq!(events, ["dune-event-strikes"]);
        assert_eq!((one(&game, 1).hp(), one(&game, 0).ap()), (200 - damage, 1), "{from}{to}");
    }
}

// DU-15
#[test]
fn only_a_neighbouring_enemy_can_be_struck() {
    let game = position(&SAND)
        .put(A, Fighter, 2, 2)
        .put(A, Noble, 3, 2)
        .put(B, Noble, 4, 2)
        .put(B, Mentat, 2, 3)
        .with("life", "defeated")
        .turn(0)
        .build();
    assert_eq!(refused(&game, Action::Attack { target: 1 }), "dune-not-an-enemy");
    assert_eq!(refused(&game, Action::Attack { target: 2 }), "dune-not-near");
    assert_eq!(refused(&game, Action::Attack { target: 3 }), "dune-not-there");
    assert_eq!(refused(&game, Action::Attack { target: 9 }), "dune-nobody");
    assert_eq!(refused(&game, Action::Attack { target: 0 }), "dune-not-near");
}

// DU-15, DU-7
#[test]
fn without_hit_points_a_character_is_defeated_and_its_spice_scattered() {
    let mut game = position(&SAND)
        .spice(&[(3, 2)])
        .put(A, Fighter, 2, 2)
        .put(B, Noble, 3, 2)
        .with("hp", 40)
        .with("spice", 3)
        .turn(0)
        .build();
    let events = act(&mut game, Action::Attack { target: 1 });
    assert_eq!(events, ["dune-event-strikes", "dune-event-defeated"]);
    assert_eq!((one(&game, 1).life(), one(&game, 1).spice(), one(&game, 1).hp()), (Life::Defeated, 0, 0));
    assert_eq!(spice(&game).len(), 4, "one lay there already, three are new");
    assert_eq!((game.player(A).defeated, game.player(B).defeated), (1, 0));
}

// DU-9
#[test]
fn nobody_in_the_storm_acts_or_is_the_target_of_an_action_but_may_move() {
    let inside =
        position(&SAND).spice(&[(2, 2)]).put(A, Fighter, 2, 2).put(B, Noble, 3, 2).storm(1, 2).turn(0);
    let mut game = inside.build();
    assert_eq!(refused(&game, Action::Attack { target: 1 }), "dune-in-storm");
    assert_eq!(refused(&game, Action::Collect), "dune-in-storm");
    assert_eq!(refused(&game, Action::Spin), "dune-in-storm");
    act(&mut game, go(3, 3));
    act(&mut game, Action::Attack { target: 1 });

    let game = position(&SAND)
        .put(A, Fighter, 2, 2)
        .with("spice", 1)
        .put(B, Noble, 3, 2)
        .put(A, Noble, 3, 3)
        .storm(4, 2);
    let game = game.turn(0).build();
    assert_eq!(refused(&game, Action::Attack { target: 1 }), "dune-target-in-storm");
    assert_eq!(refused(&game, Action::Give { to: 2, amount: 1 }), "dune-target-in-storm");
    assert_eq!(refused(&game, Action::Spin), "dune-nobody-near");
}

// DU-16
#[test]
fn spice_is_collected_where_it_lies_if_there_is_room() {
    let game = position(&SAND).spice(&[(2, 2)]).put(A, Fighter, 2, 2).turn(0);
    let mut game = game.build();
    act(&mut game, Action::Collect);
    assert_eq!((one(&game, 0).spice(), game.player(A).collected, spice(&game).len()), (1, 1, 0));
    assert_eq!(refused(&game, Action::Collect), "dune-no-spice-here");
    let full = position(&SAND).spice(&[(2, 2)]).put(A, Fighter, 2, 2).with("spice", 3).turn(0).build();
    assert_eq!(refused(&full, Action::Collect), "dune-no-room");
}

// DU-16
#[test]
fn any_amount_goes_to_a_neighbouring_friend_with_room_for_all_of_it() {
    let game = position(&SAND).put(A, Mentat, 2, 2).with("spice", 4).put(A, Fighter, 3, 3).with("spice", 1);
    let mut game = game.put(B, Mentat, 1, 2).put(A, Noble, 5, 5).turn(0).build();
    assert_eq!(refused(&game, Action::Give { to: 1, amount: 3 }), "dune-friend-full");
    assert_eq!(refused(&game, Action::Give { to: 1, amount: 0 }), "dune-not-so-much");
    assert_eq!(refused(&game, Action::Give { to: 1, amount: 5 }), "dune-not-so-much");
    assert_eq!(refused(&game, Action::Give { to: 2, amount: 1 }), "dune-not-a-friend");
    assert_eq!(refused(&game, Action::Give { to: 3, amount: 1 }), "dune-not-near");
    act(&mut game, Action::Give { to: 1, amount: 2 });
    assert_eq!((one(&game, 0).spice(), one(&game, 1).spice(), one(&game, 0).ap()), (2, 3, 2));
}

// DU-19
#[test]
fn a_step_beside_the_own_city_delivers_everything() {
    let game = position(&SAND).put(A, Mentat, 2, 2).with("spice", 4).put(A, Noble, 1, 0).with("spice", 1);
    let mut game = game.put(B, Mentat, 0, 1).with("spice", 3).turn(0).build();
    let events = act(&mut game, go(1, 1));
    assert_eq!(events, ["dune-event-moves", "dune-event-delivers"]);
    assert_eq!((game.player(A).stock, one(&game, 0).spice()), (4, 0));
    assert_eq!(one(&game, 1).spice(), 1, "whoever stands there must step again");
    assert_eq!((game.player(B).stock, one(&game, 2).spice()), (0, 3), "not in the other's city");
}

// DU-20
#[test]
fn whoever_takes_no_step_heals() {
    let hurt =
        |hp: u32| position(&SAND).put(A, Noble, 2, 2).with("hp", hp).put(B, Noble, 5, 5).turn(0).build();
    for (hp, healed) in [(50, 60), (95, 100), (100, 100)] {
        let mut game = hurt(hp);
        act(&mut game, Action::End);
        assert_eq!(one(&game, 0).hp(), healed);
    }
    let mut game = hurt(50);
    act(&mut game, go(3, 2));
    act(&mut game, Action::End);
    assert_eq!(one(&game, 0).hp(), 50);
}

// DU-21
#[test]
fn flights_lead_from_heliport_to_heliport() {
    let map = ["CH....H", ".......", ".......", "......C"];
    let mut game = position(&map).put(A, Noble, 1, 0).with("spice", 2).put(B, Noble, 3, 3).turn(0).build();
    assert_eq!(refused(&game, Action::Fly { to: at(1, 0) }), "dune-no-heliport-there");
    assert_eq!(refused(&game, Action::Fly { to: at(2, 0) }), "dune-no-heliport-there");
    let events = act(&mut game, Action::Fly { to: at(6, 0) });
    assert_eq!(events, ["dune-event-flies"]);
    assert_eq!((one(&game, 0).at(), one(&game, 0).mp(), one(&game, 0).spice()), (Some(at(6, 0)), 1, 2));
    act(&mut game, go(5, 0));
    assert_eq!(refused(&game, Action::Fly { to: at(1, 0) }), "dune-no-mp");

    let walker = position(&map).put(A, Noble, 2, 0).turn(0).build();
    assert_eq!(refused(&walker, Action::Fly { to: at(6, 0) }), "dune-not-on-heliport");
}

// DU-21
#[test]
fn an_occupied_heliport_diverts_to_a_free_neighbour() {
    let map = ["CH....H", ".......", ".......", "......C"];
    let mut game =
        position(&map).put(A, Noble, 1, 0).put(B, Noble, 6, 0).put(B, Mentat, 5, 0).turn(0).build();
    act(&mut game, Action::Fly { to: at(6, 0) });
    assert!([at(5, 1), at(6, 1)].contains(&one(&game, 0).at().unwrap()));
}

// DU-21: forced luck answers 0 for a crash; the storm over the line is what brings the risk.
#[test]
fn a_flight_through_the_storm_may_crash() {
    let map = ["CH....H", ".......", ".......", "......C"];
    let stormy =
        |x, y| position(&map).put(A, Noble, 1, 0).with("spice", 2).put(B, Noble, 3, 3).storm(x, y).turn(0);
    let fly = Action::Fly { to: at(6, 0) };

    let mut crashed = stormy(4, 1).build();
    let free = crashed.map().cells().filter(|&cell| crashed.map()[cell].is_walkable()).count() as u64 - 2;
    // The last free field row by row, then the walk of the scattered spice.
    let luck = Luck::forced([0, free - 1].into_iter().chain([0; 200]));
    let events = act_with(&mut crashed, fly, luck).unwrap();
    assert_eq!(events, ["dune-event-crashes"]);
    assert_eq!((one(&crashed, 0).at(), one(&crashed, 0).spice()), (Some(at(5, 3)), 0));
    assert_eq!(spice(&crashed).len(), 2);

    let mut lucky = stormy(4, 1).build();
    assert_eq!(act_with(&mut lucky, fly, Luck::forced([1])).unwrap(), ["dune-event-flies"]);
    let mut calm = stormy(4, 2).build();
    act_with(&mut calm, fly, Luck::forced([])).expect("no luck is needed beside the storm");

    let crashes = (0..1000).filter(|&seed| {
        let mut game = stormy(4, 1).party("crashProbability", 0.3).build();
        act_with(&mut game, fly, Luck::fast(seed)).unwrap() == ["dune-event-crashes"]
    });
    let crashes = crashes.count();
    assert!((240..360).contains(&crashes), "{crashes}");
}

// DU-27: out of turn, before and after the match, everything is refused.
#[test]
fn nobody_acts_out_of_turn() {
    let mut game = position(&SAND).put(A, Noble, 2, 2).turn(0).build();
    let mut step = StepContext::silent(Luck::fast(1));
    let refusal = game.act(B, &Action::End, &mut step).unwrap_err();
    assert_eq!(refusal, Refusal::not_your_turn());
    assert!(game.act(Seat::new(7), &Action::End, &mut step).is_err());
    let mut over = position(&SAND).set("phase", serde_json::json!({ "over": "draw" })).build();
    assert_eq!(over.act(A, &Action::End, &mut step).unwrap_err().code(), "dune-over");
    assert!(matches!(over.phase(), Phase::Over(_)));
}
