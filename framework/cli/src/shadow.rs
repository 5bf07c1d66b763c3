//! A game that is played elsewhere, followed by what one seat is shown of it.
//!
//! A server never tells its state, and bots think about states. Where nothing is hidden, the state can be found:
//! it is the one whose scene is the scene that was shown.

use parlor_bots::{Budget, Imagined, make};
use parlor_kit::{Luck, Rules, Scene, Seat, Table, Turn, Viewer};
use parlor_texts::Speaker;
use serde_json::Value;
use std::sync::Arc;

/// How often luck is tried for a step before the game is given up on.
const TRIES: u64 = 64;

/// Somebody who follows a game and chooses for a seat.
pub(crate) trait Shadow {
    /// Follows the game to this scene; false if it is not known how it came about.
    fn follow(&mut self, scene: &Value) -> bool;
    /// What a bot chooses for the seat; `None` if the game is not followed any more.
    fn choose(&mut self, budget: &Budget) -> Option<Value>;
}

/// What is known of the table.
pub(crate) struct Known {
    pub(crate) bot: String,
    pub(crate) options: Value,
    pub(crate) names: Vec<String>,
    pub(crate) seat: Seat,
}

pub(crate) fn shadow<R: Rules>(rules: &Arc<R>, known: Known) -> Box<dyn Shadow> {
    let speaker = Speaker::of(rules.bundle());
    Box::new(Follower { rules: rules.clone(), speaker, known, state: None, luck: Luck::fast(1) })
}

struct Follower<R: Rules> {
    rules: Arc<R>,
    speaker: Speaker,
    known: Known,
    state: Option<R::State>,
    luck: Luck,
}

impl<R: Rules> Follower<R> {
    fn looks_like(&self, state: &R::State, wanted: &Value) -> bool {
        let mut scene = Scene::new();
        self.rules.scene(state, Viewer::Seat(self.known.seat), &mut scene);
        let Ok(mut scene) = serde_json::to_value(&scene) else { return false };
        self.speaker.localise("en", &mut scene, &self.known.names);
        scene == *wanted
    }

    fn begin(&self, wanted: &Value) -> Option<R::State> {
        let seats = self.known.names.len();
        let states = (0..TRIES)
            .filter_map(|seed| self.rules.setup(&self.known.options, seats, &mut Luck::fast(seed)).ok());
        states.into_iter().find(|state| self.looks_like(state, wanted))
    }

    fn next(&self, state: &R::State, wanted: &Value) -> Option<R::State> {
        let steps: Vec<Option<(Seat, R::Action)>> = match self.rules.turn(state) {
            Turn::Over(_) => return None,
            Turn::Table => vec![None],
            Turn::Act(seats) => seats
                .iter()
                .flat_map(|seat| {
                    let mut actions = Vec::new();
                    self.rules.actions(state, seat, &mut actions);
                    actions.into_iter().map(move |action| Some((seat, action)))
                })
                .collect(),
        };
        (0..TRIES).find_map(|seed| {
            steps.iter().find_map(|step| {
                let (mut next, mut table) = (state.clone(), Table::silent(Luck::fast(seed)));
                match step {
                    None => self.rules.proceed(&mut next, &mut table),
                    Some((seat, action)) => self.rules.act(&mut next, *seat, action, &mut table).ok()?,
                }
                self.looks_like(&next, wanted).then_some(next)
            })
        })
    }
}

impl<R: Rules> Shadow for Follower<R> {
    fn follow(&mut self, scene: &Value) -> bool {
        if self.rules.bundle().manifest.hidden {
            return false;
        }
        let next = self.state.as_ref().and_then(|state| self.next(state, scene));
        self.state = next.or_else(|| self.begin(scene));
        self.state.is_some()
    }

    fn choose(&mut self, budget: &Budget) -> Option<Value> {
        let state = self.state.as_ref()?;
        let (seats, seat) = (self.known.names.len(), self.known.seat);
        let view = Imagined::of(&self.rules, state, seats, seat, &mut self.luck);
        let mut bot = make::<R>(&self.known.bot).ok()?;
        let action = bot.choose(&view, budget, &mut self.luck)?;
        Some(self.rules.write_action(&action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_followed_by_its_scenes_alone() {
        let rules = Arc::new(snails::rules());
        let options = rules.default_options();
        let names = vec!["Ada".to_string(), "Ben".to_string()];
        let known = Known { bot: "greedy".into(), options: options.clone(), names, seat: Seat::new(1) };
        let mut shadow = shadow(&rules, known);
        let speaker = Speaker::of(rules.bundle());
        let mut state = rules.setup(&options, 2, &mut Luck::fast(99)).unwrap();
        let mut table = Table::silent(Luck::fast(5));
        for step in 0..40 {
            let mut scene = Scene::new();
            rules.scene(&state, Viewer::Seat(Seat::new(1)), &mut scene);
            let mut scene = serde_json::to_value(&scene).unwrap();
            speaker.localise("en", &mut scene, &["Ada".into(), "Ben".into()]);
            assert!(shadow.follow(&scene), "step {step}");
            match rules.turn(&state) {
                Turn::Over(_) => break,
                Turn::Table => rules.proceed(&mut state, &mut table),
                Turn::Act(seats) => {
                    let seat = seats.first().unwrap();
                    let mut actions = Vec::new();
                    rules.actions(&state, seat, &mut actions);
                    if seat == Seat::new(1) {
                        let chosen = shadow.choose(&Budget::nodes(500)).unwrap();
                        let chosen = rules.read_action(&chosen).unwrap();
                        assert!(actions.contains(&chosen));
                        rules.act(&mut state, seat, &chosen, &mut table).unwrap();
                    } else {
                        rules.act(&mut state, seat, &actions[step % actions.len()], &mut table).unwrap();
                    }
                }
            }
        }
    }
}
