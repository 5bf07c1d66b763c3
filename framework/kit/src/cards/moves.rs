//! Moving cards: draw, deal, put, arrange, shuffle, reveal.

use super::{Card, Face, Handle, Layout, Viewers, ZoneKey, Zones};
use crate::Luck;
use std::ops::RangeBounds;

/// Where a card is put in its new zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZonePosition {
    /// On top of a pile, at the right end of a row.
    Top,
    /// Under a pile, at the left end of a row.
    Bottom,
    /// Before the card at this position; at the end if there are fewer.
    At(usize),
}

impl<Z: ZoneKey, F: Face> Zones<Z, F> {
    /// Moves the top card; `None` if the zone is empty.
    pub fn draw(&mut self, from: Z, to: Z) -> Option<Handle> {
        let (from, to) = (self.index(from), self.index(to));
        let top = self.zones[from].1.cards.len().checked_sub(1)?;
        Some(self.transfer((from, top), to, ZonePosition::Top))
    }

    /// Moves up to `amount` cards one by one, each from top to top. Returns how many were moved.
    pub fn deal(&mut self, from: Z, to: Z, amount: usize) -> usize {
        (0..amount).take_while(|_| self.draw(from, to).is_some()).count()
    }

    /// Moves a card. Returns the handle of the card that moved; `None` if there is no such card.
    ///
    /// Of several cards with equal faces in a hand, the one moves that the other viewers know best: they
    /// cannot tell the cards apart, and a player who took a joker openly and plays a joker has not revealed
    /// that there is another one. So continue with the returned handle, not with the one passed in.
    #[must_use = "the card that moved may have another handle; go on with this one"]
    pub fn put(&mut self, card: Handle, to: Z, spot: ZonePosition) -> Option<Handle> {
        let to = self.index(to);
        let from = self.locate(card)?;
        Some(self.transfer(from, to, spot))
    }

    /// Moves the cards at these positions on top of another zone, in their order. Returns how many were
    /// moved.
    pub fn sweep(&mut self, from: Z, positions: impl RangeBounds<usize>, to: Z) -> usize {
        let (from, to) = (self.index(from), self.index(to));
        let count = self.zones[from].1.cards.len();
        let positions = clamp(positions, count);
        for _ in positions.clone() {
            self.transfer((from, positions.start), to, ZonePosition::Top);
        }
        positions.len()
    }

    /// Takes a card out of the game face up; `None` if there is no such card. To take a card out face down,
    /// move it to a zone for such cards instead.
    pub fn remove(&mut self, card: Handle) -> Option<F> {
        let (zone, at) = self.locate(card)?;
        let at = self.best_known(zone, at, Viewers::ALL, &[]);
        let seen = self.zones[zone].1.viewers(at);
        let card = self.zones[zone].1.cards.remove(at);
        if self.zones[zone].1.layout == Layout::Fan {
            self.leave(zone, &card, Viewers::ALL, seen, card.known);
        }
        self.witness_top(zone);
        Some(card.face)
    }

    /// Brings the cards of a zone into this order. Returns `false` and changes nothing if `order` is not a
    /// permutation of exactly these cards. In a pile or a row, viewers who do not see the cards lose track of
    /// the ones they knew.
    #[must_use = "an order that does not fit changes nothing"]
    pub fn arrange(&mut self, place: Z, order: &[Handle]) -> bool {
        let zone = self.index(place);
        let cards = &self.zones[zone].1.cards;
        let rank = |handle: Handle| order.iter().position(|&other| other == handle);
        let mut ranks: Vec<usize> = cards.iter().filter_map(|card| rank(card.handle)).collect();
        ranks.sort_unstable();
        if order.len() != cards.len() || !ranks.into_iter().eq(0..order.len()) {
            return false;
        }
        self.reorder(zone, |cards| cards.sort_by_key(|card| rank(card.handle)));
        true
    }

    /// Sorts the cards of a zone by their faces, a hand for instance. Equal cards keep their order. In a pile
    /// or a row, viewers who do not see the cards lose track of the ones they knew.
    pub fn sort_by_key<K: Ord>(&mut self, place: Z, mut key: impl FnMut(&F) -> K) {
        let zone = self.index(place);
        self.reorder(zone, |cards| cards.sort_by_key(|card| key(&card.face)));
    }

    /// Brings the cards of a zone into a random order. No viewer can tell them apart afterwards: they get new
    /// random handles, and cards revealed before are hidden again.
    pub fn shuffle(&mut self, place: Z, luck: &mut Luck) {
        let zone = self.index(place);
        luck.shuffle(&mut self.zones[zone].1.cards);
        self.mix_pools(zone);
        let mut taken: Vec<u32> = self.each_card().map(|card| card.handle.0).collect();
        for card in &mut self.zones[zone].1.cards {
            let mut handle = luck.below(1 << 32) as u32;
            while taken.contains(&handle) {
                handle = luck.below(1 << 32) as u32;
            }
            taken.push(handle);
            card.handle = Handle(handle);
            card.known = Viewers::NONE;
            card.shown = Viewers::NONE;
        }
        self.zones[zone].1.followed = false;
        self.witness_all(zone);
    }

    /// Shows cards to viewers beyond what their zones show, until they move or are shuffled. Returns the
    /// handles of the cards that are shown. Pass cards of one hand that are shown at the same time in one
    /// call: of cards with equal faces, those are shown that the viewers know best.
    pub fn reveal(&mut self, cards: impl IntoIterator<Item = Handle>, to: impl Into<Viewers>) -> Vec<Handle> {
        let viewers = to.into();
        let learned = self.learn(cards, viewers);
        for &handle in &learned {
            if let Some((zone, at)) = self.locate(handle) {
                let zone = &mut self.zones[zone].1;
                zone.cards[at].shown = zone.cards[at].shown.union(viewers);
                zone.followed |= !viewers.public();
            }
        }
        learned
    }

    /// Makes cards known to viewers without showing them from now on: the viewers looked once, and an event
    /// told them. Returns the handles of the cards they know now; see [`reveal`](Zones::reveal).
    pub fn peek(&mut self, cards: impl IntoIterator<Item = Handle>, to: impl Into<Viewers>) -> Vec<Handle> {
        self.learn(cards, to.into())
    }

    /// No longer shows a card beyond what its zone shows. Viewers who saw it remember it.
    pub fn conceal(&mut self, card: Handle) {
        if let Some((zone, at)) = self.locate(card) {
            self.zones[zone].1.cards[at].shown = Viewers::NONE;
        }
    }

    /// Moves one card and updates what each viewer knows of it.
    fn transfer(&mut self, (from, at): (usize, usize), to: usize, spot: ZonePosition) -> Handle {
        let source = &mut self.zones[from].1;
        let fan = source.layout == Layout::Fan;
        if fan && from == to {
            // The order of a hand is visible only to its owner and carries no information.
            let card = source.cards.remove(at);
            let handle = card.handle;
            source.cards.insert(position(spot, source.cards.len()), card);
            return handle;
        }
        let at = if fan { self.best_known(from, at, Viewers::ALL, &[]) } else { at };
        let source = &mut self.zones[from].1;
        let (sight, seen) = (source.sight_eyes(at), source.viewers(at));
        let card = source.cards.remove(at);
        let (before, followed) = (card.known, source.followed);
        source.followed &= !source.cards.is_empty();
        let target = &mut self.zones[to].1;
        let at = position(spot, target.cards.len());
        target.cards.insert(at, Card { shown: Viewers::NONE, ..card });
        target.followed |= followed || !sight.public() && !sight.is_subset(target.sight_eyes(at));
        self.witness(to, at);
        if fan {
            self.follow(from, (to, at), seen, before, followed);
        }
        self.witness_top(from);
        self.witness_top(to);
        self.zones[to].1.cards[at].handle
    }

    fn reorder(&mut self, zone: usize, order: impl FnOnce(&mut Vec<Card<F>>)) {
        order(&mut self.zones[zone].1.cards);
        if self.zones[zone].1.layout != Layout::Fan {
            self.lose_order(zone);
            self.witness_top(zone);
        }
    }
}

fn position(spot: ZonePosition, count: usize) -> usize {
    match spot {
        ZonePosition::Top => count,
        ZonePosition::Bottom => 0,
        ZonePosition::At(at) => at.min(count),
    }
}

fn clamp(range: impl RangeBounds<usize>, count: usize) -> std::ops::Range<usize> {
    use std::ops::Bound::*;
    let start = match range.start_bound() {
        Included(&n) => n,
        Excluded(&n) => n.saturating_add(1),
        Unbounded => 0,
    };
    let end = match range.end_bound() {
        Included(&n) => n.saturating_add(1),
        Excluded(&n) => n,
        Unbounded => count,
    };
    let end = end.min(count);
    start.min(end)..end
}
