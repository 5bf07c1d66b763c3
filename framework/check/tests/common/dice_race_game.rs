//! Two runners on a small board, with a die and nothing hidden.

use super::bundle;
use parlor_kit::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

pub const LENGTH: i16 = 6;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Move {
    /// One cell.
    Creep,
    /// As many cells as a die of three sides says.
    Roll,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub at: [i16; 2],
    pub next: Seat,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    None,
    /// The die is rolled before the game begins.
    KeepsSeed,
    /// Players see a hint that the public does not.
    HiddenFromPublic,
    /// The roll is told to the roller alone.
    PrivateEvent,
    /// There is nothing to redraw, but something is.
    Resamples,
    /// The second seat cannot creep on one cell.
    Lopsided,
    /// The second seat creeps two cells.
    LopsidedStep,
}

#[derive(Clone)]
pub struct Race {
    pub bug: Bug,
    bundle: Arc<Bundle>,
}

const MANIFEST: &str = "schema = 1\nid = 'race'\nversion = '1.0.0'\nseats = { min = 2, max = 2 }\nbound = 12\n\
    hidden = false\n\
    [looks.path]\nname = 'race-path'\nshape = 'square'\ncolour = 'sand'\n\
    [looks.runner]\nname = 'race-runner'\nshape = 'circle'\ncolour = 'seat'\n";

const MESSAGES: &str = "race-name = Race\nrace-tagline = Run\nrace-rules = Run.\nrace-path = path\n\
    race-runner = runner\nrace-turn = { $who } runs\nrace-won = Somebody arrived\nrace-creep = Creep\n\
    race-roll = Roll\nrace-went = { $who } goes { $n }\nrace-not-yours = It is not your turn\n";

impl Race {
    pub fn new(bug: Bug) -> Race {
        Race { bug, bundle: Arc::new(bundle(MANIFEST, MESSAGES)) }
    }

    /// The other way round: rows and seats change places.
    pub fn mirror(state: &State) -> State {
        State { at: [state.at[1], state.at[0]], next: state.next.other(), seed: state.seed }
    }
}

impl Rules for Race {
    type State = State;
    type Action = Move;

    fn bundle(&self) -> &Arc<Bundle> {
        &self.bundle
    }

    fn options_schema(&self) -> Value {
        json!({ "type": "object", "properties": {} })
    }

    fn default_options(&self) -> Value {
        json!({})
    }

    fn setup(&self, _: &Value, _: usize, luck: &mut Luck) -> Result<State, Refusal> {
        let next = Seat::new(luck.below(2) as usize);
        let seed = (self.bug == Bug::KeepsSeed).then(|| luck.below(1 << 40));
        Ok(State { at: [0, 0], next, seed })
    }

    fn turn(&self, state: &State) -> Turn {
        match state.at.iter().position(|&at| at >= LENGTH - 1) {
            Some(winner) => Turn::Over(Outcome::winner(2, Seat::new(winner), "race-won")),
            None => Turn::Act(state.next.into()),
        }
    }

    fn actions(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        if !self.turn(state).seats().contains(seat) {
            return;
        }
        if !(self.bug == Bug::Lopsided && seat.index() == 1 && state.at[1] == 2) {
            out.push(Move::Creep);
        }
        out.push(Move::Roll);
    }

    fn act(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Move,
        step: &mut StepContext,
    ) -> Result<(), Refusal> {
        let mut offered = Vec::new();
        self.actions(state, seat, &mut offered);
        if !offered.contains(action) {
            return Err(Refusal::new("race-not-yours"));
        }
        let steps = match (action, &mut state.seed) {
            (Move::Creep, _) if self.bug == Bug::LopsidedStep && seat.index() == 1 => 2,
            (Move::Creep, _) => 1,
            (Move::Roll, Some(seed)) => {
                *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                1 + (*seed >> 33) as u8 as i16 % 3
            }
            (Move::Roll, None) => 1 + step.luck.below(3) as i16,
        };
        let at = &mut state.at[seat.index()];
        *at = (*at + steps).min(LENGTH - 1);
        let event = Event::new("race-went").arg("who", seat).arg("n", steps);
        step.tell(|| if self.bug == Bug::PrivateEvent { event.only(seat) } else { event });
        state.next = seat.other();
        Ok(())
    }

    fn proceed(&self, _: &mut State, _: &mut StepContext) {
        unreachable!("the table never goes on by itself");
    }

    fn scene(&self, state: &State, viewer: Viewer, scene: &mut Scene) {
        scene.banner(Text::new("race-turn").arg("who", state.next));
        scene.area("board", Area::square(LENGTH, 2, |_| "path".into()));
        for (seat, &at) in state.at.iter().enumerate() {
            let piece = Piece::on("board", Cell::new(at, seat as i16), "runner").owner(Seat::new(seat));
            let hint = self.bug == Bug::HiddenFromPublic && viewer != Viewer::Public;
            scene.piece(format!("runner-{seat}"), if hint { piece.tag("near") } else { piece });
        }
    }

    fn gesture(&self, _: &State, _: Seat, action: &Move) -> Gesture {
        match action {
            Move::Creep => Gesture::button("creep", Text::new("race-creep")),
            Move::Roll => Gesture::button("roll", Text::new("race-roll")).shortcut(Shortcut::Space),
        }
    }

    fn fallback(&self, _: &State, _: Seat, _: &mut Luck) -> Option<Move> {
        Some(Move::Roll)
    }

    fn retire(&self, _: &mut State, _: Seat, _: Retirement, _: &mut StepContext) -> bool {
        false
    }

    fn resample(&self, state: &mut State, _: Viewer, luck: &mut Luck) {
        if self.bug == Bug::Resamples {
            state.next = Seat::new(luck.below(2) as usize);
        }
    }

    fn estimate(&self, state: &State, seat: Seat) -> f32 {
        f32::from(state.at[seat.index()] - state.at[seat.other().index()]) / f32::from(LENGTH)
    }

    fn candidates(&self, state: &State, seat: Seat, out: &mut Vec<Move>) {
        self.actions(state, seat, out);
    }

    fn turn_number(&self, _: &State) -> Option<u32> {
        None
    }

    fn round_number(&self, _: &State) -> Option<u32> {
        None
    }

    fn terms(&self, _: &Value, _: &mut Terms) -> Result<(), Refusal> {
        Ok(())
    }

    fn check_content(&self, kind: &str, _: &Value) -> Vec<ContentFault> {
        parlor_kit::content::unknown_kind(kind)
    }

    fn position(&self, _: &State) -> Option<u64> {
        None
    }

    fn save(&self, state: &State) -> Vec<u8> {
        serde_json::to_vec(state).unwrap()
    }

    fn load(&self, bytes: &[u8]) -> Result<State, Refusal> {
        serde_json::from_slice(bytes)
            .map_err(|error| Refusal::new("state-invalid").arg("reason", error.to_string()))
    }

    fn read_action(&self, json: &Value) -> Result<Move, Refusal> {
        serde_json::from_value(json.clone()).map_err(|error| {
            Refusal::new("action-invalid").arg("place", "?").arg("reason", error.to_string())
        })
    }

    fn write_action(&self, action: &Move) -> Value {
        serde_json::to_value(action).unwrap()
    }
}
