//! Messages on their way from the host to the connections.

use super::ConnId;
use crate::wire::{Outlet, Waiting, Wrote};
use futures_util::task::AtomicWaker;
use std::{
    cell::RefCell,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};
use tokio::sync::mpsc;

/// Where the messages for a connection wait until they are written.
pub(crate) struct Mailbox {
    conn: ConnId,
    most: usize,
    outlet: Arc<Outlet>,
    closed: AtomicBool,
    /// Whether somebody rang, and has not been heard yet.
    rung: AtomicBool,
    bell: AtomicWaker,
}

/// What became of a message that was put into a mailbox.
#[derive(Debug, PartialEq, Eq)]
enum Put {
    First,
    Behind,
    Full,
}

impl Mailbox {
    /// An empty mailbox that holds at most so many messages.
    pub(crate) fn new(conn: ConnId, most: usize, outlet: Arc<Outlet>) -> Mailbox {
        let (closed, rung) = (AtomicBool::new(false), AtomicBool::new(false));
        Mailbox { conn, most, outlet, closed, rung, bell: AtomicWaker::new() }
    }

    /// Waits for messages that are to be written; false once the host let go of the connection.
    /// It is asked with every message that arrives, so it leaves the line alone unless somebody rang.
    pub(crate) fn poll_rung(&self, context: &mut Context<'_>) -> Poll<bool> {
        self.bell.register(context.waker());
        let closed = self.closed.load(Ordering::Acquire);
        let rung = self.rung.load(Ordering::Acquire) && self.rung.swap(false, Ordering::AcqRel);
        if (rung || closed) && !self.outlet.is_clear() {
            return Poll::Ready(true);
        }
        if closed { Poll::Ready(false) } else { Poll::Pending }
    }

    /// Writes some of the messages that wait, as soon as the network takes them.
    pub(crate) async fn go_on(&self) -> io::Result<()> {
        self.outlet.go_on().await?;
        if !self.outlet.is_clear() {
            self.ring();
        }
        Ok(())
    }

    /// Puts something of the connection itself in line, and says how much there was before.
    pub(crate) fn say(&self, waiting: Waiting) -> usize {
        self.outlet.put(waiting, usize::MAX).unwrap_or(usize::MAX)
    }

    /// Writes what waits, as much as the network takes now. The rest is rung for.
    pub(crate) fn write(&self) {
        if self.outlet.write() == Wrote::Some {
            self.ring();
        }
    }

    fn put(&self, message: Arc<str>) -> Put {
        match self.outlet.put(Waiting::Text(message), self.most) {
            None => Put::Full,
            Some(0) => Put::First,
            Some(_) => Put::Behind,
        }
    }

    /// Has the task that serves the connection write what waits.
    fn ring(&self) {
        self.rung.store(true, Ordering::Release);
        self.bell.wake();
    }

    /// Nothing more will come.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Release);
        self.bell.wake();
    }
}

/// So many connections are told at once that messages wait for them. The host then goes on with the next tables
/// while the first are served already.
const ROUND: usize = 16;

/// So many connections are written to by the host itself in one step; a crowd of spectators is served by others.
const BY_HAND: usize = 64;

/// Puts messages into mailboxes, and has them written.
///
/// Where there are cores for it, the threads that serve the connections write; the host rings for many of them at
/// once, because waking them takes it longer than anything else about a message. On a small machine they would
/// only take turns with the host, so it writes by itself what the network takes at once.
pub(crate) struct Post {
    postman: mpsc::UnboundedSender<Vec<Arc<Mailbox>>>,
    by_hand: usize,
    round: RefCell<Round>,
}

#[derive(Default)]
struct Round {
    /// These have what they wait for.
    soon: Vec<Arc<Mailbox>>,
    /// More may follow in the same step, and all of it should leave together.
    later: Vec<Arc<Mailbox>>,
    overflowed: Vec<ConnId>,
    /// How many connections were written to in this step.
    written: usize,
}

impl Post {
    /// The post, and the postman who has to be sent on his way among the connections.
    pub(crate) fn new(by_hand: bool) -> (Post, impl Future<Output = ()> + Send + 'static) {
        let (postman, mut rounds) = mpsc::unbounded_channel::<Vec<Arc<Mailbox>>>();
        let walk = async move {
            while let Some(round) = rounds.recv().await {
                for mailbox in round {
                    mailbox.ring();
                }
            }
        };
        let by_hand = if by_hand { BY_HAND } else { 0 };
        (Post { postman, by_hand, round: RefCell::default() }, walk)
    }

    /// Puts a message into a mailbox; it leaves at the end of the step, or with what is urgent.
    pub(crate) fn leave(&self, to: &Arc<Mailbox>, message: Arc<str>) {
        let put = to.put(message);
        let mut round = self.round.borrow_mut();
        match put {
            Put::First => round.later.push(to.clone()),
            Put::Behind => {}
            Put::Full => round.overflowed.push(to.conn),
        }
    }

    /// Puts a message into a mailbox that somebody waits for.
    pub(crate) fn hurry(&self, to: &Arc<Mailbox>, message: Arc<str>) {
        let put = to.put(message);
        let mut round = self.round.borrow_mut();
        if put == Put::Full {
            round.overflowed.push(to.conn);
            return;
        }
        round.soon.push(to.clone());
        if round.soon.len() >= ROUND {
            self.serve(&mut round);
        }
    }

    /// Everything of this step has been put into mailboxes.
    pub(crate) fn end_round(&self) {
        let mut round = self.round.borrow_mut();
        let Round { soon, later, .. } = &mut *round;
        soon.extend(later.drain(..).filter(|mailbox| !mailbox.outlet.is_clear()));
        self.serve(&mut round);
        round.written = 0;
    }

    /// Writes to connections one right after the other, as long as this step may, and rings for all others and
    /// for those who cannot take all of it now.
    fn serve(&self, round: &mut Round) {
        let Round { soon, written, .. } = round;
        let by_hand = soon.len().min(self.by_hand - *written);
        *written += by_hand;
        let mut number = 0;
        soon.retain(|mailbox| {
            number += 1;
            number > by_hand || mailbox.outlet.write() == Wrote::Some
        });
        if !soon.is_empty() {
            // Without a postman the server is about to stop.
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
    use crate::wire::tests::{pair, read};
    use std::future::poll_fn;
    use tokio::net::TcpStream;

    async fn rung(mailbox: &Mailbox) -> bool {
        poll_fn(|context| mailbox.poll_rung(context)).await
    }

    /// Whether it was rung for until now, without waiting.
    async fn rung_before(mailbox: &Mailbox) -> bool {
        poll_fn(|context| Poll::Ready(mailbox.poll_rung(context).is_ready())).await
    }

    /// A mailbox, and whoever reads what comes out of it.
    async fn mailbox(most: usize) -> (Arc<Mailbox>, impl Sized, TcpStream) {
        let (wire, reader) = pair().await;
        let mailbox = Mailbox::new(ConnId(7), most, wire.outlet());
        (Arc::new(mailbox), wire, reader)
    }

    #[tokio::test]
    async fn what_was_left_in_one_step_leaves_together_and_in_order() {
        for by_hand in [false, true] {
            let (post, walk) = Post::new(by_hand);
            tokio::spawn(walk);
            let (one, _wire, mut reader) = mailbox(8).await;
            let served = tokio::spawn({
                let one = one.clone();
                async move { rung(&one).await && one.go_on().await.is_ok() }
            });
            tokio::task::yield_now().await;
            post.leave(&one, "answer".into());
            post.hurry(&one, "update".into());
            post.leave(&one, "list".into());
            post.end_round();
            assert_eq!(read(&mut reader, 3).await, ["answer", "update", "list"], "by hand: {by_hand}");
            assert!(one.outlet.is_clear(), "nothing comes twice");
            one.close();
            // Whoever was rung for wrote; otherwise there was nothing left to write.
            assert_eq!(served.await.unwrap(), !by_hand);
        }
    }

    #[tokio::test]
    async fn a_crowd_is_left_to_those_who_serve_it() {
        let (post, _walk) = Post::new(true);
        let mut crowd = Vec::new();
        for _ in 0..BY_HAND + 3 {
            crowd.push(mailbox(8).await);
        }
        for (one, ..) in &crowd {
            post.hurry(one, "update".into());
        }
        post.end_round();
        let waiting =
            |crowd: &[(Arc<Mailbox>, _, _)]| crowd.iter().filter(|(one, ..)| !one.outlet.is_clear()).count();
        assert_eq!(waiting(&crowd), 3);
        post.hurry(&crowd[0].0, "the next step".into());
        post.end_round();
        assert!(crowd[0].0.outlet.is_clear(), "a new step writes again");
    }

    #[tokio::test]
    async fn a_full_mailbox_takes_nothing_more_and_is_reported() {
        let (post, _walk) = Post::new(false);
        let (slow, _wire, mut reader) = mailbox(1).await;
        post.leave(&slow, "first".into());
        assert_eq!(post.take_overflowed(), []);
        post.leave(&slow, "second".into());
        post.hurry(&slow, "third".into());
        assert_eq!(post.take_overflowed(), [ConnId(7), ConnId(7)]);
        slow.go_on().await.unwrap();
        assert_eq!(read(&mut reader, 1).await, ["first"]);
    }

    #[tokio::test]
    async fn a_closed_mailbox_gives_what_it_has_and_then_nothing() {
        let (post, _walk) = Post::new(false);
        let (one, _wire, mut reader) = mailbox(8).await;
        assert!(!rung_before(&one).await);
        post.leave(&one, "goodbye".into());
        one.close();
        assert!(rung(&one).await);
        one.go_on().await.unwrap();
        assert_eq!(read(&mut reader, 1).await, ["goodbye"]);
        assert!(!rung(&one).await);
    }
}
