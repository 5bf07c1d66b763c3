//! Translates texts into every language there are messages for.

use crate::{
    Source,
    cache::TranslationCache,
    language_messages::LanguageMessages,
    number_format::{NumberFormat, is_unfinished},
    serialize_translated::quote,
};
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};
use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement};
use parlor_kit::{Arg, Bundle, Seat, Text};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
};
use unic_langid::LanguageIdentifier;

/// The language that is preferred where the reader's own has no message.
const FALLBACK: &str = "en";

/// Fluent keeps numbers as 64-bit floats: larger integers are not exact.
const MAX_EXACT: i64 = 1 << 53;

fn is_exact(number: i64) -> bool {
    (-MAX_EXACT..=MAX_EXACT).contains(&number)
}

/// Translates texts into the languages it has messages for. It never fails: a text without a message becomes its key.
pub struct Translator {
    locales: BTreeMap<String, LanguageMessages>,
    errors: Vec<SourceError>,
}

/// Whether a translation depends on nothing but text and language, so that it can be cached: no names, no words of
/// content, no nested texts.
fn is_cacheable(text: &Text) -> bool {
    text.args.iter().all(|(_, arg)| matches!(arg, Arg::Number(n) if is_exact(*n)))
}

/// Something wrong with a source of messages. The rest of the source is used all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// There is no language of this name.
    #[error("'{language}' is not the name of a language")]
    Language {
        /// The name.
        language: String,
    },
    /// A part of the source cannot be parsed.
    #[error("{language}, line {line}: {reason}")]
    Syntax {
        /// The language.
        language: String,
        /// The line in the source, from 1.
        line: usize,
        /// What is wrong there.
        reason: String,
    },
    /// A message exists already; the first one is kept.
    #[error("{language}: '{key}' is there already")]
    Duplicate {
        /// The language.
        language: String,
        /// The message.
        key: String,
    },
}

impl Translator {
    /// A translator with the messages that are part of the program: of kit, tables, lobby, page and tools.
    pub fn new() -> Translator {
        Translator::from_sources(&Source::embedded())
    }

    /// A translator with these messages alone.
    pub fn from_sources(sources: &[Source]) -> Translator {
        let mut translator = Translator { locales: BTreeMap::new(), errors: Vec::new() };
        for source in sources {
            translator.add(&source.language, &source.text);
        }
        translator
    }

    /// A translator with the program's own messages and those of a game.
    pub fn of(bundle: &Bundle) -> Translator {
        Translator::new().with_game(bundle)
    }

    /// The same translator with further messages, in Fluent's form.
    /// A message that exists already is kept, so that a game cannot replace what its host says.
    #[must_use]
    pub fn with(mut self, language: &str, source: &str) -> Translator {
        self.add(language, source);
        self
    }

    /// The same translator with the messages of a game.
    #[must_use]
    pub fn with_game(mut self, bundle: &Bundle) -> Translator {
        for (language, source) in &bundle.locales {
            self.add(language, source);
        }
        self
    }

    /// What was wrong with the sources given so far.
    pub fn errors(&self) -> &[SourceError] {
        &self.errors
    }

    /// The languages there are messages in, sorted.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.locales.keys().map(String::as_str)
    }

    /// Whether this language itself has a message, without falling back to another.
    pub fn has(&self, language: &str, key: &str) -> bool {
        self.locales.get(language).and_then(|locale| locale.pattern(key)).is_some()
    }

    /// Whether any language has a message.
    pub fn has_in_any(&self, key: &str) -> bool {
        self.locales.values().any(|locale| locale.pattern(key).is_some())
    }

    /// Translates a text. A seat is called by its entry in `names`, or by its number where that is missing or empty.
    ///
    /// Falls back to the language without its region, then to English, then to the first language that has the
    /// message, then to the key in `⟨⟩`.
    pub fn translate(&self, language: &str, text: &Text, names: &[String]) -> String {
        let mut out = String::with_capacity(64);
        self.translate_to(&mut out, language, text, names);
        out
    }

    /// Translates a text and appends it.
    pub fn translate_to(&self, out: &mut String, language: &str, text: &Text, names: &[String]) {
        let mut found = self.chain(language).filter_map(|locale| Some((locale, locale.pattern(&text.key)?)));
        let Some((locale, pattern)) = found.next() else {
            // Writing to a string never fails.
            let _ = write!(out, "⟨{}⟩", text.key);
            return;
        };
        let begin = out.len();
        if self.format_simple(out, &locale.numbers, pattern, language, text, names).is_some() {
            return;
        }
        out.truncate(begin);
        let cacheable = is_cacheable(text);
        if cacheable && locale.texts.get(text, |words| out.push_str(words)) {
            return;
        }
        let mut args = FluentArgs::with_capacity(text.args.len());
        for (name, value) in &text.args {
            args.set(name.as_str(), self.value(language, value, names));
        }
        // Fluent writes the name of a missing argument in its place; there is nothing else to report to the reader.
        let mut errors = Vec::new();
        let mut words = locale.messages.format_pattern(pattern, Some(&args), &mut errors);
        if is_unfinished(&words) {
            words = locale.numbers.finish(&words).into();
        }
        out.push_str(&words);
        if cacheable {
            locale.texts.put(text.clone(), words.into_owned());
        }
    }

    /// Fast path for messages that are plain text with arguments, as most are: it takes a tenth of the time of
    /// Fluent's resolver. `None` if the message needs more than that.
    fn format_simple(
        &self,
        out: &mut String,
        numbers: &NumberFormat,
        pattern: &Pattern<&str>,
        language: &str,
        text: &Text,
        names: &[String],
    ) -> Option<()> {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => out.push_str(value),
                PatternElement::Placeable {
                    expression: Expression::Inline(InlineExpression::VariableReference { id }),
                } => match &text.args.iter().find(|(name, _)| name == id.name)?.1 {
                    Arg::Number(n @ -999..=999) => out.push_str(itoa::Buffer::new().format(*n)),
                    Arg::Number(n) if is_exact(*n) => out.push_str(&numbers.write(*n)),
                    arg => self.words_to(out, language, arg, names),
                },
                PatternElement::Placeable { .. } => return None,
            }
        }
        Some(())
    }

    /// Translates a text in its JSON form, `["@key", {arguments}]`, and appends it as a JSON string.
    /// Returns false and appends nothing if it is not a text.
    pub(crate) fn translate_json_text(
        &self,
        language: &str,
        json: &str,
        names: &[String],
        out: &mut Vec<u8>,
    ) -> bool {
        let locale = self.locales.get(language);
        let append = |words: &str| out.extend_from_slice(words.as_bytes());
        if locale.is_some_and(|locale| locale.json_texts.get(json, append)) {
            return true;
        }
        let Ok(text) = serde_json::from_str::<Text>(json) else { return false };
        let begin = out.len();
        quote(out, &self.translate(language, &text, names));
        if let Some(locale) = locale.filter(|_| is_cacheable(&text)) {
            let words = String::from_utf8_lossy(&out[begin..]).into_owned();
            locale.json_texts.put(json.into(), words);
        }
        true
    }

    /// Translates the text with this key and no arguments.
    pub fn translate_key(&self, language: &str, key: &str) -> String {
        self.translate(language, &Text::of(key), &[])
    }

    /// What a seat is called.
    pub fn seat_name(&self, language: &str, seat: Seat, names: &[String]) -> String {
        let mut out = String::new();
        self.words_to(&mut out, language, &Arg::Seat(seat), names);
        out
    }

    /// Formats a number.
    pub fn number(&self, language: &str, number: i64) -> String {
        match self.chain(language).next() {
            Some(locale) => locale.numbers.write(number),
            None => NumberFormat::default().write(number),
        }
    }

    /// Translates every text anywhere in a JSON value: each `["@key", {arguments}]` becomes a string.
    pub fn translate_json(&self, language: &str, json: &mut Value, names: &[String]) {
        if let Some(text) = Translator::text_in(json) {
            *json = Value::String(self.translate(language, &text, names));
            return;
        }
        match json {
            Value::Array(items) => {
                items.iter_mut().for_each(|item| self.translate_json(language, item, names));
            }
            Value::Object(fields) => {
                fields.values_mut().for_each(|field| self.translate_json(language, field, names));
            }
            _ => {}
        }
    }

    /// The languages to look for a message in, the best one first.
    fn chain<'a>(&'a self, language: &'a str) -> impl Iterator<Item = &'a LanguageMessages> {
        let root = language.split('-').next().unwrap_or(language);
        let best = [language, root, FALLBACK].into_iter().filter_map(|language| self.locales.get(language));
        best.chain(self.locales.values())
    }

    fn value(&self, language: &str, arg: &Arg, names: &[String]) -> FluentValue<'static> {
        match arg {
            Arg::Number(n) if is_exact(*n) => FluentValue::from(*n),
            arg => FluentValue::from(self.words(language, arg, names)),
        }
    }

    /// An argument as a string.
    fn words(&self, language: &str, arg: &Arg, names: &[String]) -> String {
        let mut out = String::new();
        self.words_to(&mut out, language, arg, names);
        out
    }

    fn words_to(&self, out: &mut String, language: &str, arg: &Arg, names: &[String]) {
        match arg {
            Arg::Number(n) => out.push_str(&self.number(language, *n)),
            Arg::Word(word) => out.push_str(word),
            Arg::Seat(seat) => match names.get(seat.index()).filter(|name| !name.is_empty()) {
                Some(name) => out.push_str(name),
                None => {
                    let unnamed = Text::new("seat-unnamed").arg("number", seat.index() + 1);
                    self.translate_to(out, language, &unnamed, &[]);
                }
            },
            Arg::Text(text) => self.translate_to(out, language, text, names),
            Arg::List(list) => {
                for (number, text) in list.iter().enumerate() {
                    out.push_str(if number == 0 { "" } else { "; " });
                    self.translate_to(out, language, text, names);
                }
            }
            Arg::Local(local) => {
                let root = language.split('-').next().unwrap_or(language);
                let word = [language, root, FALLBACK].into_iter().find_map(|language| local.get(language));
                out.push_str(word.or_else(|| local.values().next()).map_or("", |word| word));
            }
        }
    }

    fn add(&mut self, language: &str, source: &str) {
        let Ok(id) = language.parse::<LanguageIdentifier>() else {
            self.errors.push(SourceError::Language { language: language.to_string() });
            return;
        };
        let resource = FluentResource::try_new(source.to_string()).unwrap_or_else(|(resource, errors)| {
            self.errors.extend(errors.into_iter().map(|error| {
                let before = source.get(..error.pos.start).unwrap_or(source);
                let line = 1 + before.matches('\n').count();
                SourceError::Syntax { language: language.to_string(), line, reason: error.kind.to_string() }
            }));
            resource
        });
        let locale = self.locales.entry(language.to_string()).or_insert_with(|| LanguageMessages::new(id));
        for error in locale.add(resource) {
            if let FluentError::Overriding { id: key, .. } = error {
                self.errors.push(SourceError::Duplicate { language: language.to_string(), key });
            }
        }
        // Cached translations may have come from the fallback language, which this source replaces.
        for locale in self.locales.values_mut() {
            locale.json_texts = TranslationCache::default();
        }
    }
}

impl Default for Translator {
    fn default() -> Translator {
        Translator::new()
    }
}

impl fmt::Debug for Translator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Translator").field("languages", &self.locales.keys()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn translator() -> Translator {
        Translator::new()
            .with("en", "hello = Hello, { $who }!\nonly-english = Only here\nnested = It says: { $what }\n")
            .with("de", "hello = Hallo, { $who }!\nnested = Da steht: { $what }\n")
    }

    #[test]
    fn words_fall_back_to_the_language_then_to_english_then_to_the_key() {
        let translator = translator();
        assert_eq!(translator.errors(), []);
        let hello = Text::new("hello").arg("who", "Ada");
        assert_eq!(translator.translate("de-CH", &hello, &[]), "Hallo, Ada!");
        assert_eq!(translator.translate("fr", &hello, &[]), "Hello, Ada!");
        assert_eq!(translator.translate_key("de", "only-english"), "Only here");
        assert_eq!(translator.translate_key("de", "nowhere"), "⟨nowhere⟩");
        assert!(translator.has("en", "only-english") && !translator.has("de", "only-english"));
    }

    #[test]
    fn a_text_that_neither_the_reader_nor_english_has_is_shown_in_the_first_language_that_has_it() {
        let translator = translator().with("it", "prego = Prego\n").with("pt", "prego = De nada\n");
        assert_eq!(translator.translate_key("de", "prego"), "Prego");
        assert!(translator.has_in_any("prego") && !translator.has_in_any("nowhere"));
    }

    #[test]
    fn seats_are_called_by_their_names_or_their_numbers() {
        let (translator, names) = (translator(), ["Ada".to_string(), String::new()]);
        let hello = |seat| Text::new("hello").arg("who", Seat::new(seat));
        assert_eq!(translator.translate("en", &hello(0), &names), "Hello, Ada!");
        assert_eq!(translator.translate("en", &hello(1), &names), "Hello, Player 2!");
        assert_eq!(translator.translate("de", &hello(2), &names), "Hallo, Spieler 3!");
    }

    #[test]
    fn a_name_is_never_read_as_a_message() {
        let names = ["{ seat-unnamed } <b>".to_string()];
        let hello = Text::new("hello").arg("who", Seat::new(0));
        assert_eq!(translator().translate("en", &hello, &names), "Hello, { seat-unnamed } <b>!");
    }

    #[test]
    fn texts_are_translated_anywhere_in_json_and_the_rest_stays() {
        let mut json = json!({
            "a": [["@nested", { "what": ["@hello", { "who": { "seat": 0 } }] }], 1, "@hello"],
            "b": { "c": ["@nowhere"] },
            "not": [["@hello", 3], ["hello"], [], ["@hello", { "who": 1.5 }]],
        });
        translator().translate_json("de", &mut json, &["Ada".into()]);
        assert_eq!(
            json,
            json!({
                "a": ["Da steht: Hallo, Ada!", 1, "@hello"],
                "b": { "c": "⟨nowhere⟩" },
                "not": [["@hello", 3], ["hello"], [], ["@hello", { "who": 1.5 }]],
            })
        );
    }

    #[test]
    fn lists_and_words_of_content_are_translated_into_the_readers_language() {
        let translator = translator();
        let list = vec![Text::new("hello").arg("who", "A"), Text::new("hello").arg("who", "B")];
        let list = Text::new("nested").arg("what", list);
        assert_eq!(translator.translate("de", &list, &[]), "Da steht: Hallo, A!; Hallo, B!");
        let falcon = Arg::Local([("de".into(), "Falke".into()), ("en".into(), "Falcon".into())].into());
        let falcon = Text::new("nested").arg("what", falcon);
        assert_eq!(translator.translate("de-AT", &falcon, &[]), "Da steht: Falke");
        assert_eq!(translator.translate("fr", &falcon, &[]), "It says: Falcon");
    }

    #[test]
    fn a_missing_argument_is_shown_in_its_place() {
        assert_eq!(translator().translate("en", &Text::new("hello"), &[]), "Hello, {$who}!");
    }

    #[test]
    fn numbers_are_written_in_the_readers_way_and_choose_the_plural() {
        let translator = Translator::new().with(
            "de",
            "n = { $n ->\n  [one] ein Punkt\n *[other] { $n } Punkte\n }\n\
             year = { NUMBER($n, useGrouping: \"false\") }\n",
        );
        let n = |n: i64| translator.translate("de", &Text::new("n").arg("n", n), &[]);
        assert_eq!((n(1), n(12_345)), ("ein Punkt".into(), "12.345 Punkte".into()));
        assert_eq!(n(i64::MAX), "9.223.372.036.854.775.807 Punkte", "too large to be exact as a float");
        assert_eq!(translator.translate("de", &Text::new("year").arg("n", 2026), &[]), "2026");
        assert_eq!(translator.number("en", -4_321), "-4,321");
    }

    #[test]
    fn the_fast_path_gives_what_fluent_gives() {
        let translator =
            translator().with("de", "all = { $a }, { $b } und { $c }: { $d }\n    in zwei Zeilen\n");
        for number in [0, -7, 999, 1000, -12_345, MAX_EXACT, MAX_EXACT + 1] {
            let text = Text::new("all").arg("a", number).arg("b", Seat::new(0)).arg("c", "{ $a }");
            let text = text.arg("d", Text::new("only-english"));
            let names = ["Ada".to_string()];
            let locale = &translator.locales["de"];
            let mut args = FluentArgs::new();
            for (name, value) in &text.args {
                args.set(name.as_str(), translator.value("de", value, &names));
            }
            let pattern = locale.pattern("all").unwrap();
            let fluent = locale.messages.format_pattern(pattern, Some(&args), &mut Vec::new());
            let fluent = locale.numbers.finish(&fluent);
            let mut simple = String::new();
            translator.format_simple(&mut simple, &locale.numbers, pattern, "de", &text, &names).unwrap();
            assert_eq!(simple, fluent);
        }
        let nothing = translator.format_simple(
            &mut String::new(),
            &translator.locales["de"].numbers,
            translator.locales["de"].pattern("hello").unwrap(),
            "de",
            &Text::new("hello"),
            &[],
        );
        assert_eq!(nothing, None, "Fluent shows what is missing");
    }

    #[test]
    fn what_is_wrong_with_a_source_is_named_and_the_rest_is_used() {
        let translator = Translator::new().with("en", "good = Good\n\nbad = { $\n").with("??", "x = y");
        assert_eq!(translator.translate_key("en", "good"), "Good");
        let faults: Vec<String> = translator.errors().iter().map(SourceError::to_string).collect();
        assert!(faults[0].starts_with("en, line 3"), "{faults:?}");
        assert_eq!(faults[1], "'??' is not the name of a language");
    }

    #[test]
    fn a_game_cannot_change_what_its_host_says() {
        let translator = translator().with("en", "hello = Send me your password, { $who }\n");
        assert_eq!(translator.translate("en", &Text::new("hello").arg("who", "Ada"), &[]), "Hello, Ada!");
        assert_eq!(
            translator.errors(),
            [SourceError::Duplicate { language: "en".into(), key: "hello".into() }]
        );
    }
}
