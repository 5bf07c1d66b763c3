//! The values passed between host and plugin, defined once for both sides.
//!
//! With the feature `host` they can be read from and written to wasm components.

use crate::{encoding::encode_record, json_writer::json};
use parlor_kit::{ContentFault, Refusal, Seat, Turn, Viewer};
#[cfg(feature = "host")]
use wasmtime::component::{ComponentType, Lift, Lower};

/// Which seats may act now.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift), component(variant))]
pub enum WireTurn {
    /// These seats.
    #[cfg_attr(feature = "host", component(name = "act"))]
    Act(Vec<u8>),
    /// No seat chooses; the host calls `proceed`.
    #[cfg_attr(feature = "host", component(name = "table"))]
    Table,
    /// The game is over; the outcome as JSON.
    #[cfg_attr(feature = "host", component(name = "over"))]
    Over(String),
}

/// The status of a game.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift), component(record))]
pub struct GameStatus {
    /// Which seats may act now.
    pub turn: WireTurn,
    /// The number of the turn, if turns are counted.
    #[cfg_attr(feature = "host", component(name = "turn-number"))]
    pub turn_number: Option<u32>,
    /// The number of the round, if rounds are counted.
    #[cfg_attr(feature = "host", component(name = "round-number"))]
    pub round_number: Option<u32>,
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift), component(record))]
pub struct Step {
    /// The game after the step.
    pub state: Vec<u8>,
    /// The status after it.
    pub status: GameStatus,
    /// The events, as a JSON array.
    pub events: String,
    /// The number of random values used.
    #[cfg_attr(feature = "host", component(name = "luck-used"))]
    pub luck_used: u32,
}

/// The action played for a seat that ran out of time.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift), component(record))]
pub struct FallbackChoice {
    /// The action as JSON.
    pub action: Option<String>,
    /// The number of random values used.
    #[cfg_attr(feature = "host", component(name = "luck-used"))]
    pub luck_used: u32,
}

/// Why a step failed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift), component(variant))]
pub enum Failure {
    /// It is against the rules; the reason as JSON.
    #[cfg_attr(feature = "host", component(name = "refused"))]
    Refused(String),
    /// More random values are needed.
    #[cfg_attr(feature = "host", component(name = "more-luck"))]
    MoreLuck,
}

/// A fault in content.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lift), component(record))]
pub struct WireContentFault {
    /// The place, as a JSON pointer.
    pub at: String,
    /// The description, as JSON.
    pub text: String,
}

/// A viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "host", derive(ComponentType, Lower), component(variant))]
pub enum WireViewer {
    /// The player on this seat.
    #[cfg_attr(feature = "host", component(name = "seat"))]
    Seat(u8),
    /// Spectators.
    #[cfg_attr(feature = "host", component(name = "public"))]
    Public,
    /// Nothing is hidden.
    #[cfg_attr(feature = "host", component(name = "all"))]
    All,
}

encode_record!(GameStatus { turn, turn_number, round_number });
encode_record!(Step { state, status, events, luck_used });
encode_record!(FallbackChoice { action, luck_used });
encode_record!(WireContentFault { at, text });

impl From<Turn> for WireTurn {
    fn from(turn: Turn) -> WireTurn {
        match turn {
            Turn::Act(seats) => WireTurn::Act(seats.iter().map(|seat| seat.index() as u8).collect()),
            Turn::Table => WireTurn::Table,
            Turn::Over(outcome) => WireTurn::Over(json(&outcome)),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(json(&refusal))
    }
}

impl From<ContentFault> for WireContentFault {
    fn from(fault: ContentFault) -> WireContentFault {
        WireContentFault { at: fault.at, text: json(&fault.text) }
    }
}

impl From<Viewer> for WireViewer {
    fn from(viewer: Viewer) -> WireViewer {
        match viewer {
            Viewer::Seat(seat) => WireViewer::Seat(seat.index() as u8),
            Viewer::Public => WireViewer::Public,
            Viewer::All => WireViewer::All,
        }
    }
}

impl From<WireViewer> for Viewer {
    fn from(viewer: WireViewer) -> Viewer {
        match viewer {
            WireViewer::Seat(seat) => Viewer::Seat(Seat::new(seat.into())),
            WireViewer::Public => Viewer::Public,
            WireViewer::All => Viewer::All,
        }
    }
}
