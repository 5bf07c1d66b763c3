//! Enumerates legal actions, and the subset worth trying.

use crate::{Action, Dune, Field, legal::Actor};
use parlor_kit::{
    Cell, Seat,
    grid::{Distances, Neighbours::Square8},
};

impl Dune {
    /// Every legal action of the character whose turn it is.
    pub(crate) fn legal(&self, out: &mut Vec<Action>) {
        self.collect_legal(out, true, self.map.cells());
    }

    /// The actions worth trying: single steps that lead somewhere, atomics only where the convention allows
    /// them, gifts only of everything to a character nearer to the city, and no voice against friends.
    pub(crate) fn worthwhile(&self, out: &mut Vec<Action>) {
        let Some(actor) = self.acting() else { return };
        let seat = actor.one.seat;
        let carried = actor.one.spice;
        self.collect_legal(out, false, self.atomic_targets(seat).into_iter());
        out.retain(|action| match *action {
            Action::Move { to } => self.leads_on(&actor, to),
            Action::Give { to, amount } => {
                let friend = self.characters[usize::from(to)].at();
                amount == carried && friend.is_some_and(|at| nearer(self.to_city(seat), at, actor.at))
            }
            Action::Voice { target } => self.characters[usize::from(target)].seat != seat,
            _ => true,
        });
    }

    /// Whether a step leads towards something: the city with full hands, spice with empty ones, an enemy, or
    /// safety from worm and storm.
    fn leads_on(&self, actor: &Actor<'_>, to: Cell) -> bool {
        let Actor { one, at } = *actor;
        let safe = |cell: Cell| !self.map[cell].is_desert();
        (one.spice > 0 && nearer(self.to_city(one.seat), to, at))
            || (one.room(&self.party) > 0 && nearer(self.to_spice(), to, at))
            || (safe(to) && !safe(at))
            || (self.in_storm(at) && !self.in_storm(to))
            || self.living().any(|(_, other, cell)| other.seat != one.seat && Square8.adjacent(to, cell))
    }

    /// DU-33: where bots would use atomics. Until one house has broken the convention, only where they hit the
    /// worm and no character; after that, also where they hit more enemies than friends.
    fn atomic_targets(&self, seat: Seat) -> Vec<Cell> {
        let free = !self.convention_holds();
        let enemies = self.living().map(|(_, _, at)| at).filter(|&at| free && self.hits(seat, at) > 0);
        let hunter = self.worm.filter(|worm| self.characters[usize::from(worm.target)].seat == seat);
        let around = hunter.into_iter().flat_map(|worm| self.map.within(Square8, worm.at, 1));
        let worm = around.filter(|&centre| self.living().all(|(_, _, at)| Square8.distance(centre, at) > 1));
        enemies.chain(worm.take(1)).collect()
    }

    /// How many enemies more than friends atomics would hit there.
    pub(crate) fn hits(&self, seat: Seat, centre: Cell) -> i32 {
        let near = self.living().filter(|(_, _, at)| Square8.distance(centre, *at) <= 1);
        near.map(|(_, one, _)| if one.seat == seat { -1 } else { 1 }).sum()
    }

    fn collect_legal(&self, out: &mut Vec<Action>, far: bool, atomics: impl Iterator<Item = Cell>) {
        let Some(actor) = self.acting() else { return };
        if far {
            out.extend(self.ways(&actor).far().map(|to| Action::Move { to }));
        }
        let mut offer = |action: Action| {
            if self.check(&action).is_ok() {
                out.push(action);
            }
        };
        for to in self.map.around(Square8, actor.at) {
            offer(Action::Move { to });
        }
        if self.map[actor.at] == Field::Heliport && actor.one.mp > 0 {
            for to in self.map.cells() {
                offer(Action::Fly { to });
            }
        }
        if actor.one.ap > 0 && !self.in_storm(actor.at) {
            offer(Action::Collect);
            offer(Action::Hoard);
            offer(Action::Spin);
            for (number, _, at) in self.living() {
                if !Square8.adjacent(actor.at, at) {
                    continue;
                }
                let target = number as u8;
                offer(Action::Attack { target });
                offer(Action::Kanly { target });
                offer(Action::Voice { target });
                for amount in 1..=actor.one.spice {
                    offer(Action::Give { to: target, amount });
                }
            }
            // Whether atomics may be used does not depend on the target field.
            if self.check(&Action::Atomics { at: actor.at }).is_ok() {
                for at in atomics {
                    offer(Action::Atomics { at });
                }
            }
        }
        offer(Action::End);
    }
}

/// Whether one field is nearer than another.
fn nearer(distances: &Distances, to: Cell, at: Cell) -> bool {
    let steps = |cell: Cell| distances.get(cell).unwrap_or(u32::MAX);
    steps(to) < steps(at)
}
