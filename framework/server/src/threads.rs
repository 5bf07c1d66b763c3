//! How the network gets its threads.

use std::{
    io,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};
use tokio::runtime::{Builder, Runtime};

/// From so many cores on, the network has threads of its own beside the one that owns the tables. With fewer, they
/// would only pass every message from core to core.
const MANY_CORES: usize = 4;

/// Whoever has nothing to do again after so short a time looks for single messages where many are on their way.
const BUSY: Duration = Duration::from_micros(150);
/// So long it then waits for more of them. A person does not notice; those who send them get on with sending.
const PAUSE: Duration = Duration::from_micros(50);

/// Whether there are cores for threads beside the one that owns the tables.
pub(crate) fn has_many_cores() -> bool {
    thread::available_parallelism().is_ok_and(|cores| cores.get() >= MANY_CORES)
}

/// A runtime for programs that connect to a server, which suits the machine.
pub fn client_runtime() -> io::Result<Runtime> {
    let many = has_many_cores();
    let mut builder = if many { Builder::new_multi_thread() } else { Builder::new_current_thread() };
    builder.enable_all().build()
}

/// A runtime for a server, which suits the machine. On a small one its single thread lets messages gather while
/// many are on their way, in place of waking for each of them.
pub fn server_runtime() -> io::Result<Runtime> {
    if has_many_cores() {
        return client_runtime();
    }
    let (began, idle_since) = (Instant::now(), AtomicU64::new(0));
    let micros = move || u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    let gather = move || {
        let worked = micros().saturating_sub(idle_since.load(Ordering::Relaxed));
        if u128::from(worked) < BUSY.as_micros() {
            thread::sleep(PAUSE);
        }
        idle_since.store(micros(), Ordering::Relaxed);
    };
    Builder::new_current_thread().on_thread_park(gather).enable_all().build()
}
