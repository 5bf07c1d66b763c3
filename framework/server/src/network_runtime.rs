//! The asynchronous runtime that serves connections.

use crate::Config;
use std::io;
use tokio::runtime::{Builder, Runtime};

/// The runtime for a server, with the number of network threads that is set.
pub fn server_runtime(config: &Config) -> io::Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    if let Some(threads) = config.network_threads {
        builder.worker_threads(threads.get());
    }
    builder.enable_all().build()
}
