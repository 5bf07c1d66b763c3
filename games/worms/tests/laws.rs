//! The laws that every game keeps, on all shipped boards and on many generated ones.

#![cfg(feature = "module")]

use parlor_check::Suite;
use parlor_kit::{Cell, Rules, Seat, grid::Neighbours};
use serde_json::{Value, json};
use worms::{Action, Field, Worms};

// CL-1 to CL-18 for one to five players on every shipped board.
parlor_check::laws!(worms::rules(), |suite| {
    suite.games(50).options(shipped(40)).reference(plain).symmetry(
        "turned by half",
        turned,
        |game, seat, &action| {
            let action = match action {
                Action::Crawl { worm, to } => Action::Crawl { worm, to: opposite(game, to) },
                Action::Pass => Action::Pass,
            };
            (seat, action)
        },
    )
});

// CL-1 to CL-18, WO-8: every game of the sample has a seed, and so a generated board, of its own.
#[test]
fn a_thousand_generated_boards_keep_the_laws() {
    let rules = worms::rules();
    let options = [10, 12, 14, 17, 20].map(|size| {
        json!({ "generate": true, "size": size, "obstacles": size * 2, "worms": 2, "length": 3, "rounds": 2 })
    });
    let report = Suite::new(&rules).games(1000).options(options).plies(2).reference(plain).run();
    assert!(report.is_ok(), "\n\n{report}");
}

/// The options of a short game on every shipped board.
fn shipped(rounds: u16) -> Vec<Value> {
    let boards = worms::rules().bundle().contents["board"].clone();
    boards.into_values().map(|board| json!({ "board": board, "rounds": rounds })).collect()
}

/// All legal actions, written down as plainly as the rules are told.
fn plain(game: &Worms, seat: Seat) -> Vec<Action> {
    if game.next() != Some(seat) {
        return Vec::new();
    }
    let board = game.board();
    let mut legal = vec![Action::Pass];
    for (number, worm) in game.worms().iter().enumerate() {
        for y in 0..board.height() {
            for x in 0..board.width() {
                let to = Cell::new(x, y);
                let near = worm.cells().first().is_some_and(|head| Neighbours::Hex.adjacent(*head, to));
                let taken = game.worms().iter().any(|other| other.cells().contains(&to));
                let field = matches!(board.field(to), Field::Free | Field::Hole);
                if worm.owner() == seat && near && field && !taken {
                    legal.push(Action::Crawl { worm: number as u16, to });
                }
            }
        }
    }
    legal
}

/// The cell on the other side of the hole.
fn opposite(game: &Worms, cell: Cell) -> Cell {
    let hole = game.board().hole();
    // Odd rows lie half a cell further right, so the opposite of a cell in one lies half a cell further left.
    let shift = (cell.y - hole.y).rem_euclid(2) * if hole.y % 2 == 0 { 1 } else { -1 };
    Cell::new(2 * hole.x - cell.x - shift, 2 * hole.y - cell.y)
}

/// The same game turned by half around the hole. The shipped boards turn into themselves.
fn turned(game: &Worms) -> Worms {
    let mut saved = serde_json::to_value(game).unwrap();
    for worm in saved["worms"].as_array_mut().unwrap() {
        for cell in worm["cells"].as_array_mut().unwrap() {
            let at: Cell = cell.as_str().unwrap().parse().unwrap();
            *cell = opposite(game, at).to_string().into();
        }
    }
    serde_json::from_value(saved).unwrap()
}
