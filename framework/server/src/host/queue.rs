//! The bounded queue through which everything reaches the host thread.

use super::{ConnId, ConnSender, slow_requests::JobResult, table_list::ListedTable};
use crate::{data_folder_watcher::Change, protocol::Request};
use parlor_runtime::{Command, Millis};
use std::{net::IpAddr, time::Duration};
use tokio::{
    sync::{
        mpsc::{Receiver, Sender, channel},
        oneshot,
    },
    time::timeout,
};

/// Messages that wait for the host thread at most. A connection whose message finds no room stops reading until
/// there is some.
const CAPACITY: usize = 4096;

/// A message to the host thread.
pub(crate) enum HostMessage {
    /// A client connected.
    Connected { conn: ConnId, address: IpAddr, out: ConnSender, language: usize },
    /// A connection ended.
    Disconnected { conn: ConnId },
    /// A request of a client.
    Request { conn: ConnId, id: u64, request: Request, lag: Millis },
    /// The work pool has done the job of a request.
    JobDone { conn: ConnId, id: u64, result: JobResult },
    /// Batches were acknowledged by the store.
    Stored,
    /// A bot chose a move.
    BotMove { command: Command, not_before: Millis },
    /// The data folder changed.
    DataChanged(Vec<Change>),
    /// The public tables are wanted, to be rendered elsewhere.
    Tables { reply: oneshot::Sender<Vec<ListedTable>> },
    /// How busy the host is.
    Health { reply: oneshot::Sender<Health> },
    /// The server stops.
    Stop,
}

/// How busy the host is.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub(crate) struct Health {
    pub(crate) tables: usize,
    pub(crate) connections: usize,
    pub(crate) people: usize,
}

/// The sending end, for connections and threads.
///
/// The host thread never sends to its own queue and never waits for a sender, so a full queue always drains.
#[derive(Clone)]
pub(crate) struct HostQueue(Sender<HostMessage>);

/// The receiving end, for the host thread.
pub(crate) struct HostInbox(Receiver<HostMessage>);

/// What came of waiting for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// There are messages.
    Messages,
    /// There is none, and the time is up.
    Timeout,
    /// There will never be one again.
    Closed,
}

impl HostQueue {
    pub(crate) fn new() -> (HostQueue, HostInbox) {
        HostQueue::with_capacity(CAPACITY)
    }

    fn with_capacity(capacity: usize) -> (HostQueue, HostInbox) {
        let (sender, receiver) = channel(capacity);
        (HostQueue(sender), HostInbox(receiver))
    }

    /// Sends a message, and waits for room if there is none; false once the host has ended.
    pub(crate) async fn send(&self, message: HostMessage) -> bool {
        self.0.send(message).await.is_ok()
    }

    /// The same for threads outside of the asynchronous runtime.
    pub(crate) fn blocking_send(&self, message: HostMessage) -> bool {
        self.0.blocking_send(message).is_ok()
    }

    /// Wakes the host thread to tell what is stored. If there is no room for the message, the host is awake.
    pub(crate) fn wake(&self) {
        let _ = self.0.try_send(HostMessage::Stored);
    }
}

impl HostInbox {
    /// Takes up to `limit` messages as soon as there is one, or gives up after a while.
    pub(super) async fn receive(
        &mut self,
        messages: &mut Vec<HostMessage>,
        limit: usize,
        wait: Duration,
    ) -> Received {
        match timeout(wait, self.0.recv_many(messages, limit)).await {
            Ok(0) => Received::Closed,
            Ok(_) => Received::Messages,
            Err(_) => Received::Timeout,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const LONG: Duration = Duration::from_secs(20);

    fn message(number: u64) -> HostMessage {
        HostMessage::Disconnected { conn: ConnId(number) }
    }

    fn number(message: &HostMessage) -> u64 {
        match message {
            HostMessage::Disconnected { conn } => conn.0,
            _ => panic!("only numbers are sent here"),
        }
    }

    #[tokio::test]
    async fn a_step_takes_what_waits_up_to_its_limit_and_in_order() {
        let (queue, mut inbox) = HostQueue::with_capacity(8);
        for count in 0..5 {
            assert!(queue.send(message(count)).await);
        }
        let mut taken = Vec::new();
        assert_eq!(inbox.receive(&mut taken, 3, LONG).await, Received::Messages);
        assert_eq!(taken.iter().map(number).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(inbox.receive(&mut taken, 3, LONG).await, Received::Messages);
        assert_eq!(taken.len(), 5);
        assert_eq!(inbox.receive(&mut taken, 3, Duration::ZERO).await, Received::Timeout);
        drop(queue);
        assert_eq!(inbox.receive(&mut taken, 3, LONG).await, Received::Closed);
    }

    /// Tasks and threads send more than there is room for: all of it arrives, in the order of each sender.
    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn senders_wait_for_room_and_nothing_is_lost() {
        const EACH: u64 = 500;
        let (queue, mut inbox) = HostQueue::with_capacity(2);
        for sender in 0..4 {
            let queue = queue.clone();
            let number = move |count| message(sender * EACH + count);
            if sender % 2 == 0 {
                tokio::spawn(async move {
                    for count in 0..EACH {
                        assert!(queue.send(number(count)).await);
                    }
                });
            } else {
                thread::spawn(move || {
                    (0..EACH).for_each(|count| assert!(queue.blocking_send(number(count))));
                });
            }
        }
        drop(queue);
        let (mut taken, mut last) = (Vec::new(), [None; 4]);
        while inbox.receive(&mut taken, 64, LONG).await == Received::Messages {}
        assert_eq!(taken.len() as u64, 4 * EACH);
        for number in taken.iter().map(number) {
            let last = &mut last[(number / EACH) as usize];
            assert!(last.is_none_or(|last| last < number), "{number} after {last:?}");
            *last = Some(number);
        }
    }

    #[tokio::test]
    async fn nothing_is_sent_to_a_host_that_ended() {
        let (queue, inbox) = HostQueue::with_capacity(1);
        assert!(queue.send(message(1)).await);
        let waiting = tokio::spawn({
            let queue = queue.clone();
            async move { queue.send(message(2)).await }
        });
        tokio::task::yield_now().await;
        drop(inbox);
        assert!(!waiting.await.unwrap(), "a sender that waits for room gives up");
        assert!(!queue.send(message(3)).await);
    }
}
