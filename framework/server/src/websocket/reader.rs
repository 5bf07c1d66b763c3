//! Messages from bytes, in whatever pieces they arrive.

use super::frame::{Head, Kind, mask};
use std::{ops::ControlFlow, ops::Range, str};

/// Who reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Server,
    Client,
}

/// A message, and what is said about the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Message<'a> {
    Text(&'a str),
    Binary(&'a [u8]),
    Ping(&'a [u8]),
    Pong(&'a [u8]),
    Close { code: Option<u16>, reason: &'a str },
}

/// What the other side did wrong. Nothing can be read after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    #[error("{0}")]
    Protocol(&'static str),
    #[error("a text is not UTF-8")]
    NotText,
    #[error("a message is too large")]
    TooLarge,
}

impl Fault {
    /// The code with which the connection is closed.
    pub(crate) fn code(self) -> u16 {
        match self {
            Fault::Protocol(_) => 1002,
            Fault::NotText => 1007,
            Fault::TooLarge => 1009,
        }
    }
}

/// Makes messages of what arrives. Whole frames are read where they are; only what is not complete is kept.
pub(crate) struct Reader {
    rules: Rules,
    kept: Vec<u8>,
    /// How much of what is kept has been read.
    read: usize,
}

/// What a frame means, which depends on those before it.
struct Rules {
    role: Role,
    largest: usize,
    /// The message that was begun and goes on in further frames.
    begun: Option<Kind>,
    parts: Vec<u8>,
    /// Whether the parts are a message that was given out.
    given: bool,
}

/// Where a message is.
pub(crate) struct Found {
    pub(crate) kind: Kind,
    /// Among the bytes; otherwise it is put together from parts.
    place: Option<Range<usize>>,
}

/// A client keeps a buffer of this size while nothing waits, a server none: it has many more connections.
const SPARE: usize = 4096;

impl Reader {
    /// A reader that refuses messages of more bytes than this.
    pub(crate) fn new(role: Role, largest: usize) -> Reader {
        let rules = Rules { role, largest, begun: None, parts: Vec::new(), given: false };
        Reader { rules, kept: Vec::new(), read: 0 }
    }

    /// Gives every message there is, until one of them makes `each` stop. What is behind it is kept.
    pub(crate) fn take<B>(
        &mut self,
        arrived: &mut [u8],
        mut each: impl FnMut(Message<'_>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Fault> {
        if self.read < self.kept.len() {
            self.keep(arrived);
            while let Some(found) = self.find()? {
                let flow = each(self.message(&found)?);
                if flow.is_break() {
                    return Ok(flow);
                }
            }
            return Ok(ControlFlow::Continue(()));
        }
        let mut read = 0;
        let flow = loop {
            let Some(found) = self.rules.find(arrived, &mut read)? else { break ControlFlow::Continue(()) };
            let flow = each(self.rules.message(&found, arrived)?);
            if flow.is_break() {
                break flow;
            }
        };
        if read < arrived.len() {
            self.keep(&arrived[read..]);
        }
        Ok(flow)
    }

    /// Keeps what arrived, to be read later.
    pub(crate) fn keep(&mut self, arrived: &[u8]) {
        self.tidy();
        if self.read > 0 {
            self.kept.drain(..self.read);
            self.read = 0;
        }
        self.kept.extend_from_slice(arrived);
    }

    /// Where the next message is in what is kept, if it is complete.
    pub(crate) fn find(&mut self) -> Result<Option<Found>, Fault> {
        let found = self.rules.find(&mut self.kept, &mut self.read)?;
        if found.is_none() {
            self.tidy();
        }
        Ok(found)
    }

    /// The message that was found last.
    pub(crate) fn message(&self, found: &Found) -> Result<Message<'_>, Fault> {
        self.rules.message(found, &self.kept)
    }

    fn tidy(&mut self) {
        if self.read < self.kept.len() {
            return;
        }
        self.read = 0;
        self.kept.clear();
        let spare = if self.rules.role == Role::Client { SPARE } else { 0 };
        if self.kept.capacity() > spare {
            self.kept = Vec::new();
        }
    }
}

impl Rules {
    /// Goes on to the end of the next message, or of the last frame before it that is complete.
    fn find(&mut self, bytes: &mut [u8], read: &mut usize) -> Result<Option<Found>, Fault> {
        if self.given {
            (self.given, self.parts) = (false, Vec::new());
        }
        loop {
            let Some(head) = Head::read(&bytes[*read..], self.role)? else { return Ok(None) };
            let size = self.check(&head)?;
            let start = *read + head.len();
            let place = start..start + size;
            let Some(body) = bytes.get_mut(place.clone()) else { return Ok(None) };
            if let Some(key) = head.key {
                mask(body, key);
            }
            *read = place.end;
            if head.kind.is_control() || (head.last && self.begun.is_none()) {
                return Ok(Some(Found { kind: head.kind, place: Some(place) }));
            }
            self.parts.extend_from_slice(body);
            let kind = *self.begun.get_or_insert(head.kind);
            if head.last {
                (self.begun, self.given) = (None, true);
                return Ok(Some(Found { kind, place: None }));
            }
        }
    }

    /// Whether there may be such a frame now. Its size is known to be within the limit before any of it is kept.
    fn check(&self, head: &Head) -> Result<usize, Fault> {
        if !head.kind.is_control() && (head.kind == Kind::More) != self.begun.is_some() {
            return Err(Fault::Protocol("a message begins within another, or goes on that was not begun"));
        }
        let before = if head.kind.is_control() { 0 } else { self.parts.len() };
        match usize::try_from(head.size) {
            // What is about the connection is small, whatever the limit is.
            Ok(size) if head.kind.is_control() || size <= self.largest.saturating_sub(before) => Ok(size),
            _ => Err(Fault::TooLarge),
        }
    }

    fn message<'a>(&'a self, found: &Found, bytes: &'a [u8]) -> Result<Message<'a>, Fault> {
        let body = found.place.clone().map_or(&self.parts[..], |place| &bytes[place]);
        Ok(match found.kind {
            Kind::Text => Message::Text(text(body)?),
            Kind::Binary | Kind::More => Message::Binary(body),
            Kind::Ping => Message::Ping(body),
            Kind::Pong => Message::Pong(body),
            Kind::Close => match body.split_first_chunk() {
                None if body.is_empty() => Message::Close { code: None, reason: "" },
                Some((code, reason)) if may_close(u16::from_be_bytes(*code)) => {
                    Message::Close { code: Some(u16::from_be_bytes(*code)), reason: text(reason)? }
                }
                _ => return Err(Fault::Protocol("there is no such code to close with")),
            },
        })
    }
}

fn text(bytes: &[u8]) -> Result<&str, Fault> {
    str::from_utf8(bytes).map_err(|_| Fault::NotText)
}

/// Whether a frame may close with this code: 1004 to 1006 mean that there was none.
fn may_close(code: u16) -> bool {
    matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999)
}

#[cfg(test)]
mod tests {
    use super::{super::frame::*, *};
    use std::io::{self, Cursor, Read, Write};
    use tokio_tungstenite::tungstenite::{
        Message as Theirs, WebSocket,
        protocol::{CloseFrame, Role as TheirRole, frame::coding::CloseCode},
    };

    const LARGEST: usize = 100_000;
    const KEY: Key = [7, 77, 177, 250];

    /// A message that can be kept.
    #[derive(Clone, Debug, PartialEq, Eq)]
    enum Owned {
        Text(String),
        Binary(Vec<u8>),
        Ping(Vec<u8>),
        Pong(Vec<u8>),
        Close(Option<u16>, String),
    }

    impl From<Message<'_>> for Owned {
        fn from(message: Message<'_>) -> Owned {
            match message {
                Message::Text(text) => Owned::Text(text.into()),
                Message::Binary(bytes) => Owned::Binary(bytes.into()),
                Message::Ping(bytes) => Owned::Ping(bytes.into()),
                Message::Pong(bytes) => Owned::Pong(bytes.into()),
                Message::Close { code, reason } => Owned::Close(code, reason.into()),
            }
        }
    }

    fn text(text: &str) -> Owned {
        Owned::Text(text.into())
    }

    /// A frame of a client.
    fn part(kind: Kind, last: bool, body: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_frame(kind, body, Some(KEY), &mut bytes);
        bytes[0] = kind as u8 | if last { 0x80 } else { 0 };
        bytes
    }

    fn whole(kind: Kind, body: &[u8]) -> Vec<u8> {
        part(kind, true, body)
    }

    /// What a server reads when these pieces arrive, one after the other.
    fn read<'a>(
        reader: &mut Reader,
        pieces: impl IntoIterator<Item = &'a [u8]>,
    ) -> (Vec<Owned>, Result<(), Fault>) {
        let mut messages = Vec::new();
        for piece in pieces {
            let each = |message: Message<'_>| {
                messages.push(message.into());
                ControlFlow::<()>::Continue(())
            };
            if let Err(fault) = reader.take(&mut piece.to_vec(), each) {
                return (messages, Err(fault));
            }
        }
        (messages, Ok(()))
    }

    /// The same however the bytes are cut: at once, byte by byte, and into two at every place.
    fn reads(role: Role, bytes: &[u8]) -> (Vec<Owned>, Result<(), Fault>) {
        let new = || Reader::new(role, LARGEST);
        let wanted = read(&mut new(), [bytes]);
        assert_eq!(read(&mut new(), bytes.chunks(1)), wanted, "byte by byte");
        for at in 0..bytes.len().min(300) {
            let (one, two) = bytes.split_at(at);
            assert_eq!(read(&mut new(), [one, two]), wanted, "cut at {at}");
        }
        wanted
    }

    fn protocol_error(bytes: &[u8]) {
        let (messages, end) = reads(Role::Server, bytes);
        assert_eq!(messages, []);
        assert!(matches!(end, Err(Fault::Protocol(_))), "{bytes:?}: {end:?}");
        assert_eq!(end.unwrap_err().code(), 1002);
    }

    #[test]
    fn messages_of_every_size_are_read() {
        for size in [0, 1, 125, 126, 127, 65_535, 65_536, LARGEST] {
            let body = "x".repeat(size);
            let bytes = whole(Kind::Text, body.as_bytes());
            let mut reader = Reader::new(Role::Server, LARGEST);
            assert_eq!(read(&mut reader, [&bytes[..]]), (vec![text(&body)], Ok(())));
            assert_eq!(read(&mut reader, bytes.chunks(1_000)), (vec![text(&body)], Ok(())));
            assert_eq!(reader.kept.capacity(), 0, "nothing is kept");
        }
    }

    #[test]
    fn several_frames_may_arrive_at_once() {
        let bytes = [
            whole(Kind::Text, "ä€🐌".as_bytes()),
            whole(Kind::Ping, b"?"),
            whole(Kind::Binary, &[0, 255]),
            whole(Kind::Pong, b""),
            whole(Kind::Text, b""),
            whole(Kind::Close, b"\x03\xe8bye"),
        ]
        .concat();
        let wanted = vec![
            text("ä€🐌"),
            Owned::Ping(b"?".to_vec()),
            Owned::Binary(vec![0, 255]),
            Owned::Pong(vec![]),
            text(""),
            Owned::Close(Some(1000), "bye".into()),
        ];
        assert_eq!(reads(Role::Server, &bytes), (wanted, Ok(())));
    }

    #[test]
    fn a_message_in_parts_is_one_whatever_comes_in_between() {
        let (snail, whole_text) = ("🐌".as_bytes(), text("one 🐌 two"));
        let bytes = [
            part(Kind::Text, false, &[b"one ", &snail[..2]].concat()),
            whole(Kind::Ping, b"still there?"),
            part(Kind::More, false, &snail[2..]),
            part(Kind::More, false, b""),
            whole(Kind::Pong, b""),
            part(Kind::More, true, b" two"),
            part(Kind::Binary, false, b"a"),
            part(Kind::More, true, b"b"),
            whole(Kind::Text, b"three"),
        ]
        .concat();
        let wanted = vec![
            Owned::Ping(b"still there?".to_vec()),
            Owned::Pong(vec![]),
            whole_text,
            Owned::Binary(b"ab".to_vec()),
            text("three"),
        ];
        assert_eq!(reads(Role::Server, &bytes), (wanted, Ok(())));
        let mut reader = Reader::new(Role::Server, LARGEST);
        read(&mut reader, bytes.chunks(5)).1.unwrap();
        assert_eq!((reader.kept.capacity(), reader.rules.parts.capacity()), (0, 0), "nothing is kept");
    }

    #[test]
    fn parts_that_do_not_belong_together_are_refused() {
        protocol_error(&whole(Kind::More, b"more of what?"));
        protocol_error(&[part(Kind::Text, false, b"a"), whole(Kind::Text, b"b")].concat());
        protocol_error(&[part(Kind::Text, false, b"a"), part(Kind::Binary, false, b"b")].concat());
    }

    #[test]
    fn frames_that_the_standard_does_not_know_are_refused() {
        for reserved in [0x40, 0x20, 0x10] {
            let mut bytes = whole(Kind::Text, b"hello");
            bytes[0] |= reserved;
            protocol_error(&bytes);
        }
        for kind in (3..=7).chain(11..=15) {
            let mut bytes = whole(Kind::Text, b"hello");
            bytes[0] = 0x80 | kind;
            protocol_error(&bytes);
        }
    }

    #[test]
    fn only_clients_mask_and_always() {
        let mut bare = Vec::new();
        put_frame(Kind::Text, b"hello", None, &mut bare);
        protocol_error(&bare);
        assert_eq!(reads(Role::Client, &bare), (vec![text("hello")], Ok(())));
        let (messages, end) = reads(Role::Client, &whole(Kind::Text, b"hello"));
        assert_eq!(messages, []);
        assert!(matches!(end, Err(Fault::Protocol(_))));
    }

    #[test]
    fn control_frames_are_small_and_whole() {
        for kind in [Kind::Ping, Kind::Pong, Kind::Close] {
            protocol_error(&whole(kind, &[b'x'; LARGEST_CONTROL + 1]));
            protocol_error(&part(kind, false, b""));
        }
        let most = vec![b'x'; LARGEST_CONTROL];
        assert_eq!(reads(Role::Server, &whole(Kind::Ping, &most)), (vec![Owned::Ping(most)], Ok(())));
    }

    #[test]
    fn sizes_are_in_their_shortest_form() {
        protocol_error(&[0x81, 0x80 | 126, 0, 125, 1, 2, 3, 4]);
        protocol_error(&[0x81, 0x80 | 127, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 1, 2, 3, 4]);
        protocol_error(&[0x81, 0x80 | 127, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]);
    }

    #[test]
    fn connections_close_with_codes_there_are() {
        let close = |body: &[u8]| reads(Role::Server, &whole(Kind::Close, body));
        assert_eq!(close(b""), (vec![Owned::Close(None, String::new())], Ok(())));
        for code in [1000_u16, 1001, 1003, 1007, 1011, 3000, 4999] {
            let wanted = Owned::Close(Some(code), "ä".into());
            let body = [&code.to_be_bytes(), "ä".as_bytes()].concat();
            assert_eq!(close(&body), (vec![wanted], Ok(())));
        }
        protocol_error(&whole(Kind::Close, b"x"));
        for code in [0_u16, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535] {
            protocol_error(&whole(Kind::Close, &code.to_be_bytes()));
        }
        assert_eq!(close(b"\x03\xe8\xff"), (vec![], Err(Fault::NotText)));
    }

    #[test]
    fn texts_that_are_none_are_refused() {
        for wrong in [&b"\xff"[..], b"\xc3", b"\xed\xa0\x80", b"hello \xf0\x9f\x90"] {
            assert_eq!(reads(Role::Server, &whole(Kind::Text, wrong)), (vec![], Err(Fault::NotText)));
            let parts = [part(Kind::Text, false, b"a"), part(Kind::More, true, wrong)].concat();
            assert_eq!(reads(Role::Server, &parts), (vec![], Err(Fault::NotText)));
        }
        assert_eq!(Fault::NotText.code(), 1007);
        let binary = reads(Role::Server, &whole(Kind::Binary, b"\xff"));
        assert_eq!(binary, (vec![Owned::Binary(vec![255])], Ok(())));
    }

    #[test]
    fn what_is_too_large_is_refused_with_its_head_alone() {
        for size in [LARGEST as u64 + 1, 1 << 40, (1 << 63) - 1] {
            let mut head = [0; Head::LARGEST];
            let head = Head { kind: Kind::Text, last: true, size, key: Some(KEY) }.write(&mut head);
            assert_eq!(reads(Role::Server, head), (vec![], Err(Fault::TooLarge)));
        }
        let mut reader = Reader::new(Role::Server, LARGEST);
        let half = "x".repeat(LARGEST / 2);
        let first = part(Kind::Text, false, half.as_bytes());
        assert_eq!(read(&mut reader, [&first[..]]), (vec![], Ok(())));
        let mut head = [0; Head::LARGEST];
        let size = (LARGEST - LARGEST / 2 + 1) as u64;
        let head = Head { kind: Kind::More, last: true, size, key: Some(KEY) }.write(&mut head);
        assert_eq!(read(&mut reader, [head]), (vec![], Err(Fault::TooLarge)), "all parts together count");
        assert_eq!(Fault::TooLarge.code(), 1009);
    }

    #[test]
    fn a_promise_takes_no_memory() {
        let mut reader = Reader::new(Role::Server, usize::MAX);
        let mut head = [0; Head::LARGEST];
        let head = Head { kind: Kind::Text, last: true, size: 1 << 40, key: Some(KEY) }.write(&mut head);
        assert_eq!(read(&mut reader, [head]), (vec![], Ok(())));
        assert!(reader.kept.capacity() < 100);
    }

    #[test]
    fn who_stops_goes_on_where_they_stopped() {
        let mut bytes: Vec<u8> = (0..5).flat_map(|n| whole(Kind::Text, format!("{n}").as_bytes())).collect();
        bytes.truncate(bytes.len() - 1);
        let mut reader = Reader::new(Role::Server, LARGEST);
        let stop = |message: Message<'_>| ControlFlow::Break(Owned::from(message));
        assert_eq!(reader.take(&mut bytes, stop), Ok(ControlFlow::Break(text("0"))));
        for n in 1..4 {
            assert_eq!(reader.take(&mut [], stop), Ok(ControlFlow::Break(text(&n.to_string()))));
        }
        assert_eq!(reader.take(&mut [], stop), Ok(ControlFlow::Continue(())));
        assert_eq!(reader.take(&mut [b'4' ^ KEY[0]], stop), Ok(ControlFlow::Break(text("4"))));
    }

    /// Numbers that look random and are the same every time.
    fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
        let mut keys = Keys::new(seed);
        move |below| u32::from_be_bytes(keys.next()) as usize % below
    }

    /// Random messages as they are sent, and what is to be read.
    fn stream(seed: u64) -> (Vec<u8>, Vec<Owned>) {
        let mut number = numbers(seed);
        let (mut bytes, mut wanted) = (Vec::new(), Vec::new());
        for _ in 0..30 {
            let size = [3, 20, 126, 1_000, 70_000][number(5)];
            let body: String = (0..number(size)).map(|_| ['a', 'ä', '€', '🐌'][number(4)]).collect();
            let body = body.get(..60_000).unwrap_or(&body);
            let text = number(2) == 0;
            let kind = if text { Kind::Text } else { Kind::Binary };
            wanted.push(if text { Owned::Text(body.into()) } else { Owned::Binary(body.into()) });
            let (count, mut rest, mut pings) = (number(4) + 1, body.as_bytes(), Vec::new());
            for part in 1..=count {
                let (one, two) =
                    rest.split_at(if part == count { rest.len() } else { number(rest.len() + 1) });
                rest = two;
                let kind = if part == 1 { kind } else { Kind::More };
                bytes.extend(self::part(kind, part == count, one));
                if part < count && number(3) == 0 {
                    bytes.extend(whole(Kind::Ping, b"ping"));
                    pings.push(Owned::Ping(b"ping".to_vec()));
                }
            }
            // A ping is read before the message that it interrupts.
            let at = wanted.len() - 1;
            wanted.splice(at..at, pings);
        }
        (bytes, wanted)
    }

    #[test]
    fn a_stream_gives_the_same_messages_however_it_is_cut() {
        for seed in 1..40 {
            let (bytes, wanted) = stream(seed);
            let mut number = numbers(seed + 1_000);
            let mut pieces = Vec::new();
            let mut rest = &bytes[..];
            while !rest.is_empty() {
                let most = [2, 10, 300, 20_000][number(4)].min(rest.len() + 1);
                let (piece, after) = rest.split_at(number(most));
                pieces.push(piece);
                rest = after;
            }
            let mut reader = Reader::new(Role::Server, 4 * 70_000);
            assert_eq!(read(&mut reader, pieces), (wanted, Ok(())), "seed {seed}");
        }
    }

    /// A connection of another implementation that has something to read and keeps what it writes.
    #[derive(Default)]
    struct Paper {
        to_read: Cursor<Vec<u8>>,
        written: Vec<u8>,
    }

    impl Read for Paper {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.to_read.read(buffer)
        }
    }

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.written.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn theirs(message: &Owned) -> Theirs {
        match message {
            Owned::Text(text) => Theirs::text(text),
            Owned::Binary(bytes) => Theirs::binary(bytes.clone()),
            Owned::Ping(bytes) => Theirs::Ping(bytes.clone().into()),
            Owned::Pong(bytes) => Theirs::Pong(bytes.clone().into()),
            Owned::Close(code, reason) => Theirs::Close(
                code.map(|code| CloseFrame { code: CloseCode::from(code), reason: reason.as_str().into() }),
            ),
        }
    }

    #[test]
    fn another_implementation_reads_what_we_write() {
        for seed in 1..10 {
            let (bytes, wanted) = stream(seed);
            let paper = Paper { to_read: Cursor::new(bytes), ..Paper::default() };
            let mut socket = WebSocket::from_raw_socket(paper, TheirRole::Server, None);
            for message in &wanted {
                assert_eq!(socket.read().unwrap(), theirs(message), "seed {seed}");
            }
        }
    }

    #[test]
    fn we_read_what_another_implementation_writes() {
        for (role, their_role) in [(Role::Server, TheirRole::Client), (Role::Client, TheirRole::Server)] {
            let (_, mut wanted) = stream(3);
            wanted.push(Owned::Close(Some(1001), "going".into()));
            let mut socket = WebSocket::from_raw_socket(Paper::default(), their_role, None);
            for message in &wanted {
                socket.send(theirs(message)).unwrap();
            }
            let bytes = &socket.get_ref().written;
            assert_eq!(read(&mut Reader::new(role, usize::MAX), bytes.chunks(777)), (wanted, Ok(())));
        }
    }
}
