//! What viewers know, one example per test.

use super::*;
use std::collections::BTreeMap;

const ME: Seat = Seat::new(0);
const YOU: Seat = Seat::new(1);
const THIRD: Seat = Seat::new(2);

#[derive(Clone, Copy, Debug, PartialEq)]
enum At {
    Draw,
    Discard,
    Hand(Seat),
    Aside,
}

/// Three hands, a draw pile, an open discard pile, and a pile set aside face down.
fn zones(draw: impl IntoIterator<Item = u8>) -> Zones<At, u8> {
    let mut zones = Zones::new(&mut Luck::fast(1));
    zones.add(At::Draw, Zone::pile("draw"));
    zones.add(At::Discard, Zone::pile("discard").sight(Sight::Top));
    zones.add(At::Aside, Zone::pile("aside"));
    for seat in [ME, YOU, THIRD] {
        zones.add(At::Hand(seat), Zone::fan(format!("hand-{seat}")).owner(seat));
    }
    zones.fill(At::Draw, Deck(0), draw);
    zones
}

fn faces(zones: &Zones<At, u8>, at: At) -> Vec<u8> {
    let mut faces: Vec<u8> = zones.cards(at).iter().map(|card| card.face).collect();
    if let At::Hand(_) = at {
        faces.sort_unstable();
    }
    faces
}

fn holding(zones: &Zones<At, u8>, at: At, face: u8) -> Handle {
    zones.cards(at).iter().find(|card| card.face == face).unwrap().handle
}

/// Worlds that look the same to the seat, many of them.
fn twins(zones: &Zones<At, u8>, seat: Seat) -> impl Iterator<Item = Zones<At, u8>> {
    (0..200).map(move |seed| {
        let mut twin = zones.clone();
        twin.resample(Viewer::Seat(seat), &mut Luck::fast(seed));
        twin
    })
}

#[test]
fn a_card_taken_openly_is_remembered_in_the_hand() {
    // L8-14
    let mut zones = zones(0..20);
    zones.deal(At::Draw, At::Hand(YOU), 4);
    zones.draw(At::Draw, At::Discard);
    let taken = zones.top(At::Discard).unwrap().clone();
    zones.draw(At::Discard, At::Hand(YOU));
    assert!(zones.knows(Viewer::Seat(ME), taken.handle) && !zones.sees(Viewer::Seat(ME), taken.handle));
    for twin in twins(&zones, ME) {
        assert!(faces(&twin, At::Hand(YOU)).contains(&taken.face));
    }
    let others: Vec<Vec<u8>> = twins(&zones, ME).map(|twin| faces(&twin, At::Hand(YOU))).collect();
    assert!(others.iter().any(|hand| *hand != others[0]), "the rest of the hand is not known");
}

#[test]
fn the_order_of_an_unseen_hand_is_redrawn() {
    // Where a known card lies among the others would tell how the hand was sorted.
    let mut zones = zones(0..20);
    zones.deal(At::Draw, At::Hand(YOU), 5);
    zones.peek([holding(&zones, At::Hand(YOU), 17)], ME);
    zones.sort_by_key(At::Hand(YOU), |&face| face);
    let mut places: Vec<usize> = twins(&zones, ME)
        .map(|twin| twin.cards(At::Hand(YOU)).iter().position(|card| card.face == 17).unwrap())
        .collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places, [0, 1, 2, 3, 4]);
}

#[test]
fn cards_under_the_top_are_remembered_but_not_shown() {
    let mut zones = zones(0..9);
    zones.deal(At::Draw, At::Discard, 3);
    assert_eq!(faces(&zones, At::Discard), [8, 7, 6]);
    for twin in twins(&zones, ME) {
        assert_eq!(faces(&twin, At::Discard), [8, 7, 6]);
    }
    for viewer in [Viewer::Seat(ME), Viewer::Public] {
        let seen: Vec<bool> =
            zones.cards(At::Discard).iter().map(|card| zones.sees(viewer, card.handle)).collect();
        assert_eq!(seen, [false, false, true]);
    }
}

#[test]
fn everybody_knows_which_open_cards_were_shuffled() {
    // L8-9: after the discards were shuffled into a new draw pile, none of them can be in a hand dealt before.
    let mut zones = zones(0..14);
    zones.deal(At::Draw, At::Hand(ME), 4);
    zones.deal(At::Draw, At::Hand(YOU), 4);
    zones.deal(At::Draw, At::Discard, 6);
    zones.sweep(At::Discard, ..5, At::Draw);
    zones.shuffle(At::Draw, &mut Luck::fast(3));
    let old = faces(&zones, At::Hand(YOU));
    for twin in twins(&zones, ME) {
        assert_eq!(faces(&twin, At::Hand(YOU)), old, "all other cards are accounted for");
    }
    // A card drawn from the new pile is one of these, and an old card that is played is none of them.
    zones.draw(At::Draw, At::Hand(YOU));
    let _ = zones.put(holding(&zones, At::Hand(YOU), old[0]), At::Discard, ZonePosition::Top);
    let mut drawn: Vec<u8> = twins(&zones, ME)
        .map(|twin| {
            let hand = faces(&twin, At::Hand(YOU));
            assert!(old[1..].iter().all(|face| hand.contains(face)));
            *hand.iter().find(|face| !old.contains(face)).unwrap()
        })
        .collect();
    drawn.sort_unstable();
    drawn.dedup();
    assert_eq!(drawn.len(), 5);
}

#[test]
fn a_shuffle_with_hidden_cards_ends_what_was_known() {
    let mut zones = zones(0..10);
    zones.deal(At::Draw, At::Hand(YOU), 4);
    zones.draw(At::Draw, At::Discard);
    let known = zones.top(At::Discard).unwrap().clone();
    let _ = zones.put(known.handle, At::Draw, ZonePosition::Bottom);
    assert!(zones.knows(Viewer::Public, known.handle));
    zones.shuffle(At::Draw, &mut Luck::fast(3));
    assert_eq!(zones.find(known.handle), None, "the handle is gone");
    assert!(twins(&zones, ME).any(|twin| faces(&twin, At::Hand(YOU)).contains(&known.face)));
}

#[test]
fn playing_one_of_two_equal_cards_does_not_tell_of_the_other() {
    // L8-7: a joker is taken openly; another one is in the hand already.
    const JOKER: u8 = 99;
    let mut zones = zones([1, 2, 3, JOKER, 4, JOKER]);
    zones.draw(At::Draw, At::Discard);
    let open = zones.top(At::Discard).unwrap().handle;
    zones.draw(At::Discard, At::Hand(YOU));
    zones.deal(At::Draw, At::Hand(YOU), 2);
    let secret =
        zones.cards(At::Hand(YOU)).iter().find(|c| c.face == JOKER && c.handle != open).unwrap().handle;
    let played = zones.put(secret, At::Discard, ZonePosition::Top);
    assert_eq!(played, Some(open), "the one that others know is played");
    assert!(!zones.knows(Viewer::Seat(ME), secret));
    assert!(twins(&zones, ME).any(|twin| !faces(&twin, At::Hand(YOU)).contains(&JOKER)));
}

#[test]
fn a_card_that_leaves_a_hand_face_down_takes_what_was_known_with_it() {
    let mut zones = zones(0..10);
    zones.deal(At::Draw, At::Hand(YOU), 3);
    zones.draw(At::Draw, At::Discard);
    let known = zones.top(At::Discard).unwrap().clone();
    zones.draw(At::Discard, At::Hand(YOU));
    let _ = zones.put(holding(&zones, At::Hand(YOU), 9), At::Aside, ZonePosition::Top);
    // The known card may be the one that left, so only its owner knows where it is.
    let now = holding(&zones, At::Hand(YOU), known.face);
    assert_ne!(now, known.handle);
    assert!(!zones.knows(Viewer::Seat(ME), now) && zones.knows(Viewer::Seat(YOU), now));
    assert!(zones.knows(Viewer::Seat(YOU), zones.top(At::Aside).unwrap().handle));
    assert!(twins(&zones, ME).any(|twin| faces(&twin, At::Aside) == [known.face]));
    assert!(twins(&zones, YOU).all(|twin| faces(&twin, At::Aside) == [9]));
}

#[test]
fn decks_never_mix() {
    // SK-6: each player's own cards, and the neutral ones that both have.
    let mut zones = zones(0..8);
    zones.fill(At::Aside, Deck(1), 100..108);
    zones.deal(At::Draw, At::Hand(YOU), 3);
    zones.deal(At::Aside, At::Hand(YOU), 2);
    let neutral = |zones: &Zones<At, u8>, at| faces(zones, at).iter().filter(|&&face| face >= 100).count();
    for twin in twins(&zones, ME) {
        assert_eq!((neutral(&twin, At::Hand(YOU)), neutral(&twin, At::Draw)), (2, 0));
    }
}

#[test]
fn a_reveal_shows_a_card_to_its_viewers_until_it_moves() {
    // SK-14: scouting tells the entitled player alone.
    let mut zones = zones(0..9);
    zones.deal(At::Draw, At::Hand(YOU), 3);
    let card = zones.cards(At::Hand(YOU))[1].handle;
    assert_eq!(zones.reveal([card], ME), [card]);
    let seen = |zones: &Zones<At, u8>| {
        [ME, YOU, THIRD].map(|seat| zones.sees(Viewer::Seat(seat), card)).into_iter().collect::<Vec<_>>()
    };
    assert_eq!(seen(&zones), [true, true, false]);
    assert_eq!(zones.visible(Viewer::Seat(THIRD), card), None);
    assert_eq!(
        zones.card_at(Viewer::Seat(ME), At::Hand(YOU), 0).unwrap().handle,
        card,
        "seen cards come first"
    );
    zones.conceal(card);
    assert_eq!(seen(&zones), [false, true, false]);
    assert!(zones.knows(Viewer::Seat(ME), card));

    zones.reveal([card], ME);
    let card = zones.put(card, At::Aside, ZonePosition::Top).unwrap();
    assert!(!zones.sees(Viewer::Seat(ME), card), "it lies face down now");
    assert!(zones.knows(Viewer::Seat(ME), card) && !zones.knows(Viewer::Seat(THIRD), card));
}

#[test]
fn two_equal_cards_revealed_together_are_both_shown() {
    let mut zones = zones([7, 7, 7, 1]);
    zones.deal(At::Draw, At::Hand(YOU), 4);
    let hand: Vec<Handle> = zones.cards(At::Hand(YOU)).iter().map(|card| card.handle).collect();
    let shown = zones.reveal([hand[1], hand[2], hand[1]], ME);
    assert_eq!(shown.len(), 2, "naming a card twice shows it once");
    assert_eq!(hand.iter().filter(|&&card| zones.sees(Viewer::Seat(ME), card)).count(), 2);
    // A look at one of three, where two are known, tells nothing new.
    assert_eq!(zones.peek([hand[3]], THIRD), zones.peek([hand[1]], THIRD));
}

#[test]
fn an_opened_hand_is_remembered_when_it_closes() {
    let mut zones = zones(0..9);
    zones.deal(At::Draw, At::Hand(YOU), 3);
    zones.set_sight(At::Hand(YOU), Sight::All);
    zones.set_sight(At::Hand(YOU), Sight::Owner);
    zones.draw(At::Draw, At::Hand(YOU));
    let known = [6, 7, 8];
    for twin in twins(&zones, ME) {
        assert!(known.iter().all(|face| faces(&twin, At::Hand(YOU)).contains(face)));
    }
}

#[test]
fn every_world_that_fits_is_equally_likely_whatever_is_true() {
    // CL-12: the twins of different truths are the same, so nothing of the truth is left in them.
    for truth in [[1, 2, 3, 4], [4, 3, 2, 1], [2, 4, 1, 3]] {
        let mut zones = zones(truth);
        zones.deal(At::Draw, At::Hand(YOU), 1);
        zones.deal(At::Draw, At::Hand(ME), 1);
        let mine = faces(&zones, At::Hand(ME))[0];
        let mut luck = Luck::fast(truth[0].into());
        let mut counts: BTreeMap<(Vec<u8>, Vec<u8>), u32> = BTreeMap::new();
        for _ in 0..6000 {
            let mut twin = zones.clone();
            twin.resample(Viewer::Seat(ME), &mut luck);
            assert_eq!(faces(&twin, At::Hand(ME)), [mine]);
            *counts.entry((faces(&twin, At::Hand(YOU)), faces(&twin, At::Draw))).or_default() += 1;
        }
        assert_eq!(counts.len(), 6);
        let chi2: f64 = counts.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi2 < 25.7, "{counts:?}"); // 5 degrees of freedom, one in ten thousand
    }
}

#[test]
fn hidden_handles_are_dealt_anew() {
    // CL-12: a handle that comes back in a twin tells nothing of where it was.
    let mut zones = zones(0..6);
    zones.deal(At::Draw, At::Hand(YOU), 1);
    let handle = zones.cards(At::Hand(YOU))[0].handle;
    let mut counts = [0u32; 6];
    for seed in 0..6000 {
        let mut twin = zones.clone();
        twin.resample(Viewer::Public, &mut Luck::fast(seed));
        counts[match twin.find(handle).unwrap() {
            (At::Draw, at) => at,
            _ => 5,
        }] += 1;
    }
    let chi2: f64 = counts.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi2 < 25.7, "{counts:?}");
}

#[test]
fn cards_go_where_they_are_put() {
    let mut zones = zones(0..6);
    let at = |zones: &Zones<At, u8>, face| holding(zones, At::Draw, face);
    let _ = zones.put(at(&zones, 0), At::Aside, ZonePosition::Top);
    let _ = zones.put(at(&zones, 1), At::Aside, ZonePosition::Bottom);
    let _ = zones.put(at(&zones, 2), At::Aside, ZonePosition::At(1));
    let _ = zones.put(at(&zones, 3), At::Aside, ZonePosition::At(77));
    assert_eq!(faces(&zones, At::Aside), [1, 2, 0, 3]);
    assert_eq!(zones.deal(At::Draw, At::Discard, 5), 2, "there are no more");
    assert_eq!(faces(&zones, At::Discard), [5, 4]);
    assert_eq!(zones.sweep(At::Aside, 1..=2, At::Discard), 2);
    assert_eq!(zones.sweep(At::Aside, 9.., At::Discard), 0);
    assert_eq!(faces(&zones, At::Discard), [5, 4, 2, 0]);
    assert_eq!((zones.count(At::Draw), zones.draw(At::Draw, At::Aside)), (0, None));

    let order: Vec<Handle> = zones.cards(At::Discard).iter().rev().map(|card| card.handle).collect();
    assert!(!zones.arrange(At::Discard, &order[1..]));
    assert!(!zones.arrange(At::Discard, &[order[0], order[0], order[1], order[2]]));
    assert!(zones.arrange(At::Discard, &order));
    assert_eq!(faces(&zones, At::Discard), [0, 2, 4, 5]);
    zones.sort_by_key(At::Discard, |face| u8::MAX - face);
    assert_eq!(faces(&zones, At::Discard), [5, 4, 2, 0]);

    let removed = zones.top(At::Discard).unwrap().handle;
    assert_eq!(zones.remove(removed), Some(0));
    for gone in [zones.remove(removed), zones.face_mut(removed).copied()] {
        assert_eq!(gone, None, "a handle that names no card is no mistake of the rules");
    }
    assert_eq!(zones.put(removed, At::Draw, ZonePosition::Top), None);
    assert_eq!(zones.peek([removed], ME), []);
    assert_eq!(zones.piece_id(Viewer::All, removed), None);
}

#[test]
#[should_panic(expected = "Hand(Seat(7)) has no zone")]
fn a_place_without_a_zone_is_a_mistake_of_the_rules() {
    zones(0..3).draw(At::Draw, At::Hand(Seat::new(7)));
}

#[test]
#[should_panic(expected = "two zones are called 'draw'")]
fn two_zones_cannot_have_one_name() {
    let mut zones: Zones<u8, u8> = Zones::new(&mut Luck::fast(1));
    zones.add(0, Zone::pile("draw"));
    zones.add(1, Zone::row("draw"));
}
