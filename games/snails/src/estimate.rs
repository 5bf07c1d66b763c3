//! Evaluates a position: the tiles each player holds, and those each reaches first.

use crate::board::{Landing, Spot};
use crate::{Direction, Player, Snails};
use smallvec::SmallVec;

/// The worth of a tile that a player reaches first, relative to one that is held.
const NEAR: f32 = 0.75;

/// The lead at which a position counts as half won.
const HALF: f32 = 4.0;

/// The evaluation of a running game for a player, between -1 and 1.
pub(crate) fn estimate(game: &Snails, player: Player) -> f32 {
    let reached = reached_first(game);
    let worth =
        |player: Player| f32::from(game.board().score(player)) + NEAR * f32::from(reached[player as usize]);
    let lead = worth(player) - worth(player.other());
    lead / (lead.abs() + HALF)
}

/// The number of empty tiles each player reaches before the other.
///
/// Breadth-first search from both snails at once, by legal moves, starting with the player whose turn it is.
/// A snail that captures nothing in time stops, as the rules demand.
fn reached_first(game: &Snails) -> [u16; 2] {
    let board = game.board();
    let mut seen: SmallVec<[bool; 72]> = smallvec::smallvec![false; board.spots()];
    let mut queue: SmallVec<[Scout; 64]> = SmallVec::new();
    let mut reached = [0; 2];
    if let Some(next) = game.next() {
        for player in [next, next.other()].into_iter().filter(|&player| !game.must_miss(player)) {
            let spot = board.snail_spot(player);
            let spare = game.patience() - game.turns_without_capture(player) - 1;
            seen[spot.index()] = true;
            queue.push(Scout { spot, player, spare });
        }
    }
    let mut done = 0;
    while let Some(&Scout { spot, player, spare }) = queue.get(done) {
        done += 1;
        for direction in Direction::ALL {
            let (spot, spare) = match board.landing_from(spot, player, direction) {
                Ok(Landing::Capture(spot)) if !seen[spot.index()] => {
                    reached[player as usize] += 1;
                    (spot, game.patience() - 1)
                }
                Ok(Landing::Slide(spot)) if !seen[spot.index()] && spare > 0 => (spot, spare - 1),
                _ => continue,
            };
            seen[spot.index()] = true;
            queue.push(Scout { spot, player, spare });
        }
    }
    reached
}

/// A tile a player can reach, and how many turns without a capture are left then.
#[derive(Clone, Copy)]
struct Scout {
    spot: Spot,
    player: Player,
    spare: u8,
}
