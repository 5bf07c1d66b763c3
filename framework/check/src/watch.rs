//! A call that never comes back cannot be stopped, but it can be named before the process ends.

use crate::Law;
use std::{
    cell::RefCell,
    io::Write,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::{Duration, Instant},
};

thread_local! {
    static WATCH: RefCell<Option<Arc<Watch>>> = const { RefCell::new(None) };
}

/// What this thread is doing in the game, for a watcher on another thread.
#[derive(Default)]
struct Watch {
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
pub(crate) struct Watcher {
    watch: Arc<Watch>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Ends the process with a message when a call into the game takes longer than this.
    pub(crate) fn start(game: String, patience: Duration) -> Watcher {
        let watch = Arc::new(Watch::default());
        WATCH.set(Some(watch.clone()));
        let watched = watch.clone();
        let thread = std::thread::spawn(move || watched.wait_for_trouble(&game, patience));
        Watcher { watch, thread: Some(thread) }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        WATCH.set(None);
        self.watch.lock().over = true;
        self.watch.over.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Watch {
    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_trouble(&self, game: &str, patience: Duration) {
        let mut now = self.lock();
        while !now.over {
            let waited = self.over.wait_timeout(now, patience / 4).unwrap_or_else(PoisonError::into_inner);
            now = waited.0;
            let Some((law, what, since)) = now.call else { continue };
            if since.elapsed() < patience {
                continue;
            }
            let (name, seed, seconds) = (law.name(), now.seed, since.elapsed().as_secs());
            let ply = now.ply.map(|ply| format!(", after {ply} steps")).unwrap_or_default();
            // Written past the capture of test output, which would only be shown if the test ever ended.
            let _ = writeln!(
                std::io::stderr(),
                "\n{law} {name}: `{what}` has not come back for {seconds} seconds\n  where     seed {seed}{ply}\n  \
                 again     parlor check {game} --law {law} --seed {seed} --games 1"
            );
            std::process::exit(101);
        }
    }
}

/// Says that a call into the game begins; gives what was going on before.
pub(crate) fn enter(law: Law, what: &'static str) -> Option<(Law, &'static str, Instant)> {
    with(|now| now.call.replace((law, what, Instant::now()))).flatten()
}

/// Says that the call came back.
pub(crate) fn leave(before: Option<(Law, &'static str, Instant)>) {
    with(|now| now.call = before);
}

/// Says which game is being looked at, and where in it.
pub(crate) fn place(seed: Option<u64>, ply: Option<usize>) {
    with(|now| (now.seed, now.ply) = (seed.unwrap_or(now.seed), ply));
}

fn with<T>(change: impl FnOnce(&mut Now) -> T) -> Option<T> {
    WATCH.with_borrow(|watch| watch.as_ref().map(|watch| change(&mut watch.lock())))
}
