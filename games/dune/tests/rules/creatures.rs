//! The sandworm, Shai-Hulud and clones.

use crate::common::*;
use dune::{CharacterClass::*, Dune, Ending, Field, Life, Phase, Worm};
use parlor_kit::{Cell, Game, Luck, Seat, StepContext, Turn, grid::Neighbours::Square8};
use proptest::prelude::*;
use std::collections::{BTreeMap, VecDeque};

// DU-10
#[test]
fn a_worm_comes_for_somebody_loud_not_beside_them_and_not_too_far() {
    let make = || {
        let game = position(&SAND).party("sandWormSpawnDistance", 3).put(A, Noble, 2, 2).with("loud", true);
        game.put(B, Noble, 6, 5).with("loud", true).put(B, Mentat, 4, 4).phase("worm")
    };
    let mut targets = BTreeMap::<u8, u32>::new();
    for seed in 0..600 {
        let mut game = make().build();
        assert_eq!(proceed(&mut game, Luck::fast(seed)), ["dune-event-worm-comes"]);
        let Worm { at, target } = game.worm().unwrap();
        let prey = one(&game, target.into()).at().unwrap();
        assert!((2..=3).contains(&Square8.distance(at, prey)), "{at} for {prey}");
        assert!(game.map()[at].is_desert() && game.characters().iter().all(|other| other.at() != Some(at)));
        *targets.entry(target).or_default() += 1;
    }
    assert_eq!(targets.keys().copied().collect::<Vec<_>>(), [0, 1]);
    assert!(targets.values().all(|&n| (240..360).contains(&n)), "{targets:?}");
}

// DU-10
#[test]
fn no_worm_comes_where_nobody_is_loud_or_no_desert_is_near() {
    let mut quiet =
        position(&SAND).party("spiceMinimum", 0).put(A, Noble, 2, 2).phase("storm").storm(5, 5).build();
    proceed(&mut quiet, Luck::fast(1));
    assert_eq!(quiet.phase(), Phase::Call, "the phase is left out");
    let map = ["CPPPPPP", "PPPPPPP", "PPPPPPP", "PPP...C"];
    let rock =
        position(&map).party("sandWormSpawnDistance", 2).put(A, Noble, 0, 1).with("loud", true).phase("worm");
    let mut rock = rock.build();
    assert_eq!(proceed(&mut rock, Luck::fast(1)), Vec::<String>::new());
    assert_eq!(rock.worm(), None);
}

// DU-10
#[test]
fn a_worm_follows_a_shortest_path_over_the_desert_and_flattens_what_it_leaves() {
    let map = ["Cdd.d..", "dPPPPd.", "ddddddd", "......C"];
    let make =
        || position(&map).party("sandWormSpeed", 2).put(A, Noble, 6, 2).worm(0, 1, 0).phase("worm").build();
    let mut game = make();
    assert_eq!(proceed(&mut game, Luck::forced([])), ["dune-event-worm-moves"]);
    let worm = game.worm().unwrap();
    assert_eq!(Square8.distance(worm.at, at(6, 2)), 4, "two of six steps");
    assert_eq!(game.map()[at(0, 1)], Field::FlatSand);
    assert_eq!(game.map()[worm.at], make().map()[worm.at], "its own field stays until it leaves");
}

// DU-10
#[test]
fn whoever_stands_in_the_way_is_swallowed_for_good_and_the_worm_vanishes() {
    let game = position(&["C......", "PPPPPPP", ".......", "......C"]);
    let game = game.put(A, Noble, 6, 0).with("spice", 2).put(B, Fighter, 3, 0).with("spice", 1);
    let mut game = game.put(B, Noble, 3, 3).worm(1, 0, 0).party("sandWormSpeed", 9).phase("worm").build();
    assert_eq!(proceed(&mut game, Luck::forced([])), ["dune-event-swallowed"]);
    assert_eq!((one(&game, 1).life(), one(&game, 1).spice()), (Life::Swallowed, 0));
    assert_eq!((game.worm(), game.player(B).swallowed, spice(&game).len()), (None, 1, 0));
    assert_eq!(one(&game, 0).at(), Some(at(6, 0)), "the target got away");
}

// DU-10
#[test]
fn a_worm_vanishes_when_its_target_is_defeated_or_on_rock() {
    let map = ["C......", "PPPPPPP", ".......", "......C"];
    let mut rock = position(&map).put(A, Noble, 3, 1).worm(1, 0, 0).phase("worm").build();
    assert_eq!(proceed(&mut rock, Luck::forced([])), ["dune-event-worm-gone"]);
    assert_eq!(rock.worm(), None);
    let mut gone =
        position(&map).put(A, Noble, 3, 0).with("life", "defeated").worm(1, 0, 0).phase("worm").build();
    proceed(&mut gone, Luck::forced([]));
    assert_eq!(gone.worm(), None);
}

// DU-10
#[test]
fn without_a_way_over_the_desert_a_worm_comes_up_elsewhere() {
    let map = ["C......", "PPPPPPP", ".......", "......C"];
    for seed in 0..50 {
        let mut game = position(&map).put(A, Noble, 3, 2).worm(1, 0, 0).phase("worm").build();
        assert_eq!(proceed(&mut game, Luck::fast(seed)), ["dune-event-worm-dives"]);
        let worm = game.worm().unwrap();
        assert!(game.map()[worm.at].is_desert() && worm.at != at(1, 0) && worm.target == 0);
    }
}

/// The number of steps over desert, by plain breadth-first search.
fn steps(game: &Dune, from: Cell, to: Cell) -> Option<u32> {
    let mut seen = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if cell == to {
            return seen.get(&to).copied();
        }
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let next = Cell::new(cell.x + dx, cell.y + dy);
            let desert = game.map().get(next).is_some_and(|field| field.is_desert());
            if desert && !seen.contains_key(&next) {
                seen.insert(next, seen[&cell] + 1);
                queue.push_back(next);
            }
        }
    }
    None
}

proptest! {
    // DU-10
    #[test]
    fn a_hunting_worm_comes_as_near_as_breadth_first_search_allows(seed in any::<u64>(), speed in 1..6u32) {
        let mut luck = Luck::fast(seed);
        let letters = ['.', 'd', '.', 'd', 'P', 'M'];
        let mut rows: Vec<String> =
            (0..9).map(|_| (0..11).map(|_| *luck.choose(&letters).unwrap()).collect()).collect();
        rows[0].replace_range(0..1, "C");
        rows[8].replace_range(10.., "C");
        rows[1].replace_range(1..2, ".");
        rows[7].replace_range(9..10, ".");
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let game = position(&rows).put(A, Noble, 9, 7).put(B, Noble, 0, 8).with("life", "defeated");
        let mut game = game.worm(1, 1, 0).party("sandWormSpeed", speed).phase("worm").build();
        let before = steps(&game, at(1, 1), at(9, 7));
        let events = proceed(&mut game, Luck::fast(seed));
        match before {
            None => prop_assert_eq!(events, ["dune-event-worm-dives"]),
            Some(far) if far <= speed => prop_assert_eq!(one(&game, 0).life(), Life::Swallowed),
            Some(far) => {
                let worm = game.worm().unwrap();
                prop_assert_eq!(steps(&game, worm.at, at(9, 7)), Some(far - speed));
            }
        }
    }
}

// DU-23
#[test]
fn the_last_character_in_the_worm_decides_at_once() {
    let make = |other: &str| {
        let game = position(&SAND).put(A, Noble, 3, 3).put(A, Mentat, 0, 1).with("life", other);
        let game = game.player(A, "stock", 50).put(B, Noble, 6, 0).with("life", "defeated");
        game.worm(2, 3, 0).phase("worm").build()
    };
    let mut lost = make("swallowed");
    proceed(&mut lost, Luck::fast(1));
    assert_eq!(lost.phase(), Phase::Over(Ending::Devoured(B)), "the other can still be cloned");
    let Turn::Over(outcome) = lost.turn() else { panic!("over") };
    assert_eq!((outcome.places.as_slice(), outcome.reason.as_str()), (&[2, 1][..], "dune-outcome-devoured"));

    let mut on = make("defeated");
    proceed(&mut on, Luck::fast(1));
    assert_eq!(on.phase(), Phase::Clones, "one can still be cloned");
}

// DU-11
#[test]
fn the_defeated_return_beside_their_city_with_full_values_and_empty_hands() {
    let make = |chance: f64| {
        let game =
            position(&SAND).party("cloneProbability", chance).put(A, Noble, 5, 0).put(B, Fighter, 3, 3);
        let game = game.with("life", "defeated").with("hp", 0).with("spice", 2).with("loud", true);
        game.put(B, Mentat, 1, 1).with("life", "swallowed").phase("clones").build()
    };
    let mut sure = make(1.0);
    assert_eq!(proceed(&mut sure, Luck::fast(1)), ["dune-event-clone"]);
    let clone = one(&sure, 1);
    assert!(Square8.adjacent(clone.at().unwrap(), sure.city(B)));
    assert_eq!((clone.hp(), clone.spice(), clone.is_loud()), (200, 0, false));
    assert_eq!(one(&sure, 2).life(), Life::Swallowed, "the swallowed never return");
    let mut never = make(0.0);
    proceed(&mut never, Luck::fast(1));
    assert_eq!(one(&never, 1).life(), Life::Defeated);
    let returned = (0..1000).filter(|&seed| {
        let mut game = make(0.3);
        proceed(&mut game, Luck::fast(seed));
        one(&game, 1).at().is_some()
    });
    let returned = returned.count();
    assert!((240..360).contains(&returned), "{returned}");
}

// DU-22
#[test]
fn shai_hulud_takes_one_character_in_each_round_until_none_is_left() {
    let game = position(&SAND).party("numbOfRounds", 2).set("round", 2).party("cloneProbability", 0);
    let game = game.put(A, Noble, 1, 1).put(A, Mentat, 2, 1).put(B, Noble, 5, 5).put(B, Fighter, 4, 5);
    let mut game = game.player(A, "stock", 3).worm(3, 3, 0).turn(0).build();
    let mut step = StepContext::listening(Luck::fast(5));
    let mut left = Vec::new();
    let mut quakes = 0;
    let outcome = loop {
        match game.turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Act(seats) => game.act(seats.only().unwrap(), &dune::Action::End, &mut step).unwrap(),
            Turn::Table => {
                let phase = game.phase();
                game.proceed(&mut step);
                quakes += u32::from(phase == Phase::Quake);
                assert_ne!(phase, Phase::Worm, "the ordinary worm is gone");
                if phase == Phase::ShaiHulud {
                    left.push(game.characters().iter().filter(|one| one.at().is_some()).count());
                }
            }
        }
    };
    assert_eq!((quakes, left), (1, vec![3, 2, 1, 0]));
    assert_eq!((game.player(A).swallowed, game.player(B).swallowed), (0, 0), "these do not count");
    assert_eq!(outcome.winners().only(), Some(Seat::new(0)));
}
