//! Actions that a plugin has read before.

use crate::guest::GuestAction;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// So many actions are known at a time; then all are forgotten.
const MOST: usize = 512;
/// The longest text that is kept.
const LONGEST: usize = 256;

/// What a plugin made of the texts of actions. Reading answers from the text alone, so it is asked once for each.
#[derive(Default)]
pub(crate) struct Known(Mutex<HashMap<Box<str>, GuestAction>>);

impl Known {
    /// The action, if the text was read before.
    pub(crate) fn find(&self, text: &str) -> Option<GuestAction> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(text).cloned()
    }

    /// Keeps what was read.
    pub(crate) fn keep(&self, text: &str, action: &GuestAction) {
        if text.len() > LONGEST {
            return;
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(text.into(), action.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_found_and_takes_little_room() {
        let known = Known::default();
        for number in 0..3 * MOST {
            let text = number.to_string();
            assert_eq!(known.find(&text), None);
            known.keep(&text, &GuestAction::new(text.clone()));
            assert_eq!(known.find(&text), Some(GuestAction::new(text)));
        }
        let long = "x".repeat(LONGEST + 1);
        known.keep(&long, &GuestAction::new(long.clone()));
        assert_eq!(known.find(&long), None);
        assert!(known.0.lock().unwrap().len() <= MOST);
    }
}
