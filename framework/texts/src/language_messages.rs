//! The messages of one language.

use crate::{
    cache::TranslationCache,
    number_format::{NumberFormat, format_number},
};
use fluent_bundle::{FluentError, FluentResource, concurrent::FluentBundle};
use fluent_syntax::ast::Pattern;
use parlor_kit::Text;
use unic_langid::LanguageIdentifier;

/// One language: its messages, its number format, and caches of what was translated into it.
pub(crate) struct LanguageMessages {
    pub(crate) messages: FluentBundle<FluentResource>,
    pub(crate) numbers: NumberFormat,
    pub(crate) texts: TranslationCache<Text>,
    /// Keyed by the text's JSON, so that a hit needs no parsing. The values are JSON strings.
    pub(crate) json_texts: TranslationCache<Box<str>>,
}

impl LanguageMessages {
    pub(crate) fn new(id: LanguageIdentifier) -> LanguageMessages {
        let mut messages = FluentBundle::new_concurrent(vec![id]);
        // The marks that keep scripts of two directions apart would end up in files, tests and logs.
        messages.set_use_isolating(false);
        messages.set_formatter(Some(format_number));
        // Only a bundle that has them already refuses the built-in functions.
        let _ = messages.add_builtins();
        LanguageMessages {
            messages,
            numbers: NumberFormat::default(),
            texts: TranslationCache::default(),
            json_texts: TranslationCache::default(),
        }
    }

    /// Adds messages; returns the errors of those that could not be added.
    pub(crate) fn add(&mut self, resource: FluentResource) -> Vec<FluentError> {
        let errors = self.messages.add_resource(resource).err().unwrap_or_default();
        self.numbers = NumberFormat::read(|key| {
            let words = self.messages.format_pattern(self.pattern(key)?, None, &mut Vec::new());
            Some(words.into_owned())
        });
        errors
    }

    pub(crate) fn pattern(&self, key: &str) -> Option<&Pattern<&str>> {
        self.messages.get_message(key)?.value()
    }
}
