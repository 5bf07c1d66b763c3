//! What everything that serves somebody shares.

use crate::{
    Config,
    games::Shelf,
    host::{ConnId, HostQueue, ToHost},
    store::Store,
};
use std::sync::{
    Arc,
    atomic::{AtomicU64, AtomicUsize, Ordering},
};
use tokio::sync::Semaphore;

pub(crate) struct App {
    pub(crate) config: Arc<Config>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) shelf: Arc<Shelf>,
    /// Limits how many passwords are worked on at once: each takes a core for a while.
    pub(crate) passwords: Semaphore,
    pub(crate) host: HostQueue,
    conns: AtomicU64,
    live: Arc<AtomicUsize>,
}

/// One of the connections there may be; given back when dropped.
pub(crate) struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl App {
    pub(crate) fn new(config: Arc<Config>, store: Arc<dyn Store>, shelf: Arc<Shelf>, host: HostQueue) -> App {
        App {
            passwords: Semaphore::new(config.limits.passwords_at_once.max(1)),
            conns: AtomicU64::new(1),
            live: Arc::default(),
            config,
            store,
            shelf,
            host,
        }
    }

    pub(crate) fn take_place(&self) -> Option<Place> {
        let before = self.live.fetch_add(1, Ordering::Relaxed);
        let place = Place(self.live.clone());
        (before < self.config.limits.connections).then_some(place)
    }

    pub(crate) fn next_conn(&self) -> ConnId {
        ConnId(self.conns.fetch_add(1, Ordering::Relaxed))
    }

    /// Sends a message to the host. Once the host has ended the server is about to stop, and the message is dropped.
    pub(crate) async fn tell(&self, message: ToHost) {
        self.host.send(message).await;
    }
}
