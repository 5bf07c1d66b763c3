//! One character in a match.

use crate::{CharacterClass, House, MatchConfig, Stats};
use parlor_kit::{Cell, Id, Seat, Text};
use serde::{Deserialize, Serialize};

/// A character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Character {
    /// The player it belongs to.
    pub(crate) seat: Seat,
    /// The house it comes from; after a shunning that need not be the player's.
    pub(crate) house: House,
    /// Its number among the house's characters.
    pub(crate) number: u8,
    pub(crate) life: Life,
    pub(crate) hp: u32,
    pub(crate) mp: u32,
    pub(crate) ap: u32,
    pub(crate) spice: u32,
    pub(crate) loud: bool,
    /// Whether it had its turn in this round.
    pub(crate) acted: bool,
}

/// Whether a character is in the match, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Life {
    /// It arrives before the next round.
    Coming,
    /// It stands on this field.
    Alive(Cell),
    /// It may return as a clone.
    Defeated,
    /// It is gone for good.
    Swallowed,
}

impl Character {
    /// A new character with full values and no spice.
    pub(crate) fn new(seat: Seat, house: House, number: u8, party: &MatchConfig) -> Character {
        let mut character = Character {
            seat,
            house,
            number,
            life: Life::Coming,
            hp: 0,
            mp: 0,
            ap: 0,
            spice: 0,
            loud: false,
            acted: false,
        };
        character.restore(party);
        character
    }

    /// Restores full values and removes its spice.
    pub(crate) fn restore(&mut self, party: &MatchConfig) {
        let stats = self.stats(party);
        (self.hp, self.mp, self.ap) = (max_hp(stats), stats.mp(), stats.ap());
        (self.spice, self.loud) = (0, false);
    }

    /// The player it belongs to.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The house it comes from.
    pub const fn house(&self) -> House {
        self.house
    }

    /// Its class.
    pub const fn class(&self) -> CharacterClass {
        self.house.characters()[self.number as usize].1
    }

    /// Whether it is in the match, and where.
    pub const fn life(&self) -> Life {
        self.life
    }

    /// The field it stands on.
    pub const fn at(&self) -> Option<Cell> {
        match self.life {
            Life::Alive(at) => Some(at),
            _ => None,
        }
    }

    /// Its hit points.
    pub const fn hp(&self) -> u32 {
        self.hp
    }

    /// Its movement points.
    pub const fn mp(&self) -> u32 {
        self.mp
    }

    /// Its action points.
    pub const fn ap(&self) -> u32 {
        self.ap
    }

    /// The spice it carries.
    pub const fn spice(&self) -> u32 {
        self.spice
    }

    /// Whether the worm hears it.
    pub const fn is_loud(&self) -> bool {
        self.loud
    }

    /// The values of its class.
    pub(crate) fn stats<'p>(&self, party: &'p MatchConfig) -> &'p Stats {
        party.stats(self.class())
    }

    /// How much more spice it can carry.
    pub(crate) fn room(&self, party: &MatchConfig) -> u32 {
        self.stats(party).inventory().saturating_sub(self.spice)
    }

    /// Its name, which is not translated.
    pub fn name(&self) -> Id {
        Id::new_static(self.house.characters()[usize::from(self.number)].0)
    }

    /// Its name with house and class.
    pub(crate) fn text(&self) -> Text {
        Text::new("dune-character")
            .arg("name", self.name())
            .arg("house", self.house.text())
            .arg("class", self.class().text())
    }

    /// The name of its look.
    pub(crate) fn look(&self) -> Id {
        format!("{}-{}", self.class().id(), self.house.id()).into()
    }
}

/// The hit points of a class.
pub(crate) fn max_hp(stats: &Stats) -> u32 {
    stats.max_hp.round().clamp(1, u32::MAX.into()) as u32
}
