//! A game as a host sees it: compiled-in games and plugins behind one trait.

use crate::{
    Bundle, ContentFault, Game, Gesture, Luck, Offer, Refusal, Retirement, Scene, Seat, StepContext, Terms,
    Turn, Viewer, options_schema,
};
use serde_json::Value;
use std::{fmt::Debug, marker::PhantomData, sync::Arc};

/// Rules as a host sees them: compiled in ([`Native`]), or in a plugin.
/// Everything around a game (runtime, bots, conformance, tools) is written against this.
///
/// The methods are those of [`Game`], with the state as a parameter. Methods a game can implement have no
/// default here: an implementor that forgets one does not compile. An implementor that can fail on its own,
/// such as a sandboxed guest, unwinds with a payload that says why; hosts catch it per table.
#[allow(missing_docs, reason = "each method is documented where the author meets it, at `Game`")]
pub trait Rules: Send + Sync + 'static {
    /// The state of one game in progress. A clone is a fork: it shares no mutable data.
    type State: Clone + Send + Sync + 'static;
    /// An action of a seat.
    type Action: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Manifest, texts, looks and content of the game.
    fn bundle(&self) -> &Arc<Bundle>;
    /// The JSON Schema of the options.
    fn options_schema(&self) -> Value;
    /// The default options, with default content in them.
    fn default_options(&self) -> Value;

    fn setup(&self, options: &Value, seats: usize, luck: &mut Luck) -> Result<Self::State, Refusal>;
    fn turn(&self, state: &Self::State) -> Turn;
    fn actions(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);
    fn act(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        step: &mut StepContext,
    ) -> Result<(), Refusal>;
    fn proceed(&self, state: &mut Self::State, step: &mut StepContext);
    fn scene(&self, state: &Self::State, viewer: Viewer, scene: &mut Scene);
    fn gesture(&self, state: &Self::State, seat: Seat, action: &Self::Action) -> Gesture;
    fn fallback(&self, state: &Self::State, seat: Seat, luck: &mut Luck) -> Option<Self::Action>;
    fn retire(&self, state: &mut Self::State, seat: Seat, why: Retirement, step: &mut StepContext) -> bool;
    fn resample(&self, state: &mut Self::State, viewer: Viewer, luck: &mut Luck);
    fn estimate(&self, state: &Self::State, seat: Seat) -> f32;
    fn position(&self, state: &Self::State) -> Option<u64>;

    fn candidates(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);
    fn turn_number(&self, state: &Self::State) -> Option<u32>;
    fn round_number(&self, state: &Self::State) -> Option<u32>;
    fn terms(&self, options: &Value, terms: &mut Terms) -> Result<(), Refusal>;
    fn check_content(&self, kind: &str, content: &Value) -> Vec<ContentFault>;

    /// Serialises the state; equal states give equal bytes.
    fn save(&self, state: &Self::State) -> Vec<u8>;
    /// Restores a state from the bytes that [`save`](Rules::save) returned.
    fn load(&self, bytes: &[u8]) -> Result<Self::State, Refusal>;

    /// Parses an action from JSON; the refusal names the place of the error.
    fn read_action(&self, json: &Value) -> Result<Self::Action, Refusal>;
    /// An action as JSON.
    fn write_action(&self, action: &Self::Action) -> Value;

    /// Every legal action of a seat as a JSON list, for programs that play.
    fn write_actions(&self, state: &Self::State, seat: Seat) -> String {
        let mut actions = Vec::new();
        self.actions(state, seat, &mut actions);
        actions.iter().map(|action| self.write_action(action)).collect::<Value>().to_string()
    }

    /// The offers of a seat: every legal action with its gesture.
    fn offers(&self, state: &Self::State, seat: Seat) -> Vec<Offer> {
        let mut actions = Vec::new();
        self.actions(state, seat, &mut actions);
        let offer = |action: &Self::Action| Offer {
            action: self.write_action(action),
            gesture: self.gesture(state, seat, action),
        };
        actions.iter().map(offer).collect()
    }
}

/// Rules compiled into the program.
#[derive(Debug)]
pub struct Native<G> {
    bundle: Arc<Bundle>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Native<G> {
    /// The rules of `G` with its manifest, texts and looks.
    pub fn new(bundle: Bundle) -> Native<G> {
        Native { bundle: Arc::new(bundle), game: PhantomData }
    }
}

impl<G> Clone for Native<G> {
    fn clone(&self) -> Native<G> {
        Native { bundle: self.bundle.clone(), game: PhantomData }
    }
}

impl<G: Game> Rules for Native<G> {
    type State = G;
    type Action = G::Action;

    fn bundle(&self) -> &Arc<Bundle> {
        &self.bundle
    }

    fn options_schema(&self) -> Value {
        options_schema::<G::Options>()
    }

    fn default_options(&self) -> Value {
        serde_json::to_value(G::Options::default()).expect("options are plain data")
    }

    fn setup(&self, options: &Value, seats: usize, luck: &mut Luck) -> Result<G, Refusal> {
        let options = read_json::<G::Options>(options, "options-invalid")?;
        G::new(&options, seats, luck)
    }

    #[inline]
    fn turn(&self, state: &G) -> Turn {
        state.turn()
    }

    #[inline]
    fn actions(&self, state: &G, seat: Seat, out: &mut Vec<G::Action>) {
        state.actions(seat, out);
    }

    #[inline]
    fn act(
        &self,
        state: &mut G,
        seat: Seat,
        action: &G::Action,
        step: &mut StepContext,
    ) -> Result<(), Refusal> {
        state.act(seat, action, step)
    }

    #[inline]
    fn proceed(&self, state: &mut G, step: &mut StepContext) {
        state.proceed(step);
    }

    fn scene(&self, state: &G, viewer: Viewer, scene: &mut Scene) {
        state.scene(viewer, scene);
    }

    fn gesture(&self, state: &G, seat: Seat, action: &G::Action) -> Gesture {
        state.gesture(seat, action)
    }

    fn fallback(&self, state: &G, seat: Seat, luck: &mut Luck) -> Option<G::Action> {
        state.fallback(seat, luck)
    }

    fn retire(&self, state: &mut G, seat: Seat, why: Retirement, step: &mut StepContext) -> bool {
        state.retire(seat, why, step)
    }

    fn resample(&self, state: &mut G, viewer: Viewer, luck: &mut Luck) {
        state.resample(viewer, luck);
    }

    #[inline]
    fn estimate(&self, state: &G, seat: Seat) -> f32 {
        state.estimate(seat)
    }

    #[inline]
    fn position(&self, state: &G) -> Option<u64> {
        state.position()
    }

    #[inline]
    fn candidates(&self, state: &G, seat: Seat, out: &mut Vec<G::Action>) {
        state.candidates(seat, out);
    }

    fn turn_number(&self, state: &G) -> Option<u32> {
        state.turn_number()
    }

    fn round_number(&self, state: &G) -> Option<u32> {
        state.round_number()
    }

    fn terms(&self, options: &Value, terms: &mut Terms) -> Result<(), Refusal> {
        G::terms(&read_json::<G::Options>(options, "options-invalid")?, terms);
        Ok(())
    }

    fn check_content(&self, kind: &str, content: &Value) -> Vec<ContentFault> {
        G::check_content(kind, content)
    }

    fn save(&self, state: &G) -> Vec<u8> {
        serde_json::to_vec(state).expect("a state is plain data")
    }

    fn load(&self, bytes: &[u8]) -> Result<G, Refusal> {
        serde_json::from_slice(bytes)
            .map_err(|error| Refusal::new("state-invalid").arg("reason", error.to_string()))
    }

    fn read_action(&self, json: &Value) -> Result<G::Action, Refusal> {
        read_json(json, "action-invalid")
    }

    fn write_action(&self, action: &G::Action) -> Value {
        serde_json::to_value(action).expect("an action is plain data")
    }

    fn write_actions(&self, state: &G, seat: Seat) -> String {
        let mut actions = Vec::new();
        state.actions(seat, &mut actions);
        serde_json::to_string(&actions).expect("actions are plain data")
    }
}

/// Parses a value from JSON; the refusal has this key and names the place in the JSON and the reason.
pub fn read_json<T: serde::de::DeserializeOwned>(json: &Value, key: &'static str) -> Result<T, Refusal> {
    // Tracking the place costs as much as parsing, so it is done only after an error.
    T::deserialize(json).or_else(|_| {
        serde_path_to_error::deserialize(json).map_err(|error| {
            let place = error.path().to_string();
            Refusal::new(key).arg("place", place).arg("reason", error.inner().to_string())
        })
    })
}
