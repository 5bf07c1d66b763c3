//! A store whose commits and reads can be held up or made to fail.

use parlor_runtime::{Millis, PersonId, TableId};
use parlor_server::*;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// What happens before a commit: it waits, fails, or lets the commit through.
pub type BeforeCommit = dyn Fn(&[Batch]) -> Result<(), StoreError> + Send + Sync;

/// What happens before a read for a login, a list or a replay; it may wait.
pub type BeforeRead = dyn Fn() + Send + Sync;

/// A store that asks before every commit, and before reads that requests on the work pool make.
pub struct Wrapped {
    pub inner: Arc<dyn Store>,
    pub before_commit: Box<BeforeCommit>,
    pub before_read: Box<BeforeRead>,
    /// The most lines that were in one commit.
    pub most_lines: AtomicUsize,
    /// The most bytes that were in one commit.
    pub most_bytes: AtomicUsize,
}

impl Wrapped {
    pub fn new(
        inner: Arc<dyn Store>,
        before_commit: impl Fn(&[Batch]) -> Result<(), StoreError> + Send + Sync + 'static,
    ) -> Arc<Wrapped> {
        Wrapped::holding_up(inner, before_commit, || {})
    }

    pub fn with_reads(inner: Arc<dyn Store>, before_read: impl Fn() + Send + Sync + 'static) -> Arc<Wrapped> {
        Wrapped::holding_up(inner, |_| Ok(()), before_read)
    }

    fn holding_up(
        inner: Arc<dyn Store>,
        before_commit: impl Fn(&[Batch]) -> Result<(), StoreError> + Send + Sync + 'static,
        before_read: impl Fn() + Send + Sync + 'static,
    ) -> Arc<Wrapped> {
        Arc::new(Wrapped {
            inner,
            before_commit: Box::new(before_commit),
            before_read: Box::new(before_read),
            most_lines: AtomicUsize::new(0),
            most_bytes: AtomicUsize::new(0),
        })
    }
}

impl Store for Wrapped {
    fn commit(&self, batches: &[Batch]) -> Result<(), StoreError> {
        let lines = batches.iter().map(|batch| batch.lines.len()).sum();
        self.most_lines.fetch_max(lines, Ordering::Relaxed);
        let bytes = batches.iter().map(Batch::bytes).sum();
        self.most_bytes.fetch_max(bytes, Ordering::Relaxed);
        (self.before_commit)(batches)?;
        self.inner.commit(batches)
    }
    fn maintain(&self) -> Result<(), StoreError> {
        self.inner.maintain()
    }
    fn journal(&self) -> Result<Vec<JournalLine>, StoreError> {
        self.inner.journal()
    }
    fn answers(&self, person: PersonId) -> Result<Vec<StoredReply>, StoreError> {
        self.inner.answers(person)
    }
    fn add_person(&self, new: &NewPerson) -> Result<Option<PersonId>, StoreError> {
        self.inner.add_person(new)
    }
    fn person(&self, person: PersonId) -> Result<Option<KnownPerson>, StoreError> {
        self.inner.person(person)
    }
    fn person_by_name(&self, key: &str) -> Result<Option<KnownPerson>, StoreError> {
        self.inner.person_by_name(key)
    }
    fn proofs(&self, person: PersonId) -> Result<Vec<[u8; 32]>, StoreError> {
        (self.before_read)();
        self.inner.proofs(person)
    }
    fn add_proof(&self, person: PersonId, proof: [u8; 32], at: Millis) -> Result<(), StoreError> {
        self.inner.add_proof(person, proof, at)
    }
    fn seen(&self, person: PersonId, at: Millis) -> Result<bool, StoreError> {
        self.inner.seen(person, at)
    }
    fn forget_guests(&self, before: Millis, kept: &[PersonId]) -> Result<usize, StoreError> {
        self.inner.forget_guests(before, kept)
    }
    fn release_guest(&self, guest: PersonId, before: Millis) -> Result<bool, StoreError> {
        self.inner.release_guest(guest, before)
    }
    fn said(&self, table: Option<TableId>, most: usize) -> Result<Vec<ChatEntry>, StoreError> {
        self.inner.said(table, most)
    }
    fn results(&self, game: Option<&str>, most: usize) -> Result<Vec<FinishedGame>, StoreError> {
        self.inner.results(game, most)
    }
    fn leaderboard(&self, game: &str, most: usize) -> Result<Vec<Standing>, StoreError> {
        (self.before_read)();
        self.inner.leaderboard(game, most)
    }
    fn scores(&self, game: Option<&str>) -> Result<Vec<Score>, StoreError> {
        self.inner.scores(game)
    }
    fn recording(&self, id: &str) -> Result<Option<String>, StoreError> {
        (self.before_read)();
        self.inner.recording(id)
    }
    fn add_recording(&self, kept: &StoredRecording) -> Result<(), StoreError> {
        self.inner.add_recording(kept)
    }
    fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.inner.meta(key)
    }
    fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.inner.set_meta(key, value)
    }
}
