//! Cache of replies to requests that changed a table, so that a retried request is not executed twice.

use crate::{Answer, Command, Millis, Origin, PersonId, Reply, RequestId, TableId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Replies kept per person: a client has at most a handful of requests in flight.
const MAX_PER_PERSON: usize = 16;
/// Replies kept in total.
const MAX_IN_TOTAL: usize = 1 << 19;

/// The latest replies to each person. After a restart they are rebuilt from the journals of the tables: every
/// entry names its request.
pub(crate) struct ReplyCache {
    by_person: FxHashMap<PersonId, PersonAnswers>,
    total: usize,
    most: usize,
}

/// The latest replies to a person, oldest first.
#[derive(Default)]
struct PersonAnswers {
    /// The highest request number in any session: a request with a higher number is new, and the search is
    /// skipped.
    highest: u64,
    answers: VecDeque<Given>,
}

struct Given {
    request: RequestId,
    at: Millis,
    table: TableId,
    answer: Answer,
}

impl Default for ReplyCache {
    fn default() -> ReplyCache {
        ReplyCache { by_person: FxHashMap::default(), total: 0, most: MAX_IN_TOTAL }
    }
}

impl ReplyCache {
    /// The reply to an earlier command with the same request id.
    pub(crate) fn find(&self, command: &Command) -> Option<Reply> {
        let (Origin::Person(to), Some(request)) = (command.from, command.request) else { return None };
        let known = self.by_person.get(&to).filter(|known| request.number <= known.highest)?;
        let given = known.answers.iter().rev().find(|given| given.request == request)?;
        Some(Reply { to, request: Some(request), table: given.table, result: Ok(given.answer) })
    }

    /// Stores the answer to a command that was executed at this time.
    pub(crate) fn keep(&mut self, at: Millis, command: &Command, answer: Answer) {
        let (Origin::Person(person), Some(request)) = (command.from, command.request) else { return };
        let PersonAnswers { highest, answers } = self.by_person.entry(person).or_default();
        *highest = request.number.max(*highest);
        // Tables are rebuilt one after the other, so answers do not always arrive in order of time.
        let mut place = answers.partition_point(|given| given.at <= at);
        // Room is made before: a deque that ever held one more has twice the capacity.
        if answers.len() == MAX_PER_PERSON {
            if place == 0 {
                return;
            }
            answers.pop_front();
            (self.total, place) = (self.total - 1, place - 1);
        }
        answers.insert(place, Given { request, at, table: command.table, answer });
        self.total += 1;
        if self.total > self.most {
            self.drop_older_half();
        }
    }

    /// Drops the replies to a person.
    pub(crate) fn forget(&mut self, person: PersonId) {
        if let Some(known) = self.by_person.remove(&person) {
            self.total -= known.answers.len();
        }
    }

    fn drop_older_half(&mut self) {
        let all = self.by_person.values().flat_map(|known| &known.answers);
        let mut times: Vec<Millis> = all.map(|given| given.at).collect();
        let middle = times.len() / 2;
        let (_, middle, _) = times.select_nth_unstable(middle);
        let cutoff = *middle;
        self.by_person.retain(|_, known| {
            known.answers.retain(|given| given.at > cutoff);
            known.answers.shrink_to_fit();
            !known.answers.is_empty()
        });
        self.total = self.by_person.values().map(|known| known.answers.len()).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StartRequest;

    fn command(person: u64, session: u64, number: u64) -> Command {
        Command::by(PersonId(person), RequestId { session, number }, TableId(person), StartRequest::Start)
    }

    fn answer(version: u32) -> Answer {
        Answer { version, seat: None }
    }

    #[test]
    fn a_request_is_known_by_person_session_and_number() {
        let mut answers = ReplyCache::default();
        answers.keep(1, &command(1, 7, 100), answer(1));
        answers.keep(2, &command(1, 8, 5), answer(2));
        let version = |of| answers.find(&of).map(|reply| reply.result.unwrap().version);
        assert_eq!((version(command(1, 7, 100)), version(command(1, 8, 5))), (Some(1), Some(2)));
        for unknown in [command(1, 8, 100), command(1, 7, 5), command(2, 7, 100), command(1, 7, 101)] {
            assert_eq!(version(unknown), None);
        }
    }

    #[test]
    fn the_latest_answers_stay_in_whatever_order_they_came() {
        let mut answers = ReplyCache::default();
        for at in (0..20).rev() {
            answers.keep(at, &command(1, 1, at), answer(0));
        }
        assert!(answers.find(&command(1, 1, 3)).is_none() && answers.find(&command(1, 1, 4)).is_some());
        assert_eq!(answers.total, MAX_PER_PERSON);
        assert_eq!(answers.by_person[&PersonId(1)].answers.capacity(), MAX_PER_PERSON);
        answers.forget(PersonId(1));
        assert_eq!(answers.total, 0);
    }

    #[test]
    fn all_answers_together_are_bounded_and_the_oldest_go_first() {
        let mut answers = ReplyCache { most: 100, ..ReplyCache::default() };
        for at in 0..1_000 {
            answers.keep(at, &command(at, 1, 1), answer(0));
            assert!(answers.total <= 100 && answers.find(&command(at, 1, 1)).is_some());
        }
        assert!(answers.by_person.len() <= 100, "people without answers are forgotten");
    }
}
