//! `resample`: redraws everything a viewer cannot know.

use super::{Deck, Face, Layout, ZoneKey, Zones};
use crate::{Luck, Viewer};

impl<Z: ZoneKey, F: Face> Zones<Z, F> {
    /// Redraws everything the viewer cannot know: any world that fits what the viewer saw, each equally
    /// likely.
    ///
    /// Cards that the viewer knows stay where they are, apart from the order within hands the viewer does not see.
    /// All other faces are dealt anew among the places they could lie in, and so are the handles. No card is
    /// lost or invented, no deck mixes with another, and the result contains no trace of the hidden original.
    pub fn resample(&mut self, viewer: Viewer, luck: &mut Luck) {
        if viewer == Viewer::All {
            return;
        }
        self.redeal_faces(viewer, luck);
        self.redeal_handles(viewer, luck);
        self.reorder_hands(viewer, luck);
    }

    fn redeal_faces(&mut self, viewer: Viewer, luck: &mut Luck) {
        let mut hidden: Vec<(Deck, u16, usize, usize)> = Vec::new();
        for (zone, (_, cards)) in self.zones.iter().enumerate() {
            for (at, card) in cards.cards.iter().enumerate() {
                if !card.known.contains(viewer) {
                    hidden.push((card.deck, card.pool, zone, at));
                }
            }
        }
        hidden.sort_unstable();
        let mut faces: Vec<F> = Vec::with_capacity(hidden.len());
        for pool in hidden.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            faces.clear();
            faces.extend(pool.iter().map(|&(.., zone, at)| self.zones[zone].1.cards[at].face.clone()));
            luck.shuffle(&mut faces);
            for (&(.., zone, at), face) in pool.iter().zip(faces.drain(..)) {
                self.zones[zone].1.cards[at].face = face;
            }
        }
    }

    /// Permutes the handles of the cards the viewer does not know: the viewer has never seen them, so every
    /// assignment is possible. The set of handles stays the same, so that a later shuffle draws the same ones
    /// in both worlds.
    fn redeal_handles(&mut self, viewer: Viewer, luck: &mut Luck) {
        let hidden = self.each_card().filter(|card| !card.known.contains(viewer));
        let mut handles: Vec<_> = hidden.map(|card| card.handle).collect();
        luck.shuffle(&mut handles);
        let hidden = self.each_card_mut().filter(|card| !card.known.contains(viewer));
        for (card, handle) in hidden.zip(handles) {
            card.handle = handle;
        }
    }

    fn reorder_hands(&mut self, viewer: Viewer, luck: &mut Luck) {
        for (_, zone) in self.zones.iter_mut().filter(|(_, zone)| zone.layout == Layout::Fan) {
            let unseen: Vec<usize> =
                (0..zone.cards.len()).filter(|&at| !zone.viewers(at).contains(viewer)).collect();
            for last in (1..unseen.len()).rev() {
                zone.cards.swap(unseen[last], unseen[luck.below(last as u64 + 1) as usize]);
            }
        }
    }
}
