//! The one way out of a step: accepting, denying, telling.

use crate::{
    Answer, Command, Denial, Effect, Entry, Millis, Origin, Output, PersonId, Reply, TableId,
    answers::Answers,
};
use bevy_ecs::prelude::*;
use parlor_kit::Event;

/// Collects what follows from a step. Systems never send anything themselves.
#[derive(Resource, Default)]
pub(crate) struct Outbox {
    output: Output,
    answers: Answers,
    /// While a table is rebuilt from its entries, nothing leaves and nothing is recorded again.
    pub(crate) replaying: bool,
    /// The first command that was denied; an entry that is denied does not fit its rules any more.
    denial: Option<Denial>,
}

impl Outbox {
    pub(crate) fn take(&mut self) -> Output {
        std::mem::take(&mut self.output)
    }

    /// The command was carried out: it is recorded and answered.
    pub(crate) fn accept(&mut self, now: Millis, command: Command, answer: Answer) {
        self.accept_in(None, now, command, answer);
    }

    /// The command was carried out in this round of its game.
    pub(crate) fn accept_in(&mut self, round: Option<u32>, now: Millis, command: Command, answer: Answer) {
        self.answers.keep(now, &command, answer);
        self.answer(&command, Ok(answer));
        if !self.replaying {
            self.output.records.push((command.table, Entry { at: now, command, round }));
        }
    }

    /// The command was carried out but leaves no trace in the record.
    pub(crate) fn answer(&mut self, command: &Command, result: Result<Answer, Denial>) {
        if let (None, Err(denial)) = (&self.denial, &result) {
            self.denial = Some(denial.clone());
        }
        let Origin::Person(to) = command.from else { return };
        let reply = Reply { to, request: command.request, table: command.table, result };
        self.tell(Effect::Reply(reply));
    }

    /// The command was not carried out.
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

    /// Tells everybody at the table what happened around the game.
    pub(crate) fn notice(&mut self, table: TableId, event: Event) {
        self.tell(Effect::Notice { table, event });
    }

    /// Answers a repeated request as before; true if it was one.
    pub(crate) fn repeats(&mut self, command: &Command) -> bool {
        // Entries are carried out whatever was asked before them.
        let Some(reply) = self.answers.find(command).filter(|_| !self.replaying) else { return false };
        self.tell(Effect::Reply(reply));
        true
    }

    /// Keeps the answer to a request whose entry is not carried out again when its table is rebuilt.
    pub(crate) fn keep_answer(&mut self, at: Millis, command: &Command) {
        self.answers.keep(at, command, Answer::default());
    }

    pub(crate) fn forget(&mut self, person: PersonId) {
        self.answers.forget(person);
    }
}
