//! Moves what was written from SQLite's write-ahead log into the database, beside the moves and not between them.

use super::StoreError;
use rusqlite::Connection;
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::Duration,
};

/// How long changes gather before they are moved.
const PAUSE: Duration = Duration::from_millis(500);

/// A thread with a connection of its own. Without it the commit that finds the log full would have to move all
/// of it and wait for the disk, and every table with it.
pub(super) struct Checkpoints {
    written: Arc<AtomicBool>,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Checkpoints {
    pub(super) fn start(path: &Path) -> Result<Checkpoints, StoreError> {
        let db = Connection::open(path)?;
        let written = Arc::new(AtomicBool::new(false));
        let (stop, stopped) = channel::<()>();
        let news = written.clone();
        let work = move || {
            while stopped.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                if news.swap(false, Ordering::Relaxed)
                    // What cannot be moved now, because somebody reads it, is moved the next time.
                    && let Err(error) = db.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()))
                {
                    tracing::warn!(%error, "the write-ahead log cannot be moved into the database");
                }
            }
        };
        // Without the thread the writer moves everything by itself, as ever.
        let thread = std::thread::Builder::new().name("checkpoint".into()).spawn(work).ok();
        Ok(Checkpoints { written, stop: Some(stop), thread })
    }

    /// Something was written.
    pub(super) fn note(&self) {
        self.written.store(true, Ordering::Relaxed);
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.stop = None;
        // The last connection to close leaves one file behind, so this one must not.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
