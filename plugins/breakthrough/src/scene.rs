//! Draws the board, and defines the gestures.

use crate::{Breakthrough, EDGE, Step, cell, name};
use parlor_kit::{Area, Cell, Gesture, Id, Piece, Scene, Seat, Text};

pub(crate) const BOARD: Id = Id::new_static("board");
const LOOKS: [Id; 2] = [Id::new_static("piece-1"), Id::new_static("piece-2")];

/// The id of the piece on a cell.
fn piece_id(cell: Cell) -> Id {
    Id::from(name(cell))
}

pub(crate) fn draw(game: &Breakthrough, scene: &mut Scene) {
    let ground = |cell: Cell| Id::new_static(if (cell.x + cell.y) % 2 == 0 { "light" } else { "dark" });
    scene.area(BOARD, Area::square(EDGE, EDGE, ground).title(Text::new("breakthrough-board")));
    for seat in Seat::all(2) {
        let look = &LOOKS[seat.index()];
        let mut left = game.pieces[seat.index()];
        while left != 0 {
            let at = cell(left.trailing_zeros());
            left &= left - 1;
            scene.piece(piece_id(at), Piece::on(BOARD, at, look.clone()).owner(seat));
        }
        scene.seat(seat).look(look.clone()).score(game.pieces[seat.index()].count_ones());
    }
    let banner = match game.winner() {
        Some(_) => Text::new("breakthrough-over"),
        None => Text::new("breakthrough-banner-turn").arg("player", game.next),
    };
    scene.banner(banner);
}

/// A person picks the piece and then its destination.
pub(crate) fn gesture(step: &Step) -> Gesture {
    let label = Text::new("breakthrough-offer-step").arg("from", name(step.from)).arg("to", name(step.to));
    Gesture::piece(piece_id(step.from)).then_cell(BOARD, step.to).label(label)
}
