//! The connection of a client, as lean as what it measures: plain WebSocket, one write for each message, and
//! no buffer of its own for what arrives.

use crate::{
    identity,
    websocket::{Fault, Keys, Kind, Message, Reader, Role, accept_key, close_frame, put_frame},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::{
    future::poll_fn,
    io::{self, ErrorKind},
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

thread_local! {
    static ARRIVED: std::cell::RefCell<Box<[u8]>> = std::cell::RefCell::new(vec![0; 16 * 1024].into());
}

/// Waits for bytes and hands them over; none at the end of the connection.
fn poll_arrived<T>(
    way_in: &mut (impl AsyncRead + Unpin),
    context: &mut Context<'_>,
    take: impl FnOnce(&mut [u8]) -> T,
) -> Poll<io::Result<T>> {
    ARRIVED.with_borrow_mut(|arrived| {
        let mut arrived = ReadBuf::new(arrived);
        ready!(Pin::new(way_in).poll_read(context, &mut arrived))?;
        Poll::Ready(Ok(take(arrived.filled_mut())))
    })
}

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data<'a> {
    /// A text.
    Text(&'a str),
    /// Any bytes.
    Binary(&'a [u8]),
}

impl Data<'_> {
    /// The size in bytes.
    pub fn size(&self) -> usize {
        match self {
            Data::Text(text) => text.len(),
            Data::Binary(bytes) => bytes.len(),
        }
    }
}

/// Why a connection cannot be opened or used.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// It is not such as `ws://127.0.0.1:10191/ws`.
    #[error("{0} is no address of a WebSocket such as ws://127.0.0.1:10191/ws")]
    Address(String),
    /// Something else than a WebSocket answered.
    #[error("no WebSocket was opened, the answer was: {0}")]
    Refused(String),
    /// The network failed.
    #[error(transparent)]
    Network(#[from] io::Error),
    /// The other side closed the connection, with a code and a reason if it gave them.
    #[error("closed: {0}")]
    Closed(String),
    /// The other side broke the rules of WebSockets.
    #[error("the server broke the rules of WebSockets: {0}")]
    Wrong(String),
}

impl From<Fault> for SocketError {
    fn from(fault: Fault) -> SocketError {
        SocketError::Wrong(fault.to_string())
    }
}

/// The largest message that is accepted.
const LARGEST: usize = 64 << 20;
/// The largest head of an answer that is accepted.
const LARGEST_ANSWER: usize = 16 * 1024;
/// What is to be sent keeps a buffer of this size for the next message.
const SPARE: usize = 4096;

/// A WebSocket to a server, without encryption.
pub struct Socket {
    stream: TcpStream,
    reader: Reader,
    keys: Keys,
    /// What is to be sent.
    out: Vec<u8>,
    /// How much of it is written already.
    written: usize,
}

impl Socket {
    /// Connects, such as to `ws://127.0.0.1:10191/ws`.
    pub async fn connect(url: &str) -> Result<Socket, SocketError> {
        let strange = || SocketError::Address(url.into());
        let rest = url.strip_prefix("ws://").ok_or_else(strange)?;
        let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        if host.is_empty() || rest.contains(|c: char| c.is_ascii_control() || c == ' ') {
            return Err(strange());
        }
        let slash = if path.starts_with('/') { "" } else { "/" };
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let stream = if has_port {
            TcpStream::connect(host).await?
        } else {
            TcpStream::connect(format!("{host}:80")).await?
        };
        stream.set_nodelay(true)?;
        let key = STANDARD.encode(identity::random::<16>());
        let mut socket = Socket {
            stream,
            reader: Reader::new(Role::Client, LARGEST),
            keys: Keys::new(u64::from_le_bytes(identity::random())),
            out: format!(
                "GET {slash}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                 Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
            )
            .into(),
            written: 0,
        };
        socket.flush().await?;
        socket.read_answer(&accept_key(key.as_bytes())).await?;
        Ok(socket)
    }

    /// Reads the answer to the request to speak WebSocket. What is behind it is frames already.
    async fn read_answer(&mut self, accepted: &str) -> Result<(), SocketError> {
        const END: &[u8] = b"\r\n\r\n";
        let mut answer = Vec::new();
        let end = loop {
            let over = poll_fn(|context| {
                poll_arrived(&mut self.stream, context, |bytes| {
                    answer.extend_from_slice(bytes);
                    bytes.is_empty()
                })
            });
            let over = over.await?;
            let end = answer.windows(END.len()).position(|four| four == END);
            if over || end.is_some() || answer.len() > LARGEST_ANSWER {
                break end;
            }
        };
        let head = String::from_utf8_lossy(&answer[..end.unwrap_or(answer.len())]).into_owned();
        let status = head.split("\r\n").next().unwrap_or_default();
        let header = |wanted: &str, fits: &dyn Fn(&str) -> bool| {
            let mut fields = head.split("\r\n").skip(1).filter_map(|line| line.split_once(':'));
            fields.any(|(name, value)| name.eq_ignore_ascii_case(wanted) && fits(value.trim()))
        };
        let opened = status.split(' ').nth(1) == Some("101")
            && header("upgrade", &|value| value.eq_ignore_ascii_case("websocket"))
            && header("connection", &|value| value.to_ascii_lowercase().contains("upgrade"))
            && header("sec-websocket-accept", &|value| value == accepted);
        match end {
            Some(end) if opened => {
                self.reader.keep(&answer[end + END.len()..]);
                Ok(())
            }
            _ => Err(SocketError::Refused(status.chars().take(200).collect())),
        }
    }

    /// Sends a message, in one write if the network takes it.
    pub async fn send(&mut self, message: Data<'_>) -> Result<(), SocketError> {
        let key = Some(self.keys.next());
        match message {
            Data::Text(text) => put_frame(Kind::Text, text.as_bytes(), key, &mut self.out),
            Data::Binary(bytes) => put_frame(Kind::Binary, bytes, key, &mut self.out),
        }
        Ok(self.flush().await?)
    }

    /// The next message. Pings are answered on the way. If it is given up before there is a message, none is lost.
    pub async fn next(&mut self) -> Result<Data<'_>, SocketError> {
        let found = loop {
            let Some(found) = self.reader.find()? else {
                self.fill().await?;
                continue;
            };
            match self.reader.message(&found)? {
                Message::Text(_) | Message::Binary(_) => break found,
                Message::Ping(body) => put_frame(Kind::Pong, body, Some(self.keys.next()), &mut self.out),
                Message::Pong(_) => {}
                Message::Close { code, reason } => {
                    let told = code.map(|code| format!("{code} {reason}")).unwrap_or_default();
                    close_frame(code, "", Some(self.keys.next()), &mut self.out);
                    let _ = self.flush().await;
                    return Err(SocketError::Closed(told));
                }
            }
        };
        match self.reader.message(&found)? {
            Message::Text(text) => Ok(Data::Text(text)),
            Message::Binary(bytes) => Ok(Data::Binary(bytes)),
            other => Err(SocketError::Wrong(format!("{other:?}"))),
        }
    }

    /// Ends the connection, with a word of goodbye.
    pub async fn close(mut self) {
        close_frame(None, "", Some(self.keys.next()), &mut self.out);
        let _ = self.flush().await;
    }

    /// Waits until more has arrived, and meanwhile writes what is still to be sent.
    async fn fill(&mut self) -> io::Result<()> {
        poll_fn(|context| {
            if !self.out.is_empty()
                && let Poll::Ready(Err(error)) = self.poll_flush(context)
            {
                return Poll::Ready(Err(error));
            }
            let reader = &mut self.reader;
            let some = ready!(poll_arrived(&mut self.stream, context, |bytes| {
                reader.keep(bytes);
                !bytes.is_empty()
            }))?;
            let end = || io::Error::new(ErrorKind::UnexpectedEof, "it ended without a word");
            Poll::Ready(if some { Ok(()) } else { Err(end()) })
        })
        .await
    }

    async fn flush(&mut self) -> io::Result<()> {
        poll_fn(|context| self.poll_flush(context)).await
    }

    fn poll_flush(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.written < self.out.len() {
            match ready!(Pin::new(&mut self.stream).poll_write(context, &self.out[self.written..]))? {
                0 => return Poll::Ready(Err(ErrorKind::WriteZero.into())),
                written => self.written += written,
            }
        }
        self.written = 0;
        self.out.clear();
        if self.out.capacity() > SPARE {
            self.out = Vec::new();
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::{SinkExt, StreamExt};
    use std::time::Duration;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
        time::timeout,
    };
    use tokio_tungstenite::{
        WebSocketStream, accept_async,
        tungstenite::{
            Bytes, Message as Theirs,
            protocol::{CloseFrame, frame::coding::CloseCode},
        },
    };

    /// A connection, and the server of another implementation at the other end of it.
    async fn pair() -> (Socket, WebSocketStream<TcpStream>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}", listener.local_addr().unwrap());
        let server = async { accept_async(listener.accept().await.unwrap().0).await.unwrap() };
        let (socket, server) = tokio::join!(Socket::connect(&url), server);
        (socket.unwrap(), server)
    }

    #[tokio::test]
    async fn another_implementation_hears_what_is_sent_and_is_heard() {
        let (mut socket, mut server) = pair().await;
        for size in [0, 5, 126, 70_000] {
            let text = "ä".repeat(size);
            socket.send(Data::Text(&text)).await.unwrap();
            assert_eq!(server.next().await.unwrap().unwrap(), Theirs::text(text.clone()));
            server.send(Theirs::text(text.clone())).await.unwrap();
            assert_eq!(socket.next().await.unwrap(), Data::Text(&text));
        }
        socket.send(Data::Binary(&[0, 255])).await.unwrap();
        assert_eq!(server.next().await.unwrap().unwrap(), Theirs::binary(vec![0, 255]));
        server.send(Theirs::binary(vec![1])).await.unwrap();
        assert_eq!(socket.next().await.unwrap(), Data::Binary(&[1]));
        socket.close().await;
        assert_eq!(server.next().await.unwrap().unwrap(), Theirs::Close(None));
    }

    #[tokio::test]
    async fn pings_are_answered_and_a_goodbye_is_told() {
        let (mut socket, mut server) = pair().await;
        server.send(Theirs::Ping(Bytes::from("there?"))).await.unwrap();
        server.send(Theirs::text("after it")).await.unwrap();
        assert_eq!(socket.next().await.unwrap(), Data::Text("after it"));
        // The answer leaves while the next message is waited for, or with the next that is sent.
        let waiting = timeout(Duration::from_millis(20), socket.next()).await;
        assert!(waiting.is_err());
        assert_eq!(server.next().await.unwrap().unwrap(), Theirs::Pong(Bytes::from("there?")));
        let frame = CloseFrame { code: CloseCode::Away, reason: "closing time".into() };
        server.close(Some(frame)).await.unwrap();
        let closed = socket.next().await.unwrap_err();
        assert!(matches!(&closed, SocketError::Closed(why) if why == "1001 closing time"), "{closed}");
        assert!(
            matches!(server.next().await, Some(Ok(Theirs::Close(Some(frame)))) if frame.code == CloseCode::Away)
        );
    }

    #[tokio::test]
    async fn answers_that_open_no_websocket_are_told() {
        const KEY: &str = "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
        for answer in [
            "HTTP/1.1 503 Service Unavailable\r\n\r\ntoo many connections".to_string(),
            format!("HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{KEY}\r\n\r\n"),
            "HTTP/1.1 101 Yes\r\n\r\n".to_string(),
            "220 mail.example ESMTP\r\n".to_string(),
            String::new(),
        ] {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let url = format!("ws://{}/ws", listener.local_addr().unwrap());
            let server = async {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut request = [0; 4096];
                let size = stream.read(&mut request).await.unwrap();
                assert!(request[..size].ends_with(b"\r\n\r\n"));
                stream.write_all(answer.as_bytes()).await.unwrap();
            };
            let (opened, ()) = tokio::join!(Socket::connect(&url), server);
            let refused = opened.err().expect("no WebSocket");
            let first = answer.split("\r\n").next().unwrap();
            assert!(
                matches!(&refused, SocketError::Refused(status) if status.starts_with(first)),
                "{refused}"
            );
        }
    }

    #[tokio::test]
    async fn an_end_without_a_word_is_an_error() {
        let (mut socket, server) = pair().await;
        drop(server);
        assert!(matches!(socket.next().await, Err(SocketError::Network(_))));
    }
}
