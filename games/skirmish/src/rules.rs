//! The implementation of [`Game`].

use crate::{Action, Options, Skirmish, content, estimate, gesture, scene, state::Phase};
use parlor_kit::{ContentFault, Game, Gesture, Luck, Refusal, Scene, Seat, StepContext, Turn, Viewer};
use serde_json::Value;

impl Game for Skirmish {
    type Options = Options;
    type Action = Action;

    fn check_content(kind: &str, content: &Value) -> Vec<ContentFault> {
        content::faults(kind, content)
    }

    fn new(options: &Options, seats: usize, luck: &mut Luck) -> Result<Skirmish, Refusal> {
        Skirmish::begin(options, seats, luck)
    }

    fn turn(&self) -> Turn {
        let actors = self.actors();
        match self.phase {
            Phase::Over => Turn::Over(self.outcome()),
            _ if actors.is_empty() => Turn::Table,
            _ => Turn::Act(actors),
        }
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.actors().contains(seat) {
            self.steps(seat, out);
        }
    }

    fn candidates(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.actors().contains(seat) {
            self.good_steps(seat, out);
        }
    }

    fn act(&mut self, seat: Seat, action: &Action, step: &mut StepContext) -> Result<(), Refusal> {
        if !self.actors().contains(seat) {
            let over = self.phase == Phase::Over;
            return Err(if over { Refusal::new("skirmish-over") } else { Refusal::not_your_turn() });
        }
        self.check(seat, action)?;
        self.do_it(seat, action, step);
        Ok(())
    }

    fn proceed(&mut self, step: &mut StepContext) {
        if self.actors().is_empty() {
            self.go_on(step);
        }
    }

    fn scene(&self, viewer: Viewer, scene: &mut Scene) {
        scene::draw(self, viewer, scene);
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        gesture::gesture(self, seat, action)
    }

    fn turn_number(&self) -> Option<u32> {
        Some(self.turn)
    }

    fn round_number(&self) -> Option<u32> {
        Some(u32::from(self.round)).filter(|round| *round > 0)
    }

    /// A player who is out of time keeps their hand, and in a turn plays any card, without using rules.
    fn fallback(&self, seat: Seat, luck: &mut Luck) -> Option<Action> {
        let mut actions = Vec::new();
        self.candidates(seat, &mut actions);
        if let Some(end) = actions.iter().find(|action| matches!(action, Action::Keep | Action::End)) {
            return Some(end.clone());
        }
        let plays: Vec<Action> =
            actions.iter().filter(|action| matches!(action, Action::Play { .. })).cloned().collect();
        luck.choose(if plays.is_empty() { &actions } else { &plays }).cloned()
    }

    fn resample(&mut self, viewer: Viewer, luck: &mut Luck) {
        if viewer != Viewer::All {
            self.resample_choice(viewer, luck);
            self.zones.resample(viewer, luck);
        }
    }

    fn estimate(&self, seat: Seat) -> f32 {
        estimate::estimate(self, seat)
    }
}
