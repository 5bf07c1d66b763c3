//! Two small games that keep every law, and the many ways in which they can be broken.

#![allow(dead_code, unreachable_pub, reason = "shared by test files, each of which uses its part")]

pub mod buggy_card_game;
pub mod bugs;
pub mod dice_race_game;

use parlor_check::{Law, Report};
use parlor_kit::{Bundle, Manifest};
use std::collections::BTreeSet;

/// A bundle with the same messages in both languages.
pub fn bundle(manifest: &str, messages: &str) -> Bundle {
    let mut bundle = Bundle::new(Manifest::parse(manifest).unwrap());
    bundle.locales = [("en".into(), messages.into()), ("de".into(), messages.into())].into();
    bundle
}

/// The laws that a report says are broken.
pub fn broken(report: &Report) -> BTreeSet<Law> {
    report.failed().map(|failure| failure.law).collect()
}

/// Fails unless exactly this law is broken.
pub fn assert_breaks_only(report: &Report, law: Law, what: &dyn std::fmt::Debug) {
    assert_eq!(broken(report), BTreeSet::from([law]), "{what:?} should break {law} alone\n\n{report}");
}
