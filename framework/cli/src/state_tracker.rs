//! Tracks the state of a game on a server by the scenes that one seat is shown.
//!
//! A server never sends states, but bots search states. In games without hidden information the state can be
//! found: it is the one whose scene equals the received scene.

use parlor_bots::{Budget, ErasedGame, Imagined};
use parlor_kit::{
    ErasedAction, ErasedState, Luck, Retirement, Rules, Scene, Seat, StepContext, Turn, Viewer,
};
use parlor_texts::Translator;
use serde_json::Value;

/// How many seeds are tried for a step before tracking gives up.
const MAX_SEEDS: u64 = 64;

/// Known facts about the table.
pub(crate) struct TableInfo {
    pub(crate) bot: String,
    pub(crate) options: Value,
    pub(crate) names: Vec<String>,
    pub(crate) seat: Seat,
}

/// Tracks a game and chooses for a seat.
pub(crate) struct StateTracker {
    game: ErasedGame,
    translator: Translator,
    known: TableInfo,
    state: Option<ErasedState>,
    luck: Luck,
}

impl StateTracker {
    /// A tracker without any scene yet.
    pub(crate) fn new(game: ErasedGame, known: TableInfo) -> StateTracker {
        let translator = Translator::of(game.bundle());
        StateTracker { game, translator, known, state: None, luck: Luck::fast(1) }
    }

    /// Advances the state to this scene; false if no step leads to it.
    pub(crate) fn follow(&mut self, scene: &Value) -> bool {
        if self.game.rules.bundle().manifest.hidden {
            return false;
        }
        let next = self.state.as_ref().and_then(|state| self.next(state, scene));
        self.state = next.or_else(|| self.begin(scene));
        self.state.is_some()
    }

    /// A bot's choice for the seat; `None` if the state is not known.
    pub(crate) fn choose(&mut self, budget: &Budget) -> Option<Value> {
        let state = self.state.as_ref()?;
        let (seats, seat) = (self.known.names.len(), self.known.seat);
        let view = Imagined::of(&self.game.rules, state, seats, seat, &mut self.luck);
        let mut bot = self.game.make_bot(&self.known.bot).ok()?;
        let action = bot.choose(&view, budget, &mut self.luck)?;
        Some(self.game.rules.write_action(&action))
    }

    fn looks_like(&self, state: &ErasedState, wanted: &Value) -> bool {
        let mut scene = Scene::new();
        self.game.rules.scene(state, Viewer::Seat(self.known.seat), &mut scene);
        let Ok(mut scene) = serde_json::to_value(&scene) else { return false };
        self.translator.translate_json("en", &mut scene, &self.known.names);
        scene == *wanted
    }

    fn begin(&self, wanted: &Value) -> Option<ErasedState> {
        let seats = self.known.names.len();
        for seed in 0..MAX_SEEDS {
            let mut luck = Luck::fast(seed);
            let state = self.game.rules.setup(&self.known.options, seats, &mut luck).ok()?;
            if self.looks_like(&state, wanted) {
                return Some(state);
            }
            if !drawn_from(luck, seed) {
                break;
            }
        }
        None
    }

    fn next(&self, state: &ErasedState, wanted: &Value) -> Option<ErasedState> {
        let mut steps: Vec<Step> = match self.game.rules.turn(state) {
            Turn::Over(_) => return None,
            Turn::Table => vec![Step::Table],
            Turn::Act(seats) => seats
                .iter()
                .flat_map(|seat| {
                    let mut actions = Vec::new();
                    self.game.rules.actions(state, seat, &mut actions);
                    actions.into_iter().map(move |action| Step::Act(seat, action))
                })
                .collect(),
        };
        // A seat may have run out of time, or resigned.
        let seats = Seat::all(self.known.names.len());
        let whys = [Retirement::OutOfTime, Retirement::Resigned];
        steps.extend(seats.flat_map(|seat| whys.map(|why| Step::Retire(seat, why))));
        for seed in 0..MAX_SEEDS {
            let mut lucky = false;
            for step in &steps {
                let (mut next, mut context) = (state.clone(), StepContext::silent(Luck::fast(seed)));
                let possible = match step {
                    Step::Table => {
                        self.game.rules.proceed(&mut next, &mut context);
                        true
                    }
                    Step::Act(seat, action) => {
                        self.game.rules.act(&mut next, *seat, action, &mut context).is_ok()
                    }
                    Step::Retire(seat, why) => self.game.rules.retire(&mut next, *seat, *why, &mut context),
                };
                if possible && self.looks_like(&next, wanted) {
                    return Some(next);
                }
                lucky |= drawn_from(context.luck, seed);
            }
            if !lucky {
                break;
            }
        }
        None
    }
}

/// A possible step between two scenes.
enum Step {
    Table,
    Act(Seat, ErasedAction),
    Retire(Seat, Retirement),
}

/// Whether the step drew luck: then its source gives other numbers than a fresh one. If not, other seeds need
/// not be tried.
fn drawn_from(mut luck: Luck, seed: u64) -> bool {
    luck.below(u64::MAX) != Luck::fast(seed).below(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_followed_by_its_scenes_alone() {
        let game = snails::package().game;
        let rules = game.rules.clone();
        let options = rules.default_options();
        let names = vec!["Ada".to_string(), "Ben".to_string()];
        let known = TableInfo { bot: "greedy".into(), options: options.clone(), names, seat: Seat::new(1) };
        let mut tracker = StateTracker::new(game, known);
        let translator = Translator::of(rules.bundle());
        let mut state = rules.setup(&options, 2, &mut Luck::fast(99)).unwrap();
        let mut context = StepContext::silent(Luck::fast(5));
        for step in 0..40 {
            let mut scene = Scene::new();
            rules.scene(&state, Viewer::Seat(Seat::new(1)), &mut scene);
            let mut scene = serde_json::to_value(&scene).unwrap();
            translator.translate_json("en", &mut scene, &["Ada".into(), "Ben".into()]);
            assert!(tracker.follow(&scene), "step {step}");
            match rules.turn(&state) {
                Turn::Over(_) => break,
                Turn::Table => rules.proceed(&mut state, &mut context),
                Turn::Act(seats) => {
                    let seat = seats.first().unwrap();
                    let mut actions = Vec::new();
                    rules.actions(&state, seat, &mut actions);
                    if seat == Seat::new(1) {
                        let chosen = tracker.choose(&Budget::nodes(500)).unwrap();
                        let chosen = rules.read_action(&chosen).unwrap();
                        assert!(actions.contains(&chosen));
                        rules.act(&mut state, seat, &chosen, &mut context).unwrap();
                    } else {
                        rules.act(&mut state, seat, &actions[step % actions.len()], &mut context).unwrap();
                    }
                }
            }
        }
    }

    // WO-6, WO-12: the tracker follows a game in which another player runs out of time.
    #[test]
    fn a_seat_that_is_skipped_is_followed_too() {
        let game = worms::package().game;
        let rules = game.rules.clone();
        let options = rules.default_options();
        let names: Vec<String> = ["Ada", "Ben", "Cleo"].map(String::from).into();
        let known = TableInfo {
            bot: "greedy".into(),
            options: options.clone(),
            names: names.clone(),
            seat: Seat::new(2),
        };
        let mut tracker = StateTracker::new(game, known);
        let translator = Translator::of(rules.bundle());
        let mut state = rules.setup(&options, 3, &mut Luck::fast(0)).unwrap();
        let mut context = StepContext::silent(Luck::fast(0));
        for step in 0..12 {
            let mut scene = Scene::new();
            rules.scene(&state, Viewer::Seat(Seat::new(2)), &mut scene);
            let mut scene = serde_json::to_value(&scene).unwrap();
            translator.translate_json("en", &mut scene, &names);
            assert!(tracker.follow(&scene), "step {step}");
            let seat = rules.turn(&state).seats().first().unwrap();
            if step == 4 {
                assert!(rules.retire(&mut state, seat, Retirement::OutOfTime, &mut context));
                continue;
            }
            let mut actions = Vec::new();
            rules.actions(&state, seat, &mut actions);
            rules.act(&mut state, seat, &actions[step % actions.len()], &mut context).unwrap();
        }
        assert!(tracker.choose(&Budget::nodes(100)).is_some());
    }
}
