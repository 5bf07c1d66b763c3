//! Random sequences of card moves, over every kind of zone: what the property tests run.

use super::*;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

pub(super) const SEATS: usize = 3;

/// Where cards can lie.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum At {
    Draw,
    Neutral,
    Discard(Seat),
    Hand(Seat),
    Row(Seat),
    SecretSeed(Seat),
}

/// The random steps. Numbers select among the cards present.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    Draw(Seat),
    DrawNeutral(Seat),
    TakeDiscard(Seat, Seat),
    TakeRow(Seat, Seat, usize),
    Discard(Seat, usize),
    Lay(Seat, usize),
    Hide(Seat, usize),
    Unhide(Seat, usize),
    Pass(Seat, Seat, usize),
    Bottom(Seat, usize),
    Tuck(Seat, usize),
    Remove(Seat, usize),
    Reshuffle,
    Turn,
    Return(Seat, usize),
    ShuffleHand(Seat),
    SortHand(Seat),
    SwapSecret(Seat, usize),
    Reveal(Seat, Seat, usize, usize),
    RevealToAll(Seat, usize),
    Peek(Seat, Seat, usize, usize),
    PeekDraw(Seat),
    OpenHand(Seat),
    ShowHand(Seat, Seat),
    CloseHand(Seat),
}

pub(super) fn steps() -> impl Strategy<Value = Step> {
    use Step::*;
    let seat = || (0..SEATS).prop_map(Seat::new);
    let pick = || 0..12usize;
    prop_oneof![
        4 => seat().prop_map(Draw),
        2 => seat().prop_map(DrawNeutral),
        3 => (seat(), seat()).prop_map(|(to, from)| TakeDiscard(to, from)),
        1 => (seat(), seat(), pick()).prop_map(|(to, from, n)| TakeRow(to, from, n)),
        5 => (seat(), pick()).prop_map(|(seat, n)| Discard(seat, n)),
        2 => (seat(), pick()).prop_map(|(seat, n)| Lay(seat, n)),
        2 => (seat(), pick()).prop_map(|(seat, n)| Hide(seat, n)),
        1 => (seat(), pick()).prop_map(|(seat, n)| Unhide(seat, n)),
        2 => (seat(), seat(), pick()).prop_map(|(from, to, n)| Pass(from, to, n)),
        1 => (seat(), pick()).prop_map(|(seat, n)| Bottom(seat, n)),
        1 => (seat(), pick()).prop_map(|(seat, n)| Tuck(seat, n)),
        1 => (seat(), pick()).prop_map(|(seat, n)| Remove(seat, n)),
        2 => Just(Reshuffle),
        2 => Just(Turn),
        1 => (seat(), pick()).prop_map(|(seat, n)| Return(seat, n)),
        1 => seat().prop_map(ShuffleHand),
        1 => seat().prop_map(SortHand),
        1 => (seat(), pick()).prop_map(|(seat, n)| SwapSecret(seat, n)),
        2 => (seat(), seat(), pick(), pick()).prop_map(|(from, to, n, m)| Reveal(from, to, n, m)),
        1 => (seat(), pick()).prop_map(|(seat, n)| RevealToAll(seat, n)),
        2 => (seat(), seat(), pick(), pick()).prop_map(|(from, to, n, m)| Peek(from, to, n, m)),
        1 => seat().prop_map(PeekDraw),
        1 => seat().prop_map(OpenHand),
        1 => (seat(), seat()).prop_map(|(seat, to)| ShowHand(seat, to)),
        2 => seat().prop_map(CloseHand),
    ]
}

/// Strategy for a seed for the shuffles and a list of steps.
pub(super) fn courses(length: usize) -> impl Strategy<Value = (u64, Vec<Step>)> {
    (any::<u64>(), proptest::collection::vec(steps(), 0..length))
}

/// The zones and the table's luck.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) zones: Zones<At, u8>,
    pub(super) luck: Luck,
}

impl World {
    /// Hands of four, the rest to draw from.
    pub(super) fn new(seed: u64) -> World {
        let mut luck = Luck::fast(seed);
        let mut zones = Zones::new(&mut luck);
        zones.add(At::Draw, Zone::pile("draw"));
        zones.add(At::Neutral, Zone::pile("neutral"));
        for seat in Seat::all(SEATS) {
            zones.add(At::Discard(seat), Zone::pile(format!("discard-{seat}")).owner(seat).sight(Sight::Top));
            zones.add(At::Hand(seat), Zone::fan(format!("hand-{seat}")).owner(seat));
            zones.add(At::Row(seat), Zone::row(format!("row-{seat}")).owner(seat).hide_empty());
            let secret = Zone::row(format!("secret-{seat}")).owner(seat).sight(Sight::Owner);
            zones.add(At::SecretSeed(seat), secret);
        }
        zones.fill(At::Draw, Deck(0), (0..24).map(|n| n % 6));
        zones.fill(At::Neutral, Deck(1), (0..8).map(|n| n % 3));
        zones.shuffle(At::Draw, &mut luck);
        zones.shuffle(At::Neutral, &mut luck);
        Seat::all(SEATS).for_each(|seat| {
            zones.deal(At::Draw, At::Hand(seat), 4);
        });
        World { zones, luck }
    }

    pub(super) fn after(seed: u64, steps: &[Step]) -> World {
        let mut world = World::new(seed);
        steps.iter().for_each(|&step| world.go(step));
        world
    }

    pub(super) fn pick(&self, at: At, n: usize) -> Option<Handle> {
        let cards = self.zones.cards(at);
        (!cards.is_empty()).then(|| cards[n % cards.len()].handle)
    }

    pub(super) fn go(&mut self, step: Step) {
        match step {
            Step::Draw(seat) => drop(self.zones.draw(At::Draw, At::Hand(seat))),
            Step::DrawNeutral(seat) => drop(self.zones.draw(At::Neutral, At::Hand(seat))),
            Step::TakeDiscard(to, from) => drop(self.zones.draw(At::Discard(from), At::Hand(to))),
            Step::TakeRow(to, from, n) => self.put(At::Row(from), n, At::Hand(to), ZonePosition::Top),
            Step::Discard(seat, n) => self.put(At::Hand(seat), n, At::Discard(seat), ZonePosition::Top),
            Step::Lay(seat, n) => self.put(At::Hand(seat), n, At::Row(seat), ZonePosition::At(1)),
            Step::Hide(seat, n) => self.put(At::Hand(seat), n, At::SecretSeed(seat), ZonePosition::Bottom),
            Step::Unhide(seat, n) => self.put(At::SecretSeed(seat), n, At::Hand(seat), ZonePosition::Top),
            Step::Pass(from, to, n) => self.put(At::Hand(from), n, At::Hand(to), ZonePosition::At(1)),
            Step::Bottom(seat, n) => self.put(At::Hand(seat), n, At::Draw, ZonePosition::Bottom),
            Step::Tuck(seat, n) => self.put(At::Hand(seat), n, At::Discard(seat), ZonePosition::Bottom),
            Step::Remove(seat, n) => {
                if let Some(card) = self.pick(At::Hand(seat), n) {
                    assert!(self.zones.remove(card).is_some());
                }
            }
            Step::Reshuffle => {
                for seat in Seat::all(SEATS) {
                    let covered = self.zones.count(At::Discard(seat)).saturating_sub(1);
                    assert_eq!(self.zones.sweep(At::Discard(seat), ..covered, At::Draw), covered);
                }
                self.zones.shuffle(At::Draw, &mut self.luck);
            }
            // The draw pile is turned over card by card, so that every viewer knows which cards are shuffled
            // then.
            Step::Turn => {
                let count = self.zones.count(At::Draw);
                assert_eq!(self.zones.deal(At::Draw, At::Discard(Seat::new(0)), count), count);
                self.go(Step::Reshuffle);
            }
            Step::Return(seat, n) => {
                self.put(At::Hand(seat), n, At::Draw, ZonePosition::Top);
                self.zones.shuffle(At::Draw, &mut self.luck);
            }
            Step::ShuffleHand(seat) => self.zones.shuffle(At::Hand(seat), &mut self.luck),
            Step::SortHand(seat) => self.zones.sort_by_key(At::Hand(seat), |&face| face),
            Step::SwapSecret(seat, n) => {
                let mut order: Vec<Handle> =
                    self.zones.cards(At::SecretSeed(seat)).iter().map(|card| card.handle).collect();
                if !order.is_empty() {
                    let other = n % order.len();
                    order.swap(0, other);
                }
                assert!(self.zones.arrange(At::SecretSeed(seat), &order));
            }
            Step::Reveal(from, to, n, m) => {
                let cards = [self.pick(At::Hand(from), n), self.pick(At::Hand(from), m)];
                self.zones.reveal(cards.into_iter().flatten(), to);
            }
            Step::RevealToAll(seat, n) => {
                let card = self.pick(At::Hand(seat), n);
                self.zones.reveal(card, Viewers::ALL);
            }
            Step::Peek(from, to, n, m) => {
                let cards = [self.pick(At::Hand(from), n), self.pick(At::Hand(from), m)];
                self.zones.peek(cards.into_iter().flatten(), to);
            }
            Step::PeekDraw(seat) => {
                let card = self.zones.top(At::Draw).map(|card| card.handle);
                self.zones.peek(card, seat);
            }
            Step::OpenHand(seat) => self.zones.set_sight(At::Hand(seat), Sight::All),
            Step::ShowHand(seat, to) => {
                let seats = Seats::from(seat).with(to);
                self.zones.set_sight(At::Hand(seat), Sight::Seats(seats));
            }
            Step::CloseHand(seat) => self.zones.set_sight(At::Hand(seat), Sight::Owner),
        }
    }

    fn put(&mut self, from: At, n: usize, to: At, spot: ZonePosition) {
        if let Some(card) = self.pick(from, n) {
            assert!(self.zones.put(card, to, spot).is_some());
        }
    }

    pub(super) fn scene(&self, viewer: Viewer) -> Scene {
        let mut scene = Scene::new();
        self.zones.scene(viewer, &mut scene, &Plain);
        scene
    }

    pub(super) fn bytes(&self, viewer: Viewer) -> String {
        serde_json::to_string(&self.scene(viewer)).unwrap()
    }

    pub(super) fn each_card(&self) -> impl Iterator<Item = (At, &Card<u8>)> {
        self.zones.iter().flat_map(|(at, zone)| zone.cards().iter().map(move |card| (at, card)))
    }
}

struct Plain;

impl CardLook<At, u8> for Plain {
    fn title(&self, _: At) -> Option<Text> {
        None
    }
    fn front(&self, card: &Card<u8>, piece: Piece) -> Piece {
        piece.label(format!("face-{}", card.face))
    }
    fn back(&self, deck: Deck) -> Id {
        Id::from(format!("back-{}", deck.0))
    }
}
