//! WebSockets byte by byte, and with a client of the library: what is not as it should be ends only
//! its own connection, with the code that says why.

mod common;

use common::*;
use futures_util::{SinkExt, StreamExt};
use parlor_server::*;
use serde_json::{Value, json};
use std::{num::NonZeroU32, sync::Arc};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{
        Bytes, Message as Theirs,
        protocol::{
            CloseFrame,
            frame::{
                Frame as TheirFrame,
                coding::{CloseCode, Data as TheirData, OpCode},
            },
        },
    },
};

const TEXT: u8 = 1;
const MORE: u8 = 0;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
const FIN: u8 = 0x80;

const PING_ONE: &str = r#"{"event":"ping","id":1}"#;

/// A connection whose bytes are our own.
struct Raw(TcpStream);

impl Raw {
    /// Asks for a WebSocket and sends these frames right behind, before there is an answer.
    async fn open(house: &House, frames: &[u8]) -> Raw {
        let mut stream = TcpStream::connect(&house.address).await.unwrap();
        let ask = format!(
            "GET /ws HTTP/1.1\r\nHost: {}\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            house.address
        );
        stream.write_all(&[ask.as_bytes(), frames].concat()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        let head = String::from_utf8(head).unwrap().to_lowercase();
        assert!(head.starts_with("http/1.1 101 "), "{head}");
        assert!(head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=\r\n"), "{head}");
        Raw(stream)
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.unwrap();
    }

    /// The next frame: its first byte and what is in it. Nothing at the end.
    async fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let read = async {
            let first = self.0.read_u8().await.ok()?;
            let size = match self.0.read_u8().await.unwrap() {
                126 => self.0.read_u16().await.unwrap().into(),
                127 => self.0.read_u64().await.unwrap() as usize,
                size => usize::from(size),
            };
            let mut body = vec![0; size];
            self.0.read_exact(&mut body).await.unwrap();
            Some((first, body))
        };
        timeout(TEST_TIMEOUT, read).await.expect("a frame in time")
    }

    /// The next text, read as JSON.
    async fn message(&mut self) -> Value {
        let (first, body) = self.frame().await.expect("a message");
        assert_eq!(first, FIN | TEXT, "a whole text: {body:?}");
        serde_json::from_slice(&body).unwrap()
    }

    async fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.message().await;
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The errors that are told until the connection ends, and the code it ends with. Nothing comes after it.
    async fn end(&mut self) -> (Vec<String>, Option<u16>) {
        let mut errors = Vec::new();
        loop {
            let (first, body) = self.frame().await.expect("a frame that closes");
            if first == FIN | CLOSE {
                assert_eq!(self.frame().await, None, "the end");
                return (errors, body.first_chunk().map(|code| u16::from_be_bytes(*code)));
            }
            let message: Value = serde_json::from_slice(&body).unwrap();
            if message["event"] == "error" {
                errors.push(message["data"]["code"].as_str().unwrap().to_string());
            }
        }
    }
}

const KEY: [u8; 4] = [1, 2, 3, 250];

/// A frame of a client.
fn frame(first: u8, body: &[u8]) -> Vec<u8> {
    let masked = body.iter().zip(KEY.iter().cycle()).map(|(byte, key)| byte ^ key);
    head(first, body.len() as u64).into_iter().chain(masked).collect()
}

/// The head of a client's frame.
fn head(first: u8, size: u64) -> Vec<u8> {
    let mut head = vec![first];
    match size {
        0..=125 => head.push(0x80 | size as u8),
        126..=0xffff => {
            head.push(0x80 | 126);
            head.extend((size as u16).to_be_bytes());
        }
        _ => {
            head.push(0x80 | 127);
            head.extend(size.to_be_bytes());
        }
    }
    head.extend(KEY);
    head
}

fn text(body: &str) -> Vec<u8> {
    frame(FIN | TEXT, body.as_bytes())
}

#[tokio::test]
async fn frames_may_arrive_in_any_pieces_and_right_behind_the_request() {
    let house = House::open().await;
    house.connect().await;
    let mut raw = Raw::open(&house, &text(PING_ONE)).await;
    assert_eq!(raw.answer(1).await["event"], "ok");
    for byte in text(r#"{"event":"ping","id":2}"#) {
        raw.send(&[byte]).await;
        tokio::task::yield_now().await;
    }
    assert_eq!(raw.answer(2).await["event"], "ok");
    let many: Vec<u8> = (3..40).flat_map(|id| text(&format!(r#"{{"event":"ping","id":{id}}}"#))).collect();
    let (one, two) = many.split_at(many.len() / 2 + 5);
    raw.send(one).await;
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    raw.send(two).await;
    for id in 3..40 {
        assert_eq!(raw.answer(id).await["event"], "ok");
    }
    house.close().await.unwrap();
}

#[tokio::test]
async fn a_message_in_parts_is_heard_and_pings_within_are_answered() {
    let house = House::open().await;
    house.connect().await;
    let mut raw = Raw::open(&house, &[]).await;
    assert_eq!(raw.message().await["event"], "welcome");
    let (one, two) = PING_ONE.as_bytes().split_at(7);
    raw.send(&frame(TEXT, one)).await;
    raw.send(&frame(FIN | PING, b"still there?")).await;
    assert_eq!(raw.frame().await, Some((FIN | PONG, b"still there?".to_vec())));
    raw.send(&frame(MORE, b"")).await;
    raw.send(&frame(FIN | PONG, b"nobody asked")).await;
    raw.send(&frame(FIN | MORE, two)).await;
    assert_eq!(raw.answer(1).await["event"], "ok");
    house.close().await.unwrap();
}

/// A request of exactly this size.
fn padded(id: u64, size: usize) -> String {
    let request = format!(r#"{{"event":"ping","id":{id}}}"#);
    format!("{request}{}", " ".repeat(size - request.len()))
}

#[tokio::test]
async fn messages_of_every_size_up_to_the_limit_are_heard() {
    const LIMIT: usize = 100_000;
    let house = House::with(|config| config.limits.message_bytes = LIMIT, Arc::new(Memory::new())).await;
    house.connect().await;
    let mut raw = Raw::open(&house, &[]).await;
    for (id, size) in (1..).zip([30, 125, 126, 127, 511, 512, 513, 65_535, 65_536, LIMIT, 30]) {
        raw.send(&text(&padded(id, size))).await;
        assert_eq!(raw.answer(id).await["event"], "ok", "{size} bytes");
    }
    house.close().await.unwrap();
}

/// Numbers that look random and are the same every time.
fn numbers(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 20) as usize % below
    }
}

/// Requests of many sizes, in parts and with pings among the parts, in whatever pieces they arrive.
#[tokio::test]
async fn a_stream_of_messages_is_heard_however_it_is_cut() {
    let house = House::open().await;
    house.connect().await;
    for seed in 1..8 {
        let mut number = numbers(seed);
        let mut bytes = Vec::new();
        for id in 1..=30 {
            let request = padded(id, [30, 130, 1_000, 20_000][number(4)]);
            let (count, mut rest) = (number(4) + 1, request.as_bytes());
            for part in 1..=count {
                let size = if part == count { rest.len() } else { number(rest.len() + 1) };
                let (body, after) = rest.split_at(size);
                rest = after;
                let kind = if part == 1 { TEXT } else { MORE };
                bytes.extend(frame(kind | if part == count { FIN } else { 0 }, body));
                if part < count && number(3) == 0 {
                    bytes.extend(frame(FIN | PING, b"ping"));
                }
            }
        }
        let mut raw = Raw::open(&house, &[]).await;
        assert_eq!(raw.message().await["event"], "welcome");
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let most = [2, 10, 300, 20_000][number(4)];
            let (piece, after) = rest.split_at((number(most) + 1).min(rest.len()));
            raw.send(piece).await;
            tokio::task::yield_now().await;
            rest = after;
        }
        let (mut answered, mut last) = (0, 0);
        while answered < 30 {
            let (first, body) = raw.frame().await.expect("the connection stays");
            if first == FIN | PONG {
                assert_eq!(body, b"ping");
                continue;
            }
            let message: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!((message["event"].as_str(), message["id"].as_u64()), (Some("ok"), Some(last + 1)));
            (answered, last) = (answered + 1, last + 1);
        }
    }
    house.close().await.unwrap();
}

// LO-19
#[tokio::test]
async fn frames_that_break_the_standard_end_their_connection() {
    let house = House::open().await;
    let mut ada = house.guest("Ada").await;
    let mut bare = vec![FIN | TEXT, PING_ONE.len() as u8];
    bare.extend(PING_ONE.bytes());
    let mut cases = vec![
        ("no mask", bare),
        ("more of nothing", frame(FIN | MORE, b"more")),
        ("a message within another", [frame(TEXT, b"a"), text("b")].concat()),
        ("another kind within a message", [frame(TEXT, b"a"), frame(BINARY, b"b")].concat()),
        ("a close with one byte", frame(FIN | CLOSE, b"x")),
    ];
    for bit in [0x40, 0x20, 0x10] {
        cases.push(("a reserved bit", frame(FIN | bit | TEXT, b"{}")));
    }
    for kind in (3..=7).chain(11..=15) {
        cases.push(("an unknown kind", frame(FIN | kind, b"")));
    }
    for kind in [PING, PONG, CLOSE] {
        cases.push(("a control frame in parts", frame(kind, b"")));
        cases.push(("a control frame that is too large", frame(FIN | kind, &[b'x'; 126])));
    }
    for code in [0_u16, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535] {
        cases.push(("a close with a code that is none", frame(FIN | CLOSE, &code.to_be_bytes())));
    }
    for (wrong, bytes) in cases {
        let mut raw = Raw::open(&house, &bytes).await;
        assert_eq!(raw.end().await, (vec![], Some(1002)), "{wrong}: {bytes:?}");
    }
    ok(&mut ada, "ping", json!({})).await;
    house.close().await.unwrap();
}

// LO-19
#[tokio::test]
async fn what_is_no_text_and_what_is_too_large_is_told_before_the_end() {
    const LIMIT: usize = 1_000;
    let house = House::with(|config| config.limits.message_bytes = LIMIT, Arc::new(Memory::new())).await;
    house.connect().await;
    let promise = [FIN | TEXT, 0x80 | 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let parts: Vec<u8> =
        (0..10).flat_map(|n| frame(if n == 0 { TEXT } else { MORE }, &[b'x'; 125])).collect();
    let mut cases = vec![
        (text("\u{1F40C}")[..8].to_vec(), "", None),
        ([frame(TEXT, b"\xf0\x9f"), frame(FIN | MORE, b"\x90")].concat(), "not-text", Some(1007)),
        (frame(FIN | CLOSE, b"\x03\xe8\xff"), "not-text", Some(1007)),
        (frame(FIN | BINARY, b"{}"), "not-text", Some(1003)),
        (promise.to_vec(), "too-large", Some(1009)),
        (parts, "too-large", Some(1009)),
        ([frame(TEXT, &[b'x'; 600]), frame(FIN | MORE, &[b'x'; 401])].concat(), "too-large", Some(1009)),
    ];
    for wrong in [&b"\xff"[..], b"\xc3", b"\xed\xa0\x80", b"hello \xf0\x9f\x90"] {
        cases.push((frame(FIN | TEXT, wrong), "not-text", Some(1007)));
        cases.push(([frame(TEXT, b"a"), frame(FIN | MORE, wrong)].concat(), "not-text", Some(1007)));
    }
    for size in [LIMIT as u64 + 1, 1 << 40, (1 << 63) - 1] {
        cases.push((head(FIN | TEXT, size), "too-large", Some(1009)));
    }
    for (bytes, error, code) in cases {
        let mut raw = Raw::open(&house, &bytes).await;
        if code.is_some() {
            assert_eq!(raw.end().await, (vec![error.to_string()], code), "{bytes:?}");
        }
    }
    house.close().await.unwrap();
}

/// So much at once that the answers do not fit into the line, and more than is read at once.
#[tokio::test]
async fn whoever_reads_gets_an_answer_to_everything() {
    const COUNT: usize = 3_000;
    let change = |config: &mut Config| {
        config.limits = Limits { waiting_messages: 8, burst: 10_000, ..config.limits.clone() };
    };
    let house = House::with(change, Arc::new(Memory::new())).await;
    house.connect().await;
    let mut raw = Raw::open(&house, &[]).await;
    assert_eq!(raw.message().await["event"], "welcome");
    let nonsense: Vec<u8> = (0..COUNT).flat_map(|_| [text("?"), frame(FIN | PING, b"!")].concat()).collect();
    raw.send(&nonsense).await;
    for number in 0..COUNT {
        assert_eq!(raw.message().await["event"], "error", "{number}");
        assert_eq!(raw.frame().await, Some((FIN | PONG, b"!".to_vec())), "{number}");
    }
    raw.send(&text(PING_ONE)).await;
    assert_eq!(raw.answer(1).await["event"], "ok");
    house.close().await.unwrap();
}

#[tokio::test]
async fn a_goodbye_is_answered_with_the_same_code() {
    let house = House::open().await;
    house.connect().await;
    for (body, code) in [
        (&b""[..], None),
        (b"\x03\xe8", Some(1000)),
        (b"\x03\xe9going away", Some(1001)),
        (b"\x03\xeb\xc3\xa4", Some(1003)),
        (b"\x03\xef", Some(1007)),
        (b"\x03\xf3", Some(1011)),
        (b"\x0b\xb8", Some(3000)),
        (b"\x0f\xa0mine", Some(4000)),
        (b"\x13\x87", Some(4999)),
    ] {
        let mut raw = Raw::open(&house, &frame(FIN | CLOSE, body)).await;
        assert_eq!(raw.end().await, (vec![], code));
    }
    house.close().await.unwrap();
}

#[tokio::test]
async fn who_does_not_ask_for_a_websocket_is_told_what_is_missing() {
    let house = House::open().await;
    house.connect().await;
    let ask = |upgrade: &str, version: &str, key: &str| {
        format!("GET /ws HTTP/1.1\r\nConnection: upgrade\r\n{upgrade}{version}{key}X:")
    };
    let (upgrade, version, key) =
        ("Upgrade: websocket\r\n", "Sec-WebSocket-Version: 13\r\n", "Sec-WebSocket-Key: x\r\n");
    assert_eq!(house.http(&ask("", version, key), "").await.0, 400);
    assert_eq!(house.http(&ask("Upgrade: h2c\r\n", version, key), "").await.0, 400);
    assert_eq!(house.http(&ask(upgrade, version, ""), "").await.0, 400);
    let (status, head, _) = house.http(&ask(upgrade, "Sec-WebSocket-Version: 8\r\n", key), "").await;
    assert_eq!(status, 426);
    assert!(head.contains("sec-websocket-version: 13"), "{head}");
    assert_eq!(house.http("GET /ws", "").await.0, 400);
    assert_eq!(house.http("POST /ws", "").await.0, 405);
    assert_eq!(house.http("HEAD /ws", "").await.0, 405);
    let url = |path: &str| format!("ws://{}{path}", house.address);
    let refused = Socket::connect(&url("/api/tables")).await.err().unwrap();
    assert!(matches!(&refused, SocketError::Refused(status) if status.contains("200")), "{refused}");
    for strange in ["wss://localhost/ws", "localhost:80", "ws://", "ws://a b/"] {
        assert!(matches!(Socket::connect(strange).await, Err(SocketError::Address(_))), "{strange}");
    }
    house.close().await.unwrap();
}

/// The status that a handshake with these headers is answered with.
async fn handshake(house: &House, version: &str, headers: &[&str]) -> u16 {
    let mut stream = TcpStream::connect(&house.address).await.unwrap();
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    let ask = format!("GET /ws {version}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{headers}\r\n");
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    timeout(TEST_TIMEOUT, stream.read_exact(&mut answer)).await.expect("an answer in time").unwrap();
    String::from_utf8_lossy(&answer[9..]).parse().unwrap()
}

#[tokio::test]
async fn handshakes_against_the_standard_are_refused() {
    const HOST: &str = "Host: play.example";
    const VERSION: &str = "Sec-WebSocket-Version: 13";
    const KEY: &str = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    let house = House::open().await;
    house.connect().await;
    for (status, headers) in [
        (101, &[HOST, VERSION, KEY][..]),
        (101, &[HOST, VERSION, KEY, "Origin: http://play.example"]),
        (101, &[HOST, VERSION, KEY, "Origin: https://play.example"]),
        (400, &[VERSION, KEY]),
        (400, &[HOST, "Host: play.example", VERSION, KEY]),
        (400, &[HOST, VERSION]),
        (400, &[HOST, VERSION, "Sec-WebSocket-Key:"]),
        (400, &[HOST, VERSION, "Sec-WebSocket-Key: c2hvcnQ="]),
        (400, &[HOST, VERSION, "Sec-WebSocket-Key: !!!!!!!!!!!!!!!!!!!!!!=="]),
        (400, &[HOST, VERSION, KEY, KEY]),
        (400, &[HOST, VERSION, VERSION, KEY]),
        (426, &[HOST, KEY]),
        (426, &[HOST, "Sec-WebSocket-Version: 12", KEY]),
        (426, &[HOST, "Sec-WebSocket-Version: 13, 8", KEY]),
        (400, &[HOST, VERSION, KEY, "Origin: http://play.example", "Origin: http://play.example"]),
        (403, &[HOST, VERSION, KEY, "Origin: ftp://play.example"]),
        (403, &[HOST, VERSION, KEY, "Origin: null"]),
        (403, &[HOST, VERSION, KEY, "Origin: http://evil.example"]),
    ] {
        assert_eq!(handshake(&house, "HTTP/1.1", headers).await, status, "{headers:?}");
    }
    assert_eq!(handshake(&house, "HTTP/1.0", &[HOST, VERSION, KEY]).await, 400);
    house.close().await.unwrap();
}

/// Hears this many pings, each of which is met with these bytes.
async fn stay(raw: &mut Raw, pings: usize, sign: &[u8]) {
    let mut heard = 0;
    while heard < pings {
        let (first, body) = raw.frame().await.expect("the connection stays");
        if first == FIN | PING {
            assert!(body.is_empty(), "{body:?}");
            heard += 1;
            raw.send(sign).await;
        }
    }
}

// LO-11
#[tokio::test]
async fn whoever_gives_no_sign_after_three_pings_is_given_up() {
    let often = |config: &mut Config| config.limits.ping_seconds = NonZeroU32::MIN;
    let house = House::with(often, Arc::new(Memory::new())).await;
    house.connect().await;
    let mut silent = Raw::open(&house, &[]).await;
    let mut answering = Raw::open(&house, &[]).await;
    let mut busy = Raw::open(&house, &[]).await;
    let goes = async {
        stay(&mut silent, 3, &[]).await;
        assert_eq!(silent.end().await, (vec![], Some(1001)));
    };
    let (pong, question) = (frame(FIN | PONG, b""), text(PING_ONE));
    tokio::join!(goes, stay(&mut answering, 5, &pong), stay(&mut busy, 5, &question));
    house.close().await.unwrap();
}

type Foreign = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn foreign_answer(foreign: &mut Foreign, id: u64) -> Value {
    loop {
        let next = timeout(TEST_TIMEOUT, foreign.next()).await.expect("a message in time");
        let Theirs::Text(text) = next.unwrap().unwrap() else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["id"] == id {
            return message;
        }
    }
}

#[tokio::test]
async fn a_client_of_the_library_is_served() {
    let house = House::open().await;
    house.connect().await;
    let (mut foreign, _) = connect_async(format!("ws://{}/ws", house.address)).await.unwrap();
    foreign.send(Theirs::text(PING_ONE)).await.unwrap();
    assert_eq!(foreign_answer(&mut foreign, 1).await["event"], "ok");
    // In parts, with a ping between them.
    let part = |text: &'static str, kind, last| {
        Theirs::Frame(TheirFrame::message(Bytes::from(text), OpCode::Data(kind), last))
    };
    foreign.send(part(r#"{"event":"pi"#, TheirData::Text, false)).await.unwrap();
    foreign.send(Theirs::Ping(Bytes::from("?"))).await.unwrap();
    foreign.send(part(r#"ng","id":2}"#, TheirData::Continue, true)).await.unwrap();
    assert_eq!(foreign_answer(&mut foreign, 2).await["event"], "ok");
    // Larger than what is read at once, and refused in words.
    let long = json!({ "event": "chat", "id": 3, "data": { "text": "ä".repeat(15_000) } });
    foreign.send(Theirs::text(long.to_string())).await.unwrap();
    assert_eq!(foreign_answer(&mut foreign, 3).await["event"], "error");
    let code = CloseCode::Normal;
    foreign.close(Some(CloseFrame { code, reason: "bye".into() })).await.unwrap();
    loop {
        match timeout(TEST_TIMEOUT, foreign.next()).await.expect("an end in time") {
            Some(Ok(Theirs::Close(frame))) => assert_eq!(frame.unwrap().code, code),
            Some(Ok(_)) => {}
            Some(Err(error)) => panic!("{error}"),
            None => break,
        }
    }
    house.close().await.unwrap();
}
