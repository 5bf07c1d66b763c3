//! Rematches: proposed by one of those who played, and opened when all who are still there agree.
//!
//! Each table has at most one rematch. A person who asks for it while it is proposed agrees; a person who asks
//! for it when it is open is told where it is.

use crate::{
    Answer, Command, CommandKind, Denial, Effect, OpenRequest, Origin, SeatPlan, SeatingRequest, Setup,
    StartRequest, TableId,
    capability::{Registry, Request},
    components::{About, Seating},
    inbox::{Batch, TableCommand},
    table::{
        Capability,
        list::Changed,
        vote::{CarryOut, Proposal, Votes, Voting},
    },
};
use bevy_ecs::prelude::*;
use parlor_kit::{HOST_OPTION_KEY, Seat, Seats, SecretSeed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Playing again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum RematchRequest {
    /// Proposes to play again with the same set-up, after the end.
    Rematch {
        /// The new table.
        table: TableId,
        /// The new table's secret.
        secret: SecretSeed,
    },
    /// Opens the rematch. The host sends it when all voters agreed.
    OpenRematch {
        /// The seat of the person who proposed it; absent for an opener who did not play.
        by: Option<Seat>,
        /// The seats of the persons who sit down at the new table.
        agreed: Seats,
    },
}

impl Request for RematchRequest {
    const PROPOSAL: Option<&'static Proposal> = Some(&REMATCH);

    fn is_the_hosts(&self) -> bool {
        matches!(self, RematchRequest::OpenRematch { .. })
    }
}

static REMATCH: Proposal = Proposal {
    name: "rematch",
    request: None,
    is_allowed: |_| true,
    after_the_end: true,
    silence_agrees: false,
    asks_bots: false,
    proposed: "table-rematch-proposed",
    refused: "table-rematch-refused",
    lapsed: "table-rematch-lapsed",
    carry_out: CarryOut::Command(|proposed| {
        RematchRequest::OpenRematch { by: Some(proposed.by), agreed: proposed.agreed }.into()
    }),
};

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.component::<Rematch>().on_request(rematch);
}

/// The rematch of a table.
#[derive(Component, Default)]
pub(crate) struct Rematch {
    /// The new table and its secret, as last proposed.
    proposed: Option<(TableId, SecretSeed)>,
    /// The new table, once it is open.
    opened: Option<TableId>,
}

/// Puts rematches to the vote, and opens those that were agreed.
pub(crate) fn rematch(
    mut batch: ResMut<'_, Batch>,
    mut votes: Votes<'_>,
    mut changed: ResMut<'_, Changed>,
    mut tables: Query<'_, '_, (Voting<'static>, &mut Rematch)>,
) {
    for queued in batch.drain(Capability::Rematch) {
        let Ok((voting, mut rematch)) = tables.get_mut(queued.table) else { continue };
        let CommandKind::Rematch(request) = queued.command.kind.clone() else { continue };
        match request {
            RematchRequest::Rematch { table, secret } => {
                propose(queued, table, secret, &mut votes, voting, &mut rematch);
            }
            RematchRequest::OpenRematch { by, agreed } => {
                let (about, seating, _, progress, _, mut ballot, ..) = voting;
                ballot.clear();
                if let (Some((new, secret)), None) = (rematch.proposed, rematch.opened) {
                    rematch.opened = Some(new);
                    if !votes.outbox.replaying {
                        for command in opening(about, seating, by, agreed, new, secret) {
                            votes.inbox.push(command);
                        }
                    }
                    votes.outbox.tell(Effect::Rematch { to: None, table: about.id, new });
                    changed.0.push(queued.table);
                }
                let answer = Answer { version: progress.version, seat: None };
                votes.outbox.accept(votes.now.0, queued.command, answer);
            }
        }
    }
}

fn propose(
    queued: TableCommand,
    table: TableId,
    secret: SecretSeed,
    votes: &mut Votes<'_>,
    voting: <Voting<'static> as bevy_ecs::query::QueryData>::Item<'_, '_>,
    rematch: &mut Rematch,
) {
    let (about, seating, phase, progress) = (voting.0, voting.1, voting.2, voting.3);
    let answer = Answer { version: progress.version, seat: None };
    let person = queued.command.from.person();
    let seat = person.and_then(|person| seating.seat_of(person));
    let is_opener = person == Some(about.opener);
    if !phase.is_over() {
        votes.outbox.deny(&queued.command, Denial::NotOver);
    } else if seat.is_none() && !is_opener {
        votes.outbox.deny(&queued.command, Denial::NotSeated);
    } else if let Some(new) = rematch.opened {
        votes.outbox.accept(votes.now.0, queued.command, answer);
        votes.outbox.tell(Effect::Rematch { to: person, table: about.id, new });
    } else if voting.5.running(phase).is_some() {
        votes.answer(true, queued, voting);
    } else if seat.is_some() {
        rematch.proposed = Some((table, secret));
        votes.propose(&REMATCH, queued, voting);
    } else {
        // An opener who does not play seats nobody and needs nobody's consent.
        rematch.proposed = Some((table, secret));
        let open = RematchRequest::OpenRematch { by: None, agreed: Seats::NONE };
        if !votes.outbox.replaying {
            votes.inbox.push_front(Command::of(Origin::Host, about.id, open));
        }
        votes.outbox.accept(votes.now.0, queued.command, answer);
    }
}

/// The commands that open the new table, seat those who agreed on their old seats, and start the game if
/// nobody is missing.
fn opening(
    about: &About,
    seating: &Seating,
    by: Option<Seat>,
    agreed: Seats,
    new: TableId,
    secret: SecretSeed,
) -> Vec<Command> {
    let seated = |seat: Seat| {
        let chair = seating.chair(seat)?;
        Some((chair.person?, chair.name.clone()))
    };
    let (opener, name) = by.and_then(seated).unwrap_or_else(|| (about.opener, about.setup.opener.clone()));
    let plans: Vec<SeatPlan> = seating.chairs.iter().map(|chair| chair.plan.clone()).collect();
    let people = plans.iter().filter(|plan| matches!(plan, SeatPlan::Person)).count();
    let options = serde_json::from_str(&about.options).expect("options were written by us");
    let setup = Setup {
        options: without_host_fields(options, about.game.schema()),
        seats: plans,
        opener: name,
        opener_plays: false,
        secret,
        complete: false,
        ..(*about.setup).clone()
    };
    let opener = Origin::Person(opener);
    let mut commands = vec![Command::of(opener, new, OpenRequest::Open(Box::new(setup)))];
    commands.extend(agreed.iter().filter_map(|seat| {
        let (person, name) = seated(seat)?;
        Some(Command::of(Origin::Person(person), new, SeatingRequest::Join { name, seat: Some(seat) }))
    }));
    if commands.len() == people + 1 {
        commands.push(Command::of(opener, new, StartRequest::Start));
    }
    commands
}

/// Removes the host's options, which are set anew for every table.
fn without_host_fields(mut options: Value, schema: &Value) -> Value {
    if let Some(fields) = options.as_object_mut() {
        fields.retain(|name, _| schema["properties"][name][HOST_OPTION_KEY] != true);
    }
    options
}
