//! Games in the ECS world: the state component of a table, and the installed games.

use crate::{Denial, Recording, ReplayError, ReplayTimeline, Setup, replay};
use bevy_ecs::prelude::*;
use parlor_kit::{
    BotPolicy, Bundle, ClockPolicy, ContentFault, Id, Luck, Manifest, Refusal, Rules, Scene, SecretSeed,
    Terms, Text, Turn, Viewer,
    content::{LocatedFault, check_content_file},
    fill_seeds, hex_digits, prepare_options,
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
    /// Snapshots of the states before the choices that can be taken back, one for each of
    /// [`Choices`](crate::table::takeback::Choices).
    pub(crate) kept: Vec<R::State>,
    /// The secret from which all luck of the table is derived.
    pub(crate) secret: SecretSeed,
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
    /// Every fault in a content file of this kind, with its place.
    fn check_content_file(&self, kind: &str, file: &str, bytes: &[u8]) -> Vec<LocatedFault>;
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

    fn check_content_file(&self, kind: &str, file: &str, bytes: &[u8]) -> Vec<LocatedFault> {
        guard(|| Ok(check_content_file(&*self.rules, kind, file, bytes))).map_or_else(
            |reason| {
                let text = Text::new("table-faulted").arg("reason", reason);
                vec![LocatedFault { fault: ContentFault::new("", text), position: None }]
            },
            Result::unwrap_or_default,
        )
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
