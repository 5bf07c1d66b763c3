//! Results and recordings: what remains of a game.

use crate::{
    CommandKind, Entry, Millis, OpenRequest, PersonId, Scored, SeatPlan, StartDeadline, StartRequest, TableId,
};
use parlor_kit::{ClockPolicy, Id, Outcome, Retirement, Seat, Seats, Secret};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finish {
    /// The table.
    pub table: TableId,
    /// The game.
    pub game: Id,
    /// The game's version.
    pub game_version: String,
    /// Who played, by seat.
    pub participants: Vec<Participant>,
    /// The result; absent if the game was ended without one.
    pub outcome: Option<Outcome>,
    /// Message key that says why there is no result.
    pub aborted: Option<Id>,
    /// When it began.
    pub began_at: Millis,
    /// When it ended.
    pub ended_at: Millis,
    /// How many steps it took.
    pub steps: u32,
    /// Whether it counts for no highscores: something was taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unranked: bool,
    /// What it adds to the game's highscores; a system of the game's module says so.
    #[serde(skip)]
    pub scored: Option<Scored>,
    /// What all luck came from; it may be told now.
    pub secret: Secret,
    /// The hash of the final state, where the rules ended the game.
    pub digest: Option<String>,
}

/// Somebody who played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Participant {
    /// What they were called.
    pub name: Id,
    /// The person; absent for bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The kind of bot; absent for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Id>,
}

/// The newest form of recordings. A recording without [`Done::Command`] still has form 1, which any reader knows.
pub const FORMAT: u32 = 2;

/// The course of a game, complete: whoever has the rules can play it again and verify every shuffle and roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recording {
    /// The version of this form; see [`FORMAT`].
    pub format: u32,
    /// The game.
    pub game: Id,
    /// The game's version.
    pub game_version: String,
    /// The complete options, with content in them.
    pub options: Value,
    /// The clocks.
    pub clock: ClockPolicy,
    /// Who played, by seat.
    pub participants: Vec<Participant>,
    /// The hash that was told at the start.
    pub commitment: String,
    /// What all luck came from.
    pub secret: Secret,
    /// When it began.
    pub began_at: Millis,
    /// What was done, in order.
    pub course: Vec<Recorded>,
    /// The result; absent if the game was ended without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The hash of the final state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// What somebody wrote about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// One thing that was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// Milliseconds since the beginning.
    pub at: Millis,
    /// The round it was done in, counted from 1, where the game has rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The seat.
    pub seat: Seat,
    /// What.
    pub done: Done,
}

/// What was done on a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Done {
    /// It acted.
    Act(Value),
    /// It took too long, and its fallback was played.
    Timeout,
    /// It took no further part.
    Retire(Retirement),
    /// A command of a capability changed the game, such as a takeback. Since form 2.
    Command(CommandKind),
}

impl Recording {
    /// The recording of a finished game, from its entries. `None` if the game never began.
    pub fn new(entries: &[Entry], finish: &Finish) -> Option<Recording> {
        let setup = entries.iter().find_map(|entry| match &entry.command.kind {
            CommandKind::Open(OpenRequest::Open(setup)) => Some(setup),
            _ => None,
        })?;
        let starts = |kind: &CommandKind| {
            matches!(
                kind,
                CommandKind::Start(StartRequest::Start | StartRequest::Due(StartDeadline::Countdown))
            )
        };
        let began_at = entries.iter().find(|entry| starts(&entry.command.kind))?.at;
        let seat_of =
            |person| finish.participants.iter().position(|other| other.person == Some(person)).map(Seat::new);
        let course = entries.iter().filter(|entry| entry.at >= began_at).filter_map(|entry| {
            let asker = entry.command.from.person().and_then(seat_of);
            let (seat, done) = entry.command.kind.recorded(asker)?;
            Some(Recorded { at: entry.at - began_at, round: entry.round, seat, done })
        });
        let course: Vec<Recorded> = course.collect();
        let commands = course.iter().any(|recorded| matches!(recorded.done, Done::Command(_)));
        Some(Recording {
            format: if commands { FORMAT } else { 1 },
            game: finish.game.clone(),
            game_version: finish.game_version.clone(),
            options: setup.options.clone(),
            clock: setup.clock.unwrap_or_default(),
            course,
            participants: finish.participants.clone(),
            commitment: finish.secret.commitment(),
            secret: finish.secret,
            began_at,
            outcome: finish.outcome.clone(),
            digest: finish.digest.clone(),
            description: String::new(),
        })
    }

    /// The seats of a table on which the recording is played again: everybody is a guest of the recording.
    pub(crate) fn plans(&self) -> Vec<SeatPlan> {
        self.participants.iter().map(|_| SeatPlan::Person).collect()
    }

    /// The seats that bots had.
    pub(crate) fn bots(&self) -> Seats {
        let seats = self.participants.iter().enumerate().filter(|(_, participant)| participant.bot.is_some());
        seats.map(|(seat, _)| Seat::new(seat)).collect()
    }
}
