//! Hex on 11×11 cells: connect your two edges.

use crate::bits::{Wide, cells, place};
use parlor_kit::{
    Area, Cell, Event, Game, Gesture, Id, Luck, NoOptions, Outcome, Piece, Refusal, Scene, Seat, StepContext,
    Text, Turn, Viewer, mix,
};
use serde::{Deserialize, Serialize};

/// A game of hex. Seat 0 connects the top with the bottom, seat 1 the left with the right.
///
/// Cells are named by column and row of a board that leans to the right: a cell's neighbours are the two beside it,
/// the one above and the one to the right of that, the one below and the one to the left of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hex {
    stones: [Wide; 2],
    /// Each seat's stones that are connected with its first edge.
    linked: [Wide; 2],
    next: Seat,
}

const EDGE: i16 = 11;
const N: usize = EDGE as usize;
const CELLS: [Cell; N * N] = cells(N);
const ALL: Wide = Wide((1 << (N * N)) - 1);
const TOP: Wide = Wide((1 << N) - 1);
const BOTTOM: Wide = Wide(TOP.0 << (N * (N - 1)));
const LEFT: Wide = column(0);
const RIGHT: Wide = column(N - 1);
/// The two edges that each seat has to connect.
const EDGES: [(Wide, Wide); 2] = [(TOP, BOTTOM), (LEFT, RIGHT)];

const fn column(x: usize) -> Wide {
    let (mut bits, mut y) = (0, 0);
    while y < N {
        bits |= 1 << (y * N + x);
        y += 1;
    }
    Wide(bits)
}

/// The neighbours of some cells.
#[inline]
const fn around(cells: Wide) -> Wide {
    let (inner_left, inner_right) = (cells.0 & !LEFT.0, cells.0 & !RIGHT.0);
    let beside = inner_left >> 1 | inner_right << 1;
    let above = cells.0 >> N | inner_right >> (N - 1);
    let below = cells.0 << N | inner_left << (N - 1);
    Wide((beside | above | below) & ALL.0)
}

impl Hex {
    fn free(&self) -> Wide {
        ALL & !(self.stones[0] | self.stones[1])
    }

    /// Whether a seat has connected its edges.
    #[inline]
    fn has_won(&self, seat: Seat) -> bool {
        self.linked[seat.index()].meets(EDGES[seat.index()].1)
    }

    #[inline]
    fn is_next(&self, seat: Seat) -> bool {
        seat == self.next && !self.has_won(seat.other())
    }

    /// Flood-fills a seat's stones from a new one that touches its linked stones.
    #[inline]
    fn link(&mut self, seat: Seat, stone: Wide) {
        let own = self.stones[seat.index()];
        let linked = &mut self.linked[seat.index()];
        let mut fresh = stone;
        while !fresh.is_empty() {
            *linked = *linked | fresh;
            fresh = around(fresh) & own & !*linked;
        }
    }
}

impl Game for Hex {
    type Options = NoOptions;
    type Action = Cell;

    fn new(_: &NoOptions, _: usize, _: &mut Luck) -> Result<Hex, Refusal> {
        Ok(Hex { stones: [Wide(0); 2], linked: [Wide(0); 2], next: Seat::new(0) })
    }

    #[inline]
    fn turn(&self) -> Turn {
        let last = self.next.other();
        if self.has_won(last) {
            return Turn::Over(Outcome::winner(2, last, "hex-outcome-connected"));
        }
        Turn::Act(self.next.into())
    }

    #[inline]
    fn actions(&self, seat: Seat, out: &mut Vec<Cell>) {
        if self.is_next(seat) {
            out.extend(self.free().ones().map(|at| CELLS[at]));
        }
    }

    #[inline]
    fn act(&mut self, seat: Seat, cell: &Cell, step: &mut StepContext) -> Result<(), Refusal> {
        if !self.is_next(seat) {
            return Err(Refusal::not_your_turn());
        }
        let free = place(*cell, EDGE, EDGE).map(Wide::one).filter(|&stone| self.free().meets(stone));
        let Some(stone) = free else { return Err(Refusal::new("hex-not-free")) };
        let own = seat.index();
        self.stones[own] = self.stones[own] | stone;
        if stone.meets(EDGES[own].0) || around(stone).meets(self.linked[own]) {
            self.link(seat, stone);
        }
        self.next = seat.other();
        step.tell(|| {
            Event::new("hex-event-stone").arg("who", seat).arg("x", cell.x + 1).arg("y", cell.y + 1)
        });
        Ok(())
    }

    fn scene(&self, _: Viewer, scene: &mut Scene) {
        let wide = EDGE + EDGE / 2;
        let area = Area::hex(wide, EDGE, |drawn| {
            let cell = Cell::new(drawn.x - drawn.y / 2, drawn.y);
            match place(cell, EDGE, EDGE).map(Wide::one) {
                None => Id::new_static(""),
                Some(stone) if stone.meets(TOP | BOTTOM) => Id::new_static("edge-0"),
                Some(stone) if stone.meets(LEFT | RIGHT) => Id::new_static("edge-1"),
                Some(_) => Id::new_static("cell"),
            }
        });
        scene.area("board", area.title(Text::new("hex-board")));
        for seat in Seat::all(2) {
            for at in self.stones[seat.index()].ones() {
                let stone = Piece::on("board", drawn(CELLS[at]), format!("stone-{seat}")).owner(seat);
                scene.piece(format!("stone-{at}"), stone);
            }
            scene.seat(seat).look(format!("stone-{seat}"));
        }
        scene.banner(match self.turn() {
            Turn::Over(_) => Text::new("hex-banner-over"),
            _ => Text::new("hex-banner-turn").arg("who", self.next),
        });
    }

    fn gesture(&self, _: Seat, cell: &Cell) -> Gesture {
        let label = Text::new("hex-offer").arg("x", cell.x + 1).arg("y", cell.y + 1);
        Gesture::cell("board", drawn(*cell)).label(label)
    }

    fn position(&self) -> Option<u64> {
        let halves = self.stones.iter().flat_map(|stones| [stones.0 as u64, (stones.0 >> 64) as u64]);
        Some(halves.fold(0, |hash, half| mix(hash ^ half)))
    }
}

/// The position of a cell in the scene. The board leans by half a cell per row; the scene's hex area shifts
/// every odd row by half a cell, and `y / 2` adds the whole cells.
const fn drawn(cell: Cell) -> Cell {
    Cell::new(cell.x + cell.y / 2, cell.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_mutual_and_never_round_the_edge() {
        let next = |at: usize| around(Wide::one(at));
        for (at, cell) in CELLS.iter().enumerate() {
            for other in next(at).ones() {
                assert!(next(other).meets(Wide::one(at)));
                assert!((cell.x - CELLS[other].x).abs() <= 1 && (cell.y - CELLS[other].y).abs() <= 1);
            }
        }
        let counts = |x: i16, y: i16| next(place(Cell::new(x, y), EDGE, EDGE).unwrap()).0.count_ones();
        assert_eq!([counts(0, 0), counts(10, 0), counts(0, 10), counts(10, 10)], [2, 3, 3, 2]);
        assert_eq!([counts(5, 0), counts(5, 5), counts(0, 5)], [4, 6, 4]);
    }
}
