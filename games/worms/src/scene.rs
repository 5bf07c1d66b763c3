//! Draws a worm race, and defines the gestures. Nothing is hidden: all viewers see the same.

use crate::{Action, Field, Worms};
use parlor_kit::{Area, Badge, Gesture, Id, Piece, Scene, Seat, Shortcut, Text};

/// The id of the board in the scene.
pub(crate) const BOARD: Id = Id::new_static("board");

/// The id of a worm in the scene.
pub(crate) fn worm_id(number: u16) -> Id {
    format!("worm-{number}").into()
}

pub(crate) fn draw(game: &Worms, scene: &mut Scene) {
    let board = game.board();
    let look = |cell| ground(board.field(cell));
    scene.area(BOARD, Area::hex(board.width(), board.height(), look).title(Text::new("worms-board")));
    let next = game.next();
    let (mut numbers, mut totals) = ([0u16; parlor_kit::MAX_SEATS], [0u16; parlor_kit::MAX_SEATS]);
    for (number, worm) in game.worms().iter().enumerate() {
        let (owner, seat) = (worm.owner(), worm.owner().index());
        numbers[seat] += 1;
        totals[seat] += 1;
        if worm.head().is_none() {
            continue;
        }
        let name = Text::new("worms-worm-of").arg("who", owner).arg("number", numbers[seat]);
        let piece = Piece::along(BOARD, worm.cells().iter().copied(), worm_look(owner))
            .owner(owner)
            .label(numbers[seat].to_string())
            .name(name.arg("length", worm.cells().len()));
        let piece = if next == Some(owner) { piece.tag("active") } else { piece };
        scene.piece(worm_id(number as u16), piece);
    }
    for seat in Seat::all(game.seats()) {
        let left = Badge::new(game.left(seat), Text::new("worms-left")).max(totals[seat.index()]);
        let panel = scene.seat(seat);
        panel.look(worm_look(seat)).badge("left", left);
        if !game.racing().contains(seat) {
            panel.tag("out");
        }
    }
    let (round, rounds) = (game.round(), game.rounds());
    scene.banner(match next {
        Some(who) => Text::new("worms-banner-turn").arg("round", round).arg("rounds", rounds).arg("who", who),
        None => Text::new("worms-banner-over").arg("round", round),
    });
}

const fn ground(field: Field) -> Id {
    Id::new_static(match field {
        Field::Free => "field",
        Field::Hole => "hole",
        Field::Obstacle => "obstacle",
        Field::Edge => "",
    })
}

/// The look of a player's worms: each has a pattern in addition to its colour.
fn worm_look(seat: Seat) -> Id {
    format!("worm-{seat}").into()
}

/// A person picks the worm and then the field its head goes to; a button passes.
pub(crate) fn gesture(game: &Worms, action: &Action) -> Gesture {
    match *action {
        Action::Pass => Gesture::button("pass", Text::new("worms-offer-pass")).shortcut(Shortcut::Space),
        Action::Crawl { worm, to } => {
            let key = if to == game.board().hole() { "worms-offer-home" } else { "worms-offer-crawl" };
            let label = Text::new(key).arg("x", to.x).arg("y", to.y);
            Gesture::piece(worm_id(worm)).then_cell(BOARD, to).label(label)
        }
    }
}
