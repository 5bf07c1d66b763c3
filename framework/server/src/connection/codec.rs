//! WebSocket frames by the library `tungstenite`, apart from input and output: bytes go in, messages come out, and
//! what is to be written gathers in a buffer.

use crate::protocol::leading_number;
use std::io::{self, Cursor, ErrorKind, Read, Write};
use tungstenite::{
    Error,
    protocol::{
        CloseFrame, Role, WebSocket, WebSocketConfig,
        frame::{
            Frame, FrameHeader,
            coding::{Data, OpCode},
        },
    },
};
pub(super) use tungstenite::{Message, protocol::frame::coding::CloseCode};

/// The library's read buffer. It is kept while a connection is idle, and filled with zeros before every read.
const READ_BUFFER: usize = 512;

/// The id of a message that is too large is looked for in so many bytes at its beginning.
const ID_WITHIN: usize = 256;

/// What the other side did wrong. Nothing can be read after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It broke the rules of WebSockets.
    Protocol,
    /// A text is not UTF-8.
    NotText,
    /// A message is larger than the limit. Its request's id is known if the message begins with it.
    TooLarge { id: Option<u64> },
}

/// The server's end of a WebSocket.
pub(super) struct Codec {
    socket: WebSocket<Buffers>,
    config: WebSocketConfig,
    /// The bytes of all messages so far if each came as a single frame.
    accounted: usize,
    /// Whether the library's read buffer has grown.
    grown: bool,
}

/// The bytes on both sides of the library.
#[derive(Default)]
struct Buffers {
    input: Vec<u8>,
    /// How much of the input the library has taken.
    taken: usize,
    /// How much it took before.
    taken_before: usize,
    output: Vec<u8>,
}

impl Codec {
    /// A connection on which the handshake is done and no message may be larger than this.
    pub(super) fn new(message_bytes: usize) -> Codec {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_frame_size(Some(message_bytes))
            .max_message_size(Some(message_bytes));
        Codec { socket: open(Buffers::default(), config), config, accounted: 0, grown: false }
    }

    /// Takes in what arrived.
    pub(super) fn arrived(&mut self, bytes: &[u8]) {
        self.socket.get_mut().input.extend_from_slice(bytes);
    }

    /// The next message, if all of it has arrived. Pings are answered, and so is a message that closes.
    pub(super) fn next(&mut self) -> Result<Option<Message>, Fault> {
        match self.socket.read() {
            Ok(message) => {
                let size = message.len();
                self.grown |= size > READ_BUFFER;
                self.accounted += masked_head(size) + size;
                if message.is_close() {
                    // The library puts its answer into the output, and says that the connection is closed.
                    let _ = self.socket.flush();
                }
                Ok(Some(message))
            }
            Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                self.shrink();
                Ok(None)
            }
            Err(Error::Capacity(_)) => Err(Fault::TooLarge { id: self.id_of_the_oversized() }),
            Err(Error::Utf8(_)) => Err(Fault::NotText),
            Err(error) => {
                tracing::debug!(%error, "a connection does not speak WebSocket");
                Err(Fault::Protocol)
            }
        }
    }

    /// The id of a request that is too large to be read, if it stands before the data and has arrived.
    fn id_of_the_oversized(&self) -> Option<u64> {
        let Buffers { input, taken_before, .. } = self.socket.get_ref();
        let start = self.accounted.checked_sub(*taken_before)?;
        let mut frame = Cursor::new(input.get(start..)?);
        let (head, _) = FrameHeader::parse(&mut frame).ok()??;
        let body = frame.get_ref().get(frame.position() as usize..)?;
        let mask = head.mask?;
        let body = body.iter().zip(mask.iter().cycle()).take(ID_WITHIN);
        id_before_data(&String::from_utf8_lossy(&body.map(|(byte, mask)| byte ^ mask).collect::<Vec<u8>>()))
    }

    /// Begins anew after a large message, because the library never gives its read buffer back. It may hold part of
    /// the next message, unless whole messages account for every byte that it took.
    fn shrink(&mut self) {
        if self.grown && self.accounted == self.socket.get_ref().taken_before {
            let buffers = Buffers { taken_before: 0, ..std::mem::take(self.socket.get_mut()) };
            self.socket = open(buffers, self.config);
            (self.accounted, self.grown) = (0, false);
        }
    }

    /// Puts a text into the output.
    pub(super) fn put_text(&mut self, text: &str) {
        let output = &mut self.socket.get_mut().output;
        let head = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
        output.reserve(head.len(text.len() as u64) + text.len());
        // Nothing can go wrong in memory, here and below.
        let _ = head.format(text.len() as u64, output);
        output.extend_from_slice(text.as_bytes());
    }

    /// Puts a ping into the output.
    pub(super) fn put_ping(&mut self) {
        let _ = Frame::ping(Vec::new()).format(&mut self.socket.get_mut().output);
    }

    /// Puts a frame that closes the connection into the output.
    pub(super) fn put_close(&mut self, code: CloseCode, reason: &'static str) {
        let close = CloseFrame { code, reason: reason.into() };
        let _ = Frame::close(Some(close)).format(&mut self.socket.get_mut().output);
    }

    /// How much there is to be written.
    pub(super) fn output_size(&self) -> usize {
        self.socket.get_ref().output.len()
    }

    /// Hands over what is to be written.
    pub(super) fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.socket.get_mut().output)
    }
}

fn open(buffers: Buffers, config: WebSocketConfig) -> WebSocket<Buffers> {
    WebSocket::from_raw_socket(buffers, Role::Server, Some(config))
}

fn id_before_data(text: &str) -> Option<u64> {
    let head = &text[..text.find("\"data\"").unwrap_or(text.len())];
    let (_, after) = head.split_once("\"id\":")?;
    // A number at the very end may be cut off.
    leading_number(after.trim_start()).filter(|(_, rest)| !rest.is_empty()).map(|(id, _)| id)
}

/// The size of the head of a client's frame.
fn masked_head(size: usize) -> usize {
    FrameHeader { mask: Some([0; 4]), ..FrameHeader::default() }.len(size as u64)
}

impl Read for Buffers {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.input[self.taken..];
        if rest.is_empty() {
            self.taken_before += self.taken;
            (self.input, self.taken) = (Vec::new(), 0);
            return Err(ErrorKind::WouldBlock.into());
        }
        let size = rest.len().min(buffer.len());
        buffer[..size].copy_from_slice(&rest[..size]);
        self.taken += size;
        Ok(size)
    }
}

impl Write for Buffers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 100_000;

    /// A text as a client sends it.
    fn text(body: &str) -> Vec<u8> {
        frame(OpCode::Data(Data::Text), true, body.as_bytes())
    }

    fn frame(opcode: OpCode, is_final: bool, body: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let head = FrameHeader { opcode, is_final, mask: Some([0; 4]), ..FrameHeader::default() };
        head.format(body.len() as u64, &mut bytes).unwrap();
        bytes.extend_from_slice(body);
        bytes
    }

    /// The sizes of all texts that have arrived.
    fn sizes(codec: &mut Codec) -> Vec<usize> {
        std::iter::from_fn(|| codec.next().unwrap()).map(|message| message.len()).collect()
    }

    #[test]
    fn a_large_read_buffer_is_given_back_once_nothing_is_in_it() {
        let large = "x".repeat(LIMIT);
        let mut codec = Codec::new(LIMIT);
        codec.arrived(&[text("small"), text(&large), text("small")].concat());
        assert_eq!(sizes(&mut codec), [5, LIMIT, 5]);
        assert!(!codec.grown, "begun anew");
        let next = text("the next");
        codec.arrived(&[&text(&large), &next[..9]].concat());
        assert_eq!(sizes(&mut codec), [LIMIT]);
        assert!(codec.grown, "part of a message is in it");
        codec.arrived(&next[9..]);
        assert_eq!(sizes(&mut codec), [8]);
        assert!(!codec.grown);
        assert_eq!(codec.socket.get_ref().input.capacity(), 0, "nothing of the input is kept");
    }

    #[test]
    fn a_message_in_parts_survives_what_comes_in_between() {
        let more = OpCode::Data(Data::Continue);
        let half = "x".repeat(1_000);
        let mut codec = Codec::new(LIMIT);
        codec.arrived(&text(&half));
        codec.arrived(&frame(OpCode::Data(Data::Text), false, half.as_bytes()));
        assert_eq!(sizes(&mut codec), [1_000]);
        codec.arrived(&frame(more, true, half.as_bytes()));
        assert_eq!(sizes(&mut codec), [2_000]);
        codec.arrived(&text("and on"));
        assert_eq!(sizes(&mut codec), [6]);
    }

    // LO-19
    #[test]
    fn the_id_of_a_message_that_is_too_large_is_found_where_it_comes_first() {
        let filler = "x".repeat(LIMIT + 1);
        for (body, id) in [
            (format!(r#"{{"event":"chat","id":77,"data":{{"id":5,"text":"{filler}"}}}}"#), Some(77)),
            (format!(r#"{{"id": 9,"event":"chat","data":"{filler}"}}"#), Some(9)),
            (format!(r#"{{"data":{{"id":5,"text":"{filler}"}},"id":77}}"#), None),
            (format!(r#"{{"event":"{filler}","id":77}}"#), None),
            (filler.clone(), None),
        ] {
            let mut codec = Codec::new(LIMIT);
            codec.arrived(&text("before"));
            codec.arrived(&text(&body)[..4_000]);
            assert_eq!(sizes_until_fault(&mut codec), (vec![6], Fault::TooLarge { id }), "{id:?}");
        }
    }

    fn sizes_until_fault(codec: &mut Codec) -> (Vec<usize>, Fault) {
        let mut sizes = Vec::new();
        loop {
            match codec.next() {
                Ok(Some(message)) => sizes.push(message.len()),
                Ok(None) => panic!("no fault"),
                Err(fault) => return (sizes, fault),
            }
        }
    }

    #[test]
    fn every_ping_is_answered_in_its_place() {
        let mut codec = Codec::new(LIMIT);
        let ping = frame(OpCode::Control(tungstenite::protocol::frame::coding::Control::Ping), true, b"?");
        codec.arrived(&[ping.clone(), ping, text("!")].concat());
        while let Some(message) = codec.next().unwrap() {
            if message.is_text() {
                codec.put_text("answer");
            }
        }
        assert_eq!(codec.take_output(), b"\x8a\x01?\x8a\x01?\x81\x06answer");
        assert_eq!(codec.output_size(), 0);
    }
}
