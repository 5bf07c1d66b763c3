//! Who knows what: remembering, following, and losing track.
//!
//! Two kinds of knowledge are kept. For each card, who *knows* it: its face is certain to them.
//! For all others a card is one of a *pool*: any card of the pool that they do not know could lie in its place.
//! Where the cards of a pool lie is public, up to the order within a hand.
//!
//! Both must follow from what a viewer saw, never from what is hidden; otherwise a redrawn world would betray the truth.
//! That is why nobody keeps track of a hand's cards when one of them leaves unseen, why two equal cards of a hand
//! are not told apart, and why pools are merged as soon as it is no longer public from which of them a card came.
//! Losing track is always safe: it only makes the redrawn worlds more varied than they need be.

use super::{Card, Deck, Eyes, Face, Handle, Layout, Place, Zones};
use sha2::{Digest, Sha256};

impl<Z: Place, F: Face> Zones<Z, F> {
    /// Whoever sees the card knows it.
    #[inline]
    pub(super) fn witness(&mut self, zone: usize, at: usize) {
        let zone = &mut self.zones[zone].1;
        let eyes = zone.eyes(at);
        zone.cards[at].known = zone.cards[at].known.union(eyes);
    }

    #[inline]
    pub(super) fn witness_top(&mut self, zone: usize) {
        if let Some(top) = self.zones[zone].1.cards.len().checked_sub(1) {
            self.witness(zone, top);
        }
    }

    pub(super) fn witness_all(&mut self, zone: usize) {
        (0..self.zones[zone].1.cards.len()).for_each(|at| self.witness(zone, at));
    }

    /// Of the cards of a hand that `eyes` cannot tell from this one, the one they know best.
    /// In a pile or a row every card has its own place, and it is this one.
    pub(super) fn best_known(&self, zone: usize, at: usize, eyes: Eyes, except: &[Handle]) -> usize {
        let zone = &self.zones[zone].1;
        if zone.layout != Layout::Fan {
            return at;
        }
        let card = &zone.cards[at];
        let seen = zone.eyes(at).intersection(eyes);
        let rank = |card: &Card<F>| card.known.intersection(eyes).rank();
        let mut best = (!except.contains(&card.handle)).then_some(at);
        for (other, twin) in zone.cards.iter().enumerate() {
            if other != at
                && twin.deck == card.deck
                && twin.face == card.face
                && zone.eyes(other).intersection(eyes) == seen
                && !except.contains(&twin.handle)
                && best.is_none_or(|best| rank(twin) > rank(&zone.cards[best]))
            {
                best = Some(other);
            }
        }
        best.unwrap_or(at)
    }

    /// A card left a hand, where `seen` saw it and `before` knew it, for the place `to`.
    pub(super) fn follow(&mut self, hand: usize, to: (usize, usize), seen: Eyes, before: Eyes) {
        let zone = &self.zones[to.0].1;
        let (card, now) = (&zone.cards[to.1], zone.eyes(to.1));
        let left = Left { face: card.face.clone(), deck: card.deck, pool: card.pool };
        self.leave(hand, &left, now, seen, before);
        self.forget(to.0, to.1, Eyes::ALL.without(seen).without(now));
    }

    /// A card left a hand, where `seen` saw it and `before` knew it; `now` see it.
    pub(super) fn leave(&mut self, hand: usize, card: &Left<F>, now: Eyes, seen: Eyes, before: Eyes) {
        self.confuse(hand, card, now.without(seen).without(before), &[]);
        let lost = Eyes::ALL.without(seen).without(now);
        if !lost.is_empty() {
            self.lose_track(hand, lost, Some(card.deck));
            self.merge_pools(hand, card.deck, Some(card.pool));
        } else if !before.public() {
            self.merge_ambiguous(hand, card);
        }
    }

    /// Lets viewers know cards; gives the cards they know now.
    pub(super) fn learn(&mut self, cards: impl IntoIterator<Item = Handle>, eyes: Eyes) -> Vec<Handle> {
        let (mut asked, mut learned) = (Vec::new(), Vec::new());
        for handle in cards {
            let Some((zone, at)) = self.locate(handle).filter(|_| !asked.contains(&handle)) else { continue };
            asked.push(handle);
            let at = self.best_known(zone, at, eyes, &learned);
            let seen = self.zones[zone].1.eyes(at);
            let card = &self.zones[zone].1.cards[at];
            let before = card.known;
            learned.push(card.handle);
            if self.zones[zone].1.layout == Layout::Fan && !eyes.without(seen).is_empty() {
                let card = Left { face: card.face.clone(), deck: card.deck, pool: card.pool };
                self.confuse(zone, &card, eyes.without(before), &learned);
                if !eyes.public() {
                    self.merge_pools(zone, card.deck, None);
                } else if !before.public() {
                    self.merge_ambiguous(zone, &card);
                }
            }
            self.zones[zone].1.cards[at].known = before.union(eyes);
        }
        learned
    }

    /// A hand as a whole is seen by viewers who did not know all of its cards.
    pub(super) fn open(&mut self, hand: usize) {
        let zone = &self.zones[hand].1;
        if zone.layout != Layout::Fan {
            return;
        }
        for at in 0..zone.cards.len() {
            let zone = &self.zones[hand].1;
            let (card, eyes) = (&zone.cards[at], zone.eyes(at));
            let card = Left { face: card.face.clone(), deck: card.deck, pool: card.pool };
            if eyes.public() {
                self.merge_ambiguous(hand, &card);
            } else if !eyes.without(zone.cards[at].known).is_empty() {
                self.merge_pools(hand, card.deck, None);
            }
        }
    }

    /// These viewers can no longer tell which card of the zone is which; with a deck, which one of that deck.
    pub(super) fn lose_track(&mut self, zone: usize, lost: Eyes, deck: Option<Deck>) {
        for at in 0..self.zones[zone].1.cards.len() {
            let (eyes, card) = (self.zones[zone].1.eyes(at), &self.zones[zone].1.cards[at]);
            if deck.is_none_or(|deck| deck == card.deck) {
                self.forget(zone, at, lost.without(eyes));
            }
        }
    }

    /// These viewers saw a card with this face come out of the hand and cannot tell
    /// whether it was one that they remember there, unless they see that one too.
    fn confuse(&mut self, hand: usize, left: &Left<F>, found: Eyes, except: &[Handle]) {
        if found.is_empty() {
            return;
        }
        for at in 0..self.zones[hand].1.cards.len() {
            let (eyes, card) = (self.zones[hand].1.eyes(at), &self.zones[hand].1.cards[at]);
            if card.deck == left.deck && card.face == left.face && !except.contains(&card.handle) {
                self.forget(hand, at, found.without(eyes));
            }
        }
    }

    /// These viewers no longer know the card. It gets a new handle, because they have seen the old one.
    fn forget(&mut self, zone: usize, at: usize, viewers: Eyes) {
        let card = &mut self.zones[zone].1.cards[at];
        if card.known.intersection(viewers).is_empty() {
            return;
        }
        card.known = card.known.without(viewers);
        let old = card.handle;
        let handle = (0..).map(|attempt| self.digest(1, old.0, attempt)).find(|&new| self.is_free(new));
        self.zones[zone].1.cards[at].handle = handle.expect("there are more handles than cards");
    }

    /// Before a shuffle: whatever pools the cards came from, they are one pool now.
    /// Cards that everybody knew are a pool of their own, for everybody knows which cards were shuffled.
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

    /// It is no longer public from which of their pools the hidden cards of the zone come.
    pub(super) fn merge_pools(&mut self, zone: usize, deck: Deck, with: Option<u16>) {
        self.merge(zone, deck, with, |card| !card.known.public());
    }

    /// A card came out of the hand for everybody to see: if it could have come from another pool too,
    /// nobody can tell how many cards of either are left.
    fn merge_ambiguous(&mut self, hand: usize, left: &Left<F>) {
        let mut pool = left.pool;
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

    /// Merges the pools of those cards of the zone that count, and `with`. The lowest gives the name:
    /// which one it is must not tell which card was the occasion.
    fn merge(&mut self, zone: usize, deck: Deck, with: Option<u16>, counts: impl Fn(&Card<F>) -> bool) {
        let counts = |card: &&Card<F>| card.deck == deck && counts(card);
        let pools = self.zones[zone].1.cards.iter().filter(counts).map(|card| card.pool);
        let Some(lowest) = pools.chain(with).min() else { return };
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
    }

    fn rename_pool(&mut self, deck: Deck, old: u16, new: u16) {
        self.each_card_mut()
            .filter(|card| card.deck == deck && card.pool == old)
            .for_each(|card| card.pool = new);
    }

    /// A handle for a new card.
    pub(super) fn new_handle(&mut self) -> Handle {
        loop {
            self.made = self.made.wrapping_add(1);
            let handle = self.digest(0, self.made, 0);
            if self.is_free(handle) {
                return handle;
            }
        }
    }

    fn is_free(&self, handle: Handle) -> bool {
        self.each_card().all(|card| card.handle != handle)
    }

    /// A handle that only the table can link with what it was made from.
    fn digest(&self, kind: u8, number: u32, attempt: u32) -> Handle {
        let hash = Sha256::new()
            .chain_update(self.key.to_le_bytes())
            .chain_update([kind])
            .chain_update(number.to_le_bytes())
            .chain_update(attempt.to_le_bytes())
            .finalize();
        Handle(u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]]))
    }
}

/// What matters of a card that left a hand or was shown from it.
pub(super) struct Left<F> {
    pub(super) face: F,
    pub(super) deck: Deck,
    pub(super) pool: u16,
}
