//! Moves the write-ahead log into the database, on a connection and a thread of its own: it waits for the disk, and
//! commits must not. No other connection checkpoints.

use crate::store::StoreError;
use rusqlite::Connection;
use std::{
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::JoinHandle,
    time::Duration,
};

/// A checkpoint begins whenever about so many pages were written.
const PAGES_PER_CHECKPOINT: usize = 1_024;
/// When about so many pages were written since the log began anew, writers wait for the rest of a checkpoint, and the
/// log begins anew: that needs everything to be in the database, and writes that go on meanwhile always leave a rest.
const MAX_LOG_PAGES: usize = 8_192;
const PAGE_BYTES: usize = 4_096;
/// How many pages a write changes beside those that its bytes fill.
const PAGES_PER_WRITE: usize = 3;

/// The connection that checkpoints, and its thread, which ends with this.
pub(super) struct Checkpointer {
    log: Arc<Log>,
    /// Pages written since the log began anew, about.
    written: AtomicUsize,
    due: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct Log(Mutex<Connection>);

impl Checkpointer {
    /// A checkpointer of this database.
    pub(super) fn new(path: &Path) -> Result<Checkpointer, StoreError> {
        let db = Connection::open(path)?;
        // A connection that reads for long is not waited for.
        db.busy_timeout(Duration::ZERO)?;
        // A connection that has read nothing does not know that there is a log, and moves nothing.
        db.query_row("select count(*) from sqlite_schema", [], |_| Ok(()))?;
        let log = Arc::new(Log(Mutex::new(db)));
        let (due, wait) = sync_channel(1);
        let moved = log.clone();
        let thread = std::thread::Builder::new().name("checkpoints".into());
        let thread = thread
            .spawn(move || moved.move_whenever(&wait))
            .map_err(|error| StoreError::Folder { path: path.display().to_string(), error })?;
        Ok(Checkpointer { log, written: AtomicUsize::new(0), due: Some(due), thread: Some(thread) })
    }

    /// Notes that about so many bytes are written.
    pub(super) fn note(&self, bytes: usize) {
        let pages = PAGES_PER_WRITE + bytes / PAGE_BYTES;
        let before = self.written.fetch_add(pages, Ordering::Relaxed);
        if before / PAGES_PER_CHECKPOINT != (before + pages) / PAGES_PER_CHECKPOINT {
            // One that is due already is enough.
            let _ = self.due.as_ref().map(|due| due.try_send(()));
        }
    }

    /// Whether the rest of the log has to be moved while nothing is written.
    pub(super) fn is_rest_due(&self) -> bool {
        self.written.load(Ordering::Relaxed) >= MAX_LOG_PAGES
    }

    /// Moves the rest of the log, which begins anew. Nothing may be written meanwhile.
    pub(super) fn move_rest(&self) -> Result<(), StoreError> {
        let is_busy = self.log.move_some("pragma wal_checkpoint(restart)")?;
        // While something is still read from the log, this is tried again a little later.
        let written = if is_busy { MAX_LOG_PAGES - PAGES_PER_CHECKPOINT } else { 0 };
        self.written.store(written, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.due = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Log {
    fn move_whenever(&self, due: &Receiver<()>) {
        while let Ok(()) = due.recv() {
            // Without waiting for writers and readers.
            if let Err(error) = self.move_some("pragma wal_checkpoint(passive)") {
                tracing::error!(%error, "the write-ahead log cannot be moved into the database");
            }
        }
    }

    /// Makes a checkpoint; whether something kept it from its end.
    fn move_some(&self, how: &str) -> rusqlite::Result<bool> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).query_row(how, [], |row| row.get(0))
    }
}

#[cfg(test)]
mod tests {
    use crate::store::{Batch, Durability, JournalLine, Sqlite, Store};
    use parlor_runtime::TableId;

    /// Before this version the log could be damaged when one connection commits while another checkpoints.
    #[test]
    fn the_database_bears_checkpoints_beside_commits() {
        assert!(rusqlite::version_number() >= 3_051_003, "this is SQLite {}", rusqlite::version());
    }

    #[test]
    fn the_log_stays_small_however_much_is_committed() {
        let folder = std::env::temp_dir().join(format!("parlor-checkpoints-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let path = folder.join("parlor.db");
        let store = Sqlite::open(&path, Durability::Process).unwrap();
        let entry = "x".repeat(10_000);
        let (mut written, mut largest) = (0, 0);
        for seq in 0..20_000 {
            let line = JournalLine { table: TableId(1), seq, entry: entry.as_str().into() };
            store.commit(&[Batch { lines: vec![line], ..Batch::default() }]).unwrap();
            store.maintain().unwrap();
            written += entry.len() as u64;
            largest = largest.max(std::fs::metadata(folder.join("parlor.db-wal")).unwrap().len());
        }
        assert!(written >= 200_000_000 && largest < 64 << 20, "the log grew to {largest} of {written} bytes");
        drop(store);
        let store = Sqlite::open(&path, Durability::Process).unwrap();
        assert_eq!(store.journal().unwrap().len(), 20_000);
        drop(store);
        let _ = std::fs::remove_dir_all(&folder);
    }
}
