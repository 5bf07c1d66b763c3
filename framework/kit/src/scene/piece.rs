//! Pieces and cards.

use crate::{Cell, Id, Seat, Text};
use schemars::JsonSchema;
use serde::{
    Deserialize, Serialize,
    de::{Error, SeqAccess, Unexpected, Visitor},
};
use std::{collections::BTreeMap, fmt};

/// A piece or a card. Its id is its key in the scene: it keeps the id while it moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The area it lies in.
    pub area: Id,
    /// Where in the area.
    pub at: At,
    /// What it looks like: a name from the game's looks.
    pub look: Id,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// What it is called, where its look's name does not say enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Text>,
    /// A few letters or digits written on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Id>,
    /// Its colour, a name from the renderer's palette, where the look leaves it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<Id>,
    /// The shape that goes with the colour, so that colour never stands alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Id>,
    /// Numbers with a symbol: hit points, counters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub badges: BTreeMap<Id, Badge>,
    /// States with a look of their own: `active`, `selected`, `loud` …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Id>,
    /// Lines of text on a card, each with an explanation.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<Id, Note>,
}

impl Piece {
    /// A piece with this look on one cell of a grid.
    pub fn on(area: impl Into<Id>, cell: Cell, look: impl Into<Id>) -> Piece {
        Piece::at(area, At::Cell(cell), look)
    }

    /// A piece with this look along several cells, the first its head.
    pub fn along(area: impl Into<Id>, cells: impl IntoIterator<Item = Cell>, look: impl Into<Id>) -> Piece {
        Piece::at(area, At::Path(cells.into_iter().collect()), look)
    }

    /// A card with this look in a row, a fan or a pile; slots count from 0.
    pub fn slot(area: impl Into<Id>, slot: usize, look: impl Into<Id>) -> Piece {
        Piece::at(area, At::Slot(slot as u32), look)
    }

    fn at(area: impl Into<Id>, at: At, look: impl Into<Id>) -> Piece {
        Piece {
            area: area.into(),
            at,
            look: look.into(),
            owner: None,
            name: None,
            label: None,
            colour: None,
            shape: None,
            badges: BTreeMap::new(),
            tags: Vec::new(),
            notes: BTreeMap::new(),
        }
    }

    /// Belonging to this seat.
    #[must_use]
    pub fn owner(mut self, seat: Seat) -> Piece {
        self.owner = Some(seat);
        self
    }

    /// With this name.
    #[must_use]
    pub fn name(mut self, name: Text) -> Piece {
        self.name = Some(name);
        self
    }

    /// With these letters or digits on it.
    #[must_use]
    pub fn label(mut self, label: impl Into<Id>) -> Piece {
        self.label = Some(label.into());
        self
    }

    /// In this colour, with the shape that says the same.
    #[must_use]
    pub fn colour(mut self, colour: impl Into<Id>, shape: impl Into<Id>) -> Piece {
        self.colour = Some(colour.into());
        self.shape = Some(shape.into());
        self
    }

    /// With one more number.
    #[must_use]
    pub fn badge(mut self, id: impl Into<Id>, badge: Badge) -> Piece {
        self.badges.insert(id.into(), badge);
        self
    }

    /// In one more state.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<Id>) -> Piece {
        self.tags.push(tag.into());
        self
    }

    /// With one more line of text and what it means.
    #[must_use]
    pub fn note(mut self, id: impl Into<Id>, text: Text, hint: Option<Text>) -> Piece {
        self.notes.insert(id.into(), Note { text, hint, about: None });
        self
    }

    /// With one more line of text, which an entry of the scene's hints explains: many cards may have the same.
    #[must_use]
    pub fn explained(mut self, id: impl Into<Id>, text: Text, about: impl Into<Id>) -> Piece {
        self.notes.insert(id.into(), Note { text, hint: None, about: Some(about.into()) });
        self
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        let notes = self.notes.values().flat_map(|note| std::iter::once(&note.text).chain(&note.hint));
        self.name.iter().chain(self.badges.values().flat_map(|badge| &badge.name)).chain(notes)
    }
}

/// Where in its area a piece lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum At {
    /// On a cell of a grid.
    Cell(Cell),
    /// Along several cells of a grid, the first its head.
    Path(Vec<Cell>),
    /// In a row, fan or pile; slots count from 0.
    Slot(u32),
}

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<At, D::Error> {
        struct Place;
        impl<'de> Visitor<'de> for Place {
            type Value = At;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cell, several cells or the number of a slot")
            }
            fn visit_str<E: Error>(self, cell: &str) -> Result<At, E> {
                cell.parse().map(At::Cell).map_err(E::custom)
            }
            fn visit_u64<E: Error>(self, slot: u64) -> Result<At, E> {
                let slot = u32::try_from(slot);
                slot.map(At::Slot).map_err(|_| E::invalid_value(Unexpected::Other("a huge number"), &self))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<At, A::Error> {
                let mut cells = Vec::new();
                while let Some(cell) = seq.next_element()? {
                    cells.push(cell);
                }
                Ok(At::Path(cells))
            }
        }
        // Dispatching on the JSON type, instead of trying each variant of an untagged enum, avoids a buffered
        // copy.
        deserializer.deserialize_any(Place)
    }
}

/// A number with a symbol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Badge {
    /// The number.
    pub value: i64,
    /// The most it can be; shown as a bar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// The symbol, a name from the renderer's palette.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<Id>,
    /// What the number is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Text>,
}

impl Badge {
    /// A number with a name.
    pub fn new(value: impl Into<i64>, name: Text) -> Badge {
        Badge { value: value.into(), max: None, icon: None, name: Some(name) }
    }

    /// At most this much.
    #[must_use]
    pub fn max(mut self, max: impl Into<i64>) -> Badge {
        self.max = Some(max.into());
        self
    }

    /// With this symbol.
    #[must_use]
    pub fn icon(mut self, icon: &'static str) -> Badge {
        self.icon = Some(Id::new_static(icon));
        self
    }
}

/// A line of text on a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The line.
    pub text: Text,
    /// What it means, shown on demand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Text>,
    /// The entry of the scene's hints that says what it means, in place of a hint of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Id>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_survive_json_and_others_are_refused() {
        let cells = vec![Cell::new(1, 2), Cell::new(-1, 30)];
        for at in [At::Cell(Cell::new(3, 4)), At::Path(cells), At::Path(Vec::new()), At::Slot(7)] {
            let json = serde_json::to_string(&at).unwrap();
            assert_eq!(serde_json::from_str::<At>(&json).unwrap(), at);
            assert_eq!(serde_json::from_value::<At>(serde_json::to_value(&at).unwrap()).unwrap(), at);
        }
        for json in ["-1", "4294967296", "1.5", "null", "{}", "\"a\"", "[1]"] {
            assert!(serde_json::from_str::<At>(json).is_err(), "{json}");
        }
    }
}
