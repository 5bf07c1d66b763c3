//! Evaluates a position: how many moves each player still needs, with all obstacles.

use crate::{Field, Worm, Worms};
use parlor_kit::{
    Cell, Seat,
    grid::{Distances, Grid, Neighbours::Hex},
};

/// The expected extra moves of a worm whose path is blocked by other worms, which will move on eventually.
const WAIT: f32 = 6.0;

/// The cost of a worm that can never get home.
const NEVER: f32 = 100.0;

/// The cost of a worm that does not get home before the last round.
const LATE: f32 = 12.0;

/// How much more the first moves of a worm's path count than the last ones, so that worms get home one after
/// the other.
const HASTE: f32 = 0.3;

/// The lead in moves at which a position counts as half won.
const HALF: f32 = 8.0;

/// The evaluation of a running game for a seat, between -1 and 1.
pub(crate) fn estimate(game: &Worms, seat: Seat) -> f32 {
    let mut map = Map::new(game);
    let need = map.needed(game, seat);
    let rivals = game.racing().without(seat);
    let lead = match rivals.iter().map(|rival| map.needed(game, rival)).min_by(f32::total_cmp) {
        Some(rival) => rival - need,
        // A single player can only win time.
        None => return -need / (need + HALF),
    };
    // The player to move is half a move ahead.
    let lead = lead + if game.next() == Some(seat) { 0.5 } else { -0.5 };
    lead / (lead.abs() + HALF)
}

/// Distances to the hole, computed for one seat after the other.
struct Map {
    /// The owner of the worm on each field.
    lying: Grid<Option<Seat>>,
    ways: Distances,
}

impl Map {
    fn new(game: &Worms) -> Map {
        let fields = game.board().fields();
        let mut lying = fields.map(|_, _| None);
        for worm in game.worms() {
            worm.cells().iter().for_each(|&cell| lying[cell] = Some(worm.owner()));
        }
        Map { lying, ways: Distances::new(fields, Hex, [], |_| false) }
    }

    /// The number of moves a seat still needs to bring all its worms home, plus the cost of worms that are
    /// late. Worms of others are obstacles; the seat's own move on before those behind them arrive.
    fn needed(&mut self, game: &Worms, seat: Seat) -> f32 {
        let (board, lying) = (game.board(), &self.lying);
        self.ways.refill([board.hole()], |cell| {
            board.field(cell) == Field::Free && lying[cell].is_none_or(|owner| owner == seat)
        });
        let heads = game.worms().iter().filter(|worm| worm.owner() == seat).filter_map(Worm::head);
        let mut ways: Vec<f32> = heads.map(|head| way(game, head, &self.ways)).collect();
        ways.sort_by(f32::total_cmp);
        let turns = f32::from(game.rounds_left());
        let (mut sum, mut need) = (0.0, 0.0);
        for way in ways {
            sum += way;
            need += way + HASTE * way.sqrt() + if sum > turns { LATE } else { 0.0 };
        }
        need
    }
}

/// The number of moves a head needs: around blocking worms, or straight on once they are gone, whichever is
/// shorter.
fn way(game: &Worms, head: Cell, ways: &Distances) -> f32 {
    let around = ways.get(head).map(|steps| steps as f32);
    let straight = game.board().steps_to_hole(head).map(|steps| steps as f32 + WAIT);
    match (around, straight) {
        (Some(around), Some(straight)) => around.min(straight),
        (Some(way), None) | (None, Some(way)) => way,
        (None, None) => NEVER,
    }
}
