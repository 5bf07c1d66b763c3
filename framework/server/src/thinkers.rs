//! Threads that think for bots, apart from everything else.

use crate::host::ToHost;
use parlor_runtime::Thought;
use std::sync::{
    Arc, Mutex, PoisonError,
    mpsc::{Receiver, Sender, channel},
};

/// Threads that think. They end when this is dropped and their last thought is finished.
pub(crate) struct Thinkers {
    tasks: Sender<Thought>,
}

impl Thinkers {
    /// So many threads, which tell the host what they found.
    pub(crate) fn new(threads: usize, host: &Sender<ToHost>) -> Thinkers {
        let (tasks, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads.max(1) {
            let (queue, host) = (Arc::clone(&queue), host.clone());
            let thread = std::thread::Builder::new().name(format!("thinker-{number}"));
            if let Err(error) = thread.spawn(move || think(&queue, &host)) {
                tracing::error!(%error, "a thread for bots cannot be started");
            }
        }
        Thinkers { tasks }
    }

    /// Lets a bot think; its command comes to the host by itself.
    pub(crate) fn think(&self, thought: Thought) {
        // If no thread is left, the table plays without the bot after a while.
        let _ = self.tasks.send(thought);
    }
}

fn think(queue: &Mutex<Receiver<Thought>>, host: &Sender<ToHost>) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(thought) = next else { return };
        let not_before = thought.not_before;
        let command = thought.think();
        if host.send(ToHost::Thought { command, not_before }).is_err() {
            return;
        }
    }
}
