//! All zones of a game.

use super::{Card, Deck, Face, Handle, Sight, Viewers, Zone};
use crate::{Luck, Viewer};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// The key type a game uses for its zones, such as `enum At { Draw, Hand(Seat), Row(Side, Kind) }`.
pub trait ZoneKey: Copy + PartialEq + Debug {}
impl<Z: Copy + PartialEq + Debug> ZoneKey for Z {}

/// All zones of a game with their cards, in a fixed order.
///
/// Methods that take a place panic if no zone was [added](Zones::add) for it: that is a bug in the rules.
/// Methods that take a [`Handle`] accept any value, because it may come from a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zones<Z, F> {
    /// Key of the hash that makes the handles given outside a shuffle. `resample` keeps it, so that the cards
    /// a viewer sees keep their ids in the resampled world.
    #[serde(rename = "salt")]
    pub(super) key: u64,
    pub(super) made: u32,
    pub(super) zones: Vec<(Z, Zone<F>)>,
}

impl<Z: ZoneKey, F: Face> Zones<Z, F> {
    /// Creates an empty set of zones.
    pub fn new(luck: &mut Luck) -> Zones<Z, F> {
        Zones { key: luck.below(u64::MAX), made: 0, zones: Vec::new() }
    }

    /// Adds a zone. Scenes show zones by name; everything else goes by the order in which they were added.
    ///
    /// # Panics
    /// If the place has a zone already, or another zone has the name.
    pub fn add(&mut self, place: Z, zone: Zone<F>) {
        assert!(self.get(place).is_none(), "{place:?} has a zone already");
        assert!(
            self.iter().all(|(_, other)| other.name != zone.name),
            "two zones are called '{}'",
            zone.name
        );
        self.zones.push((place, zone));
    }

    /// Puts new cards of a deck on top of a zone, one after the other.
    /// All viewers are assumed to know which cards a deck holds, though not where they lie.
    pub fn fill(&mut self, place: Z, deck: Deck, faces: impl IntoIterator<Item = F>) {
        let zone = self.index(place);
        for face in faces {
            let handle = self.new_handle();
            let card = Card { face, handle, deck, known: Viewers::NONE, shown: Viewers::NONE, pool: 0 };
            let cards = &mut self.zones[zone].1.cards;
            cards.push(card);
            let top = cards.len() - 1;
            self.witness(zone, top);
        }
    }

    /// The zone of a place; `None` if it has none.
    #[inline]
    pub fn get(&self, place: Z) -> Option<&Zone<F>> {
        self.zones.iter().find(|(other, _)| *other == place).map(|(_, zone)| zone)
    }

    /// The zone of a place.
    #[inline]
    pub fn zone(&self, place: Z) -> &Zone<F> {
        &self.zones[self.index(place)].1
    }

    /// The cards of a place, the top of a pile last.
    #[inline]
    pub fn cards(&self, place: Z) -> &[Card<F>] {
        &self.zone(place).cards
    }

    /// The top card of a pile, the last one of a row.
    #[inline]
    pub fn top(&self, place: Z) -> Option<&Card<F>> {
        self.cards(place).last()
    }

    /// The number of cards in the zone.
    #[inline]
    pub fn count(&self, place: Z) -> usize {
        self.cards(place).len()
    }

    /// Every place with its zone, in the order in which they were added.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Z, &Zone<F>)> + Clone {
        self.zones.iter().map(|(place, zone)| (*place, zone))
    }

    /// Where a card lies: its place, and its position there.
    pub fn find(&self, handle: Handle) -> Option<(Z, usize)> {
        self.locate(handle).map(|(zone, at)| (self.zones[zone].0, at))
    }

    /// The card with this handle.
    pub fn card(&self, handle: Handle) -> Option<&Card<F>> {
        self.locate(handle).map(|(zone, at)| &self.zones[zone].1.cards[at])
    }

    /// The card with this handle, if the viewer sees it, and where it lies. Rules should look up handles
    /// named by a player with this method: a refusal must not reveal what is hidden.
    pub fn visible(&self, viewer: Viewer, handle: Handle) -> Option<(Z, &Card<F>)> {
        let (zone, at) = self.locate(handle)?;
        let (place, zone) = &self.zones[zone];
        zone.viewers(at).contains(viewer).then(|| (*place, &zone.cards[at]))
    }

    /// Mutable access to the face of a card: counters on a card that lies open, the card a joker stands for.
    pub fn face_mut(&mut self, handle: Handle) -> Option<&mut F> {
        self.locate(handle).map(|(zone, at)| &mut self.zones[zone].1.cards[at].face)
    }

    /// Whether the viewer sees the card.
    pub fn sees(&self, viewer: Viewer, handle: Handle) -> bool {
        self.visible(viewer, handle).is_some()
    }

    /// Whether the viewer knows which card this is: sees it, or has seen it and could follow it since.
    pub fn knows(&self, viewer: Viewer, handle: Handle) -> bool {
        self.card(handle).is_some_and(|card| card.known.contains(viewer))
    }

    /// Changes who sees a zone. Viewers who saw its cards until now remember them.
    pub fn set_sight(&mut self, place: Z, sight: Sight) {
        let index = self.index(place);
        let zone = &mut self.zones[index].1;
        let viewers =
            |zone: &Zone<F>| (0..zone.cards.len()).map(|at| zone.sight_eyes(at)).collect::<Vec<_>>();
        let before = viewers(zone);
        zone.sight = sight;
        let after = viewers(zone);
        zone.followed |= before.iter().zip(after).any(|(old, new)| !old.public() && !old.is_subset(new));
        self.open(index);
        self.witness_all(index);
    }

    /// # Panics
    /// If the place has no zone.
    #[inline]
    pub(super) fn index(&self, place: Z) -> usize {
        match self.zones.iter().position(|(other, _)| *other == place) {
            Some(index) => index,
            None => panic!("{place:?} has no zone"),
        }
    }

    #[inline]
    pub(super) fn locate(&self, handle: Handle) -> Option<(usize, usize)> {
        self.zones.iter().enumerate().find_map(|(zone, (_, cards))| {
            cards.cards.iter().position(|card| card.handle == handle).map(|at| (zone, at))
        })
    }

    pub(super) fn each_card(&self) -> impl Iterator<Item = &Card<F>> {
        self.zones.iter().flat_map(|(_, zone)| &zone.cards)
    }

    pub(super) fn each_card_mut(&mut self) -> impl Iterator<Item = &mut Card<F>> {
        self.zones.iter_mut().flat_map(|(_, zone)| &mut zone.cards)
    }
}
