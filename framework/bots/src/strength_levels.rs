//! Bots by strength, whose method is chosen by the game.

use crate::{
    Bot, Budget, Imagined, Mcts, Negamax, budget::BudgetMeter, mcts::has_estimate, try_action::try_action,
};
use parlor_kit::{Luck, Rules, Slips};

/// The strength of a [`BotByStrength`], by the share of its budget that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Uses little budget, and plays half of its actions at random: for beginners.
    Easy,
    /// Uses part of its budget, and costs a server little.
    Medium,
    /// Uses all of its budget.
    Hard,
}

impl Strength {
    /// The share of a budget.
    pub const fn of(self, budget: Budget) -> Budget {
        match self {
            Strength::Easy => budget.at_most(24),
            Strength::Medium => budget.at_most(600),
            Strength::Hard => budget,
        }
    }

    /// One in this many choices is a random action, of those the manifest lets a bot slip to; `None` if none is.
    /// In games with a good estimate, even a search of one action plays too well for beginners.
    pub const fn random_one_in(self) -> Option<u64> {
        match self {
            Strength::Easy => Some(2),
            Strength::Medium | Strength::Hard => None,
        }
    }
}

/// Plays any game with the method that suits it, determined at its first choice: [`Negamax`] for two seats
/// without hidden information or luck and with an estimate; [`Mcts`] otherwise.
pub struct BotByStrength<R: Rules> {
    strength: Strength,
    player: Option<Box<dyn Bot<R>>>,
}

impl<R: Rules> BotByStrength<R> {
    /// The bot of this strength.
    pub fn new(strength: Strength) -> BotByStrength<R> {
        BotByStrength { strength, player: None }
    }
}

impl<R: Rules> Bot<R> for BotByStrength<R> {
    fn choose(&mut self, view: &Imagined<R>, budget: &Budget, luck: &mut Luck) -> Option<R::Action> {
        let mut actions = view.candidates();
        if actions.len() < 2 {
            return actions.pop();
        }
        // A single candidate is always played; only real choices are replaced by a random action.
        if self.strength.random_one_in().is_some_and(|n| luck.below(n) == 0) {
            let slips = match view.rules().bundle().manifest.bots.slips {
                Slips::Actions => view.actions(),
                Slips::Candidates => actions,
            };
            return luck.choose(&slips).cloned();
        }
        let budget = self.strength.of(*budget);
        let mut meter = budget.start();
        let player = self.player.get_or_insert_with(|| suited(view, &actions, &mut meter));
        player.choose(view, &budget.at_most(meter.left()), luck)
    }
}

/// The bot that suits the game, judged by the first few actions.
fn suited<R: Rules>(view: &Imagined<R>, actions: &[R::Action], meter: &mut BudgetMeter) -> Box<dyn Bot<R>> {
    const LOOKS: usize = 4;
    let two = view.seats() == 2 && !view.hides();
    let lucky = two
        && actions.iter().take(LOOKS).any(|action| {
            let mut state = view.state().clone();
            meter.spend()
                && try_action(view.rules(), &mut state, view.seat(), action, 1).is_some_and(|step| step.lucky)
        });
    if two && !lucky && has_estimate(view, actions, meter) {
        Box::new(Negamax::new())
    } else {
        Box::new(Mcts::new())
    }
}
