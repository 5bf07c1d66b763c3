//! Takebacks: requested by a seat, granted by all others, back to the requester's last choice.
//!
//! Versions only grow. A takeback is a step of its own that restores an earlier state, so the next action has
//! a new version and with it new luck: known dice do not repeat.
//!
//! Used time is not given back. The decisions of all seats that may act start over, with the full time for
//! the move; in games whose turns have several steps, with what is left of the turn's time.

use crate::{
    CommandKind, Denial, Done,
    capability::{Registry, Request},
    components::About,
    inbox::Batch,
    table::{
        Capability,
        play::{Move, MoveKind, Moves},
        vote::{CarryOut, Proposal, Votes, Voting},
    },
};
use bevy_ecs::prelude::*;
use parlor_kit::{Refusal, Seat};
use serde::{Deserialize, Serialize};

/// Maximum number of snapshots per table.
const MAX_KEPT_STATES: usize = 8;

/// Taking back a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum TakebackRequest {
    /// Asks the other players to let the person's last choice be taken back.
    ProposeTakeback,
    /// Restores the state before the last choice of a seat. The host sends it when all voters agreed.
    TakeBack {
        /// The seat.
        seat: Seat,
        /// The version of the table when it was proposed; a later choice is not the one that was meant.
        version: u32,
    },
}

impl Request for TakebackRequest {
    const PROPOSAL: Option<&'static Proposal> = Some(&TAKEBACK);

    fn is_the_hosts(&self) -> bool {
        matches!(self, TakebackRequest::TakeBack { .. })
    }

    fn recorded(&self, _: Option<Seat>) -> Option<(Seat, Done)> {
        match self {
            TakebackRequest::TakeBack { seat, .. } => Some((*seat, Done::Command(self.clone().into()))),
            TakebackRequest::ProposeTakeback => None,
        }
    }
}

static TAKEBACK: Proposal = Proposal {
    name: "takeback",
    request: Some(|| TakebackRequest::ProposeTakeback.into()),
    is_allowed,
    after_the_end: false,
    silence_agrees: false,
    asks_bots: true,
    proposed: "table-takeback-proposed",
    refused: "table-takeback-refused",
    lapsed: "table-takeback-lapsed",
    carry_out: CarryOut::Command(|proposed| {
        TakebackRequest::TakeBack { seat: proposed.by, version: proposed.version }.into()
    }),
};

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.component::<Choices>().on_request(take_back);
}

/// Whether the opener agreed to takebacks of any kind.
fn is_agreed(about: &About) -> bool {
    about.setup.allow.iter().any(|allowed| allowed == TAKEBACK.name)
}

/// Whether a table allows takebacks at all: the game hides nothing, or the opener agreed.
pub(crate) fn is_allowed(about: &About) -> bool {
    !about.game.bundle().manifest.hidden || is_agreed(about)
}

/// The last choice of each seat. The snapshot before it has the same index in the state component.
#[derive(Component, Default)]
pub(crate) struct Choices(Vec<Choice>);

pub(crate) struct Choice {
    seat: Seat,
    /// The number of steps before it.
    version: u32,
    /// Whether luck was drawn since.
    drew: bool,
}

impl Choices {
    /// The last choice of a seat and its index.
    pub(crate) fn of(&self, seat: Seat) -> Option<(usize, &Choice)> {
        self.0.iter().enumerate().find(|(_, choice)| choice.seat == seat)
    }

    /// Records a step, with the state before it.
    pub(crate) fn note<S>(
        &mut self,
        step: &MoveKind,
        version: u32,
        drew: bool,
        before: S,
        kept: &mut Vec<S>,
    ) {
        match *step {
            MoveKind::Act { seat } => self.keep(Choice { seat, version, drew: false }, before, kept),
            // Choices before a retirement, or since the choice that was taken back, can no longer be taken
            // back.
            MoveKind::Retire { .. } => self.drop_since(0, kept),
            MoveKind::TakeBack { seat } => {
                let since = self.of(seat).map_or(0, |(_, choice)| choice.version);
                self.drop_since(since, kept);
            }
            MoveKind::Fallback { .. } | MoveKind::Proceed => {}
        }
        for choice in &mut self.0 {
            choice.drew |= drew;
        }
    }

    fn keep<S>(&mut self, choice: Choice, before: S, kept: &mut Vec<S>) {
        if let Some((place, _)) = self.of(choice.seat) {
            (self.0[place], kept[place]) = (choice, before);
            return;
        }
        if self.0.len() == MAX_KEPT_STATES {
            let oldest = self.0.iter().enumerate().min_by_key(|(_, choice)| choice.version);
            let place = oldest.map_or(0, |(place, _)| place);
            (self.0[place], kept[place]) = (choice, before);
            return;
        }
        self.0.reserve_exact(1);
        kept.reserve_exact(1);
        self.0.push(choice);
        kept.push(before);
    }

    fn drop_since<S>(&mut self, version: u32, kept: &mut Vec<S>) {
        let mut stays = self.0.iter().map(|choice| choice.version < version).collect::<Vec<_>>().into_iter();
        kept.retain(|_| stays.next().unwrap_or(false));
        self.0.retain(|choice| choice.version < version);
    }
}

pub(crate) fn nothing_kept() -> Refusal {
    Refusal::new("takeback-nothing")
}

/// Puts takebacks to the vote, and executes those that were granted.
pub(crate) fn take_back(
    mut batch: ResMut<'_, Batch>,
    mut votes: Votes<'_>,
    mut moves: ResMut<'_, Moves>,
    mut tables: Query<'_, '_, (Voting<'static>, &Choices)>,
) {
    for queued in batch.drain(Capability::Takeback) {
        let Ok((voting, choices)) = tables.get_mut(queued.table) else { continue };
        let CommandKind::Takeback(request) = &queued.command.kind else { continue };
        let (about, seating, phase, progress) = (voting.0, voting.1, voting.2, voting.3);
        let asker = queued.command.from.person().and_then(|person| seating.seat_of(person));
        let (seat, version) = match *request {
            TakebackRequest::ProposeTakeback => (asker, progress.steps()),
            TakebackRequest::TakeBack { seat, version } => (Some(seat), version),
        };
        let possible = match seat {
            None => Err(Denial::NotSeated),
            Some(_) if !phase.is_on() => Err(phase.denial().unwrap_or(Denial::NotBegun)),
            Some(seat) => check(about, choices, seat, version).map_err(Denial::from).map(|()| seat),
        };
        match (possible, request) {
            (Err(denial), _) => votes.outbox.deny(&queued.command, denial),
            (Ok(_), TakebackRequest::ProposeTakeback) => votes.propose(&TAKEBACK, queued, voting),
            (Ok(seat), TakebackRequest::TakeBack { .. }) => {
                let (table, command) = (queued.table, queued.command);
                moves.push(&*about.game, Move { table, kind: MoveKind::TakeBack { seat }, command });
            }
        }
    }
}

/// Whether the last choice of a seat up to a version can be taken back.
fn check(about: &About, choices: &Choices, seat: Seat, version: u32) -> Result<(), Refusal> {
    if !is_allowed(about) {
        return Err(Refusal::new("takeback-hidden"));
    }
    let choice = choices.of(seat).filter(|(_, choice)| choice.version < version);
    let (_, choice) = choice.ok_or_else(nothing_kept)?;
    if choice.drew && !is_agreed(about) {
        return Err(Refusal::new("takeback-luck"));
    }
    Ok(())
}
