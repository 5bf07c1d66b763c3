//! The asynchronous runtime that serves connections.

use crate::Config;
use std::{io, thread};
use tokio::runtime::{Builder, Runtime};

/// The runtime for a server, with the number of network threads that is set.
pub fn server_runtime(config: &Config) -> io::Result<Runtime> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    // The host thread has a core of its own.
    let threads = config.network_threads.map_or(cores.saturating_sub(1).max(1), usize::from);
    Builder::new_multi_thread().worker_threads(threads).enable_all().build()
}
