//! JSON as it is written.

use serde::Serialize;
use std::io;

/// Parts up to this length are written byte by byte: in the sandbox a copy of memory is a call of the host.
const SHORT: usize = 12;

/// The JSON of plain data.
pub(crate) fn json(value: &impl Serialize) -> String {
    let mut text = Text::with_room(128);
    text.value(value);
    text.end()
}

/// A text that grows.
pub(crate) struct Text(Vec<u8>);

impl Text {
    pub(crate) fn with_room(bytes: usize) -> Text {
        Text(Vec::with_capacity(bytes))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds what is JSON already.
    pub(crate) fn add(&mut self, part: &str) -> &mut Text {
        self.bytes(part.as_bytes());
        self
    }

    /// Adds plain data.
    pub(crate) fn value(&mut self, value: &impl Serialize) -> &mut Text {
        serde_json::to_writer(&mut *self, value).expect("plain data");
        self
    }

    pub(crate) fn end(self) -> String {
        String::from_utf8(self.0).expect("JSON is text")
    }

    #[inline]
    fn bytes(&mut self, part: &[u8]) {
        if part.len() > SHORT {
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
