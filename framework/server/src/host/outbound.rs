//! Bounded queues of messages from the host to the connections.
//!
//! The host puts messages into the queues of connections and wakes their tasks in groups; each task writes all that
//! waits for it.

use super::ConnId;
use futures_util::task::AtomicWaker;
use std::{
    cell::RefCell,
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

/// So many connections are woken together: their tasks write while the host goes on with the next tables.
const CONNECTIONS_PER_WAKE: usize = 16;
/// A queue that is empty keeps room for so many messages.
const SPARE_CAPACITY: usize = 8;

/// What may wait for a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutboundLimits {
    pub(crate) messages: usize,
    /// A message is refused if so many bytes wait already: a single one may be larger.
    pub(crate) bytes: usize,
}

/// Makes the queue of a connection: the host's end and the end of the task that writes.
pub(crate) fn outbound(conn: ConnId, limits: OutboundLimits) -> (ConnSender, ConnReceiver) {
    let queue = Arc::new(Queue { conn, limits, waiting: Mutex::default(), waker: AtomicWaker::new() });
    (ConnSender(queue.clone()), ConnReceiver(queue))
}

/// The host's end of a connection's queue.
#[derive(Clone)]
pub(crate) struct ConnSender(Arc<Queue>);

/// The end of the task that writes to the connection.
pub(crate) struct ConnReceiver(Arc<Queue>);

struct Queue {
    conn: ConnId,
    limits: OutboundLimits,
    waiting: Mutex<Waiting>,
    waker: AtomicWaker,
}

#[derive(Default)]
struct Waiting {
    messages: VecDeque<Arc<str>>,
    bytes: usize,
    closed: bool,
}

/// What became of a message.
#[derive(Debug, PartialEq, Eq)]
enum Pushed {
    /// It is the only one that waits.
    First,
    /// It waits behind others.
    Behind,
    /// There is no room for it.
    Full,
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnSender {
    fn push(&self, message: Arc<str>) -> Pushed {
        let mut waiting = self.0.waiting();
        let (count, limits) = (waiting.messages.len(), &self.0.limits);
        if count >= limits.messages || waiting.bytes >= limits.bytes {
            return Pushed::Full;
        }
        waiting.bytes += message.len();
        waiting.messages.push_back(message);
        if count == 0 { Pushed::First } else { Pushed::Behind }
    }

    /// Whether the host has let go of the connection.
    pub(crate) fn is_closed(&self) -> bool {
        self.0.waiting().closed
    }

    /// Ends the connection once all that waits is written.
    pub(crate) fn close(&self) {
        self.0.waiting().closed = true;
        self.0.waker.wake();
    }
}

impl ConnReceiver {
    /// Waits for messages; false once there are none and the host has closed the queue.
    pub(crate) fn poll_waiting(&self, context: &mut Context<'_>) -> Poll<bool> {
        self.0.waker.register(context.waker());
        let waiting = self.0.waiting();
        match (waiting.messages.is_empty(), waiting.closed) {
            (false, _) => Poll::Ready(true),
            (true, true) => Poll::Ready(false),
            (true, false) => Poll::Pending,
        }
    }

    /// Takes messages out until they have so many bytes together, or none is left.
    pub(crate) fn take(&self, bytes: usize, mut each: impl FnMut(&str)) {
        let mut waiting = self.0.waiting();
        let mut taken = 0;
        while taken < bytes
            && let Some(message) = waiting.messages.pop_front()
        {
            taken += message.len();
            waiting.bytes -= message.len();
            each(&message);
        }
        if waiting.messages.is_empty() && waiting.messages.capacity() > SPARE_CAPACITY {
            waiting.messages = VecDeque::new();
        }
    }
}

/// Puts messages into the queues of connections, and remembers whom to wake.
#[derive(Default)]
pub(crate) struct Outbound {
    round: RefCell<Round>,
}

#[derive(Default)]
struct Round {
    /// Connections whose queues were empty before this round.
    to_wake: Vec<ConnSender>,
    overflowed: Vec<ConnId>,
}

impl Outbound {
    /// Puts a message into a queue. The task behind it is woken with others, at the end of the step at the latest,
    /// so that what follows in the same step is written together with it.
    pub(crate) fn send(&self, to: &ConnSender, message: Arc<str>) {
        let pushed = to.push(message);
        let mut round = self.round.borrow_mut();
        match pushed {
            Pushed::First => {
                round.to_wake.push(to.clone());
                if round.to_wake.len() > CONNECTIONS_PER_WAKE {
                    // The last one may still get more in this step.
                    let last = round.to_wake.pop();
                    round.wake();
                    round.to_wake.extend(last);
                }
            }
            Pushed::Behind => {}
            Pushed::Full => round.overflowed.push(to.0.conn),
        }
    }

    /// Wakes the tasks of all connections that have messages: the step is over.
    pub(crate) fn flush(&self) {
        self.round.borrow_mut().wake();
    }

    /// The connections that read too slowly.
    pub(crate) fn take_overflowed(&self) -> Vec<ConnId> {
        std::mem::take(&mut self.round.borrow_mut().overflowed)
    }
}

impl Round {
    fn wake(&mut self) {
        for sender in self.to_wake.drain(..) {
            sender.0.waker.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;
    use tokio::task::JoinHandle;

    const LIMITS: OutboundLimits = OutboundLimits { messages: 8, bytes: 1_000 };

    fn queue(limits: OutboundLimits) -> (ConnSender, ConnReceiver) {
        outbound(ConnId(7), limits)
    }

    async fn waiting(queue: &ConnReceiver) -> bool {
        poll_fn(|context| queue.poll_waiting(context)).await
    }

    fn take(queue: &ConnReceiver, bytes: usize) -> Vec<String> {
        let mut taken = Vec::new();
        queue.take(bytes, |message| taken.push(message.to_string()));
        taken
    }

    /// A task that takes all that waits as soon as it is woken, once.
    fn once(receiver: ConnReceiver) -> JoinHandle<Vec<String>> {
        tokio::spawn(async move {
            waiting(&receiver).await;
            take(&receiver, usize::MAX)
        })
    }

    #[tokio::test]
    async fn what_is_sent_in_one_step_is_written_together_and_in_order() {
        let (host, (sender, receiver)) = (Outbound::default(), queue(LIMITS));
        let writing = once(receiver);
        tokio::task::yield_now().await;
        for message in ["answer", "update", "list"] {
            host.send(&sender, message.into());
            tokio::task::yield_now().await;
        }
        assert!(!writing.is_finished(), "the step is not over");
        host.flush();
        assert_eq!(writing.await.unwrap(), ["answer", "update", "list"]);
    }

    #[tokio::test]
    async fn a_crowd_is_woken_before_the_step_is_over() {
        let host = Outbound::default();
        let (senders, receivers): (Vec<_>, Vec<_>) =
            (0..3 * CONNECTIONS_PER_WAKE).map(|_| queue(LIMITS)).unzip();
        let mut writing: Vec<_> = receivers.into_iter().map(once).collect();
        tokio::task::yield_now().await;
        for sender in &senders {
            host.send(sender, "update".into());
        }
        let last = writing.split_off(2 * CONNECTIONS_PER_WAKE);
        for one in writing {
            assert_eq!(one.await.unwrap(), ["update"]);
        }
        assert!(!last.iter().any(JoinHandle::is_finished));
        host.flush();
        for one in last {
            assert_eq!(one.await.unwrap(), ["update"]);
        }
    }

    #[test]
    fn a_queue_is_bounded_by_messages_and_by_bytes() {
        let host = Outbound::default();
        let (few, receiver) = queue(OutboundLimits { messages: 1, ..LIMITS });
        host.send(&few, "first".into());
        assert_eq!(host.take_overflowed(), []);
        host.send(&few, "second".into());
        assert_eq!(host.take_overflowed(), [ConnId(7)]);
        assert_eq!(take(&receiver, usize::MAX), ["first"]);
        let (small, receiver) = queue(LIMITS);
        let large = "x".repeat(2 * LIMITS.bytes);
        host.send(&small, large.as_str().into());
        assert_eq!(host.take_overflowed(), [], "a single message may be larger than the limit");
        host.send(&small, "more".into());
        assert_eq!(host.take_overflowed(), [ConnId(7)]);
        assert_eq!(take(&receiver, usize::MAX), [large]);
        host.send(&small, "there is room again".into());
        assert_eq!(host.take_overflowed(), []);
    }

    #[test]
    fn no_more_is_taken_at_once_than_is_wanted() {
        let (host, (sender, receiver)) = (Outbound::default(), queue(LIMITS));
        for message in ["one", "two", "three"] {
            host.send(&sender, message.into());
        }
        assert_eq!(take(&receiver, 4), ["one", "two"]);
        assert_eq!(take(&receiver, 4), ["three"]);
        assert_eq!(receiver.0.waiting().bytes, 0);
    }

    #[tokio::test]
    async fn a_closed_queue_gives_what_it_has_and_then_nothing() {
        let (host, (sender, receiver)) = (Outbound::default(), queue(LIMITS));
        host.send(&sender, "goodbye".into());
        sender.close();
        assert!(waiting(&receiver).await);
        assert_eq!(take(&receiver, usize::MAX), ["goodbye"]);
        assert!(!waiting(&receiver).await);
    }
}
