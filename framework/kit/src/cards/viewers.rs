//! Sets of viewers.

use crate::{MAX_SEATS, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize, de};
use std::fmt;

/// A set of viewers: some seats, or every viewer including the public. In JSON it is a text: the seats'
/// digits, or `"*"` for every viewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Viewers(u16);

const PUBLIC: u16 = 1 << MAX_SEATS;

impl Viewers {
    /// No viewer.
    pub const NONE: Viewers = Viewers(0);
    /// Every viewer: each seat, and the public.
    pub const ALL: Viewers = Viewers(PUBLIC | (PUBLIC - 1));

    /// Whether the viewer is in the set. [`Viewer::All`] always is.
    #[inline]
    pub const fn contains(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::All => true,
            Viewer::Public => self.public(),
            Viewer::Seat(seat) => self.0 & (1 << seat.index()) != 0,
        }
    }

    /// Whether every viewer is in the set: a card the public sees, every seat sees too.
    #[inline]
    pub const fn public(self) -> bool {
        self.0 & PUBLIC != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Viewers in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Viewers) -> Viewers {
        Viewers(self.0 | other.0)
    }

    /// Viewers in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Viewers) -> Viewers {
        Viewers(self.0 & other.0)
    }

    /// These viewers but not the others.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Viewers) -> Viewers {
        Viewers(self.0 & !other.0)
    }

    /// Whether every viewer of this set is in the other.
    #[inline]
    pub const fn is_subset(self, others: Viewers) -> bool {
        self.without(others).is_empty()
    }

    /// Whether it is exactly one viewer.
    #[inline]
    pub const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }
}

impl From<Seat> for Viewers {
    #[inline]
    fn from(seat: Seat) -> Viewers {
        Viewers(1 << seat.index())
    }
}

impl From<Seats> for Viewers {
    fn from(seats: Seats) -> Viewers {
        seats.iter().fold(Viewers::NONE, |viewers, seat| viewers.union(seat.into()))
    }
}

impl fmt::Display for Viewers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.public() {
            return f.write_str("*");
        }
        Seat::all(MAX_SEATS)
            .filter(|&seat| self.contains(Viewer::Seat(seat)))
            .try_for_each(|seat| write!(f, "{seat}"))
    }
}

impl fmt::Debug for Viewers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Viewers({self})")
    }
}

impl Serialize for Viewers {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Viewers {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Viewers, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        if text == "*" {
            return Ok(Viewers::ALL);
        }
        text.chars().try_fold(Viewers::NONE, |viewers, digit| match digit.to_digit(10) {
            Some(seat) if (seat as usize) < MAX_SEATS => Ok(viewers.union(Seat::new(seat as usize).into())),
            _ => Err(de::Error::custom(format!("'{text}' names no viewers"))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_includes_each_seat_and_the_public() {
        assert!(Viewer::each(MAX_SEATS).all(|viewer| Viewers::ALL.contains(viewer)));
        assert!(!Viewer::each(MAX_SEATS).any(|viewer| Viewers::NONE.contains(viewer)));
        assert!(Viewers::NONE.contains(Viewer::All));
        assert!(!Viewers::from(Seats::all(MAX_SEATS)).public(), "all seats are not yet the public");
    }

    #[test]
    fn eyes_survive_json() {
        for viewers in [Viewers::NONE, Viewers::ALL, Seat::new(3).into(), Seats::all(MAX_SEATS).into()] {
            let json = serde_json::to_string(&viewers).unwrap();
            assert_eq!(serde_json::from_str::<Viewers>(&json).unwrap(), viewers, "{json}");
        }
        assert_eq!(serde_json::to_string(&Viewers::from(Seats::all(3))).unwrap(), "\"012\"");
        assert!(serde_json::from_str::<Viewers>("\"8\"").is_err());
    }
}
