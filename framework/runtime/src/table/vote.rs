//! Voting on proposals: one at a time, carried out when all voters agreed. A capability defines a
//! [`Proposal`]; this file defines the one to end the game without a result.

use crate::{
    Answer, Command, CommandKind, Denial, Millis, Origin, Proposed,
    capability::{Registry, Request, variant_names},
    components::{About, Chair, Phase, Progress, Retired, Seating},
    inbox::{Batch, Inbox, Now, TableCommand},
    outbox::Outbox,
    table::{Capability, close::Closing, presence::Presence},
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
    /// The request that proposes it; absent if it needs data of the host.
    pub(crate) request: Option<fn() -> CommandKind>,
    /// Whether a table allows it at all.
    pub(crate) is_allowed: fn(&About) -> bool,
    /// Whether it is made after the end of the game, and not during the game. Then only persons who are
    /// connected vote.
    pub(crate) after_the_end: bool,
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
    request: Some(|| VoteRequest::ProposeAbort.into()),
    is_allowed: |_| true,
    after_the_end: false,
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
        let proposal = CommandKind::proposals().find(|proposal| proposal.name == name)?;
        proposal.request.map(|request| request())
    }
}

/// The current proposal, if any.
#[derive(Component, Default)]
pub(crate) struct Ballot(Option<(&'static Proposal, Proposed)>);

impl Ballot {
    /// The current proposal. One that was made during the game is void after its end.
    pub(crate) fn running(&self, phase: &Phase) -> Option<(&'static Proposal, Proposed)> {
        self.0.filter(|(proposal, _)| proposal.is_for(phase))
    }

    /// Drops the current proposal.
    pub(crate) fn clear(&mut self) {
        self.0 = None;
    }
}

/// The components that a vote reads.
pub(crate) type Voting<'a> = (
    &'a About,
    &'a Seating,
    &'a Phase,
    &'a Progress,
    &'a Retired,
    &'a mut Ballot,
    &'a mut ScheduledTimers,
    &'a Presence,
);

/// The resources that a vote changes.
#[derive(SystemParam)]
pub(crate) struct Votes<'w> {
    pub(crate) now: Res<'w, Now>,
    pub(crate) outbox: ResMut<'w, Outbox>,
    pub(crate) timers: ResMut<'w, Timers>,
    pub(crate) inbox: ResMut<'w, Inbox>,
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
        let (about, seating, phase, progress, retired, mut ballot, mut scheduled, presence) = voting;
        let voters = voters(proposal, seating, phase, retired, presence);
        let result = voters.and_then(|voters| {
            let seat = voter(&command, seating, voters)?;
            if ballot.running(phase).is_some() {
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

    /// Answers the current proposal.
    pub(crate) fn answer(
        &mut self,
        agree: bool,
        TableCommand { table, command }: TableCommand,
        voting: <Voting<'static> as bevy_ecs::query::QueryData>::Item<'_, '_>,
    ) {
        let (about, seating, phase, progress, retired, mut ballot, _, presence) = voting;
        let answer = |ballot: &mut Ballot| {
            let no_proposal = || phase.denial().filter(|_| phase.is_before()).unwrap_or(Denial::NoProposal);
            let (proposal, mut proposed) = ballot.running(phase).ok_or_else(no_proposal)?;
            let voters = voters(proposal, seating, phase, retired, presence)?;
            let seat = voter(&command, seating, voters)?;
            if !agree {
                return Ok((proposal, proposed, Decision::Refused));
            }
            proposed.agreed = proposed.agreed.with(seat);
            ballot.0 = Some((proposal, proposed));
            Ok((proposal, proposed, all_agreed(&proposed, voters, Decision::Noted)))
        };
        let result = answer(&mut ballot);
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
        let VoteRequest::VoteAbort { agree } = *request else {
            let (about, seating, phase, progress, _, mut ballot, ..) = voting;
            let result = time_over(&ballot, phase, votes.now.0);
            votes.decide(queued.table, queued.command, result, about, seating, progress, &mut ballot);
            continue;
        };
        votes.answer(agree, queued, voting);
    }
}

/// The decision on a proposal that was not answered in time.
fn time_over(
    ballot: &Ballot,
    phase: &Phase,
    now: Millis,
) -> Result<(&'static Proposal, Proposed, Decision), Denial> {
    let running = ballot.running(phase).filter(|(_, proposed)| proposed.until <= now);
    let (proposal, proposed) = running.ok_or(Denial::NoProposal)?;
    let decision = if proposal.silence_agrees { Decision::Agreed } else { Decision::Lapsed };
    Ok((proposal, proposed, decision))
}

impl Proposal {
    fn is_for(&self, phase: &Phase) -> bool {
        if self.after_the_end { phase.is_over() } else { phase.is_on() }
    }
}

/// The seats that vote on a proposal.
fn voters(
    proposal: &Proposal,
    seating: &Seating,
    phase: &Phase,
    retired: &Retired,
    presence: &Presence,
) -> Result<Seats, Denial> {
    if !proposal.is_for(phase) {
        return Err(if proposal.after_the_end {
            Denial::NotOver
        } else {
            phase.denial().unwrap_or(Denial::NotBegun)
        });
    }
    if proposal.after_the_end {
        return Ok(presence.people_here(seating));
    }
    Ok(seating.people().iter().filter(|seat| !retired.contains(*seat)).collect())
}

/// The seat of the sender, if it votes.
fn voter(command: &Command, seating: &Seating, voters: Seats) -> Result<Seat, Denial> {
    let seat = command.from.person().and_then(|person| seating.seat_of(person));
    seat.filter(|seat| voters.contains(*seat)).ok_or(Denial::NotSeated)
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
    mut tables: Query<'_, '_, (&About, &Phase, &Ballot, &mut ScheduledTimers)>,
) {
    let due: Vec<Entity> = timers.due(Capability::Vote).collect();
    for table in due {
        let Ok((about, phase, ballot, mut scheduled)) = tables.get_mut(table) else { continue };
        match ballot.running(phase) {
            Some((_, proposed)) if proposed.until <= now.0 => {
                inbox.push(Command::of(Origin::Host, about.id, VoteRequest::Due(VoteDeadline::Vote)));
            }
            Some((_, proposed)) => timers.set(table, &mut scheduled, Capability::Vote, proposed.until),
            None => {}
        }
    }
}
