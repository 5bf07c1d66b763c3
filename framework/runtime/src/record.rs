//! Results and recordings of finished games.

use crate::{
    CommandKind, Entry, Millis, OpenRequest, PersonId, Scored, SeatPlan, StartDeadline, StartRequest, TableId,
};
use parlor_kit::{ClockPolicy, Id, Outcome, Retirement, Seat, Seats, SecretSeed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finish {
    /// The table.
    pub table: TableId,
    /// The game.
    pub game: Id,
    /// The game's version.
    pub game_version: String,
    /// The participants, by seat.
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
    /// Whether it is excluded from highscores, because a choice was taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unranked: bool,
    /// The entry for the game's highscores; a system of the game's module sets it.
    #[serde(skip)]
    pub scored: Option<Scored>,
    /// The secret from which all luck was derived; it may be published now.
    pub secret: SecretSeed,
    /// The hash of the final state, if the rules ended the game.
    pub digest: Option<String>,
}

impl Finish {
    /// The side that decided the result, if there is one.
    pub fn decider(&self) -> Option<Decider> {
        self.outcome.as_ref().map(|outcome| Decider::of(&self.participants, outcome))
    }
}

/// A person or bot who played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Participant {
    /// The name at the table.
    pub name: Id,
    /// The person; absent for bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The kind of bot; absent for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Id>,
    /// Who made the choices of the seat; absent in results of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<SeatPlay>,
}

/// Who made the choices of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeatPlay {
    /// The choices of the seat's own person or bot.
    pub own: u32,
    /// The choices of a bot that stood in for the person.
    pub stand_in: u32,
    /// The fallbacks that were played because the time for a move was over.
    pub clock: u32,
    /// Whether the person was connected when the game ended.
    pub here: bool,
}

/// The side that decided a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decider {
    /// A person won by their own play.
    Person,
    /// A stand-in or the clock won for an absent person, or no player was left: the result is in no person's
    /// record.
    StandIn,
    /// Bots won.
    Bot,
}

impl Participant {
    /// Whether the game is part of the person's record: the person made a choice, or stayed to the end.
    pub fn took_part(&self) -> bool {
        self.person.is_some() && self.played.is_none_or(|played| played.own > 0 || played.here)
    }

    /// Whether the person, and not a stand-in or the clock, played the seat.
    pub fn played_in_person(&self) -> bool {
        let mostly = |played: SeatPlay| played.own >= played.stand_in.saturating_add(played.clock);
        self.took_part() && self.played.is_none_or(mostly)
    }
}

impl Decider {
    /// The side that decided a result. In a draw every seat has a share in it.
    pub fn of(participants: &[Participant], outcome: &Outcome) -> Decider {
        let people = || participants.iter().filter(|participant| participant.person.is_some());
        let winners = || outcome.winners().iter().filter_map(|seat| participants.get(seat.index()));
        let is_here = |person: &Participant| person.played.is_none_or(|played| played.here);
        if people().next().is_some() && !people().any(is_here) {
            Decider::StandIn
        } else if winners().all(|winner| winner.person.is_none()) {
            Decider::Bot
        } else if winners().all(|winner| winner.person.is_none() || winner.played_in_person()) {
            Decider::Person
        } else {
            Decider::StandIn
        }
    }
}

/// The newest format version of recordings. A recording without [`Done::Command`] still has version 1, which
/// any reader supports.
pub const FORMAT: u32 = 2;

/// The complete course of a game: with the rules it can be replayed, and every shuffle and roll verified.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recording {
    /// The format version; see [`FORMAT`].
    pub format: u32,
    /// The game.
    pub game: Id,
    /// The game's version.
    pub game_version: String,
    /// The complete options, with content in them.
    pub options: Value,
    /// The clocks.
    pub clock: ClockPolicy,
    /// The participants, by seat.
    pub participants: Vec<Participant>,
    /// The hash of the secret, published at the start.
    pub commitment: String,
    /// The secret from which all luck was derived.
    pub secret: SecretSeed,
    /// When it began.
    pub began_at: Millis,
    /// The recorded actions, in order.
    pub course: Vec<Recorded>,
    /// The result; absent if the game was ended without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The hash of the final state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// A free description.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// One recorded action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// Milliseconds since the beginning.
    pub at: Millis,
    /// The round, counted from 1, in games with rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The seat.
    pub seat: Seat,
    /// What was done.
    pub done: Done,
}

/// What was done on a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Done {
    /// The seat played this action.
    Act(Value),
    /// The seat ran out of time, and its fallback was played.
    Timeout,
    /// The seat retired.
    Retire(Retirement),
    /// A command of a capability changed the game, such as a takeback. Since format version 2.
    Command(CommandKind),
}

impl Recording {
    /// Builds the recording of a finished game from its journal. `None` if the game never began.
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

    /// The seat plans of the table on which the recording is replayed: every seat is a person's.
    pub(crate) fn plans(&self) -> Vec<SeatPlan> {
        self.participants.iter().map(|_| SeatPlan::Person).collect()
    }

    /// The seats that bots played.
    pub(crate) fn bots(&self) -> Seats {
        let seats = self.participants.iter().enumerate().filter(|(_, participant)| participant.bot.is_some());
        seats.map(|(seat, _)| Seat::new(seat)).collect()
    }
}
