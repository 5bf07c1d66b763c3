//! The TCP connection under every HTTP and WebSocket connection, with a way out that several threads can use.
//!
//! Axum reads and writes it like any other. Beside that, whoever holds its [`Outlet`] may put whole WebSocket
//! frames in line and write them at once, without waking the task that serves the connection.

use axum::{
    extract::{connect_info::Connected, ws::Utf8Bytes},
    serve::{IncomingStream, Listener},
};
use std::{
    array,
    collections::VecDeque,
    future::poll_fn,
    io::{self, ErrorKind, IoSlice},
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};

/// Accepts connections whose way out can be shared.
pub(crate) struct Wires(pub(crate) TcpListener);

impl Listener for Wires {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        // A move is a small message that somebody waits for.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection cannot be made quick");
        }
        (Wire::new(stream), address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// A connection as axum uses it.
pub(crate) struct Wire {
    way_in: OwnedReadHalf,
    outlet: Arc<Outlet>,
}

impl Wire {
    pub(crate) fn new(stream: TcpStream) -> Wire {
        let (way_in, out) = stream.into_split();
        let line = Line { out: Some(out), shared: false, waiting: VecDeque::new(), begun: 0 };
        Wire { way_in, outlet: Arc::new(Outlet(Mutex::new(line))) }
    }

    pub(crate) fn outlet(&self) -> Arc<Outlet> {
        self.outlet.clone()
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        // The connection ends with the task that serves it, whoever still holds the outlet.
        self.outlet.line().out = None;
    }
}

/// The way out of the connection that a request came through.
#[derive(Clone)]
pub(crate) struct WayOut(pub(crate) Arc<Outlet>);

impl Connected<IncomingStream<'_, Wires>> for WayOut {
    fn connect_info(stream: IncomingStream<'_, Wires>) -> WayOut {
        WayOut(stream.io().outlet())
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.way_in).poll_read(context, buffer)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    /// Once the way out is shared, what is written here is whole frames as well, and nobody may write in the
    /// middle of them: what the network does not take waits in line.
    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut line = self.outlet.line();
        ready!(line.poll_clear(context))?;
        let written = loop {
            match line.out()?.try_write_vectored(slices) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    ready!(line.out()?.as_ref().poll_write_ready(context))?;
                }
                result => break result?,
            }
        };
        let all = slices.iter().map(|slice| slice.len()).sum();
        if written == all || !line.shared {
            return Poll::Ready(Ok(written));
        }
        let rest: Vec<u8> = slices.iter().flat_map(|slice| slice.iter()).skip(written).copied().collect();
        line.waiting.push_back(Waiting::Bytes(rest));
        Poll::Ready(Ok(all))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.outlet.line().poll_clear(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut line = self.outlet.line();
        ready!(line.poll_clear(context))?;
        match &mut line.out {
            Some(out) => Pin::new(out).poll_shutdown(context),
            None => Poll::Ready(Ok(())),
        }
    }
}

/// The way out of a connection: what waits to be written, and where to.
pub(crate) struct Outlet(Mutex<Line>);

struct Line {
    /// Gone once the connection is.
    out: Option<OwnedWriteHalf>,
    /// Whether others than axum write, too.
    shared: bool,
    waiting: VecDeque<Waiting>,
    /// How much of the first that waits is written already.
    begun: usize,
}

enum Waiting {
    /// A message, which is a frame with a head.
    Text(Utf8Bytes),
    /// Whatever axum wrote and the network did not take yet.
    Bytes(Vec<u8>),
}

/// What became of an attempt to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrote {
    /// Nothing waits any more, or nobody is there to wait for it.
    All,
    /// The network takes no more now.
    Some,
}

/// How many frames are written at once at most, each with its head.
const AT_ONCE: usize = 8;

impl Outlet {
    /// Puts a message in line, and says how many there were before; refused if there are too many.
    /// It goes nowhere where others than axum do not write, or do so no more.
    pub(crate) fn put(&self, message: Utf8Bytes, most: usize) -> Option<usize> {
        let mut line = self.line();
        let before = line.waiting.len();
        if !line.shared {
            return Some(before);
        }
        if before >= most {
            return None;
        }
        line.waiting.push_back(Waiting::Text(message));
        Some(before)
    }

    pub(crate) fn is_clear(&self) -> bool {
        self.line().waiting.is_empty()
    }

    /// Writes what waits, as much as the network takes now.
    pub(crate) fn write(&self) -> Wrote {
        let mut line = self.line();
        match line.write() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => Wrote::Some,
            // A connection that broke is noticed by whoever reads from it.
            Ok(()) | Err(_) => Wrote::All,
        }
    }

    /// Writes some of what waits, as soon as the network takes it.
    pub(crate) async fn go_on(&self) -> io::Result<()> {
        poll_fn(|context| self.line().poll_some(context)).await
    }

    /// Says whether others than axum may write from now on. What waits is written in any case.
    pub(crate) fn share(&self, shared: bool) {
        self.line().shared = shared;
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    fn out(&self) -> io::Result<&OwnedWriteHalf> {
        self.out.as_ref().ok_or_else(|| ErrorKind::NotConnected.into())
    }

    /// Writes all that waits.
    fn poll_clear(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.waiting.is_empty() {
            ready!(self.poll_some(context))?;
        }
        Poll::Ready(Ok(()))
    }

    /// Writes some of what waits, if anything does.
    fn poll_some(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let before = (self.waiting.len(), self.begun);
            match self.write() {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if (self.waiting.len(), self.begun) != before {
                        return Poll::Ready(Ok(()));
                    }
                    ready!(self.out()?.as_ref().poll_write_ready(context))?;
                }
                result => return Poll::Ready(result),
            }
        }
    }

    /// Writes what waits until nothing does, or the network takes no more.
    fn write(&mut self) -> io::Result<()> {
        while !self.waiting.is_empty() {
            let written = self.write_some();
            match written {
                Ok(written) => self.pass(written),
                Err(error) => {
                    if error.kind() != ErrorKind::WouldBlock {
                        self.waiting.clear();
                        self.begun = 0;
                    }
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    fn write_some(&self) -> io::Result<usize> {
        let out = self.out()?;
        let mut heads = [[0; Head::LARGEST]; AT_ONCE];
        let mut slices: [IoSlice<'_>; 2 * AT_ONCE] = array::from_fn(|_| IoSlice::new(&[]));
        let mut begun = self.begun;
        for ((waiting, head), slices) in self.waiting.iter().zip(&mut heads).zip(slices.chunks_mut(2)) {
            let (head, body) = waiting.parts(head);
            let in_head = begun.min(head.len());
            slices[0] = IoSlice::new(&head[in_head..]);
            slices[1] = IoSlice::new(&body[begun - in_head..]);
            begun = 0;
        }
        match out.try_write_vectored(&slices[..2 * self.waiting.len().min(AT_ONCE)]) {
            Ok(0) => Err(ErrorKind::WriteZero.into()),
            result => result,
        }
    }

    /// Lets go of what is written.
    fn pass(&mut self, written: usize) {
        self.begun += written;
        while let Some(first) = self.waiting.front()
            && first.len() <= self.begun
        {
            self.begun -= first.len();
            self.waiting.pop_front();
        }
        if self.waiting.is_empty() && self.waiting.capacity() > AT_ONCE {
            self.waiting = VecDeque::new();
        }
    }
}

impl Waiting {
    fn parts<'a>(&'a self, head: &'a mut [u8; Head::LARGEST]) -> (&'a [u8], &'a [u8]) {
        match self {
            Waiting::Text(text) => {
                let text: &str = text;
                (Head::write(text.len(), head), text.as_bytes())
            }
            Waiting::Bytes(bytes) => (&[], bytes),
        }
    }

    fn len(&self) -> usize {
        match self {
            Waiting::Text(text) => Head::len(text.len()) + text.len(),
            Waiting::Bytes(bytes) => bytes.len(),
        }
    }
}

/// The head of a text message in one frame (RFC 6455, section 5.2): what a server sends has no mask.
struct Head;

impl Head {
    const LARGEST: usize = 10;
    /// The last frame of a message, which is text.
    const TEXT: u8 = 0x81;

    fn len(size: usize) -> usize {
        match size {
            0..=125 => 2,
            126..=0xffff => 4,
            _ => 10,
        }
    }

    fn write(size: usize, head: &mut [u8; Head::LARGEST]) -> &[u8] {
        head[0] = Head::TEXT;
        match size {
            0..=125 => head[1] = size as u8,
            126..=0xffff => {
                head[1] = 126;
                head[2..4].copy_from_slice(&(size as u16).to_be_bytes());
            }
            _ => {
                head[1] = 127;
                head[2..].copy_from_slice(&(size as u64).to_be_bytes());
            }
        }
        &head[..Head::len(size)]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use futures_util::{SinkExt, StreamExt};
    use std::time::Duration;
    use tokio_tungstenite::{
        WebSocketStream,
        tungstenite::{Message, protocol::Role},
    };

    /// A wire, and the other end of it.
    pub(crate) async fn pair() -> (Wire, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (near, far) = tokio::join!(listener.accept(), TcpStream::connect(address));
        (Wire::new(near.unwrap().0), far.unwrap())
    }

    /// The next messages that a client reads.
    pub(crate) async fn read(stream: &mut TcpStream, count: usize) -> Vec<String> {
        let mut socket = WebSocketStream::from_raw_socket(stream, Role::Client, None).await;
        let mut texts = Vec::new();
        while texts.len() < count {
            texts.push(socket.next().await.unwrap().unwrap().into_text().unwrap().to_string());
        }
        texts
    }

    /// How many bytes come next; none at the end.
    async fn rest(stream: &TcpStream) -> usize {
        loop {
            stream.readable().await.unwrap();
            match stream.try_read(&mut [0; 100]) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                result => return result.unwrap(),
            }
        }
    }

    #[tokio::test]
    async fn messages_of_every_size_are_frames_that_a_client_reads() {
        let (wire, mut far) = pair().await;
        wire.outlet.share(true);
        let sizes = [0, 1, 125, 126, 65_535, 65_536, 200_000];
        let texts = sizes.map(|size| "ä".repeat(size / 2) + &"x".repeat(size % 2));
        for text in &texts {
            assert!(wire.outlet.put(text.as_str().into(), 100).is_some());
        }
        let outlet = wire.outlet();
        let writing = tokio::spawn(async move {
            while !outlet.is_clear() {
                outlet.go_on().await.unwrap();
            }
        });
        assert_eq!(read(&mut far, texts.len()).await, texts);
        writing.await.unwrap();
        assert!(wire.outlet.is_clear());
    }

    /// Both ways of writing are used at once while the reader is slow: frames never mix, and each keeps its order.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whatever_axum_writes_never_ends_up_inside_a_message() {
        const EACH: usize = 300;
        let (wire, mut far) = pair().await;
        let outlet = wire.outlet();
        outlet.share(true);
        let host = std::thread::spawn(move || {
            for number in 0..EACH {
                let text = format!("h{number} {}", "x".repeat(number * 37 % 9_000));
                while outlet.put(text.as_str().into(), 4).is_none() {
                    outlet.write();
                    std::thread::sleep(Duration::from_micros(100));
                }
                outlet.write();
            }
        });
        let outlet = wire.outlet();
        let axum = tokio::spawn(async move {
            let mut socket = WebSocketStream::from_raw_socket(wire, Role::Server, None).await;
            for number in 0..EACH {
                let text = format!("a{number} {}", "y".repeat(number * 91 % 9_000));
                socket.send(Message::text(text)).await.unwrap();
            }
            socket
        });
        let cleared = tokio::spawn(async move {
            let socket = axum.await.unwrap();
            while !host.is_finished() || !outlet.is_clear() {
                outlet.go_on().await.unwrap();
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            socket
        });
        // Nobody reads for a while, so that neither side can write all it has.
        tokio::time::sleep(Duration::from_millis(200)).await;
        let all = read(&mut far, 2 * EACH).await;
        drop(cleared.await.unwrap());
        for (who, filling, step) in [('h', 'x', 37), ('a', 'y', 91)] {
            let theirs: Vec<&String> = all.iter().filter(|text| text.starts_with(who)).collect();
            let wanted: Vec<String> = (0..EACH)
                .map(|number| format!("{who}{number} {}", filling.to_string().repeat(number * step % 9_000)))
                .collect();
            assert!(theirs.into_iter().eq(&wanted), "every message of {who}, in order");
        }
    }

    #[tokio::test]
    async fn nothing_follows_what_axum_says_at_last() {
        let (wire, mut far) = pair().await;
        let outlet = wire.outlet();
        outlet.share(true);
        outlet.put("before".into(), 8);
        outlet.share(false);
        outlet.put("after".into(), 8);
        let mut socket = WebSocketStream::from_raw_socket(wire, Role::Server, None).await;
        socket.send(Message::text("the last word")).await.unwrap();
        outlet.put("long after".into(), 8);
        outlet.write();
        drop(socket);
        assert_eq!(read(&mut far, 2).await, ["before", "the last word"]);
        assert_eq!(rest(&far).await, 0, "and nothing else");
    }

    #[tokio::test]
    async fn who_holds_the_way_out_does_not_keep_a_connection_open() {
        let (wire, far) = pair().await;
        let outlet = wire.outlet();
        outlet.share(true);
        drop(wire);
        assert_eq!(rest(&far).await, 0, "the other side sees the end");
        outlet.put("too late".into(), 8);
        assert_eq!(outlet.write(), Wrote::All, "nothing waits for ever");
        assert!(outlet.is_clear());
    }
}
