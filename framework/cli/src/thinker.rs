//! The bot of one seat at a table of a server: it thinks about the positions that the server tells it.

use parlor_bots::{Bot, Budget, ErasedGame, Imagined, UnknownBot};
use parlor_kit::{ErasedRules, Luck, Rules, Seat};
use serde_json::Value;

/// A bot that chooses for one seat, with its memory between choices.
pub(crate) struct Thinker {
    game: ErasedGame,
    bot: Box<dyn Bot<ErasedRules>>,
    seats: usize,
    seat: Seat,
    luck: Luck,
}

impl Thinker {
    /// A bot of this kind for a seat.
    pub(crate) fn new(game: ErasedGame, kind: &str, seats: usize, seat: Seat) -> Result<Thinker, UnknownBot> {
        let bot = game.make_bot(kind)?;
        let luck = Luck::fast(seat.index() as u64);
        Ok(Thinker { game, bot, seats, seat, luck })
    }

    /// The choice in a position; `None` if this program cannot read it, such as one of another version.
    pub(crate) fn choose(&mut self, position: &Value, budget: &Budget) -> Option<Value> {
        let rules = &self.game.rules;
        let state = rules.load(position.to_string().as_bytes()).ok()?;
        let view = Imagined::of(rules, &state, self.seats, self.seat, &mut self.luck);
        let action = self.bot.choose(&view, budget, &mut self.luck)?;
        Some(rules.write_action(&action))
    }
}
