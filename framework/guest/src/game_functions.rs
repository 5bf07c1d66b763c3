//! The functions of the contract, implemented for a game; components and native libraries only convert the
//! types.

use crate::{Failure, FallbackChoice, GameStatus, Step, WireContentFault, json_writer::json, scene_writer};
use parlor_kit::{
    ContentFault, Event, Game, Luck, Refusal, Retirement, Scene, Seat, StepContext, Terms, Text, Turn,
    Viewer, options_schema, read_json,
};
use serde_json::Value;
use std::{any::Any, cell::RefCell, marker::PhantomData};

/// The functions of the contract for this game.
pub struct GameFunctions<G>(PhantomData<G>);

/// Maximum number of steps of a random game.
const MAX_PLAYOUT_STEPS: u32 = 100_000;

/// A game with its serialised bytes.
type Read = (Vec<u8>, Box<dyn Any>);

thread_local! {
    /// Cache of the last state that was parsed or made, keyed by its bytes: the next call is mostly about the
    /// same one.
    static LAST: RefCell<Option<Read>> = const { RefCell::new(None) };
}

#[allow(missing_docs, reason = "each function is documented where the contract is written, in game.wit")]
impl<G: Game> GameFunctions<G> {
    pub fn describe() -> String {
        let defaults = serde_json::to_value(G::Options::default()).expect("options are plain data");
        serde_json::json!({ "options": options_schema::<G::Options>(), "defaults": defaults }).to_string()
    }

    pub fn setup(options: &str, seats: u8, luck: Vec<u64>) -> Result<Step, Failure> {
        let options: G::Options = read_json(&parse(options, "options-invalid")?, "options-invalid")?;
        let (given, mut luck) = (luck.len(), Luck::given(luck));
        let game = G::new(&options, seats.into(), &mut luck);
        let used = enough(&luck, given)?;
        Ok(step(game?, Vec::new(), used))
    }

    pub fn status(state: &[u8]) -> Result<GameStatus, String> {
        with(state, |game: &G| status(game)).map_err(|refusal| json(&refusal))
    }

    pub fn actions(state: &[u8], number: u8) -> Vec<String> {
        let mut actions = Vec::new();
        sound(state, |game: &G| game.actions(seat(number), &mut actions));
        actions.iter().map(json).collect()
    }

    pub fn offers(state: &[u8], number: u8) -> String {
        sound(state, |game: &G| {
            let (seat, mut actions) = (seat(number), Vec::new());
            game.actions(seat, &mut actions);
            scene_writer::offer(actions.iter().map(|action| (action, game.gesture(seat, action))))
        })
    }

    pub fn read_action(action: &str) -> Result<String, String> {
        let action = action_of::<G>(action).map_err(|refusal| json(&refusal))?;
        Ok(json(&action))
    }

    pub fn act(
        state: &[u8],
        number: u8,
        action: &str,
        luck: Vec<u64>,
        listening: bool,
    ) -> Result<Step, Failure> {
        let action = action_of::<G>(action)?;
        let mut game: G = with(state, G::clone)?;
        let (given, mut context) = (luck.len(), context(luck, listening));
        let acted = game.act(seat(number), &action, &mut context);
        let used = enough(&context.luck, given)?;
        acted?;
        Ok(step(game, context.take_events(), used))
    }

    pub fn proceed(state: &[u8], luck: Vec<u64>, listening: bool) -> Result<Step, Failure> {
        let mut game: G = with(state, G::clone)?;
        let (given, mut context) = (luck.len(), context(luck, listening));
        game.proceed(&mut context);
        let used = enough(&context.luck, given)?;
        Ok(step(game, context.take_events(), used))
    }

    pub fn scene(state: &[u8], viewer: Viewer) -> String {
        sound(state, |game: &G| {
            let mut scene = Scene::new();
            game.scene(viewer, &mut scene);
            scene_writer::draw(scene)
        })
    }

    pub fn terms(options: &str, terms: &str) -> Result<String, String> {
        let changed = || -> Result<Terms, Refusal> {
            let options: G::Options = read_json(&parse(options, "options-invalid")?, "options-invalid")?;
            let mut terms: Terms = read_json(&parse(terms, "options-invalid")?, "options-invalid")?;
            G::terms(&options, &mut terms);
            Ok(terms)
        };
        changed().map(|terms| json(&terms)).map_err(|refusal| json(&refusal))
    }

    pub fn candidates(state: &[u8], number: u8) -> Vec<String> {
        let mut actions = Vec::new();
        sound(state, |game: &G| game.candidates(seat(number), &mut actions));
        actions.iter().map(json).collect()
    }

    pub fn fallback(state: &[u8], number: u8, luck: Vec<u64>) -> Result<FallbackChoice, Failure> {
        let (given, mut luck) = (luck.len(), Luck::given(luck));
        let action = sound(state, |game: &G| game.fallback(seat(number), &mut luck));
        let luck_used = enough(&luck, given)?;
        Ok(FallbackChoice { action: action.as_ref().map(json), luck_used })
    }

    pub fn retire(
        state: &[u8],
        number: u8,
        why: &str,
        luck: Vec<u64>,
        listening: bool,
    ) -> Result<Option<Step>, Failure> {
        // A reason that this version does not know is ignored.
        let Ok(why) = serde_json::from_value::<Retirement>(Value::from(why)) else { return Ok(None) };
        let mut game: G = with(state, G::clone)?;
        let (given, mut context) = (luck.len(), context(luck, listening));
        let known = game.retire(seat(number), why, &mut context);
        let used = enough(&context.luck, given)?;
        Ok(known.then(|| step(game, context.take_events(), used)))
    }

    pub fn resample(state: &[u8], viewer: Viewer, luck: Vec<u64>) -> Result<Step, Failure> {
        let mut game: G = with(state, G::clone)?;
        let (given, mut luck) = (luck.len(), Luck::given(luck));
        game.resample(viewer, &mut luck);
        let used = enough(&luck, given)?;
        Ok(step(game, Vec::new(), used))
    }

    pub fn estimate(state: &[u8], number: u8) -> f32 {
        sound(state, |game: &G| game.estimate(seat(number)))
    }

    pub fn position(state: &[u8]) -> Option<u64> {
        sound(state, |game: &G| game.position())
    }

    pub fn check_content(kind: &str, content: &str) -> Vec<WireContentFault> {
        let faults = match serde_json::from_str::<Value>(content) {
            Ok(content) => G::check_content(kind, &content),
            Err(error) => {
                let text = Text::new("content-invalid").arg("reason", error.to_string());
                vec![ContentFault::new("", text)]
            }
        };
        faults.into_iter().map(WireContentFault::from).collect()
    }

    pub fn playouts(state: &[u8], seed: u64, games: u32) -> Vec<f32> {
        sound(state, |game: &G| playouts(game, seed, games))
    }
}

/// Plays random games to their ends; returns the average payoff of each seat.
fn playouts<G: Game>(start: &G, seed: u64, games: u32) -> Vec<f32> {
    let (mut sums, mut ended) = (Vec::new(), 0u32);
    let mut context = StepContext::silent(Luck::fast(seed));
    let (mut choices, mut actions) = (Luck::fast(!seed), Vec::new());
    for _ in 0..games {
        let mut game = start.clone();
        for _ in 0..MAX_PLAYOUT_STEPS {
            match game.turn() {
                Turn::Table => game.proceed(&mut context),
                Turn::Over(outcome) => {
                    sums.resize(outcome.seats(), 0.0);
                    for seat in Seat::all(outcome.seats()) {
                        sums[seat.index()] += outcome.payoff(seat);
                    }
                    ended += 1;
                    break;
                }
                Turn::Act(seats) => {
                    let Some(seat) = seats.first() else { break };
                    actions.clear();
                    game.candidates(seat, &mut actions);
                    let Some(action) = choices.choose(&actions) else { break };
                    if game.act(seat, action, &mut context).is_err() {
                        break;
                    }
                }
            }
        }
    }
    sums.iter().map(|sum: &f32| sum / ended.max(1) as f32).collect()
}

fn step<G: Game>(game: G, events: Vec<Event>, luck_used: u32) -> Step {
    let state = json(&game).into_bytes();
    let step = Step { status: status(&game), events: json(&events), luck_used, state };
    LAST.set(Some((step.state.clone(), Box::new(game))));
    step
}

fn status<G: Game>(game: &G) -> GameStatus {
    let (turn_number, round_number) = (game.turn_number(), game.round_number());
    GameStatus { turn: game.turn().into(), turn_number, round_number }
}

/// Parses the state, or takes it from the cache, and calls `look` with it.
fn with<G: Game, T>(state: &[u8], look: impl FnOnce(&G) -> T) -> Result<T, Refusal> {
    LAST.with_borrow_mut(|last| {
        let known =
            last.as_ref().filter(|(bytes, _)| bytes == state).and_then(|(_, game)| game.downcast_ref());
        if let Some(game) = known {
            return Ok(look(game));
        }
        let game: G = serde_json::from_slice(state)
            .map_err(|error| Refusal::new("state-invalid").arg("reason", error.to_string()))?;
        let seen = look(&game);
        *last = Some((state.to_vec(), Box::new(game)));
        Ok(seen)
    })
}

/// Like [`with`], for bytes that this plugin made; panics if they are invalid.
fn sound<G: Game, T>(state: &[u8], look: impl FnOnce(&G) -> T) -> T {
    with(state, look).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn action_of<G: Game>(action: &str) -> Result<G::Action, Refusal> {
    // Fast path first; the place of an error is determined only if there is one.
    serde_json::from_str(action).or_else(|_| read_json(&parse(action, "action-invalid")?, "action-invalid"))
}

fn parse(text: &str, key: &'static str) -> Result<Value, Refusal> {
    serde_json::from_str(text)
        .map_err(|error| Refusal::new(key).arg("place", "").arg("reason", error.to_string()))
}

fn context(luck: Vec<u64>, listening: bool) -> StepContext {
    let luck = Luck::given(luck);
    if listening { StepContext::listening(luck) } else { StepContext::silent(luck) }
}

/// The number of random values used, or a request for more.
fn enough(luck: &Luck, given: usize) -> Result<u32, Failure> {
    if luck.drawn() > given { Err(Failure::MoreLuck) } else { Ok(luck.drawn() as u32) }
}

fn seat(number: u8) -> Seat {
    Seat::new(number.into())
}
