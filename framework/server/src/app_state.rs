//! State that all connections and HTTP handlers share.

use crate::{
    Config,
    catalogue::CatalogueHandle,
    host::{ConnId, HostQueue},
    store::Store,
    work_pool::WorkPool,
};
use std::sync::{
    Arc,
    atomic::{AtomicU64, AtomicUsize, Ordering},
};

pub(crate) struct AppState {
    pub(crate) config: Arc<Config>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) catalogues: Arc<CatalogueHandle>,
    pub(crate) pool: WorkPool,
    pub(crate) host: HostQueue,
    conns: AtomicU64,
    live: Arc<AtomicUsize>,
}

/// Counts as one connection until it is dropped.
pub(crate) struct ConnectionPermit(Arc<AtomicUsize>);

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl AppState {
    pub(crate) fn new(
        config: Arc<Config>,
        store: Arc<dyn Store>,
        catalogues: Arc<CatalogueHandle>,
        pool: WorkPool,
        host: HostQueue,
    ) -> AppState {
        AppState { conns: AtomicU64::new(1), live: Arc::default(), config, store, catalogues, pool, host }
    }

    pub(crate) fn acquire_connection(&self) -> Option<ConnectionPermit> {
        let before = self.live.fetch_add(1, Ordering::Relaxed);
        let permit = ConnectionPermit(self.live.clone());
        (before < self.config.limits.connections).then_some(permit)
    }

    pub(crate) fn next_conn(&self) -> ConnId {
        ConnId(self.conns.fetch_add(1, Ordering::Relaxed))
    }
}
