//! The implementation of [`Game`].

use crate::{Action, Dune, MatchConfig, Options, Phase, ScenarioFile, estimate, scene};
use parlor_kit::{
    ContentFault, Event, Game, Gesture, Luck, Refusal, Scene, Seat, Seats, StepContext, Terms, Turn, Viewer,
    content::{content_faults, unknown_kind},
};
use serde_json::Value;

impl Game for Dune {
    type Options = Options;
    type Action = Action;

    fn check_content(kind: &str, content: &Value) -> Vec<ContentFault> {
        match kind {
            "scenario" => {
                content_faults(content, |file: &ScenarioFile| file.read().err().unwrap_or_default())
            }
            "party" => content_faults(content, MatchConfig::faults),
            _ => unknown_kind(kind),
        }
    }

    fn new(options: &Options, seats: usize, luck: &mut Luck) -> Result<Dune, Refusal> {
        Dune::begin(options, seats, luck)
    }

    fn turn(&self) -> Turn {
        match (self.phase, self.actor()) {
            (Phase::Houses, _) => Turn::Act(self.choosing()),
            (Phase::Over(ending), _) => Turn::Over(ending.outcome()),
            (_, Some(seat)) => Turn::Act(seat.into()),
            (_, None) => Turn::Table,
        }
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.phase == Phase::Houses {
            if self.choosing().contains(seat) {
                out.extend(self.pairs[seat.index()].map(Action::House));
            }
        } else if self.actor() == Some(seat) {
            self.legal(out);
        }
    }

    fn candidates(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.actor() == Some(seat) {
            self.worthwhile(out);
        } else {
            self.actions(seat, out);
        }
    }

    fn act(&mut self, seat: Seat, action: &Action, step: &mut StepContext) -> Result<(), Refusal> {
        match self.phase {
            Phase::Houses => return self.choose(seat, action, step),
            Phase::Over(_) => return Err(Refusal::new("dune-over")),
            _ if self.actor() != Some(seat) => return Err(Refusal::not_your_turn()),
            _ => {}
        }
        self.check(action)?;
        self.perform(action, step);
        Ok(())
    }

    fn proceed(&mut self, step: &mut StepContext) {
        self.step(step);
    }

    fn scene(&self, viewer: Viewer, scene: &mut Scene) {
        scene::draw(self, viewer, scene);
    }

    fn gesture(&self, seat: Seat, action: &Action) -> Gesture {
        scene::gesture(self, seat, action)
    }

    /// All steps of a character's turn are one move.
    fn turn_number(&self) -> Option<u32> {
        Some(self.turn)
    }

    fn round_number(&self) -> Option<u32> {
        Some(self.round).filter(|round| *round > 0)
    }

    fn terms(options: &Options, terms: &mut Terms) {
        options.terms(terms);
    }

    /// If the time runs out, a random house is chosen, or the character's turn ends.
    fn fallback(&self, seat: Seat, luck: &mut Luck) -> Option<Action> {
        if self.phase == Phase::Houses && self.choosing().contains(seat) {
            return luck.choose(&self.pairs[seat.index()]).copied().map(Action::House);
        }
        (self.actor() == Some(seat)).then_some(Action::End)
    }

    /// The other player's choice of a house is hidden until both have chosen.
    fn resample(&mut self, viewer: Viewer, luck: &mut Luck) {
        if viewer == Viewer::All || !self.hides_houses() {
            return;
        }
        for seat in Seat::all(2).filter(|&seat| viewer != Viewer::Seat(seat)) {
            if self.houses[seat.index()].is_some() {
                self.houses[seat.index()] = luck.choose(&self.pairs[seat.index()]).copied();
            }
        }
    }

    fn estimate(&self, seat: Seat) -> f32 {
        match self.phase {
            Phase::Over(ending) => ending.outcome().payoff(seat),
            _ => estimate::estimate(self, seat),
        }
    }
}

impl Dune {
    /// Whether a chosen house is still known to its player alone.
    pub(crate) fn hides_houses(&self) -> bool {
        matches!(self.phase, Phase::Houses | Phase::Place)
    }

    fn choose(&mut self, seat: Seat, action: &Action, step: &mut StepContext) -> Result<(), Refusal> {
        if !self.choosing().contains(seat) {
            return Err(Refusal::not_your_turn());
        }
        let Action::House(house) = *action else { return Err(Refusal::new("dune-choose-house")) };
        if !self.pairs[seat.index()].contains(&house) {
            return Err(Refusal::new("dune-house-not-offered").arg("house", house.text()));
        }
        self.houses[seat.index()] = Some(house);
        step.tell(|| {
            Event::new("dune-event-chose-own")
                .arg("house", house.text())
                .only(Seats::from(seat))
                .sound("pick")
        });
        step.tell(|| Event::new("dune-event-chose").arg("who", seat).except(Seats::from(seat)));
        if self.choosing().is_empty() {
            self.phase = Phase::Place;
        }
        Ok(())
    }
}
