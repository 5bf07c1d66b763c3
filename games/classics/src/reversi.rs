//! Reversi: enclose discs to turn them.

use crate::bits::{cells, ones, place};
use parlor_kit::{
    Area, Cell, Event, Game, Gesture, Id, Luck, NoOptions, Outcome, Piece, Refusal, Scene, Seat, StepContext,
    Text, Turn, Viewer, mix,
};
use serde::{Deserialize, Serialize};

/// A game of reversi. A player who cannot move is skipped; when neither can, the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reversi {
    discs: [u64; 2],
    next: Seat,
    /// The cells where the next seat can play; none when the game is over.
    moves: u64,
}

const EDGE: i16 = 8;
const CELLS: [Cell; 64] = cells(EDGE as usize);

const NOT_LEFT: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_RIGHT: u64 = 0x7F7F_7F7F_7F7F_7F7F;
const NOT_TOP: u64 = !0xFF;
const NOT_BOTTOM: u64 = !(0xFF << 56);
/// The eight directions: the shift in bits, and the mask of cells it can reach.
const DIRECTIONS: [(u32, u64); 8] = [
    (1, NOT_LEFT),
    (63, NOT_RIGHT),
    (8, NOT_TOP),
    (56, NOT_BOTTOM),
    (9, NOT_TOP & NOT_LEFT),
    (7, NOT_TOP & NOT_RIGHT),
    (57, NOT_BOTTOM & NOT_LEFT),
    (55, NOT_BOTTOM & NOT_RIGHT),
];

/// Shifts all cells one step in a direction; cells that leave the board are dropped.
#[inline]
const fn step(cells: u64, (by, arrive): (u32, u64)) -> u64 {
    cells.rotate_left(by) & arrive
}

/// Where discs of `own` could be placed: at the end of a line of the other's discs.
#[inline]
fn moves(own: u64, other: u64) -> u64 {
    let free = !(own | other);
    DIRECTIONS.iter().fold(0, |moves, &direction| {
        let mut line = step(own, direction) & other;
        for _ in 0..5 {
            line |= step(line, direction) & other;
        }
        moves | step(line, direction) & free
    })
}

/// The discs of the other that a new disc of `own` turns.
#[inline]
fn turned(own: u64, other: u64, disc: u64) -> u64 {
    DIRECTIONS.iter().fold(0, |turned, &direction| {
        let (mut line, mut end) = (0, step(disc, direction));
        while end & other != 0 {
            line |= end;
            end = step(end, direction);
        }
        if end & own != 0 { turned | line } else { turned }
    })
}

impl Reversi {
    fn count(&self, seat: Seat) -> i32 {
        self.discs[seat.index()].count_ones() as i32
    }

    fn moves_of(&self, seat: Seat) -> u64 {
        moves(self.discs[seat.index()], self.discs[seat.other().index()])
    }
}

impl Game for Reversi {
    type Options = NoOptions;
    type Action = Cell;

    fn new(_: &NoOptions, _: usize, _: &mut Luck) -> Result<Reversi, Refusal> {
        let (first, next) = (1 << 28 | 1 << 35, Seat::new(0));
        let second = 1 << 27 | 1 << 36;
        Ok(Reversi { discs: [first, second], next, moves: moves(first, second) })
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.moves != 0 {
            return Turn::Act(self.next.into());
        }
        let scores = [self.count(Seat::new(0)), self.count(Seat::new(1))];
        let reason = if scores[0] == scores[1] { "reversi-outcome-equal" } else { "reversi-outcome-more" };
        Turn::Over(Outcome::by_score(scores, reason))
    }

    #[inline]
    fn actions(&self, seat: Seat, out: &mut Vec<Cell>) {
        if seat == self.next {
            out.extend(ones(self.moves).map(|at| CELLS[at]));
        }
    }

    #[inline]
    fn act(&mut self, seat: Seat, cell: &Cell, step: &mut StepContext) -> Result<(), Refusal> {
        if seat != self.next || self.moves == 0 {
            return Err(Refusal::not_your_turn());
        }
        let legal = place(*cell, EDGE, EDGE).map(|at| 1u64 << at).filter(|disc| self.moves & disc != 0);
        let Some(disc) = legal else { return Err(Refusal::new("reversi-turns-nothing")) };
        let (own, other) = (seat.index(), seat.other().index());
        let turned = turned(self.discs[own], self.discs[other], disc);
        self.discs[own] |= disc | turned;
        self.discs[other] &= !turned;
        step.tell(|| {
            let event =
                Event::new("reversi-event-disc").arg("who", seat).arg("x", cell.x + 1).arg("y", cell.y + 1);
            event.arg("turned", turned.count_ones())
        });
        (self.next, self.moves) = (seat.other(), self.moves_of(seat.other()));
        if self.moves == 0 {
            (self.next, self.moves) = (seat, self.moves_of(seat));
            if self.moves != 0 {
                step.tell(|| Event::new("reversi-event-pass").arg("who", seat.other()));
            }
        }
        Ok(())
    }

    fn scene(&self, _: Viewer, scene: &mut Scene) {
        let area = Area::square(EDGE, EDGE, |_| Id::new_static("cell"));
        scene.area("board", area.title(Text::new("reversi-board")));
        for seat in Seat::all(2) {
            for at in ones(self.discs[seat.index()]) {
                let disc = Piece::on("board", CELLS[at], format!("disc-{seat}")).owner(seat);
                scene.piece(format!("disc-{at}"), disc);
            }
            scene.seat(seat).look(format!("disc-{seat}")).score(self.count(seat));
        }
        scene.banner(if self.moves == 0 {
            Text::new("reversi-banner-over")
        } else {
            Text::new("reversi-banner-turn").arg("who", self.next)
        });
    }

    fn gesture(&self, _: Seat, cell: &Cell) -> Gesture {
        Gesture::cell("board", *cell)
            .label(Text::new("reversi-offer").arg("x", cell.x + 1).arg("y", cell.y + 1))
    }

    fn position(&self) -> Option<u64> {
        let [first, second] = self.discs;
        Some(mix(mix(first) ^ second) ^ self.next.index() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference implementation: walks from each cell, one step at a time.
    fn walked(own: u64, other: u64, at: usize) -> u64 {
        let bit = |cell: Cell| place(cell, EDGE, EDGE).map(|at| 1u64 << at);
        let mut turned = 0;
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let (mut cell, mut line) = (CELLS[at], 0);
            loop {
                cell = Cell::new(cell.x + dx, cell.y + dy);
                match bit(cell) {
                    Some(bit) if other & bit != 0 => line |= bit,
                    Some(bit) if own & bit != 0 => {
                        turned |= line;
                        break;
                    }
                    _ => break,
                }
            }
        }
        turned
    }

    #[test]
    fn whole_boards_at_once_and_cell_by_cell_agree() {
        let mut luck = Luck::fast(1);
        for _ in 0..2_000 {
            let (a, b) = (luck.below(u64::MAX), luck.below(u64::MAX));
            let (own, other) = (a & b, !a & b);
            let moves = moves(own, other);
            for at in ones(!(own | other)) {
                let turned = turned(own, other, 1 << at);
                assert_eq!(turned, walked(own, other, at));
                assert_eq!(moves & 1 << at != 0, turned != 0);
            }
        }
    }
}
