//! The great houses, their characters and classes.

use parlor_kit::{Id, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A great house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "the names of the houses say it all")]
pub enum House {
    Corrino,
    Atreides,
    Harkonnen,
    Ordos,
    Richese,
    Vernius,
}

/// How many characters a house has.
pub const CHARACTERS: usize = 6;

/// A class of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CharacterClass {
    /// Fights for honour and holds the family atomics.
    Noble,
    /// Gathers much spice at once.
    Mentat,
    /// Takes spice with the voice.
    BeneGesserit,
    /// Strikes all around.
    Fighter,
}

impl CharacterClass {
    /// All classes.
    pub const ALL: [CharacterClass; 4] = [
        CharacterClass::Noble,
        CharacterClass::Mentat,
        CharacterClass::BeneGesserit,
        CharacterClass::Fighter,
    ];

    /// Its name in looks and message keys.
    pub const fn id(self) -> &'static str {
        match self {
            CharacterClass::Noble => "noble",
            CharacterClass::Mentat => "mentat",
            CharacterClass::BeneGesserit => "bene-gesserit",
            CharacterClass::Fighter => "fighter",
        }
    }

    /// Its name for people.
    pub const fn text(self) -> Text {
        Text::new(match self {
            CharacterClass::Noble => "dune-class-noble",
            CharacterClass::Mentat => "dune-class-mentat",
            CharacterClass::BeneGesserit => "dune-class-bene-gesserit",
            CharacterClass::Fighter => "dune-class-fighter",
        })
    }
}

impl House {
    /// All houses.
    pub const ALL: [House; 6] =
        [House::Corrino, House::Atreides, House::Harkonnen, House::Ordos, House::Richese, House::Vernius];

    /// Its name in looks and message keys.
    pub const fn id(self) -> &'static str {
        match self {
            House::Corrino => "corrino",
            House::Atreides => "atreides",
            House::Harkonnen => "harkonnen",
            House::Ordos => "ordos",
            House::Richese => "richese",
            House::Vernius => "vernius",
        }
    }

    /// Its name for people.
    pub fn text(self) -> Text {
        Text::of(format!("dune-house-{}", self.id()))
    }

    /// Its colour, a name from the renderer's palette.
    pub const fn colour(self) -> &'static str {
        match self {
            House::Corrino => "gold",
            House::Atreides => "green",
            House::Harkonnen => "red",
            House::Ordos => "blue",
            House::Richese => "silver",
            House::Vernius => "violet",
        }
    }

    /// The look of its emblem.
    pub fn look(self) -> Id {
        format!("house-{}", self.id()).into()
    }

    /// Its characters, with their classes.
    pub const fn characters(self) -> &'static [(&'static str, CharacterClass); CHARACTERS] {
        use CharacterClass::*;
        match self {
            House::Corrino => &[
                ("Emperor Shaddam IV Corrino", Noble),
                ("Princess Irulan Corrino", BeneGesserit),
                ("Count Hasimir Fenring", Mentat),
                ("Lady Margot Fenring", BeneGesserit),
                ("Reverend Mother Gaius Helen Mohiam", BeneGesserit),
                ("Captain Aramsham", Fighter),
            ],
            House::Atreides => &[
                ("Duke Leto Atreides", Noble),
                ("Paul Atreides", Noble),
                ("Lady Jessica", BeneGesserit),
                ("Thufir Hawat", Mentat),
                ("Gurney Halleck", Fighter),
                ("Space Pug", Fighter),
            ],
            House::Harkonnen => &[
                ("Baron Vladimir Harkonnen", Noble),
                ("Count Glossu Beast Rabban", Fighter),
                ("Feyd-Rautha Rabban", Fighter),
                ("Piter De Vries", Mentat),
                ("Iakin Nefud", Fighter),
                ("Pet Spider", Fighter),
            ],
            House::Ordos => &[
                ("Executrix", Noble),
                ("The Speaker", Noble),
                ("Ammon", Mentat),
                ("Edric", Mentat),
                ("Roma Atani", Mentat),
                ("Robot", Fighter),
            ],
            House::Richese => &[
                ("Count Ilban Richese", Noble),
                ("Helena Richese", Noble),
                ("Haloa Rund", Mentat),
                ("Flinto Kinnis", Mentat),
                ("Tenu Chobyn", Mentat),
                ("Yresk", Fighter),
            ],
            House::Vernius => &[
                ("Earl Dominic Vernius", Noble),
                ("Lady Shando Vernius", Noble),
                ("Kailea Vernius", Noble),
                ("Tessia Vernius", BeneGesserit),
                ("Rhombur Vernius", Fighter),
                ("Bronso Vernius", Mentat),
            ],
        }
    }
}
