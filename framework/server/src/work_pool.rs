//! The work pool: a bounded number of threads for requests that take longer than a move, such as logins, previews,
//! lists and replays. The host thread and the network threads never wait for it.
//!
//! Every client has a queue of its own, and the threads serve the clients in turn, so a client that asks for much
//! delays only itself. A client whose queue is full is refused. Jobs of connections that have ended are dropped
//! before they begin.

use parlor_runtime::PersonId;
use rustc_hash::FxHashMap;
use std::{
    collections::VecDeque,
    net::IpAddr,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::oneshot;

/// Jobs of all clients together that may wait.
const MAX_WAITING_JOBS: usize = 4096;

/// The client a job is done for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WorkClient {
    /// A person who has entered.
    Person(PersonId),
    /// An address, for those who have not entered and for HTTP.
    Address(IpAddr),
    /// The server itself.
    Server,
}

/// How many jobs of one client may wait or run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkLimits {
    pub(crate) per_person: usize,
    pub(crate) per_address: usize,
}

/// The job was not taken: the client, or all clients together, have too many jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PoolBusy;

/// Threads that do jobs. They end when the last handle is dropped.
#[derive(Clone)]
pub(crate) struct WorkPool(Arc<Handle>);

struct Handle(Arc<Shared>);

struct Shared {
    queues: Mutex<Queues>,
    submitted: Condvar,
    limits: WorkLimits,
}

#[derive(Default)]
struct Queues {
    clients: FxHashMap<WorkClient, Client>,
    /// Clients with waiting jobs and none that runs, in the order in which they are served.
    turns: VecDeque<WorkClient>,
    waiting: usize,
    closed: bool,
}

#[derive(Default)]
struct Client {
    waiting: VecDeque<Job>,
    running: bool,
}

struct Job {
    is_wanted: Box<dyn Fn() -> bool + Send>,
    work: Box<dyn FnOnce() + Send>,
}

impl WorkPool {
    pub(crate) fn new(threads: usize, limits: WorkLimits) -> std::io::Result<WorkPool> {
        let shared = Arc::new(Shared { queues: Mutex::default(), submitted: Condvar::new(), limits });
        for _ in 0..threads.max(1) {
            let shared = shared.clone();
            std::thread::Builder::new().name("work pool".into()).spawn(move || shared.run())?;
        }
        Ok(WorkPool(Arc::new(Handle(shared))))
    }

    /// Queues a job. It is dropped if `is_wanted` is false when its turn comes.
    pub(crate) fn submit(
        &self,
        client: WorkClient,
        is_wanted: impl Fn() -> bool + Send + 'static,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), PoolBusy> {
        let job = Job { is_wanted: Box::new(is_wanted), work: Box::new(work) };
        self.0.0.submit(client, job)
    }

    /// Runs a job and waits for what it gives; `None` if it panicked. The job is dropped with the future.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: WorkClient,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, PoolBusy> {
        let (reply, answer) = oneshot::channel();
        let reply = Arc::new(Mutex::new(Some(reply)));
        let is_wanted = {
            let reply = reply.clone();
            move || lock(&reply).as_ref().is_some_and(|reply: &oneshot::Sender<T>| !reply.is_closed())
        };
        self.submit(client, is_wanted, move || {
            let value = work();
            if let Some(reply) = lock(&reply).take() {
                let _ = reply.send(value);
            }
        })?;
        Ok(answer.await.ok())
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.0.queues().closed = true;
        self.0.submitted.notify_all();
    }
}

impl Shared {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        lock(&self.queues)
    }

    fn submit(&self, whose: WorkClient, job: Job) -> Result<(), PoolBusy> {
        let most = match whose {
            WorkClient::Person(_) => self.limits.per_person,
            WorkClient::Address(_) => self.limits.per_address,
            WorkClient::Server => usize::MAX,
        };
        let mut queues = self.queues();
        if queues.waiting >= MAX_WAITING_JOBS {
            return Err(PoolBusy);
        }
        let client = queues.clients.entry(whose).or_default();
        if client.waiting.len() + usize::from(client.running) >= most.max(1) {
            return Err(PoolBusy);
        }
        client.waiting.push_back(job);
        let is_first = client.waiting.len() == 1 && !client.running;
        queues.waiting += 1;
        if is_first {
            queues.turns.push_back(whose);
            drop(queues);
            self.submitted.notify_one();
        }
        Ok(())
    }

    /// A thread of the pool: does one job of each client in turn.
    fn run(&self) {
        loop {
            let idle = |queues: &mut Queues| queues.turns.is_empty() && !queues.closed;
            let waiting = self.submitted.wait_while(self.queues(), idle);
            let mut queues = waiting.unwrap_or_else(PoisonError::into_inner);
            if queues.closed {
                return;
            }
            let Some((whose, job)) = queues.next() else { continue };
            drop(queues);
            if (job.is_wanted)() && catch_unwind(AssertUnwindSafe(job.work)).is_err() {
                tracing::error!("a job of the work pool panicked");
            }
            if self.queues().finish(whose) {
                self.submitted.notify_one();
            }
        }
    }
}

impl Queues {
    /// The next job of the client whose turn it is. The client waits for its next turn until the job is done.
    fn next(&mut self) -> Option<(WorkClient, Job)> {
        let whose = self.turns.pop_front()?;
        let client = self.clients.get_mut(&whose)?;
        let job = client.waiting.pop_front()?;
        client.running = true;
        self.waiting -= 1;
        Some((whose, job))
    }

    /// A job is done; says whether its client has another one.
    fn finish(&mut self, whose: WorkClient) -> bool {
        let Some(client) = self.clients.get_mut(&whose) else { return false };
        client.running = false;
        if client.waiting.is_empty() {
            self.clients.remove(&whose);
            return false;
        }
        self.turns.push_back(whose);
        true
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    const LIMITS: WorkLimits = WorkLimits { per_person: 3, per_address: 3 };

    fn person(number: u64) -> WorkClient {
        WorkClient::Person(PersonId(number))
    }

    /// A pool of one thread that waits until something is sent.
    fn halted() -> (WorkPool, Sender<()>) {
        let pool = WorkPool::new(1, LIMITS).unwrap();
        let (go, wait): (Sender<()>, Receiver<()>) = channel();
        let (began, begin) = channel();
        pool.submit(
            WorkClient::Server,
            || true,
            move || {
                began.send(()).unwrap();
                let _ = wait.recv();
            },
        )
        .unwrap();
        begin.recv().unwrap();
        (pool, go)
    }

    #[test]
    fn clients_take_turns_and_each_keeps_its_order() {
        let (pool, go) = halted();
        let (done, order) = channel();
        for (whose, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (2, "b2")] {
            let done = done.clone();
            pool.submit(person(whose), || true, move || done.send(name).unwrap()).unwrap();
        }
        drop((done, go));
        assert_eq!(order.iter().collect::<Vec<_>>(), ["a1", "b1", "a2", "b2", "a3"]);
    }

    #[test]
    fn a_client_with_too_many_jobs_is_refused_and_others_are_not() {
        let (pool, go) = halted();
        let submit = |whose| pool.submit(person(whose), || true, || {});
        assert_eq!([submit(1), submit(1), submit(1), submit(1)], [Ok(()), Ok(()), Ok(()), Err(PoolBusy)]);
        assert_eq!(submit(2), Ok(()));
        drop(go);
        // Room comes back as jobs are done.
        while submit(1).is_err() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_job_that_is_not_wanted_any_more_is_not_done() {
        let (pool, go) = halted();
        let (done, order) = channel();
        for wanted in [true, false, true] {
            let done = done.clone();
            pool.submit(person(1), move || wanted, move || done.send(wanted).unwrap()).unwrap();
        }
        drop((done, go));
        assert_eq!(order.iter().collect::<Vec<_>>(), [true, true]);
    }

    #[tokio::test]
    async fn a_job_is_dropped_with_the_future_that_waits_for_it() {
        let (pool, go) = halted();
        let (done, order) = channel();
        {
            let done = done.clone();
            let never = pool.run(person(1), move || done.send("never").unwrap());
            let given_up = tokio::time::timeout(std::time::Duration::from_millis(20), never).await;
            assert!(given_up.is_err());
        }
        drop(go);
        assert_eq!(pool.run(person(2), || 7).await, Ok(Some(7)));
        assert_eq!(pool.run(person(1), || 8).await, Ok(Some(8)));
        drop(done);
        assert_eq!(order.iter().count(), 0);
    }

    #[tokio::test]
    async fn a_job_that_panics_takes_nothing_along() {
        let pool = WorkPool::new(1, LIMITS).unwrap();
        assert_eq!(pool.run(person(1), || panic!("as a test")).await, Ok(None::<()>));
        assert_eq!(pool.run(person(1), || 1).await, Ok(Some(1)));
    }
}
