//! Breakthrough: two armies walk towards each other, and the first player to reach the other side wins.
//!
//! The rules are a small value without any allocation, [`Breakthrough`]. With the feature `plugin` the crate is a
//! plugin: `parlor build plugins/breakthrough --native`.
//!
//! ```
//! use breakthrough::{Breakthrough, Options, Step};
//! use parlor_kit::{Cell, Game, Luck, Seat, StepContext};
//!
//! let mut game = Breakthrough::new(&Options::default(), 2, &mut Luck::fast(1))?;
//! let mut step = StepContext::silent(Luck::fast(1));
//! let mut steps = Vec::new();
//! game.actions(Seat::new(0), &mut steps);
//! assert_eq!(steps.len(), 22);
//! game.act(Seat::new(0), &Step { from: Cell::new(0, 6), to: Cell::new(0, 5) }, &mut step)?;
//! # Ok::<(), parlor_kit::Refusal>(())
//! ```

mod scene;
mod start;

pub use start::{MAX_PIECES_PER_PLAYER, Options, StartFile};

use parlor_kit::{
    Bundle, Cell, ContentFault, Event, Game, Gesture, Luck, Native, Outcome, Pick, Refusal, Scene, Seat,
    StepContext, Turn, Viewer,
    content::{content_faults, first_fault, unknown_kind},
    mix,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[cfg(feature = "plugin")]
parlor_guest::plugin!(Breakthrough);

/// The edge of the board.
pub const EDGE: i16 = 8;

/// A game of Breakthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Breakthrough {
    /// The pieces of each seat, a bit for each cell, row by row from the top left corner.
    pieces: [u64; 2],
    /// The seat to move. The first seat walks up, the second down.
    next: Seat,
}

/// Moves a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// From this cell.
    pub from: Cell,
    /// To this one.
    pub to: Cell,
}

/// The columns at the left and at the right edge.
const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
/// The row that each seat has to reach.
const GOALS: [u64; 2] = [0xff, 0xff << 56];
/// The lead at which a game counts as half won; a piece at home is worth 4. The value approximates how games
/// between good players end. With a much larger one, moves differ by less than the exploration of a tree
/// search, and it plays badly.
const HALF: f32 = 16.0;

#[inline]
const fn cell(bit: u32) -> Cell {
    Cell::new((bit % 8) as i16, (bit / 8) as i16)
}

/// The bit of a cell, if the board has it.
#[inline]
fn bit(cell: Cell) -> Option<u64> {
    let inside = (0..EDGE).contains(&cell.x) && (0..EDGE).contains(&cell.y);
    inside.then(|| 1 << (cell.y * EDGE + cell.x))
}

impl Breakthrough {
    /// The owner of the piece on a cell, if there is one.
    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        let bit = bit(cell)?;
        Seat::all(2).find(|seat| self.pieces[seat.index()] & bit != 0)
    }

    /// The winner, if there is one, with the reason.
    #[inline]
    const fn winner(&self) -> Option<(Seat, &'static str)> {
        let (first, second) = (self.pieces[0], self.pieces[1]);
        if first & GOALS[0] != 0 {
            Some((Seat::new(0), "breakthrough-outcome-through"))
        } else if second & GOALS[1] != 0 {
            Some((Seat::new(1), "breakthrough-outcome-through"))
        } else if second == 0 {
            Some((Seat::new(0), "breakthrough-outcome-beaten"))
        } else if first == 0 {
            Some((Seat::new(1), "breakthrough-outcome-beaten"))
        } else {
            None
        }
    }

    /// The pieces that can move ahead, sideways by this many columns.
    #[inline]
    const fn movers(&self, seat: Seat, aside: i16) -> u64 {
        let own = self.pieces[seat.index()];
        let (inside, open) = match aside {
            0 => (!0, !(self.pieces[0] | self.pieces[1])),
            -1 => (!LEFT, !own),
            _ => (!RIGHT, !own),
        };
        let from = if seat.index() == 0 { open << (EDGE - aside) } else { open >> (EDGE + aside) };
        own & inside & from
    }

    /// The targets of the piece on a cell: straight ahead if the cell is free, diagonally if no own piece is
    /// there.
    #[inline]
    const fn targets(&self, seat: Seat, from: u64) -> u64 {
        let own = self.pieces[seat.index()];
        let free = !(self.pieces[0] | self.pieces[1]);
        let ahead = if seat.index() == 0 { from >> 8 } else { from << 8 };
        let aside = (ahead & !LEFT) >> 1 | (ahead & !RIGHT) << 1;
        (ahead & free) | (aside & !own)
    }
}

impl Game for Breakthrough {
    type Options = Options;
    type Action = Step;

    fn new(options: &Options, seats: usize, _: &mut Luck) -> Result<Self, Refusal> {
        if seats != 2 {
            return Err(Refusal::new("breakthrough-two-players"));
        }
        Ok(Breakthrough { pieces: options.start.read().map_err(first_fault)?, next: Seat::new(0) })
    }

    fn check_content(kind: &str, content: &Value) -> Vec<ContentFault> {
        match kind {
            "start" => content_faults(content, |start: &StartFile| start.read().err().unwrap_or_default()),
            _ => unknown_kind(kind),
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.winner() {
            Some((seat, reason)) => Turn::Over(Outcome::winner(2, seat, reason)),
            None => Turn::Act(self.next.into()),
        }
    }

    #[inline]
    fn actions(&self, seat: Seat, out: &mut Vec<Step>) {
        if seat != self.next || self.winner().is_some() {
            return;
        }
        // Iterates by direction: the pieces that can move in a direction are a plain bit set, while the
        // number of targets per piece varies.
        let ahead = if seat.index() == 0 { -1 } else { 1 };
        for aside in [-1, 0, 1] {
            let mut movers = self.movers(seat, aside);
            out.extend((0..movers.count_ones()).map(move |_| {
                let from = cell(movers.trailing_zeros());
                movers &= movers.wrapping_sub(1);
                Step { from, to: Cell::new(from.x + aside, from.y + ahead) }
            }));
        }
    }

    #[inline]
    fn act(&mut self, seat: Seat, action: &Step, step: &mut StepContext) -> Result<(), Refusal> {
        if self.winner().is_some() {
            return Err(Refusal::new("breakthrough-over"));
        }
        if seat != self.next {
            return Err(Refusal::not_your_turn());
        }
        let place = |cell: Cell| bit(cell).ok_or_else(|| Refusal::new("breakthrough-off-board"));
        let (from, to) = (place(action.from)?, place(action.to)?);
        if self.pieces[seat.index()] & from == 0 {
            return Err(Refusal::new("breakthrough-no-piece").arg("cell", name(action.from)));
        }
        if self.targets(seat, from) & to == 0 {
            return Err(Refusal::new("breakthrough-not-there").arg("cell", name(action.to)));
        }
        let takes = self.pieces[seat.other().index()] & to != 0;
        self.pieces[seat.index()] ^= from | to;
        self.pieces[seat.other().index()] &= !to;
        self.next = seat.other();
        step.tell(|| {
            let key = if takes { "breakthrough-event-takes" } else { "breakthrough-event-steps" };
            let event =
                Event::new(key).arg("player", seat).arg("from", name(action.from)).arg("to", name(action.to));
            let about = [action.from, action.to].map(|cell| Pick::Cell(scene::BOARD, cell));
            about.into_iter().fold(event.sound(if takes { "capture" } else { "move" }), Event::about)
        });
        Ok(())
    }

    fn scene(&self, _: Viewer, scene: &mut Scene) {
        scene::draw(self, scene);
    }

    fn gesture(&self, _: Seat, step: &Step) -> Gesture {
        scene::gesture(step)
    }

    #[inline]
    fn estimate(&self, seat: Seat) -> f32 {
        // A piece is worth more the further it has come.
        let worth = |seat: Seat| {
            let pieces = self.pieces[seat.index()];
            let row = |row: u32| (pieces >> (8 * row) & 0xff).count_ones() as f32;
            let come = |index: u32| if seat.index() == 0 { 7 - index } else { index };
            (0..8).map(|index| row(index) * (4.0 + (come(index) * come(index)) as f32 / 4.0)).sum::<f32>()
        };
        let lead = worth(seat) - worth(seat.other());
        lead / (lead.abs() + HALF)
    }

    #[inline]
    fn position(&self) -> Option<u64> {
        Some(mix(self.pieces[0]) ^ mix(!self.pieces[1]) ^ mix(self.next.index() as u64))
    }
}

/// The name of a cell: a letter for the column, a number for the row from below.
fn name(cell: Cell) -> String {
    let column = u8::try_from(cell.x).map_or('?', |x| char::from(b'a'.saturating_add(x)));
    format!("{column}{}", EDGE - cell.y)
}

/// The rules with their files, for hosts that compile them in.
pub fn rules() -> Native<Breakthrough> {
    let files: [(&str, &'static [u8]); 7] = [
        ("game.toml", include_bytes!("../game.toml")),
        ("locales/en.ftl", include_bytes!("../locales/en.ftl")),
        ("locales/de.ftl", include_bytes!("../locales/de.ftl")),
        ("starts/classic.json", include_bytes!("../starts/classic.json")),
        ("starts/wedge.json", include_bytes!("../starts/wedge.json")),
        ("sprites/piece-1.svg", include_bytes!("../sprites/piece-1.svg")),
        ("sprites/piece-2.svg", include_bytes!("../sprites/piece-2.svg")),
    ];
    let files = files.map(|(name, bytes)| (name.to_string(), bytes.into()));
    Native::new(Bundle::from_files(files).expect("the game's own files are in order"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_by_direction_is_where_each_piece_can_go() {
        let mut luck = Luck::fast(1);
        for seat in Seat::all(2).cycle().take(2_000) {
            let (a, b) = (luck.below(u64::MAX), luck.below(u64::MAX));
            // No piece has reached the other side yet.
            let pieces = [a & b & !GOALS[0] | 1 << 63, !a & b & !GOALS[1] & !(1 << 63) | 1];
            let game = Breakthrough { pieces, next: seat };
            let mut steps = Vec::new();
            game.actions(seat, &mut steps);
            let mut listed: Vec<_> = steps.iter().map(|step| (bit(step.from), bit(step.to))).collect();
            listed.sort();
            let ones = |bits: u64| (0..64).map(|at| 1 << at).filter(move |bit| bits & bit != 0);
            let each = |from| ones(game.targets(seat, from)).map(move |to| (Some(from), Some(to)));
            assert_eq!(listed, ones(pieces[seat.index()]).flat_map(each).collect::<Vec<_>>());
        }
    }

    /// The estimate of the first seat.
    fn estimate(first: u64, second: u64) -> f32 {
        let game = Breakthrough { pieces: [first, second], next: Seat::new(0) };
        assert_eq!(
            game.estimate(Seat::new(0)),
            -game.estimate(Seat::new(1)),
            "what one gains the other loses"
        );
        game.estimate(Seat::new(0))
    }

    #[test]
    fn a_piece_is_a_good_part_of_a_win_and_never_all_of_it() {
        let (first, second) = (0xffff << 48, 0xffff);
        assert_eq!(estimate(first, second), 0.0);
        let piece = estimate(first, second & !1);
        assert!((0.15..0.35).contains(&piece), "{piece}");
        let two = estimate(first, second & !3);
        assert!((piece..0.5).contains(&two), "{two}");
        let all = estimate(first, 1);
        assert!((0.75..1.0).contains(&all), "{all}");
    }

    #[test]
    fn a_piece_is_worth_more_the_further_it_has_come() {
        let ahead: Vec<f32> = (1..8).rev().map(|row| estimate(1 << (8 * row), 0xff)).collect();
        assert!(ahead.is_sorted_by(|near, far| near < far), "{ahead:?}");
    }
}
