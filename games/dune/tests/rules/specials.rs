//! What only one class can do.

use crate::common::*;
use dune::{Action, CharacterClass::*, House, Life, Phase};
use parlor_kit::{Game, Luck};

// DU-17
#[test]
fn special_actions_need_the_class_and_all_its_action_points() {
    let around = |class| {
        let game = position(&SAND).spice(&[(2, 2)]).put(A, class, 2, 2).put(B, Noble, 3, 2).with("spice", 1);
        game.turn(0)
    };
    let specials = [
        (Noble, Action::Kanly { target: 1 }),
        (Noble, Action::Atomics { at: at(5, 5) }),
        (Mentat, Action::Hoard),
        (BeneGesserit, Action::Voice { target: 1 }),
        (Fighter, Action::Spin),
    ];
    for class in [Noble, Mentat, BeneGesserit, Fighter] {
        for (own, action) in specials {
            let game = around(class).build();
            if own != class {
                assert_eq!(refused(&game, action), "dune-wrong-class");
                continue;
            }
            let mut done = game.clone();
            act_with(&mut done, action, Luck::fast(1)).unwrap();
            assert_eq!(one(&done, 0).ap(), 0, "all points are spent");
            let mut tired = game;
            act(&mut tired, Action::Collect);
            assert_eq!(refused(&tired, action), "dune-ap-not-full");
        }
    }
}

// DU-17
#[test]
fn kanly_defeats_an_enemy_noble_or_does_nothing() {
    let make = || {
        let game = position(&SAND).put(A, Noble, 2, 2).put(B, Noble, 3, 2).with("spice", 2);
        game.put(B, Fighter, 2, 3).put(A, Noble, 1, 1).turn(0)
    };
    let kanly = Action::Kanly { target: 1 };
    assert_eq!(refused(&make().build(), Action::Kanly { target: 2 }), "dune-not-a-noble");
    assert_eq!(refused(&make().build(), Action::Kanly { target: 3 }), "dune-not-an-enemy");

    let mut won = make().build();
    act_with(&mut won, kanly, Luck::forced([0; 99])).unwrap();
    assert_eq!((one(&won, 1).life(), won.player(A).defeated, spice(&won).len()), (Life::Defeated, 1, 2));

    let mut lost = make().build();
    act_with(&mut lost, kanly, Luck::forced([1])).unwrap();
    assert_eq!((one(&lost, 1).hp(), one(&lost, 1).spice(), one(&lost, 0).hp()), (100, 2, 100));

    let wins = (0..1000).filter(|&seed| {
        let mut game = make().party("kanlySuccessProbability", 0.2).build();
        act_with(&mut game, kanly, Luck::fast(seed)).unwrap();
        one(&game, 1).life() == Life::Defeated
    });
    let wins = wins.count();
    assert!((150..250).contains(&wins), "{wins}");
}

// DU-17, DU-14
#[test]
fn hoarding_gathers_random_spice_around_up_to_the_room() {
    let lying = [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 3), (5, 5)];
    let make =
        |carried: u32| position(&SAND).spice(&lying).put(A, Mentat, 2, 2).with("spice", carried).turn(0);
    let mut all = make(0).build();
    act_with(&mut all, Action::Hoard, Luck::forced([])).expect("nothing is left to chance");
    assert_eq!((one(&all, 0).spice(), all.player(A).collected, spice(&all)), (6, 6, vec![at(5, 5)]));
    assert!(one(&all, 0).is_loud());

    let mut counts = [0; 6];
    for seed in 0..600 {
        let mut some = make(8).build();
        act_with(&mut some, Action::Hoard, Luck::fast(seed)).unwrap();
        assert_eq!((one(&some, 0).spice(), spice(&some).len()), (10, 5));
        for (count, &(x, y)) in counts.iter_mut().zip(&lying) {
            *count += u32::from(!some.spice()[at(x, y)]);
        }
    }
    assert!(counts.iter().all(|&n| (150..250).contains(&n)), "each is as likely: {counts:?}");
    assert_eq!(refused(&make(10).build(), Action::Hoard), "dune-no-room");
    let bare = position(&SAND).put(A, Mentat, 2, 2).turn(0).build();
    assert_eq!(refused(&bare, Action::Hoard), "dune-no-spice-around");
}

// DU-17, DU-14
#[test]
fn hoarding_from_rock_alone_is_quiet() {
    let map = ["CPP.", "PPP.", "....", "...C"];
    let mut game = position(&map).spice(&[(1, 0)]).put(A, Mentat, 1, 1).turn(0).build();
    act(&mut game, Action::Hoard);
    assert!(!one(&game, 0).is_loud());
}

// DU-17
#[test]
fn the_voice_takes_spice_from_friend_and_foe_up_to_the_room() {
    let make = || {
        let game = position(&SAND).put(A, BeneGesserit, 2, 2).with("spice", 3);
        let game = game.put(B, Mentat, 3, 2).with("spice", 7).put(A, Mentat, 2, 3).with("spice", 1);
        game.put(B, Noble, 1, 1).turn(0)
    };
    let mut foe = make().build();
    act(&mut foe, Action::Voice { target: 1 });
    assert_eq!((one(&foe, 0).spice(), one(&foe, 1).spice()), (5, 5));
    assert_eq!(foe.player(A).collected, 0, "taken, not picked up");
    let mut friend = make().build();
    act(&mut friend, Action::Voice { target: 2 });
    assert_eq!((one(&friend, 0).spice(), one(&friend, 2).spice()), (4, 0));
    assert_eq!(refused(&make().build(), Action::Voice { target: 3 }), "dune-carries-nothing");
}

// DU-17
#[test]
fn a_sword_spin_strikes_all_enemies_around() {
    let game = position(&SAND).put(A, Fighter, 2, 2).put(B, Noble, 3, 2).put(B, Mentat, 1, 1).with("hp", 30);
    let game = game.put(A, Noble, 2, 3).put(B, Noble, 5, 5).put(B, Noble, 4, 4);
    let mut game = game.turn(0).build();
    act(&mut game, Action::Spin);
    assert_eq!((one(&game, 1).hp(), one(&game, 2).life()), (60, Life::Defeated));
    assert_eq!([3, 4, 5].map(|who| one(&game, who).hp()), [100; 3], "friends and the far are spared");
}

// DU-18
#[test]
fn atomics_level_the_ground_and_defeat_everybody_around() {
    let map = ["C.....", ".MdHP.", "..C.d.", ".....d", "......"];
    let game = position(&map).spice(&[(1, 1), (3, 2), (5, 4)]).storm(2, 1);
    let game = game.put(A, Noble, 0, 4).put(A, Mentat, 3, 1).with("spice", 1);
    let mut game =
        game.put(B, Fighter, 2, 1).with("spice", 2).put(B, Noble, 5, 0).worm(3, 2, 0).turn(0).build();
    let events = act(&mut game, Action::Atomics { at: at(2, 1) });
    assert_eq!(events[0], "dune-event-atomics");
    assert_eq!(rows(&game), ["C.....", ".P.HP.", "..C.d.", ".....d", "......"]);
    assert_eq!(
        [1, 2].map(|who| one(&game, who).life()),
        [Life::Defeated; 2],
        "friend and foe, in the storm too"
    );
    assert_eq!([0, 3].map(|who| one(&game, who).hp()), [100; 2]);
    assert_eq!(game.worm(), None);
    let lying = spice(&game);
    assert_eq!(lying.len(), 4, "what lay there is gone, what was carried is scattered: {lying:?}");
    assert_eq!((game.player(A).defeated, game.player(A).atomics), (1, 2), "only enemies count");
}

// DU-18
#[test]
fn every_field_of_the_map_can_be_hit_three_times_in_all() {
    let game = position(&SAND).put(A, Noble, 3, 3).turn(0).build();
    let mut offered = Vec::new();
    game.actions(A, &mut offered);
    let fields = offered.iter().filter(|action| matches!(action, Action::Atomics { .. })).count();
    assert_eq!(fields, 49);
    assert_eq!(refused(&game, Action::Atomics { at: at(7, 0) }), "dune-off-map");
    let empty = position(&SAND).player(A, "atomics", 0).put(A, Noble, 3, 3).turn(0).build();
    assert_eq!(refused(&empty, Action::Atomics { at: at(0, 0) }), "dune-no-atomics");
}

// DU-18
#[test]
fn whoever_hits_an_enemy_first_is_shunned_and_the_victim_gets_help_before_the_next_round() {
    let game = position(&SAND).party("spiceMinimum", 0).put(A, Noble, 0, 6).put(B, Fighter, 5, 1);
    let mut game = game.put(B, Noble, 2, 6).turn(0).build();
    let events = act(&mut game, Action::Atomics { at: at(5, 1) });
    assert!(events.contains(&"dune-event-shunned".to_string()));
    let told = events.iter().filter(|key| *key == "dune-event-coming").count();
    assert_eq!(told, 4, "who comes is told at once");
    assert!(game.player(A).shunned && !game.player(B).shunned);
    let helpers = &game.characters()[3..];
    assert!(helpers.iter().all(|helper| helper.seat() == B && helper.life() == Life::Coming));
    let mut houses: Vec<House> = helpers.iter().map(dune::Character::house).collect();
    houses.sort_unstable();
    assert_eq!(houses, [House::Harkonnen, House::Ordos, House::Richese, House::Vernius]);

    // The victim may answer freely: nobody is shunned twice.
    act(&mut game, Action::End);
    assert_eq!(game.active().unwrap().who, 2, "the victim's noble");
    act(&mut game, Action::Atomics { at: at(0, 6) });
    assert_eq!((one(&game, 0).life(), game.player(B).defeated), (Life::Defeated, 1));
    assert!(!game.player(B).shunned);
    assert_eq!(game.characters().len(), 7);

    act(&mut game, Action::End);
    assert_eq!((game.round(), game.phase()), (2, Phase::Reinforce), "before anything else of the round");
    assert_eq!(proceed(&mut game, Luck::fast(4)), ["dune-event-joins"; 4]);
    assert!(game.characters()[3..].iter().all(|helper| helper.at().is_some()));
}

// DU-18
#[test]
fn atomics_that_hit_no_enemy_shun_nobody() {
    let mut game =
        position(&SAND).put(A, Noble, 0, 6).put(A, Mentat, 3, 3).put(B, Noble, 6, 0).turn(0).build();
    act(&mut game, Action::Atomics { at: at(3, 3) });
    assert_eq!(one(&game, 1).life(), Life::Defeated);
    assert!(!game.player(A).shunned);
    assert_eq!(game.player(A).defeated, 0);
}

// DU-18: a noble that hits itself ends its own turn.
#[test]
fn whoever_falls_in_its_own_turn_has_no_turn_any_more() {
    let mut game = position(&SAND).put(A, Noble, 3, 3).put(B, Noble, 6, 0).turn(0).build();
    act(&mut game, Action::Atomics { at: at(3, 3) });
    assert_eq!(one(&game, 0).life(), Life::Defeated);
    assert_eq!(game.active().unwrap().who, 1);
}
