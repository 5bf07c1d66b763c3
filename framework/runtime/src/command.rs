//! What people, bots and the host ask of a table.

use crate::{Millis, PersonId, RequestId, TableId};
use parlor_kit::{ClockPolicy, Id, LostPolicy, Seat, Secret};
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
    /// The client's number for the request; repeated requests are answered again, not carried out again.
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
    pub fn by(person: PersonId, request: RequestId, table: TableId, kind: CommandKind) -> Command {
        Command { table, from: Origin::Person(person), request: Some(request), lag: 0, kind }
    }

    /// A request by the host or a bot, to which nobody waits for an answer.
    pub fn of(from: Origin, table: TableId, kind: CommandKind) -> Command {
        Command { table, from, request: None, lag: 0, kind }
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

/// What is asked of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum CommandKind {
    /// Opens the table.
    Open(Box<Setup>),
    /// Sits down, on this seat or the first free one.
    Join {
        /// What the person is called.
        name: Id,
        /// The seat; the first free one if absent.
        #[serde(default)]
        seat: Option<Seat>,
    },
    /// Gets up; while a game runs that is to give up.
    Leave,
    /// Sends the person on a seat away; the opener may do so before the start.
    Kick {
        /// The seat.
        seat: Seat,
    },
    /// Gives a free seat to a bot or back to people; the opener may do so before the start.
    Arrange {
        /// The seat.
        seat: Seat,
        /// Who is to sit there.
        plan: SeatPlan,
    },
    /// Closes the table before the start.
    Cancel,
    /// Starts the game with those who sit.
    Start,
    /// Plays an action for a seat.
    Act {
        /// The seat; it must be the person's own.
        seat: Seat,
        /// The version of the table that the person saw.
        version: u32,
        /// The action.
        action: Value,
    },
    /// A bot found no action: the fallback is played for it.
    Stuck {
        /// The seat.
        seat: Seat,
        /// The version the bot thought about.
        version: u32,
    },
    /// Gives up.
    Resign,
    /// Stops the clocks.
    Pause,
    /// Lets the clocks run again.
    Resume,
    /// Proposes to end the game without a result.
    ProposeAbort,
    /// Answers a proposal to end the game without a result.
    VoteAbort {
        /// Whether the person agrees.
        agree: bool,
    },
    /// Says something at the table.
    Say {
        /// What is said.
        text: String,
    },
    /// Watches the table.
    Watch {
        /// What the person is called.
        name: Id,
    },
    /// Stops watching.
    Unwatch,
    /// The person's last connection is gone.
    Lost,
    /// The person is connected again, and is shown everything.
    Back,
    /// Shows everything the person may see.
    Look,
    /// Opens a new table with the same set-up, after the end.
    Rematch {
        /// The new table.
        table: TableId,
        /// The new table's secret.
        secret: Secret,
    },
    /// A deadline passed. Recorded, so that a restored table decides as it did before.
    Due(Deadline),
    /// The host came back after a stop; clocks begin anew for those who are to act.
    Restart,
    /// The operator ends the game without a result.
    Stop,
    /// The rules broke down; the game ends without a result.
    Fault {
        /// What the rules said.
        reason: String,
    },
    /// The table goes on by itself. Never recorded: it follows from the game.
    #[serde(skip)]
    Proceed,
    /// A seat that takes no further part plays its fallback. Never recorded: it follows from the game.
    #[serde(skip)]
    PlayOn {
        /// The seat.
        seat: Seat,
    },
}

impl CommandKind {
    /// Whether only the host and its bots may ask this; no person can pretend to be a clock.
    pub const fn is_the_hosts(&self) -> bool {
        matches!(
            self,
            CommandKind::Stuck { .. }
                | CommandKind::Due(_)
                | CommandKind::Restart
                | CommandKind::Stop
                | CommandKind::Fault { .. }
                | CommandKind::Proceed
                | CommandKind::PlayOn { .. }
        )
    }

    /// The action that is asked for.
    pub(crate) const fn action(&self) -> Option<&Value> {
        match self {
            CommandKind::Act { action, .. } => Some(action),
            _ => None,
        }
    }
}

/// A deadline that passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Deadline {
    /// The countdown to the start.
    Countdown,
    /// A seat's time for its move.
    Move {
        /// The seat.
        seat: Seat,
        /// The version at which the decision began.
        version: u32,
    },
    /// A seat's total time.
    Total {
        /// The seat.
        seat: Seat,
    },
    /// The time to object to ending the game.
    Vote,
    /// The time for a lost player to come back before the table does without.
    Lost {
        /// The seat.
        seat: Seat,
    },
    /// The time for a lost player to come back before the seat loses.
    Gone {
        /// The seat.
        seat: Seat,
    },
    /// The last refusal a seat may have.
    Strikes {
        /// The seat.
        seat: Seat,
    },
    /// Nobody was there for too long.
    Abandoned,
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
    /// What all luck of this table comes from.
    pub secret: Secret,
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
