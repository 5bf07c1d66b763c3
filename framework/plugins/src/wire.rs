//! The types of the contract as they cross the border, and what they mean in terms of the kit.

use parlor_kit::{Outcome, Seat, Seats, Turn, Viewer};
use wasmtime::component::{ComponentType, Lift, Lower};

#[derive(Clone, Debug, ComponentType, Lift)]
#[component(variant)]
pub(crate) enum Whose {
    #[component(name = "act")]
    Act(Vec<u8>),
    #[component(name = "table")]
    Table,
    #[component(name = "over")]
    Over(String),
}

#[derive(Clone, Debug, ComponentType, Lift)]
#[component(record)]
pub(crate) struct Standing {
    pub(crate) turn: Whose,
    pub(crate) number: Option<u32>,
}

#[derive(Clone, Debug, ComponentType, Lift)]
#[component(record)]
pub(crate) struct Step {
    pub(crate) state: Vec<u8>,
    pub(crate) standing: Standing,
    pub(crate) events: String,
    #[component(name = "luck-used")]
    pub(crate) luck_used: u32,
}

#[derive(Clone, Debug, ComponentType, Lift)]
#[component(record)]
pub(crate) struct Fallen {
    pub(crate) action: Option<String>,
    #[component(name = "luck-used")]
    pub(crate) luck_used: u32,
}

#[derive(Clone, Debug, ComponentType, Lift)]
#[component(variant)]
pub(crate) enum Failure {
    #[component(name = "refused")]
    Refused(String),
    #[component(name = "more-luck")]
    MoreLuck,
}

#[derive(Clone, Copy, Debug, ComponentType, Lower)]
#[component(variant)]
pub(crate) enum Eyes {
    #[component(name = "seat")]
    Seat(u8),
    #[component(name = "public")]
    Public,
    #[component(name = "all")]
    All,
}

impl From<Viewer> for Eyes {
    fn from(viewer: Viewer) -> Eyes {
        match viewer {
            Viewer::Seat(seat) => Eyes::Seat(number(seat)),
            Viewer::Public => Eyes::Public,
            Viewer::All => Eyes::All,
        }
    }
}

pub(crate) const fn number(seat: Seat) -> u8 {
    seat.index() as u8
}

/// Whose turn it is, if that makes sense at a table with so many seats.
pub(crate) fn turn(whose: Whose, seats: usize) -> Result<Turn, String> {
    Ok(match whose {
        Whose::Act(numbers) => {
            if let Some(bad) = numbers.iter().find(|&&number| usize::from(number) >= seats) {
                return Err(format!("it is the turn of seat {bad} at a table with {seats} seats"));
            }
            if numbers.is_empty() {
                return Err("it is the turn of nobody".into());
            }
            Turn::Act(numbers.into_iter().map(|number| Seat::new(number.into())).collect::<Seats>())
        }
        Whose::Table => Turn::Table,
        Whose::Over(json) => {
            let outcome: Outcome =
                serde_json::from_str(&json).map_err(|error| format!("an outcome cannot be read: {error}"))?;
            outcome.check(seats).map_err(|reason| format!("an outcome makes no sense: {reason}"))?;
            Turn::Over(outcome)
        }
    })
}
