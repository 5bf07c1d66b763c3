//! Frames on their way from the host to the connections.

use super::ConnId;
use axum::extract::ws::Utf8Bytes;
use std::{
    cell::RefCell,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::{Notify, mpsc};

/// Where the frames for a connection wait until it sends them.
pub(crate) struct Mailbox {
    conn: ConnId,
    most: usize,
    held: Mutex<Held>,
    bell: Notify,
}

#[derive(Default)]
struct Held {
    frames: Vec<Utf8Bytes>,
    closed: bool,
}

/// What became of a frame that was put into a mailbox.
#[derive(Debug, PartialEq, Eq)]
enum Put {
    First,
    Behind,
    Full,
}

impl Mailbox {
    /// An empty mailbox that holds at most so many frames.
    pub(crate) fn new(conn: ConnId, most: usize) -> Mailbox {
        Mailbox { conn, most, held: Mutex::default(), bell: Notify::new() }
    }

    /// All frames that wait, as soon as there are any; `None` once the host let go of the connection.
    pub(crate) async fn frames(&self) -> Option<Vec<Utf8Bytes>> {
        loop {
            {
                let mut held = self.held();
                if !held.frames.is_empty() {
                    return Some(std::mem::take(&mut held.frames));
                }
                if held.closed {
                    return None;
                }
            }
            self.bell.notified().await;
        }
    }

    fn put(&self, frame: Utf8Bytes) -> Put {
        let mut held = self.held();
        let waiting = held.frames.len();
        if waiting >= self.most {
            return Put::Full;
        }
        held.frames.push(frame);
        if waiting == 0 { Put::First } else { Put::Behind }
    }

    /// Nothing more will come.
    pub(crate) fn close(&self) {
        self.held().closed = true;
        self.bell.notify_one();
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// So many connections are told at once that frames wait for them. The host then goes on with the next tables
/// while the first are served already.
const ROUND: usize = 16;

/// Puts frames into mailboxes, and rings for many of them at once: waking whoever serves the connections takes
/// the host longer than anything else about a frame.
pub(crate) struct Post {
    postman: mpsc::UnboundedSender<Vec<Arc<Mailbox>>>,
    round: RefCell<Round>,
}

#[derive(Default)]
struct Round {
    /// These have what they wait for.
    soon: Vec<Arc<Mailbox>>,
    /// More may follow in the same step, and all of it should leave together.
    later: Vec<Arc<Mailbox>>,
    overflowed: Vec<ConnId>,
}

impl Post {
    /// The post, and the postman who has to be sent on his way among the connections.
    pub(crate) fn new() -> (Post, impl Future<Output = ()> + Send + 'static) {
        let (postman, mut rounds) = mpsc::unbounded_channel::<Vec<Arc<Mailbox>>>();
        let walk = async move {
            while let Some(round) = rounds.recv().await {
                for mailbox in round {
                    mailbox.bell.notify_one();
                }
            }
        };
        (Post { postman, round: RefCell::default() }, walk)
    }

    /// Puts a frame into a mailbox; it leaves at the end of the step, or with what is urgent.
    pub(crate) fn leave(&self, to: &Arc<Mailbox>, frame: Utf8Bytes) {
        let put = to.put(frame);
        let mut round = self.round.borrow_mut();
        match put {
            Put::First => round.later.push(to.clone()),
            Put::Behind => {}
            Put::Full => round.overflowed.push(to.conn),
        }
    }

    /// Puts a frame into a mailbox that somebody waits for.
    pub(crate) fn hurry(&self, to: &Arc<Mailbox>, frame: Utf8Bytes) {
        let put = to.put(frame);
        let mut round = self.round.borrow_mut();
        if put == Put::Full {
            round.overflowed.push(to.conn);
            return;
        }
        round.soon.push(to.clone());
        if round.soon.len() >= ROUND {
            // Without a postman the server is about to stop.
            let _ = self.postman.send(std::mem::take(&mut round.soon));
        }
    }

    /// Everything of this step has been put into mailboxes.
    pub(crate) fn end_round(&self) {
        let Round { soon, later, .. } = &mut *self.round.borrow_mut();
        soon.extend(later.drain(..).filter(|mailbox| !mailbox.held().frames.is_empty()));
        if !soon.is_empty() {
            let _ = self.postman.send(std::mem::take(soon));
        }
    }

    /// The connections that read too slowly.
    pub(crate) fn take_overflowed(&self) -> Vec<ConnId> {
        std::mem::take(&mut self.round.borrow_mut().overflowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{future::poll_fn, pin::pin, task::Poll};

    /// What a future is at once, without waiting.
    async fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
        let mut future = pin!(future);
        poll_fn(|context| match future.as_mut().poll(context) {
            Poll::Ready(value) => Poll::Ready(Some(value)),
            Poll::Pending => Poll::Ready(None),
        })
        .await
    }

    fn mailbox(most: usize) -> Arc<Mailbox> {
        Arc::new(Mailbox::new(ConnId(7), most))
    }

    #[tokio::test]
    async fn what_was_left_in_one_step_is_there_together_and_in_order() {
        let (post, walk) = Post::new();
        tokio::spawn(walk);
        let one = mailbox(8);
        let reader = tokio::spawn({
            let one = one.clone();
            async move { one.frames().await }
        });
        tokio::task::yield_now().await;
        post.leave(&one, "answer".into());
        post.hurry(&one, "update".into());
        post.leave(&one, "list".into());
        post.end_round();
        let frames = reader.await.unwrap().unwrap();
        assert_eq!(frames, ["answer", "update", "list"].map(Utf8Bytes::from));
        assert!(at_once(one.frames()).await.is_none(), "nothing comes twice");
    }

    #[tokio::test]
    async fn a_full_mailbox_takes_nothing_more_and_is_reported() {
        let (post, _walk) = Post::new();
        let slow = mailbox(1);
        post.leave(&slow, "first".into());
        assert_eq!(post.take_overflowed(), []);
        post.leave(&slow, "second".into());
        post.hurry(&slow, "third".into());
        assert_eq!(post.take_overflowed(), [ConnId(7), ConnId(7)]);
        assert_eq!(at_once(slow.frames()).await, Some(Some(vec![Utf8Bytes::from("first")])));
    }

    #[tokio::test]
    async fn a_closed_mailbox_gives_what_it_has_and_then_nothing() {
        let (post, _walk) = Post::new();
        let one = mailbox(8);
        post.leave(&one, "goodbye".into());
        one.close();
        assert_eq!(one.frames().await, Some(vec![Utf8Bytes::from("goodbye")]));
        assert_eq!(one.frames().await, None);
    }
}
