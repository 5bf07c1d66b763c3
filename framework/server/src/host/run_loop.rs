//! The loop of the host thread: takes messages out of its queue, makes one step of the runtime for all of them, hands
//! what the step left to the commit pipeline, and sends the effects of every step that is stored.

use super::{
    Health, Host, HostInbox, HostMessage, UNNOTICED_WAIT, queue::Received, table_list::LISTING_INTERVAL,
};
use super::{requests, send_effects, table_list};
use crate::{
    RunError,
    protocol::{Goodbye, ServerMessage},
};
use parlor_runtime::{Command, Millis};
use std::{
    cmp::{Ordering, Reverse},
    time::{Duration, Instant},
};

/// How many messages one step may take in: the first are served while the next step is made.
const MAX_MESSAGES_PER_STEP: usize = 256;
/// How long the last steps may take to be stored when the server stops.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
/// How often people who left long ago are forgotten.
const SWEEP_INTERVAL: Millis = 60_000;

/// A bot's command that is not executed before its time, so that people can follow the game.
pub(super) struct DelayedCommand {
    at: Millis,
    command: Command,
}

impl PartialEq for DelayedCommand {
    fn eq(&self, other: &DelayedCommand) -> bool {
        self.at == other.at
    }
}

impl Eq for DelayedCommand {}

impl PartialOrd for DelayedCommand {
    fn partial_cmp(&self, other: &DelayedCommand) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DelayedCommand {
    fn cmp(&self, other: &DelayedCommand) -> Ordering {
        self.at.cmp(&other.at)
    }
}

impl Host {
    /// Runs until it is told to stop: takes what waits, steps, and waits for more.
    pub(crate) async fn run(mut self, mut inbox: HostInbox) -> Result<(), RunError> {
        let mut messages = Vec::new();
        loop {
            self.wait_for_room()?;
            let received = inbox.receive(&mut messages, MAX_MESSAGES_PER_STEP, self.idle_time()).await;
            let mut stopped = received == Received::Closed;
            for message in messages.drain(..) {
                stopped |= self.take(message);
            }
            self.advance();
            if stopped {
                let drained = self.drain();
                self.say_goodbye();
                return drained;
            }
        }
    }

    /// Takes in one message; true if it says to stop.
    fn take(&mut self, message: HostMessage) -> bool {
        match message {
            HostMessage::Connected { conn, address, out, language } => {
                self.connected(conn, address, out, language);
            }
            HostMessage::Disconnected { conn } => self.gone(conn),
            HostMessage::Request { conn, id, request, lag } => {
                requests::receive(self, conn, id, request, lag);
            }
            HostMessage::JobDone { conn, id, result } => self.job_done(conn, id, result),
            HostMessage::BotMove { command, not_before } => {
                self.delayed.push(Reverse(DelayedCommand { at: not_before, command }));
            }
            // The effects of what is stored now are sent in this round.
            HostMessage::Stored => {}
            HostMessage::DataChanged(changes) => self.apply_data_changes(changes),
            HostMessage::Tables { reply } => {
                let _ = reply.send(self.public_tables());
            }
            HostMessage::Health { reply } => {
                let (tables, connections) = (self.tables.len(), self.conns.len());
                let _ = reply.send(Health { tables, connections, people: self.people.len() });
            }
            HostMessage::Stop => return true,
        }
        false
    }

    /// One round: all commands that arrived or are due go into one step, and the effects of stored steps are sent.
    fn advance(&mut self) {
        let now = self.clock.now();
        while self.delayed.peek().is_some_and(|Reverse(delayed)| delayed.at <= now) {
            self.commands.extend(self.delayed.pop().map(|Reverse(delayed)| delayed.command));
        }
        let due = self.runtime.next_timer().is_some_and(|at| at <= now);
        if due || !self.commands.is_empty() || !self.batch.is_empty() {
            let commands = std::mem::take(&mut self.commands);
            let output = self.runtime.step(now, commands);
            self.persist(now, output);
        }
        self.send_stored();
        table_list::send_changed(self, now);
        self.outbound.flush();
        self.drop_overflowed();
        self.table_logs.advance(now);
        if now >= self.last_sweep + SWEEP_INTERVAL {
            self.sweep(now);
        }
    }

    /// Sends the effects of the steps that are stored, in order, and goes on with requests that waited for them.
    fn send_stored(&mut self) {
        let stored = self.pipeline.acknowledged();
        while let Some(step) = self.steps.pop_front_if(|step| step.ticket <= stored) {
            send_effects::send(self, step);
            for conn in std::mem::take(&mut self.resumed) {
                requests::resume(self, conn);
            }
        }
    }

    /// Waits while too much is not stored yet. No step is made meanwhile, and connections wait for room in the
    /// host's queue; the time is given back to all clocks.
    fn wait_for_room(&mut self) -> Result<(), RunError> {
        let began = Instant::now();
        while !self.pipeline.has_room() {
            let stored = self.pipeline.acknowledged();
            if !self.pipeline.wait_beyond(stored) {
                return Err(RunError::Writer);
            }
            self.send_stored();
            self.outbound.flush();
        }
        let waited = began.elapsed();
        if waited > Duration::from_millis(UNNOTICED_WAIT) {
            self.clock.give_back(waited);
        }
        Ok(())
    }

    /// Waits until everything is stored, and sends the effects.
    pub(super) fn drain(&mut self) -> Result<(), RunError> {
        let drained = self.pipeline.drain(DRAIN_TIMEOUT);
        self.send_stored();
        if drained { Ok(()) } else { Err(RunError::Writer) }
    }

    /// How long the host may sleep if no message comes.
    fn idle_time(&self) -> Duration {
        if !self.commands.is_empty() {
            // Commands that follow from the last step are executed right away.
            return Duration::ZERO;
        }
        let delayed = self.delayed.peek().map(|Reverse(delayed)| delayed.at);
        let listing = (!self.changed.is_empty()).then_some(self.last_listing + LISTING_INTERVAL);
        let due = [self.runtime.next_timer(), delayed, listing, self.table_logs.due()].into_iter().flatten();
        let next = due.fold(self.last_sweep + SWEEP_INTERVAL, Millis::min);
        Duration::from_millis(next.saturating_sub(self.clock.now()))
    }

    fn say_goodbye(&mut self) {
        for conn in self.conns.values() {
            let language = &self.catalogue.languages[conn.format.language];
            let text = self.catalogue.lobby.translate_key(language, "goodbye");
            self.outbound.send(&conn.out, ServerMessage::Goodbye(Goodbye { text }).frame().into());
        }
        self.outbound.flush();
    }
}
