//! Seats, sets of seats, and viewers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most seats a table can have.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted from 0. People and bots sit on seats; rules only know seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Seat(u8);

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(deserializer)?;
        // Seats are used as indices, so a seat that cannot exist must not be parsed.
        let exists = usize::from(number) < MAX_SEATS;
        exists
            .then_some(Seat(number))
            .ok_or_else(|| serde::de::Error::custom(format!("seat {number} does not exist")))
    }
}

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// If the number is not below [`MAX_SEATS`].
    #[inline]
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS, "a table has at most MAX_SEATS seats");
        Seat(index as u8)
    }

    /// The seat's number, for indexing.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent in a game of two.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The next seat clockwise among `seats` seats.
    #[inline]
    pub const fn next(self, seats: usize) -> Seat {
        Seat(((self.0 as usize + 1) % seats) as u8)
    }

    /// All seats of a table, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats).map(Seat::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A small set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    /// Every seat of a table with this many.
    #[inline]
    pub const fn all(seats: usize) -> Seats {
        assert!(seats <= MAX_SEATS);
        Seats(((1u16 << seats) - 1) as u8)
    }

    /// Whether the seat belongs to the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The set with this seat in it.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | (1 << seat.0))
    }

    /// The set without this seat.
    #[inline]
    #[must_use]
    pub const fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !(1 << seat.0))
    }

    /// Seats in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Seats) -> Seats {
        Seats(self.0 | other.0)
    }

    /// Seats in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Seats) -> Seats {
        Seats(self.0 & other.0)
    }

    /// Whether the set has no seat.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest seat.
    #[inline]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The only seat, if there is exactly one.
    #[inline]
    pub const fn only(self) -> Option<Seat> {
        if self.0.count_ones() == 1 { self.first() } else { None }
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        (0..MAX_SEATS).map(Seat::new).filter(move |&seat| self.contains(seat))
    }
}

impl From<Seat> for Seats {
    #[inline]
    fn from(seat: Seat) -> Seats {
        Seats::NONE.with(seat)
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

impl Serialize for Seats {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Seats, D::Error> {
        let numbers = Vec::<usize>::deserialize(deserializer)?;
        if let Some(bad) = numbers.iter().find(|&&n| n >= MAX_SEATS) {
            return Err(serde::de::Error::custom(format!("seat {bad} does not exist")));
        }
        Ok(numbers.into_iter().map(Seat::new).collect())
    }
}

/// Who is looking: what may leave the table depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// The player on this seat.
    Seat(Seat),
    /// Spectators: public information only.
    Public,
    /// Nothing hidden: after the end, where the table allows it, and for tools.
    All,
}

impl Viewer {
    /// The viewer's seat; `None` for spectators and for `All`.
    #[inline]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// Every seat and the public: all viewers from whom something may be hidden.
    pub fn each(seats: usize) -> impl Iterator<Item = Viewer> + Clone {
        Seat::all(seats).map(Viewer::Seat).chain([Viewer::Public])
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Seat(seat) => write!(f, "seat {seat}"),
            Viewer::Public => f.write_str("the public"),
            Viewer::All => f.write_str("all-seeing"),
        }
    }
}
