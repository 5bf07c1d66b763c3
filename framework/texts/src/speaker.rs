//! Who says texts.

use crate::{in_words::quote, number::Marks};
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue, concurrent::FluentBundle};
use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement};
use parlor_kit::{Arg, Bundle, KIT_LOCALES, Seat, Text};
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::{
    borrow::Borrow,
    collections::BTreeMap,
    fmt::{self, Write as _},
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
};
use unic_langid::LanguageIdentifier;

/// The language that is spoken where the reader's own has no words.
const FALLBACK: &str = "en";

/// The texts of this crate: the names of nameless seats.
const OWN_LOCALES: [(&str, &str); 2] =
    [("en", include_str!("../locales/en.ftl")), ("de", include_str!("../locales/de.ftl"))];

/// Integers beyond this are not exact as Fluent counts.
const EXACT: i64 = 1 << 53;

fn is_exact(number: i64) -> bool {
    (-EXACT..=EXACT).contains(&number)
}

/// Says texts in the languages it has messages for. It never fails: a text without a message is shown by its key.
pub struct Speaker {
    voices: BTreeMap<String, Voice>,
    faults: Vec<Fault>,
}

/// One language.
struct Voice {
    messages: FluentBundle<FluentResource>,
    /// How it writes numbers.
    marks: Marks,
    /// What was said lately and may be said again.
    lately: Lately<Text>,
    /// The same for texts that are written as JSON, which need not be read then.
    lately_written: Lately<Box<str>>,
}

/// What was said lately, of texts that say the same to everybody. The same few sentences with small numbers make
/// up most of what is said, and making them anew takes far longer than finding them.
struct Lately<K>(Mutex<FxHashMap<K, String>>);

impl<K> Default for Lately<K> {
    fn default() -> Lately<K> {
        Lately(Mutex::default())
    }
}

impl<K: Hash + Eq> Lately<K> {
    /// How much is remembered before everything is forgotten.
    const MOST: usize = 4096;

    /// Says again what was said lately; false if it was not.
    fn again<Q: Hash + Eq + ?Sized>(&self, text: &Q, say: impl FnOnce(&str)) -> bool
    where
        K: Borrow<Q>,
    {
        self.held().get(text).map(|words| say(words)).is_some()
    }

    fn put(&self, text: K, words: String) {
        let mut held = self.held();
        if held.len() >= Self::MOST {
            held.clear();
        }
        held.insert(text, words);
    }

    fn held(&self) -> MutexGuard<'_, FxHashMap<K, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a text says the same to everybody who reads its language.
fn is_plain(text: &Text) -> bool {
    text.args.iter().all(|(_, arg)| matches!(arg, Arg::Number(n) if is_exact(*n)))
}

impl Voice {
    fn pattern(&self, key: &str) -> Option<&Pattern<&str>> {
        self.messages.get_message(key)?.value()
    }
}

/// Something wrong with a source of messages. The rest of the source is used all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The language has no such name.
    #[error("'{language}' is not the name of a language")]
    Language {
        /// The name.
        language: String,
    },
    /// A part of the source cannot be read.
    #[error("{language}, line {line}: {reason}")]
    Form {
        /// The language.
        language: String,
        /// The line in the source, from 1.
        line: usize,
        /// What is wrong there.
        reason: String,
    },
    /// A message was there already; the first one stays.
    #[error("{language}: '{key}' is there already")]
    Twice {
        /// The language.
        language: String,
        /// The message.
        key: String,
    },
}

impl Speaker {
    /// A speaker with the kit's own messages.
    pub fn new() -> Speaker {
        let mut speaker = Speaker { voices: BTreeMap::new(), faults: Vec::new() };
        for (language, source) in KIT_LOCALES.into_iter().chain(OWN_LOCALES) {
            speaker.add(language, source);
        }
        speaker
    }

    /// A speaker with the kit's messages and those of a game.
    pub fn of(bundle: &Bundle) -> Speaker {
        Speaker::new().with_game(bundle)
    }

    /// The same speaker with further messages, in Fluent's form.
    /// What is known already stays as it is, so that a game cannot put words into its host's mouth.
    #[must_use]
    pub fn with(mut self, language: &str, source: &str) -> Speaker {
        self.add(language, source);
        self
    }

    /// The same speaker with the messages of a game.
    #[must_use]
    pub fn with_game(mut self, bundle: &Bundle) -> Speaker {
        for (language, source) in &bundle.locales {
            self.add(language, source);
        }
        self
    }

    /// What was wrong with the messages given so far.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The languages there are messages in, sorted.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.voices.keys().map(String::as_str)
    }

    /// Whether this language itself has a message, without falling back to another.
    pub fn knows(&self, language: &str, key: &str) -> bool {
        self.voices.get(language).and_then(|voice| voice.pattern(key)).is_some()
    }

    /// Says a text. A seat is called by its entry in `names`, or by its number where that is missing or empty.
    ///
    /// Falls back to the language without its region, then to English, then to the key in `⟨⟩`.
    pub fn say(&self, language: &str, text: &Text, names: &[String]) -> String {
        let mut said = String::with_capacity(64);
        self.say_to(&mut said, language, text, names);
        said
    }

    /// Says a text at the end of what is said already.
    pub fn say_to(&self, said: &mut String, language: &str, text: &Text, names: &[String]) {
        let root = language.split('-').next().unwrap_or(language);
        let voices = [language, root, FALLBACK].into_iter().filter_map(|language| self.voices.get(language));
        let mut spoken = voices.filter_map(|voice| Some((voice, voice.pattern(&text.key)?)));
        let Some((voice, pattern)) = spoken.next() else {
            // Writing to a string never fails.
            let _ = write!(said, "⟨{}⟩", text.key);
            return;
        };
        let begin = said.len();
        if self.say_simply(said, voice.marks, pattern, language, text, names).is_some() {
            return;
        }
        said.truncate(begin);
        let plain = is_plain(text);
        if plain && voice.lately.again(text, |words| said.push_str(words)) {
            return;
        }
        let mut args = FluentArgs::with_capacity(text.args.len());
        for (name, value) in &text.args {
            args.set(name.as_str(), self.value(language, value, names));
        }
        // What an argument lacks is shown in its place; that is all a reader can be told about it.
        let mut errors = Vec::new();
        let words = voice.messages.format_pattern(pattern, Some(&args), &mut errors);
        said.push_str(&words);
        if plain {
            voice.lately.put(text.clone(), words.into_owned());
        }
    }

    /// Says a text whose message is words with arguments between them, as most are: that takes a tenth of the
    /// time Fluent needs, which has to be ready for everything. `None` if the message is more than that.
    fn say_simply(
        &self,
        said: &mut String,
        marks: Marks,
        pattern: &Pattern<&str>,
        language: &str,
        text: &Text,
        names: &[String],
    ) -> Option<()> {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => said.push_str(value),
                PatternElement::Placeable {
                    expression: Expression::Inline(InlineExpression::VariableReference { id }),
                } => match &text.args.iter().find(|(name, _)| name == id.name)?.1 {
                    Arg::Number(n @ -999..=999) => said.push_str(itoa::Buffer::new().format(*n)),
                    Arg::Number(n) if is_exact(*n) => said.push_str(&marks.write(&n.to_string())),
                    arg => self.words_to(said, language, arg, names),
                },
                PatternElement::Placeable { .. } => return None,
            }
        }
        Some(())
    }

    /// Says a text that is written as JSON, `["@key", {arguments}]`, and appends it as a JSON string.
    /// False, and nothing is said, if it is no text.
    pub(crate) fn say_written(
        &self,
        language: &str,
        json: &str,
        names: &[String],
        out: &mut Vec<u8>,
    ) -> bool {
        let voice = self.voices.get(language);
        let again = |words: &str| out.extend_from_slice(words.as_bytes());
        if voice.is_some_and(|voice| voice.lately_written.again(json, again)) {
            return true;
        }
        let Ok(text) = serde_json::from_str::<Text>(json) else { return false };
        let begin = out.len();
        quote(out, &self.say(language, &text, names));
        if let Some(voice) = voice.filter(|_| is_plain(&text)) {
            let words = String::from_utf8_lossy(&out[begin..]).into_owned();
            voice.lately_written.put(json.into(), words);
        }
        true
    }

    /// Says the text with this key and no arguments.
    pub fn word(&self, language: &str, key: &str) -> String {
        self.say(language, &Text::of(key), &[])
    }

    /// What a seat is called.
    pub fn seat(&self, language: &str, seat: Seat, names: &[String]) -> String {
        let mut said = String::new();
        self.words_to(&mut said, language, &Arg::Seat(seat), names);
        said
    }

    /// Writes a number.
    pub fn number(&self, language: &str, number: i64) -> String {
        Marks::of(language).write(&number.to_string())
    }

    /// Says every text anywhere in a JSON value: each `["@key", {arguments}]` becomes its words.
    pub fn localise(&self, language: &str, json: &mut Value, names: &[String]) {
        if let Some(text) = Speaker::marked(json) {
            *json = Value::String(self.say(language, &text, names));
            return;
        }
        match json {
            Value::Array(items) => items.iter_mut().for_each(|item| self.localise(language, item, names)),
            Value::Object(fields) => {
                fields.values_mut().for_each(|field| self.localise(language, field, names));
            }
            _ => {}
        }
    }

    fn value(&self, language: &str, arg: &Arg, names: &[String]) -> FluentValue<'static> {
        match arg {
            Arg::Number(n) if is_exact(*n) => FluentValue::from(*n),
            arg => FluentValue::from(self.words(language, arg, names)),
        }
    }

    /// An argument in words.
    fn words(&self, language: &str, arg: &Arg, names: &[String]) -> String {
        let mut said = String::new();
        self.words_to(&mut said, language, arg, names);
        said
    }

    fn words_to(&self, said: &mut String, language: &str, arg: &Arg, names: &[String]) {
        match arg {
            Arg::Number(n) => said.push_str(&self.number(language, *n)),
            Arg::Word(word) => said.push_str(word),
            Arg::Seat(seat) => match names.get(seat.index()).filter(|name| !name.is_empty()) {
                Some(name) => said.push_str(name),
                None => {
                    let unnamed = Text::new("seat-unnamed").arg("number", seat.index() + 1);
                    self.say_to(said, language, &unnamed, &[]);
                }
            },
            Arg::Text(text) => self.say_to(said, language, text, names),
            Arg::List(list) => {
                for (number, text) in list.iter().enumerate() {
                    said.push_str(if number == 0 { "" } else { "; " });
                    self.say_to(said, language, text, names);
                }
            }
            Arg::Local(local) => {
                let root = language.split('-').next().unwrap_or(language);
                let word = [language, root, FALLBACK].into_iter().find_map(|language| local.get(language));
                said.push_str(word.or_else(|| local.values().next()).map_or("", |word| word));
            }
        }
    }

    fn add(&mut self, language: &str, source: &str) {
        let Ok(id) = language.parse::<LanguageIdentifier>() else {
            self.faults.push(Fault::Language { language: language.to_string() });
            return;
        };
        let resource = FluentResource::try_new(source.to_string()).unwrap_or_else(|(resource, errors)| {
            self.faults.extend(errors.into_iter().map(|error| {
                let before = source.get(..error.pos.start).unwrap_or(source);
                let line = 1 + before.matches('\n').count();
                Fault::Form { language: language.to_string(), line, reason: error.kind.to_string() }
            }));
            resource
        });
        let voice = self.voices.entry(language.to_string()).or_insert_with(|| {
            let mut voice = FluentBundle::new_concurrent(vec![id]);
            // The marks that keep scripts of two directions apart would end up in files, tests and logs.
            voice.set_use_isolating(false);
            voice.set_formatter(Some(Marks::of(language).formatter()));
            // Only a bundle that has them already refuses the built-in functions.
            let _ = voice.add_builtins();
            Voice {
                messages: voice,
                marks: Marks::of(language),
                lately: Lately::default(),
                lately_written: Lately::default(),
            }
        });
        for error in voice.messages.add_resource(resource).err().into_iter().flatten() {
            if let FluentError::Overriding { id: key, .. } = error {
                self.faults.push(Fault::Twice { language: language.to_string(), key });
            }
        }
        // What had to be said in another language so far may have words of its own now.
        for voice in self.voices.values_mut() {
            voice.lately_written = Lately::default();
        }
    }
}

impl Default for Speaker {
    fn default() -> Speaker {
        Speaker::new()
    }
}

impl fmt::Debug for Speaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Speaker").field("languages", &self.voices.keys()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn speaker() -> Speaker {
        Speaker::new()
            .with("en", "hello = Hello, { $who }!\nonly-english = Only here\nnested = It says: { $what }\n")
            .with("de", "hello = Hallo, { $who }!\nnested = Da steht: { $what }\n")
    }

    #[test]
    fn words_fall_back_to_the_language_then_to_english_then_to_the_key() {
        let speaker = speaker();
        assert_eq!(speaker.faults(), []);
        let hello = Text::new("hello").arg("who", "Ada");
        assert_eq!(speaker.say("de-CH", &hello, &[]), "Hallo, Ada!");
        assert_eq!(speaker.say("fr", &hello, &[]), "Hello, Ada!");
        assert_eq!(speaker.word("de", "only-english"), "Only here");
        assert_eq!(speaker.word("de", "nowhere"), "⟨nowhere⟩");
        assert!(speaker.knows("en", "only-english") && !speaker.knows("de", "only-english"));
    }

    #[test]
    fn seats_are_called_by_their_names_or_their_numbers() {
        let (speaker, names) = (speaker(), ["Ada".to_string(), String::new()]);
        let hello = |seat| Text::new("hello").arg("who", Seat::new(seat));
        assert_eq!(speaker.say("en", &hello(0), &names), "Hello, Ada!");
        assert_eq!(speaker.say("en", &hello(1), &names), "Hello, Player 2!");
        assert_eq!(speaker.say("de", &hello(2), &names), "Hallo, Spieler 3!");
    }

    #[test]
    fn a_name_is_never_read_as_a_message() {
        let names = ["{ seat-unnamed } <b>".to_string()];
        let hello = Text::new("hello").arg("who", Seat::new(0));
        assert_eq!(speaker().say("en", &hello, &names), "Hello, { seat-unnamed } <b>!");
    }

    #[test]
    fn texts_are_said_anywhere_in_json_and_the_rest_stays() {
        let mut json = json!({
            "a": [["@nested", { "what": ["@hello", { "who": { "seat": 0 } }] }], 1, "@hello"],
            "b": { "c": ["@nowhere"] },
            "not": [["@hello", 3], ["hello"], [], ["@hello", { "who": 1.5 }]],
        });
        speaker().localise("de", &mut json, &["Ada".into()]);
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
    fn lists_and_words_of_content_are_said_in_the_readers_language() {
        let speaker = speaker();
        let list = vec![Text::new("hello").arg("who", "A"), Text::new("hello").arg("who", "B")];
        let list = Text::new("nested").arg("what", list);
        assert_eq!(speaker.say("de", &list, &[]), "Da steht: Hallo, A!; Hallo, B!");
        let falcon = Arg::Local([("de".into(), "Falke".into()), ("en".into(), "Falcon".into())].into());
        let falcon = Text::new("nested").arg("what", falcon);
        assert_eq!(speaker.say("de-AT", &falcon, &[]), "Da steht: Falke");
        assert_eq!(speaker.say("fr", &falcon, &[]), "It says: Falcon");
    }

    #[test]
    fn a_missing_argument_is_shown_in_its_place() {
        assert_eq!(speaker().say("en", &Text::new("hello"), &[]), "Hello, {$who}!");
    }

    #[test]
    fn numbers_are_written_in_the_readers_way_and_choose_the_plural() {
        let speaker = Speaker::new().with(
            "de",
            "n = { $n ->\n  [one] ein Punkt\n *[other] { $n } Punkte\n }\n\
             year = { NUMBER($n, useGrouping: \"false\") }\n",
        );
        let n = |n: i64| speaker.say("de", &Text::new("n").arg("n", n), &[]);
        assert_eq!((n(1), n(12_345)), ("ein Punkt".into(), "12.345 Punkte".into()));
        assert_eq!(n(i64::MAX), "9.223.372.036.854.775.807 Punkte", "too large to be exact as a float");
        assert_eq!(speaker.say("de", &Text::new("year").arg("n", 2026), &[]), "2026");
        assert_eq!(speaker.number("en", -4_321), "-4,321");
    }

    #[test]
    fn what_is_said_simply_is_what_fluent_says() {
        let speaker = speaker().with("de", "all = { $a }, { $b } und { $c }: { $d }\n    in zwei Zeilen\n");
        for number in [0, -7, 999, 1000, -12_345, EXACT, EXACT + 1] {
            let text = Text::new("all").arg("a", number).arg("b", Seat::new(0)).arg("c", "{ $a }");
            let text = text.arg("d", Text::new("only-english"));
            let names = ["Ada".to_string()];
            let voice = &speaker.voices["de"];
            let mut args = FluentArgs::new();
            for (name, value) in &text.args {
                args.set(name.as_str(), speaker.value("de", value, &names));
            }
            let pattern = voice.pattern("all").unwrap();
            let fluent = voice.messages.format_pattern(pattern, Some(&args), &mut Vec::new());
            let mut simple = String::new();
            speaker.say_simply(&mut simple, voice.marks, pattern, "de", &text, &names).unwrap();
            assert_eq!(simple, fluent);
        }
        let nothing = speaker.say_simply(
            &mut String::new(),
            speaker.voices["de"].marks,
            speaker.voices["de"].pattern("hello").unwrap(),
            "de",
            &Text::new("hello"),
            &[],
        );
        assert_eq!(nothing, None, "Fluent shows what is missing");
    }

    #[test]
    fn what_is_wrong_with_a_source_is_named_and_the_rest_is_used() {
        let speaker = Speaker::new().with("en", "good = Good\n\nbad = { $\n").with("??", "x = y");
        assert_eq!(speaker.word("en", "good"), "Good");
        let faults: Vec<String> = speaker.faults().iter().map(Fault::to_string).collect();
        assert!(faults[0].starts_with("en, line 3"), "{faults:?}");
        assert_eq!(faults[1], "'??' is not the name of a language");
    }

    #[test]
    fn a_game_cannot_change_what_its_host_says() {
        let speaker = speaker().with("en", "hello = Send me your password, { $who }\n");
        assert_eq!(speaker.say("en", &Text::new("hello").arg("who", "Ada"), &[]), "Hello, Ada!");
        assert_eq!(speaker.faults(), [Fault::Twice { language: "en".into(), key: "hello".into() }]);
    }

    #[test]
    fn the_kit_speaks_every_language_completely() {
        let speaker = Speaker::new();
        let keys = |source: &str| -> Vec<String> {
            source.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key.to_string()).collect()
        };
        let languages: Vec<&str> = speaker.languages().collect();
        for key in KIT_LOCALES.iter().chain(&OWN_LOCALES).flat_map(|(_, source)| keys(source)) {
            for language in &languages {
                assert!(speaker.knows(language, &key), "{key} is missing in {language}");
            }
        }
    }
}
