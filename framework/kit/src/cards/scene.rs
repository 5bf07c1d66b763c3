//! Zones and cards as a viewer sees them.

use super::{Card, Deck, Face, Handle, Layout, Zone, ZoneKey, Zones};
use crate::{Area, Badge, Id, Piece, Scene, Text, Viewer};

/// How the zones and cards of a game look: the part of the drawing that does not follow from the zones.
pub trait CardLook<Z, F> {
    /// The heading of a zone, also its accessible name.
    fn title(&self, place: Z) -> Option<Text>;

    /// Draws the face of a card on a piece that already lies in its place, with the look `card`.
    fn front(&self, card: &Card<F>, piece: Piece) -> Piece;

    /// The look of a card's back.
    fn back(&self, deck: Deck) -> Id {
        let _ = deck;
        Id::new_static("card-back")
    }
}

impl<Z: ZoneKey, F: Face> Zones<Z, F> {
    /// Draws every zone as an area, with those of its cards that the viewer can tell apart as pieces.
    ///
    /// A card the viewer sees has the id of its [`Handle`]; any other has the id `<zone>.<slot>` and its back.
    /// Of a pile's hidden cards only the top one is drawn; its highest piece has a badge with the number of cards.
    /// In a hand that the viewer does not see as a whole, the cards the viewer sees come first.
    pub fn scene(&self, viewer: Viewer, scene: &mut Scene, look: &impl CardLook<Z, F>) {
        for (place, zone) in self.iter() {
            if zone.hides_empty && zone.cards.is_empty() {
                continue;
            }
            let (title, owner, order) = (look.title(place), zone.owner, zone.order);
            let area = Area { title, owner, order, ..Area::new(zone.kind()) };
            scene.area(zone.name.clone(), area);
            let order = zone.order_for(viewer);
            for (slot, &at) in order.iter().enumerate() {
                let card = &zone.cards[at];
                let seen = zone.viewers(at).contains(viewer);
                let top = slot + 1 == order.len();
                let mut piece = if seen {
                    look.front(card, Piece::slot(zone.name.clone(), slot, "card"))
                } else if top || zone.layout != Layout::Pile {
                    Piece::slot(zone.name.clone(), slot, look.back(card.deck))
                } else {
                    continue;
                };
                if top && zone.layout == Layout::Pile {
                    piece = piece.badge("cards", Badge::new(order.len() as i64, Text::new("pile-cards")));
                }
                scene.piece(if seen { card.handle.id() } else { zone.slot_id(slot) }, piece);
            }
        }
    }

    /// The id of a card in the scene of a viewer: that of its handle if the viewer sees it, else that of its place.
    /// (Of a pile's hidden cards only the top one is drawn; gestures pick the area of a pile.)
    pub fn piece_id(&self, viewer: Viewer, card: Handle) -> Option<Id> {
        let (zone, at) = self.locate(card)?;
        let zone = &self.zones[zone].1;
        if zone.viewers(at).contains(viewer) {
            return Some(card.id());
        }
        zone.order_for(viewer).iter().position(|&other| other == at).map(|slot| zone.slot_id(slot))
    }

    /// The card that a viewer sees in this slot, even if only its back: for rules that let a player pick a
    /// card hidden from them.
    pub fn card_at(&self, viewer: Viewer, place: Z, slot: usize) -> Option<&Card<F>> {
        let zone = self.zone(place);
        zone.order_for(viewer).get(slot).map(|&at| &zone.cards[at])
    }
}

impl<F> Zone<F> {
    fn slot_id(&self, slot: usize) -> Id {
        smol_str::format_smolstr!("{}.{slot}", self.name)
    }

    /// The positions of the cards in the order in which they are drawn for the viewer.
    fn order_for(&self, viewer: Viewer) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cards.len()).collect();
        let seen = |at: usize| self.viewers(at).contains(viewer);
        // Only viewers who see the whole hand may see a card's position within it: it would leak how it was
        // sorted.
        if self.layout == Layout::Fan && !order.iter().all(|&at| seen(at)) {
            order.sort_by_key(|&at| {
                let card = &self.cards[at];
                if seen(at) { (false, Deck::default(), Some(card.handle)) } else { (true, card.deck, None) }
            });
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Luck;

    struct Plain;
    impl CardLook<u8, u8> for Plain {
        fn title(&self, _: u8) -> Option<Text> {
            None
        }
        fn front(&self, _: &Card<u8>, piece: Piece) -> Piece {
            piece
        }
    }

    #[test]
    fn a_zone_says_where_its_area_is_laid_out_and_a_save_keeps_it() {
        let mut zones: Zones<u8, u8> = Zones::new(&mut Luck::fast(1));
        zones.add(0, Zone::row("near").order(7));
        zones.add(1, Zone::row("plain"));
        let saved = serde_json::to_string(&zones).unwrap();
        let zones: Zones<u8, u8> = serde_json::from_str(&saved).unwrap();
        let mut scene = Scene::new();
        zones.scene(Viewer::Public, &mut scene, &Plain);
        assert_eq!((scene.areas["near"].order, scene.areas["plain"].order), (7, 0));
        assert_eq!(saved.matches("order").count(), 1, "what is not said is not saved");
    }
}
