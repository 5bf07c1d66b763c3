//! The transposition table of the alpha-beta search.

use crate::score::Score;

/// The search result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The score for the side to move, with distances to an end counted from the position.
    pub(crate) score: Score,
    /// How the score bounds the true value.
    pub(crate) bound: Bound,
    /// The depth of the search below the position.
    pub(crate) depth: u8,
    /// Whether every line was searched to its end, so that a deeper search changes nothing.
    pub(crate) whole: bool,
    /// The index of the best action, in the game's order.
    pub(crate) best: u16,
}

/// How a score bounds the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value equals the score.
    Exact,
    /// The true value is at least the score.
    AtLeast,
    /// The true value is at most the score.
    AtMost,
}

/// Marks a best action whose index does not fit into an entry.
pub(crate) const NO_ACTION: u16 = u16::MAX;

/// Table of searched positions. It starts small and doubles as it fills, so that an idle bot needs little
/// memory.
#[derive(Debug, Default)]
pub(crate) struct TranspositionTable {
    slots: Vec<Option<(u64, Entry)>>,
    filled: usize,
}

impl TranspositionTable {
    const INITIAL_SLOTS: usize = 1 << 10;
    const MAX_SLOTS: usize = 1 << 19;

    /// The entry of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        if self.slots.is_empty() {
            return None;
        }
        let at = self.bucket(key);
        let find = |slot: &Option<(u64, Entry)>| slot.filter(|(own, _)| *own == key).map(|(_, entry)| entry);
        find(&self.slots[at]).or_else(|| find(&self.slots[at ^ 1]))
    }

    /// Stores an entry. It replaces an older entry of the position, else the one of its two slots with the lower depth.
    pub(crate) fn insert(&mut self, key: u64, entry: Entry) {
        if self.slots.len() < TranspositionTable::MAX_SLOTS && self.filled * 2 >= self.slots.len() {
            self.grow();
        }
        let at = self.bucket(key);
        let weight = |slot: &Option<(u64, Entry)>| match slot {
            Some((own, _)) if *own == key => -2,
            None => -1,
            Some((_, entry)) => i32::from(entry.depth),
        };
        let at = if weight(&self.slots[at ^ 1]) < weight(&self.slots[at]) { at ^ 1 } else { at };
        self.filled += usize::from(self.slots[at].is_none());
        self.slots[at] = Some((key, entry));
    }

    /// Removes everything and frees the memory.
    pub(crate) fn clear(&mut self) {
        *self = TranspositionTable::default();
    }

    fn bucket(&self, key: u64) -> usize {
        (key as usize) & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(TranspositionTable::INITIAL_SLOTS);
        let old = std::mem::replace(&mut self.slots, vec![None; size]);
        self.filled = 0;
        for (key, entry) in old.into_iter().flatten() {
            self.insert(key, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry { score: i32::from(depth), bound: Bound::Exact, depth, whole: false, best: 0 }
    }

    #[test]
    fn positions_are_found_again_while_there_is_room() {
        let mut table = TranspositionTable::default();
        assert_eq!(table.get(5), None);
        let key = |n: u64| n.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
        for n in 0..5_000u64 {
            table.insert(key(n), entry((n % 50) as u8));
        }
        let found = (0..5_000u64).filter(|&n| table.get(key(n)) == Some(entry((n % 50) as u8))).count();
        assert!(found > 4_000, "{found}");
        table.clear();
        assert_eq!(table.get(key(1)), None);
    }

    #[test]
    fn the_deeper_of_two_colliding_entries_stays() {
        let mut table = TranspositionTable::default();
        let size = TranspositionTable::INITIAL_SLOTS as u64;
        table.insert(3, entry(9));
        table.insert(3 + size, entry(4));
        table.insert(3 + 2 * size, entry(1));
        assert_eq!(table.get(3), Some(entry(9)));
        assert_eq!(table.get(3 + size), None);
        table.insert(3, entry(2));
        assert_eq!(table.get(3), Some(entry(2)), "the same position is renewed, never kept twice");
        assert_eq!(table.get(3 + 2 * size), Some(entry(1)));
    }
}
