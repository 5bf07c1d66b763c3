//! A bot that plays at random.

use crate::{Bot, Budget, Imagined};
use parlor_kit::{Luck, Rules};

/// Plays any legal action, each equally likely: the baseline for comparisons of bots.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Random {
    /// The bot.
    pub const fn new() -> Random {
        Random
    }
}

impl<R: Rules> Bot<R> for Random {
    fn choose(&mut self, view: &Imagined<R>, _: &Budget, luck: &mut Luck) -> Option<R::Action> {
        luck.choose(&view.actions()).cloned()
    }
}
