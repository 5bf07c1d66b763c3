//! Draws the board, and defines the gestures.

use crate::{
    COLUMNS, ConnectFour, Put, ROWS,
    board::{COLUMN, fours, lowest},
};
use parlor_kit::{Area, Cell, Gesture, Id, Piece, Scene, Seat, Text};

const BOARD: Id = Id::new_static("board");
const LOOKS: [Id; 2] = [Id::new_static("disc-1"), Id::new_static("disc-2")];

/// The ids of the discs, one for each place: constants, so that drawing a scene formats none.
#[rustfmt::skip]
const DISCS: [&str; COLUMNS * COLUMN as usize - 1] = [
    "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11",
    "d12", "d13", "d14", "d15", "d16", "d17", "d18", "d19", "d20", "d21", "d22", "d23",
    "d24", "d25", "d26", "d27", "d28", "d29", "d30", "d31", "d32", "d33", "d34", "d35",
    "d36", "d37", "d38", "d39", "d40", "d41", "d42", "d43", "d44", "d45", "d46", "d47",
];

/// The id of the disc on a place; discs never move.
pub(crate) const fn disc_id(bit: u32) -> Id {
    Id::new_static(DISCS[bit as usize])
}

/// The cell of a place, counted from the top left corner.
const fn cell(bit: u32) -> Cell {
    Cell::new((bit / COLUMN) as i16, (ROWS as u32 - 1 - bit % COLUMN) as i16)
}

pub(crate) fn draw(game: &ConnectFour, scene: &mut Scene) {
    let board = Area::square(COLUMNS as i16, ROWS as i16, |_| Id::new_static("hole"));
    scene.area(BOARD, board.title(Text::new("connect-four-board")));
    for seat in Seat::all(2) {
        let stones = game.stones[seat.index()];
        let four = fours(stones);
        let mut left = stones;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let disc = Piece::on(BOARD, cell(bit), LOOKS[seat.index()].clone()).owner(seat);
            let disc = if four >> bit & 1 == 1 { disc.tag("active") } else { disc };
            scene.piece(disc_id(bit), disc);
        }
        scene.seat(seat).look(LOOKS[seat.index()].clone());
    }
    let banner = match game.is_over() {
        true => Text::new("connect-four-over"),
        false => Text::new("connect-four-banner-turn").arg("player", game.next()),
    };
    scene.banner(banner);
}

/// A person picks the place where the disc will lie.
pub(crate) fn gesture(game: &ConnectFour, put: &Put) -> Gesture {
    let place = lowest(game.taken(), put.column.min(COLUMNS as u8 - 1));
    Gesture::cell(BOARD, cell(place.trailing_zeros()))
        .label(Text::new("connect-four-offer-put").arg("column", u64::from(put.column) + 1))
}
