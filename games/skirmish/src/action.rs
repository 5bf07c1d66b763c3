//! The actions of a player.

use crate::Row;
use parlor_kit::{Id, cards::Handle};
use serde::{Deserialize, Serialize};

/// One step of a player. Cards and units are named by their handles.
///
/// ```
/// use skirmish::Action;
///
/// let action: Action = serde_json::from_str(r#"{"look": {"slot": 3}}"#)?;
/// assert_eq!(action, Action::Look { slot: 3 });
/// assert_eq!(serde_json::to_string(&Action::Pass)?, r#""pass""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Chooses a deck.
    Choose {
        /// The index of the deck among those on offer.
        deck: u8,
    },
    /// Puts a card of the first hand aside, to get another for it.
    Swap {
        /// The card.
        card: Handle,
    },
    /// Keeps the rest of the first hand.
    Keep,
    /// Plays a card from the hand.
    Play {
        /// The card.
        card: Handle,
        /// The row it goes into.
        row: Row,
        /// The slot in the row: the number of cards to the left of it.
        slot: u8,
    },
    /// Uses a rule of a unit.
    Use {
        /// The unit.
        unit: Handle,
        /// The rule.
        rule: Id,
        /// The index of the chosen mode; 0 if there is only one.
        mode: u8,
        /// The target.
        aim: Aim,
    },
    /// Aims the rule that is being used at one more unit.
    Target {
        /// The unit.
        unit: Handle,
    },
    /// Ends aiming: the rule that is being used has no further target.
    Enough,
    /// Moves the unit that has to move to another place in its row.
    Shift {
        /// The place.
        slot: u8,
    },
    /// Puts the unit that came into play to its place.
    Place {
        /// The row.
        row: Row,
        /// The place in the row.
        slot: u8,
    },
    /// Looks at a card of the opponent's hand.
    Look {
        /// The place of its back in the hand, as the player sees it.
        slot: u8,
    },
    /// Discards a card of the hand, because a rule demands it.
    Discard {
        /// The card.
        card: Handle,
    },
    /// Brings a unit back from the own discard pile.
    Revive {
        /// Its name in the files.
        card: Id,
    },
    /// Moves a unit within the row into which a card was just played.
    Arrange {
        /// The unit.
        unit: Handle,
        /// Its new place.
        slot: u8,
    },
    /// Ends the turn.
    End,
    /// Plays no more cards in this round.
    Pass,
}

/// The target of a rule that is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Aim {
    /// No target.
    Nobody,
    /// At a unit.
    Unit(Handle),
    /// At units next to each other.
    Run {
        /// The leftmost.
        first: Handle,
        /// How many.
        count: u8,
    },
    /// At all units of a row.
    Row(Row),
}
