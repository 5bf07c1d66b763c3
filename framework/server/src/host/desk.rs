//! Where messages for the host wait, and who serves them.
//!
//! The host has a thread of its own, which serves whatever comes in bulk. To wake it takes longer than to serve a
//! single message, so where little is going on whoever brings the only one serves it, and the thread sleeps on.

use super::{Host, ToHost};
use crate::RunError;
use std::{
    collections::VecDeque,
    ops::ControlFlow,
    sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError},
    thread,
    time::{Duration, Instant},
};

/// A host whose steps take longer than this is left to its own thread.
const QUICK: Duration = Duration::from_millis(1);
/// Little is going on when its thread has slept for so long; with much to do it only nods off now and then.
const CALM: Duration = Duration::from_micros(300);

/// Whoever serves at a desk.
pub(crate) trait Serve: Sized {
    /// Serves everything that waits and everything that is due; breaks once it is over.
    fn serve(&mut self, desk: &Desk<Self>) -> ControlFlow<Result<(), RunError>>;

    /// How long nothing is due if nobody asks for anything.
    fn patience(&self) -> Duration;

    /// How long the last step took.
    fn took(&self) -> Duration;
}

/// The host and the messages for it.
pub(crate) struct Desk<H = Host> {
    inbox: Mutex<Inbox>,
    bell: Condvar,
    /// Held by whoever serves. Before they go they look into the inbox once more, after they let go of it.
    host: Mutex<Option<H>>,
    /// Whether somebody who brings a message may serve it.
    by_hand: bool,
}

#[derive(Default)]
struct Inbox {
    messages: VecDeque<ToHost>,
    /// Nothing while the thread is awake.
    asleep: Option<Sleep>,
    /// How it ended: nobody serves any more.
    ended: Option<Result<(), RunError>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sleep {
    since: Instant,
    /// If nobody rings.
    until: Instant,
}

/// Whether a message is taken care of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    /// Somebody serves it.
    Served,
    /// It is the only one, and whoever brought it should soon call [`Desk::serve_or_ring`].
    Alone,
}

impl<H: Serve> Desk<H> {
    /// A desk without anybody behind it yet.
    pub(crate) fn new(by_hand: bool) -> Desk<H> {
        Desk { inbox: Mutex::default(), bell: Condvar::new(), host: Mutex::new(None), by_hand }
    }

    /// Leaves a message and sees to it that it is served; false once nobody serves any more.
    pub(crate) fn tell(&self, message: ToHost) -> bool {
        let mut inbox = self.inbox();
        if inbox.ended.is_some() {
            return false;
        }
        inbox.messages.push_back(message);
        self.ring(&mut inbox);
        true
    }

    /// Leaves a message that whoever brings it may be able to serve.
    pub(crate) fn put(&self, message: ToHost) -> Put {
        let mut inbox = self.inbox();
        if inbox.ended.is_some() {
            return Put::Served;
        }
        inbox.messages.push_back(message);
        let only = self.by_hand && inbox.messages.len() == 1;
        if only && inbox.asleep.is_some_and(|sleep| sleep.since.elapsed() > CALM) {
            return Put::Alone;
        }
        self.ring(&mut inbox);
        Put::Served
    }

    /// Serves the only message that waits, or wakes the thread if there are more or the host is not quick.
    pub(crate) fn serve_or_ring(&self) {
        loop {
            let mut inbox = self.inbox();
            if inbox.asleep.is_none() || inbox.messages.is_empty() || inbox.ended.is_some() {
                return;
            }
            let alone = inbox.messages.len() == 1;
            let mut place = match self.host.try_lock() {
                Ok(place) => place,
                // Whoever serves now looks into the inbox before they go.
                Err(TryLockError::WouldBlock) => return,
                Err(TryLockError::Poisoned(_)) => return self.ring(&mut inbox),
            };
            let Some(host) = place.as_mut().filter(|host| alone && host.took() < QUICK) else {
                return self.ring(&mut inbox);
            };
            drop(inbox);
            let broken = Broken(self);
            let end = host.serve(self).break_value();
            drop(broken);
            let due = Instant::now() + host.patience();
            let mut inbox = self.inbox();
            // Before anybody else can serve: after an end nobody may.
            inbox.ended = end;
            if inbox.ended.is_some() || inbox.asleep.is_some_and(|sleep| due < sleep.until) {
                self.ring(&mut inbox);
            }
            drop(inbox);
            drop(place);
        }
    }

    /// Hands over what waits.
    pub(super) fn take(&self, messages: &mut VecDeque<ToHost>) {
        std::mem::swap(&mut self.inbox().messages, messages);
    }

    /// Serves with this host on this thread until it is told to stop.
    pub(crate) fn run(&self, host: H) -> Result<(), RunError> {
        *self.host.lock().map_err(|_| RunError::Host)? = Some(host);
        let end = self.serve();
        let mut inbox = self.inbox();
        inbox.ended = Some(Ok(()));
        inbox.messages.clear();
        drop(inbox);
        // With the host all that it holds ends, too.
        self.host.lock().unwrap_or_else(PoisonError::into_inner).take();
        end
    }

    fn serve(&self) -> Result<(), RunError> {
        loop {
            let mut place = self.host.lock().map_err(|_| RunError::Host)?;
            if let Some(end) = &mut self.inbox().ended {
                return std::mem::replace(end, Ok(()));
            }
            let host = place.as_mut().ok_or(RunError::Host)?;
            if let ControlFlow::Break(end) = host.serve(self) {
                return end;
            }
            let since = Instant::now();
            let until = since + host.patience();
            drop(place);
            let mut inbox = self.inbox();
            if inbox.messages.is_empty() {
                inbox.asleep = Some(Sleep { since, until });
                self.sleep(inbox, until);
            }
        }
    }

    /// Sleeps until somebody rings, or until then.
    fn sleep(&self, mut inbox: MutexGuard<'_, Inbox>, until: Instant) {
        while inbox.asleep.is_some() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                inbox.asleep = None;
                return;
            }
            inbox = self.bell.wait_timeout(inbox, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn ring(&self, inbox: &mut Inbox) {
        if inbox.asleep.take().is_some() {
            self.bell.notify_one();
        }
    }

    fn inbox(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes the thread when whoever serves in its place breaks down: it has to end then.
struct Broken<'a, H: Serve>(&'a Desk<H>);

impl<H: Serve> Drop for Broken<'_, H> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.ring(&mut self.0.inbox());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::ConnId;
    use std::{
        sync::{
            Arc,
            mpsc::{Receiver, Sender, channel},
        },
        thread::{JoinHandle, ThreadId},
    };

    const SOON: Duration = Duration::from_secs(20);

    /// Somebody who tells which messages they served, on which thread.
    struct Clerk {
        served: Sender<(u64, ThreadId)>,
        waiting: VecDeque<ToHost>,
        took: Duration,
        patience: Duration,
        breaks: bool,
    }

    impl Serve for Clerk {
        fn serve(&mut self, desk: &Desk<Clerk>) -> ControlFlow<Result<(), RunError>> {
            loop {
                desk.take(&mut self.waiting);
                if self.waiting.is_empty() {
                    return ControlFlow::Continue(());
                }
                for message in self.waiting.drain(..) {
                    match message {
                        ToHost::Gone { conn } => {
                            assert!(!self.breaks, "as it should");
                            self.served.send((conn.0, thread::current().id())).unwrap();
                        }
                        _ => return ControlFlow::Break(Ok(())),
                    }
                }
            }
        }

        fn patience(&self) -> Duration {
            self.patience
        }

        fn took(&self) -> Duration {
            self.took
        }
    }

    struct Opened {
        desk: Arc<Desk<Clerk>>,
        served: Receiver<(u64, ThreadId)>,
        thread: JoinHandle<Result<(), RunError>>,
    }

    impl Opened {
        fn new(by_hand: bool, change: impl FnOnce(&mut Clerk)) -> Opened {
            let desk = Arc::new(Desk::new(by_hand));
            let (tell, served) = channel();
            let mut clerk = Clerk {
                served: tell,
                waiting: VecDeque::new(),
                took: Duration::ZERO,
                patience: Duration::from_secs(600),
                breaks: false,
            };
            change(&mut clerk);
            let behind = desk.clone();
            let thread = thread::spawn(move || behind.run(clerk));
            let opened = Opened { desk, served, thread };
            opened.wait_until_calm();
            opened
        }

        fn wait_until_calm(&self) {
            let began = Instant::now();
            while self.desk.inbox().asleep.is_none_or(|sleep| sleep.since.elapsed() <= CALM) {
                assert!(began.elapsed() < SOON, "it never sleeps");
                thread::yield_now();
            }
        }

        fn next(&self) -> (u64, ThreadId) {
            self.served.recv_timeout(SOON).expect("it is served")
        }

        fn close(self) {
            assert!(self.desk.tell(ToHost::Stop));
            self.thread.join().unwrap().unwrap();
            assert!(!self.desk.tell(message(0)), "nobody serves any more");
            assert_eq!(self.desk.put(message(0)), Put::Served);
            self.desk.serve_or_ring();
            assert!(self.served.recv().is_err(), "and nobody is left behind the desk");
        }
    }

    fn message(number: u64) -> ToHost {
        ToHost::Gone { conn: ConnId(number) }
    }

    #[test]
    fn the_only_message_is_served_by_whoever_brings_it() {
        let opened = Opened::new(true, |_| {});
        for number in 1..4 {
            assert_eq!(opened.desk.put(message(number)), Put::Alone);
            opened.desk.serve_or_ring();
            assert_eq!(opened.next(), (number, thread::current().id()));
        }
        opened.close();
    }

    #[test]
    fn several_messages_are_served_by_the_thread() {
        let opened = Opened::new(true, |_| {});
        let host = opened.thread.thread().id();
        assert_eq!(opened.desk.put(message(1)), Put::Alone);
        assert_eq!(opened.desk.put(message(2)), Put::Served);
        assert_eq!([opened.next(), opened.next()], [(1, host), (2, host)]);
        opened.wait_until_calm();
        // As if it had only just fallen asleep.
        opened.desk.inbox().asleep.as_mut().unwrap().since += SOON;
        assert_eq!(opened.desk.put(message(3)), Put::Served);
        assert_eq!(opened.next(), (3, host));
        opened.wait_until_calm();
        assert!(opened.desk.tell(message(4)));
        assert_eq!(opened.next(), (4, host));
        opened.close();
    }

    #[test]
    fn where_there_are_cores_for_it_and_where_steps_take_long_the_thread_serves() {
        let many_cores = Opened::new(false, |_| {});
        assert_eq!(many_cores.desk.put(message(1)), Put::Served);
        assert_eq!(many_cores.next(), (1, many_cores.thread.thread().id()));
        many_cores.close();
        let slow = Opened::new(true, |clerk| clerk.took = 2 * QUICK);
        assert_eq!(slow.desk.put(message(1)), Put::Alone);
        slow.desk.serve_or_ring();
        assert_eq!(slow.next(), (1, slow.thread.thread().id()));
        slow.close();
    }

    #[test]
    fn whatever_is_due_earlier_wakes_the_thread_earlier() {
        let opened = Opened::new(true, |_| {});
        opened.desk.host.lock().unwrap().as_mut().unwrap().patience = Duration::from_millis(1);
        let before = opened.desk.inbox().asleep;
        assert_eq!(opened.desk.put(message(1)), Put::Alone);
        opened.desk.serve_or_ring();
        let began = Instant::now();
        while opened.desk.inbox().asleep == before {
            assert!(began.elapsed() < SOON, "it sleeps on");
            thread::yield_now();
        }
        assert_eq!(opened.next().0, 1);
        opened.close();
    }

    #[test]
    fn whoever_stops_or_breaks_down_in_its_place_ends_the_thread() {
        let opened = Opened::new(true, |_| {});
        assert_eq!(opened.desk.put(ToHost::Stop), Put::Alone);
        opened.desk.serve_or_ring();
        assert!(!opened.desk.tell(message(1)), "nothing is served after the end");
        opened.thread.join().unwrap().unwrap();
        assert!(opened.served.recv().is_err());
        let opened = Opened::new(true, |clerk| clerk.breaks = true);
        assert_eq!(opened.desk.put(message(1)), Put::Alone);
        let desk = opened.desk.clone();
        assert!(thread::spawn(move || desk.serve_or_ring()).join().is_err());
        assert!(matches!(opened.thread.join().unwrap(), Err(RunError::Host)));
    }

    /// Many bring messages at all sorts of moments, each in both ways: every one is served once, and none is left.
    #[test]
    fn nothing_is_lost_and_nothing_waits_for_ever() {
        const EACH: usize = 5_000;
        const THREADS: usize = 4;
        let opened = Opened::new(true, |_| {});
        thread::scope(|scope| {
            for number in 0..THREADS {
                let desk = &opened.desk;
                scope.spawn(move || {
                    for count in 0..EACH {
                        let message = message((number * EACH + count) as u64);
                        if count % 7 == 0 {
                            assert!(desk.tell(message));
                        } else if desk.put(message) == Put::Alone {
                            if count % 3 == 0 {
                                thread::yield_now();
                            }
                            desk.serve_or_ring();
                        }
                        if count % 50 == 0 {
                            thread::sleep(2 * CALM);
                        }
                    }
                });
            }
        });
        let mut served: Vec<u64> = (0..THREADS * EACH).map(|_| opened.next().0).collect();
        served.sort_unstable();
        assert!(served.into_iter().eq(0..(THREADS * EACH) as u64));
        opened.close();
    }
}
