//! Implements `Rules` for plugins.

use crate::{
    PluginError,
    scene_decoder::SceneDecoder,
    source::{Answer, Fault, Interface, Source, Stepped},
};
use parlor_guest::{Failure, GameStatus, Step, WireContentFault, WireTurn};
use parlor_kit::{
    Bundle, ContentFault, Gesture, Luck, MAX_SEATS, Offer, Outcome, Refusal, Retirement, Rules, Scene, Seat,
    Seats, StepContext, Terms, Turn, Viewer, content::content_faults_by_schema,
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Maximum number of random values for one step.
const MAX_LUCK: usize = 1 << 16;
/// Initial number of random values, once a game has asked for luck.
const FIRST_LUCK: usize = 16;

/// The rules of a plugin.
///
/// A call that traps, times out or returns an invalid answer unwinds with the reason; the runtime catches it
/// per table.
pub struct PluginRules {
    source: Arc<dyn Source>,
    bundle: Arc<Bundle>,
    schema: Value,
    defaults: Value,
    /// The number of random values that steps have needed so far. Games without luck get none, and pay
    /// nothing.
    luck: AtomicUsize,
    decoder: SceneDecoder,
}

/// A game in progress: an opaque state of the plugin, and the game's status.
#[derive(Clone, PartialEq)]
pub struct GuestState {
    bytes: Arc<[u8]>,
    turn: Turn,
    turn_number: Option<u32>,
    round_number: Option<u32>,
    seats: u8,
}

impl GuestState {
    /// The serialised state.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl fmt::Debug for GuestState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GuestState").field(&String::from_utf8_lossy(&self.bytes)).finish()
    }
}

/// An action of a plugin's game: its JSON, in the canonical form of the plugin.
#[derive(Clone, PartialEq, Eq)]
pub struct GuestAction(Arc<str>);

impl GuestAction {
    pub(crate) fn new(text: String) -> GuestAction {
        GuestAction(text.into())
    }
}

impl fmt::Debug for GuestAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The static properties of a plugin.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    options: Value,
    defaults: Value,
}

impl PluginRules {
    pub(crate) fn new(source: Arc<dyn Source>, bundle: Arc<Bundle>) -> Result<PluginRules, PluginError> {
        let about = source.describe().map_err(|fault| PluginError::Module(fault.reason))?;
        let about: About = serde_json::from_str(&about).map_err(|error| {
            PluginError::Module(format!("what it says about itself cannot be read: {error}"))
        })?;
        if !about.options.is_object() {
            return Err(PluginError::Module("the schema of its options is no object".into()));
        }
        let About { options: schema, defaults } = about;
        let (luck, decoder) = (AtomicUsize::new(0), SceneDecoder::default());
        Ok(PluginRules { source, bundle, schema, defaults, luck, decoder })
    }

    /// Plays random games to their ends inside the plugin; returns the average payoff of each seat. `None` if
    /// the plugin does not support it.
    pub fn playouts(&self, state: &GuestState, seed: u64, games: u32) -> Result<Option<Vec<f32>>, Fault> {
        if !self.source.has(Interface::hints) {
            return Ok(None);
        }
        self.source.playouts(state.bytes.clone(), seed, games).map(Some)
    }

    fn hints(&self) -> Option<&dyn Source> {
        self.source.has(Interface::hints).then_some(&*self.source)
    }

    /// Repeats a call with more random values until they suffice, then draws the used ones.
    fn with_luck<T>(
        &self,
        luck: &mut Luck,
        ask: impl Fn(Arc<[u64]>) -> Stepped<T>,
        used: impl Fn(&T) -> u32,
    ) -> Result<T, Refusal> {
        let mut given = self.luck.load(Ordering::Relaxed);
        loop {
            let numbers: Arc<[u64]> = luck.ahead(given).into();
            match must(ask(numbers)) {
                Ok(answer) => {
                    let used = used(&answer) as usize;
                    if used > given {
                        fail("the plugin claims luck that it was not given");
                    }
                    luck.skip(used);
                    self.luck.fetch_max(given, Ordering::Relaxed);
                    return Ok(answer);
                }
                Err(Failure::Refused(reason)) => return Err(refusal(&reason)),
                Err(Failure::MoreLuck) if given < MAX_LUCK => {
                    given = (given * 4).max(FIRST_LUCK);
                }
                Err(Failure::MoreLuck) => fail("the plugin wants more luck than there is"),
            }
        }
    }

    /// Takes over the state after a step, and records its events.
    fn take(&self, state: &mut GuestState, step: Step, context: &mut StepContext) {
        let events = match context.is_listening() {
            true => {
                self.decoder.events(&step.events).map_err(|error| format!("events cannot be read: {error}"))
            }
            false => Ok(Vec::new()),
        };
        let events = sound(events);
        *state = self.state(step.state, step.status, state.seats);
        for event in events {
            context.tell(|| event);
        }
    }

    fn state(&self, bytes: Vec<u8>, status: GameStatus, seats: u8) -> GuestState {
        let GameStatus { turn, turn_number, round_number } = status;
        let turn = sound(read_turn(turn, seats.into()));
        GuestState { bytes: bytes.into(), turn, turn_number, round_number, seats }
    }
}

/// Unwinds with a fault.
fn fail(reason: impl Into<String>) -> ! {
    let reason: String = reason.into();
    std::panic::resume_unwind(Box::new(reason))
}

fn must<T>(answer: Answer<T>) -> T {
    answer.unwrap_or_else(|fault| fail(fault.reason))
}

fn sound<T>(read: Result<T, String>) -> T {
    read.unwrap_or_else(|reason| fail(format!("the plugin speaks nonsense: {reason}")))
}

fn refusal(json: &str) -> Refusal {
    sound(serde_json::from_str(json).map_err(|error| format!("a refusal cannot be read: {error}")))
}

const fn seat_number(seat: Seat) -> u8 {
    seat.index() as u8
}

/// Validates the turn for a table with this many seats.
fn read_turn(turn: WireTurn, seats: usize) -> Result<Turn, String> {
    Ok(match turn {
        WireTurn::Act(numbers) => {
            if let Some(bad) = numbers.iter().find(|&&number| usize::from(number) >= seats) {
                return Err(format!("it is the turn of seat {bad} at a table with {seats} seats"));
            }
            if numbers.is_empty() {
                return Err("it is the turn of nobody".into());
            }
            Turn::Act(numbers.into_iter().map(|number| Seat::new(number.into())).collect::<Seats>())
        }
        WireTurn::Table => Turn::Table,
        WireTurn::Over(json) => {
            let outcome: Outcome =
                serde_json::from_str(&json).map_err(|error| format!("an outcome cannot be read: {error}"))?;
            outcome.check(seats).map_err(|reason| format!("an outcome makes no sense: {reason}"))?;
            Turn::Over(outcome)
        }
    })
}

impl Rules for PluginRules {
    type State = GuestState;
    type Action = GuestAction;

    fn bundle(&self) -> &Arc<Bundle> {
        &self.bundle
    }

    fn options_schema(&self) -> Value {
        self.schema.clone()
    }

    fn default_options(&self) -> Value {
        self.defaults.clone()
    }

    fn setup(&self, options: &Value, seats: usize, luck: &mut Luck) -> Result<GuestState, Refusal> {
        let options: Arc<str> = options.to_string().into();
        let seats = seats.min(MAX_SEATS) as u8;
        let ask = |luck| self.source.setup(options.clone(), seats, luck);
        let step = self.with_luck(luck, ask, |step| step.luck_used)?;
        Ok(self.state(step.state, step.status, seats))
    }

    fn turn(&self, state: &GuestState) -> Turn {
        state.turn.clone()
    }

    fn turn_number(&self, state: &GuestState) -> Option<u32> {
        state.turn_number
    }

    fn round_number(&self, state: &GuestState) -> Option<u32> {
        state.round_number
    }

    fn actions(&self, state: &GuestState, seat: Seat, out: &mut Vec<GuestAction>) {
        let actions = must(self.source.actions(state.bytes.clone(), seat_number(seat)));
        out.extend(actions.into_iter().map(GuestAction::new));
    }

    /// Actions are JSON already: nothing is parsed and serialised again.
    fn write_actions(&self, state: &GuestState, seat: Seat) -> String {
        let actions = must(self.source.actions(state.bytes.clone(), seat_number(seat)));
        format!("[{}]", actions.join(","))
    }

    fn act(
        &self,
        state: &mut GuestState,
        seat: Seat,
        action: &GuestAction,
        context: &mut StepContext,
    ) -> Result<(), Refusal> {
        let listening = context.is_listening();
        let ask =
            |luck| self.source.act(state.bytes.clone(), seat_number(seat), action.0.clone(), luck, listening);
        let step = self.with_luck(&mut context.luck, ask, |step| step.luck_used)?;
        self.take(state, step, context);
        Ok(())
    }

    fn proceed(&self, state: &mut GuestState, context: &mut StepContext) {
        let listening = context.is_listening();
        let ask = |luck| self.source.proceed(state.bytes.clone(), luck, listening);
        match self.with_luck(&mut context.luck, ask, |step| step.luck_used) {
            Ok(step) => self.take(state, step, context),
            Err(refusal) => fail(format!("the plugin refuses a step of the context: {refusal}")),
        }
    }

    fn scene(&self, state: &GuestState, viewer: Viewer, scene: &mut Scene) {
        let json = must(self.source.scene(state.bytes.clone(), viewer.into()));
        *scene = sound(self.decoder.scene(&json).map_err(|error| format!("a scene cannot be read: {error}")));
    }

    fn offers(&self, state: &GuestState, seat: Seat) -> Vec<Offer> {
        let json = must(self.source.offers(state.bytes.clone(), seat_number(seat)));
        let offers =
            sound(self.decoder.offers(&json).map_err(|error| format!("offers cannot be read: {error}")));
        if offers.iter().any(|offer| offer.gesture.picks.is_empty()) {
            fail("the plugin speaks nonsense: a gesture picks nothing");
        }
        offers
    }

    fn gesture(&self, state: &GuestState, seat: Seat, action: &GuestAction) -> Gesture {
        let wanted = self.write_action(action);
        let offer = self.offers(state, seat).into_iter().find(|offer| offer.action == wanted);
        offer.unwrap_or_else(|| fail("the plugin has no gesture for this action")).gesture
    }

    fn fallback(&self, state: &GuestState, seat: Seat, luck: &mut Luck) -> Option<GuestAction> {
        let Some(hints) = self.hints() else {
            let mut actions = Vec::new();
            self.actions(state, seat, &mut actions);
            return luck.choose(&actions).cloned();
        };
        let ask = |luck| hints.fallback(state.bytes.clone(), seat_number(seat), luck);
        let choice = self.with_luck(luck, ask, |choice| choice.luck_used);
        choice.ok()?.action.map(GuestAction::new)
    }

    fn retire(&self, state: &mut GuestState, seat: Seat, why: Retirement, context: &mut StepContext) -> bool {
        let Some(hints) = self.hints() else { return false };
        let why = serde_json::to_value(why).ok();
        let Some(why) = why.as_ref().and_then(Value::as_str) else { return false };
        let (why, listening): (Arc<str>, _) = (why.into(), context.is_listening());
        let ask = |luck| hints.retire(state.bytes.clone(), seat_number(seat), why.clone(), luck, listening);
        let used = |step: &Option<Step>| step.as_ref().map_or(0, |step| step.luck_used);
        match self.with_luck(&mut context.luck, ask, used) {
            Ok(Some(step)) => {
                self.take(state, step, context);
                true
            }
            Ok(None) | Err(_) => false,
        }
    }

    fn resample(&self, state: &mut GuestState, viewer: Viewer, luck: &mut Luck) {
        let Some(hints) = self.hints().filter(|_| self.bundle.manifest.hidden) else { return };
        let ask = |luck| hints.resample(state.bytes.clone(), viewer.into(), luck);
        match self.with_luck(luck, ask, |step| step.luck_used) {
            Ok(step) => *state = self.state(step.state, step.status, state.seats),
            Err(refusal) => fail(format!("the plugin refuses to redraw what is hidden: {refusal}")),
        }
    }

    fn estimate(&self, state: &GuestState, seat: Seat) -> f32 {
        let estimate = self.hints().map(|hints| must(hints.estimate(state.bytes.clone(), seat_number(seat))));
        // NaN and infinities cannot be compared, so they count as 0.
        estimate.filter(|estimate| estimate.is_finite()).unwrap_or(0.0).clamp(-1.0, 1.0)
    }

    fn position(&self, state: &GuestState) -> Option<u64> {
        must(self.hints()?.position(state.bytes.clone()))
    }

    fn candidates(&self, state: &GuestState, seat: Seat, out: &mut Vec<GuestAction>) {
        match self.hints() {
            None => self.actions(state, seat, out),
            Some(hints) => {
                let actions = must(hints.candidates(state.bytes.clone(), seat_number(seat)));
                out.extend(actions.into_iter().map(GuestAction::new));
            }
        }
    }

    fn terms(&self, options: &Value, terms: &mut Terms) -> Result<(), Refusal> {
        let Some(hints) = self.hints() else { return Ok(()) };
        let asked = sound(serde_json::to_string(terms).map_err(|error| error.to_string()));
        let changed = must(hints.terms(options.to_string().into(), asked.into()));
        let changed = changed.map_err(|reason| refusal(&reason))?;
        *terms =
            sound(serde_json::from_str(&changed).map_err(|error| format!("terms cannot be read: {error}")));
        Ok(())
    }

    fn check_content(&self, kind: &str, content: &Value) -> Vec<ContentFault> {
        if !self.source.has(Interface::content) {
            return content_faults_by_schema(&self.schema, kind, content);
        }
        let faults = must(self.source.check_content(kind.into(), content.to_string().into()));
        let read = |fault: WireContentFault| {
            let text =
                serde_json::from_str(&fault.text).map_err(|error| format!("a fault cannot be read: {error}"));
            ContentFault { at: fault.at, text: sound(text) }
        };
        faults.into_iter().map(read).collect()
    }

    fn save(&self, state: &GuestState) -> Vec<u8> {
        state.bytes.to_vec()
    }

    fn load(&self, bytes: &[u8]) -> Result<GuestState, Refusal> {
        let status = must(self.source.status(bytes.into())).map_err(|reason| refusal(&reason))?;
        // The number of seats is inside the opaque state; only an outcome reveals it.
        let seats = match &status.turn {
            WireTurn::Over(outcome) => {
                let outcome: Value = serde_json::from_str(outcome).unwrap_or_default();
                outcome["places"].as_array().map_or(0, Vec::len)
            }
            _ => self.bundle.manifest.seats.max,
        };
        Ok(self.state(bytes.to_vec(), status, seats.min(MAX_SEATS) as u8))
    }

    fn read_action(&self, json: &Value) -> Result<GuestAction, Refusal> {
        let read = must(self.source.read_action(json.to_string().into()));
        Ok(GuestAction::new(read.map_err(|reason| refusal(&reason))?))
    }

    fn write_action(&self, action: &GuestAction) -> Value {
        sound(serde_json::from_str(&action.0).map_err(|error| format!("an action cannot be read: {error}")))
    }
}
