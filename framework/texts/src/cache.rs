//! Cache of translated texts.

use rustc_hash::FxHashMap;
use std::{
    borrow::Borrow,
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Translations by their text. The same few sentences with small numbers make up most of what is sent, and
/// formatting them takes far longer than a lookup.
pub(crate) struct TranslationCache<K>(Mutex<FxHashMap<K, String>>);

impl<K> Default for TranslationCache<K> {
    fn default() -> TranslationCache<K> {
        TranslationCache(Mutex::default())
    }
}

impl<K: Hash + Eq> TranslationCache<K> {
    /// A full cache is emptied before the next entry.
    const MAX_ENTRIES: usize = 4096;

    /// Hands a cached translation to `found`; false if there is none.
    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, text: &Q, found: impl FnOnce(&str)) -> bool
    where
        K: Borrow<Q>,
    {
        self.lock().get(text).map(|words| found(words)).is_some()
    }

    pub(crate) fn put(&self, text: K, words: String) {
        let mut entries = self.lock();
        if entries.len() >= Self::MAX_ENTRIES {
            entries.clear();
        }
        entries.insert(text, words);
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<K, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
