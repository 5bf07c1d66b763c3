//! A small game for tests of this program: the first player at ten wins, and options can make the rules fail.

use parlor_kit::{
    Bundle, Game, Gesture, Luck, Manifest, Native, Outcome, Refusal, Scene, Seat, StepContext, Turn, Viewer,
};
use serde::{Deserialize, Serialize};

/// Two seats take one to three steps in turn.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Race {
    at: [u8; 2],
    next: Seat,
    wrong: String,
}

/// The options of a race.
#[derive(Clone, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub(crate) struct Options {
    /// What goes wrong: `panic`, `refuse`, `endless`, `nothing`, or not a thing.
    wrong: String,
    /// Luck decides which seat begins; seat 0 if it does not.
    drawn: bool,
}

/// The rules of the race with a manifest.
pub(crate) fn rules() -> Native<Race> {
    let manifest = "schema = 1\nid = 'race'\nversion = '1'\nhidden = false\nbound = 50\n\
                    seats = { min = 2, max = 2 }\n";
    Native::new(Bundle::new(Manifest::parse(manifest).unwrap()))
}

impl Game for Race {
    type Options = Options;
    type Action = u8;

    fn new(options: &Options, _: usize, luck: &mut Luck) -> Result<Race, Refusal> {
        let next = Seat::new(if options.drawn { luck.below(2) as usize } else { 0 });
        Ok(Race { at: [0; 2], next, wrong: options.wrong.clone() })
    }
    fn turn(&self) -> Turn {
        match self.at.iter().position(|&at| at >= 10) {
            Some(winner) => Turn::Over(Outcome::winner(2, Seat::new(winner), "race-won")),
            None => Turn::Act(self.next.into()),
        }
    }
    fn actions(&self, seat: Seat, out: &mut Vec<u8>) {
        if seat == self.next && self.wrong != "nothing" {
            out.extend(1..=3);
        }
    }
    fn act(&mut self, seat: Seat, steps: &u8, _: &mut StepContext) -> Result<(), Refusal> {
        match self.wrong.as_str() {
            "panic" => panic!("the track is gone"),
            "refuse" => return Err(Refusal::new("race-refused")),
            "endless" => {}
            _ if !(1..=3).contains(steps) => return Err(Refusal::new("race-steps")),
            _ => self.at[seat.index()] += steps,
        }
        self.next = seat.other();
        Ok(())
    }
    fn scene(&self, _: Viewer, _: &mut Scene) {}
    fn gesture(&self, _: Seat, steps: &u8) -> Gesture {
        Gesture::amount(*steps)
    }
    fn fallback(&self, _: Seat, _: &mut Luck) -> Option<u8> {
        Some(1)
    }
    fn estimate(&self, seat: Seat) -> f32 {
        (f32::from(self.at[seat.index()]) - f32::from(self.at[seat.other().index()])) / 10.0
    }
}
