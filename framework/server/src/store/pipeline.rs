//! The commit pipeline: steps hand in what must be stored and go on; a writer thread stores it and acknowledges.

use super::{Batch, Store, StoreError};
use std::{
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
    writer: Option<JoinHandle<()>>,
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
    waiting: Vec<Batch>,
    /// The size of what waits.
    waiting_size: Size,
    /// The size of everything that is not acknowledged: what waits and what the writer works on.
    unacknowledged: Size,
    /// The last acknowledged ticket.
    acknowledged: u64,
    closing: bool,
    /// The writer has ended, and whatever waits stays unstored.
    ended: bool,
}

/// How much batches take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Size {
    lines: usize,
    bytes: usize,
}

impl Size {
    fn of(batch: &Batch) -> Size {
        Size { lines: batch.lines.len(), bytes: batch.bytes() }
    }

    fn add(&mut self, other: Size) {
        self.lines += other.lines;
        self.bytes += other.bytes;
    }

    fn subtract(&mut self, other: Size) {
        self.lines -= other.lines;
        self.bytes -= other.bytes;
    }
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
        let writing = shared.clone();
        let thread = std::thread::Builder::new().name("store writer".into());
        let writer = thread.spawn(move || writing.write(&*store))?;
        Ok(CommitPipeline { shared, writer: Some(writer), last: Ticket(0) })
    }

    /// Hands in a batch, without waiting for the store.
    pub(crate) fn submit(&mut self, batch: Batch) -> Ticket {
        self.last.0 += 1;
        let size = Size::of(&batch);
        let mut queue = self.shared.queue();
        queue.waiting_size.add(size);
        queue.unacknowledged.add(size);
        queue.waiting.push(batch);
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
        let Size { lines, bytes } = self.unacknowledged;
        lines < MAX_UNACKNOWLEDGED_LINES && bytes < MAX_UNACKNOWLEDGED_BYTES
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
            let batches = std::mem::take(&mut queue.waiting);
            let size = std::mem::take(&mut queue.waiting_size);
            drop(queue);
            if !retry(store, &batches, || self.queue().closing) {
                return;
            }
            let mut queue = self.queue();
            queue.acknowledged += batches.len() as u64;
            queue.unacknowledged.subtract(size);
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

#[cfg(test)]
mod tests {
    use super::{
        super::{ChatEntry, FinishedGame, JournalLine, Memory, Score, StoredRecording, StoredReply},
        *,
    };
    use parlor_kit::{Id, Outcome};
    use parlor_runtime::{Participant, PersonId, RequestId, TableId};
    use serde_json::json;

    const TEXT: usize = 10_000;
    const TABLE: TableId = TableId(7);

    fn text() -> String {
        "x".repeat(TEXT)
    }

    fn line(seq: u64, entry: &str) -> JournalLine {
        JournalLine { table: TABLE, seq, entry: entry.into() }
    }

    fn result() -> FinishedGame {
        FinishedGame {
            table: TABLE,
            game: "g".into(),
            game_version: "1".into(),
            private: false,
            participants: vec![
                Participant {
                    name: "Ada".into(),
                    person: Some(PersonId(1)),
                    bot: None,
                    played: None
                };
                2
            ],
            outcome: None,
            aborted: None,
            options: json!({}),
            began_at: 1,
            ended_at: 2,
            steps: 3,
            recording: None,
        }
    }

    fn score() -> Score {
        Score {
            game: "g".into(),
            board: "b".into(),
            name: "Ada".into(),
            bot: false,
            score: 1,
            opponent: "Ben".into(),
            opponent_bot: false,
            table: TABLE,
            at: 1,
        }
    }

    /// One batch for each text of any length that a batch can hold, with [`TEXT`] bytes in it.
    fn batches() -> Vec<Batch> {
        let said = |text| ChatEntry { table: None, person: PersonId(1), name: "Ada".into(), text, at: 1 };
        let outcome = Outcome {
            places: [1, 2].into_iter().collect(),
            scores: [1, 2].into_iter().collect(),
            reason: text().into(),
        };
        let long_name = vec![Participant { name: text().into(), person: None, bot: None, played: None }];
        let request = RequestId { session: 1, number: 1 };
        let results = [
            FinishedGame { options: json!({ "map": text() }), ..result() },
            FinishedGame { participants: long_name, ..result() },
            FinishedGame { outcome: Some(outcome), ..result() },
            FinishedGame { aborted: Some(text().into()), ..result() },
            FinishedGame { game_version: text(), ..result() },
            FinishedGame { recording: Some(text()), ..result() },
        ];
        let scores = [
            Score { board: text(), ..score() },
            Score { name: text().into(), ..score() },
            Score { opponent: text().into(), ..score() },
        ];
        let recording = StoredRecording { id: "r".into(), game: Id::new("g"), at: 1, json: text() };
        let answer = StoredReply { person: PersonId(1), request, answer: text().into(), at: 1 };
        let mut all = vec![
            Batch { lines: vec![line(0, &text())], ..Batch::default() },
            Batch { said: vec![said(text())], ..Batch::default() },
            Batch { recordings: vec![recording], ..Batch::default() },
            Batch { answers: vec![answer], ..Batch::default() },
            Batch { forgotten: vec![TABLE; TEXT / size_of::<TableId>()], ..Batch::default() },
        ];
        all.extend(results.map(|result| Batch { results: vec![result], ..Batch::default() }));
        all.extend(scores.map(|score| Batch { scores: vec![(score, 3)], ..Batch::default() }));
        all
    }

    #[test]
    fn every_text_in_a_batch_counts() {
        for batch in batches() {
            assert!((TEXT..TEXT + 1_000).contains(&batch.bytes()), "{} bytes: {batch:.0?}", batch.bytes());
        }
        assert_eq!(Batch::default().bytes(), 0);
    }

    /// Submits batches while there is room and the writer is held up; gives what is unacknowledged then.
    fn fill(batch: impl Fn(u64) -> Batch) -> Size {
        let gate = Arc::new(Mutex::new(()));
        let held = gate.lock().unwrap();
        let passed = gate.clone();
        // The writer tells of the first batch and is held up there.
        let wake = move || drop(passed.lock().unwrap());
        let mut pipeline = CommitPipeline::new(Arc::new(Memory::new()), wake).unwrap();
        pipeline.submit(Batch::default());
        pipeline.wait_beyond(Ticket(0));
        let mut submitted = 0;
        while pipeline.has_room() {
            assert!(submitted < 100_000, "it never ends");
            pipeline.submit(batch(submitted));
            submitted += 1;
        }
        let most = pipeline.shared.queue().unacknowledged;
        drop(held);
        assert!(pipeline.drain(Duration::from_secs(10)));
        assert!(pipeline.has_room());
        assert_eq!(pipeline.shared.queue().unacknowledged, Size::default(), "what is stored counts no more");
        most
    }

    #[test]
    fn there_is_no_room_beyond_the_largest_size_whatever_fills_it() {
        let lines = fill(|seq| Batch { lines: vec![line(seq, "{}")], ..Batch::default() });
        assert_eq!(lines.lines, MAX_UNACKNOWLEDGED_LINES);
        assert!(lines.bytes < MAX_UNACKNOWLEDGED_BYTES);
        for batch in batches() {
            let Size { lines, bytes } = fill(|_| batch.clone());
            assert!(lines < MAX_UNACKNOWLEDGED_LINES);
            let most = MAX_UNACKNOWLEDGED_BYTES + batch.bytes();
            assert!((MAX_UNACKNOWLEDGED_BYTES..most).contains(&bytes), "{bytes} bytes");
        }
    }
}
