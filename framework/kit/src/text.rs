//! Texts as message keys with arguments; the host turns them into words of a viewer's language.

use crate::Seat;
use schemars::JsonSchema;
use serde::{
    Deserialize, Serialize,
    de::{self, MapAccess, SeqAccess, Visitor},
    ser::SerializeSeq,
};
use smol_str::SmolStr;
use std::{borrow::Cow, collections::BTreeMap, fmt};

/// A short name: of a piece, an area, a look, a message key. Names of up to 23 bytes need no allocation.
pub type Id = SmolStr;

/// A message key with its arguments. In JSON it is `["@key", {"argument": …}]`:
/// an array, so that a patch always replaces a text as a whole, and marked by `@`, so that it is found anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// The key of the message in `locales/<language>.ftl`.
    pub key: Id,
    /// The message's arguments.
    pub args: Vec<(Id, Arg)>,
}

impl Text {
    /// The message with this key.
    pub const fn new(key: &'static str) -> Text {
        Text { key: Id::new_static(key), args: Vec::new() }
    }

    /// The message with a key that is only known at run time.
    pub fn of(key: impl Into<Id>) -> Text {
        Text { key: key.into(), args: Vec::new() }
    }

    /// The same message with one more argument.
    #[must_use]
    pub fn arg(mut self, name: &'static str, value: impl Into<Arg>) -> Text {
        self.args.push((Id::new_static(name), value.into()));
        self
    }

    /// Calls `visit` with this text and every text inside its arguments.
    pub fn each(&self, visit: &mut dyn FnMut(&Text)) {
        visit(self);
        for (_, arg) in &self.args {
            match arg {
                Arg::Text(inner) => inner.each(visit),
                Arg::List(list) => list.iter().for_each(|inner| inner.each(visit)),
                Arg::Number(_) | Arg::Word(_) | Arg::Seat(_) | Arg::Local(_) => {}
            }
        }
    }
}

/// An argument of a [`Text`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Arg {
    /// A number, written in the reader's way.
    Number(i64),
    /// A word that needs no translation.
    Word(Id),
    /// The name of whoever sits there.
    Seat(Seat),
    /// Another message.
    Text(Box<Text>),
    /// Several messages.
    List(Vec<Text>),
    /// A word that content brings along in several languages, by language.
    Local(BTreeMap<Id, Id>),
}

macro_rules! numbers {
    ($($t:ty),*) => { $(impl From<$t> for Arg { fn from(n: $t) -> Arg { Arg::Number(n as i64) } })* };
}
numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64);

impl From<Seat> for Arg {
    fn from(seat: Seat) -> Arg {
        Arg::Seat(seat)
    }
}

impl From<Text> for Arg {
    fn from(text: Text) -> Arg {
        Arg::Text(Box::new(text))
    }
}

impl From<Vec<Text>> for Arg {
    fn from(list: Vec<Text>) -> Arg {
        Arg::List(list)
    }
}

impl From<&str> for Arg {
    fn from(word: &str) -> Arg {
        Arg::Word(word.into())
    }
}

impl From<String> for Arg {
    fn from(word: String) -> Arg {
        Arg::Word(word.into())
    }
}

impl From<Id> for Arg {
    fn from(word: Id) -> Arg {
        Arg::Word(word)
    }
}

impl Serialize for Text {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Marked<'a>(&'a str);
        impl Serialize for Marked<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!("@{}", self.0))
            }
        }
        struct Args<'a>(&'a [(Id, Arg)]);
        impl Serialize for Args<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
            }
        }
        let mut seq = serializer.serialize_seq(None)?;
        seq.serialize_element(&Marked(&self.key))?;
        if !self.args.is_empty() {
            seq.serialize_element(&Args(&self.args))?;
        }
        seq.end()
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        struct Elements;
        impl<'de> Visitor<'de> for Elements {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text: [\"@key\"] or [\"@key\", {arguments}]")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Text, A::Error> {
                let key: Option<Marked> = seq.next_element()?;
                let Marked(key) = key.ok_or_else(|| de::Error::invalid_length(0, &self))?;
                let args: Option<InOrder> = seq.next_element()?;
                if seq.next_element::<de::IgnoredAny>()?.is_some() {
                    return Err(de::Error::custom("a text has a key and arguments, nothing more"));
                }
                Ok(Text { key, args: args.map(|InOrder(args)| args).unwrap_or_default() })
            }
        }
        deserializer.deserialize_seq(Elements)
    }
}

/// The key of a text, without the mark it was read with.
struct Marked(Id);

impl<'de> Deserialize<'de> for Marked {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Marked, D::Error> {
        struct Word;
        impl Visitor<'_> for Word {
            type Value = Marked;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key that begins with '@'")
            }
            fn visit_str<E: de::Error>(self, word: &str) -> Result<Marked, E> {
                let key = word.strip_prefix('@');
                key.map(|key| Marked(key.into()))
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Str(word), &self))
            }
        }
        deserializer.deserialize_str(Word)
    }
}

/// Arguments as they were written: a text that was read is written as it was.
struct InOrder(Vec<(Id, Arg)>);

impl<'de> Deserialize<'de> for InOrder {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<InOrder, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = InOrder;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("arguments by their names")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<InOrder, A::Error> {
                let mut args = Vec::new();
                while let Some(arg) = map.next_entry()? {
                    args.push(arg);
                }
                Ok(InOrder(args))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

impl Serialize for Arg {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Arg::Number(n) => serializer.serialize_i64(*n),
            Arg::Word(word) => serializer.serialize_str(word),
            Arg::Seat(seat) => serializer.collect_map([("seat", seat)]),
            Arg::Text(text) => text.serialize(serializer),
            Arg::List(list) => serializer.collect_map([("list", list)]),
            Arg::Local(local) => serializer.collect_map([("local", local)]),
        }
    }
}

/// Read by hand: texts are read for every update, and to try one form after the other takes ten times as long.
impl<'de> Deserialize<'de> for Arg {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Arg, D::Error> {
        struct Form;
        impl<'de> Visitor<'de> for Form {
            type Value = Arg;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, a word, a text, or an object with `seat`, `list` or `local`")
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Arg, E> {
                Ok(Arg::Number(number))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Arg, E> {
                let small = i64::try_from(number);
                small.map(Arg::Number).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(number), &self))
            }
            fn visit_str<E: de::Error>(self, word: &str) -> Result<Arg, E> {
                Ok(Arg::Word(word.into()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Arg, A::Error> {
                let text = Text::deserialize(de::value::SeqAccessDeserializer::new(seq))?;
                Ok(Arg::Text(Box::new(text)))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Arg, A::Error> {
                let key: Option<Id> = map.next_key()?;
                let arg = match key.as_deref() {
                    Some("seat") => Arg::Seat(map.next_value()?),
                    Some("list") => Arg::List(map.next_value()?),
                    Some("local") => Arg::Local(map.next_value()?),
                    _ => return Err(de::Error::custom("an argument names a seat, a list or a local word")),
                };
                match map.next_key::<Id>()? {
                    None => Ok(arg),
                    Some(_) => Err(de::Error::custom("an argument is one thing, nothing more")),
                }
            }
        }
        deserializer.deserialize_any(Form)
    }
}

impl JsonSchema for Text {
    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let arg = generator.subschema_for::<Arg>();
        schemars::json_schema!({
            "type": "array",
            "description": "A message key, marked by @, and its arguments.",
            "prefixItems": [
                { "type": "string", "pattern": "^@[a-z][a-z0-9_-]*$" },
                { "type": "object", "additionalProperties": arg }
            ],
            "minItems": 1,
            "maxItems": 2
        })
    }
}

impl JsonSchema for Arg {
    fn schema_name() -> Cow<'static, str> {
        "Arg".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let text = generator.subschema_for::<Text>();
        schemars::json_schema!({
            "description": "A number, a word, the name of whoever sits on a seat, one or several other texts, or a word in several languages.",
            "anyOf": [
                { "type": "integer" },
                { "type": "string" },
                {
                    "type": "object",
                    "properties": { "seat": { "type": "integer", "minimum": 0, "maximum": 7 } },
                    "required": ["seat"],
                    "additionalProperties": false
                },
                {
                    "type": "object",
                    "properties": { "list": { "type": "array", "items": text } },
                    "required": ["list"],
                    "additionalProperties": false
                },
                {
                    "type": "object",
                    "properties": { "local": { "type": "object", "additionalProperties": { "type": "string" } } },
                    "required": ["local"],
                    "additionalProperties": false
                },
                text
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_json() {
        let falcon = Arg::Local([("de".into(), "Falke".into()), ("en".into(), "Falcon".into())].into());
        let text = Text::new("won").arg("by", 3).arg("who", Seat::new(1)).arg("how", Text::new("luck"));
        let text = text.arg("with", falcon).arg("over", vec![Text::new("wind"), Text::new("rain")]);
        let json = serde_json::to_string(&text).unwrap();
        let expected = concat!(
            r#"["@won",{"by":3,"who":{"seat":1},"how":["@luck"],"with":{"local":{"de":"Falke","en":"Falcon"}},"#,
            r#""over":{"list":[["@wind"],["@rain"]]}}]"#
        );
        assert_eq!(json, expected);
        let back: Text = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), json, "arguments keep their order");
        assert_eq!(serde_json::to_value(back).unwrap(), serde_json::to_value(text).unwrap());
    }

    #[test]
    fn a_text_without_its_mark_is_refused() {
        assert!(serde_json::from_str::<Text>(r#"["won"]"#).is_err());
        assert!(serde_json::from_str::<Text>(r#"["@won",{},1]"#).is_err());
    }

    #[test]
    fn an_argument_of_no_known_form_is_refused() {
        for arg in ["1.5", "true", "null", "18446744073709551615", r#"["won"]"#, "{}", r#"{"seat":9}"#] {
            assert!(serde_json::from_str::<Arg>(arg).is_err(), "{arg}");
        }
        assert!(serde_json::from_str::<Arg>(r#"{"seat":1,"list":[]}"#).is_err());
        assert!(serde_json::from_str::<Arg>(r#"{"place":1}"#).is_err());
    }
}
