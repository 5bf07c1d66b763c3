//! Cache of parsed JSON fragments: boards, pieces and offers are the same from move to move.

use serde::{Deserialize, de::Error};
use serde_json::Result;
use std::{
    collections::BTreeMap,
    ops::Bound::{Included, Unbounded},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Maximum bytes of source text in a cache; the cache is cleared when it is full. A fragment takes at most a
/// quarter.
const MAX_BYTES: usize = 128 << 10;

/// Cache of parsed JSON fragments, keyed by source text.
///
/// Every key ends where its last bracket closes, so no key is a prefix of another. The key that is a prefix of a given
/// text is therefore the greatest key that is not greater than the text.
pub(crate) struct ParseCache<T>(Mutex<Entries<T>>);

struct Entries<T> {
    values: BTreeMap<Box<str>, T>,
    bytes: usize,
}

impl<T> Default for ParseCache<T> {
    fn default() -> ParseCache<T> {
        ParseCache(Mutex::new(Entries { values: BTreeMap::new(), bytes: 0 }))
    }
}

impl<T> ParseCache<T> {
    fn lock(&self) -> MutexGuard<'_, Entries<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Entries<T> {
    fn prefix_of(&self, text: &str) -> Option<(&str, &T)> {
        let (known, value) = self.values.range::<str, _>((Unbounded, Included(text))).next_back()?;
        text.starts_with(&**known).then_some((known, value))
    }

    fn keep(&mut self, text: &str, value: T) {
        if text.len() > MAX_BYTES / 4 || !text.ends_with(['}', ']']) {
            return;
        }
        if self.bytes + text.len() > MAX_BYTES {
            (self.values, self.bytes) = (BTreeMap::new(), 0);
        }
        self.bytes += text.len();
        self.values.insert(text.into(), value);
    }
}

/// An incremental parser of a text.
pub(crate) struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Reader<'a> {
        Reader { rest: text }
    }

    /// Fails if anything follows.
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

    /// The next value, from the cache if it is there.
    pub(crate) fn cached_value<T: Clone + Deserialize<'a>>(&mut self, cache: &ParseCache<T>) -> Result<T> {
        self.cached(&mut cache.lock(), &mut Reader::value)
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

    /// A list, each element from the cache if it is there.
    pub(crate) fn list<T: Clone>(
        &mut self,
        cache: &ParseCache<T>,
        mut read: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut entries = cache.lock();
        let mut list = Vec::new();
        self.between('[', ']', |reader| {
            list.push(reader.cached(&mut entries, &mut read)?);
            Ok(())
        })?;
        Ok(list)
    }

    /// An object, each entry from the cache if it is there.
    pub(crate) fn map<K: Clone + Ord + Deserialize<'a>, T: Clone + Deserialize<'a>>(
        &mut self,
        cache: &ParseCache<(K, T)>,
    ) -> Result<BTreeMap<K, T>> {
        let mut entries = cache.lock();
        let mut map = BTreeMap::new();
        self.object(|reader| {
            let (key, value) =
                reader.cached(&mut entries, &mut |reader| Ok((reader.key()?, reader.value()?)))?;
            map.insert(key, value);
            Ok(())
        })?;
        Ok(map)
    }

    fn cached<T: Clone>(
        &mut self,
        entries: &mut Entries<T>,
        read: &mut impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.skip_space();
        if let Some((text, value)) = entries.prefix_of(self.rest) {
            self.rest = &self.rest[text.len()..];
            return Ok(value.clone());
        }
        let before = self.rest;
        let value = read(self)?;
        entries.keep(&before[..before.len() - self.rest.len()], value.clone());
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

    type MapCache = ParseCache<(String, Value)>;

    fn map(cache: &MapCache, text: &str) -> Result<BTreeMap<String, Value>> {
        let mut reader = Reader::new(text);
        let map = reader.map(cache)?;
        reader.end().map(|()| map)
    }

    #[test]
    fn what_is_recalled_is_what_would_be_read() {
        let cache = MapCache::default();
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
            assert_eq!(map(&cache, text).unwrap(), plain, "{text}");
        }
    }

    #[test]
    fn what_is_no_json_is_refused_whatever_was_read_before() {
        let cache = MapCache::default();
        let text = r#"{"a":{"n":1},"b":[1,2]}"#;
        map(&cache, text).unwrap();
        for cut in 0..text.len() {
            assert!(map(&cache, &text[..cut]).is_err(), "{}", &text[..cut]);
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
            assert!(map(&cache, text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_kept_takes_little_room() {
        let cache: ParseCache<Vec<usize>> = ParseCache::default();
        for length in 0..2_000 {
            let text = format!("[{:?}]", vec![length; length % 200 + 1]);
            let mut reader = Reader::new(&text);
            let list = reader.list(&cache, Reader::value).unwrap();
            assert_eq!(list, [vec![length; length % 200 + 1]]);
        }
        let entries = cache.0.lock().unwrap();
        assert!(!entries.values.is_empty() && entries.bytes <= MAX_BYTES);
        assert_eq!(entries.bytes, entries.values.keys().map(|text| text.len()).sum::<usize>());
    }
}
