//! The only output channel of a step: accepts and denies commands, and emits effects.

use crate::{
    Answer, Command, Denial, Effect, Entry, Millis, Origin, Output, PersonId, Reply, TableId,
    reply_cache::ReplyCache,
};
use bevy_ecs::prelude::*;
use parlor_kit::Event;

/// Collects the output of a step. Systems never send anything themselves.
#[derive(Resource, Default)]
pub(crate) struct Outbox {
    output: Output,
    answers: ReplyCache,
    /// Set while a table is rebuilt from its journal: no effects are emitted and nothing is recorded again.
    pub(crate) replaying: bool,
    /// The first command that was denied; an entry that is denied does not fit its rules any more.
    denial: Option<Denial>,
}

impl Outbox {
    pub(crate) fn take(&mut self) -> Output {
        std::mem::take(&mut self.output)
    }

    /// Records and answers a command that was executed.
    pub(crate) fn accept(&mut self, now: Millis, command: Command, answer: Answer) {
        self.accept_in(None, now, command, answer);
    }

    /// Like [`accept`](Outbox::accept), with the round of the game.
    pub(crate) fn accept_in(&mut self, round: Option<u32>, now: Millis, command: Command, answer: Answer) {
        self.answers.keep(now, &command, answer);
        self.answer(&command, Ok(answer));
        if !self.replaying {
            self.output.records.push((command.table, Entry { at: now, command, round }));
        }
    }

    /// Answers a command without recording it.
    pub(crate) fn answer(&mut self, command: &Command, result: Result<Answer, Denial>) {
        if let (None, Err(denial)) = (&self.denial, &result) {
            self.denial = Some(denial.clone());
        }
        let Origin::Person(to) = command.from else { return };
        let reply = Reply { to, request: command.request, table: command.table, result };
        self.tell(Effect::Reply(reply));
    }

    /// Answers a command that was not executed.
    pub(crate) fn deny(&mut self, command: &Command, denial: Denial) {
        self.answer(command, Err(denial));
    }

    pub(crate) fn take_denial(&mut self) -> Option<Denial> {
        self.denial.take()
    }

    pub(crate) fn tell(&mut self, effect: Effect) {
        if !self.replaying {
            self.output.effects.push(effect);
        }
    }

    /// Notifies every person at the table of an event around the game.
    pub(crate) fn notice(&mut self, table: TableId, event: Event) {
        self.tell(Effect::Notice { table, event });
    }

    /// Sends the cached reply to a retried request; true if it was one.
    pub(crate) fn repeats(&mut self, command: &Command) -> bool {
        // Journal entries are executed even if the cache already holds their reply.
        let Some(reply) = self.answers.find(command).filter(|_| !self.replaying) else { return false };
        self.tell(Effect::Reply(reply));
        true
    }

    /// Caches the answer to a request whose entry is skipped when its table is rebuilt.
    pub(crate) fn keep_answer(&mut self, at: Millis, command: &Command) {
        self.answers.keep(at, command, Answer::default());
    }

    pub(crate) fn forget(&mut self, person: PersonId) {
        self.answers.forget(person);
    }
}
