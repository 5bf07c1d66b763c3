//! Where the answers of a plugin come from: a component or a library.

use crate::wire::{Eyes, Failure, Fallen, Standing, Step};
use std::sync::Arc;

/// Why a plugin could not answer: it broke down, took too long, wanted too much, or spoke nonsense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Fault {
    pub(crate) reason: String,
    pub(crate) late: bool,
}

impl Fault {
    pub(crate) fn new(reason: impl Into<String>) -> Fault {
        Fault { reason: reason.into(), late: false }
    }

    /// Whether it worked or took longer than it may.
    pub fn is_late(&self) -> bool {
        self.late
    }
}

/// An answer, if the plugin can answer at all.
pub(crate) type Answer<T> = Result<T, Fault>;
/// An answer that may be a refusal or a call for more luck.
pub(crate) type Stepped<T> = Answer<Result<T, Failure>>;
/// The state as bytes.
pub(crate) type Bytes = Arc<[u8]>;

/// The functions of the contract. Those of the interface `hints` are only called where [`has_hints`](Source::has_hints).
pub(crate) trait Source: Send + Sync {
    fn describe(&self) -> Answer<String>;
    fn setup(&self, options: Arc<str>, seats: u8, luck: Arc<[u64]>) -> Stepped<Step>;
    fn stand(&self, state: Bytes) -> Answer<Result<Standing, String>>;
    fn actions(&self, state: Bytes, seat: u8) -> Answer<Vec<String>>;
    fn offers(&self, state: Bytes, seat: u8) -> Answer<String>;
    fn read_action(&self, action: Arc<str>) -> Answer<Result<String, String>>;
    fn act(
        &self,
        state: Bytes,
        seat: u8,
        action: Arc<str>,
        luck: Arc<[u64]>,
        listening: bool,
    ) -> Stepped<Step>;
    fn proceed(&self, state: Bytes, luck: Arc<[u64]>, listening: bool) -> Stepped<Step>;
    fn scene(&self, state: Bytes, viewer: Eyes) -> Answer<String>;

    fn has_hints(&self) -> bool;
    fn terms(&self, options: Arc<str>, terms: Arc<str>) -> Answer<Result<String, String>>;
    fn candidates(&self, state: Bytes, seat: u8) -> Answer<Vec<String>>;
    fn fallback(&self, state: Bytes, seat: u8, luck: Arc<[u64]>) -> Stepped<Fallen>;
    fn retire(
        &self,
        state: Bytes,
        seat: u8,
        why: Arc<str>,
        luck: Arc<[u64]>,
        listening: bool,
    ) -> Stepped<Option<Step>>;
    fn resample(&self, state: Bytes, viewer: Eyes, luck: Arc<[u64]>) -> Stepped<Step>;
    fn estimate(&self, state: Bytes, seat: u8) -> Answer<f32>;
    fn position(&self, state: Bytes) -> Answer<Option<u64>>;
    fn playouts(&self, state: Bytes, seed: u64, games: u32) -> Answer<Vec<f32>>;
}
