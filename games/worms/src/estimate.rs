//! How good a position looks: how many moves everybody still needs, with everything that is in the way.

use crate::{Field, Worm, Worms};
use parlor_kit::{
    Cell, Seat,
    grid::{Distances, Grid, Neighbours::Hex},
};

/// How many moves more a worm is expected to need whose way is blocked by other worms: they will not lie there for ever.
const WAIT: f32 = 6.0;

/// What a worm counts that can never come home.
const NEVER: f32 = 100.0;

/// What a worm counts that does not come home before the last round.
const LATE: f32 = 12.0;

/// How much more the first moves of a worm's way count than the last ones, so that one worm comes home after the other.
const HASTE: f32 = 0.3;

/// The lead in moves at which a position counts as half won.
const HALF: f32 = 8.0;

/// How good a running game looks for a seat, between -1 and 1.
pub(crate) fn estimate(game: &Worms, seat: Seat) -> f32 {
    let mut map = Map::new(game);
    let need = map.needed(game, seat);
    let rivals = game.racing().without(seat);
    let lead = match rivals.iter().map(|rival| map.needed(game, rival)).min_by(f32::total_cmp) {
        Some(rival) => rival - need,
        // Who races alone cannot win anything but time.
        None => return -need / (need + HALF),
    };
    // Whoever is to move is half a move ahead.
    let lead = lead + if game.next() == Some(seat) { 0.5 } else { -0.5 };
    lead / (lead.abs() + HALF)
}

/// How far everything is from the hole for one seat after the other.
struct Map {
    /// Whose worm lies where.
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

    /// How many moves a seat still needs to bring all its worms home, and what it costs that some come too late.
    /// Worms of others are in the way; the seat's own move on before those behind them arrive.
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

/// How many moves a head needs: around whoever is in the way, or straight on once they are gone, whichever is shorter.
fn way(game: &Worms, head: Cell, ways: &Distances) -> f32 {
    let around = ways.get(head).map(|steps| steps as f32);
    let straight = game.board().steps_to_hole(head).map(|steps| steps as f32 + WAIT);
    match (around, straight) {
        (Some(around), Some(straight)) => around.min(straight),
        (Some(way), None) | (None, Some(way)) => way,
        (None, None) => NEVER,
    }
}
