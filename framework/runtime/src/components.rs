//! The components of a table that several capabilities look at.

use crate::{Millis, PersonId, PhaseName, SeatPlan, Setup, TableId, game::AnyGame};
use bevy_ecs::prelude::*;
use parlor_kit::{BotPolicy, ClockPolicy, Id, MAX_SEATS, Outcome, Seat, Seats, TablePolicy, Viewer};
use std::sync::Arc;

/// What a table was opened with; it never changes, but for seats that stay empty at the start.
#[derive(Component)]
pub(crate) struct About {
    pub(crate) id: TableId,
    pub(crate) game: Arc<dyn AnyGame>,
    /// The set-up, without the options.
    pub(crate) setup: Box<Setup>,
    /// The hash of the secret, which stands in every listing.
    pub(crate) commitment: Id,
    /// The complete options as text: a parsed map takes ten times the space.
    pub(crate) options: Box<str>,
    pub(crate) opener: PersonId,
    pub(crate) clock: ClockPolicy,
    pub(crate) policy: TablePolicy,
    pub(crate) bots: BotPolicy,
    pub(crate) opened_at: Millis,
}

/// Who sits where.
#[derive(Component)]
pub(crate) struct Seating {
    pub(crate) chairs: Vec<Chair>,
}

/// One seat and who sits on it.
pub(crate) struct Chair {
    pub(crate) plan: SeatPlan,
    pub(crate) person: Option<PersonId>,
    pub(crate) name: Id,
}

impl Chair {
    pub(crate) fn is_bot(&self) -> bool {
        matches!(self.plan, SeatPlan::Bot { .. })
    }

    pub(crate) fn is_taken(&self) -> bool {
        self.is_bot() || self.person.is_some()
    }
}

impl Seating {
    pub(crate) fn seat_of(&self, person: PersonId) -> Option<Seat> {
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

    /// Whose eyes a person looks through.
    pub(crate) fn viewer(&self, person: PersonId) -> Viewer {
        self.seat_of(person).map_or(Viewer::Public, Viewer::Seat)
    }
}

/// Where a table stands.
#[derive(Component, Clone, Debug, PartialEq)]
pub(crate) enum Phase {
    Waiting,
    Countdown { until: Millis },
    Running,
    Paused { by: Option<PersonId>, since: Millis },
    Over(Outcome),
    Aborted,
}

impl Phase {
    pub(crate) fn name(&self) -> PhaseName {
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
    pub(crate) fn is_on(&self) -> bool {
        matches!(self, Phase::Running | Phase::Paused { .. })
    }

    pub(crate) fn is_before(&self) -> bool {
        matches!(self, Phase::Waiting | Phase::Countdown { .. })
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self, Phase::Over(_) | Phase::Aborted)
    }

    /// Why somebody cannot play right now.
    pub(crate) fn denial(&self) -> Option<crate::Denial> {
        match self {
            Phase::Running => None,
            Phase::Waiting | Phase::Countdown { .. } => Some(crate::Denial::NotBegun),
            Phase::Paused { .. } => Some(crate::Denial::Paused),
            Phase::Over(_) | Phase::Aborted => Some(crate::Denial::Over),
        }
    }
}

/// How far the game is.
#[derive(Component, Default)]
pub(crate) struct Progress {
    /// The number of steps so far.
    pub(crate) version: u32,
    /// Who may act now.
    pub(crate) turn: Seats,
    /// For each seat the version at which its present decision began. What it saw since then is not stale,
    /// even if others who decide at the same time were quicker.
    pub(crate) since: [u32; MAX_SEATS],
    pub(crate) began_at: Millis,
    /// How many steps nobody chose since somebody last acted.
    pub(crate) unchosen: u32,
    /// Whether the result counts for no highscores.
    pub(crate) unranked: bool,
}

impl Progress {
    /// Refuses a seat that may not act now.
    pub(crate) fn check_turn(&self, seat: Seat) -> Result<(), crate::Denial> {
        if self.turn.contains(seat) { Ok(()) } else { Err(crate::Denial::NotYourTurn) }
    }

    /// How long the steps that nobody chose are shown, before anybody's time begins to run.
    pub(crate) fn shown_for(&self, about: &About) -> Millis {
        Millis::from(self.unchosen) * Millis::from(about.policy.pace_ms)
    }
}

/// Seats that take no further part, in the order in which they stopped, and whether the rules know about it.
#[derive(Component, Default)]
pub(crate) struct Retired {
    pub(crate) seats: Vec<(Seat, bool)>,
}

impl Retired {
    pub(crate) fn contains(&self, seat: Seat) -> bool {
        self.seats.iter().any(|(retired, _)| *retired == seat)
    }

    /// Those the rules know nothing of: the table plays for them and ranks them last.
    pub(crate) fn unknown_to_rules(&self) -> Seats {
        self.seats.iter().filter(|(_, known)| !known).map(|(seat, _)| *seat).collect()
    }
}

/// How often the person on each seat was refused.
#[derive(Component, Default)]
pub(crate) struct Strikes(pub(crate) [u16; MAX_SEATS]);
