//! Properties of `resample`: the redrawn cards look the same to the viewer and fit what the viewer saw.

use super::*;
use proptest::prelude::*;

/// What a viewer can know: for each zone its cards as faces or pools, in the order the viewer can know,
/// and for each pool the faces that are still unaccounted for.
type Knowledge = (Vec<(At, Vec<Known>)>, Vec<(Deck, u16, u8)>);

#[derive(Clone, Debug, PartialEq, PartialOrd, Eq, Ord)]
enum Known {
    Seen(u8),
    Remembered(u8),
    One { deck: Deck, pool: u16 },
}

fn knowledge(world: &World, viewer: Viewer) -> Knowledge {
    let known = |card: &Card<u8>| match card {
        card if world.zones.sees(viewer, card.handle) => Known::Seen(card.face),
        card if world.zones.knows(viewer, card.handle) => Known::Remembered(card.face),
        card => Known::One { deck: card.deck, pool: card.pool },
    };
    let zones = world.zones.iter().map(|(at, zone)| {
        let mut cards: Vec<Known> = zone.cards().iter().map(known).collect();
        if zone.layout == Layout::Fan {
            cards.sort();
        }
        (at, cards)
    });
    let unknown = world.each_card().filter(|(_, card)| !world.zones.knows(viewer, card.handle));
    let mut pools: Vec<_> = unknown.map(|(_, card)| (card.deck, card.pool, card.face)).collect();
    pools.sort_unstable();
    (zones.collect(), pools)
}

fn twin(world: &World, viewer: Viewer, seed: u64) -> World {
    let mut twin = world.clone();
    twin.zones.resample(viewer, &mut Luck::fast(seed));
    twin
}

fn viewers() -> impl Strategy<Value = Viewer> {
    proptest::sample::select(Viewer::each(random_cards::SEATS).collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn a_twin_looks_the_same((seed, steps) in courses(60), luck in any::<u64>()) {
        // CL-10
        let world = World::after(seed, &steps);
        for viewer in Viewer::each(random_cards::SEATS) {
            let twin = twin(&world, viewer, luck);
            prop_assert_eq!(twin.bytes(viewer), world.bytes(viewer));
            prop_assert_eq!(knowledge(&twin, viewer), knowledge(&world, viewer));
        }
    }

    #[test]
    fn a_twin_has_the_same_cards((seed, steps) in courses(60), viewer in viewers(), luck in any::<u64>()) {
        // CL-11: no card is lost or invented, no deck mixes with another, no zone gains or loses a card.
        let world = World::after(seed, &steps);
        let twin = twin(&world, viewer, luck);
        let faces = |world: &World| {
            let mut faces: Vec<_> = world.each_card().map(|(_, card)| (card.deck, card.face)).collect();
            faces.sort_unstable();
            faces
        };
        prop_assert_eq!(faces(&world), faces(&twin));
        for (at, zone) in world.zones.iter() {
            let decks = |cards: &[Card<u8>]| {
                let mut decks: Vec<Deck> = cards.iter().map(|card| card.deck).collect();
                decks.sort_unstable();
                decks
            };
            prop_assert_eq!(decks(zone.cards()), decks(twin.zones.cards(at)));
        }
    }

    #[test]
    fn nothing_is_hidden_from_the_all_seeing((seed, steps) in courses(40), luck in any::<u64>()) {
        let world = World::after(seed, &steps);
        prop_assert_eq!(&twin(&world, Viewer::All, luck).zones, &world.zones);
        let scene = world.scene(Viewer::All);
        prop_assert_eq!(scene.pieces.len(), world.each_card().count());
        prop_assert!(scene.pieces.values().all(|piece| piece.label.is_some()));
    }

    #[test]
    fn twins_stay_equal_until_something_is_revealed(
        (seed, before) in courses(40), viewer in viewers(), luck in any::<u64>(),
        after in proptest::collection::vec((random_cards::steps(), any::<u64>()), 1..40),
    ) {
        // CL-13: whatever others do with what the viewer does not see, the viewer sees the same, to the byte.
        let mut here = Onlooker::new(viewer, World::after(seed, &before));
        let mut there = Onlooker::new(viewer, twin(&here.world, viewer, luck));
        for (step, choice) in after {
            if shown(&here.world, viewer, step).is_some() {
                continue;
            }
            if let Some(other) = alike(&here, &there, step, &mut Luck::fast(choice)) {
                here.go(step);
                there.go(other);
                prop_assert_eq!(there.world.bytes(viewer), here.world.bytes(viewer), "{:?} {:?}", step, other);
            }
        }
    }

    #[test]
    fn nothing_known_depends_on_what_is_hidden(
        (seed, before) in courses(40), viewer in viewers(), luck in any::<u64>(),
        after in proptest::collection::vec((random_cards::steps(), any::<u64>()), 1..40),
    ) {
        // CL-12: others choose differently in the twin wherever the viewer cannot tell, and show only what looks
        // the same. If the viewer then knew something else, or recognised another id, a redrawn world would tell
        // the truth about the choice.
        let mut here = Onlooker::new(viewer, World::after(seed, &before));
        let mut there = Onlooker::new(viewer, twin(&here.world, viewer, luck));
        for (step, choice) in after {
            if let Some(other) = alike(&here, &there, step, &mut Luck::fast(choice)) {
                here.go(step);
                there.go(other);
                prop_assert_eq!(
                    knowledge(&there.world, viewer),
                    knowledge(&here.world, viewer),
                    "{:?} {:?}", step, other
                );
                prop_assert_eq!(there.view(), here.view(), "{:?} {:?}", step, other);
            }
        }
    }
}

/// The back of a card, and its name and face if it is seen.
type Viewed = (Deck, Option<(usize, u8)>);

/// A world as a viewer sees it who recognises every id seen before, and calls ids by the order of first seeing them.
struct Onlooker {
    viewer: Viewer,
    world: World,
    names: Vec<Handle>,
}

impl Onlooker {
    fn new(viewer: Viewer, world: World) -> Onlooker {
        let known = world.each_card().filter(|(_, card)| world.zones.knows(viewer, card.handle));
        let mut names: Vec<Handle> = known.map(|(_, card)| card.handle).collect();
        names.sort_unstable();
        Onlooker { viewer, world, names }
    }

    fn go(&mut self, step: Step) {
        self.world.go(step);
        self.look();
    }

    fn look(&mut self) {
        for (_, zone) in self.world.zones.iter() {
            let mut seen: Vec<&Card<u8>> = zone.cards().iter().collect();
            seen.retain(|card| self.world.zones.sees(self.viewer, card.handle));
            if zone.layout == Layout::Fan {
                seen.sort_by_key(|card| (card.deck, card.face, card.shown.public()));
            }
            for card in seen {
                if !self.names.contains(&card.handle) {
                    self.names.push(card.handle);
                }
            }
        }
    }

    fn name(&self, card: &Card<u8>) -> Option<usize> {
        let seen = self.world.zones.sees(self.viewer, card.handle);
        seen.then(|| self.names.iter().position(|&handle| handle == card.handle)).flatten()
    }

    /// Whether the viewer knows the card, and by which name.
    fn remembers(&self, card: &Card<u8>) -> (bool, Option<usize>) {
        let knows = self.world.zones.knows(self.viewer, card.handle);
        (knows, self.names.iter().position(|&handle| knows && handle == card.handle))
    }

    /// Every zone with the names and faces of the cards that are seen; the order in a hand is no matter.
    fn view(&self) -> Vec<Vec<Viewed>> {
        let zones = self.world.zones.iter().map(|(_, zone)| {
            let card = |card: &Card<u8>| (card.deck, self.name(card).map(|name| (name, card.face)));
            let mut cards: Vec<_> = zone.cards().iter().map(card).collect();
            if zone.layout == Layout::Fan {
                cards.sort_unstable();
            }
            cards
        });
        zones.collect()
    }
}

/// The places whose cards the viewer gets to see by this step and does not see before it.
fn shown(world: &World, viewer: Viewer, step: Step) -> Option<At> {
    use Step::*;
    let watches = |at: At| {
        let cards = world.zones.cards(at);
        cards.iter().all(|card| world.zones.sees(viewer, card.handle))
    };
    let (from, reveals) = match step {
        Draw(seat) => (At::Draw, watches(At::Hand(seat))),
        DrawNeutral(seat) => (At::Neutral, watches(At::Hand(seat))),
        PeekDraw(seat) => (At::Draw, viewer == Viewer::Seat(seat)),
        Unhide(seat, _) => (At::SecretSeed(seat), watches(At::Hand(seat))),
        Pass(from, to, _) => (At::Hand(from), watches(At::Hand(to))),
        Reveal(from, to, ..) | Peek(from, to, ..) => (At::Hand(from), viewer == Viewer::Seat(to)),
        ShowHand(from, to) => (At::Hand(from), viewer == Viewer::Seat(to)),
        Turn => (At::Draw, true),
        Tuck(seat, _) => (At::Hand(seat), world.zones.count(At::Discard(seat)) == 0),
        // The card that was under the top one.
        TakeDiscard(_, from) => {
            let under = world.zones.cards(At::Discard(from)).iter().rev().nth(1);
            (At::Discard(from), under.is_some_and(|card| !world.zones.knows(viewer, card.handle)))
        }
        Discard(seat, _) | Lay(seat, _) | Remove(seat, _) | RevealToAll(seat, _) | OpenHand(seat) => {
            (At::Hand(seat), true)
        }
        _ => return None,
    };
    (reveals && !watches(from)).then_some(from)
}

/// The step in the twin that looks the same to the viewer, if there is one.
/// A hidden card that it names is chosen anew: any that the viewer cannot tell from it.
fn alike(here: &Onlooker, there: &Onlooker, step: Step, luck: &mut Luck) -> Option<Step> {
    use Step::*;
    let (world, twin, viewer) = (&here.world, &there.world, here.viewer);
    let shown = shown(world, viewer, step);
    let faces = |world: &World, at| world.zones.cards(at).iter().map(|card| card.face).collect::<Vec<_>>();
    let (hand, named) = match step {
        Draw(_) | DrawNeutral(_) | PeekDraw(_) => {
            let top = |world: &World| shown.and_then(|at| faces(world, at).pop());
            return (top(world) == top(twin)).then_some(step);
        }
        TakeDiscard(..) => {
            let under = |world: &World| shown.and_then(|at| faces(world, at).into_iter().rev().nth(1));
            return (under(world) == under(twin)).then_some(step);
        }
        Unhide(..) | Turn => {
            let row = |world: &World| shown.map(|at| faces(world, at));
            return (row(world) == row(twin)).then_some(step);
        }
        OpenHand(_) | ShowHand(..) => {
            let hand = |world: &World| {
                shown.map(|at| {
                    let cards = world.zones.cards(at).iter();
                    let mut faces: Vec<_> = cards.map(|card| (card.deck, card.face)).collect();
                    faces.sort_unstable();
                    faces
                })
            };
            return (hand(world) == hand(twin)).then_some(step);
        }
        SwapSecret(seat, n) if viewer != Viewer::Seat(seat) => {
            let backs = |world: &World, n: usize| {
                let mut world = world.clone();
                world.go(SwapSecret(seat, n));
                world.zones.cards(At::SecretSeed(seat)).iter().map(|card| card.deck).collect::<Vec<_>>()
            };
            let fitting: Vec<usize> = (0..12).filter(|&m| backs(twin, m) == backs(world, n)).collect();
            return luck.choose(&fitting).map(|&m| SwapSecret(seat, m));
        }
        ShuffleHand(_) | SortHand(_) | CloseHand(_) | Reshuffle | TakeRow(..) | SwapSecret(..) => {
            return Some(step);
        }
        Discard(seat, n) | Lay(seat, n) | Remove(seat, n) | RevealToAll(seat, n) => (seat, [n, n]),
        Hide(seat, n) | Bottom(seat, n) | Tuck(seat, n) | Return(seat, n) | Pass(seat, _, n) => {
            (seat, [n, n])
        }
        Reveal(from, _, n, m) | Peek(from, _, n, m) => (from, [n, m]),
    };
    let (cards, others) = (world.zones.cards(At::Hand(hand)), twin.zones.cards(At::Hand(hand)));
    if cards.is_empty() {
        return Some(step);
    }
    let named = named.map(|n| n % cards.len());
    let mut chosen = Vec::new();
    for &n in if named[0] == named[1] { &named[..1] } else { &named } {
        let card = &cards[n];
        // The viewer can tell the deck, which card it is if it lies open, and its face if the step shows it;
        // and apart two equal cards that lay open before.
        let equal = |other: &&Card<u8>| (other.deck, other.face) == (card.deck, card.face);
        let remembered = cards.iter().filter(equal).filter(|other| here.remembers(other).0).count();
        let fits = |i: &usize| {
            let other = &others[*i];
            other.deck == card.deck
                && there.name(other) == here.name(card)
                && (shown.is_none() || remembered < 2 || here.remembers(card) == there.remembers(other))
                && (other.face == card.face || shown.is_none())
                && !chosen.contains(i)
        };
        let fitting: Vec<usize> = (0..others.len()).filter(fits).collect();
        chosen.push(*luck.choose(&fitting)?);
    }
    let (n, m) = (chosen[0], *chosen.last()?);
    Some(match step {
        Discard(seat, _) => Discard(seat, n),
        Lay(seat, _) => Lay(seat, n),
        Remove(seat, _) => Remove(seat, n),
        RevealToAll(seat, _) => RevealToAll(seat, n),
        Hide(seat, _) => Hide(seat, n),
        Bottom(seat, _) => Bottom(seat, n),
        Tuck(seat, _) => Tuck(seat, n),
        Return(seat, _) => Return(seat, n),
        Pass(from, to, _) => Pass(from, to, n),
        Reveal(from, to, ..) => Reveal(from, to, n, m),
        Peek(from, to, ..) => Peek(from, to, n, m),
        other => other,
    })
}
