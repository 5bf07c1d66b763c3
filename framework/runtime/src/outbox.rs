//! The one way out of a step: accepting, denying, telling.

use crate::{
    Answer, Command, Denial, Effect, Entry, Millis, Origin, Output, PersonId, Reply, RequestId, TableId,
};
use bevy_ecs::prelude::*;
use parlor_kit::Event;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

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
        self.accept_in(None, now, command, answer);
    }

    /// The command was carried out in this round of its game.
    pub(crate) fn accept_in(&mut self, round: Option<u32>, now: Millis, command: Command, answer: Answer) {
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
        if let Some(request) = command.request {
            self.answers.remember(request, &reply);
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
    by_person: FxHashMap<PersonId, Known>,
}

/// The last answers to a person.
#[derive(Default)]
struct Known {
    /// The greatest number of a request so far: whatever is greater is new, and nothing has to be searched.
    latest: RequestId,
    answers: VecDeque<Given>,
}

/// An answer as it is kept: small, because there is a handful for everybody.
struct Given {
    request: RequestId,
    table: TableId,
    result: Result<Answer, Box<Denial>>,
}

impl Answers {
    /// A client has at most a handful of requests on the way at once.
    const KEPT: usize = 16;

    fn find(&self, person: PersonId, request: RequestId) -> Option<Reply> {
        let known = self.by_person.get(&person).filter(|known| request <= known.latest)?;
        let given = known.answers.iter().rev().find(|given| given.request == request)?;
        let result = given.result.as_ref().copied().map_err(|denial| (**denial).clone());
        Some(Reply { to: person, request: Some(request), table: given.table, result })
    }

    fn remember(&mut self, request: RequestId, reply: &Reply) {
        let Known { latest, answers } = self.by_person.entry(reply.to).or_default();
        *latest = request.max(*latest);
        if answers.len() == Answers::KEPT {
            answers.pop_front();
        }
        let result = reply.result.as_ref().copied().map_err(|denial| Box::new(denial.clone()));
        answers.push_back(Given { request, table: reply.table, result });
    }
}
