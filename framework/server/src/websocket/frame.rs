//! One frame: its head, its mask, and how both are written.

use super::reader::{Fault, Role};

/// What a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// More of the message that was begun.
    More = 0,
    Text = 1,
    Binary = 2,
    Close = 8,
    Ping = 9,
    Pong = 10,
}

impl Kind {
    fn of(number: u8) -> Option<Kind> {
        Some(match number {
            0 => Kind::More,
            1 => Kind::Text,
            2 => Kind::Binary,
            8 => Kind::Close,
            9 => Kind::Ping,
            10 => Kind::Pong,
            _ => return None,
        })
    }

    /// Whether it is about the connection, not about what is said over it.
    pub(crate) fn is_control(self) -> bool {
        self as u8 >= Kind::Close as u8
    }
}

/// A mask, with which a client hides from machines on the way what it sends.
pub(crate) type Key = [u8; 4];

/// The head of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) kind: Kind,
    /// Whether the message ends with this frame.
    pub(crate) last: bool,
    pub(crate) size: u64,
    pub(crate) key: Option<Key>,
}

const LAST: u8 = 0x80;
const RESERVED: u8 = 0x70;
const MASKED: u8 = 0x80;
/// Frames about the connection are no larger.
pub(crate) const LARGEST_CONTROL: usize = 125;

impl Head {
    pub(crate) const LARGEST: usize = 14;

    /// The head of a whole message in one frame.
    pub(crate) fn whole(kind: Kind, size: usize, key: Option<Key>) -> Head {
        Head { kind, last: true, size: size as u64, key }
    }

    pub(crate) fn len(&self) -> usize {
        let size = match self.size {
            0..=125 => 2,
            126..=0xffff => 4,
            _ => 10,
        };
        size + if self.key.is_some() { 4 } else { 0 }
    }

    pub(crate) fn write<'a>(&self, out: &'a mut [u8; Head::LARGEST]) -> &'a [u8] {
        let masked = if self.key.is_some() { MASKED } else { 0 };
        out[0] = self.kind as u8 | if self.last { LAST } else { 0 };
        let after = match self.size {
            0..=125 => {
                out[1] = self.size as u8 | masked;
                2
            }
            126..=0xffff => {
                out[1] = 126 | masked;
                out[2..4].copy_from_slice(&(self.size as u16).to_be_bytes());
                4
            }
            _ => {
                out[1] = 127 | masked;
                out[2..10].copy_from_slice(&self.size.to_be_bytes());
                10
            }
        };
        match self.key {
            Some(key) => {
                out[after..after + 4].copy_from_slice(&key);
                &out[..after + 4]
            }
            None => &out[..after],
        }
    }

    /// Reads a head that is sent to this side, as soon as all of it is there.
    pub(crate) fn read(bytes: &[u8], role: Role) -> Result<Option<Head>, Fault> {
        let [first, second, rest @ ..] = bytes else { return Ok(None) };
        if first & RESERVED != 0 {
            return Err(Fault::Protocol("reserved bits are set"));
        }
        let kind = Kind::of(first & 0x0f).ok_or(Fault::Protocol("there is no such kind of frame"))?;
        let (last, masked, short) = (first & LAST != 0, second & MASKED != 0, second & !MASKED);
        if kind.is_control() && (!last || usize::from(short) > LARGEST_CONTROL) {
            return Err(Fault::Protocol("a control frame is in parts or too large"));
        }
        if masked != (role == Role::Server) {
            return Err(Fault::Protocol("only clients mask what they send, and always"));
        }
        let (size, least, rest) = match short {
            126 => match rest.split_first_chunk() {
                Some((size, rest)) => (u16::from_be_bytes(*size).into(), 126, rest),
                None => return Ok(None),
            },
            127 => match rest.split_first_chunk() {
                Some((size, rest)) => (u64::from_be_bytes(*size), 0x1_0000, rest),
                None => return Ok(None),
            },
            short => (short.into(), 0, rest),
        };
        if size < least || size >> 63 != 0 {
            return Err(Fault::Protocol("the size is not in its shortest form"));
        }
        let key = match (masked, rest.first_chunk()) {
            (false, _) => None,
            (true, Some(key)) => Some(*key),
            (true, None) => return Ok(None),
        };
        Ok(Some(Head { kind, last, size, key }))
    }
}

/// Puts a mask on, or takes it off again.
pub(crate) fn mask(bytes: &mut [u8], key: Key) {
    let [a, b, c, d] = key;
    let wide = u64::from_ne_bytes([a, b, c, d, a, b, c, d]);
    let mut chunks = bytes.chunks_exact_mut(8);
    for chunk in &mut chunks {
        let mut eight = [0; 8];
        eight.copy_from_slice(chunk);
        chunk.copy_from_slice(&(u64::from_ne_bytes(eight) ^ wide).to_ne_bytes());
    }
    for (byte, key) in chunks.into_remainder().iter_mut().zip(key.iter().cycle()) {
        *byte ^= key;
    }
}

/// Masks for what a client sends. They only keep proxies from taking what somebody else chose for something of
/// their own; we talk to servers directly and choose what we send, so they need not be hard to guess.
pub(crate) struct Keys(u64);

impl Keys {
    pub(crate) fn new(seed: u64) -> Keys {
        Keys(seed.max(1))
    }

    pub(crate) fn next(&mut self) -> Key {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let [.., a, b, c, d] = self.0.to_be_bytes();
        [a, b, c, d]
    }
}

/// Puts a whole frame behind what is there already.
pub(crate) fn put_frame(kind: Kind, body: &[u8], key: Option<Key>, out: &mut Vec<u8>) {
    let mut head = [0; Head::LARGEST];
    let head = Head::whole(kind, body.len(), key).write(&mut head);
    out.reserve(head.len() + body.len());
    out.extend_from_slice(head);
    let start = out.len();
    out.extend_from_slice(body);
    if let Some(key) = key {
        mask(&mut out[start..], key);
    }
}

/// What a frame that closes says: a code and a reason, or nothing at all.
pub(crate) fn close_frame(code: Option<u16>, reason: &str, key: Option<Key>, out: &mut Vec<u8>) {
    let mut body = Vec::new();
    if let Some(code) = code {
        body.extend(code.to_be_bytes());
        body.extend(reason.bytes());
    }
    put_frame(Kind::Close, &body, key, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_tungstenite::tungstenite::protocol::frame::{
        FrameHeader,
        coding::{Control, Data, OpCode},
    };

    const SIZES: [u64; 8] = [0, 1, 125, 126, 127, 0xffff, 0x1_0000, 1 << 40];

    #[test]
    fn heads_are_read_as_they_were_written() {
        for (size, key) in SIZES.into_iter().flat_map(|size| [(size, None), (size, Some([1, 2, 3, 4]))]) {
            for (kind, last) in [(Kind::Text, true), (Kind::More, false), (Kind::Binary, false)] {
                let head = Head { kind, last, size, key };
                let role = if key.is_some() { Role::Server } else { Role::Client };
                let mut out = [0; Head::LARGEST];
                let bytes = head.write(&mut out);
                assert_eq!(bytes.len(), head.len());
                for some in 0..bytes.len() {
                    assert_eq!(Head::read(&bytes[..some], role), Ok(None), "{some} bytes of {head:?}");
                }
                assert_eq!(Head::read(bytes, role), Ok(Some(head)));
            }
        }
    }

    #[test]
    fn heads_are_those_of_another_implementation() {
        for (kind, opcode) in [
            (Kind::Text, OpCode::Data(Data::Text)),
            (Kind::Binary, OpCode::Data(Data::Binary)),
            (Kind::More, OpCode::Data(Data::Continue)),
            (Kind::Ping, OpCode::Control(Control::Ping)),
        ] {
            for (size, mask) in SIZES.into_iter().flat_map(|size| [(size, None), (size, Some([9, 8, 7, 6]))])
            {
                let mut wanted = Vec::new();
                let theirs = FrameHeader { opcode, mask, ..FrameHeader::default() };
                theirs.format(size, &mut wanted).unwrap();
                let ours = Head { kind, last: true, size, key: mask };
                assert_eq!(ours.write(&mut [0; Head::LARGEST]), wanted);
            }
        }
    }

    #[test]
    fn a_mask_that_is_put_on_twice_is_off_again() {
        let bytes: Vec<u8> = (0..=255).collect();
        for size in [0, 1, 3, 4, 7, 8, 9, 64, 255] {
            let mut masked = bytes[..size].to_vec();
            mask(&mut masked, [1, 20, 3, 200]);
            let slow: Vec<u8> =
                bytes[..size].iter().zip([1, 20, 3, 200].iter().cycle()).map(|(a, b)| a ^ b).collect();
            assert_eq!(masked, slow);
            mask(&mut masked, [1, 20, 3, 200]);
            assert_eq!(masked, bytes[..size]);
        }
    }

    #[test]
    fn keys_differ_from_frame_to_frame() {
        let mut keys = Keys::new(0);
        let mut seen: Vec<Key> = (0..1_000).map(|_| keys.next()).collect();
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() > 990);
    }
}
