//! What follows from a step: what must be stored, and what may then leave.

use crate::{BotTask, Command, Denial, Finish, Millis, PersonId, RequestId, TableId};
use parlor_kit::{Event, Id, Offers, Outcome, Pick, RawJson, Scene, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// The result of one step. The entries must be stored before any effect is released:
/// then nothing that anybody has seen is ever lost.
#[derive(Debug, Default)]
pub struct Output {
    /// What must be stored, in order.
    pub records: Vec<(TableId, Entry)>,
    /// What may leave afterwards, in order.
    pub effects: Vec<Effect>,
}

/// An accepted command, as it is stored. A table is rebuilt from its entries alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// When it was accepted.
    pub at: Millis,
    /// What was accepted.
    pub command: Command,
    /// The round in which it was done, where it was a move of a game that has rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
}

/// Something that leaves the runtime.
#[derive(Debug)]
pub enum Effect {
    /// The answer to a request.
    Reply(Reply),
    /// The table moved on: to everybody, or to one distinct viewer.
    Update {
        /// Who is to get it.
        to: Recipient,
        /// What changed.
        update: Arc<Update>,
    },
    /// What a seat may do now.
    Offers {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
        /// The version it is offered at.
        version: u32,
        /// What is offered.
        offers: Offered,
    },
    /// Everything a person may see of a table.
    Shown(Box<Shown>),
    /// Something happened around the game: somebody joined, paused, was lost.
    Notice {
        /// The table.
        table: TableId,
        /// What happened; its audience is everybody at the table.
        event: Event,
    },
    /// A seat is reminded of its clock.
    Reminder {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
        /// How much of the time is used, in per cent.
        percent: u8,
        /// How much is left.
        left: Millis,
    },
    /// Somebody said something at a table.
    Said {
        /// The table.
        table: TableId,
        /// Who said it.
        by: PersonId,
        /// What they are called.
        name: Id,
        /// What was said.
        text: String,
        /// The request that said it, so that the host recognises it when it is sent again.
        request: Option<RequestId>,
    },
    /// The list of tables changed.
    Listed(Box<Summary>),
    /// The table is gone.
    Closed(TableId),
    /// Somebody was sent away from a table that has not begun.
    Removed {
        /// The table.
        table: TableId,
        /// Who was sent away.
        person: PersonId,
    },
    /// A bot is to think, outside the runtime.
    Think(Box<BotTask>),
    /// The game is over.
    Finished(Box<Finish>),
    /// Somebody opened a new table with the set-up of this one.
    Rematch {
        /// The finished table.
        table: TableId,
        /// The new one.
        new: TableId,
    },
}

/// What a seat may do now, in the form that whoever sits there asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Offered {
    /// The tree of offers, with everything a person needs to make one of them.
    Tree(Offers),
    /// The actions alone, as a list in JSON, for [`UpdateFormat::ActionsOnly`].
    Actions(String),
}

/// How much an update says to a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpdateFormat {
    /// What changed in the scene, what happened, and the tree of offers.
    #[default]
    Full,
    /// What was played and which actions are possible, for programs that do not draw. The wire calls it `brief`.
    ActionsOnly,
}

impl UpdateFormat {
    /// The format that a connection asked for with `brief`.
    pub const fn from_brief(brief: bool) -> UpdateFormat {
        if brief { UpdateFormat::ActionsOnly } else { UpdateFormat::Full }
    }
}

/// Who an update goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// Everybody at the table: nothing is hidden, so all see the same.
    Everyone,
    /// Those who look through these eyes: the person on a seat, or all spectators.
    Viewer(Viewer),
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Who asked.
    pub to: PersonId,
    /// The request that is answered.
    pub request: Option<RequestId>,
    /// The table.
    pub table: TableId,
    /// Whether it was carried out.
    pub result: Result<Answer, Denial>,
}

/// The answer to a request that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Answer {
    /// The version of the table afterwards.
    pub version: u32,
    /// The seat, where the request was about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// The table moved on by one version.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Update {
    /// The table.
    pub table: TableId,
    /// The version after the update; the one before is one less.
    pub version: u32,
    /// The merge patch from the scene before; absent if nothing visible changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<RawJson>,
    /// Whether the scene was drawn at all: it is not where all updates are actions only. Without it there is no patch,
    /// whatever changed.
    #[serde(skip)]
    pub drawn: bool,
    /// What was played, where nothing is hidden; absent if the table went on by itself.
    #[serde(skip)]
    pub played: Option<Played>,
    /// What happened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// Who may act now.
    pub turn: Seats,
    /// The clocks, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// How the game ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The cells a computer player may choose from now, where everybody is to see them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Pick>,
}

/// An action that was played, whoever chose it: the person, a bot, or the clock.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played {
    /// The seat it was played for.
    pub seat: Seat,
    /// The action.
    pub action: Value,
}

/// Everything a person may see of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// Who is to get it.
    #[serde(skip)]
    pub to: PersonId,
    /// The table as it stands in the list.
    pub table: Summary,
    /// Whose eyes it is seen through.
    pub viewer: Viewer,
    /// The version.
    pub version: u32,
    /// The scene; empty before the start.
    pub scene: Scene,
    /// What the person may do now.
    pub offers: Offers,
    /// Who may act now.
    pub turn: Seats,
    /// The clocks, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// The cells a computer player may choose from now, where everybody is to see them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Pick>,
    /// The proposal that players vote on, while there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposed>,
}

/// A proposal that players vote on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Proposed {
    /// What is proposed, such as `abort`.
    pub what: &'static str,
    /// Message key that says so, for `who` proposes it.
    pub text: &'static str,
    /// Who made it.
    pub by: Seat,
    /// Who agreed so far.
    pub agreed: Seats,
    /// Until when there is time to answer.
    pub until: Millis,
    /// The version of the table when it was made.
    pub version: u32,
}

/// The clocks of a table at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clocks {
    /// The moment.
    pub at: Millis,
    /// The clock of each seat.
    pub seats: Vec<SeatClock>,
}

/// The clock of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatClock {
    /// Whether it runs.
    pub running: bool,
    /// What is left for the move, where it is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_left: Option<Millis>,
    /// What is left in total, where it is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_left: Option<Millis>,
}

/// A table as it stands in the list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The table.
    pub table: TableId,
    /// The game.
    pub game: Id,
    /// The game's version.
    pub game_version: String,
    /// What the table is called.
    pub name: String,
    /// Who opened it.
    pub opener: PersonId,
    /// Where it stands.
    pub phase: PhaseName,
    /// When the countdown ends, while there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begins_at: Option<Millis>,
    /// Who sits where.
    pub seats: Vec<SeatSummary>,
    /// Who watches: how many.
    pub watchers: usize,
    /// Whether anybody may watch.
    pub spectators: bool,
    /// Whether it is left out of the public list.
    pub private: bool,
    /// The hash of the secret that all luck comes from.
    pub commitment: Id,
    /// How it ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// When it was opened.
    pub opened_at: Millis,
    /// What its players can vote on, such as `abort`.
    pub proposals: Vec<&'static str>,
}

/// A seat as it stands in the list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatSummary {
    /// What whoever sits there is called; empty if nobody does.
    pub name: Id,
    /// The person who sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The kind of the bot that sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<Id>,
    /// Whether the person is connected.
    pub present: bool,
    /// Whether a bot plays for the person.
    pub stand_in: bool,
    /// Whether the seat takes no further part.
    pub retired: bool,
}

/// Where a table stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PhaseName {
    /// It waits for players.
    Waiting,
    /// It is about to start.
    Countdown,
    /// The game runs.
    Running,
    /// The game is paused.
    Paused,
    /// The game is over.
    Over,
    /// The game was ended without a result.
    Aborted,
}
