//! Knowledge: which viewers know which cards, through moves, reveals and shuffles.
//!
//! Two kinds of knowledge are kept. For each card, the viewers who *know* it: its face is certain to them. To
//! all other viewers a card is one of a *pool*: any card of the pool that they do not know could lie in its
//! place. Where the cards of a pool lie is public, up to the order within a hand.
//!
//! Both, and every id, must follow from what a viewer saw, never from what is hidden; otherwise a resampled
//! world, or an id that is recognised, would leak hidden cards. That is why viewers lose track of a hand's
//! cards when one of them leaves unseen, why two equal cards of a hand are not told apart, and why pools are
//! merged as soon as it is no longer public from which of them a card came. Losing track is always safe: it
//! only makes the resampled worlds more varied than necessary.

use super::{Card, Deck, Face, Handle, Layout, Viewers, ZoneKey, Zones};

impl<Z: ZoneKey, F: Face> Zones<Z, F> {
    /// Records that every viewer who sees the card knows it.
    #[inline]
    pub(super) fn witness(&mut self, zone: usize, at: usize) {
        let zone = &mut self.zones[zone].1;
        let viewers = zone.viewers(at);
        zone.cards[at].known = zone.cards[at].known.union(viewers);
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

    /// Of the cards of a hand that `viewers` cannot tell from this one, one that they know, if there is one.
    /// In a pile or a row every card has its own place, and it is this one.
    pub(super) fn best_known(&self, zone: usize, at: usize, viewers: Viewers, except: &[usize]) -> usize {
        let zone = &self.zones[zone].1;
        if zone.layout != Layout::Fan {
            return at;
        }
        let card = &zone.cards[at];
        let seen = zone.viewers(at).intersection(viewers);
        // Several viewers count as knowing a card only if every one of them does: the private knowledge of
        // one viewer must not decide what the others see.
        let known = |card: &Card<F>| match viewers.is_single() {
            true => viewers.is_subset(card.known),
            false => card.known.public(),
        };
        let fits = |&other: &usize| {
            let twin = &zone.cards[other];
            twin.deck == card.deck
                && zone.viewers(other).intersection(viewers) == seen
                && !except.contains(&other)
                && twin.face == card.face
        };
        let itself = (!except.contains(&at)).then_some(at);
        if known(card) && itself.is_some() {
            return at;
        }
        let alike = || (0..zone.cards.len()).filter(fits);
        // Ties are broken by handle: handles are random, while the order of the hand would leak how it was
        // sorted.
        let best =
            alike().filter(|&other| known(&zone.cards[other])).min_by_key(|&other| zone.cards[other].handle);
        best.or(itself).or_else(|| alike().next()).unwrap_or(at)
    }

    /// Updates knowledge after a card left a hand for the place `to`; `seen` saw it there, `before` knew it.
    /// `followed` says whether a viewer might have known cards of the hand without seeing them.
    pub(super) fn follow(
        &mut self,
        hand: usize,
        to: (usize, usize),
        seen: Viewers,
        before: Viewers,
        followed: bool,
    ) {
        let zone = &self.zones[to.0].1;
        let (card, now) = (zone.cards[to.1].clone(), zone.viewers(to.1));
        let lost = Viewers::ALL.without(seen).without(now);
        let rename = if lost.is_empty() {
            followed && !seen.public()
        } else {
            followed || before.public() || self.zones[hand].1.remembered(card.deck)
        };
        self.leave(hand, &card, now, seen, before);
        self.forget(to.0, to.1, lost);
        if rename {
            self.rename(to.0, to.1);
            self.zones[to.0].1.followed |= !now.public();
        }
    }

    /// Updates a hand's knowledge after a card left it; `seen` saw it there, `before` knew it, `now` see it.
    pub(super) fn leave(
        &mut self,
        hand: usize,
        card: &Card<F>,
        now: Viewers,
        seen: Viewers,
        before: Viewers,
    ) {
        let lost = Viewers::ALL.without(seen).without(now);
        let remembered = self.zones[hand].1.remembered(card.deck) || before.public();
        self.confuse(hand, card, now.without(seen).without(before), &[]);
        if !lost.is_empty() {
            if remembered {
                self.lose_track(hand, lost, card.deck);
                // Viewers who could follow the card may now know more of the hand than the public does.
                self.zones[hand].1.followed = !self.zones[hand].1.cards.is_empty();
            }
            self.merge_pools(hand, card.deck, Some(card.pool));
        } else if !seen.public() {
            self.tell_face(hand, card, before);
        }
    }

    /// Makes cards known to viewers; returns the cards they know now.
    pub(super) fn learn(&mut self, cards: impl IntoIterator<Item = Handle>, viewers: Viewers) -> Vec<Handle> {
        let mut asked: Vec<(usize, usize)> = Vec::new();
        for place in cards.into_iter().filter_map(|handle| self.locate(handle)) {
            if !asked.contains(&place) {
                asked.push(place);
            }
        }
        let mut learned: Vec<(usize, usize)> = Vec::new();
        for (zone, at) in asked {
            let taken: Vec<usize> =
                learned.iter().filter(|other| other.0 == zone).map(|other| other.1).collect();
            let at = self.best_known(zone, at, viewers, &taken);
            learned.push((zone, at));
            self.learn_one(zone, at, viewers, &taken);
        }
        learned.into_iter().map(|(zone, at)| self.zones[zone].1.cards[at].handle).collect()
    }

    fn learn_one(&mut self, zone: usize, at: usize, viewers: Viewers, except: &[usize]) {
        let place = &self.zones[zone].1;
        let (card, followed) = (place.cards[at].clone(), place.followed);
        // Ids and pools stay as they are only if all viewers could already see that these viewers know the
        // card.
        if place.viewers(at).public() || viewers.is_subset(place.sight_eyes(at)) {
            return;
        }
        if place.layout == Layout::Fan {
            self.confuse(zone, &card, viewers.without(card.known), except);
            if !viewers.public() {
                if followed && !viewers.is_single() {
                    self.rename_all(zone, |other| other.deck == card.deck);
                }
                self.merge_pools(zone, card.deck, None);
            } else {
                self.tell_face(zone, &card, card.known);
            }
        }
        let place = &mut self.zones[zone].1;
        place.followed |= !viewers.public();
        place.cards[at].known = place.cards[at].known.union(viewers);
    }

    /// Handles that every viewer sees the face of a card of the hand, which `before` knew. If some but not
    /// all viewers know cards of the hand, the others must not learn from an id or a pool which of several
    /// equal cards it is.
    fn tell_face(&mut self, hand: usize, card: &Card<F>, before: Viewers) {
        if self.zones[hand].1.followed {
            self.rename_all(hand, |other| other.deck == card.deck && other.face == card.face);
            self.merge_equal(hand, card);
        } else if !before.public() {
            self.merge_ambiguous(hand, card, card.pool);
        }
    }

    /// Handles that a whole hand becomes visible to viewers who may not have known all of its cards.
    pub(super) fn open(&mut self, hand: usize) {
        for at in 0..self.zones[hand].1.cards.len() {
            let zone = &self.zones[hand].1;
            let card = zone.cards[at].clone();
            match zone.layout {
                Layout::Fan if zone.viewers(at).public() => self.merge_ambiguous(hand, &card, card.pool),
                Layout::Fan => self.merge_pools(hand, card.deck, None),
                Layout::Pile | Layout::Row => return,
            }
        }
    }

    /// Makes these viewers forget which card of this deck in the hand is which.
    fn lose_track(&mut self, hand: usize, lost: Viewers, deck: Deck) {
        for at in 0..self.zones[hand].1.cards.len() {
            let zone = &self.zones[hand].1;
            if zone.cards[at].deck == deck {
                self.forget(hand, at, lost.without(zone.viewers(at)));
            }
        }
        self.rename_all(hand, |card| card.deck == deck);
    }

    /// Makes viewers who do not see the cards of the pile or row forget which card is where.
    pub(super) fn lose_order(&mut self, zone: usize) {
        let mut decks: Vec<Deck> = self.zones[zone].1.cards.iter().map(|card| card.deck).collect();
        decks.sort_unstable();
        decks.dedup();
        for deck in decks {
            if self.zones[zone].1.remembered(deck) {
                self.lose_track(zone, Viewers::ALL, deck);
            }
            self.merge_pools(zone, deck, None);
        }
        self.zones[zone].1.followed = false;
    }

    /// These viewers saw a card with this face leave the hand and cannot tell whether it was one they
    /// remember there, unless they see that one too. So each of them remembers one such card less.
    fn confuse(&mut self, hand: usize, left: &Card<F>, mut found: Viewers, except: &[usize]) {
        for at in 0..self.zones[hand].1.cards.len() {
            let zone = &self.zones[hand].1;
            let card = &zone.cards[at];
            let unsure = card.known.intersection(found).without(zone.viewers(at));
            if !unsure.is_empty() && card.deck == left.deck && card.face == left.face && !except.contains(&at)
            {
                self.forget(hand, at, unsure);
                found = found.without(unsure);
            }
        }
    }

    /// Makes these viewers forget the card. The caller must also rename it, because they have seen its
    /// handle, and must do so whenever they might have: a new id must not reveal whether they had.
    fn forget(&mut self, zone: usize, at: usize, viewers: Viewers) {
        let card = &mut self.zones[zone].1.cards[at];
        card.known = card.known.without(viewers);
    }
}
