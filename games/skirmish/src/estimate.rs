//! Evaluates a state for bots. Floats are allowed here: only a bot's choice depends on them.

use crate::{
    Skirmish,
    state::{Phase, WINS},
};
use parlor_kit::Seat;

/// The average contribution of a card to an army, and the average contribution of its rules.
const CARD: f32 = 3.0;
const RULES: f32 = 0.5;
/// The worth of a won round, and of each card kept, in later rounds.
const ROUND: f32 = 0.6;
const KEPT: f32 = 0.3;

/// The evaluated features of one player.
#[derive(Clone, Copy)]
struct Side {
    wins: u8,
    /// The strength of the army.
    army: f32,
    /// The contribution that the cards in hand may add.
    hand: f32,
    /// The strength of the units that stay for the next round.
    stays: f32,
    /// Whether the player adds nothing more in this round.
    passed: bool,
}

/// From -1 to 1: how the round may end, and what is left for later rounds. A round may cost more than it is
/// worth: a player who plays everything in the first one loses the other two.
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
    // Of the other player's cards only the number counts, which is public.
    let cards = game.hand(seat).iter().map(|card| RULES + f32::from(game.def(&card.face).strength));
    let own = side(seat, cards.sum());
    let other = side(seat.other(), CARD * game.hand(seat.other()).len() as f32);
    let worth = match game.phase {
        Phase::Play | Phase::Dusk | Phase::Count => round(own, other),
        _ => later(own, other),
    };
    worth.clamp(-0.95, 0.95)
}

/// The value of a round in play.
fn round(own: Side, other: Side) -> f32 {
    match (own.passed, other.passed) {
        (true, true) => ended(own, other),
        (false, true) => chase(own, other),
        (true, false) => -chase(other, own),
        (false, false) => {
            // In a round that may be the last, kept cards have no value.
            let last = own.wins.max(other.wins) + 1 >= WINS;
            let coming = (own.hand - other.hand) * if last { 1.0 } else { 0.5 };
            let lead = own.army - other.army + coming;
            let open = 4.0 + 0.5 * own.hand.min(other.hand) / CARD;
            mix(chance(lead / open), later(won(own), other), later(own, won(other)))
        }
    }
}

/// The value of a round for the player who may still play when the other has passed: the army grows with the
/// fewest cards until it is the stronger one, or all cards are kept.
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

/// The value after a round in which both have passed; equal armies both win it.
fn ended(own: Side, other: Side) -> f32 {
    let after = |side: Side, rival: Side| if side.army >= rival.army { won(side) } else { side };
    later(after(own, other), after(other, own))
}

/// The value of later rounds.
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

/// Maps an advantage to a probability from 0 to 1.
fn chance(x: f32) -> f32 {
    0.5 + 0.5 * squash(x)
}

fn mix(chance: f32, one: f32, two: f32) -> f32 {
    chance * one + (1.0 - chance) * two
}

/// Maps to -1 to 1, nearly linear around 0.
fn squash(x: f32) -> f32 {
    x / (1.0 + x.abs())
}
