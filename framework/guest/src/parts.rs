//! How several values share one buffer on their way out of a native library: each is preceded by its length.

/// Writes values one after the other.
#[derive(Debug, Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    /// Adds bytes, after their length in 32 bits, the lowest first.
    #[must_use]
    pub fn bytes(mut self, bytes: &[u8]) -> Writer {
        self.0.extend((bytes.len() as u32).to_le_bytes());
        self.0.extend(bytes);
        self
    }

    /// Adds a number of 32 bits.
    #[must_use]
    pub fn number(self, number: u32) -> Writer {
        self.bytes(&number.to_le_bytes())
    }

    /// Adds something that may be absent: no bytes, or 1 and its own.
    #[must_use]
    pub fn option(self, bytes: Option<&[u8]>) -> Writer {
        match bytes {
            None => self.bytes(&[]),
            Some(bytes) => self.bytes(&[&[1][..], bytes].concat()),
        }
    }

    /// What was written.
    pub fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Reads values one after the other; `None` where there is not what should be there.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Reads from what a [`Writer`] wrote.
    pub const fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    /// The next bytes.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk::<4>()?;
        let (bytes, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        self.0 = rest;
        Some(bytes)
    }

    /// The next bytes, as text.
    pub fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    /// The next number.
    pub fn number(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes()?.try_into().ok()?))
    }

    /// The next thing that may be absent.
    pub fn option(&mut self) -> Option<Option<&'a [u8]>> {
        match self.bytes()? {
            [] => Some(None),
            [1, bytes @ ..] => Some(Some(bytes)),
            _ => None,
        }
    }

    /// Whether everything was read.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // PL-10
    #[test]
    fn what_was_written_is_read_and_what_was_cut_off_is_not() {
        let written = Writer::default().bytes(b"abc").number(7).option(None).option(Some(b"x")).finish();
        let mut reader = Reader::new(&written);
        assert_eq!((reader.bytes(), reader.number()), (Some(&b"abc"[..]), Some(7)));
        assert_eq!((reader.option(), reader.option()), (Some(None), Some(Some(&b"x"[..]))));
        assert!(reader.is_empty());
        for cut in 0..written.len() {
            let mut reader = Reader::new(&written[..cut]);
            let all = (reader.bytes(), reader.number(), reader.option(), reader.option());
            assert!(all.3.is_none(), "{cut} of {} bytes", written.len());
        }
    }
}
