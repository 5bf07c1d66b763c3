//! The cards, and their text form.

use serde::{Deserialize, Serialize, de};
use std::{fmt, str::FromStr};

/// The highest number on a card.
pub const HIGHEST: u8 = 15;
/// How many jokers the deck has.
pub const JOKERS: usize = 5;
/// How many skips the deck has.
pub const SKIPS: usize = 3;

/// The colour of a number card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "colours speak for themselves")]
pub enum Colour {
    Red,
    Orange,
    Yellow,
    Green,
    Blue,
    Violet,
}

impl Colour {
    /// All six.
    pub const ALL: [Colour; 6] =
        [Colour::Red, Colour::Orange, Colour::Yellow, Colour::Green, Colour::Blue, Colour::Violet];

    /// Its name in the renderer's palette, in looks and in message keys.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Orange => "orange",
            Colour::Yellow => "yellow",
            Colour::Green => "green",
            Colour::Blue => "blue",
            Colour::Violet => "violet",
        }
    }

    /// The first letter of its name, for the text form of a card.
    const fn letter(self) -> char {
        self.name().as_bytes()[0] as char
    }
}

/// What is printed on a card. It is written `r7` for the red seven, `J` for a joker and `S` for a skip;
/// a joker on the table also says what it stands for: `J=7`, `J=red`.
///
/// ```
/// use level8::{Colour, Face};
///
/// assert_eq!("b12".parse(), Ok(Face::Number(12, Colour::Blue)));
/// assert_eq!(Face::Joker(None).to_string(), "J");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Face {
    /// A number from 1 to 15 in a colour.
    Number(u8, Colour),
    /// A joker; once laid out it stands for something, for good.
    Joker(Option<Meaning>),
    /// A skip.
    Skip,
}

impl Face {
    /// Every card of the deck: 90 numbers, 5 jokers, 3 skips.
    pub fn deck() -> impl Iterator<Item = Face> {
        let numbers =
            Colour::ALL.into_iter().flat_map(|colour| (1..=HIGHEST).map(move |n| Face::Number(n, colour)));
        let jokers = std::iter::repeat_n(Face::Joker(None), JOKERS);
        numbers.chain(jokers).chain(std::iter::repeat_n(Face::Skip, SKIPS))
    }

    /// Whether it is a joker.
    pub const fn is_joker(self) -> bool {
        matches!(self, Face::Joker(_))
    }

    /// The number that is printed on it or that it stands for.
    pub const fn number(self) -> Option<u8> {
        match self {
            Face::Number(n, _) | Face::Joker(Some(Meaning::Number(n))) => Some(n),
            _ => None,
        }
    }

    /// The colour that is printed on it or that it stands for.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Face::Number(_, colour) | Face::Joker(Some(Meaning::Colour(colour))) => Some(colour),
            _ => None,
        }
    }
}

/// What a joker stands for: a number or a colour. It is written `7` or `red`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// A number, in a run or a set.
    Number(u8),
    /// A colour, in a group of one colour.
    Colour(Colour),
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Meaning::Number(n) => n.fmt(f),
            Meaning::Colour(colour) => f.write_str(colour.name()),
        }
    }
}

impl FromStr for Meaning {
    type Err = String;

    fn from_str(text: &str) -> Result<Meaning, String> {
        let colour = Colour::ALL.into_iter().find(|colour| colour.name() == text).map(Meaning::Colour);
        let meaning = colour.or_else(|| number(text).map(Meaning::Number));
        meaning.ok_or_else(|| format!("'{text}' is neither a number from 1 to {HIGHEST} nor a colour"))
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Number(n, colour) => write!(f, "{}{n}", colour.letter()),
            Face::Joker(None) => f.write_str("J"),
            Face::Joker(Some(meaning)) => write!(f, "J={meaning}"),
            Face::Skip => f.write_str("S"),
        }
    }
}

impl FromStr for Face {
    type Err = String;

    fn from_str(text: &str) -> Result<Face, String> {
        let bad = || format!("'{text}' is not a card; cards are written r7, J, J=7, J=red or S");
        match text {
            "J" => return Ok(Face::Joker(None)),
            "S" => return Ok(Face::Skip),
            _ => {}
        }
        if let Some(meaning) = text.strip_prefix("J=") {
            return Ok(Face::Joker(Some(meaning.parse()?)));
        }
        let mut letters = text.chars();
        let letter = letters.next().ok_or_else(bad)?;
        let colour = Colour::ALL.into_iter().find(|colour| colour.letter() == letter).ok_or_else(bad)?;
        Ok(Face::Number(number(letters.as_str()).ok_or_else(bad)?, colour))
    }
}

/// Parses the number of a card in its canonical form only.
fn number(text: &str) -> Option<u8> {
    let n = text.parse().ok().filter(|n| (1..=HIGHEST).contains(n))?;
    (n.to_string() == text).then_some(n)
}

macro_rules! as_text {
    ($type:ty) => {
        impl Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    };
}
as_text!(Face);
as_text!(Meaning);

#[cfg(test)]
mod tests {
    use super::*;

    // L8-1
    #[test]
    fn the_deck_has_90_numbers_5_jokers_and_3_skips_and_every_number_card_once() {
        let deck: Vec<Face> = Face::deck().collect();
        assert_eq!(deck.len(), 98);
        assert_eq!(deck.iter().filter(|face| face.is_joker()).count(), 5);
        assert_eq!(deck.iter().filter(|face| **face == Face::Skip).count(), 3);
        let mut numbers: Vec<Face> =
            deck.into_iter().filter(|face| matches!(face, Face::Number(..))).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 90);
    }

    #[test]
    fn cards_are_read_as_they_are_written_and_nothing_else_is() {
        let laid = [Meaning::Number(15), Meaning::Colour(Colour::Violet)].map(|m| Face::Joker(Some(m)));
        for face in Face::deck().chain(laid) {
            assert_eq!(face.to_string().parse(), Ok(face));
        }
        for text in ["", "r", "r0", "r16", "r07", "x3", "J=", "J=0", "J=r", "SS", "r-1", "ö5"] {
            assert!(text.parse::<Face>().is_err(), "{text}");
        }
    }
}
