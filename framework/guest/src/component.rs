//! The answers as a wasm component.

use crate::{Answers, answers};
use bindings::exports::parlor::game::{
    hints::{Fallen, Guest as Hints},
    rules::{Failure, Guest as Rules, Standing, Step, Turn, Viewer as Eyes},
};
use parlor_kit::{Game, Seat, Viewer};
use std::marker::PhantomData;

#[allow(missing_docs, unsafe_code, unreachable_pub, clippy::all, reason = "generated from game.wit")]
pub mod bindings {
    wit_bindgen::generate!({
        path: "../plugins/wit",
        world: "full-game",
        pub_export_macro: true,
        export_macro_name: "export_component",
    });
}

/// A component with this game.
pub struct Component<G>(PhantomData<G>);

impl<G: Game> Rules for Component<G> {
    fn describe() -> String {
        Answers::<G>::describe()
    }
    fn setup(options: String, seats: u8, luck: Vec<u64>) -> Result<Step, Failure> {
        done(Answers::<G>::setup(&options, seats, luck))
    }
    fn stand(state: Vec<u8>) -> Result<Standing, String> {
        Answers::<G>::stand(&state).map(Standing::from)
    }
    fn actions(state: Vec<u8>, seat: u8) -> Vec<String> {
        Answers::<G>::actions(&state, seat)
    }
    fn offers(state: Vec<u8>, seat: u8) -> String {
        Answers::<G>::offers(&state, seat)
    }
    fn read_action(action: String) -> Result<String, String> {
        Answers::<G>::read_action(&action)
    }
    fn act(
        state: Vec<u8>,
        seat: u8,
        action: String,
        luck: Vec<u64>,
        listening: bool,
    ) -> Result<Step, Failure> {
        done(Answers::<G>::act(&state, seat, &action, luck, listening))
    }
    fn proceed(state: Vec<u8>, luck: Vec<u64>, listening: bool) -> Result<Step, Failure> {
        done(Answers::<G>::proceed(&state, luck, listening))
    }
    fn scene(state: Vec<u8>, viewer: Eyes) -> String {
        Answers::<G>::scene(&state, eyes(viewer))
    }
}

impl<G: Game> Hints for Component<G> {
    fn terms(options: String, terms: String) -> Result<String, String> {
        Answers::<G>::terms(&options, &terms)
    }
    fn candidates(state: Vec<u8>, seat: u8) -> Vec<String> {
        Answers::<G>::candidates(&state, seat)
    }
    fn fallback(state: Vec<u8>, seat: u8, luck: Vec<u64>) -> Result<Fallen, Failure> {
        let fallen = Answers::<G>::fallback(&state, seat, luck)?;
        Ok(Fallen { action: fallen.action, luck_used: fallen.luck_used })
    }
    fn retire(
        state: Vec<u8>,
        seat: u8,
        why: String,
        luck: Vec<u64>,
        listening: bool,
    ) -> Result<Option<Step>, Failure> {
        let retired = Answers::<G>::retire(&state, seat, &why, luck, listening)?;
        Ok(retired.map(Step::from))
    }
    fn resample(state: Vec<u8>, viewer: Eyes, luck: Vec<u64>) -> Result<Step, Failure> {
        done(Answers::<G>::resample(&state, eyes(viewer), luck))
    }
    fn estimate(state: Vec<u8>, seat: u8) -> f32 {
        Answers::<G>::estimate(&state, seat)
    }
    fn position(state: Vec<u8>) -> Option<u64> {
        Answers::<G>::position(&state)
    }
    fn playouts(state: Vec<u8>, seed: u64, games: u32) -> Vec<f32> {
        Answers::<G>::playouts(&state, seed, games)
    }
}

fn done(step: Result<answers::Step, answers::Failure>) -> Result<Step, Failure> {
    Ok(step?.into())
}

fn eyes(viewer: Eyes) -> Viewer {
    match viewer {
        Eyes::Seat(seat) => Viewer::Seat(Seat::new(seat.into())),
        Eyes::Public => Viewer::Public,
        Eyes::All => Viewer::All,
    }
}

impl From<answers::Step> for Step {
    fn from(step: answers::Step) -> Step {
        let answers::Step { state, standing, events, luck_used } = step;
        Step { state, standing: standing.into(), events, luck_used }
    }
}

impl From<answers::Standing> for Standing {
    fn from(standing: answers::Standing) -> Standing {
        let turn = match standing.turn {
            answers::Whose::Act(seats) => Turn::Act(seats),
            answers::Whose::Table => Turn::Table,
            answers::Whose::Over(outcome) => Turn::Over(outcome),
        };
        Standing { turn, number: standing.number }
    }
}

impl From<answers::Failure> for Failure {
    fn from(failure: answers::Failure) -> Failure {
        match failure {
            answers::Failure::Refused(reason) => Failure::Refused(reason),
            answers::Failure::MoreLuck => Failure::MoreLuck,
        }
    }
}
