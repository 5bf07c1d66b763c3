//! What a search remembers: positions it has met, and what was good nearby.

use crate::score::Score;
use parlor_kit::Rules;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// Its worth for whoever moves, counted from the position.
    pub(crate) score: Score,
    /// What the score says.
    pub(crate) bound: Bound,
    /// How far was looked from the position.
    pub(crate) depth: u8,
    /// Whether every line was followed to its end, so that looking further changes nothing.
    pub(crate) whole: bool,
    /// Which of the position's actions was best, counted in the game's order.
    pub(crate) best: u16,
}

/// What a score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is this.
    Exact,
    /// It is this or more.
    AtLeast,
    /// It is this or less.
    AtMost,
}

/// Stands for an action beyond what a table of positions can name.
pub(crate) const UNNAMED: u16 = u16::MAX;

/// A table of positions. It begins small and grows while it fills, so that an idle bot costs next to nothing.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    slots: Vec<Option<(u64, Known)>>,
    filled: usize,
}

impl Positions {
    const FIRST: usize = 1 << 10;
    const MOST: usize = 1 << 19;

    /// What is known about a position.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Known> {
        if self.slots.is_empty() {
            return None;
        }
        let at = self.bucket(key);
        let find = |slot: &Option<(u64, Known)>| slot.filter(|(own, _)| *own == key).map(|(_, known)| known);
        find(&self.slots[at]).or_else(|| find(&self.slots[at ^ 1]))
    }

    /// Remembers a position. Of two strangers in its bucket, the one that was looked at less deeply has to go.
    pub(crate) fn keep(&mut self, key: u64, known: Known) {
        if self.slots.len() < Positions::MOST && self.filled * 2 >= self.slots.len() {
            self.grow();
        }
        let at = self.bucket(key);
        let weight = |slot: &Option<(u64, Known)>| match slot {
            Some((own, _)) if *own == key => -2,
            None => -1,
            Some((_, known)) => i32::from(known.depth),
        };
        let at = if weight(&self.slots[at ^ 1]) < weight(&self.slots[at]) { at ^ 1 } else { at };
        self.filled += usize::from(self.slots[at].is_none());
        self.slots[at] = Some((key, known));
    }

    /// Forgets everything and gives the room back.
    pub(crate) fn clear(&mut self) {
        *self = Positions::default();
    }

    fn bucket(&self, key: u64) -> usize {
        (key as usize) & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(Positions::FIRST);
        let old = std::mem::replace(&mut self.slots, vec![None; size]);
        self.filled = 0;
        for (key, known) in old.into_iter().flatten() {
            self.keep(key, known);
        }
    }
}

/// A workplace for one depth of the search, used again for every node there.
pub(crate) struct Desk<R: Rules> {
    /// The legal actions.
    pub(crate) actions: Vec<R::Action>,
    /// The order in which they are tried.
    pub(crate) order: Vec<u32>,
    /// What was good in other nodes of this depth lately.
    pub(crate) good: [Option<R::Action>; 2],
}

impl<R: Rules> Desk<R> {
    pub(crate) fn new() -> Desk<R> {
        Desk { actions: Vec::new(), order: Vec::new(), good: [None, None] }
    }

    /// Orders the actions: the one that was best here before, then what was good nearby, then the game's order.
    pub(crate) fn arrange(&mut self, first: Option<u16>) {
        self.order.clear();
        self.order.extend(0..self.actions.len() as u32);
        let mut placed = 0;
        if let Some(first) = first.map(usize::from).filter(|&first| first < self.actions.len()) {
            self.order[..=first].rotate_right(1);
            placed = 1;
        }
        for good in self.good.iter().flatten() {
            let rest = &self.order[placed..];
            if let Some(at) = rest.iter().position(|&i| self.actions[i as usize] == *good) {
                self.order[placed..=placed + at].rotate_right(1);
                placed += 1;
            }
        }
    }

    /// Remembers an action that was good.
    pub(crate) fn praise(&mut self, action: u32) {
        let action = &self.actions[action as usize];
        if self.good[0].as_ref() != Some(action) {
            self.good.swap(0, 1);
            match &mut self.good[0] {
                // Into the old one's place, so that actions with room of their own use it again.
                Some(old) => old.clone_from(action),
                none => *none = Some(action.clone()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: u8) -> Known {
        Known { score: i32::from(depth), bound: Bound::Exact, depth, whole: false, best: 0 }
    }

    #[test]
    fn positions_are_found_again_while_there_is_room() {
        let mut positions = Positions::default();
        assert_eq!(positions.find(5), None);
        let key = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
        for n in 0..5_000u64 {
            positions.keep(key(n), known((n % 50) as u8));
        }
        let found = (0..5_000u64).filter(|&n| positions.find(key(n)) == Some(known((n % 50) as u8))).count();
        assert!(found > 4_000, "{found}");
        positions.clear();
        assert_eq!(positions.find(key(1)), None);
    }

    #[test]
    fn the_deeper_of_two_strangers_stays() {
        let mut positions = Positions::default();
        let size = Positions::FIRST as u64;
        positions.keep(3, known(9));
        positions.keep(3 + size, known(4));
        positions.keep(3 + 2 * size, known(1));
        assert_eq!(positions.find(3), Some(known(9)));
        assert_eq!(positions.find(3 + size), None);
        positions.keep(3, known(2));
        assert_eq!(positions.find(3), Some(known(2)), "the same position is renewed, never kept twice");
        assert_eq!(positions.find(3 + 2 * size), Some(known(1)));
    }
}
