//! JSON written piece by piece, for what every move needs: what stays the same is copied as it stands, where a
//! serializer looks at every letter.

use serde::Serialize;
use std::{cell::Cell, sync::Arc};

/// JSON that is being written.
pub(crate) struct JsonWriter(Vec<u8>);

thread_local! {
    /// The room of what was written last. Most of it is small and written again and again.
    static ROOM: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}
/// More room than this is not kept, in bytes.
const LARGE: usize = 64 * 1024;

impl JsonWriter {
    /// Nothing yet.
    pub(crate) fn new() -> JsonWriter {
        JsonWriter(ROOM.take())
    }

    /// A piece that is JSON already: brackets, names of fields, words without anything to escape.
    #[inline]
    pub(crate) fn piece(&mut self, piece: &str) -> &mut JsonWriter {
        self.0.extend_from_slice(piece.as_bytes());
        self
    }

    /// A number.
    #[inline]
    pub(crate) fn number(&mut self, number: impl itoa::Integer) -> &mut JsonWriter {
        self.piece(itoa::Buffer::new().format(number))
    }

    /// A number, or `null` where there is none.
    #[inline]
    pub(crate) fn number_or_null(&mut self, number: Option<impl itoa::Integer>) -> &mut JsonWriter {
        match number {
            Some(number) => self.number(number),
            None => self.piece("null"),
        }
    }

    /// Any value.
    pub(crate) fn value(&mut self, value: &impl Serialize) -> &mut JsonWriter {
        serde_json::to_writer(&mut self.0, value).expect("it is plain data");
        self
    }

    /// Where something is to be written that knows how.
    pub(crate) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }

    /// What was written, to be kept and shared.
    pub(crate) fn finish(self) -> Arc<str> {
        str::from_utf8(&self.0).expect("JSON is text").into()
    }
}

impl Drop for JsonWriter {
    fn drop(&mut self) {
        if self.0.capacity() <= LARGE {
            self.0.clear();
            ROOM.set(std::mem::take(&mut self.0));
        }
    }
}
