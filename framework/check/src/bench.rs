//! Where a game is judged: its rules, what the sample varies, and what the game declares.

use crate::{Config, Hooks, config::Variety, probe::Probe};
use parlor_kit::{Manifest, Rules, Viewer};
use std::{cell::Cell, ops::Deref};

pub(crate) struct Bench<'r, R: Rules> {
    probe: Probe<'r, R>,
    pub(crate) manifest: &'r Manifest,
    pub(crate) config: &'r Config,
    pub(crate) hooks: &'r Hooks<'r, R>,
    pub(crate) variety: Variety,
    ply: Cell<Option<usize>>,
    checks: Cell<u64>,
}

impl<'r, R: Rules> Bench<'r, R> {
    pub(crate) fn new(rules: &'r R, config: &'r Config, hooks: &'r Hooks<'r, R>) -> Bench<'r, R> {
        let bundle = rules.bundle();
        Bench {
            probe: Probe(rules),
            manifest: &bundle.manifest,
            config,
            hooks,
            variety: Variety::new(config, bundle, &rules.options_schema(), rules.default_options()),
            ply: Cell::new(None),
            checks: Cell::new(0),
        }
    }

    /// The rules alone, for another thread.
    pub(crate) fn probe(&self) -> Probe<'r, R> {
        self.probe
    }

    /// The most steps of a game.
    pub(crate) fn bound(&self) -> u32 {
        self.config.max_steps.unwrap_or(self.manifest.bound)
    }

    /// From here on, what is found is found after this many steps.
    pub(crate) fn at(&self, ply: usize) {
        self.ply.set(Some(ply));
    }

    /// Another single check was made.
    pub(crate) fn count(&self) {
        self.checks.set(self.checks.get() + 1);
    }

    /// Begins with another law: where it is and how many checks it made.
    pub(crate) fn begin(&self) {
        self.ply.set(None);
        self.checks.set(0);
    }

    pub(crate) fn ply(&self) -> Option<usize> {
        self.ply.get()
    }

    pub(crate) fn checks(&self) -> u64 {
        self.checks.get()
    }
}

impl<'r, R: Rules> Deref for Bench<'r, R> {
    type Target = Probe<'r, R>;

    fn deref(&self) -> &Probe<'r, R> {
        &self.probe
    }
}

/// Every seat, the public, and whoever sees everything.
pub(crate) fn everybody(seats: usize) -> impl Iterator<Item = Viewer> + Clone {
    Viewer::each(seats).chain([Viewer::All])
}
