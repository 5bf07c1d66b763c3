//! Texts as message keys with arguments; the host translates them into a viewer's language.

use crate::Seat;
use schemars::JsonSchema;
use serde::{
    Deserialize, Serialize,
    de::{self, MapAccess, SeqAccess, Visitor},
    ser::SerializeSeq,
};
use smol_str::SmolStr;
use std::{borrow::Cow, collections::BTreeMap, fmt, marker::PhantomData, str::FromStr};

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
    /// The name of the player on this seat.
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
        impl fmt::Display for Marked<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("@").and_then(|()| f.write_str(self.0))
            }
        }
        impl Serialize for Marked<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
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
        deserializer.deserialize_seq(Elements)
    }
}

/// Parses a text from its elements.
struct Elements;

impl<'de> Visitor<'de> for Elements {
    type Value = Text;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text: [\"@key\"] or [\"@key\", {arguments}]")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Text, A::Error> {
        let Key(key) = seq.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let args: Option<InOrder> = seq.next_element()?;
        if seq.next_element::<de::IgnoredAny>()?.is_some() {
            return Err(de::Error::custom("a text has a key and arguments, nothing more"));
        }
        Ok(Text { key, args: args.map(|InOrder(args)| args).unwrap_or_default() })
    }
}

/// A message key after its `@` mark.
struct Key(Id);

impl FromStr for Key {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Key, &'static str> {
        text.strip_prefix('@').map(|key| Key(key.into())).ok_or("the key of a text begins with '@'")
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        deserialize_text(deserializer, "the key of a text")
    }
}

/// Deserialises a value through `FromStr`, without a copy of the string.
pub fn deserialize_text<'de, D: serde::Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    deserializer: D,
    expected: &'static str,
) -> Result<T, D::Error> {
    struct Written<T>(&'static str, PhantomData<T>);
    impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Written<T> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }
    deserializer.deserialize_str(Written(expected, PhantomData))
}

/// Arguments in the order of the input, so that a text that was read is written as it was.
struct InOrder(Vec<(Id, Arg)>);

impl<'de> Deserialize<'de> for InOrder {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<InOrder, D::Error> {
        deserialize_entries(deserializer, "arguments by their names").map(InOrder)
    }
}

/// Deserialises the entries of an object in the order of the input.
pub(crate) fn deserialize_entries<'de, D, K, V>(
    deserializer: D,
    expected: &'static str,
) -> Result<Vec<(K, V)>, D::Error>
where
    D: serde::Deserializer<'de>,
    K: Deserialize<'de>,
    V: Deserialize<'de>,
{
    struct Entries<K, V>(&'static str, PhantomData<(K, V)>);
    impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
        type Value = Vec<(K, V)>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<(K, V)>, A::Error> {
            let mut entries = Vec::new();
            while let Some(entry) = map.next_entry()? {
                entries.push(entry);
            }
            Ok(entries)
        }
    }
    deserializer.deserialize_map(Entries(expected, PhantomData))
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

impl<'de> Deserialize<'de> for Arg {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Arg, D::Error> {
        struct Form;
        impl<'de> Visitor<'de> for Form {
            type Value = Arg;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, a word, a text, {\"seat\": …}, {\"list\": …} or {\"local\": …}")
            }
            fn visit_i64<E: de::Error>(self, n: i64) -> Result<Arg, E> {
                Ok(Arg::Number(n))
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Arg, E> {
                let n = i64::try_from(n).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(n), &self))?;
                Ok(Arg::Number(n))
            }
            fn visit_str<E: de::Error>(self, word: &str) -> Result<Arg, E> {
                Ok(Arg::Word(word.into()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Arg, A::Error> {
                Ok(Arg::Text(Box::new(Elements.visit_seq(seq)?)))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Arg, A::Error> {
                let key: Option<ArgKey> = map.next_key()?;
                let arg = match key.ok_or_else(|| de::Error::invalid_length(0, &self))? {
                    ArgKey::Seat => Arg::Seat(map.next_value()?),
                    ArgKey::List => Arg::List(map.next_value()?),
                    ArgKey::Local => Arg::Local(map.next_value()?),
                };
                match map.next_key::<Id>()? {
                    Some(key) => Err(de::Error::custom(format!("'{key}' is too much"))),
                    None => Ok(arg),
                }
            }
        }
        // Dispatching on the JSON type, instead of trying each variant of an untagged enum, avoids a buffered
        // copy.
        deserializer.deserialize_any(Form)
    }
}

/// The object keys of arguments that are not a number, a string or an array.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ArgKey {
    Seat,
    List,
    Local,
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
    fn arguments_of_no_known_form_are_refused() {
        for arg in [
            "null",
            "1.5",
            "{}",
            r#"{"seat":9}"#,
            r#"{"seat":1,"x":2}"#,
            r#"{"other":1}"#,
            "99999999999999999999",
        ] {
            assert!(serde_json::from_str::<Arg>(arg).is_err(), "{arg}");
        }
    }
}
