//! The laws that every game keeps, and the symmetries of this one.

#![cfg(feature = "module")]

use serde_json::Value;
use snails::{Action, Direction, Snails};

parlor_check::laws!(snails::rules(), |suite| {
    suite
        .symmetry(
            "mirrored",
            |game| remade(game, |rows| rows.iter().map(|row| row.chars().rev().collect()).collect()),
            |_, seat, &action| {
                (
                    seat,
                    redirected(action, |direction| match direction {
                        Direction::Left => Direction::Right,
                        Direction::Right => Direction::Left,
                        upright => upright,
                    }),
                )
            },
        )
        .symmetry(
            "columns and rows swapped",
            |game| remade(game, transposed),
            |_, seat, &action| {
                (
                    seat,
                    redirected(action, |direction| match direction {
                        Direction::Up => Direction::Left,
                        Direction::Left => Direction::Up,
                        Direction::Down => Direction::Right,
                        Direction::Right => Direction::Down,
                    }),
                )
            },
        )
        .symmetry("players swapped", players_swapped, |_, seat, action| (seat.other(), *action))
});

/// The game with other rows, by way of its saved form.
fn remade(game: &Snails, change: impl Fn(&[String]) -> Vec<String>) -> Snails {
    let mut saved = serde_json::to_value(game).unwrap();
    let rows: Vec<String> = serde_json::from_value(saved["board"].take()).unwrap();
    saved["board"] = change(&rows).into();
    serde_json::from_value(saved).unwrap()
}

fn redirected(action: Action, change: impl Fn(Direction) -> Direction) -> Action {
    match action {
        Action::Move(direction) => Action::Move(change(direction)),
        Action::Miss => Action::Miss,
    }
}

fn transposed(rows: &[String]) -> Vec<String> {
    let columns = rows[0].len();
    (0..columns).map(|x| rows.iter().map(|row| row.as_bytes()[x] as char).collect()).collect()
}

fn players_swapped(game: &Snails) -> Snails {
    let swap = |letter| match letter {
        'A' => 'B',
        'B' => 'A',
        'a' => 'b',
        'b' => 'a',
        ground => ground,
    };
    let game = remade(game, |rows| rows.iter().map(|row| row.chars().map(swap).collect()).collect());
    let mut saved = serde_json::to_value(&game).unwrap();
    if let Value::Array(counts) = &mut saved["turns_without_capture"] {
        counts.reverse();
    }
    saved["next"] = if saved["next"] == "one" { "two" } else { "one" }.into();
    serde_json::from_value(saved).unwrap()
}
