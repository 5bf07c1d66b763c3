//! A place where cards lie.

use super::{Card, Deck, Viewers};
use crate::{AreaKind, Id, Seat, Seats};
use serde::{Deserialize, Serialize};

/// A place where cards lie: a pile, a hand, a row, with its owner and its [`Sight`]. The last card is the top
/// of a pile and the right end of a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone<F> {
    pub(super) name: Id,
    pub(super) layout: Layout,
    pub(super) sight: Sight,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) owner: Option<Seat>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) order: i16,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) hides_empty: bool,
    /// Whether some, but not all, viewers may know cards here that they do not see. That is public, though
    /// not who knows which: ids change because of it, and must not reveal more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) followed: bool,
    pub(super) cards: Vec<Card<F>>,
}

/// How cards lie in a zone, and what viewers who cannot see them can still follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// On top of each other. Every viewer sees which place a card leaves and enters.
    Pile,
    /// Side by side. Every viewer sees which place a card leaves and enters.
    Row,
    /// In a hand. Only the owner sees the order, so no other viewer can tell which of the cards left.
    Fan,
}

/// Which viewers see the cards of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sight {
    /// Every viewer sees every card.
    All,
    /// The owner sees every card.
    Owner,
    /// Every viewer sees the top card.
    Top,
    /// No viewer sees any card.
    Nobody,
    /// These seats see every card.
    Seats(Seats),
}

impl<F> Zone<F> {
    /// A face-down pile: no viewer sees its cards. The name is the area's id in scenes.
    pub fn pile(name: impl Into<Id>) -> Zone<F> {
        Zone::new(name, Layout::Pile, Sight::Nobody)
    }

    /// A row: every viewer sees its cards. The name is the area's id in scenes.
    pub fn row(name: impl Into<Id>) -> Zone<F> {
        Zone::new(name, Layout::Row, Sight::All)
    }

    /// A hand: its owner sees its cards. The name is the area's id in scenes.
    pub fn fan(name: impl Into<Id>) -> Zone<F> {
        Zone::new(name, Layout::Fan, Sight::Owner)
    }

    fn new(name: impl Into<Id>, layout: Layout, sight: Sight) -> Zone<F> {
        Zone {
            name: name.into(),
            layout,
            sight,
            owner: None,
            order: 0,
            hides_empty: false,
            followed: false,
            cards: Vec::new(),
        }
    }

    /// Sets the owner.
    #[must_use]
    pub fn owner(mut self, seat: Seat) -> Zone<F> {
        self.owner = Some(seat);
        self
    }

    /// Sets which viewers see the cards.
    #[must_use]
    pub fn sight(mut self, sight: Sight) -> Zone<F> {
        self.sight = sight;
        self
    }

    /// Sets the position among the other areas of a scene: lower first, equal ones by name.
    #[must_use]
    pub fn order(mut self, order: i16) -> Zone<F> {
        self.order = order;
        self
    }

    /// Omits the zone from scenes while it holds no card.
    #[must_use]
    pub fn hide_empty(mut self) -> Zone<F> {
        self.hides_empty = true;
        self
    }

    /// The area's id in scenes, for gestures that pick the whole zone or a gap in it.
    pub fn name(&self) -> &Id {
        &self.name
    }

    /// The owner.
    pub fn belongs_to(&self) -> Option<Seat> {
        self.owner
    }

    /// The cards, the top of a pile last.
    pub fn cards(&self) -> &[Card<F>] {
        &self.cards
    }

    pub(super) fn kind(&self) -> AreaKind {
        match self.layout {
            Layout::Pile => AreaKind::Pile,
            Layout::Row => AreaKind::Row,
            Layout::Fan => AreaKind::Fan,
        }
    }

    /// The viewers who see the card at this position.
    #[inline]
    pub(super) fn viewers(&self, at: usize) -> Viewers {
        self.sight_eyes(at).union(self.cards[at].shown)
    }

    /// The viewers who see the card at this position because of the zone's [`Sight`] alone.
    #[inline]
    pub(super) fn sight_eyes(&self, at: usize) -> Viewers {
        match self.sight {
            Sight::All => Viewers::ALL,
            Sight::Top if at + 1 == self.cards.len() => Viewers::ALL,
            Sight::Owner => self.owner.map_or(Viewers::NONE, Viewers::from),
            Sight::Seats(seats) => seats.into(),
            Sight::Top | Sight::Nobody => Viewers::NONE,
        }
    }

    /// Whether a viewer may know a card of this deck without seeing it.
    pub(super) fn remembered(&self, deck: Deck) -> bool {
        self.followed
            || (0..self.cards.len()).any(|at| {
                let card = &self.cards[at];
                card.deck == deck && card.known.public() && !self.viewers(at).public()
            })
    }
}

fn is_zero(order: &i16) -> bool {
    *order == 0
}
