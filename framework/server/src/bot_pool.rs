//! Threads that think for bots, apart from everything else.

use crate::host::{HostMessage, HostQueue};
use parlor_kit::Seat;
use parlor_runtime::{BotMemory, BotTask, TableId};
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
};

/// Threads that think. They end when this is dropped and their last thought is finished.
pub(crate) struct BotPool {
    tasks: Sender<BotTask>,
}

impl BotPool {
    /// So many threads, which tell the host what they found.
    pub(crate) fn new(threads: usize, host: &HostQueue) -> BotPool {
        let (tasks, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let minds = Arc::new(Mutex::new(BotMemories::default()));
        for number in 0..threads.max(1) {
            let (queue, minds, host) = (Arc::clone(&queue), Arc::clone(&minds), host.clone());
            let thread = std::thread::Builder::new().name(format!("thinker-{number}"));
            if let Err(error) = thread.spawn(move || think(&queue, &minds, &host)) {
                tracing::error!(%error, "a thread for bots cannot be started");
            }
        }
        BotPool { tasks }
    }

    /// Lets a bot think; its command comes to the host by itself.
    pub(crate) fn think(&self, task: BotTask) {
        // If no thread is left, the table plays without the bot after a while.
        let _ = self.tasks.send(task);
    }
}

fn think(queue: &Mutex<Receiver<BotTask>>, minds: &Mutex<BotMemories>, host: &HostQueue) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = next else { return };
        let (not_before, whose) = (task.not_before, (task.table, task.seat));
        let mut mind = minds.lock().unwrap_or_else(PoisonError::into_inner).take(whose);
        let command = task.run_with(&mut mind);
        minds.lock().unwrap_or_else(PoisonError::into_inner).keep(whose, mind);
        if !host.blocking_send(HostMessage::BotMove { command, not_before }) {
            return;
        }
    }
}

/// The memories of the bots that thought last. The pool is not told when a table is over, so the oldest go first.
#[derive(Default)]
struct BotMemories {
    kept: VecDeque<((TableId, Seat), BotMemory)>,
}

impl BotMemories {
    /// So many bots remember anything: a mind can be as large as everything its bot thought of in its time.
    const MAX_MEMORIES: usize = 16;

    /// What the bot on this seat remembers; nothing if it never thought, or long ago.
    fn take(&mut self, whose: (TableId, Seat)) -> BotMemory {
        let at = self.kept.iter().position(|(owner, _)| *owner == whose);
        at.and_then(|at| self.kept.remove(at)).map(|(_, mind)| mind).unwrap_or_default()
    }

    /// Keeps what the bot on this seat remembers.
    fn keep(&mut self, whose: (TableId, Seat), mind: BotMemory) {
        if self.kept.len() >= BotMemories::MAX_MEMORIES {
            self.kept.pop_front();
        }
        self.kept.push_back((whose, mind));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bots_that_thought_last_are_remembered_and_no_more() {
        let mut minds = BotMemories::default();
        let whose = |table| (TableId(table), Seat::new(0));
        for table in 0..100 {
            let mind = minds.take(whose(table));
            minds.keep(whose(table), mind);
            let first = minds.take(whose(0));
            minds.keep(whose(0), first);
        }
        let owners: Vec<u64> = minds.kept.iter().map(|((table, _), _)| table.0).collect();
        assert_eq!(owners.len(), BotMemories::MAX_MEMORIES);
        assert!(owners.contains(&0) && owners.contains(&99), "{owners:?}");
    }
}
