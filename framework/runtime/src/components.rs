//! The components of a table that several capabilities share. Systems of game modules may read the public
//! ones; only the runtime changes them.

use crate::{
    ActRequest, Command, CommandKind, Millis, Origin, PersonId, PhaseName, SeatPlan, SeatPlay, Setup,
    TableId, game::AnyGame,
};
use bevy_ecs::prelude::*;
use parlor_kit::{BotPolicy, ClockPolicy, Id, MAX_SEATS, Outcome, Seat, Seats, TablePolicy, Viewer};
use std::sync::Arc;

/// The set-up of a table; constant, except for its opener until the start.
#[derive(Component)]
pub struct About {
    pub(crate) id: TableId,
    pub(crate) game: Arc<dyn AnyGame>,
    /// The set-up, without the options.
    pub(crate) setup: Box<Setup>,
    /// The hash of the secret, which every listing contains.
    pub(crate) commitment: Id,
    /// The complete options as text: a parsed map takes ten times the memory.
    pub(crate) options: Box<str>,
    pub(crate) opener: PersonId,
    /// Whether the opener has left, and the next person who sits down becomes the opener.
    pub(crate) opener_left: bool,
    pub(crate) clock: ClockPolicy,
    pub(crate) policy: TablePolicy,
    pub(crate) bots: BotPolicy,
    pub(crate) opened_at: Millis,
}

impl About {
    /// The table.
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The complete options, as JSON.
    pub fn options(&self) -> &str {
        &self.options
    }

    /// The person who opened it, or who took over when that person left before the start.
    pub const fn opener(&self) -> PersonId {
        self.opener
    }

    /// When it was opened.
    pub const fn opened_at(&self) -> Millis {
        self.opened_at
    }
}

/// The persons and bots on the seats.
#[derive(Component)]
pub struct Seating {
    pub(crate) chairs: Vec<Chair>,
    /// The persons who were removed by the opener and may not come back.
    pub(crate) removed: Vec<PersonId>,
}

/// One seat with its person or bot.
pub struct Chair {
    pub(crate) plan: SeatPlan,
    pub(crate) person: Option<PersonId>,
    pub(crate) name: Id,
}

impl Chair {
    /// The person who sits here.
    pub const fn person(&self) -> Option<PersonId> {
        self.person
    }

    /// The name of the person or bot on this seat; empty if the seat is free.
    pub const fn name(&self) -> &Id {
        &self.name
    }

    /// Whether a bot sits here.
    pub fn is_bot(&self) -> bool {
        matches!(self.plan, SeatPlan::Bot { .. })
    }

    pub(crate) fn is_taken(&self) -> bool {
        self.is_bot() || self.person.is_some()
    }
}

impl Seating {
    /// The seats in order.
    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// The seat of a person.
    pub fn seat_of(&self, person: PersonId) -> Option<Seat> {
        self.chairs.iter().position(|chair| chair.person == Some(person)).map(Seat::new)
    }

    pub(crate) fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs.get(seat.index())
    }

    pub(crate) fn is_full(&self) -> bool {
        self.chairs.iter().all(Chair::is_taken)
    }

    pub(crate) fn people(&self) -> Seats {
        Seat::all(self.chairs.len()).filter(|seat| self.chairs[seat.index()].person.is_some()).collect()
    }

    /// The viewer a person is: their seat, or the public.
    pub(crate) fn viewer(&self, person: PersonId) -> Viewer {
        self.seat_of(person).map_or(Viewer::Public, Viewer::Seat)
    }
}

/// The phase of a table.
#[derive(Component, Clone, Debug, PartialEq)]
pub enum Phase {
    /// Waits for players.
    Waiting,
    /// The countdown runs.
    Countdown {
        /// When it starts.
        until: Millis,
    },
    /// The game runs.
    Running,
    /// The game is paused.
    Paused {
        /// The person who paused it; absent for the host.
        by: Option<PersonId>,
        /// The time of the pause.
        since: Millis,
    },
    /// The game is over.
    Over(Outcome),
    /// The game was ended without a result.
    Aborted,
}

impl Phase {
    /// The name of the phase, without its data.
    pub fn name(&self) -> PhaseName {
        match self {
            Phase::Waiting => PhaseName::Waiting,
            Phase::Countdown { .. } => PhaseName::Countdown,
            Phase::Running => PhaseName::Running,
            Phase::Paused { .. } => PhaseName::Paused,
            Phase::Over(_) => PhaseName::Over,
            Phase::Aborted => PhaseName::Aborted,
        }
    }

    /// Whether the game has begun and is not over.
    pub fn is_on(&self) -> bool {
        matches!(self, Phase::Running | Phase::Paused { .. })
    }

    pub(crate) fn is_before(&self) -> bool {
        matches!(self, Phase::Waiting | Phase::Countdown { .. })
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self, Phase::Over(_) | Phase::Aborted)
    }

    /// The reason why no action is accepted in this phase, if so.
    pub(crate) fn denial(&self) -> Option<crate::Denial> {
        match self {
            Phase::Running => None,
            Phase::Waiting | Phase::Countdown { .. } => Some(crate::Denial::NotBegun),
            Phase::Paused { .. } => Some(crate::Denial::Paused),
            Phase::Over(_) | Phase::Aborted => Some(crate::Denial::Over),
        }
    }
}

/// The progress of the game.
#[derive(Component, Default)]
pub struct Progress {
    /// The number of steps so far, without concealed ones.
    pub(crate) version: u32,
    /// For each seat the number of steps of which only it learned.
    pub(crate) concealed: [u32; MAX_SEATS],
    /// The seats that may act now.
    pub(crate) turn: Seats,
    /// For each seat the version at which its current decision began. Concealed steps are part of a decision.
    pub(crate) since: [u32; MAX_SEATS],
    /// For each seat the version, as it sees it, of its last step or the beginning of its decision. A version it
    /// saw since then is not stale, even if other seats that decide at the same time acted first.
    pub(crate) fresh_since: [u32; MAX_SEATS],
    pub(crate) began_at: Millis,
    /// The number of steps without a choice since a seat last acted.
    pub(crate) unchosen: u32,
    /// Whether the result is excluded from highscores.
    pub(crate) unranked: bool,
}

impl Progress {
    /// The number of steps so far, without concealed ones: the version that spectators see.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// The version that a seat sees: it counts its own concealed steps, but nobody else's.
    pub(crate) const fn version_of(&self, seat: Seat) -> u32 {
        self.version + self.concealed[seat.index()]
    }

    /// The version that a viewer sees.
    pub(crate) fn version_for(&self, viewer: Viewer) -> u32 {
        viewer.seat().map_or(self.version, |seat| self.version_of(seat))
    }

    /// The number of all steps so far.
    pub(crate) fn steps(&self) -> u32 {
        self.version + self.concealed.iter().sum::<u32>()
    }

    /// The seats that may act now.
    pub const fn turn(&self) -> Seats {
        self.turn
    }

    /// When the game began.
    pub const fn began_at(&self) -> Millis {
        self.began_at
    }

    /// Refuses a seat that may not act now.
    pub(crate) fn check_turn(&self, seat: Seat) -> Result<(), crate::Denial> {
        if self.turn.contains(seat) { Ok(()) } else { Err(crate::Denial::NotYourTurn) }
    }

    /// How long the steps without a choice are shown before clocks start to run.
    pub(crate) fn shown_for(&self, about: &About) -> Millis {
        Millis::from(self.unchosen) * Millis::from(about.policy.pace_ms)
    }
}

/// Who made the choices of each seat so far.
#[derive(Component, Default)]
pub(crate) struct Decisions(pub(crate) [SeatPlay; MAX_SEATS]);

impl Decisions {
    /// Counts a step for the seat that it was a choice of.
    pub(crate) fn count(&mut self, seat: Seat, command: &Command, is_bot: bool) {
        let played = &mut self.0[seat.index()];
        *match (&command.kind, command.from) {
            // The table plays for a seat that has retired.
            (CommandKind::Act(ActRequest::PlayOn { .. }), _) => return,
            _ if is_bot => &mut played.own,
            (CommandKind::Clock(_), _) => &mut played.clock,
            (_, Origin::Bot) => &mut played.stand_in,
            _ => &mut played.own,
        } += 1;
    }

    /// The number of choices that were made for a seat in place of its person.
    pub(crate) fn made_for(&self, seat: Seat) -> u32 {
        let SeatPlay { stand_in, clock, .. } = self.0[seat.index()];
        stand_in + clock
    }
}

/// Seats that take no further part, in the order in which they retired, and whether the rules handle it.
#[derive(Component, Default)]
pub(crate) struct Retired {
    pub(crate) seats: Vec<(Seat, bool)>,
}

impl Retired {
    pub(crate) fn contains(&self, seat: Seat) -> bool {
        self.seats.iter().any(|(retired, _)| *retired == seat)
    }

    /// Retired seats that the rules do not handle: the table plays for them and ranks them last.
    pub(crate) fn unknown_to_rules(&self) -> Seats {
        self.seats.iter().filter(|(_, known)| !known).map(|(seat, _)| *seat).collect()
    }
}

/// The number of refused requests of each seat.
#[derive(Component, Default)]
pub(crate) struct Strikes(pub(crate) [u16; MAX_SEATS]);
