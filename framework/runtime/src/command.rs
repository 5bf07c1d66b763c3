//! What people, bots and the host ask of a table.

use crate::{CommandKind, Millis, PersonId, RequestId, TableId};
use parlor_kit::{ClockPolicy, Id, LostPolicy, Secret};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One request to one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// The table.
    pub table: TableId,
    /// Who asks. Whoever drives the runtime has made sure of it.
    pub from: Origin,
    /// The client's request; repeated requests are answered again, not carried out again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestId>,
    /// How long the request was on its way, as far as it is known; given back on the clock within a small bound.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lag: Millis,
    /// What is asked.
    #[serde(rename = "ask")]
    pub kind: CommandKind,
}

fn is_zero(lag: &Millis) -> bool {
    *lag == 0
}

impl Command {
    /// A request by a person.
    pub fn by(
        person: PersonId,
        request: impl Into<RequestId>,
        table: TableId,
        kind: impl Into<CommandKind>,
    ) -> Command {
        let request = Some(request.into());
        Command { table, from: Origin::Person(person), request, lag: 0, kind: kind.into() }
    }

    /// A request by the host or a bot, to which nobody waits for an answer.
    pub fn of(from: Origin, table: TableId, kind: impl Into<CommandKind>) -> Command {
        Command { table, from, request: None, lag: 0, kind: kind.into() }
    }
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// A person.
    Person(PersonId),
    /// A bot that thought about a seat's move.
    Bot,
    /// The host: an operator, a deadline, a restart.
    Host,
}

impl Origin {
    /// The person, if it is one.
    pub const fn person(self) -> Option<PersonId> {
        match self {
            Origin::Person(person) => Some(person),
            _ => None,
        }
    }
}

/// How a table is opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    /// The game.
    pub game: Id,
    /// What the opener is called.
    pub opener: Id,
    /// What the table is called; empty for none.
    #[serde(default)]
    pub name: String,
    /// The options as chosen; when recorded, complete and with content in place of its name.
    #[serde(default)]
    pub options: Value,
    /// Who is to sit where.
    pub seats: Vec<SeatPlan>,
    /// Whether the opener takes the first seat for people.
    #[serde(default = "yes")]
    pub opener_plays: bool,
    /// Whether anybody may watch.
    #[serde(default = "yes")]
    pub spectators: bool,
    /// Whether the table is left out of the list.
    #[serde(default)]
    pub private: bool,
    /// The clocks; the game's own if absent.
    #[serde(default)]
    pub clock: Option<ClockPolicy>,
    /// What happens to lost players; the game's own if absent.
    #[serde(default)]
    pub lost: Option<LostPolicy>,
    /// What the opener agreed to beforehand, such as `takeback`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<Id>,
    /// What all luck of this table comes from.
    pub secret: Secret,
    /// Whether [`InstalledGames::complete`](crate::InstalledGames::complete) has completed the options. Not recorded.
    #[serde(skip)]
    pub complete: bool,
}

fn yes() -> bool {
    true
}

/// Who is to sit on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum SeatPlan {
    /// Whoever joins.
    Person,
    /// A bot.
    Bot {
        /// Its kind; the game's default if empty.
        #[serde(default)]
        kind: Id,
        /// What it is called; its kind if empty.
        #[serde(default)]
        name: Id,
    },
}
