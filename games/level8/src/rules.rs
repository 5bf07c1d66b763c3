//! The implementation of [`Game`].

use crate::{Action, Level8, Options, estimate, scene, state::Phase, tray::Tray};
use parlor_kit::{Game, Gesture, Luck, Refusal, Scene, Seat, StepContext, Turn, Viewer};

impl Game for Level8 {
    type Options = Options;
    type Action = Action;

    fn new(options: &Options, seats: usize, luck: &mut Luck) -> Result<Level8, Refusal> {
        Level8::begin(options, seats, luck)
    }

    fn turn(&self) -> Turn {
        match (self.phase, self.actor()) {
            (Phase::Over(ending), _) => Turn::Over(self.outcome(ending)),
            (_, Some(seat)) => Turn::Act(seat.into()),
            (_, None) => Turn::Table,
        }
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.actor() == Some(seat) {
            self.steps(seat, out);
        }
    }

    fn candidates(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.actor() == Some(seat) {
            self.good_steps(seat, out);
        }
    }

    fn act(&mut self, seat: Seat, action: &Action, step: &mut StepContext) -> Result<(), Refusal> {
        if self.actor() != Some(seat) {
            let over = matches!(self.phase, Phase::Over(_));
            return Err(if over { Refusal::new("level8-over") } else { Refusal::not_your_turn() });
        }
        self.check(seat, action)?;
        self.do_it(seat, action, step);
        Ok(())
    }

    fn proceed(&mut self, step: &mut StepContext) {
        if self.actor().is_none() {
            self.go_on(step);
        }
    }

    fn scene(&self, viewer: Viewer, scene: &mut Scene) {
        scene::draw(self, viewer, scene);
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        scene::gesture(self, seat, action)
    }

    fn turn_number(&self) -> Option<u32> {
        Some(self.turn)
    }

    /// Every hand is a round.
    fn round_number(&self) -> Option<u32> {
        Some(self.hands).filter(|hands| *hands > 0)
    }

    /// Any legal move, each equally likely. Composing is not a move: it changes nothing on the table, so it
    /// is never played for a player who is out of time; a composed level can be laid out.
    fn fallback(&self, seat: Seat, luck: &mut Luck) -> Option<Action> {
        let mut actions = Vec::new();
        self.actions(seat, &mut actions);
        actions.retain(|action| !action.composes());
        luck.choose(&actions).copied()
    }

    fn resample(&mut self, viewer: Viewer, luck: &mut Luck) {
        if viewer == Viewer::All {
            return;
        }
        self.zones.resample(viewer, luck);
        // Other players' trays are hidden, even whether they are empty.
        for seat in self.all_seats().filter(|&seat| viewer != Viewer::Seat(seat)) {
            self.trays[seat.index()] = Tray::default();
        }
    }

    fn estimate(&self, seat: Seat) -> f32 {
        match self.phase {
            Phase::Over(ending) => self.outcome(ending).payoff(seat),
            _ => estimate::estimate(self, seat),
        }
    }
}
