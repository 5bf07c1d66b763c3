//! A bot's task, and the memory a bot keeps between its moves.

use crate::{BotRequest, Command, Millis, Origin, TableId};
use parlor_bots::{Bot, UnknownBot, make};
use parlor_kit::{Id, Rules, Seat};
use std::{
    any::Any,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// A bot's task, to be run on another thread. Its result is a command for the runtime.
pub struct BotTask {
    /// The table.
    pub table: TableId,
    /// The seat.
    pub seat: Seat,
    /// The result must not be submitted before this time, so that people can follow.
    pub not_before: Millis,
    pub(crate) job: Box<dyn FnOnce(&mut BotMemory) -> Command + Send + Sync>,
}

impl BotTask {
    /// Computes the bot's move, with an empty memory. Takes as long as the game's bots may; never panics.
    pub fn run(self) -> Command {
        self.run_with(&mut BotMemory::default())
    }

    /// Computes the bot's move, with the memory of its last move on this seat.
    pub fn run_with(self, memory: &mut BotMemory) -> Command {
        let BotTask { table, seat, job, .. } = self;
        catch_unwind(AssertUnwindSafe(|| job(memory))).unwrap_or_else(|_| {
            // The memory of a bot that panicked may be inconsistent.
            *memory = BotMemory::default();
            Command::of(Origin::Bot, table, BotRequest::Stuck { seat, version: u32::MAX })
        })
    }
}

impl fmt::Debug for BotTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BotTask")
            .field("table", &self.table)
            .field("seat", &self.seat)
            .finish_non_exhaustive()
    }
}

/// The memory the bot of one seat keeps between its moves; empty at first. The caller may store it with the
/// seat, or drop it at any time: the bot still plays, it only loses the search results of its last move.
#[derive(Default)]
pub struct BotMemory(Option<Box<dyn Any + Send>>);

struct Kept<R: Rules> {
    kind: Id,
    bot: Box<dyn Bot<R>>,
}

impl BotMemory {
    /// The bot of this kind: the one stored here, or a new one.
    pub(crate) fn bot<R: Rules>(&mut self, kind: &Id) -> Result<&mut dyn Bot<R>, UnknownBot> {
        let known = self.0.as_ref().and_then(|kept| kept.downcast_ref::<Kept<R>>());
        if known.is_none_or(|kept| kept.kind != *kind) {
            self.0 = Some(Box::new(Kept::<R> { kind: kind.clone(), bot: make(kind)? }));
        }
        let kept = self.0.as_mut().and_then(|kept| kept.downcast_mut::<Kept<R>>());
        Ok(&mut *kept.expect("it was put there just now").bot)
    }
}

impl fmt::Debug for BotMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BotMemory").field(&self.0.is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(job: impl FnOnce(&mut BotMemory) + Send + Sync + 'static) -> BotTask {
        let job = move |memory: &mut BotMemory| {
            job(memory);
            Command::of(Origin::Bot, TableId(1), BotRequest::Stuck { seat: Seat::new(0), version: 7 })
        };
        BotTask { table: TableId(1), seat: Seat::new(0), not_before: 0, job: Box::new(job) }
    }

    #[test]
    fn a_memory_is_lost_where_a_bot_breaks_down_and_kept_where_it_does_not() {
        let mut memory = BotMemory::default();
        task(|memory| memory.0 = Some(Box::new(3u8))).run_with(&mut memory);
        assert!(memory.0.is_some());
        task(|_| panic!("no idea")).run_with(&mut memory);
        assert!(memory.0.is_none());
    }
}
