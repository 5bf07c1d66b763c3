//! The output of a step: entries to store, and effects to send once they are stored.

use crate::{BotTask, Command, Denial, Finish, Millis, PersonId, RequestId, TableId};
use parlor_kit::{
    ClockPolicy, Event, Id, Offers, Outcome, Pick, RawJson, Scene, Seat, Seats, TablePolicy, Viewer,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use smallvec::SmallVec;
use std::sync::Arc;

/// The result of one step. The caller must store the entries before it releases any effect: then nothing that
/// a client has seen is ever lost.
#[derive(Debug, Default)]
pub struct Output {
    /// The entries to store, in order.
    pub records: Vec<(TableId, Entry)>,
    /// The effects to release afterwards, in order.
    pub effects: Vec<Effect>,
}

/// An accepted command as stored in the journal. A table is rebuilt from its entries alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The time it was accepted.
    pub at: Millis,
    /// The accepted command.
    pub command: Command,
    /// The round it was executed in, for moves of a game with rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
}

/// A message that leaves the runtime.
#[derive(Debug)]
pub enum Effect {
    /// The reply to a request.
    Reply(Reply),
    /// A table advanced by one version.
    Update(TableUpdate),
    /// A full view of a table for one person.
    Shown(Box<Shown>),
    /// The reply to a player who asked for an imagined state.
    Imagined(Box<ImaginedState>),
    /// An event around the game: a player joined, paused, was lost.
    Notice {
        /// The table.
        table: TableId,
        /// The event, for every person at the table.
        event: Event,
    },
    /// A seat is reminded of its clock.
    Reminder {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
        /// The used part of the time, in per cent.
        percent: u8,
        /// The time left.
        left: Millis,
    },
    /// A chat message at a table.
    Said {
        /// The table.
        table: TableId,
        /// The sender.
        by: PersonId,
        /// The sender's name.
        name: Id,
        /// The message.
        text: String,
        /// The id of the request, so that the host recognises a retry.
        request: Option<RequestId>,
    },
    /// A table's entry in the list changed.
    Listed(Box<Summary>),
    /// The table no longer exists.
    Closed(TableId),
    /// A person was removed from a table that has not begun.
    Removed {
        /// The table.
        table: TableId,
        /// The removed person.
        person: PersonId,
    },
    /// A bot is to compute a move, outside the runtime.
    Think(Box<BotTask>),
    /// The game is over.
    Finished(Box<Finish>),
    /// A person is back, after a stand-in or the clock made choices for them. It follows the view of the table.
    PlayedFor {
        /// The table.
        table: TableId,
        /// The person.
        person: PersonId,
        /// The number of choices.
        choices: u32,
    },
    /// The rematch of this table is open.
    Rematch {
        /// The person who is told; absent for all persons at the table.
        to: Option<PersonId>,
        /// The finished table.
        table: TableId,
        /// The new one.
        new: TableId,
    },
}

/// A state as a seat may imagine it: what the seat knows is as it is, everything else is drawn anew.
pub struct ImaginedState {
    /// The player.
    pub to: PersonId,
    /// The request.
    pub request: Option<RequestId>,
    /// The table.
    pub table: TableId,
    /// The version of the table.
    pub version: u32,
    pub(crate) write: Box<dyn FnOnce() -> Vec<u8> + Send + Sync>,
}

impl ImaginedState {
    /// Draws and writes the state, in the form of [`Rules::save`](parlor_kit::Rules::save). It takes as long as
    /// the rules do and unwinds if they fail, so it belongs on a thread that can wait.
    pub fn write(self) -> Vec<u8> {
        (self.write)()
    }
}

impl std::fmt::Debug for ImaginedState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ImaginedState")
            .field("table", &self.table)
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

/// The messages about one step of a table.
#[derive(Debug)]
pub struct TableUpdate {
    /// The table.
    pub table: TableId,
    /// The update for all viewers, or for each distinct viewer. Viewers may count versions differently.
    pub updates: SmallVec<[(Recipient, Arc<Update>); 1]>,
    /// The legal actions of the seats that may act now, valid for the version of their update.
    pub offers: SmallVec<[(Seat, Offered); 1]>,
}

/// The legal actions of a seat, in the format that its client asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Offered {
    /// The tree of offers, with everything a person needs to make one of them.
    Tree(Offers),
    /// The actions alone, as a JSON list, for [`UpdateFormat::ActionsOnly`].
    Actions(String),
}

/// The level of detail of updates to a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpdateFormat {
    /// The scene patch, the events, and the tree of offers.
    #[default]
    Full,
    /// The played action and the legal actions, for programs that do not draw. The wire format calls it
    /// `brief`.
    ActionsOnly,
}

impl UpdateFormat {
    /// The format for the `brief` flag of a connection.
    pub const fn from_brief(brief: bool) -> UpdateFormat {
        if brief { UpdateFormat::ActionsOnly } else { UpdateFormat::Full }
    }
}

/// The recipients of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// Every person at the table: the game hides nothing, so all get the same update.
    Everyone,
    /// The persons who are this viewer: the player on a seat, or all spectators.
    Viewer(Viewer),
}

impl Recipient {
    /// Whether the update is for this viewer.
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Recipient::Everyone => true,
            Recipient::Viewer(only) => only == viewer,
        }
    }
}

/// The reply to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The person who sent the request.
    pub to: PersonId,
    /// The id of the request.
    pub request: Option<RequestId>,
    /// The table.
    pub table: TableId,
    /// The answer, or why it was not executed.
    pub result: Result<Answer, Denial>,
}

/// The answer to a request that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Answer {
    /// The version of the table after the request.
    pub version: u32,
    /// The seat, where the request was about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// The table advanced by one version.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Update {
    /// The table.
    pub table: TableId,
    /// The version after the update; the one before is one less.
    pub version: u32,
    /// The merge patch from the previous scene; absent if nothing visible changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<RawJson>,
    /// Whether the scene was drawn: it is not if all updates are actions only. Without a drawn scene there is
    /// no patch, whatever changed.
    #[serde(skip)]
    pub drawn: bool,
    /// The played action, in games without hidden information; absent for a step without a choice.
    #[serde(skip)]
    pub played: Option<Played>,
    /// The events of the step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// The seats that may act now.
    pub turn: Seats,
    /// The clocks, if the table has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// The result, if the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The cells a computer player may choose from now, if all viewers may see them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Pick>,
}

/// A played action, whether chosen by the person, a bot, or the clock.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played {
    /// The seat it was played for.
    pub seat: Seat,
    /// The action.
    pub action: Value,
}

/// A full view of a table for one person.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// The recipient.
    #[serde(skip)]
    pub to: PersonId,
    /// The table's entry in the list.
    pub table: Summary,
    /// The viewer for whom the scene is drawn.
    pub viewer: Viewer,
    /// The version.
    pub version: u32,
    /// The scene; before the start, as the game is set up for all seats.
    pub scene: Scene,
    /// The legal actions of the person.
    pub offers: Offers,
    /// The seats that may act now.
    pub turn: Seats,
    /// The clocks, if the table has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// The cells a computer player may choose from now, if all viewers may see them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Pick>,
    /// The proposal that is being voted on, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposed>,
}

/// A proposal that is being voted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Proposed {
    /// The name of the proposal, such as `abort`.
    pub what: &'static str,
    /// Message key of its announcement; `who` is the proposer.
    pub text: &'static str,
    /// The seat that made it.
    pub by: Seat,
    /// The seats that agreed so far.
    pub agreed: Seats,
    /// The deadline for answers.
    pub until: Millis,
    /// The version of the table when it was made.
    pub version: u32,
}

/// A snapshot of a table's clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clocks {
    /// The time of the snapshot.
    pub at: Millis,
    /// The clock of each seat.
    pub seats: Vec<SeatClock>,
}

/// The clock of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatClock {
    /// Whether it runs.
    pub running: bool,
    /// How long the steps before the decision are still shown; until then no time is used.
    #[serde(skip_serializing_if = "crate::command::is_zero")]
    pub starts_in: Millis,
    /// The time left for the move, if limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_left: Option<Millis>,
    /// The total time left, if limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_left: Option<Millis>,
}

/// A table's entry in the list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The table.
    pub table: TableId,
    /// The game.
    pub game: Id,
    /// The game's version.
    pub game_version: String,
    /// The table's name.
    pub name: String,
    /// The person who opened it.
    pub opener: PersonId,
    /// Its phase.
    pub phase: PhaseName,
    /// When the countdown ends, while there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begins_at: Option<Millis>,
    /// The seats.
    pub seats: Vec<SeatSummary>,
    /// The number of spectators.
    pub watchers: usize,
    /// Whether spectators are allowed.
    pub spectators: bool,
    /// Whether it is omitted from the public list.
    pub private: bool,
    /// The hash of the secret from which all luck is derived.
    pub commitment: Id,
    /// The result, if the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// When it was opened.
    pub opened_at: Millis,
    /// The clocks.
    pub clock: ClockPolicy,
    /// What the table allows.
    pub policy: TablePolicy,
    /// The proposals its players can vote on, such as `abort`.
    pub proposals: Vec<&'static str>,
}

/// A seat in the list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatSummary {
    /// The name of the person or bot on the seat; empty if it is free.
    pub name: Id,
    /// The person on the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The kind of the bot on the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<Id>,
    /// Whether the person is connected.
    pub present: bool,
    /// Whether a bot plays for the person.
    pub stand_in: bool,
    /// Whether the seat takes no further part.
    pub retired: bool,
}

/// The phase of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PhaseName {
    /// Waits for players.
    Waiting,
    /// The countdown runs.
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
