//! The laws that every game keeps, the legal steps found in a plain way, and two symmetries.

use breakthrough::{Breakthrough, Step};
use parlor_kit::{Cell, Game, Seat, Turn};
use serde_json::{Value, json};

// CL-1 to CL-18
parlor_check::laws!(breakthrough::rules(), |suite| {
    suite
        .perft(json!({}), 2, &[(1, 22), (2, 484)])
        .reference(plain)
        .symmetry("mirrored", mirrored, |_, seat, step| {
            (seat, Step { from: aside(step.from), to: aside(step.to) })
        })
        .symmetry("players swapped", swapped, |_, seat, step| {
            (seat.other(), Step { from: across(step.from), to: across(step.to) })
        })
});

fn aside(cell: Cell) -> Cell {
    Cell::new(7 - cell.x, cell.y)
}

fn across(cell: Cell) -> Cell {
    Cell::new(cell.x, 7 - cell.y)
}

/// The owner of each cell, row by row.
fn owners(game: &Breakthrough) -> [[Option<usize>; 8]; 8] {
    let saved = serde_json::to_value(game).unwrap();
    let mut owners = [[None; 8]; 8];
    for seat in 0..2 {
        let pieces = saved["pieces"][seat].as_u64().unwrap();
        for at in (0..64).filter(|at| pieces >> at & 1 == 1) {
            owners[at / 8][at % 8] = Some(seat);
        }
    }
    owners
}

/// Tries every cell with every other.
fn plain(game: &Breakthrough, seat: Seat) -> Vec<Step> {
    let owners = owners(game);
    if game.turn() != Turn::Act(seat.into()) {
        return Vec::new();
    }
    let cells = || (0..8).flat_map(|y| (0..8).map(move |x| Cell::new(x, y)));
    let owner = |cell: Cell| owners[cell.y as usize][cell.x as usize];
    let ahead = if seat.index() == 0 { -1 } else { 1 };
    let fits = |from: Cell, to: Cell| {
        let (right, down) = (to.x - from.x, to.y - from.y);
        let may = if right == 0 { owner(to).is_none() } else { owner(to) != Some(seat.index()) };
        owner(from) == Some(seat.index()) && down == ahead && right.abs() <= 1 && may
    };
    cells()
        .flat_map(|from| cells().filter(move |&to| fits(from, to)).map(move |to| Step { from, to }))
        .collect()
}

fn mirrored(game: &Breakthrough) -> Breakthrough {
    let mut saved = serde_json::to_value(game).unwrap();
    for pieces in saved["pieces"].as_array_mut().unwrap() {
        let rows = pieces.as_u64().unwrap().to_le_bytes().map(u8::reverse_bits);
        *pieces = Value::from(u64::from_le_bytes(rows));
    }
    serde_json::from_value(saved).unwrap()
}

fn swapped(game: &Breakthrough) -> Breakthrough {
    let mut saved = serde_json::to_value(game).unwrap();
    let pieces = saved["pieces"].as_array_mut().unwrap();
    pieces.reverse();
    for pieces in pieces {
        *pieces = Value::from(pieces.as_u64().unwrap().swap_bytes());
    }
    saved["next"] = (1 - saved["next"].as_u64().unwrap()).into();
    serde_json::from_value(saved).unwrap()
}
