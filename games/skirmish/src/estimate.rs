//! How good a state looks for a player. Here numbers may be fractions: nothing but a bot's choice depends on them.

use crate::{
    Skirmish,
    state::{Phase, WINS},
};
use parlor_kit::Seat;

/// What a card adds to an army on average, and what each adds beside its printed strength.
const CARD: f32 = 3.0;
const RULES: f32 = 0.5;
/// What a won round, and every card that is left or stays, is worth in the rounds to come.
const ROUND: f32 = 0.6;
const KEPT: f32 = 0.3;

/// What one player has.
#[derive(Clone, Copy)]
struct Side {
    wins: u8,
    /// The strength of the army.
    army: f32,
    /// What the cards in hand may add to it.
    hand: f32,
    /// The strength of the units that will still be there in the next round.
    stays: f32,
    /// Whether nothing will be added in this round.
    passed: bool,
}

/// From -1 to 1: how the round may end, and what is left then for those to come. A round may cost more than it is
/// worth: whoever plays everything in the first one loses the other two.
pub(crate) fn estimate(game: &Skirmish, seat: Seat) -> f32 {
    if game.phase == Phase::Over {
        return game.outcome().payoff(seat);
    }
    let side = |seat: Seat, hand: f32| Side {
        wins: game.wins(seat),
        army: game.sum(seat) as f32,
        hand,
        stays: game.army(seat).filter(|unit| game.stays(unit)).map(|unit| f32::from(unit.strength())).sum(),
        passed: game.passed().contains(seat) || game.hand(seat).is_empty(),
    };
    // Of the other's cards no more counts than everybody knows: how many there are.
    let cards = game.hand(seat).iter().map(|card| RULES + f32::from(game.def(&card.face).strength));
    let own = side(seat, cards.sum());
    let other = side(seat.other(), CARD * game.hand(seat.other()).len() as f32);
    let worth = match game.phase {
        Phase::Play | Phase::Dusk | Phase::Count => round(own, other),
        _ => later(own, other),
    };
    worth.clamp(-0.95, 0.95)
}

/// What a round in play is worth.
fn round(own: Side, other: Side) -> f32 {
    match (own.passed, other.passed) {
        (true, true) => ended(own, other),
        (false, true) => chase(own, other),
        (true, false) => -chase(other, own),
        (false, false) => {
            // In a round that may be the last nobody keeps anything.
            let last = own.wins.max(other.wins) + 1 >= WINS;
            let coming = (own.hand - other.hand) * if last { 1.0 } else { 0.5 };
            let lead = own.army - other.army + coming;
            let open = 4.0 + 0.5 * own.hand.min(other.hand) / CARD;
            mix(chance(lead / open), later(won(own), other), later(own, won(other)))
        }
    }
}

/// What a round is worth to the one who may still play when the other has passed: the army grows until it is the
/// stronger one, with as little as that takes, or everything is kept.
fn chase(own: Side, other: Side) -> f32 {
    let stop = ended(own, other);
    let behind = other.army - own.army;
    if behind < 0.0 {
        return stop;
    }
    let cost = (behind + 1.0).min(own.hand);
    let left = Side { hand: own.hand - cost, ..own };
    let chance = chance((own.hand - behind) / CARD);
    stop.max(mix(chance, later(won(left), other), later(left, won(other))))
}

/// What comes after a round in which nobody plays on; equal armies both win it.
fn ended(own: Side, other: Side) -> f32 {
    let after = |side: Side, rival: Side| if side.army >= rival.army { won(side) } else { side };
    later(after(own, other), after(other, own))
}

/// What the rounds to come are worth.
fn later(own: Side, other: Side) -> f32 {
    match (own.wins >= WINS, other.wins >= WINS) {
        (true, true) => 0.0,
        (true, false) => 1.0,
        (false, true) => -1.0,
        (false, false) => {
            let rounds = f32::from(own.wins) - f32::from(other.wins);
            let left = own.hand + own.stays - other.hand - other.stays;
            squash(ROUND * rounds + KEPT * left / CARD)
        }
    }
}

fn won(side: Side) -> Side {
    Side { wins: side.wins + 1, ..side }
}

/// How likely something is for which this much speaks.
fn chance(x: f32) -> f32 {
    0.5 + 0.5 * squash(x)
}

fn mix(chance: f32, one: f32, two: f32) -> f32 {
    chance * one + (1.0 - chance) * two
}

/// From -1 to 1, nearly straight around 0.
fn squash(x: f32) -> f32 {
    x / (1.0 + x.abs())
}
