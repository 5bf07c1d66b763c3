//! Games in the ECS world: the state component, and the systems that act on it.

use crate::{
    ActRequest, Command, CommandKind, Denial, Millis, Played, Recording, ReplayError, ReplayTimeline, Setup,
    components::{About, Phase, Progress},
    replay,
    table::takeback::{self, Choices},
};
use bevy_ecs::prelude::*;
use parlor_kit::{
    Audience, BotPolicy, Bundle, ClockPolicy, Event, Id, Luck, Manifest, Refusal, Retirement, Rules, Scene,
    Seat, SecretSeed, StepContext, Terms, Turn, Viewer, fill_seeds, hex_digits, prepare_options,
};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::{
    any::Any,
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// The state of a game at a table: the component that assigns the table to this game. It keeps the rules it
/// was started with, so that a plugin update does not affect running tables.
#[derive(Component)]
pub struct State<R: Rules> {
    pub(crate) rules: Arc<R>,
    pub(crate) state: R::State,
    /// Snapshots of the states before the choices that can be taken back, one for each of [`Choices`].
    kept: Vec<R::State>,
    /// The secret from which all luck of the table is derived.
    secret: SecretSeed,
}

impl<R: Rules> State<R> {
    /// The rules the table was started with.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The state of the game.
    pub fn state(&self) -> &R::State {
        &self.state
    }
}

/// A host's settings for a game, in place of the manifest's values.
#[derive(Clone, Debug, PartialEq)]
pub struct Defaults {
    /// Values of the options reserved for the host, and defaults for the others.
    pub options: Value,
    /// The clocks of a table.
    pub clock: ClockPolicy,
    /// The computer players.
    pub bots: BotPolicy,
}

/// A game of any kind, as the shared parts of the runtime see it.
pub trait AnyGame: Send + Sync {
    /// Manifest, texts, looks and content.
    fn bundle(&self) -> &Arc<Bundle>;
    /// The JSON Schema of the options.
    fn schema(&self) -> &Value;
    /// Completes the chosen options; content is looked up by kind and name.
    fn prepare(
        &self,
        host: &Value,
        chosen: &Value,
        lookup: &dyn Fn(&str, &str) -> Option<Value>,
    ) -> Result<Value, Refusal>;
    /// Changes the terms (clocks, pauses, strikes, bots) by the options.
    fn terms(&self, options: &Value, terms: &mut Terms) -> Result<(), Refusal>;
    /// The scene of a new table with these options, as a spectator sees it.
    fn preview(&self, options: &Value, seats: usize) -> Result<Scene, Refusal>;
    /// Replays a recording and verifies everything it claims.
    fn replay(&self, recording: &Recording, viewer: Viewer) -> Result<ReplayTimeline, ReplayError>;
    /// Starts the game at a table.
    #[doc(hidden)]
    fn begin(
        &self,
        table: EntityWorldMut<'_>,
        options: &Value,
        seats: usize,
        secret: SecretSeed,
    ) -> Result<Begun, Denial>;
    /// The index of the queue for moves of this game.
    #[doc(hidden)]
    fn slot(&self) -> usize;
}

/// The result of setting up a game.
#[doc(hidden)]
pub struct Begun {
    pub(crate) turn: Turn,
    pub(crate) number: Option<u32>,
}

/// An installed game.
pub(crate) struct Installed<R: Rules> {
    rules: Arc<R>,
    schema: Value,
    slot: usize,
}

impl<R: Rules> Installed<R> {
    pub(crate) fn new(rules: Arc<R>, slot: usize) -> Installed<R> {
        Installed { schema: rules.options_schema(), rules, slot }
    }
}

impl<R: Rules> AnyGame for Installed<R> {
    fn bundle(&self) -> &Arc<Bundle> {
        self.rules.bundle()
    }

    fn schema(&self) -> &Value {
        &self.schema
    }

    fn prepare(
        &self,
        host: &Value,
        chosen: &Value,
        lookup: &dyn Fn(&str, &str) -> Option<Value>,
    ) -> Result<Value, Refusal> {
        let bundle = self.rules.bundle();
        prepare_options(&bundle.manifest, &self.schema, host, chosen, |kind, name| {
            lookup(kind, name).or_else(|| bundle.content(kind, name).cloned())
        })
    }

    fn terms(&self, options: &Value, terms: &mut Terms) -> Result<(), Refusal> {
        let attempt = guard(|| self.rules.terms(options, terms));
        attempt.unwrap_or_else(|reason| Err(Refusal::new("table-faulted").arg("reason", reason)))
    }

    fn preview(&self, options: &Value, seats: usize) -> Result<Scene, Refusal> {
        let mut scene = Scene::new();
        let attempt = guard(|| {
            let state = self.rules.setup(options, seats, &mut Luck::fast(0))?;
            self.rules.scene(&state, Viewer::Public, &mut scene);
            Ok(())
        });
        attempt.unwrap_or_else(|reason| Err(Refusal::new("table-faulted").arg("reason", reason)))?;
        Ok(scene)
    }

    fn replay(&self, recording: &Recording, viewer: Viewer) -> Result<ReplayTimeline, ReplayError> {
        replay::replay(&self.rules, recording, viewer)
    }

    fn begin(
        &self,
        mut table: EntityWorldMut<'_>,
        options: &Value,
        seats: usize,
        secret: SecretSeed,
    ) -> Result<Begun, Denial> {
        let rules = self.rules.clone();
        let attempt = guard(|| {
            let state = rules.setup(options, seats, &mut secret.luck(0))?;
            let turn = rules.turn(&state);
            let number = rules.turn_number(&state);
            Ok((state, turn, number))
        });
        let (state, turn, number) =
            attempt.unwrap_or_else(|reason| Err(Refusal::new("table-faulted").arg("reason", reason)))?;
        table.insert(State { rules, state, kept: Vec::new(), secret });
        Ok(Begun { turn, number })
    }

    fn slot(&self) -> usize {
        self.slot
    }
}

/// The index of the queue for moves of one kind of rules.
#[derive(Resource)]
pub(crate) struct Slot<R> {
    pub(crate) index: usize,
    kind: std::marker::PhantomData<fn() -> R>,
}

impl<R> Slot<R> {
    pub(crate) fn new(index: usize) -> Slot<R> {
        Slot { index, kind: std::marker::PhantomData }
    }
}

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
    pub(crate) before: parlor_kit::Seats,
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
            let mut felt = StepContext::listening(secret.luck(number));
            match &kind {
                MoveKind::Act { seat } => {
                    let CommandKind::Act(ActRequest::Act { action, .. }) = &command.kind else {
                        return Err(Refusal::new("not-your-turn"));
                    };
                    let action = rules.read_action(action)?;
                    rules.act(&mut next, *seat, &action, &mut felt)?;
                    // Serialised by the game, so that extra fields in the sender's JSON do not reach other
                    // clients.
                    played = open.then(|| Played { seat: *seat, action: rules.write_action(&action) });
                }
                MoveKind::Fallback { seat } => {
                    let action = rules.fallback(&next, *seat, &mut secret.fallback_luck(number));
                    let action = action.ok_or_else(|| Refusal::new("not-your-turn"))?;
                    rules.act(&mut next, *seat, &action, &mut felt)?;
                    played = open.then(|| Played { seat: *seat, action: rules.write_action(&action) });
                }
                MoveKind::Retire { seat, why } => {
                    let known = rules.retire(&mut next, *seat, *why, &mut felt);
                    if !known {
                        next = playing.state.clone();
                    }
                    retired = Some((*seat, *why, known));
                }
                MoveKind::Proceed => rules.proceed(&mut next, &mut felt),
                MoveKind::TakeBack { seat } => {
                    let kept = choices.of(*seat).and_then(|(place, _)| playing.kept.get(place));
                    next = kept.ok_or_else(takeback::nothing_kept)?.clone();
                    felt.tell(|| Event::new("table-taken-back").arg("who", *seat).announce());
                }
            }
            let drew = !felt.luck.is_untouched();
            let turn = rules.turn(&next);
            let digest = matches!(turn, Turn::Over(_)).then(|| digest(&rules.save(&next)));
            let number = rules.turn_number(&next);
            let concealed = match &kind {
                MoveKind::Act { seat } if felt.is_concealed() && !drew => {
                    let others_hear =
                        felt.events().iter().any(|event| event.to != Audience::Only((*seat).into()));
                    let goes_on = turn == rules.turn(&playing.state)
                        && number == rules.turn_number(&playing.state)
                        && round == rules.round_number(&next);
                    goes_on && !others_hear
                }
                _ => false,
            };
            Ok((next, turn, number, round, felt.take_events(), digest, drew, concealed))
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
                    before: parlor_kit::Seats::NONE,
                });
            }
            Ok(Err(refusal)) => {
                steps.failed.push((table, command, Failure::Denied(Denial::Refused(refusal))));
            }
            Err(reason) => steps.failed.push((table, command, Failure::Fault(reason))),
        }
    }
}

/// The hash of a final state, which lets a replay detect a recording that claims another end.
pub(crate) fn digest(state: &[u8]) -> String {
    hex_digits(&Sha256::digest(state))
}

/// Runs rules and catches panics; the panic message is returned as text.
pub(crate) fn guard<T>(rules: impl FnOnce() -> Result<T, Refusal>) -> Result<Result<T, Refusal>, String> {
    catch_unwind(AssertUnwindSafe(rules)).map_err(|payload| explain(&*payload))
}

fn explain(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".into())
}

/// Tables that changed, so that a bot may have to move.
#[derive(Resource, Default)]
pub(crate) struct Awake(pub(crate) Vec<Entity>);

/// The version each seat's bot was last asked about, so that it is asked once.
#[derive(Component, Default)]
pub(crate) struct Thinking(pub(crate) [u32; parlor_kit::MAX_SEATS]);

/// The games of a runtime with the content and settings of their host. A clone can check set-ups and draw previews
/// on another thread.
#[derive(Resource, Clone, Default)]
pub struct InstalledGames {
    pub(crate) games: BTreeMap<Id, Arc<dyn AnyGame>>,
    pub(crate) defaults: BTreeMap<Id, Defaults>,
    pub(crate) contents: BTreeMap<(Id, Id), BTreeMap<Id, Value>>,
}

impl InstalledGames {
    /// A game by name.
    pub fn game(&self, game: &str) -> Result<&Arc<dyn AnyGame>, Denial> {
        self.get(&game.into())
    }

    pub(crate) fn get(&self, game: &Id) -> Result<&Arc<dyn AnyGame>, Denial> {
        self.games.get(game).ok_or_else(|| Denial::NoSuchGame { game: game.clone() })
    }

    pub(crate) fn defaults(&self, game: &dyn AnyGame) -> Defaults {
        let manifest = &game.bundle().manifest;
        self.defaults.get(&manifest.id).cloned().unwrap_or_else(|| Defaults {
            options: Value::Null,
            clock: manifest.clock,
            bots: manifest.bots.clone(),
        })
    }

    /// Completes the chosen options.
    pub(crate) fn prepare(&self, game: &dyn AnyGame, chosen: &Value) -> Result<Value, Refusal> {
        let id = &game.bundle().manifest.id;
        let lookup = |kind: &str, name: &str| {
            self.contents.get(&(id.clone(), kind.into())).and_then(|named| named.get(name)).cloned()
        };
        game.prepare(&self.defaults(game).options, chosen, &lookup)
    }

    /// What a table with these options would look like, or why there can be none.
    pub fn preview(&self, game: &str, chosen: &Value, seats: usize) -> Result<Scene, Denial> {
        let game = self.get(&game.into())?;
        let options = self.prepare(&**game, chosen)?;
        Ok(game.preview(&options, seats)?)
    }

    /// Completes the options of a set-up and checks that the game can be set up with them. Boards may be generated
    /// here, so that it can take long; opening a table with a set-up that is complete already takes a moment.
    pub fn complete(&self, setup: &mut Setup) -> Result<(), Denial> {
        let game = self.get(&setup.game)?;
        check_seat_count(&game.bundle().manifest, setup.seats.len())?;
        setup.options = self.prepare(&**game, &setup.options)?;
        fill_seeds(game.schema(), &mut setup.options, setup.secret.fallback_luck(0).below(1 << 53));
        game.preview(&setup.options, setup.seats.len())?;
        setup.complete = true;
        Ok(())
    }
}

/// Checks how many seats a table of a game has.
pub(crate) fn check_seat_count(manifest: &Manifest, seats: usize) -> Result<(), Denial> {
    let range = manifest.seats;
    if (range.min..=range.max).contains(&seats) {
        return Ok(());
    }
    Err(Denial::WrongSeatCount { game: manifest.id.clone(), min: range.min, max: range.max })
}

/// Whether the table's game is running.
pub(crate) fn is_running(phase: &Phase) -> bool {
    matches!(phase, Phase::Running)
}
