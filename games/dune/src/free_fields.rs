//! Finding free fields and scattering spice.

use crate::Dune;
use parlor_kit::{Cell, Luck, grid::Neighbours::Square8};

/// Random hops per field of the map before the search falls back to the nearest free field.
const HOPS_PER_FIELD: usize = 8;

impl Dune {
    /// A random free neighbour of a field. If all are taken, the search goes on around a random taken one.
    /// `None` if the map has no free field.
    pub(crate) fn free_neighbour(&self, centre: Cell, luck: &mut Luck) -> Option<Cell> {
        let mut at = centre;
        // Random hops find a free field eventually; the limit bounds the running time.
        for _ in 0..self.map.len() * HOPS_PER_FIELD {
            let around = || self.map.around(Square8, at).filter(|&next| self.map[next].is_walkable());
            let free: Vec<Cell> = around().filter(|&next| self.is_free(next)).collect();
            if let Some(&found) = luck.choose(&free) {
                return Some(found);
            }
            let taken: Vec<Cell> = around().collect();
            at = *luck.choose(&taken)?;
        }
        let all = self.map.region(Square8, centre, |_| true);
        all.into_iter().find(|&cell| self.is_free(cell))
    }

    /// A random free field of the whole map.
    pub(crate) fn free_field(&self, luck: &mut Luck) -> Option<Cell> {
        let free: Vec<Cell> = self.map.cells().filter(|&cell| self.is_free(cell)).collect();
        luck.choose(&free).copied()
    }

    /// Scatters spice: one is put on a field without spice, then it goes on from a random walkable neighbour.
    /// Spice that finds no place in the connected area is lost; returns how much was placed.
    pub(crate) fn scatter(&mut self, from: Cell, amount: u32, luck: &mut Luck) -> u32 {
        if amount == 0 {
            return 0;
        }
        self.charts.forget_spice();
        let land = self.map.region(Square8, from, |cell| cell == from || self.map[cell].is_walkable());
        let bare = |game: &Dune, cell: Cell| game.map[cell].is_walkable() && !game.spice[cell];
        let places = land.iter().filter(|&&cell| bare(self, cell)).count();
        let amount = (amount as usize).min(places);
        let mut left = amount;
        let mut at = from;
        for _ in 0..(land.len() + amount) * HOPS_PER_FIELD {
            if bare(self, at) {
                self.spice[at] = true;
                left -= 1;
            }
            if left == 0 {
                break;
            }
            let around: Vec<Cell> =
                self.map.around(Square8, at).filter(|&next| self.map[next].is_walkable()).collect();
            let Some(&next) = luck.choose(&around) else { break };
            at = next;
        }
        // After too many random steps the rest goes to the nearest fields.
        for cell in land {
            if left > 0 && bare(self, cell) {
                self.spice[cell] = true;
                left -= 1;
            }
        }
        (amount - left) as u32
    }

    /// How much spice lies on the map.
    pub(crate) fn lying_spice(&self) -> u32 {
        self.spice.values().iter().filter(|&&lies| lies).count() as u32
    }
}
