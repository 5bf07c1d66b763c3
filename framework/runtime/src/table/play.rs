//! Runs the rules: every move that passed the checks of a capability becomes a step of the game, or a failure.

use crate::{
    ActRequest, Command, CommandKind, Denial, Millis, Played,
    components::{About, Progress},
    game::{AnyGame, Slot, State, digest, guard},
    table::takeback::{self, Choices},
};
use bevy_ecs::prelude::*;
use parlor_kit::{Audience, Event, Refusal, Retirement, Rules, Seat, Seats, StepContext, Turn};

/// Moves that passed the table's checks and wait for the rules, one queue for each kind of rules.
#[derive(Resource, Default)]
pub(crate) struct Moves(pub(crate) Vec<Vec<Move>>);

impl Moves {
    pub(crate) fn push(&mut self, game: &dyn AnyGame, next: Move) {
        self.0[game.slot()].push(next);
    }

    pub(crate) fn is_any(&self, slot: usize) -> bool {
        !self.0[slot].is_empty()
    }
}

pub(crate) struct Move {
    pub(crate) table: Entity,
    pub(crate) kind: MoveKind,
    pub(crate) command: Command,
}

pub(crate) enum MoveKind {
    Act {
        seat: Seat,
    },
    Fallback {
        seat: Seat,
    },
    Retire {
        seat: Seat,
        why: Retirement,
    },
    Proceed,
    /// Restores the state before the last choice of a seat.
    TakeBack {
        seat: Seat,
    },
}

/// The results of this batch's moves.
#[derive(Resource, Default)]
pub(crate) struct Steps {
    pub(crate) played: Vec<StepResult>,
    pub(crate) failed: Vec<(Entity, Command, Failure)>,
}

impl Steps {
    pub(crate) fn is_any(&self) -> bool {
        !(self.played.is_empty() && self.failed.is_empty())
    }
}

pub(crate) struct StepResult {
    pub(crate) table: Entity,
    pub(crate) actor: Option<Seat>,
    /// The played action, in games without hidden information.
    pub(crate) played: Option<Played>,
    pub(crate) turn: Turn,
    /// The number of the turn, in games whose turns have several steps.
    pub(crate) number: Option<u32>,
    /// The round it was made in, in games with rounds.
    pub(crate) round: Option<u32>,
    pub(crate) events: Vec<Event>,
    /// For a retirement: the seat, the reason, and whether the rules go on without it by themselves.
    pub(crate) retired: Option<(Seat, Retirement, bool)>,
    /// Whether the decisions of all seats that may act start over.
    pub(crate) anew: bool,
    pub(crate) digest: Option<String>,
    /// Whether only the seat that acted learns of the step.
    pub(crate) concealed: bool,
    /// The command that caused the step; taken when the step is settled.
    pub(crate) command: Option<Command>,
    /// The command's network latency.
    pub(crate) lag: Millis,
    /// The number of all steps with this one and the turn before it; filled in when the step is settled.
    pub(crate) number_of_steps: u32,
    pub(crate) before: Seats,
}

pub(crate) enum Failure {
    Denied(Denial),
    Fault(String),
}

/// Executes the moves of one kind of rules. Each runs on a copy that replaces the state only on success.
pub(crate) fn play<R: Rules>(
    slot: Res<'_, Slot<R>>,
    mut moves: ResMut<'_, Moves>,
    mut steps: ResMut<'_, Steps>,
    mut tables: Query<'_, '_, (&mut State<R>, &About, &Progress, &mut Choices)>,
) {
    for Move { table, kind, command } in moves.0[slot.index].drain(..) {
        let Ok((mut playing, about, progress, mut choices)) = tables.get_mut(table) else { continue };
        let number = u64::from(progress.version) + 1;
        let secret = playing.secret;
        let rules = playing.rules.clone();
        let actor = match kind {
            MoveKind::Act { seat, .. } | MoveKind::Fallback { seat } => Some(seat),
            _ => None,
        };
        let open = !rules.bundle().manifest.hidden;
        let (mut retired, mut played) = (None, None);
        let attempt = guard(|| {
            let round = rules.round_number(&playing.state);
            let mut next = playing.state.clone();
            let mut step = StepContext::listening(secret.luck(number));
            match &kind {
                MoveKind::Act { seat } => {
                    let CommandKind::Act(ActRequest::Act { action, .. }) = &command.kind else {
                        return Err(Refusal::new("not-your-turn"));
                    };
                    let action = rules.read_action(action)?;
                    rules.act(&mut next, *seat, &action, &mut step)?;
                    // Serialised by the game, so that extra fields in the sender's JSON do not reach other
                    // clients.
                    played = open.then(|| Played { seat: *seat, action: rules.write_action(&action) });
                }
                MoveKind::Fallback { seat } => {
                    let action = rules.fallback(&next, *seat, &mut secret.fallback_luck(number));
                    let action = action.ok_or_else(|| Refusal::new("not-your-turn"))?;
                    rules.act(&mut next, *seat, &action, &mut step)?;
                    played = open.then(|| Played { seat: *seat, action: rules.write_action(&action) });
                }
                MoveKind::Retire { seat, why } => {
                    let known = rules.retire(&mut next, *seat, *why, &mut step);
                    if !known {
                        next = playing.state.clone();
                    }
                    retired = Some((*seat, *why, known));
                }
                MoveKind::Proceed => rules.proceed(&mut next, &mut step),
                MoveKind::TakeBack { seat } => {
                    let kept = choices.of(*seat).and_then(|(place, _)| playing.kept.get(place));
                    next = kept.ok_or_else(takeback::nothing_kept)?.clone();
                    step.tell(|| Event::new("table-taken-back").arg("who", *seat).announce());
                }
            }
            let drew = !step.luck.is_untouched();
            let turn = rules.turn(&next);
            let digest = matches!(turn, Turn::Over(_)).then(|| digest(&rules.save(&next)));
            let number = rules.turn_number(&next);
            let concealed = match &kind {
                MoveKind::Act { seat } if step.is_concealed() && !drew => {
                    let others_hear =
                        step.events().iter().any(|event| event.to != Audience::Only((*seat).into()));
                    let goes_on = turn == rules.turn(&playing.state)
                        && number == rules.turn_number(&playing.state)
                        && round == rules.round_number(&next);
                    goes_on && !others_hear
                }
                _ => false,
            };
            Ok((next, turn, number, round, step.take_events(), digest, drew, concealed))
        });
        match attempt {
            Ok(Ok((next, turn, number, round, events, digest, drew, concealed))) => {
                let before = std::mem::replace(&mut playing.state, next);
                if takeback::is_allowed(about) {
                    choices.note(&kind, progress.steps(), drew, before, &mut playing.kept);
                }
                steps.played.push(StepResult {
                    table,
                    actor,
                    played,
                    turn,
                    number,
                    round,
                    events,
                    retired,
                    anew: matches!(kind, MoveKind::TakeBack { .. }),
                    digest,
                    concealed,
                    lag: command.lag,
                    command: Some(command),
                    number_of_steps: 0,
                    before: Seats::NONE,
                });
            }
            Ok(Err(refusal)) => {
                steps.failed.push((table, command, Failure::Denied(Denial::Refused(refusal))));
            }
            Err(reason) => steps.failed.push((table, command, Failure::Fault(reason))),
        }
    }
}
