//! Cached distances to the cities and to spice, for bots.

use crate::Dune;
use parlor_kit::{
    Cell, Seat,
    grid::{Distances, Neighbours::Square8},
};
use std::sync::{Arc, OnceLock};

/// Lazily computed distance maps, shared by all copies of a state until they are invalidated.
///
/// Search visits thousands of states that differ in little, and few steps move spice or rock. The maps follow
/// from the rest of a state, so they are not saved, and any two compare as equal.
#[derive(Clone, Debug, Default)]
pub(crate) struct DistanceMaps {
    home: [OnceLock<Arc<Distances>>; 2],
    spice: OnceLock<Arc<Distances>>,
}

impl DistanceMaps {
    /// Invalidates the map to spice, because spice was taken or added.
    pub(crate) fn forget_spice(&mut self) {
        self.spice.take();
    }

    /// Invalidates all maps, because rock or cities changed.
    pub(crate) fn forget_all(&mut self) {
        *self = DistanceMaps::default();
    }
}

impl PartialEq for DistanceMaps {
    fn eq(&self, _: &DistanceMaps) -> bool {
        true
    }
}

impl Eq for DistanceMaps {}

impl Dune {
    /// The number of steps from each field to where a seat delivers.
    pub(crate) fn to_city(&self, seat: Seat) -> &Distances {
        self.charts.home[seat.index() % 2].get_or_init(|| {
            let around = self.map.around(Square8, self.city(seat)).filter(|&cell| self.is_walkable(cell));
            Arc::new(Distances::new(&self.map, Square8, around, |cell| self.is_walkable(cell)))
        })
    }

    /// The number of steps from each field to the nearest spice.
    pub(crate) fn to_spice(&self) -> &Distances {
        self.charts.spice.get_or_init(|| {
            let spice = self.spice.iter().filter(|(_, lies)| **lies).map(|(cell, _)| cell);
            Arc::new(Distances::new(&self.map, Square8, spice, |cell| self.is_walkable(cell)))
        })
    }

    fn is_walkable(&self, cell: Cell) -> bool {
        self.map.get(cell).is_some_and(|field| field.is_walkable())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Phase};
    use parlor_kit::{Game, Luck, StepContext, Turn};

    /// The distances of every field.
    fn charted(game: &Dune) -> Vec<Option<u32>> {
        let of = |chart: &Distances| game.map.cells().map(|cell| chart.get(cell)).collect::<Vec<_>>();
        [of(game.to_city(Seat::new(0))), of(game.to_city(Seat::new(1))), of(game.to_spice())].concat()
    }

    #[test]
    fn charts_that_are_kept_say_what_new_ones_would() {
        let mut luck = Luck::fast(1);
        let mut options = Options::default();
        options.party.numb_of_rounds = 4;
        let (mut atomics, mut quake) = (false, false);
        for seed in 0..20 {
            let mut game = Dune::new(&options, 2, &mut luck).unwrap();
            let mut step = StepContext::silent(Luck::fast(seed));
            loop {
                quake |= game.phase == Phase::Quake;
                match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Table => game.proceed(&mut step),
                    Turn::Act(seats) => {
                        let (seat, mut actions) = (seats.first().unwrap(), Vec::new());
                        game.actions(seat, &mut actions);
                        let action = *luck.choose(&actions).unwrap();
                        atomics |= matches!(action, crate::Action::Atomics { .. });
                        game.act(seat, &action, &mut step).unwrap();
                    }
                }
                let mut fresh = game.clone();
                fresh.charts.forget_all();
                assert_eq!(charted(&game), charted(&fresh));
            }
        }
        assert!(atomics && quake, "what changes the ground was met");
    }
}
