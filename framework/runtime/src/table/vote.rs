//! Voting on proposals: one at a time, carried out when all voters agreed. A capability defines a
//! [`Proposal`]; this file defines the one to end the game without a result.

use crate::{
    Answer, Command, CommandKind, Denial, Millis, Origin, Proposed,
    capability::{Registry, Request, variant_names},
    components::{About, Chair, Phase, Progress, Retired, Seating},
    inbox::{Batch, Inbox, Now, TableCommand},
    outbox::Outbox,
    table::{Capability, close::Closing},
    timers::{ScheduledTimers, Timers},
};
use bevy_ecs::{prelude::*, system::SystemParam};
use parlor_kit::{Event, Refusal, Seat, Seats};
use serde::{Deserialize, Serialize};

/// Time to answer a proposal.
const VOTE_TIMEOUT: Millis = 30_000;

/// Voting on proposals. The variants' names date from when ending the game was the only proposal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum VoteRequest {
    /// Proposes to end the game without a result.
    ProposeAbort,
    /// Votes on the current proposal, whatever it is.
    VoteAbort {
        /// Whether the person agrees.
        agree: bool,
    },
    /// The time to answer is over. Recorded, so that a restored table makes the same decision.
    Due(VoteDeadline),
}

/// A deadline of a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum VoteDeadline {
    /// The time to answer a proposal.
    Vote,
}

impl Request for VoteRequest {
    const PROPOSAL: Option<&'static Proposal> = Some(&ABORT);

    fn deadlines() -> &'static [&'static str] {
        variant_names::<VoteDeadline>()
    }

    fn is_the_hosts(&self) -> bool {
        matches!(self, VoteRequest::Due(_))
    }
}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.component::<Ballot>().on_request(vote).on_timer(answers_due);
}

/// A proposal that players can vote on.
#[derive(Debug)]
pub(crate) struct Proposal {
    /// Its name in the protocol.
    pub(crate) name: &'static str,
    /// The request that proposes it.
    pub(crate) request: fn() -> CommandKind,
    /// Whether a table allows it at all.
    pub(crate) is_allowed: fn(&About) -> bool,
    /// Whether voters who do not answer in time count as agreeing.
    pub(crate) silence_agrees: bool,
    /// Whether computer players vote too. They agree unless the game's `bots.grants` leaves the proposal out.
    pub(crate) asks_bots: bool,
    /// Message keys: proposed, refused, not answered in time.
    pub(crate) proposed: &'static str,
    pub(crate) refused: &'static str,
    pub(crate) lapsed: &'static str,
    /// The effect when all voters agreed.
    pub(crate) carry_out: CarryOut,
}

/// The effect of an accepted proposal.
#[derive(Debug)]
pub(crate) enum CarryOut {
    /// The game ends without a result, for this reason.
    End(&'static str),
    /// The host sends this command to the table.
    Command(fn(&Proposed) -> CommandKind),
}

static ABORT: Proposal = Proposal {
    name: "abort",
    request: || VoteRequest::ProposeAbort.into(),
    is_allowed: |_| true,
    silence_agrees: true,
    asks_bots: false,
    proposed: "table-abort-proposed",
    refused: "table-abort-refused",
    lapsed: "table-abort-refused",
    carry_out: CarryOut::End("table-aborted"),
};

impl CommandKind {
    /// The request that makes the proposal with this name, such as `abort`.
    pub fn propose(name: &str) -> Option<CommandKind> {
        CommandKind::proposals().find(|proposal| proposal.name == name).map(|proposal| (proposal.request)())
    }
}

/// The current proposal, if any.
#[derive(Component, Default)]
pub(crate) struct Ballot(Option<(&'static Proposal, Proposed)>);

impl Ballot {
    /// The current proposal.
    pub(crate) fn running(&self) -> Option<Proposed> {
        self.0.map(|(_, proposed)| proposed)
    }
}

/// The components that a vote reads.
pub(crate) type Voting<'a> =
    (&'a About, &'a Seating, &'a Phase, &'a Progress, &'a Retired, &'a mut Ballot, &'a mut ScheduledTimers);

/// The resources that a vote changes.
#[derive(SystemParam)]
pub(crate) struct Votes<'w> {
    pub(crate) now: Res<'w, Now>,
    pub(crate) outbox: ResMut<'w, Outbox>,
    timers: ResMut<'w, Timers>,
    inbox: ResMut<'w, Inbox>,
    closing: ResMut<'w, Closing>,
}

enum Decision {
    Proposed,
    Noted,
    Refused,
    Lapsed,
    Agreed,
}

impl Votes<'_> {
    /// Puts a proposal to the vote. The caller has checked its own conditions.
    pub(crate) fn propose(
        &mut self,
        proposal: &'static Proposal,
        TableCommand { table, command }: TableCommand,
        voting: <Voting<'static> as bevy_ecs::query::QueryData>::Item<'_, '_>,
    ) {
        let (about, seating, phase, progress, retired, mut ballot, mut scheduled) = voting;
        let result = may_vote(&command, seating, phase, retired).and_then(|(seat, voters)| {
            if ballot.0.is_some() {
                return Err(Denial::ProposalRunning);
            }
            let bots = seating.chairs.iter().any(Chair::is_bot);
            let grants = about.bots.grants.as_deref();
            let granted = grants.is_none_or(|grants| grants.iter().any(|grant| grant == proposal.name));
            if proposal.asks_bots && bots && !granted {
                return Err(Refusal::new("bots-refuse").into());
            }
            let until = self.now.0 + VOTE_TIMEOUT;
            let (what, text, version) = (proposal.name, proposal.proposed, progress.steps());
            let proposed = Proposed { what, text, by: seat, agreed: seat.into(), until, version };
            ballot.0 = Some((proposal, proposed));
            self.timers.set(table, &mut scheduled, Capability::Vote, until);
            Ok((proposal, proposed, all_agreed(&proposed, voters, Decision::Proposed)))
        });
        self.decide(table, command, result, about, seating, progress, &mut ballot);
    }

    /// Announces the result of a vote, and executes an accepted proposal.
    #[allow(clippy::too_many_arguments, reason = "the components of a table are told apart")]
    fn decide(
        &mut self,
        table: Entity,
        command: Command,
        result: Result<(&'static Proposal, Proposed, Decision), Denial>,
        about: &About,
        seating: &Seating,
        progress: &Progress,
        ballot: &mut Ballot,
    ) {
        let (proposal, proposed, decision) = match result {
            Ok(result) => result,
            Err(denial) => return self.outbox.deny(&command, denial),
        };
        let seat = command.from.person().and_then(|person| seating.seat_of(person)).unwrap_or(proposed.by);
        let event = |key| Event::new(key).arg("who", seating.chairs[seat.index()].name.clone());
        match decision {
            Decision::Noted => {}
            Decision::Proposed => {
                self.outbox.notice(about.id, event(proposal.proposed).announce());
            }
            Decision::Refused => self.outbox.notice(about.id, event(proposal.refused)),
            Decision::Lapsed => self.outbox.notice(about.id, event(proposal.lapsed)),
            Decision::Agreed => match proposal.carry_out {
                CarryOut::End(reason) => self.closing.push(table, Event::new(reason)),
                // The command has its own entry in the journal.
                CarryOut::Command(_) if self.outbox.replaying => {}
                CarryOut::Command(kind) => {
                    self.inbox.push_front(Command::of(Origin::Host, about.id, kind(&proposed)));
                }
            },
        }
        if !matches!(decision, Decision::Proposed | Decision::Noted) {
            ballot.0 = None;
        }
        self.outbox.accept(self.now.0, command, Answer { version: progress.version, seat: None });
    }
}

/// Handles proposals to end the game, answers to any proposal, and the deadline.
pub(crate) fn vote(
    mut batch: ResMut<'_, Batch>,
    mut votes: Votes<'_>,
    mut tables: Query<'_, '_, Voting<'static>>,
) {
    for queued in batch.drain(Capability::Vote) {
        let Ok(voting) = tables.get_mut(queued.table) else { continue };
        let CommandKind::Vote(request) = &queued.command.kind else { continue };
        if *request == VoteRequest::ProposeAbort {
            votes.propose(&ABORT, queued, voting);
            continue;
        }
        let (about, seating, phase, progress, retired, mut ballot, _) = voting;
        let result = answer(request, &queued.command, seating, phase, retired, &mut ballot, votes.now.0);
        votes.decide(queued.table, queued.command, result, about, seating, progress, &mut ballot);
    }
}

fn answer(
    request: &VoteRequest,
    command: &Command,
    seating: &Seating,
    phase: &Phase,
    retired: &Retired,
    ballot: &mut Ballot,
    now: Millis,
) -> Result<(&'static Proposal, Proposed, Decision), Denial> {
    if !phase.is_on() {
        return Err(phase.denial().unwrap_or(Denial::NotBegun));
    }
    if let VoteRequest::Due(VoteDeadline::Vote) = request {
        let (proposal, proposed) =
            ballot.0.filter(|(_, proposed)| proposed.until <= now).ok_or(Denial::NoProposal)?;
        let decision = if proposal.silence_agrees { Decision::Agreed } else { Decision::Lapsed };
        return Ok((proposal, proposed, decision));
    }
    let (seat, voters) = may_vote(command, seating, phase, retired)?;
    let (proposal, proposed) = ballot.0.as_mut().ok_or(Denial::NoProposal)?;
    if *request != (VoteRequest::VoteAbort { agree: true }) {
        return Ok((*proposal, *proposed, Decision::Refused));
    }
    proposed.agreed = proposed.agreed.with(seat);
    Ok((*proposal, *proposed, all_agreed(proposed, voters, Decision::Noted)))
}

/// The seat of the sender, and all seats that vote.
fn may_vote(
    command: &Command,
    seating: &Seating,
    phase: &Phase,
    retired: &Retired,
) -> Result<(Seat, Seats), Denial> {
    if !phase.is_on() {
        return Err(phase.denial().unwrap_or(Denial::NotBegun));
    }
    let Origin::Person(person) = command.from else { return Err(Denial::NotSeated) };
    let voters: Seats = seating.people().iter().filter(|seat| !retired.contains(*seat)).collect();
    let seat = seating.seat_of(person).filter(|seat| voters.contains(*seat)).ok_or(Denial::NotSeated)?;
    Ok((seat, voters))
}

/// The decision, or accepted if all voters have agreed already.
fn all_agreed(proposed: &Proposed, voters: Seats, otherwise: Decision) -> Decision {
    if voters.iter().all(|seat| proposed.agreed.contains(seat)) { Decision::Agreed } else { otherwise }
}

/// Handles proposals whose deadline has passed.
pub(crate) fn answers_due(
    now: Res<'_, Now>,
    mut timers: ResMut<'_, Timers>,
    mut inbox: ResMut<'_, Inbox>,
    mut tables: Query<'_, '_, (&About, &Ballot, &mut ScheduledTimers)>,
) {
    let due: Vec<Entity> = timers.due(Capability::Vote).collect();
    for table in due {
        let Ok((about, ballot, mut scheduled)) = tables.get_mut(table) else { continue };
        match ballot.running() {
            Some(proposed) if proposed.until <= now.0 => {
                inbox.push(Command::of(Origin::Host, about.id, VoteRequest::Due(VoteDeadline::Vote)));
            }
            Some(proposed) => timers.set(table, &mut scheduled, Capability::Vote, proposed.until),
            None => {}
        }
    }
}
