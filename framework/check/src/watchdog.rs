//! Watchdog: a call that never returns cannot be stopped, but it is reported before the process exits.

use crate::Law;
use std::{
    cell::RefCell,
    io::Write,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::{Duration, Instant},
};

thread_local! {
    static WATCH: RefCell<Option<Arc<WatchedThread>>> = const { RefCell::new(None) };
}

/// The current call of this thread into the game, read by the watchdog on another thread.
#[derive(Default)]
struct WatchedThread {
    now: Mutex<Now>,
    over: Condvar,
}

#[derive(Clone, Default)]
struct Now {
    call: Option<(Law, &'static str, Instant)>,
    seed: u64,
    ply: Option<usize>,
    over: bool,
}

/// Watches the calls of this thread until it is dropped.
pub(crate) struct Watchdog {
    watch: Arc<WatchedThread>,
    thread: Option<JoinHandle<()>>,
}

impl Watchdog {
    /// Ends the process with a message if a call into the game takes longer than this.
    pub(crate) fn start(game: String, call_timeout: Duration) -> Watchdog {
        let watch = Arc::new(WatchedThread::default());
        WATCH.set(Some(watch.clone()));
        let watched = watch.clone();
        let thread = std::thread::spawn(move || watched.wait_for_timeout(&game, call_timeout));
        Watchdog { watch, thread: Some(thread) }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        WATCH.set(None);
        self.watch.lock().over = true;
        self.watch.over.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl WatchedThread {
    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_timeout(&self, game: &str, call_timeout: Duration) {
        let mut now = self.lock();
        while !now.over {
            let waited =
                self.over.wait_timeout(now, call_timeout / 4).unwrap_or_else(PoisonError::into_inner);
            now = waited.0;
            let Some((law, what, since)) = now.call else { continue };
            if since.elapsed() < call_timeout {
                continue;
            }
            let (name, seed, seconds) = (law.name(), now.seed, since.elapsed().as_secs());
            let ply = now.ply.map(|ply| format!(", after {ply} steps")).unwrap_or_default();
            // Written directly to stderr: captured test output would be shown only if the test ended.
            let _ = writeln!(
                std::io::stderr(),
                "\n{law} {name}: `{what}` has not come back for {seconds} seconds\n  where     seed {seed}{ply}\n  \
                 again     parlor check {game} --law {law} --seed {seed} --games 1"
            );
            std::process::exit(101);
        }
    }
}

/// Records the beginning of a call into the game; returns the enclosing call.
pub(crate) fn enter(law: Law, what: &'static str) -> Option<(Law, &'static str, Instant)> {
    with(|now| now.call.replace((law, what, Instant::now()))).flatten()
}

/// Records the return of the call.
pub(crate) fn leave(before: Option<(Law, &'static str, Instant)>) {
    with(|now| now.call = before);
}

/// Records which game is checked, and the position in it.
pub(crate) fn place(seed: Option<u64>, ply: Option<usize>) {
    with(|now| (now.seed, now.ply) = (seed.unwrap_or(now.seed), ply));
}

fn with<T>(change: impl FnOnce(&mut Now) -> T) -> Option<T> {
    WATCH.with_borrow(|watch| watch.as_ref().map(|watch| change(&mut watch.lock())))
}
