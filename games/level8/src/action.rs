//! The actions of a player.

use crate::Meaning;
use parlor_kit::{Seat, cards::Handle};
use serde::{Deserialize, Serialize};

/// One step of a player's turn. Cards are named by their handles, combinations by their place in the level.
///
/// ```
/// use level8::{Action, Source};
///
/// let action: Action = serde_json::from_str(r#"{"take": "draw"}"#)?;
/// assert_eq!(action, Action::Take(Source::Draw));
/// assert_eq!(serde_json::to_string(&Action::LayOut)?, r#""lay-out""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Takes the top card of a pile.
    Take(Source),
    /// Puts a card of the hand into a part of the level that is being composed, or moves it there from another part.
    Put {
        /// The card.
        card: Handle,
        /// The part, counted from 0.
        part: u8,
    },
    /// Takes a card back from the level that is being composed.
    Back {
        /// The card.
        card: Handle,
    },
    /// Chooses what a part stands for, if its cards leave that open.
    Mean {
        /// The part, counted from 0.
        part: u8,
        /// The lowest number of a run, the number of a set, the colour of a group.
        meaning: Meaning,
    },
    /// Composes the level from the cards of the hand, if it contains the level.
    Suggest,
    /// Lays out the level as it is composed.
    LayOut,
    /// Adds a card to a row on the table.
    Add {
        /// The card.
        card: Handle,
        /// The row.
        row: Row,
        /// The end of the row.
        end: End,
    },
    /// Puts a card on the own discard pile, which ends the turn.
    Discard {
        /// The card.
        card: Handle,
    },
    /// Places a skip in front of another player, which ends the turn.
    Skip {
        /// The skip.
        card: Handle,
        /// The player who has to miss a turn.
        victim: Seat,
    },
}

impl Action {
    /// Whether it only composes the level: it changes nothing on the table, and nobody else learns of it.
    pub const fn composes(&self) -> bool {
        matches!(self, Action::Put { .. } | Action::Back { .. } | Action::Mean { .. } | Action::Suggest)
    }
}

/// The pile a card is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The draw pile.
    Draw,
    /// The discard pile of a player.
    Discard(Seat),
}

/// A laid-out combination: its owner, and the part of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The player who laid it out.
    pub seat: Seat,
    /// The part of the level, counted from 0.
    pub part: u8,
}

/// An end of a row. Sets and groups grow at their high end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// Below the lowest number.
    Low,
    /// Above the highest number.
    High,
}
