//! The end of a game and of a table.

use crate::{
    Answer, Command, CommandKind, Denial, Effect, Entry, Finish, Finished, Origin, Participant, SeatPlan,
    SeatPlay, SeatingRequest,
    capability::{Registry, Request, variant_names},
    components::{About, Chair, Decisions, Phase, Progress, Retired, Seating},
    inbox::{Batch, Inbox, Index, Now},
    outbox::Outbox,
    table::{
        Capability,
        list::Changed,
        presence::{Occupants, Presence},
    },
    timers::{ScheduledTimers, Timers},
};
use bevy_ecs::prelude::*;
use parlor_kit::{Event, Id, Outcome, Seat, Seats};
use serde::{Deserialize, Serialize};

/// Ending a game early.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum CloseRequest {
    /// The operator ends the game without a result.
    Stop,
    /// The rules panicked; the game ends without a result.
    Fault {
        /// The panic message.
        reason: String,
    },
    /// The table was empty for too long. Recorded, so that a restored table makes the same decision.
    Due(CloseDeadline),
}

/// A deadline after which a table is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum CloseDeadline {
    /// No person was connected for too long.
    Abandoned,
}

impl Request for CloseRequest {
    fn deadlines() -> &'static [&'static str] {
        variant_names::<CloseDeadline>()
    }

    fn is_the_hosts(&self) -> bool {
        true
    }
}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.resource::<Closing>().resource::<Finished>().on_request(stop).on_timer(sweep);
}

/// Games that ended in this batch.
#[derive(Resource, Default)]
pub(crate) struct Closing {
    /// Games ended by their rules or the table, with the hash of the final state.
    pub(crate) over: Vec<(Entity, Option<String>)>,
    /// Games that ended without a result, with the event that announces it.
    aborted: Vec<(Entity, Event)>,
    /// Seats that reached the limit of refusals.
    pub(crate) struck_out: Vec<(Entity, Seat)>,
}

impl Closing {
    pub(crate) fn is_any(&self) -> bool {
        !(self.over.is_empty() && self.aborted.is_empty() && self.struck_out.is_empty())
    }

    pub(crate) fn push(&mut self, table: Entity, event: Event) {
        self.aborted.push((table, event));
    }
}

/// Ends games that the host stopped, that panicked, or that all persons have left.
pub(crate) fn stop(
    now: Res<'_, Now>,
    mut batch: ResMut<'_, Batch>,
    mut outbox: ResMut<'_, Outbox>,
    mut closing: ResMut<'_, Closing>,
    tables: Query<'_, '_, (&Phase, &Progress)>,
) {
    for queued in batch.drain(Capability::Close) {
        let Ok((phase, progress)) = tables.get(queued.table) else { continue };
        let command = queued.command;
        if command.from != Origin::Host {
            outbox.deny(&command, Denial::NotHost);
            continue;
        }
        if matches!(phase, Phase::Over(_) | Phase::Aborted) {
            continue;
        }
        closing.push(
            queued.table,
            match &command.kind {
                CommandKind::Close(CloseRequest::Fault { reason }) => {
                    Event::new("table-faulted").arg("reason", reason.as_str())
                }
                CommandKind::Close(CloseRequest::Due(CloseDeadline::Abandoned)) => {
                    Event::new("table-abandoned")
                }
                _ => Event::new("table-stopped"),
            },
        );
        outbox.accept(now.0, command, Answer { version: progress.version, seat: None });
    }
}

type Parts<'a> = (&'a About, &'a Seating, &'a mut Phase, &'a mut Progress, &'a Decisions, &'a Presence);

/// Builds the results of games that ended. Systems of game modules may modify them before they are emitted.
pub(crate) fn close(
    now: Res<'_, Now>,
    mut closing: ResMut<'_, Closing>,
    mut outbox: ResMut<'_, Outbox>,
    mut changed: ResMut<'_, Changed>,
    mut results: ResMut<'_, Finished>,
    mut tables: Query<'_, '_, Parts<'static>>,
) {
    let now = now.0;
    for (table, event) in closing.aborted.drain(..) {
        let Ok((about, seating, mut phase, mut progress, decisions, presence)) = tables.get_mut(table) else {
            continue;
        };
        let reason = event.text.key.clone();
        outbox.notice(about.id, event.announce());
        *phase = Phase::Aborted;
        progress.turn = Seats::NONE;
        let participants = participants(seating, decisions, presence);
        results.0.push(finished(about, participants, &progress, None, Some(reason), None, now));
        changed.0.push(table);
    }
    for (table, digest) in closing.over.drain(..) {
        let Ok((about, seating, phase, progress, decisions, presence)) = tables.get(table) else { continue };
        if let Phase::Over(outcome) = phase {
            let participants = participants(seating, decisions, presence);
            let outcome = Some(outcome.clone());
            results.0.push(finished(about, participants, progress, outcome, None, digest, now));
        }
    }
}

/// The persons and bots who played, with who made their choices.
fn participants(seating: &Seating, decisions: &Decisions, presence: &Presence) -> Vec<Participant> {
    let participant = |(seat, chair): (Seat, &Chair)| Participant {
        name: chair.name.clone(),
        person: chair.person,
        bot: match &chair.plan {
            SeatPlan::Bot { kind, .. } => Some(kind.clone()),
            SeatPlan::Person => None,
        },
        played: Some(SeatPlay { here: presence.is_here(seat), ..decisions.0[seat.index()] }),
    };
    Seat::all(seating.chairs.len()).zip(&seating.chairs).map(participant).collect()
}

fn finished(
    about: &About,
    participants: Vec<Participant>,
    progress: &Progress,
    outcome: Option<Outcome>,
    aborted: Option<Id>,
    digest: Option<String>,
    now: u64,
) -> Finish {
    let manifest = &about.game.bundle().manifest;
    Finish {
        table: about.id,
        game: manifest.id.clone(),
        game_version: manifest.version.clone(),
        participants,
        outcome,
        aborted,
        began_at: progress.began_at,
        ended_at: now,
        steps: progress.steps(),
        unranked: progress.unranked,
        scored: None,
        secret: about.setup.secret,
        digest,
    }
}

/// Removes tables that have been empty for a long time.
pub(crate) fn sweep(
    now: Res<'_, Now>,
    mut timers: ResMut<'_, Timers>,
    mut inbox: ResMut<'_, Inbox>,
    mut outbox: ResMut<'_, Outbox>,
    mut index: ResMut<'_, Index>,
    mut commands: Commands<'_, '_>,
    mut tables: Query<'_, '_, (&About, &Seating, &Phase, &Retired, &mut Presence, &mut ScheduledTimers)>,
) {
    let mut due: Vec<Entity> = timers.due(Capability::Close).collect();
    // A timer that was set to an earlier time stays in the heap beside it.
    due.sort_unstable();
    due.dedup();
    for table in due {
        let Ok((about, seating, phase, retired, mut presence, mut scheduled)) = tables.get_mut(table) else {
            continue;
        };
        let occupants = Occupants { about, seating, phase, retired };
        presence.note_empty(table, &occupants, now.0, &mut timers, &mut scheduled);
        let only_bots = seating.people().is_empty() && phase.is_on();
        if !presence.is_abandoned(&occupants, now.0) || only_bots {
            continue;
        }
        if phase.is_on() {
            inbox.push(Command::of(Origin::Host, about.id, CloseRequest::Due(CloseDeadline::Abandoned)));
        } else if phase.is_before() {
            inbox.push(Command::of(Origin::Host, about.id, SeatingRequest::Cancel));
        } else {
            index.0.remove(&about.id);
            commands.entity(table).despawn();
            outbox.tell(Effect::Closed(about.id));
        }
    }
}

/// Whether the journal of a table ends it for good, so that nothing has to be restored.
pub(crate) fn is_closed(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| matches!(entry.command.kind, CommandKind::Seating(SeatingRequest::Cancel)))
}
