//! Paths of several steps.

use crate::{Dune, legal::Actor};
use parlor_kit::{Cell, grid::Neighbours::Square8};
use std::collections::BTreeMap;

/// The best path to every field that a character can reach with its movement points over free fields.
///
/// A path is as short as possible, and among equally short ones it enters the fewest desert fields, because
/// the second one makes the character loud. For another path, or to change places with a character, a player
/// moves field by field.
pub(crate) struct Ways {
    from: Cell,
    /// For each field the number of desert fields its path enters, and the field before it.
    found: BTreeMap<Cell, (u32, Cell)>,
}

impl Dune {
    /// The paths of the character whose turn it is.
    pub(crate) fn ways(&self, actor: &Actor<'_>) -> Ways {
        let mut found = BTreeMap::from([(actor.at, (0, actor.at))]);
        let mut layer = vec![actor.at];
        for _ in 0..actor.one.mp {
            if layer.is_empty() {
                break;
            }
            let mut next = BTreeMap::<Cell, (u32, Cell)>::new();
            for &cell in &layer {
                let (entered, _) = found[&cell];
                for to in self.map.around(Square8, cell) {
                    if !self.is_free(to) || found.contains_key(&to) {
                        continue;
                    }
                    let way = (entered + u32::from(self.map[to].is_desert()), cell);
                    let best = next.entry(to).or_insert(way);
                    *best = way.min(*best);
                }
            }
            layer = next.keys().copied().collect();
            found.append(&mut next);
        }
        Ways { from: actor.at, found }
    }

    /// The steps to a field: the neighbour itself, or the best path.
    pub(crate) fn way(&self, actor: &Actor<'_>, to: Cell) -> Vec<Cell> {
        if Square8.adjacent(actor.at, to) { vec![to] } else { self.ways(actor).to(to) }
    }
}

impl Ways {
    /// Whether there is a path to this field.
    pub(crate) fn reach(&self, to: Cell) -> bool {
        self.found.contains_key(&to)
    }

    /// The fields that can be reached in two steps or more, in a fixed order.
    pub(crate) fn far(&self) -> impl Iterator<Item = Cell> {
        self.found.keys().copied().filter(|&to| to != self.from && !Square8.adjacent(self.from, to))
    }

    /// The fields of the path to this field, which is the last one.
    fn to(&self, to: Cell) -> Vec<Cell> {
        let mut way = Vec::new();
        let mut at = to;
        while at != self.from
            && let Some(&(_, before)) = self.found.get(&at)
        {
            way.push(at);
            at = before;
        }
        way.reverse();
        way
    }
}
