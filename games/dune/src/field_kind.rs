//! The six kinds of fields.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Field {
    /// Where a house delivers its spice. No character can enter it.
    City,
    /// High rock that no character can enter.
    Mountains,
    /// Low rock.
    Plateau,
    /// High desert.
    Dune,
    /// Low desert.
    FlatSand,
    /// Low rock from which characters fly to another heliport.
    Heliport,
}

impl Field {
    /// All kinds.
    pub const ALL: [Field; 6] =
        [Field::City, Field::Mountains, Field::Plateau, Field::Dune, Field::FlatSand, Field::Heliport];

    /// Whether characters can stand on it.
    pub const fn is_walkable(self) -> bool {
        !matches!(self, Field::City | Field::Mountains)
    }

    /// Whether it lies high; high fields are also what lives when dunes migrate.
    pub const fn is_high(self) -> bool {
        matches!(self, Field::City | Field::Mountains | Field::Dune)
    }

    /// Whether it is desert: where worms hunt and the ground changes.
    pub const fn is_desert(self) -> bool {
        matches!(self, Field::Dune | Field::FlatSand)
    }

    /// Whether it is rock. Cities are built on it, but an earthquake spares them.
    pub const fn is_rock(self) -> bool {
        matches!(self, Field::Mountains | Field::Plateau | Field::Heliport)
    }

    /// The name of its look.
    pub const fn look(self) -> &'static str {
        match self {
            Field::City => "city",
            Field::Mountains => "mountains",
            Field::Plateau => "plateau",
            Field::Dune => "dune",
            Field::FlatSand => "flat-sand",
            Field::Heliport => "heliport",
        }
    }
}
