//! A JSON writer.

use serde::Serialize;
use std::io;

/// Texts up to this length are copied byte by byte: in the sandbox, `memory.copy` is a call of the host.
const MAX_BYTEWISE_COPY: usize = 12;

/// Serialises plain data.
pub(crate) fn json(value: &impl Serialize) -> String {
    let mut text = Text::with_room(128);
    text.value(value);
    text.end()
}

/// A growing text.
pub(crate) struct Text(Vec<u8>);

impl Text {
    pub(crate) fn with_room(bytes: usize) -> Text {
        Text(Vec::with_capacity(bytes))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Appends raw JSON.
    pub(crate) fn add(&mut self, part: &str) -> &mut Text {
        self.bytes(part.as_bytes());
        self
    }

    /// Appends serialised data.
    pub(crate) fn value(&mut self, value: &impl Serialize) -> &mut Text {
        serde_json::to_writer(&mut *self, value).expect("plain data");
        self
    }

    pub(crate) fn end(self) -> String {
        String::from_utf8(self.0).expect("JSON is text")
    }

    #[inline]
    fn bytes(&mut self, part: &[u8]) {
        if part.len() > MAX_BYTEWISE_COPY {
            return self.0.extend_from_slice(part);
        }
        for &byte in part {
            self.0.push(byte);
        }
    }
}

impl io::Write for Text {
    #[inline]
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.bytes(part);
        Ok(part.len())
    }

    #[inline]
    fn write_all(&mut self, part: &[u8]) -> io::Result<()> {
        self.bytes(part);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
