//! The rules under test: every call catches panics, and views are taken as bytes.

use crate::{CheckResult, Law, catch_panic::catch_panic};
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

/// The result of a step.
#[derive(Clone, Debug)]
pub(crate) struct StepResult {
    pub(crate) accepted: bool,
    pub(crate) refusal: Option<Refusal>,
    pub(crate) events: Vec<Event>,
    /// Whether the step drew luck.
    pub(crate) drew: bool,
    /// Whether the rules conceal the step.
    pub(crate) concealed: bool,
}

/// Everything one viewer gets of a state, as bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ViewBytes {
    pub(crate) turn: Vec<u8>,
    pub(crate) round: Vec<u8>,
    pub(crate) scene: Vec<u8>,
    pub(crate) offers: Vec<u8>,
}

impl ViewBytes {
    /// The first part that differs: its name, and both values.
    pub(crate) fn difference<'a>(
        &'a self,
        other: &'a ViewBytes,
    ) -> Option<(&'static str, &'a [u8], &'a [u8])> {
        let parts = [
            ("the turn", &self.turn, &other.turn),
            ("the number of the round", &self.round, &other.round),
            ("the scene", &self.scene, &other.scene),
            ("the offers", &self.offers, &other.offers),
        ];
        parts.into_iter().find(|(_, a, b)| a != b).map(|(name, a, b)| (name, a.as_slice(), b.as_slice()))
    }
}

/// Rules whose calls catch panics.
pub(crate) struct GuardedRules<'r, R>(pub(crate) &'r R);

impl<R> Clone for GuardedRules<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for GuardedRules<'_, R> {}

impl<R: Rules> GuardedRules<'_, R> {
    pub(crate) fn setup(
        &self,
        options: &Value,
        seats: usize,
        luck: &mut Luck,
    ) -> CheckResult<Result<R::State, Refusal>> {
        catch_panic(Law::LegalActions, "setup", || self.0.setup(options, seats, luck))
    }

    pub(crate) fn turn(&self, state: &R::State) -> CheckResult<Turn> {
        catch_panic(Law::Turns, "turn", || self.0.turn(state))
    }

    pub(crate) fn actions(&self, state: &R::State, seat: Seat) -> CheckResult<Vec<R::Action>> {
        catch_panic(Law::Turns, "actions", || {
            let mut out = Vec::new();
            self.0.actions(state, seat, &mut out);
            out
        })
        .map_err(|violation| violation.seat(seat))
    }

    /// The actions worth trying, from which random play chooses.
    pub(crate) fn candidates(&self, state: &R::State, seat: Seat) -> CheckResult<Vec<R::Action>> {
        catch_panic(Law::LegalActions, "candidates", || {
            let mut out = Vec::new();
            self.0.candidates(state, seat, &mut out);
            out
        })
        .map_err(|violation| violation.seat(seat))
    }

    pub(crate) fn terms(&self, options: &Value) -> CheckResult<Result<(), Refusal>> {
        catch_panic(Law::LegalActions, "terms", || self.0.terms(options, &mut Terms::default()))
    }

    pub(crate) fn step(
        &self,
        state: &mut R::State,
        step: &Step<R::Action>,
        luck: Luck,
    ) -> CheckResult<StepResult> {
        let mut context = StepContext::listening(luck);
        let (accepted, refusal) = match step {
            Step::Act(seat, action) => {
                let answer =
                    catch_panic(Law::LegalActions, "act", || self.0.act(state, *seat, action, &mut context))
                        .map_err(|violation| {
                            let violation = violation.seat(*seat);
                            match self.write(action) {
                                Ok(json) => violation.action(json),
                                Err(_) => violation,
                            }
                        })?;
                (answer.is_ok(), answer.err())
            }
            Step::Proceed => {
                catch_panic(Law::LegalActions, "proceed", || self.0.proceed(state, &mut context))?;
                (true, None)
            }
            Step::Retire(seat, why) => {
                let retired = catch_panic(Law::LegalActions, "retire", || {
                    self.0.retire(state, *seat, *why, &mut context)
                });
                (retired.map_err(|violation| violation.seat(*seat))?, None)
            }
        };
        Ok(StepResult {
            accepted,
            refusal,
            events: context.take_events(),
            drew: !context.luck.is_untouched(),
            concealed: context.is_concealed(),
        })
    }

    pub(crate) fn scene(&self, state: &R::State, viewer: Viewer) -> CheckResult<Scene> {
        catch_panic(Law::Presentation, "scene", || {
            let mut scene = Scene::new();
            self.0.scene(state, viewer, &mut scene);
            scene
        })
        .map_err(|violation| violation.viewer(viewer))
    }

    pub(crate) fn scene_bytes(&self, state: &R::State, viewer: Viewer) -> CheckResult<Vec<u8>> {
        Ok(bytes(&self.scene(state, viewer)?))
    }

    pub(crate) fn offers(&self, state: &R::State, seat: Seat) -> CheckResult<Vec<Offer>> {
        catch_panic(Law::Gestures, "gesture", || self.0.offers(state, seat))
            .map_err(|violation| violation.seat(seat))
    }

    pub(crate) fn fallback(
        &self,
        state: &R::State,
        seat: Seat,
        mut luck: Luck,
    ) -> CheckResult<Option<R::Action>> {
        catch_panic(Law::LegalActions, "fallback", || self.0.fallback(state, seat, &mut luck))
            .map_err(|violation| violation.seat(seat))
    }

    pub(crate) fn fork(&self, state: &R::State) -> CheckResult<R::State> {
        catch_panic(Law::SaveAndFork, "clone", || state.clone())
    }

    /// A fork with everything resampled that the viewer cannot know.
    pub(crate) fn twin(&self, state: &R::State, viewer: Viewer, mut luck: Luck) -> CheckResult<R::State> {
        let mut twin = self.fork(state)?;
        catch_panic(Law::Secrecy, "resample", || self.0.resample(&mut twin, viewer, &mut luck))
            .map_err(|violation| violation.viewer(viewer))?;
        Ok(twin)
    }

    pub(crate) fn save(&self, state: &R::State) -> CheckResult<Vec<u8>> {
        catch_panic(Law::SaveAndFork, "save", || self.0.save(state))
    }

    pub(crate) fn load(&self, bytes: &[u8]) -> CheckResult<Result<R::State, Refusal>> {
        catch_panic(Law::SaveAndFork, "load", || self.0.load(bytes))
    }

    pub(crate) fn read(&self, json: &Value) -> CheckResult<Result<R::Action, Refusal>> {
        catch_panic(Law::OfferForm, "read_action", || self.0.read_action(json))
            .map_err(|violation| violation.action(json.clone()))
    }

    pub(crate) fn write(&self, action: &R::Action) -> CheckResult<Value> {
        catch_panic(Law::OfferForm, "write_action", || self.0.write_action(action))
    }

    /// Everything the viewer gets of this state.
    pub(crate) fn view(&self, state: &R::State, viewer: Viewer) -> CheckResult<ViewBytes> {
        let offers = match viewer.seat() {
            Some(seat) => offer_bytes(&self.offers(state, seat)?),
            None => Vec::new(),
        };
        let number = catch_panic(Law::Turns, "turn_number", || self.0.turn_number(state))?;
        let turn = match self.turn(state)? {
            Turn::Act(seats) => bytes(&("act", seats, number)),
            Turn::Table => bytes(&("table", number)),
            Turn::Over(outcome) => bytes(&("over", outcome, number)),
        };
        let round = bytes(&catch_panic(Law::Turns, "round_number", || self.0.round_number(state))?);
        Ok(ViewBytes { turn, round, scene: self.scene_bytes(state, viewer)?, offers })
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

/// The events that a viewer gets. The audience itself is never sent.
pub(crate) fn told(events: &[Event], viewer: Viewer) -> Vec<u8> {
    let told = events.iter().filter(|event| event.to.includes(viewer));
    bytes(&told.map(|event| Event { to: Audience::All, ..event.clone() }).collect::<Vec<_>>())
}
