//! How good a position looks: how many moves everybody still needs, with everything that is in the way.

use crate::Worms;
use parlor_kit::{
    Cell, Seat,
    grid::{Distances, Neighbours::Hex},
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
    let board = game.board();
    let open = Distances::new(board.fields(), Hex, [board.hole()], |cell| game.is_open(cell));
    let need = |seat: Seat| needed(game, seat, &open);
    let rivals = game.racing().without(seat);
    let lead = match rivals.iter().map(need).min_by(f32::total_cmp) {
        Some(rival) => rival - need(seat),
        // Who races alone cannot win anything but time.
        None => return -need(seat) / (need(seat) + HALF),
    };
    // Whoever is to move is half a move ahead.
    let lead = lead + if game.next() == Some(seat) { 0.5 } else { -0.5 };
    lead / (lead.abs() + HALF)
}

/// How many moves a seat still needs to bring all its worms home, and what it costs that some come too late.
fn needed(game: &Worms, seat: Seat, open: &Distances) -> f32 {
    let heads = game.worms().iter().filter(|worm| worm.owner() == seat).filter_map(|worm| worm.head());
    let mut ways: Vec<f32> = heads.map(|head| way(game, head, open)).collect();
    ways.sort_by(f32::total_cmp);
    let turns = f32::from(game.rounds_left());
    let (mut sum, mut need) = (0.0, 0.0);
    for way in ways {
        sum += way;
        need += way + HASTE * way.sqrt() + if sum > turns { LATE } else { 0.0 };
    }
    need
}

/// How many moves a head needs: around whoever is in the way, or straight on once they are gone, whichever is shorter.
fn way(game: &Worms, head: Cell, open: &Distances) -> f32 {
    let around = Hex.around(head).filter_map(|next| open.get(next)).min();
    let straight = game.board().steps_to_hole(head).map(|steps| steps as f32 + WAIT);
    let around = around.map(|steps| (steps + 1) as f32);
    match (around, straight) {
        (Some(around), Some(straight)) => around.min(straight),
        (Some(way), None) | (None, Some(way)) => way,
        (None, None) => NEVER,
    }
}
