//! The context of every law: the guarded rules, the sample, the declarations, and the current position.

use crate::{Config, Hooks, config::SetupVariants, guarded_rules::GuardedRules, watchdog};
use parlor_kit::{Manifest, Rules, Viewer};
use std::{cell::Cell, ops::Deref};

pub(crate) struct CheckContext<'r, R: Rules> {
    guarded_rules: GuardedRules<'r, R>,
    pub(crate) manifest: &'r Manifest,
    pub(crate) config: &'r Config,
    pub(crate) hooks: &'r Hooks<'r, R>,
    pub(crate) setups: SetupVariants,
    ply: Cell<Option<usize>>,
    checks: Cell<u64>,
}

impl<'r, R: Rules> CheckContext<'r, R> {
    pub(crate) fn new(rules: &'r R, config: &'r Config, hooks: &'r Hooks<'r, R>) -> CheckContext<'r, R> {
        let bundle = rules.bundle();
        CheckContext {
            guarded_rules: GuardedRules(rules),
            manifest: &bundle.manifest,
            config,
            hooks,
            setups: SetupVariants::new(config, bundle, rules.options_schema(), rules.default_options()),
            ply: Cell::new(None),
            checks: Cell::new(0),
        }
    }

    /// The rules alone, for another thread.
    pub(crate) fn guarded_rules(&self) -> GuardedRules<'r, R> {
        self.guarded_rules
    }

    /// What a command calls the game.
    pub(crate) fn subject(&self) -> &str {
        self.config.subject.as_deref().unwrap_or(&self.manifest.id)
    }

    /// The step limit of a game.
    pub(crate) fn bound(&self) -> u32 {
        self.config.max_steps.unwrap_or(self.manifest.bound)
    }

    /// Sets the step at which violations are reported from now on.
    pub(crate) fn at(&self, ply: usize) {
        self.ply.set(Some(ply));
        watchdog::place(None, Some(ply));
    }

    /// Counts one check.
    pub(crate) fn count(&self) {
        self.checks.set(self.checks.get() + 1);
    }

    /// Resets position and count for the next law.
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

impl<'r, R: Rules> Deref for CheckContext<'r, R> {
    type Target = GuardedRules<'r, R>;

    fn deref(&self) -> &GuardedRules<'r, R> {
        &self.guarded_rules
    }
}

/// Every seat, the public, and the viewer who sees everything.
pub(crate) fn all_viewers(seats: usize) -> impl Iterator<Item = Viewer> + Clone {
    Viewer::each(seats).chain([Viewer::All])
}
