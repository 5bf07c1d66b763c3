//! Evaluates a state for bots. Floats are allowed here: only a bot's choice depends on them.

use crate::{Face, Level8, Part, missing, task};
use parlor_kit::Seat;

/// From -1 to 1: the progress of the player against the best of the others. Of the others only public
/// information counts.
pub(crate) fn estimate(game: &Level8, seat: Seat) -> f32 {
    if seat.index() >= game.seats() {
        return 0.0;
    }
    let others = game.all_seats().filter(|&other| other != seat);
    let ahead = others.clone().map(|other| standing(game, other, chance_of(game, other)));
    let furthest = ahead.fold(0.0, f32::max);
    let all: f32 = others.clone().map(|other| standing(game, other, chance_of(game, other))).sum();
    let own = standing(game, seat, own_chance(game, seat));
    let mean = all / others.count().max(1) as f32;
    ((own - 0.5 * furthest - 0.5 * mean) / f32::from(game.most_levels())).clamp(-1.0, 1.0)
}

/// Levels done and, as a fraction, the prospects of this hand.
fn standing(game: &Level8, seat: Seat, chance: f32) -> f32 {
    let missed = if game.is_skipped(seat) { 0.08 } else { 0.0 };
    let hand = if game.laid.contains(seat) {
        // One level is certain; the fewer cards are left, the nearer is the second.
        let cards = game.hand(seat).len() as f32;
        1.0 + 0.8 / (1.0 + cards)
    } else {
        chance
    };
    f32::from(game.level(seat)) + hand - missed
}

/// The chance of another player who has not laid out, from public information.
fn chance_of(game: &Level8, _: Seat) -> f32 {
    (0.2 + 0.01 * game.turns as f32 / game.seats() as f32).min(0.5)
}

/// The chance of the player's own cards.
fn own_chance(game: &Level8, seat: Seat) -> f32 {
    if game.laid.contains(seat) {
        return 1.0;
    }
    let hand: Vec<Face> = game.hand(seat).iter().map(|card| card.face).collect();
    let parts = game.task(seat);
    let lacking = f32::from(missing(parts, &hand));
    let near = 1.0 - lacking / task::size(parts) as f32;
    0.9 * near * near + 0.05 * promise(parts, &hand) + 0.01 * kept(&hand)
}

/// From 0 to about 1: how well the remaining cards fit the task.
fn promise(parts: &[Part], hand: &[Face]) -> f32 {
    let mut numbers = [0u8; crate::HIGHEST as usize + 2];
    let mut colours = [0u8; 6];
    for face in hand {
        if let Face::Number(n, colour) = *face {
            numbers[usize::from(n)] += 1;
            colours[colour as usize] += 1;
        }
    }
    let sum: f32 = parts
        .iter()
        .map(|part| match part {
            Part::Run(_) => {
                let neighbours = numbers.windows(2).filter(|pair| pair[0] > 0 && pair[1] > 0).count();
                let distinct = numbers.iter().filter(|&&n| n > 0).count();
                (neighbours + distinct) as f32 / 20.0
            }
            Part::Set(size) => {
                let alike: u32 = numbers.iter().map(|&n| u32::from(n.min(*size)).pow(2)).sum();
                alike as f32 / 40.0
            }
            Part::Group(size) => f32::from(*colours.iter().max().unwrap_or(&0)) / f32::from(*size),
        })
        .sum();
    sum / parts.len() as f32
}

/// Jokers fit everywhere, and a skip costs another player a turn.
fn kept(hand: &[Face]) -> f32 {
    let worth = |face: &Face| match face {
        Face::Joker(_) => 2.0,
        Face::Skip => 0.5,
        Face::Number(..) => 0.0,
    };
    hand.iter().map(worth).sum()
}
