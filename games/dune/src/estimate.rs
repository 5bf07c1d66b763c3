//! Evaluates a match for search bots. The only rules with floats.

use crate::{Character, Dune, character::max_hp};
use parlor_kit::{Cell, Seat, grid::Distances};

/// The worth of spice in the city, carried, and picked up at all.
const STOCK: f32 = 4.0;
const CARRIED: f32 = 2.2;
const COLLECTED: f32 = 0.3;
/// The deduction from the worth of carried spice for each step to the city.
const STEP_CARRIED: f32 = 0.02;
/// The cost of each step to the city with full hands, and to the next spice with empty ones.
const STEP_HOME: f32 = 0.12;
const STEP_SPICE: f32 = 0.08;
/// The worth of characters: on the map, their hit points, defeated enemies, characters gone for good.
const LIFE: f32 = 1.2;
const HEALTH: f32 = 1.0;
const DEFEATED: f32 = 1.2;
const SWALLOWED: f32 = 2.5;
/// The cost of being loud, and of being hunted.
const LOUD: f32 = 0.25;
const HUNTED: f32 = 1.0;
/// The worth of unused atomics, and of not being shunned.
const ATOMICS: f32 = 1.0;
const SHUNNED: f32 = 9.0;
/// The difference between two players at which a match is as good as won.
const SCALE: f32 = 40.0;

pub(crate) fn estimate(game: &Dune, seat: Seat) -> f32 {
    if game.characters.is_empty() {
        return 0.0;
    }
    let lead = worth(game, seat) - worth(game, seat.other());
    (lead / SCALE).clamp(-0.95, 0.95)
}

fn worth(game: &Dune, seat: Seat) -> f32 {
    let player = game.player(seat);
    let (home, to_spice) = (game.to_city(seat), game.to_spice());
    let far = (game.map.width() + game.map.height()) as f32;
    let mut sum = STOCK * player.stock as f32
        + COLLECTED * player.collected as f32
        + DEFEATED * player.defeated as f32
        + ATOMICS * f32::from(player.atomics)
        - SWALLOWED * player.swallowed as f32
        - if player.shunned { SHUNNED } else { 0.0 };
    for (number, one, at) in game.living().filter(|(_, one, _)| one.seat == seat) {
        sum += LIFE + HEALTH * one.hp as f32 / max_hp(one.stats(&game.party)) as f32;
        sum += purse(game, one, at, home, to_spice, far);
        if one.loud && game.map[at].is_desert() {
            sum -= LOUD;
        }
        if game.worm.is_some_and(|worm| usize::from(worm.target) == number) && game.map[at].is_desert() {
            sum -= HUNTED;
        }
    }
    sum
}

/// The worth of a character's spice and of its way to more. The fuller the hands, the stronger the pull of
/// the city and the weaker that of more spice.
fn purse(game: &Dune, one: &Character, at: Cell, home: &Distances, to_spice: &Distances, far: f32) -> f32 {
    let steps = |distances: &Distances| distances.get(at).map_or(far, |steps| steps as f32);
    let carried = one.spice as f32;
    let fullness = carried / one.stats(&game.party).inventory().max(1) as f32;
    let mut sum = carried * (CARRIED - STEP_CARRIED * steps(home)) - fullness * STEP_HOME * steps(home);
    if one.room(&game.party) > 0 {
        sum -= (1.0 - fullness) * STEP_SPICE * steps(to_spice);
    }
    sum
}
