//! Tic-tac-toe: three in a row.

use crate::bits::{cells, ones, place};
use parlor_kit::{
    Area, Cell, Event, Game, Gesture, Id, Luck, NoOptions, Outcome, Piece, Refusal, Scene, Seat, StepContext,
    Text, Turn, Viewer, mix,
};
use serde::{Deserialize, Serialize};

/// A game of tic-tac-toe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicTacToe {
    /// The cells of each seat, as bits.
    marks: [u16; 2],
    next: Seat,
}

const EDGE: i16 = 3;
const CELLS: [Cell; 9] = cells(EDGE as usize);
/// The look of each seat's marks.
const LOOKS: [Id; 2] = [Id::new_static("mark-0"), Id::new_static("mark-1")];
/// The piece id of the mark on each cell.
const NAMES: [Id; 9] = [
    Id::new_static("mark-0"),
    Id::new_static("mark-1"),
    Id::new_static("mark-2"),
    Id::new_static("mark-3"),
    Id::new_static("mark-4"),
    Id::new_static("mark-5"),
    Id::new_static("mark-6"),
    Id::new_static("mark-7"),
    Id::new_static("mark-8"),
];
const FULL: u16 = 0b111_111_111;
const LINES: [u16; 8] = [
    0b111_000_000,
    0b000_111_000,
    0b000_000_111,
    0b100_100_100,
    0b010_010_010,
    0b001_001_001,
    0b100_010_001,
    0b001_010_100,
];

impl TicTacToe {
    fn free(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }

    /// Whether a seat has a line of three.
    #[inline]
    fn has_line(&self, seat: Seat) -> bool {
        let marks = self.marks[seat.index()];
        LINES.iter().any(|line| marks & line == *line)
    }

    /// Whether it is this seat's turn.
    #[inline]
    fn is_next(&self, seat: Seat) -> bool {
        seat == self.next && self.free() != 0 && !self.has_line(seat.other())
    }
}

impl Game for TicTacToe {
    type Options = NoOptions;
    type Action = Cell;

    fn new(_: &NoOptions, _: usize, _: &mut Luck) -> Result<TicTacToe, Refusal> {
        Ok(TicTacToe { marks: [0; 2], next: Seat::new(0) })
    }

    #[inline]
    fn turn(&self) -> Turn {
        // Only the player who moved last can have made a line.
        let last = self.next.other();
        if self.has_line(last) {
            Turn::Over(Outcome::winner(2, last, "tic-tac-toe-outcome-line"))
        } else if self.free() == 0 {
            Turn::Over(Outcome::draw(2, "tic-tac-toe-outcome-full"))
        } else {
            Turn::Act(self.next.into())
        }
    }

    #[inline]
    fn actions(&self, seat: Seat, out: &mut Vec<Cell>) {
        if self.is_next(seat) {
            out.extend(ones(self.free().into()).map(|at| CELLS[at]));
        }
    }

    #[inline]
    fn act(&mut self, seat: Seat, cell: &Cell, step: &mut StepContext) -> Result<(), Refusal> {
        if !self.is_next(seat) {
            return Err(Refusal::not_your_turn());
        }
        let free = place(*cell, EDGE, EDGE).filter(|&at| self.free() & 1 << at != 0);
        let Some(at) = free else { return Err(Refusal::new("tic-tac-toe-not-free")) };
        self.marks[seat.index()] |= 1 << at;
        self.next = seat.other();
        step.tell(|| {
            Event::new("tic-tac-toe-event-mark").arg("who", seat).arg("x", cell.x + 1).arg("y", cell.y + 1)
        });
        Ok(())
    }

    fn scene(&self, _: Viewer, scene: &mut Scene) {
        let area = Area::square(EDGE, EDGE, |_| Id::new_static("cell"));
        scene.area("board", area.title(Text::new("tic-tac-toe-board")));
        for seat in Seat::all(2) {
            for at in ones(self.marks[seat.index()].into()) {
                let mark = Piece::on("board", CELLS[at], LOOKS[seat.index()].clone()).owner(seat);
                scene.piece(NAMES[at].clone(), mark);
            }
            scene.seat(seat).look(LOOKS[seat.index()].clone());
        }
        scene.banner(match self.turn() {
            Turn::Over(_) => Text::new("tic-tac-toe-banner-over"),
            _ => Text::new("tic-tac-toe-banner-turn").arg("who", self.next),
        });
    }

    fn gesture(&self, _: Seat, cell: &Cell) -> Gesture {
        Gesture::cell("board", *cell)
            .label(Text::new("tic-tac-toe-offer").arg("x", cell.x + 1).arg("y", cell.y + 1))
    }

    fn position(&self) -> Option<u64> {
        Some(mix(u64::from(self.marks[0]) << 16 | u64::from(self.marks[1])))
    }
}
