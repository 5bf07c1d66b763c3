//! Properties of visibility: no face, id or shuffle reaches a viewer who may not know it.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

proptest! {
    #[test]
    fn whoever_sees_a_card_knows_it((seed, steps) in courses(60)) {
        let world = World::after(seed, &steps);
        for viewer in Viewer::each(MAX_SEATS) {
            for (_, card) in world.each_card() {
                prop_assert!(!world.zones.sees(viewer, card.handle) || world.zones.knows(viewer, card.handle));
            }
        }
        // A card known to the public is known to every viewer.
        prop_assert!(world.each_card().all(|(_, card)| !card.known.public() || card.known == Viewers::ALL));
    }

    #[test]
    fn a_hidden_card_shows_its_place_and_its_back_alone((seed, steps) in courses(60)) {
        // CL-14: neither face nor handle of a card that a viewer does not see is in any byte.
        let world = World::after(seed, &steps);
        for viewer in Viewer::each(random_cards::SEATS) {
            let scene = world.scene(viewer);
            for (id, piece) in &scene.pieces {
                let crate::At::Slot(slot) = piece.at else { panic!("cards lie in slots") };
                if piece.look.starts_with("back-") {
                    prop_assert_eq!(id.as_str(), format!("{}.{slot}", piece.area));
                    prop_assert_eq!(&piece.label, &None);
                }
            }
            let bytes = world.bytes(viewer);
            for (_, card) in world.each_card() {
                let id = format!("\"{}\"", card.handle.id());
                prop_assert_eq!(bytes.contains(&id), world.zones.sees(viewer, card.handle));
            }
            let shown = scene.pieces.values().filter(|piece| piece.label.is_some()).count();
            let seen = world.each_card().filter(|(_, card)| world.zones.sees(viewer, card.handle)).count();
            prop_assert_eq!(shown, seen);
        }
    }

    #[test]
    fn an_id_is_only_seen_again_by_whoever_knew_the_card_all_the_time((seed, steps) in courses(80)) {
        // CL-14: no id can be linked across a shuffle, or across a hand from which a card left unseen.
        let mut world = World::new(seed);
        let viewers: Vec<Viewer> = Viewer::each(random_cards::SEATS).collect();
        let mut seen: Vec<BTreeSet<Handle>> = vec![BTreeSet::new(); viewers.len()];
        for step in steps {
            world.go(step);
            for (viewer, seen) in viewers.iter().zip(&mut seen) {
                for (_, card) in world.each_card() {
                    if world.zones.sees(*viewer, card.handle) {
                        seen.insert(card.handle);
                    } else if seen.contains(&card.handle) {
                        prop_assert!(world.zones.knows(*viewer, card.handle), "{viewer}, {step:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_two_cards_share_a_handle((seed, steps) in courses(60)) {
        let world = World::after(seed, &steps);
        let handles: BTreeSet<Handle> = world.each_card().map(|(_, card)| card.handle).collect();
        prop_assert_eq!(handles.len(), world.each_card().count());
        for (at, card) in world.each_card() {
            prop_assert_eq!(world.zones.find(card.handle).map(|(at, _)| at), Some(at));
        }
    }

    #[test]
    fn ids_and_slots_agree_with_the_scene((seed, steps) in courses(40)) {
        // CL-5: what a gesture picks exists in the viewer's scene.
        let world = World::after(seed, &steps);
        for viewer in Viewer::each(random_cards::SEATS).chain([Viewer::All]) {
            let scene = world.scene(viewer);
            for (at, zone) in world.zones.iter() {
                for slot in 0..zone.cards().len() {
                    let card = world.zones.card_at(viewer, at, slot).unwrap();
                    let id = world.zones.piece_id(viewer, card.handle).unwrap();
                    match scene.pieces.get(&id) {
                        Some(piece) => prop_assert_eq!(&piece.at, &crate::At::Slot(slot as u32)),
                        None => prop_assert_eq!(zone.layout, Layout::Pile),
                    }
                }
                prop_assert!(world.zones.card_at(viewer, at, zone.cards().len()).is_none());
            }
        }
    }

    #[test]
    fn nobody_can_tell_two_shuffles_apart(one in any::<u64>(), other in any::<u64>()) {
        // CL-14: where everything is hidden, every shuffle looks the same.
        let (one, other) = (World::new(one), World::new(other));
        prop_assert_eq!(one.bytes(Viewer::Public), other.bytes(Viewer::Public));
    }

    #[test]
    fn zones_survive_json((seed, steps) in courses(60)) {
        let world = World::after(seed, &steps);
        let json = serde_json::to_string(&world.zones).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Zones<At, u8>>(&json).unwrap(), &world.zones);
    }
}
