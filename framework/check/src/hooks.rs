//! Declarations of a game or a host beyond the rules, which the suite checks.

use crate::{Config, Digest};
use parlor_kit::{Id, Rules, Scene, Seat, Viewer};
use serde_json::Value;
use std::time::Duration;

type PutCanary<'r, R> = Box<dyn Fn(&mut <R as Rules>::State, Viewer, &str) -> bool + 'r>;
type Legal<'r, R> = Box<dyn Fn(&<R as Rules>::State, Seat) -> Vec<<R as Rules>::Action> + 'r>;
type Prefer<'r, R> = Box<dyn Fn(&<R as Rules>::State, Seat, &<R as Rules>::Action) -> bool + 'r>;
type MapState<'r, R> = Box<dyn Fn(&<R as Rules>::State) -> <R as Rules>::State + 'r>;
type MapAction<'r, R> =
    Box<dyn Fn(&<R as Rules>::State, Seat, &<R as Rules>::Action) -> (Seat, <R as Rules>::Action) + 'r>;
type OtherProcess<'r> = Box<dyn Fn(&Config) -> Result<Vec<Digest>, String> + 'r>;

/// The declared number of lines of play of each depth, for some options and seats.
pub(crate) struct Perft {
    pub(crate) options: Value,
    pub(crate) seats: usize,
    pub(crate) lines: Vec<(u32, u64)>,
}

pub(crate) struct Hooks<'r, R: Rules> {
    pub(crate) canary: Option<PutCanary<'r, R>>,
    pub(crate) prefer: Option<Prefer<'r, R>>,
    pub(crate) perft: Vec<Perft>,
    pub(crate) reference: Option<Legal<'r, R>>,
    pub(crate) symmetries: Vec<(&'static str, MapState<'r, R>, MapAction<'r, R>)>,
    pub(crate) free_looks: Vec<Id>,
    pub(crate) patcher: fn(&Scene, &Scene) -> Option<Value>,
    pub(crate) other_process: Option<OtherProcess<'r>>,
    pub(crate) progress: Option<Box<dyn Fn(u32, u32) + 'r>>,
    pub(crate) call_timeout: Option<Duration>,
}

impl<R: Rules> Default for Hooks<'_, R> {
    fn default() -> Self {
        Hooks {
            canary: None,
            prefer: None,
            perft: Vec::new(),
            reference: None,
            symmetries: Vec::new(),
            free_looks: Vec::new(),
            patcher: |old, new| old.patch_to(new).map(|patch| patch.value()),
            other_process: None,
            progress: None,
            call_timeout: None,
        }
    }
}
