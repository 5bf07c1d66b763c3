//! Handles: allocating card ids, and replacing them so that a viewer cannot recognise a card.

use super::{Card, Face, Handle, ZoneKey, Zones};
use sha2::{Digest, Sha256};

impl<Z: ZoneKey, F: Face> Zones<Z, F> {
    /// Gives new handles to the selected cards, except those that every viewer sees.
    pub(super) fn rename_all(&mut self, zone: usize, which: impl Fn(&Card<F>) -> bool) {
        for at in 0..self.zones[zone].1.cards.len() {
            let place = &self.zones[zone].1;
            if which(&place.cards[at]) && !place.viewers(at).public() {
                self.rename(zone, at);
            }
        }
    }

    pub(super) fn rename(&mut self, zone: usize, at: usize) {
        let old = self.zones[zone].1.cards[at].handle.0;
        let handle = (0..).map(|attempt| self.digest(1, old, attempt)).find(|&new| self.is_free(new));
        self.zones[zone].1.cards[at].handle = handle.expect("there are more handles than cards");
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

    /// A hash keyed with the table's secret key, so that viewers cannot link the handle with its input.
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
