//! What the desert does between the turns.

use crate::common::*;
use dune::{CharacterClass::*, Dune, Field, Phase};
use parlor_kit::{Cell, Luck, grid::CellularAutomaton, grid::Grid, grid::Neighbours::Square8};
use proptest::prelude::*;

// DU-6
#[test]
fn a_spice_blow_comes_only_with_too_little_spice_and_comes_first() {
    let lying = [(3, 3), (3, 4), (4, 3)];
    let round = |minimum: u32| {
        let game = position(&SAND).party("spiceMinimum", minimum).spice(&lying).put(A, Noble, 1, 1).turn(0);
        let mut game = game.build();
        act(&mut game, dune::Action::End);
        game.phase()
    };
    assert_eq!(round(4), Phase::Blow);
    assert_eq!(round(3), Phase::Dunes);
}

// DU-6
#[test]
fn a_spice_blow_changes_the_ground_around_a_desert_field_and_throws_up_three_to_six() {
    let map = ["CPPPPP", "PPPPPP", "PPP.dP", "PPMPPP", "PPPPPC"];
    let mut amounts = [0; 7];
    let mut dunes = [0; 2];
    for seed in 0..800 {
        let mut game = position(&map).storm(0, 0).phase("blow").build();
        assert_eq!(proceed(&mut game, Luck::fast(seed)), ["dune-event-blow"]);
        amounts[spice(&game).len()] += 1;
        for (count, cell) in dunes.iter_mut().zip([at(3, 2), at(4, 2)]) {
            *count += u32::from(game.map()[cell] == Field::Dune);
        }
        let others = game.map().iter().filter(|(cell, _)| ![at(3, 2), at(4, 2)].contains(cell));
        assert!(others.map(|(_, field)| field).all(|field| !field.is_desert()), "rock stays");
        assert!(game.spice()[at(3, 2)] || game.spice()[at(4, 2)], "it begins where it blows");
        assert_eq!(game.phase(), Phase::Dunes);
    }
    assert_eq!(amounts[..3], [0; 3]);
    assert!(amounts[3..].iter().all(|&n| (150..250).contains(&n)), "{amounts:?}");
    assert!(dunes.iter().all(|&n| (330..470).contains(&n)), "{dunes:?}");
}

// DU-7: the luck of a walk that is forced step by step.
#[test]
fn scattered_spice_goes_from_field_to_walkable_neighbour_and_fills_each_once() {
    let map = ["C...P", ".M...", ".....", "....C"];
    // The only desert neighbourhood is known: field 3,0 is number 2 of the desert fields row by row.
    let mut game = position(&map).spice(&[(3, 0)]).phase("blow").build();
    let desert: Vec<Cell> = game.map().cells().filter(|&cell| game.map()[cell].is_desert()).collect();
    let start = desert.iter().position(|&cell| cell == at(3, 0)).unwrap() as u64;
    // Five desert fields around it turn flat, three spice come up, and the walk goes west, west, east, ….
    let stirred =
        game.map().within(Square8, at(3, 0), 1).filter(|&cell| game.map()[cell].is_desert()).count();
    let step = |from: Cell, to: Cell| {
        let around: Vec<Cell> =
            game.map().around(Square8, from).filter(|&next| game.map()[next].is_walkable()).collect();
        around.iter().position(|&cell| cell == to).unwrap() as u64
    };
    let mut luck = vec![start];
    luck.extend(vec![1; stirred]);
    luck.push(0);
    for pair in [at(3, 0), at(2, 0), at(1, 0), at(2, 0), at(3, 1)].windows(2) {
        luck.push(step(pair[0], pair[1]));
    }
    proceed(&mut game, Luck::forced(luck));
    assert_eq!(spice(&game), [at(1, 0), at(2, 0), at(3, 0), at(3, 1)]);
}

// DU-7
#[test]
fn scattering_ends_even_where_there_is_no_room() {
    let map = ["CMMM", "M..M", "MMMM", "PPPC"];
    let mut game = position(&map).phase("blow").build();
    proceed(&mut game, Luck::fast(3));
    assert_eq!(spice(&game), [at(1, 1), at(2, 1)], "the rest finds no place");
    let all: Vec<(i16, i16)> = (0..4).flat_map(|y| (0..4).map(move |x| (x, y))).collect();
    let mut full = position(&map).spice(&all).phase("blow").build();
    proceed(&mut full, Luck::fast(3));
    assert_eq!(spice(&full).len(), 16);
}

/// The automaton as it is told: cell by cell, on a copy.
fn migrated(map: &Grid<Field>, automaton: CellularAutomaton) -> Grid<Field> {
    map.map(|cell, &field| {
        if !matches!(field, Field::Dune | Field::FlatSand) {
            return field;
        }
        let mut alive = 0;
        for dy in -1..=1 {
            for dx in -1..=1 {
                let next = Cell::new(cell.x + dx, cell.y + dy);
                let lives = matches!(map.get(next), Some(Field::Dune | Field::City | Field::Mountains));
                alive += u8::from(lives && next != cell);
            }
        }
        if automaton.lives(field == Field::Dune, alive) { Field::Dune } else { Field::FlatSand }
    })
}

fn random_map(width: i16, height: i16, seed: u64) -> Dune {
    let mut luck = Luck::fast(seed);
    let letters = ['M', 'P', 'd', '.', '.', 'd', 'H'];
    let mut rows: Vec<String> =
        (0..height).map(|_| (0..width).map(|_| *luck.choose(&letters).unwrap()).collect()).collect();
    rows[0].replace_range(0..1, "C");
    let last = rows.len() - 1;
    rows[last].replace_range(width as usize - 1.., "C");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    position(&rows).phase("dunes").build()
}

proptest! {
    // DU-8
    #[test]
    fn dunes_migrate_as_counting_cell_by_cell_says(
        width in 4..26i16, height in 4..26i16, seed in any::<u64>(), rule in "B[0-8]{0,4}/S[0-8]{0,4}",
    ) {
        let game = random_map(width, height, seed);
        let mut saved = serde_json::to_value(&game).unwrap();
        saved["party"]["cellularAutomaton"] = rule.clone().into();
        let mut game: Dune = serde_json::from_value(saved).unwrap();
        let expected = migrated(game.map(), rule.parse().unwrap());
        proceed(&mut game, Luck::forced([]));
        prop_assert_eq!(game.map(), &expected);
    }
}

// DU-8
#[test]
fn cities_and_mountains_live_and_rock_and_the_edge_are_dead() {
    // B3: three living neighbours give birth.
    let map = ["CM..H", "d.PP.", "....C", "....."];
    let mut game = position(&map).party("cellularAutomaton", "B3/S").phase("dunes").build();
    proceed(&mut game, Luck::forced([]));
    assert_eq!(rows(&game), ["CM..H", ".dPP.", "....C", "....."]);
}

// DU-9
#[test]
fn the_storm_goes_to_a_random_neighbour_and_turns_the_desert_below_it_over() {
    let map = ["CMPH..", "......", "......", "......", ".....C"];
    let mut eyes = std::collections::BTreeMap::<Cell, u32>::new();
    let mut dunes = 0;
    for seed in 0..800 {
        let mut game = position(&map).storm(2, 1).phase("storm").build();
        assert_eq!(proceed(&mut game, Luck::fast(seed)), ["dune-event-storm"]);
        assert!(Square8.adjacent(game.storm(), at(2, 1)));
        *eyes.entry(game.storm()).or_default() += 1;
        for (cell, &field) in game.map().iter() {
            let before = field_at(&map, cell);
            if Square8.distance(cell, game.storm()) > 1 || !before.is_desert() {
                assert_eq!(field, before);
            }
        }
        dunes += u32::from(game.map()[game.storm()] == Field::Dune);
    }
    assert_eq!(eyes.len(), 8);
    assert!(eyes.values().all(|&n| (65..135).contains(&n)), "{eyes:?}");
    // Three of the eight fields are rock, and the others become dunes as often as not.
    assert!((200..300).contains(&dunes), "{dunes}");
    let mut corner = position(&map).storm(0, 0).phase("storm").build();
    proceed(&mut corner, Luck::fast(1));
    assert!(corner.map().contains(corner.storm()));
}

fn field_at(map: &[&str], cell: Cell) -> Field {
    field(map[cell.y as usize].as_bytes()[cell.x as usize].into())
}

// DU-22
#[test]
fn the_earthquake_turns_all_rock_into_dunes_and_drives_the_worm_away() {
    let map = ["CMPH..", ".d....", "......", "P....C"];
    let game = position(&map).put(A, Noble, 4, 0).worm(2, 2, 0).set("round", 31).phase("quake");
    let mut game = game.build();
    assert_eq!(proceed(&mut game, Luck::forced([])), ["dune-event-quake"]);
    assert_eq!(rows(&game), ["Cddd..", ".d....", "......", "d....C"]);
    assert_eq!(game.worm(), None);
}

// DU-3: neighbours are the eight around, and a far free field is found through taken ones.
#[test]
fn a_free_neighbour_is_searched_outwards() {
    let map = ["CP.....", "PP.....", ".......", "......C"];
    let mut found = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let game = position(&map).put(A, Noble, 1, 0).put(A, Mentat, 0, 1).put(A, Fighter, 1, 1);
        let game =
            game.put(A, Noble, 6, 0).with("life", "defeated").party("cloneProbability", 1).phase("clones");
        let mut game = game.build();
        proceed(&mut game, Luck::fast(seed));
        found.insert(one(&game, 3).at().expect("a clone"));
    }
    for cell in &found {
        assert!(cell.x <= 3 && cell.y <= 3 && !(cell.x <= 1 && cell.y <= 1), "{cell}");
    }
    assert!(found.len() >= 5, "{found:?}");
}
