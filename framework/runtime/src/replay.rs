//! Replays a recording through the same runtime that played the game.

use crate::{
    ActRequest, ClockDeadline, ClockRequest, Command, CommandKind, Denial, Done, Effect, FORMAT, Millis,
    OpenRequest, Origin, PersonId, PresenceDeadline, PresenceRequest, Recording, RetireDeadline,
    RetireRequest, Runtime, SeatingRequest, Setup, Shown, StartRequest, TableId, TableUpdate, Update,
    components::Progress, table::settle::FormerBots,
};
use parlor_kit::{Id, Retirement, Rules, Seat, Text, Viewer};
use std::sync::Arc;

/// A replayed recording: the viewer's view at the start, and every update after it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayTimeline {
    /// The view at the start.
    pub start: Shown,
    /// Every step, with the milliseconds since the beginning.
    pub steps: Vec<(Millis, Arc<Update>)>,
}

/// Why a recording is invalid or cannot be replayed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReplayError {
    /// The format version is unknown.
    #[error("this recording has format {0}; formats 1 and {FORMAT} are known")]
    Format(u32),
    /// It belongs to another game.
    #[error("this is a recording of {0}")]
    OtherGame(Id),
    /// The secret does not match the commitment.
    #[error("the luck of this game was not the one announced at its start")]
    Commitment,
    /// The game does not start with these options.
    #[error("the game does not start: {0}")]
    Start(Denial),
    /// An action in it was refused.
    #[error("entry {number} of the course is not possible: {reason}")]
    Impossible {
        /// The number of the action, counted from 1.
        number: usize,
        /// The reason.
        reason: Denial,
    },
    /// An action in it claims another round.
    #[error("entry {number} of the course was not done in round {round}")]
    OtherRound {
        /// The number of the action, counted from 1.
        number: usize,
        /// The round it claims.
        round: u32,
    },
    /// The replay has another result.
    #[error("the recording claims another result than its course gives")]
    OtherOutcome,
    /// The replay has another final state.
    #[error("the recording claims another final position than its course gives")]
    OtherEnd,
}

impl ReplayError {
    /// The error as a message for people.
    pub fn text(&self) -> Text {
        match self {
            ReplayError::Format(format) => Text::new("replay-format").arg("format", *format),
            ReplayError::OtherGame(game) => Text::new("replay-other-game").arg("game", game.clone()),
            ReplayError::Commitment => Text::new("replay-commitment"),
            ReplayError::Start(reason) => Text::new("replay-start").arg("reason", reason.text()),
            ReplayError::Impossible { number, reason } => {
                Text::new("replay-impossible").arg("number", *number).arg("reason", reason.text())
            }
            ReplayError::OtherRound { number, round } => {
                Text::new("replay-other-round").arg("number", *number).arg("round", *round)
            }
            ReplayError::OtherOutcome => Text::new("replay-other-outcome"),
            ReplayError::OtherEnd => Text::new("replay-other-end"),
        }
    }
}

const TABLE: TableId = TableId(1);
const WATCHER: PersonId = PersonId(u64::MAX);

/// Replays a recording as `viewer` saw it, and verifies everything it claims.
pub(crate) fn replay<R: Rules>(
    rules: &Arc<R>,
    recording: &Recording,
    viewer: Viewer,
) -> Result<ReplayTimeline, ReplayError> {
    let id = &rules.bundle().manifest.id;
    if !(1..=FORMAT).contains(&recording.format) {
        return Err(ReplayError::Format(recording.format));
    }
    if recording.game != *id {
        return Err(ReplayError::OtherGame(recording.game.clone()));
    }
    if recording.commitment != recording.secret.commitment() {
        return Err(ReplayError::Commitment);
    }
    let mut runtime = Runtime::new();
    runtime.install_shared(rules.clone());
    runtime.freeze(viewer == Viewer::All);
    runtime.world_mut().insert_resource(FormerBots(recording.bots()));
    let mut stage = Stage {
        runtime,
        watcher: viewer.seat().map_or(WATCHER, person),
        start: None,
        round: None,
        steps: Vec::new(),
        end: None,
    };
    stage.set_up(recording)?;
    for (i, recorded) in recording.course.iter().enumerate() {
        let impossible = |reason| ReplayError::Impossible { number: i + 1, reason };
        for command in stage.ask(recorded.seat, &recorded.done).map_err(impossible)? {
            stage.step(recorded.at, command).map_err(impossible)?;
        }
        // Recordings made before rounds were recorded claim none.
        if let Some(round) = recorded.round.filter(|_| recorded.round != stage.round) {
            return Err(ReplayError::OtherRound { number: i + 1, round });
        }
    }
    stage.finish(recording)
}

/// The person who replays a seat of the recording.
fn person(seat: Seat) -> PersonId {
    PersonId(seat.index() as u64 + 1)
}

struct Stage {
    runtime: Runtime,
    watcher: PersonId,
    start: Option<Shown>,
    /// The round of the last action.
    round: Option<u32>,
    steps: Vec<(Millis, Arc<Update>)>,
    end: Option<Box<crate::Finish>>,
}

impl Stage {
    fn set_up(&mut self, recording: &Recording) -> Result<(), ReplayError> {
        let setup = Setup {
            game: recording.game.clone(),
            opener: Id::new_static("recording"),
            name: String::new(),
            options: recording.options.clone(),
            seats: recording.plans(),
            opener_plays: false,
            spectators: true,
            private: true,
            clock: Some(recording.clock),
            lost: None,
            // Proposals in the recording were allowed at the original table, so the replay allows all.
            allow: CommandKind::proposals().map(|proposal| Id::new_static(proposal.name)).collect(),
            secret: recording.secret,
            // Content may have changed since.
            complete: true,
        };
        let host = |kind: CommandKind| Command::of(Origin::Host, TABLE, kind);
        self.step(0, host(OpenRequest::Open(Box::new(setup)).into())).map_err(ReplayError::Start)?;
        let seats = recording.participants.iter().enumerate().map(|(i, p)| (Seat::new(i), p.name.clone()));
        for (seat, name) in seats {
            let ask = SeatingRequest::Join { name, seat: Some(seat) };
            self.step(0, Command::of(Origin::Person(person(seat)), TABLE, ask))
                .map_err(ReplayError::Start)?;
        }
        if self.watcher == WATCHER {
            let ask = PresenceRequest::Watch { name: Id::new_static("viewer") };
            self.step(0, Command::of(Origin::Person(WATCHER), TABLE, ask)).map_err(ReplayError::Start)?;
        }
        self.start = None;
        self.step(0, host(StartRequest::Start.into())).map_err(ReplayError::Start)
    }

    /// The commands that repeat a recorded action.
    fn ask(&self, seat: Seat, done: &Done) -> Result<Vec<Command>, Denial> {
        let progress = self.runtime.part::<Progress>(TABLE).ok_or(Denial::NotBegun)?;
        let since = *progress.since.get(seat.index()).ok_or(Denial::NoSuchSeat)?;
        let host = |kind: CommandKind| vec![Command::of(Origin::Host, TABLE, kind)];
        let own = |kind: CommandKind| Command::of(Origin::Person(person(seat)), TABLE, kind);
        Ok(match done {
            Done::Act(action) => {
                vec![own(ActRequest::Act {
                    seat,
                    version: progress.version_of(seat),
                    action: action.clone(),
                }
                .into())]
            }
            Done::Timeout => host(ClockRequest::Due(ClockDeadline::Move { seat, version: since }).into()),
            Done::Retire(Retirement::OutOfTime) => {
                host(ClockRequest::Due(ClockDeadline::Total { seat }).into())
            }
            Done::Retire(Retirement::Strikes) => {
                host(RetireRequest::Due(RetireDeadline::Strikes { seat }).into())
            }
            Done::Retire(Retirement::Lost) => {
                let mut gone = vec![own(PresenceRequest::Lost.into())];
                gone.extend(host(PresenceRequest::Due(PresenceDeadline::Gone { seat }).into()));
                gone
            }
            Done::Retire(_) => vec![own(SeatingRequest::Leave.into())],
            // A recording may contain only commands that are themselves recorded.
            Done::Command(kind) => {
                let recorded = kind.recorded(None).is_some_and(|(_, done)| matches!(done, Done::Command(_)));
                if !recorded {
                    return Err(Denial::NotHost);
                }
                host(kind.clone())
            }
        })
    }

    fn step(&mut self, at: Millis, command: Command) -> Result<(), Denial> {
        let output = self.runtime.step(at, [command]);
        if let Some(denial) = self.runtime.take_denial() {
            return Err(denial);
        }
        self.round = output.records.last().and_then(|(_, entry)| entry.round);
        for effect in output.effects {
            match effect {
                Effect::Shown(shown) if shown.to == self.watcher && self.start.is_none() => {
                    self.start = Some(*shown);
                }
                Effect::Update(TableUpdate { updates, .. }) => {
                    let viewer = if self.watcher == WATCHER { Viewer::Public } else { self.own_seat() };
                    let own = updates.into_iter().filter(|(to, _)| to.includes(viewer));
                    self.steps.extend(own.map(|(_, update)| (at, update)));
                }
                Effect::Finished(finish) => self.end = Some(finish),
                _ => {}
            }
        }
        Ok(())
    }

    fn own_seat(&self) -> Viewer {
        Viewer::Seat(Seat::new(self.watcher.0 as usize - 1))
    }

    fn finish(self, recording: &Recording) -> Result<ReplayTimeline, ReplayError> {
        let end = self.end.filter(|end| end.aborted.is_none());
        if let Some(claimed) = &recording.outcome {
            let end = end.ok_or(ReplayError::OtherOutcome)?;
            if end.outcome.as_ref() != Some(claimed) {
                return Err(ReplayError::OtherOutcome);
            }
            if recording.digest.is_some() && recording.digest != end.digest {
                return Err(ReplayError::OtherEnd);
            }
        } else if end.is_some() {
            return Err(ReplayError::OtherOutcome);
        }
        let start = self.start.ok_or_else(|| ReplayError::Start(Denial::NotBegun))?;
        Ok(ReplayTimeline { start, steps: self.steps })
    }
}
