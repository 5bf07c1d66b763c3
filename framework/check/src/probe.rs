//! Rules under test: every call is guarded, and what a viewer gets is taken as bytes.

use crate::{Judged, Law, guard::guard};
use parlor_kit::{
    Audience, Event, Luck, Offer, Refusal, Retirement, Rules, Scene, Seat, StepContext, Terms, Turn, Viewer,
};
use serde_json::Value;

/// One step of a game.
#[derive(Clone, Debug)]
pub(crate) enum Step<A> {
    Act(Seat, A),
    Proceed,
    Retire(Seat, Retirement),
}

/// What a step gave.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) accepted: bool,
    pub(crate) refusal: Option<Refusal>,
    pub(crate) events: Vec<Event>,
    /// Whether the step drew luck.
    pub(crate) drew: bool,
}

/// Everything one viewer gets of a state, as bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View {
    pub(crate) turn: Vec<u8>,
    pub(crate) round: Vec<u8>,
    pub(crate) scene: Vec<u8>,
    pub(crate) offers: Vec<u8>,
}

impl View {
    /// The first part that differs: its name, and both.
    pub(crate) fn difference<'a>(&'a self, other: &'a View) -> Option<(&'static str, &'a [u8], &'a [u8])> {
        let parts = [
            ("the turn", &self.turn, &other.turn),
            ("the number of the round", &self.round, &other.round),
            ("the scene", &self.scene, &other.scene),
            ("the offers", &self.offers, &other.offers),
        ];
        parts.into_iter().find(|(_, a, b)| a != b).map(|(name, a, b)| (name, a.as_slice(), b.as_slice()))
    }
}

/// Rules with a guard around every call.
pub(crate) struct Probe<'r, R>(pub(crate) &'r R);

impl<R> Clone for Probe<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Probe<'_, R> {}

impl<R: Rules> Probe<'_, R> {
    pub(crate) fn setup(
        &self,
        options: &Value,
        seats: usize,
        luck: &mut Luck,
    ) -> Judged<Result<R::State, Refusal>> {
        guard(Law::Offered, "setup", || self.0.setup(options, seats, luck))
    }

    pub(crate) fn turn(&self, state: &R::State) -> Judged<Turn> {
        guard(Law::Turns, "turn", || self.0.turn(state))
    }

    pub(crate) fn actions(&self, state: &R::State, seat: Seat) -> Judged<Vec<R::Action>> {
        guard(Law::Turns, "actions", || {
            let mut out = Vec::new();
            self.0.actions(state, seat, &mut out);
            out
        })
        .map_err(|fault| fault.seat(seat))
    }

    /// The actions worth trying: what random play chooses from.
    pub(crate) fn candidates(&self, state: &R::State, seat: Seat) -> Judged<Vec<R::Action>> {
        guard(Law::Offered, "candidates", || {
            let mut out = Vec::new();
            self.0.candidates(state, seat, &mut out);
            out
        })
        .map_err(|fault| fault.seat(seat))
    }

    pub(crate) fn terms(&self, options: &Value) -> Judged<Result<(), Refusal>> {
        guard(Law::Offered, "terms", || self.0.terms(options, &mut Terms::default()))
    }

    pub(crate) fn step(&self, state: &mut R::State, step: &Step<R::Action>, luck: Luck) -> Judged<Done> {
        let mut context = StepContext::listening(luck);
        let (accepted, refusal) = match step {
            Step::Act(seat, action) => {
                let answer = guard(Law::Offered, "act", || self.0.act(state, *seat, action, &mut context))
                    .map_err(|fault| {
                        let fault = fault.seat(*seat);
                        match self.write(action) {
                            Ok(json) => fault.action(json),
                            Err(_) => fault,
                        }
                    })?;
                (answer.is_ok(), answer.err())
            }
            Step::Proceed => {
                guard(Law::Offered, "proceed", || self.0.proceed(state, &mut context))?;
                (true, None)
            }
            Step::Retire(seat, why) => {
                let retired =
                    guard(Law::Offered, "retire", || self.0.retire(state, *seat, *why, &mut context));
                (retired.map_err(|fault| fault.seat(*seat))?, None)
            }
        };
        Ok(Done { accepted, refusal, events: context.take_events(), drew: !context.luck.is_untouched() })
    }

    pub(crate) fn scene(&self, state: &R::State, viewer: Viewer) -> Judged<Scene> {
        guard(Law::Presentation, "scene", || {
            let mut scene = Scene::new();
            self.0.scene(state, viewer, &mut scene);
            scene
        })
        .map_err(|fault| fault.viewer(viewer))
    }

    pub(crate) fn scene_bytes(&self, state: &R::State, viewer: Viewer) -> Judged<Vec<u8>> {
        Ok(bytes(&self.scene(state, viewer)?))
    }

    pub(crate) fn offers(&self, state: &R::State, seat: Seat) -> Judged<Vec<Offer>> {
        guard(Law::Gestures, "gesture", || self.0.offers(state, seat)).map_err(|fault| fault.seat(seat))
    }

    pub(crate) fn fallback(&self, state: &R::State, seat: Seat, mut luck: Luck) -> Judged<Option<R::Action>> {
        guard(Law::Offered, "fallback", || self.0.fallback(state, seat, &mut luck))
            .map_err(|fault| fault.seat(seat))
    }

    pub(crate) fn fork(&self, state: &R::State) -> Judged<R::State> {
        guard(Law::Forks, "clone", || state.clone())
    }

    /// A fork in which everything the viewer cannot know is redrawn.
    pub(crate) fn twin(&self, state: &R::State, viewer: Viewer, mut luck: Luck) -> Judged<R::State> {
        let mut twin = self.fork(state)?;
        guard(Law::Twins, "resample", || self.0.resample(&mut twin, viewer, &mut luck))
            .map_err(|fault| fault.viewer(viewer))?;
        Ok(twin)
    }

    pub(crate) fn save(&self, state: &R::State) -> Judged<Vec<u8>> {
        guard(Law::Forks, "save", || self.0.save(state))
    }

    pub(crate) fn load(&self, bytes: &[u8]) -> Judged<Result<R::State, Refusal>> {
        guard(Law::Forks, "load", || self.0.load(bytes))
    }

    pub(crate) fn read(&self, json: &Value) -> Judged<Result<R::Action, Refusal>> {
        guard(Law::Form, "read_action", || self.0.read_action(json))
            .map_err(|fault| fault.action(json.clone()))
    }

    pub(crate) fn write(&self, action: &R::Action) -> Judged<Value> {
        guard(Law::Form, "write_action", || self.0.write_action(action))
    }

    /// Everything the viewer gets of this state.
    pub(crate) fn view(&self, state: &R::State, viewer: Viewer) -> Judged<View> {
        let offers = match viewer.seat() {
            Some(seat) => offer_bytes(&self.offers(state, seat)?),
            None => Vec::new(),
        };
        let number = guard(Law::Turns, "turn_number", || self.0.turn_number(state))?;
        let turn = match self.turn(state)? {
            Turn::Act(seats) => bytes(&("act", seats, number)),
            Turn::Table => bytes(&("table", number)),
            Turn::Over(outcome) => bytes(&("over", outcome, number)),
        };
        let round = bytes(&guard(Law::Turns, "round_number", || self.0.round_number(state))?);
        Ok(View { turn, round, scene: self.scene_bytes(state, viewer)?, offers })
    }
}

/// The JSON text of plain data.
pub(crate) fn bytes(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("plain data with text keys")
}

/// Offers with their gestures, in their order.
pub(crate) fn offer_bytes(offers: &[Offer]) -> Vec<u8> {
    bytes(&offers.iter().map(|offer| (&offer.action, &offer.gesture)).collect::<Vec<_>>())
}

/// What a viewer is told of these events. The audience itself is never sent.
pub(crate) fn told(events: &[Event], viewer: Viewer) -> Vec<u8> {
    let told = events.iter().filter(|event| event.to.includes(viewer));
    bytes(&told.map(|event| Event { to: Audience::All, ..event.clone() }).collect::<Vec<_>>())
}
