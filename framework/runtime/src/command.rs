//! Commands: requests of people, bots and the host to a table.

use crate::{CommandKind, Millis, PersonId, RequestId, TableId};
use parlor_kit::{ClockPolicy, Id, LostPolicy, SecretSeed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One request to one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// The table.
    pub table: TableId,
    /// The sender. The caller of the runtime has authenticated it.
    pub from: Origin,
    /// The client's request id; a retried request gets the cached reply and is not executed again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestId>,
    /// Network latency of the request, if known; credited to the clock up to a small bound.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lag: Millis,
    /// The request.
    #[serde(rename = "ask")]
    pub kind: CommandKind,
}

pub(crate) fn is_zero(time: &Millis) -> bool {
    *time == 0
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

    /// A request by the host or a bot, which expects no reply.
    pub fn of(from: Origin, table: TableId, kind: impl Into<CommandKind>) -> Command {
        Command { table, from, request: None, lag: 0, kind: kind.into() }
    }
}

/// The sender of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// A person.
    Person(PersonId),
    /// A bot, with the move it computed for a seat.
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
    /// The opener's name.
    pub opener: Id,
    /// The table's name; may be empty.
    #[serde(default)]
    pub name: String,
    /// The options as chosen; in the journal they are complete, with content in place of its name.
    #[serde(default)]
    pub options: Value,
    /// The plan for each seat: a person or a bot.
    pub seats: Vec<SeatPlan>,
    /// Whether the opener takes the first seat for people.
    #[serde(default = "yes")]
    pub opener_plays: bool,
    /// Whether spectators are allowed.
    #[serde(default = "yes")]
    pub spectators: bool,
    /// Whether the table is omitted from the public list.
    #[serde(default)]
    pub private: bool,
    /// The clocks; the game's own if absent.
    #[serde(default)]
    pub clock: Option<ClockPolicy>,
    /// What happens to lost players; the game's own if absent.
    #[serde(default)]
    pub lost: Option<LostPolicy>,
    /// Proposals the opener agreed to beforehand, such as `takeback`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<Id>,
    /// The secret from which all luck of this table is derived.
    pub secret: SecretSeed,
    /// Whether [`InstalledGames::complete`](crate::InstalledGames::complete) has completed the options. Not recorded.
    #[serde(skip)]
    pub complete: bool,
}

fn yes() -> bool {
    true
}

/// Whether a seat is for a person or a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum SeatPlan {
    /// The seat is free for any person who joins.
    Person,
    /// A bot.
    Bot {
        /// Its kind; the game's default if empty.
        #[serde(default)]
        kind: Id,
        /// Its name; its kind if empty.
        #[serde(default)]
        name: Id,
    },
}
