//! The one way out of a step: accepting, denying, telling.

use crate::{
    Answer, Command, Denial, Effect, Entry, Millis, Origin, Output, PersonId, Reply, RequestId, TableId,
};
use bevy_ecs::prelude::*;
use parlor_kit::Event;
use std::collections::{HashMap, VecDeque};

/// Collects what follows from a step. Systems never send anything themselves.
#[derive(Resource, Default)]
pub(crate) struct Outbox {
    output: Output,
    answers: Answers,
    /// While a table is rebuilt from its entries, nothing leaves and nothing is recorded again.
    pub(crate) replaying: bool,
    /// Options that are complete already are taken as they are.
    pub(crate) trusting: bool,
    /// The first command that was denied; an entry that is denied does not fit its rules any more.
    denial: Option<Denial>,
}

impl Outbox {
    pub(crate) fn take(&mut self) -> Output {
        std::mem::take(&mut self.output)
    }

    /// The command was carried out: it is recorded and answered.
    pub(crate) fn accept(&mut self, now: Millis, command: Command, answer: Answer) {
        self.answer(&command, Ok(answer));
        if !self.replaying {
            self.output.records.push((command.table, Entry { at: now, command }));
        }
    }

    /// The command was carried out but leaves no trace in the record.
    pub(crate) fn answer(&mut self, command: &Command, result: Result<Answer, Denial>) {
        if let (None, Err(denial)) = (&self.denial, &result) {
            self.denial = Some(denial.clone());
        }
        let Origin::Person(to) = command.from else { return };
        let reply = Reply { to, request: command.request, table: command.table, result };
        if command.request.is_some() {
            self.answers.remember(reply.clone());
        }
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
        let (Origin::Person(person), Some(request)) = (command.from, command.request) else { return false };
        let Some(reply) = self.answers.find(person, request) else { return false };
        let reply = reply.clone();
        self.tell(Effect::Reply(reply));
        true
    }

    pub(crate) fn forget(&mut self, person: PersonId) {
        self.answers.by_person.remove(&person);
    }
}

/// The latest answers to each person, so that a request sent twice is carried out once.
#[derive(Default)]
struct Answers {
    by_person: HashMap<PersonId, VecDeque<Reply>>,
}

impl Answers {
    /// A client has at most a handful of requests on the way at once.
    const KEPT: usize = 32;

    fn find(&self, person: PersonId, request: RequestId) -> Option<&Reply> {
        self.by_person.get(&person)?.iter().rev().find(|reply| reply.request == Some(request))
    }

    fn remember(&mut self, reply: Reply) {
        let replies = self.by_person.entry(reply.to).or_default();
        if replies.len() == Answers::KEPT {
            replies.pop_front();
        }
        replies.push_back(reply);
    }
}
