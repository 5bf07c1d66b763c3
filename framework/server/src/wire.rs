//! The TCP connection under a WebSocket, with a way out that several threads can use.
//!
//! The task that serves the connection reads from it. Whoever holds its [`Outlet`] may put whole frames in line and
//! write them at once, without waking that task, which writes in the same way itself.

use crate::websocket::{Head, Kind};
use std::{
    array,
    cell::RefCell,
    collections::VecDeque,
    future::poll_fn,
    io::{self, ErrorKind, IoSlice},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
};
use tokio::{
    io::{AsyncRead, ReadBuf},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};

/// As much as is read at once.
const AT_A_TIME: usize = 16 * 1024;

thread_local! {
    /// What has just arrived. All connections of a thread share it, so those that are idle have no buffer.
    static ARRIVED: RefCell<Box<[u8]>> = RefCell::new(vec![0; AT_A_TIME].into());
}

/// Waits for bytes and hands them over; none at the end of the connection.
pub(crate) fn poll_arrived<T>(
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

/// A connection as the task has it that serves it.
pub(crate) struct Wire {
    way_in: OwnedReadHalf,
    outlet: Arc<Outlet>,
}

impl Wire {
    pub(crate) fn new(stream: TcpStream) -> Wire {
        let (way_in, out) = stream.into_split();
        let line = Line { out: Some(out), ended: false, waiting: VecDeque::new(), begun: 0 };
        Wire { way_in, outlet: Arc::new(Outlet(Mutex::new(line))) }
    }

    pub(crate) fn outlet(&self) -> Arc<Outlet> {
        self.outlet.clone()
    }

    /// Waits for bytes and hands them over; none at the end of the connection.
    pub(crate) fn poll_arrived<T>(
        &mut self,
        context: &mut Context<'_>,
        take: impl FnOnce(&mut [u8]) -> T,
    ) -> Poll<io::Result<T>> {
        poll_arrived(&mut self.way_in, context, take)
    }

    /// Writes all that waits, and says that it was the last.
    pub(crate) async fn finish(&mut self) -> io::Result<()> {
        poll_fn(|context| self.outlet.line().poll_clear(context)).await?;
        self.outlet.line().out = None;
        Ok(())
    }

    /// Reads on until the other side ends the connection as well. If it were given up while something is still
    /// arriving, the other side might never read the last of what was written.
    pub(crate) async fn drain(&mut self) {
        while poll_fn(|context| self.poll_arrived(context, |bytes| !bytes.is_empty())).await.unwrap_or(false)
        {
        }
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        // The connection ends with the task that serves it, whoever still holds the outlet.
        self.outlet.line().out = None;
    }
}

/// The way out of a connection: what waits to be written, and where to.
pub(crate) struct Outlet(Mutex<Line>);

struct Line {
    /// Gone once the connection is.
    out: Option<OwnedWriteHalf>,
    /// Whether the last word was said.
    ended: bool,
    waiting: VecDeque<Waiting>,
    /// How much of the first that waits is written already.
    begun: usize,
}

/// What waits to be written.
pub(crate) enum Waiting {
    /// A message, which is a frame with a head.
    Text(Arc<str>),
    /// A frame with its head.
    Frame(Vec<u8>),
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
    /// Puts something in line, and says how many there were before; refused if there are too many.
    /// It goes nowhere after the last word.
    pub(crate) fn put(&self, waiting: Waiting, most: usize) -> Option<usize> {
        let mut line = self.line();
        let before = line.waiting.len();
        if line.ended {
            return Some(before);
        }
        if before >= most {
            return None;
        }
        line.waiting.push_back(waiting);
        Some(before)
    }

    /// Puts the last word in line, behind what waits already.
    pub(crate) fn put_last(&self, words: impl IntoIterator<Item = Waiting>) {
        let mut line = self.line();
        line.waiting.extend(words);
        line.ended = true;
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
    fn head(text: &str) -> Head {
        Head::whole(Kind::Text, text.len(), None)
    }

    fn parts<'a>(&'a self, head: &'a mut [u8; Head::LARGEST]) -> (&'a [u8], &'a [u8]) {
        match self {
            Waiting::Text(text) => {
                let text: &str = text;
                (Waiting::head(text).write(head), text.as_bytes())
            }
            Waiting::Frame(bytes) => (&[], bytes),
        }
    }

    fn len(&self) -> usize {
        match self {
            Waiting::Text(text) => Waiting::head(text).len() + text.len(),
            Waiting::Frame(bytes) => bytes.len(),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::websocket::put_frame;
    use futures_util::StreamExt;
    use std::time::Duration;
    use tokio::{io::AsyncWriteExt, net::TcpListener};
    use tokio_tungstenite::{WebSocketStream, tungstenite::protocol::Role};

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
        let sizes = [0, 1, 125, 126, 65_535, 65_536, 200_000];
        let texts = sizes.map(|size| "ä".repeat(size / 2) + &"x".repeat(size % 2));
        for text in &texts {
            assert!(wire.outlet.put(Waiting::Text(text.as_str().into()), 100).is_some());
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

    /// The host and the task of the connection write at once while the reader is slow: frames never mix, and each
    /// keeps its order.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whoever_writes_never_ends_up_inside_a_frame_of_somebody_else() {
        const EACH: usize = 300;
        let (wire, mut far) = pair().await;
        let write = |who: char, step: usize| {
            let outlet = wire.outlet();
            std::thread::spawn(move || {
                for number in 0..EACH {
                    let text = format!("{who}{number} {}", "x".repeat(number * step % 9_000));
                    while outlet.put(text_frame(&text), 4).is_none() {
                        outlet.write();
                        std::thread::sleep(Duration::from_micros(100));
                    }
                    outlet.write();
                }
            })
        };
        let writing = [write('h', 37), write('c', 91)];
        let outlet = wire.outlet();
        let cleared = tokio::spawn(async move {
            while !writing.iter().all(std::thread::JoinHandle::is_finished) || !outlet.is_clear() {
                outlet.go_on().await.unwrap();
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        });
        // Nobody reads for a while, so that neither side can write all it has.
        tokio::time::sleep(Duration::from_millis(200)).await;
        let all = read(&mut far, 2 * EACH).await;
        cleared.await.unwrap();
        for (who, step) in [('h', 37), ('c', 91)] {
            let theirs: Vec<&String> = all.iter().filter(|text| text.starts_with(who)).collect();
            let wanted: Vec<String> = (0..EACH)
                .map(|number| format!("{who}{number} {}", "x".repeat(number * step % 9_000)))
                .collect();
            assert!(theirs.into_iter().eq(&wanted), "every message of {who}, in order");
        }
    }

    /// A text as a message, or as a frame that is written already.
    fn text_frame(text: &str) -> Waiting {
        if text.len().is_multiple_of(2) {
            return Waiting::Text(text.into());
        }
        let mut frame = Vec::new();
        put_frame(Kind::Text, text.as_bytes(), None, &mut frame);
        Waiting::Frame(frame)
    }

    #[tokio::test]
    async fn nothing_follows_the_last_word() {
        let (mut wire, mut far) = pair().await;
        let outlet = wire.outlet();
        outlet.put(Waiting::Text("before".into()), 8);
        outlet.put_last([Waiting::Text("the last word".into())]);
        outlet.put(Waiting::Text("after".into()), 8);
        wire.finish().await.unwrap();
        assert_eq!(read(&mut far, 2).await, ["before", "the last word"]);
        outlet.put(Waiting::Text("long after".into()), 8);
        outlet.write();
        assert_eq!(rest(&far).await, 0, "and nothing else");
    }

    /// What still arrives at the end is read, so that the other side gets to read the last word.
    #[tokio::test]
    async fn a_connection_ends_when_the_other_side_has_had_its_say() {
        let (mut wire, mut far) = pair().await;
        far.write_all(&[0; 100_000]).await.unwrap();
        wire.outlet().put_last([Waiting::Text("the last word".into())]);
        let ending = tokio::spawn(async move {
            wire.finish().await.unwrap();
            wire.drain().await;
        });
        assert_eq!(read(&mut far, 1).await, ["the last word"]);
        far.write_all(&[0; 100_000]).await.unwrap();
        assert!(!ending.is_finished());
        drop(far);
        ending.await.unwrap();
    }

    #[tokio::test]
    async fn who_holds_the_way_out_does_not_keep_a_connection_open() {
        let (wire, far) = pair().await;
        let outlet = wire.outlet();
        drop(wire);
        assert_eq!(rest(&far).await, 0, "the other side sees the end");
        outlet.put(Waiting::Text("too late".into()), 8);
        assert_eq!(outlet.write(), Wrote::All, "nothing waits for ever");
        assert!(outlet.is_clear());
    }
}
