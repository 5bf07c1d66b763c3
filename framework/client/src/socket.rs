//! A WebSocket client on `tokio-tungstenite`.

use futures_util::{SinkExt, StreamExt};
use std::io;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        self, Message, Utf8Bytes,
        client::IntoClientRequest,
        http::Uri,
        protocol::{CloseFrame, WebSocketConfig},
    },
};

/// The library zeroes its read buffer before every read, so it is small.
const READ_BUFFER: usize = 1024;
/// The largest message that is accepted, in bytes.
const MAX_MESSAGE: usize = 64 << 20;

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameData<'a> {
    /// A text.
    Text(&'a str),
    /// Any bytes.
    Binary(&'a [u8]),
}

impl FrameData<'_> {
    /// The size in bytes.
    pub fn size(&self) -> usize {
        match self {
            FrameData::Text(text) => text.len(),
            FrameData::Binary(bytes) => bytes.len(),
        }
    }
}

/// Why a connection cannot be opened or used.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// The address is not of the form `ws://127.0.0.1:10191/ws`.
    #[error("{0} is no address of a WebSocket such as ws://127.0.0.1:10191/ws")]
    Address(String),
    /// The server did not accept the WebSocket handshake.
    #[error("no WebSocket was opened, the answer was: {0}")]
    Refused(String),
    /// The network failed.
    #[error(transparent)]
    Network(#[from] io::Error),
    /// The server closed the connection, with a code and a reason if it gave them.
    #[error("closed: {0}")]
    Closed(String),
    /// The server violated the WebSocket protocol.
    #[error("the server broke the rules of WebSockets: {0}")]
    Wrong(String),
}

/// A WebSocket to a server, without encryption.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// The last received message.
    last: Message,
}

impl Socket {
    /// Connects, such as to `ws://127.0.0.1:10191/ws`.
    pub async fn connect(url: &str) -> Result<Socket, SocketError> {
        let address = || SocketError::Address(url.into());
        let uri: Uri = url.parse().map_err(|_| address())?;
        let (Some("ws"), Some(host)) = (uri.scheme_str(), uri.host()) else { return Err(address()) };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let stream = TcpStream::connect((host, uri.port_u16().unwrap_or(80))).await?;
        stream.set_nodelay(true)?;
        let request = uri.into_client_request().map_err(|_| address())?;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_frame_size(Some(MAX_MESSAGE))
            .max_message_size(Some(MAX_MESSAGE));
        match client_async_with_config(request, stream, Some(config)).await {
            Ok((stream, _)) => Ok(Socket { stream, last: Message::Text(Utf8Bytes::default()) }),
            Err(tungstenite::Error::Io(error)) => Err(SocketError::Network(error)),
            Err(tungstenite::Error::Http(answer)) => Err(SocketError::Refused(answer.status().to_string())),
            Err(error) => Err(SocketError::Refused(error.to_string())),
        }
    }

    /// Sends a message, in one write if the socket buffer has room.
    pub async fn send(&mut self, message: FrameData<'_>) -> Result<(), SocketError> {
        let message = match message {
            FrameData::Text(text) => Message::text(text),
            FrameData::Binary(bytes) => Message::binary(bytes.to_vec()),
        };
        self.stream.send(message).await.map_err(fault)
    }

    /// The next message. Pings are answered. Cancel-safe: dropping the future loses no message.
    pub async fn next(&mut self) -> Result<FrameData<'_>, SocketError> {
        loop {
            match self.stream.next().await {
                Some(Ok(message @ (Message::Text(_) | Message::Binary(_)))) => {
                    self.last = message;
                    break;
                }
                Some(Ok(Message::Close(frame))) => {
                    let _ = self.stream.flush().await;
                    return Err(SocketError::Closed(frame.map(told).unwrap_or_default()));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(fault(error)),
                None => return Err(SocketError::Closed(String::new())),
            }
        }
        Ok(match &self.last {
            Message::Binary(bytes) => FrameData::Binary(bytes),
            message => FrameData::Text(message.to_text().unwrap_or_default()),
        })
    }

    /// Closes the connection with a close frame.
    pub async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }
}

/// The code and reason of a close frame as text.
fn told(CloseFrame { code, reason }: CloseFrame) -> String {
    format!("{} {reason}", u16::from(code))
}

fn fault(error: tungstenite::Error) -> SocketError {
    use tungstenite::{Error, error::ProtocolError};
    match error {
        Error::Io(error) => SocketError::Network(error),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => {
            SocketError::Network(io::Error::new(io::ErrorKind::UnexpectedEof, "it ended without a word"))
        }
        Error::ConnectionClosed | Error::AlreadyClosed => SocketError::Closed(String::new()),
        error => SocketError::Wrong(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
        time::timeout,
    };
    use tokio_tungstenite::{
        accept_async,
        tungstenite::{Bytes, protocol::frame::coding::CloseCode},
    };

    /// A connection, and the server at the other end of it.
    async fn pair() -> (Socket, WebSocketStream<TcpStream>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}", listener.local_addr().unwrap());
        let server = async { accept_async(listener.accept().await.unwrap().0).await.unwrap() };
        let (socket, server) = tokio::join!(Socket::connect(&url), server);
        (socket.unwrap(), server)
    }

    #[tokio::test]
    async fn messages_of_any_size_go_both_ways() {
        let (mut socket, mut server) = pair().await;
        for size in [0, 5, 126, 70_000] {
            let text = "ä".repeat(size);
            socket.send(FrameData::Text(&text)).await.unwrap();
            assert_eq!(server.next().await.unwrap().unwrap(), Message::text(text.clone()));
            server.send(Message::text(text.clone())).await.unwrap();
            assert_eq!(socket.next().await.unwrap(), FrameData::Text(&text));
        }
        socket.send(FrameData::Binary(&[0, 255])).await.unwrap();
        assert_eq!(server.next().await.unwrap().unwrap(), Message::binary(vec![0, 255]));
        server.send(Message::binary(vec![1])).await.unwrap();
        assert_eq!(socket.next().await.unwrap(), FrameData::Binary(&[1]));
        socket.close().await;
        assert_eq!(server.next().await.unwrap().unwrap(), Message::Close(None));
    }

    #[tokio::test]
    async fn pings_are_answered_and_a_goodbye_is_told() {
        let (mut socket, mut server) = pair().await;
        server.send(Message::Ping(Bytes::from("there?"))).await.unwrap();
        server.send(Message::text("after it")).await.unwrap();
        assert_eq!(socket.next().await.unwrap(), FrameData::Text("after it"));
        // The pong is sent while the client waits for the next message, or with the next one it sends.
        let waiting = timeout(Duration::from_millis(20), socket.next()).await;
        assert!(waiting.is_err());
        assert_eq!(server.next().await.unwrap().unwrap(), Message::Pong(Bytes::from("there?")));
        let frame = CloseFrame { code: CloseCode::Away, reason: "closing time".into() };
        server.close(Some(frame)).await.unwrap();
        let closed = socket.next().await.unwrap_err();
        assert!(matches!(&closed, SocketError::Closed(why) if why == "1001 closing time"), "{closed}");
        assert!(
            matches!(server.next().await, Some(Ok(Message::Close(Some(frame)))) if frame.code == CloseCode::Away)
        );
    }

    #[tokio::test]
    async fn answers_that_open_no_websocket_are_told() {
        const KEY: &str = "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
        for (answer, told) in [
            (
                "HTTP/1.1 503 Service Unavailable\r\n\r\ntoo many connections".to_string(),
                "503 Service Unavailable",
            ),
            (format!("HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{KEY}\r\n\r\n"), ""),
            ("HTTP/1.1 101 Yes\r\n\r\n".to_string(), ""),
            ("220 mail.example ESMTP\r\n".to_string(), ""),
            (String::new(), ""),
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
            assert!(
                matches!(&refused, SocketError::Refused(why) if why.contains(told)),
                "{answer}: {refused:?}"
            );
        }
    }

    #[tokio::test]
    async fn only_addresses_of_websockets_are_connected_to() {
        for strange in ["wss://localhost/ws", "http://localhost/ws", "localhost:80", "ws://", "ws://a b/", ""]
        {
            assert!(matches!(Socket::connect(strange).await, Err(SocketError::Address(_))), "{strange}");
        }
    }

    #[tokio::test]
    async fn an_end_without_a_word_is_an_error() {
        let (mut socket, server) = pair().await;
        drop(server);
        assert!(matches!(socket.next().await, Err(SocketError::Network(_))));
    }
}
