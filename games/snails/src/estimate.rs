//! How good a position looks: what each player holds, and what each reaches first.

use crate::board::{Landing, Spot};
use crate::{Direction, Player, Snails};
use smallvec::SmallVec;

/// What a tile somebody reaches first is worth, beside one that is held for good.
const NEAR: f32 = 0.75;

/// The lead at which a position counts as half won.
const HALF: f32 = 4.0;

/// How good a running game looks for a player, between -1 and 1.
pub(crate) fn estimate(game: &Snails, player: Player) -> f32 {
    let reached = reached_first(game);
    let worth =
        |player: Player| f32::from(game.board().score(player)) + NEAR * f32::from(reached[player as usize]);
    let lead = worth(player) - worth(player.other());
    lead / (lead.abs() + HALF)
}

/// How many empty tiles each player reaches before the other, if both hurry.
///
/// Both snails spread at once, by the moves they really have, the one whose turn it is first.
/// A snail that finds nothing new in time stops, as the rules demand.
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

/// A tile a player can get to, and how many turns without a capture the way there leaves.
#[derive(Clone, Copy)]
struct Scout {
    spot: Spot,
    player: Player,
    spare: u8,
}
