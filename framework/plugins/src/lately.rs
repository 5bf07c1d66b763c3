//! JSON whose parts have mostly been read before: boards, pieces and offers are the same from move to move.

use serde::{Deserialize, de::Error};
use serde_json::Result;
use std::{
    collections::BTreeMap,
    ops::Bound::{Included, Unbounded},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// So many bytes of text are kept; then all is forgotten. One part is kept if it takes no more than a quarter.
const ROOM: usize = 128 << 10;

/// What was read lately, each value with its text.
///
/// Every text is complete in itself: it ends where its last bracket closes. So none begins another one, and the one
/// that begins a given text is, in their order, the last that is not behind it.
pub(crate) struct Lately<T>(Mutex<Kept<T>>);

struct Kept<T> {
    values: BTreeMap<Box<str>, T>,
    bytes: usize,
}

impl<T> Default for Lately<T> {
    fn default() -> Lately<T> {
        Lately(Mutex::new(Kept { values: BTreeMap::new(), bytes: 0 }))
    }
}

impl<T> Lately<T> {
    fn kept(&self) -> MutexGuard<'_, Kept<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Kept<T> {
    fn at_the_beginning_of(&self, text: &str) -> Option<(&str, &T)> {
        let (known, value) = self.values.range::<str, _>((Unbounded, Included(text))).next_back()?;
        text.starts_with(&**known).then_some((known, value))
    }

    fn keep(&mut self, text: &str, value: T) {
        if text.len() > ROOM / 4 || !text.ends_with(['}', ']']) {
            return;
        }
        if self.bytes + text.len() > ROOM {
            (self.values, self.bytes) = (BTreeMap::new(), 0);
        }
        self.bytes += text.len();
        self.values.insert(text.into(), value);
    }
}

/// A text that is read part by part.
pub(crate) struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Reader<'a> {
        Reader { rest: text }
    }

    /// Nothing may follow.
    pub(crate) fn end(mut self) -> Result<()> {
        self.skip_space();
        if self.rest.is_empty() { Ok(()) } else { Err(Error::custom("something follows the end")) }
    }

    /// The next value.
    pub(crate) fn value<T: Deserialize<'a>>(&mut self) -> Result<T> {
        let mut values = serde_json::Deserializer::from_str(self.rest).into_iter();
        let value = values.next().unwrap_or_else(|| Err(Error::custom("something is missing at the end")))?;
        self.rest = &self.rest[values.byte_offset()..];
        Ok(value)
    }

    /// The next value, from memory if it was read lately.
    pub(crate) fn again<T: Clone + Deserialize<'a>>(&mut self, lately: &Lately<T>) -> Result<T> {
        self.recall(&mut lately.kept(), &mut Reader::value)
    }

    /// The next key, and the colon behind it.
    pub(crate) fn key<T: Deserialize<'a>>(&mut self) -> Result<T> {
        let key = self.value()?;
        self.expect(':')?;
        Ok(key)
    }

    /// Each entry of an object.
    pub(crate) fn object(&mut self, entry: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.between('{', '}', entry)
    }

    /// A list, each element from memory if it was read lately.
    pub(crate) fn list<T: Clone>(
        &mut self,
        lately: &Lately<T>,
        mut read: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut kept = lately.kept();
        let mut list = Vec::new();
        self.between('[', ']', |reader| {
            list.push(reader.recall(&mut kept, &mut read)?);
            Ok(())
        })?;
        Ok(list)
    }

    /// An object, each entry from memory if it was read lately.
    pub(crate) fn map<K: Clone + Ord + Deserialize<'a>, T: Clone + Deserialize<'a>>(
        &mut self,
        lately: &Lately<(K, T)>,
    ) -> Result<BTreeMap<K, T>> {
        let mut kept = lately.kept();
        let mut map = BTreeMap::new();
        self.object(|reader| {
            let (key, value) =
                reader.recall(&mut kept, &mut |reader| Ok((reader.key()?, reader.value()?)))?;
            map.insert(key, value);
            Ok(())
        })?;
        Ok(map)
    }

    fn recall<T: Clone>(
        &mut self,
        kept: &mut Kept<T>,
        read: &mut impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.skip_space();
        if let Some((text, value)) = kept.at_the_beginning_of(self.rest) {
            self.rest = &self.rest[text.len()..];
            return Ok(value.clone());
        }
        let before = self.rest;
        let value = read(self)?;
        kept.keep(&before[..before.len() - self.rest.len()], value.clone());
        Ok(value)
    }

    fn between(
        &mut self,
        open: char,
        close: char,
        mut part: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.expect(open)?;
        if self.finds(close) {
            return Ok(());
        }
        loop {
            part(self)?;
            if !self.finds(',') {
                return self.expect(close);
            }
        }
    }

    fn expect(&mut self, mark: char) -> Result<()> {
        if self.finds(mark) {
            return Ok(());
        }
        Err(Error::custom(match self.rest.chars().next() {
            Some(found) => format!("there should be '{mark}' in place of '{found}'"),
            None => format!("there should be '{mark}' at the end"),
        }))
    }

    fn finds(&mut self, mark: char) -> bool {
        self.skip_space();
        let found = self.rest.strip_prefix(mark);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\n', '\r', '\t']);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    type Entries = Lately<(String, Value)>;

    fn map(lately: &Entries, text: &str) -> Result<BTreeMap<String, Value>> {
        let mut reader = Reader::new(text);
        let map = reader.map(lately)?;
        reader.end().map(|()| map)
    }

    #[test]
    fn what_is_recalled_is_what_would_be_read() {
        let lately = Entries::default();
        let texts = [
            r#"{"a":{"n":1},"b":[1,2]}"#,
            r#"{"a":{"n":1},"b":[1,3],"ab":{}}"#,
            r#" { "a" : { "n" : 1 } , "b":[1,2] } "#,
            r#"{"a":{"n":12},"a\u0062":[[],[[]]],"c":"}"}"#,
            r#"{"n":1,"m":12,"a":{"n":1}}"#,
            r#"{"n":12,"m":1,"é":{"ü":"]"}}"#,
            r#"{"a":{"n":1},"a":{"n":2}}"#,
            "{}",
        ];
        for text in texts.iter().chain(&texts) {
            let plain: BTreeMap<String, Value> = serde_json::from_str(text).unwrap();
            assert_eq!(map(&lately, text).unwrap(), plain, "{text}");
        }
    }

    #[test]
    fn what_is_no_json_is_refused_whatever_was_read_before() {
        let lately = Entries::default();
        let text = r#"{"a":{"n":1},"b":[1,2]}"#;
        map(&lately, text).unwrap();
        for cut in 0..text.len() {
            assert!(map(&lately, &text[..cut]).is_err(), "{}", &text[..cut]);
        }
        for text in [
            r#"{"a":{"n":1},}"#,
            r#"{,"a":{"n":1}}"#,
            r#"{"a":{"n":1}"b":[1,2]}"#,
            r#"{"a":{"n":1}}}"#,
            r#"{"a"{"n":1}}"#,
            r#"[{"n":1}]"#,
            r#"{"a":{"n":1}é"#,
        ] {
            assert!(map(&lately, text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_kept_takes_little_room() {
        let lately: Lately<Vec<usize>> = Lately::default();
        for length in 0..2_000 {
            let text = format!("[{:?}]", vec![length; length % 200 + 1]);
            let mut reader = Reader::new(&text);
            let list = reader.list(&lately, Reader::value).unwrap();
            assert_eq!(list, [vec![length; length % 200 + 1]]);
        }
        let kept = lately.0.lock().unwrap();
        assert!(!kept.values.is_empty() && kept.bytes <= ROOM);
        assert_eq!(kept.bytes, kept.values.keys().map(|text| text.len()).sum::<usize>());
    }
}
