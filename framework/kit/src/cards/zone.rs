//! A place where cards lie.

use super::{Card, Deck, Viewers};
use crate::{AreaKind, Id, Seat, Seats};
use serde::{Deserialize, Serialize};

/// A place where cards lie: a pile, a hand, a row. It knows whose it is and who may see into it.
/// The last card is the top of a pile and the right end of a row.
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
    /// Whether some, but not everybody, may know cards here that they do not see. That is public,
    /// though not who knows which: ids change by it, and must not tell more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) followed: bool,
    pub(super) cards: Vec<Card<F>>,
}

/// How cards lie in a zone, and what those who cannot see them can still follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// On top of each other. Everybody sees which place a card leaves and enters.
    Pile,
    /// Side by side. Everybody sees which place a card leaves and enters.
    Row,
    /// In a hand. The order is its owner's own matter, so nobody else can tell which of the cards left.
    Fan,
}

/// Who sees the cards of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sight {
    /// Everybody sees every card.
    All,
    /// The owner sees every card.
    Owner,
    /// Everybody sees the top card.
    Top,
    /// Nobody sees any card.
    Nobody,
    /// These seats see every card.
    Seats(Seats),
}

impl<F> Zone<F> {
    /// A pile, nobody sees its cards. The name is the area's id in scenes.
    pub fn pile(name: impl Into<Id>) -> Zone<F> {
        Zone::new(name, Layout::Pile, Sight::Nobody)
    }

    /// A row, everybody sees its cards. The name is the area's id in scenes.
    pub fn row(name: impl Into<Id>) -> Zone<F> {
        Zone::new(name, Layout::Row, Sight::All)
    }

    /// A hand, its owner sees its cards. The name is the area's id in scenes.
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

    /// Belonging to this seat.
    #[must_use]
    pub fn owner(mut self, seat: Seat) -> Zone<F> {
        self.owner = Some(seat);
        self
    }

    /// Seen by these viewers.
    #[must_use]
    pub fn sight(mut self, sight: Sight) -> Zone<F> {
        self.sight = sight;
        self
    }

    /// Laid out at this place among the other areas of a scene: lower first, equal ones by name.
    #[must_use]
    pub fn order(mut self, order: i16) -> Zone<F> {
        self.order = order;
        self
    }

    /// Left out of scenes while no card lies in it.
    #[must_use]
    pub fn hide_empty(mut self) -> Zone<F> {
        self.hides_empty = true;
        self
    }

    /// The area's id in scenes, for gestures that pick the whole zone or a gap in it.
    pub fn name(&self) -> &Id {
        &self.name
    }

    /// Whose it is.
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

    /// Who sees the card at this position.
    #[inline]
    pub(super) fn viewers(&self, at: usize) -> Viewers {
        self.sight_eyes(at).union(self.cards[at].shown)
    }

    /// Who sees the card at this position because of where it lies.
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

    /// Whether anybody may know a card of this deck without seeing it.
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
