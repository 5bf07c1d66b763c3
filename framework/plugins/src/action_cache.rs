//! Cache of parsed actions of a plugin, keyed by source text.

use crate::plugin_rules::GuestAction;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// Maximum number of cached actions; the cache is cleared when it is full.
const MAX_ACTIONS: usize = 512;
/// Maximum length of a cached text, in bytes.
const MAX_TEXT_BYTES: usize = 256;

/// Cache of parsed actions. `read-action` depends on nothing but the text, and tables of one game send the
/// same texts repeatedly.
#[derive(Default)]
pub(crate) struct ActionCache(Mutex<HashMap<Box<str>, GuestAction>>);

impl ActionCache {
    /// The cached action for a text.
    pub(crate) fn find(&self, text: &str) -> Option<GuestAction> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(text).cloned()
    }

    /// Stores a parsed action.
    pub(crate) fn keep(&self, text: &str, action: &GuestAction) {
        if text.len() > MAX_TEXT_BYTES {
            return;
        }
        let mut actions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if actions.len() >= MAX_ACTIONS {
            actions.clear();
        }
        actions.insert(text.into(), action.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_found_and_takes_little_room() {
        let cache = ActionCache::default();
        for number in 0..3 * MAX_ACTIONS {
            let text = number.to_string();
            assert_eq!(cache.find(&text), None);
            cache.keep(&text, &GuestAction::new(text.clone()));
            assert_eq!(cache.find(&text), Some(GuestAction::new(text)));
        }
        let long = "x".repeat(MAX_TEXT_BYTES + 1);
        cache.keep(&long, &GuestAction::new(long.clone()));
        assert_eq!(cache.find(&long), None);
        assert!(cache.0.lock().unwrap().len() <= MAX_ACTIONS);
    }
}
