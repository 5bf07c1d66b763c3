//! JSON written piece by piece, for what every move needs: what stays the same is copied as it stands, where a
//! serializer looks at every letter.

use serde::Serialize;

/// JSON that is being written.
pub(crate) struct Json(Vec<u8>);

impl Json {
    /// Nothing yet, with room for so many bytes.
    pub(crate) fn with_room(bytes: usize) -> Json {
        Json(Vec::with_capacity(bytes))
    }

    /// A piece that is JSON already: brackets, names of fields, words without anything to escape.
    #[inline]
    pub(crate) fn piece(&mut self, piece: &str) -> &mut Json {
        self.0.extend_from_slice(piece.as_bytes());
        self
    }

    /// A number.
    #[inline]
    pub(crate) fn number(&mut self, number: impl itoa::Integer) -> &mut Json {
        self.piece(itoa::Buffer::new().format(number))
    }

    /// Any value.
    pub(crate) fn value(&mut self, value: &impl Serialize) -> &mut Json {
        serde_json::to_writer(&mut self.0, value).expect("it is plain data");
        self
    }

    /// Where something is to be written that knows how.
    pub(crate) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }

    /// What was written.
    pub(crate) fn finish(self) -> String {
        String::from_utf8(self.0).expect("JSON is text")
    }
}
