//! Shuffle pools: which cards could lie in each other's place.

use super::{Card, Deck, Face, ZoneKey, Zones};

impl<Z: ZoneKey, F: Face> Zones<Z, F> {
    /// Called before a shuffle: whatever pools the cards came from, they are one pool now. Cards that every
    /// viewer knew form a pool of their own, because it is public which cards were shuffled.
    pub(super) fn mix_pools(&mut self, zone: usize) {
        let mut decks: Vec<Deck> = self.zones[zone].1.cards.iter().map(|card| card.deck).collect();
        decks.sort_unstable();
        decks.dedup();
        for deck in decks {
            let cards = &self.zones[zone].1.cards;
            if cards.iter().all(|card| card.deck != deck || card.known.public()) {
                let taken = |pool| self.each_card().any(|card| card.deck == deck && card.pool == pool);
                let pool = (0..).find(|&pool| !taken(pool)).expect("there are more pools than cards");
                let cards = &mut self.zones[zone].1.cards;
                cards.iter_mut().filter(|card| card.deck == deck).for_each(|card| card.pool = pool);
            } else {
                self.merge(zone, deck, None, |_| true);
            }
        }
    }

    /// Merges the pools of the zone's hidden cards, when it is no longer public which card comes from which
    /// pool.
    pub(super) fn merge_pools(&mut self, zone: usize, deck: Deck, with: Option<u16>) {
        self.merge(zone, deck, with, |card| !card.known.public());
    }

    /// Called when a card left the hand face up: if it could have come from another pool too, no viewer can
    /// tell how many cards of either pool are left, so the pools merge.
    pub(super) fn merge_ambiguous(&mut self, hand: usize, left: &Card<F>, mut pool: u16) {
        let hidden = |card: &Card<F>| card.deck == left.deck && !card.known.public();
        let could_hold = |zones: &Self, pool: u16| {
            zones.each_card().any(|card| hidden(card) && card.pool == pool && card.face == left.face)
        };
        while let Some(other) = self.zones[hand].1.cards.iter().find_map(|card| {
            (hidden(card) && card.pool != pool && could_hold(self, card.pool)).then_some(card.pool)
        }) {
            self.rename_pool(left.deck, pool.max(other), pool.min(other));
            pool = pool.min(other);
        }
    }

    /// Like `merge_ambiguous`, for viewers who cannot tell which of several known cards with this face it
    /// was.
    pub(super) fn merge_equal(&mut self, hand: usize, left: &Card<F>) {
        let equal = |card: &Card<F>| card.known.public() && card.face == left.face;
        if let Some(pool) = self.merge(hand, left.deck, Some(left.pool), equal) {
            self.merge_ambiguous(hand, left, pool);
        }
    }

    /// Merges the pools of the selected cards of the zone, and `with`. The merged pool takes the lowest
    /// number, because the choice must not reveal which card caused the merge.
    fn merge(
        &mut self,
        zone: usize,
        deck: Deck,
        with: Option<u16>,
        counts: impl Fn(&Card<F>) -> bool,
    ) -> Option<u16> {
        let counts = |card: &&Card<F>| card.deck == deck && counts(card);
        let pools = self.zones[zone].1.cards.iter().filter(counts).map(|card| card.pool);
        let lowest = pools.chain(with).min()?;
        let higher = |zones: &Self| {
            let mut pools = zones.zones[zone].1.cards.iter().filter(counts).map(|card| card.pool);
            pools.find(|&pool| pool != lowest)
        };
        if let Some(with) = with.filter(|&with| with != lowest) {
            self.rename_pool(deck, with, lowest);
        }
        while let Some(pool) = higher(self) {
            self.rename_pool(deck, pool, lowest);
        }
        Some(lowest)
    }

    fn rename_pool(&mut self, deck: Deck, old: u16, new: u16) {
        self.each_card_mut()
            .filter(|card| card.deck == deck && card.pool == old)
            .for_each(|card| card.pool = new);
    }
}
