//! The commit pipeline: steps hand in what must be stored and go on; a writer thread stores it and acknowledges.

use super::{Batch, Store, StoreError};
use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// How many journal lines may wait for their acknowledgement before stepping stops.
const MAX_UNACKNOWLEDGED_LINES: usize = 2_000;
/// How many bytes may wait for their acknowledgement before stepping stops.
const MAX_UNACKNOWLEDGED_BYTES: usize = 2 << 20;
/// How long the writer waits before it tries a failed commit again; doubled up to the longest.
const FIRST_RETRY_DELAY: Duration = Duration::from_millis(20);
const LONGEST_RETRY_DELAY: Duration = Duration::from_secs(2);

/// The number of a submitted batch; they grow by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ticket(u64);

/// Stores batches in the order in which they are submitted. Several batches share one transaction if they are
/// submitted while the writer is busy. A commit that failed is tried again unchanged until it succeeds.
pub(crate) struct CommitPipeline {
    shared: Arc<Shared>,
    /// Where a store commits at once no thread is needed.
    writer: Option<JoinHandle<()>>,
    store: Arc<dyn Store>,
    last: Ticket,
}

struct Shared {
    queue: Mutex<Queue>,
    /// A batch was submitted, or the pipeline closes.
    submitted: Condvar,
    /// Batches were acknowledged.
    acknowledged: Condvar,
    /// Called by the writer after every acknowledgement.
    wake: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Batch>,
    /// Everything that is not acknowledged: what waits and what the writer works on.
    lines: usize,
    bytes: usize,
    /// The last acknowledged ticket.
    acknowledged: u64,
    closing: bool,
    /// The writer has ended, and whatever waits stays unstored.
    ended: bool,
}

impl CommitPipeline {
    /// A pipeline into this store; `wake` is called on the writer thread after every acknowledgement.
    pub(crate) fn new(
        store: Arc<dyn Store>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> std::io::Result<CommitPipeline> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            submitted: Condvar::new(),
            acknowledged: Condvar::new(),
            wake: Box::new(wake),
        });
        let writer = if store.commits_at_once() {
            None
        } else {
            let (shared, store) = (shared.clone(), store.clone());
            let thread = std::thread::Builder::new().name("store writer".into());
            Some(thread.spawn(move || shared.write(&*store))?)
        };
        Ok(CommitPipeline { shared, writer, store, last: Ticket(0) })
    }

    /// Hands in a batch, without waiting for the store.
    pub(crate) fn submit(&mut self, batch: Batch) -> Ticket {
        self.last.0 += 1;
        if self.writer.is_none() {
            retry(&*self.store, &[batch], || false);
            self.shared.queue().acknowledged = self.last.0;
            return self.last;
        }
        let mut queue = self.shared.queue();
        queue.lines += batch.lines.len();
        queue.bytes += batch.bytes();
        queue.waiting.push_back(batch);
        drop(queue);
        self.shared.submitted.notify_one();
        self.last
    }

    /// The ticket of the last batch that was submitted.
    pub(crate) const fn last(&self) -> Ticket {
        self.last
    }

    /// The last ticket whose batch is stored, with all before it.
    pub(crate) fn acknowledged(&self) -> Ticket {
        Ticket(self.shared.queue().acknowledged)
    }

    /// Whether another step may be made before earlier ones are acknowledged.
    pub(crate) fn has_room(&self) -> bool {
        self.shared.queue().has_room()
    }

    /// Waits until more is acknowledged than `seen`; false if the writer has broken down and never will.
    pub(crate) fn wait_beyond(&self, seen: Ticket) -> bool {
        let queue = self.shared.queue();
        let waits = |queue: &mut Queue| queue.acknowledged <= seen.0 && !queue.ended;
        let queue = self.shared.acknowledged.wait_while(queue, waits).unwrap_or_else(PoisonError::into_inner);
        !queue.ended
    }

    /// Waits until everything that was submitted is stored; false if that takes longer than `timeout`.
    pub(crate) fn drain(&self, timeout: Duration) -> bool {
        let queue = self.shared.queue();
        let waits = |queue: &mut Queue| queue.acknowledged < self.last.0 && !queue.ended;
        let waited = self.shared.acknowledged.wait_timeout_while(queue, timeout, waits);
        waited.unwrap_or_else(PoisonError::into_inner).0.acknowledged == self.last.0
    }
}

impl Drop for CommitPipeline {
    fn drop(&mut self) {
        self.shared.queue().closing = true;
        self.shared.submitted.notify_one();
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

impl Queue {
    fn has_room(&self) -> bool {
        self.lines < MAX_UNACKNOWLEDGED_LINES && self.bytes < MAX_UNACKNOWLEDGED_BYTES
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The writer: stores everything that waits in one transaction, again and again.
    fn write(&self, store: &dyn Store) {
        let _ended = Ended(self);
        loop {
            let queue = self.queue();
            let idle = |queue: &mut Queue| queue.waiting.is_empty() && !queue.closing;
            let mut queue = self.submitted.wait_while(queue, idle).unwrap_or_else(PoisonError::into_inner);
            if queue.waiting.is_empty() {
                return;
            }
            let batches = Vec::from(std::mem::take(&mut queue.waiting));
            drop(queue);
            if !retry(store, &batches, || self.queue().closing) {
                return;
            }
            let mut queue = self.queue();
            queue.acknowledged += batches.len() as u64;
            queue.lines -= batches.iter().map(|batch| batch.lines.len()).sum::<usize>();
            queue.bytes -= batches.iter().map(Batch::bytes).sum::<usize>();
            drop(queue);
            self.acknowledged.notify_all();
            (self.wake)();
            if let Err(error) = store.maintain() {
                tracing::error!(%error, "the store could not be maintained");
            }
        }
    }
}

/// Commits until it succeeds; false if it fails while `gives_up`.
fn retry(store: &dyn Store, batches: &[Batch], gives_up: impl Fn() -> bool) -> bool {
    let (began, mut delay) = (Instant::now(), FIRST_RETRY_DELAY);
    loop {
        let error = match store.commit(batches) {
            Ok(()) => {
                if delay > FIRST_RETRY_DELAY {
                    tracing::info!(after = ?began.elapsed(), "the store commits again");
                }
                return true;
            }
            Err(error) => error,
        };
        report(&error, delay);
        if gives_up() {
            return false;
        }
        std::thread::sleep(delay);
        delay = (delay * 2).min(LONGEST_RETRY_DELAY);
    }
}

fn report(error: &StoreError, delay: Duration) {
    tracing::error!(%error, ?delay, "a commit failed and is tried again; tables wait for it");
}

/// Tells everything that waits when the writer ends, however it ends.
struct Ended<'a>(&'a Shared);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.queue().ended = true;
        self.0.acknowledged.notify_all();
        (self.0.wake)();
    }
}
