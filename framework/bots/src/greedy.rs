//! A bot that looks one action ahead.

use crate::{
    Bot, Budget, Imagined,
    score::{self, Score},
    try_action::{seed, try_action},
};
use parlor_kit::{Luck, Rules, Turn};

/// Plays the action with the best estimate of the game for its seat, or one that wins.
///
/// In games with luck or hidden information each action is sampled several times. Ties are broken at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Greedy {
    /// The number of samples per action if the result may differ.
    const SAMPLES: u64 = 8;

    /// The bot.
    pub const fn new() -> Greedy {
        Greedy
    }
}

impl<R: Rules> Bot<R> for Greedy {
    fn choose(&mut self, view: &Imagined<R>, budget: &Budget, luck: &mut Luck) -> Option<R::Action> {
        let mut actions = view.candidates();
        if actions.len() < 2 {
            return actions.pop();
        }
        // In random order, so that neither ties nor a budget that ends early favour the first in the game's
        // order.
        luck.shuffle(&mut actions);
        let base = luck.below(u64::MAX);
        let others = if view.hides() { Greedy::SAMPLES - 1 } else { 0 };
        let worlds: Vec<Imagined<R>> = (0..others).map(|_| view.again(luck)).collect();
        let mut meter = budget.start();
        let mut best: Option<(f64, usize)> = None;
        'actions: for (at, action) in actions.iter().enumerate() {
            let (mut sum, mut tries, mut wanted) = (0.0, 0u32, 1 + worlds.len() as u64);
            for sample in 0..Greedy::SAMPLES {
                if sample >= wanted {
                    break;
                }
                if !meter.spend() {
                    break 'actions;
                }
                let world = sample.checked_sub(1).and_then(|i| worlds.get(i as usize)).unwrap_or(view);
                let Some((score, lucky)) = look(world, action, seed(base, sample)) else { continue };
                if lucky {
                    wanted = Greedy::SAMPLES;
                }
                sum += f64::from(score);
                tries += 1;
            }
            let mean = sum / f64::from(tries.max(1));
            if tries > 0 && best.is_none_or(|(highest, _)| mean > highest) {
                best = Some((mean, at));
            }
        }
        Some(actions.swap_remove(best.map_or(0, |(_, at)| at)))
    }
}

/// The score of an action for the view's seat, and whether it drew luck.
fn look<R: Rules>(view: &Imagined<R>, action: &R::Action, seed: u64) -> Option<(Score, bool)> {
    let mut state = view.state().clone();
    let after = try_action(view.rules(), &mut state, view.seat(), action, seed)?;
    let score = match &after.turn {
        Turn::Over(outcome) => score::mild(score::outcome(outcome, view.seat(), 1)),
        _ => score::estimate(view.rules(), &state, view.seat()),
    };
    Some((score, after.lucky))
}
