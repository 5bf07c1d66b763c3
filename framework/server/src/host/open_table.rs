//! Opening tables, and rematches.

use super::{Host, Problem, replies::ReplyKind, requests::Requester, slow_requests::JobResult};
use crate::{
    credentials,
    protocol::{ClockChoice, CreateGame, SeatChoice},
};
use parlor_kit::{ClockPolicy, Countdown, Id, SecretSeed};
use parlor_runtime::{Denial, OpenRequest, RematchRequest, SeatPlan, Setup, TableId};

impl Host {
    pub(super) fn create(&mut self, requester: Requester, create: CreateGame) {
        let table = self.invites.new_table(requester.person, requester.request);
        let is_repeated = self.tables.contains_key(&table);
        if !is_repeated && !self.may_open(requester) {
            return;
        }
        let seat = create.seats.iter().position(|seat| *seat == SeatChoice::Person);
        let seat = seat.filter(|_| create.opener_plays);
        let kind = ReplyKind::Open { seat, private: create.private };
        let setup = Setup {
            game: create.game,
            opener: self.people[&requester.person].name.clone(),
            name: parlor_runtime::clean_line(&create.name),
            options: create.options,
            seats: create.seats.into_iter().map(SeatPlan::from).collect(),
            // Without a seat for people there is nothing to play on.
            opener_plays: seat.is_some(),
            spectators: create.spectators,
            private: create.private,
            clock: create.clock.map(clock),
            lost: None,
            allow: create.allow.into_iter().map(Id::from).collect(),
            secret: SecretSeed::new(credentials::random()),
            complete: false,
        };
        self.wait_for_reply(requester, kind);
        if is_repeated {
            // The runtime knows the reply.
            self.push_open(requester, table, Box::new(setup));
        } else {
            self.complete_setup(requester, table, Box::new(setup));
        }
    }

    pub(super) fn rematch(&mut self, requester: Requester, table: TableId) {
        let new = self.invites.new_table(requester.person, requester.request);
        // A repeated request needs no room: the runtime knows the reply.
        if !self.tables.contains_key(&new) && !self.may_open(requester) {
            return;
        }
        let secret = SecretSeed::new(credentials::random());
        self.send_command(
            requester,
            table,
            RematchRequest::Rematch { table: new, secret },
            ReplyKind::Rematch,
        );
    }

    /// Whether a person may open one more table; refuses the request otherwise. Tables that are being opened count.
    fn may_open(&mut self, requester: Requester) -> bool {
        let own = self.people.get(&requester.person).map_or(0, |present| present.opened.len());
        let opens = |kind: &ReplyKind| matches!(kind, ReplyKind::Open { .. } | ReplyKind::Rematch);
        let opening =
            self.pending.iter().filter(|((by, _), pending)| *by == requester.person && opens(&pending.kind));
        let most = self.config.limits.tables_per_person;
        let may = own + opening.count() < most;
        if !may {
            self.refuse(requester.conn, requester.id, &Problem::new("too-many-tables").arg("most", most));
        }
        may
    }

    /// Completes the options of a set-up: a board may have to be generated.
    pub(super) fn complete_setup(&mut self, requester: Requester, table: TableId, mut setup: Box<Setup>) {
        let catalogue = self.catalogue.clone();
        let work = move || {
            let setup = catalogue.installed.complete(&mut setup).map(|()| setup);
            JobResult::Completed { requester, table, setup }
        };
        // It changes something, so it is done even if the connection ends: the answer is there when it is sent again.
        self.submit_job_while(requester.conn, requester.id, || true, work);
    }

    /// Opens a table whose set-up is complete, for the connection that asked for it last.
    pub(super) fn open_completed(
        &mut self,
        requester: Requester,
        table: TableId,
        setup: Result<Box<Setup>, Denial>,
    ) {
        match setup {
            Ok(setup) => self.push_open(requester, table, setup),
            Err(denial) => {
                if let Some(pending) = self.answered(requester.person, requester.request) {
                    let message = self.denied_anywhere(pending.conn, &denial);
                    self.answer_with(pending.conn, pending.id, &message);
                }
            }
        }
    }

    /// Opens a table in the next step.
    pub(super) fn push_open(&mut self, requester: Requester, table: TableId, setup: Box<Setup>) {
        self.push_command(requester, table, OpenRequest::Open(setup).into());
    }
}

fn clock(chosen: ClockChoice) -> ClockPolicy {
    let ClockChoice { move_ms, total_ms, countdown_ms } = chosen;
    ClockPolicy { move_ms, total_ms, countdown_ms: countdown_ms.map(Countdown::Ms) }
}
