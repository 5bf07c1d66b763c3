//! Opening a table.

use crate::{
    Answer, Command, CommandKind, Denial, Millis, Origin, PersonId, SeatPlan, SeatingRequest, Setup,
    capability::{Registry, Request},
    components::{About, Chair, Phase, Progress, Retired, Seating},
    game::{InstalledGames, check_seat_count},
    inbox::{Batch, Inbox, Index, Now},
    outbox::Outbox,
    table::{
        Capability,
        list::Changed,
        presence::{Occupants, Presence, clean_name},
    },
    timers::{ScheduledTimers, Timers},
    user_text::clean_line,
};
use bevy_ecs::prelude::*;
use parlor_kit::{ClockPolicy, Countdown, Id, Seat, Terms};
use serde::{Deserialize, Serialize};

/// Maximum length of a table's name in characters; longer ones do not fit the list.
const MAX_TITLE_LENGTH: usize = 64;

/// Opening the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum OpenRequest {
    /// Opens the table.
    Open(Box<Setup>),
}

impl Request for OpenRequest {}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.on_request(open);
}

/// Opens tables. An exclusive system, because it spawns entities.
pub(crate) fn open(world: &mut World) {
    let jobs: Vec<_> = world.resource_mut::<Batch>().drain(Capability::Open).collect();
    let now = world.resource::<Now>().0;
    for queued in jobs {
        let mut command = queued.command;
        let CommandKind::Open(OpenRequest::Open(setup)) = &mut command.kind else { continue };
        match prepare(world, setup, command.from, now) {
            Ok(table) => {
                let Command { table: id, from, .. } = command;
                let (name, plays) = (setup.opener.clone(), setup.opener_plays);
                let entity = world.spawn(table).id();
                // The id was not known when the components were built.
                world.get_mut::<About>(entity).expect("just spawned").id = id;
                world.resource_mut::<Index>().0.insert(id, entity);
                world.resource_mut::<Changed>().0.push(entity);
                watch_over(world, entity, now);
                world.resource_mut::<Outbox>().accept(now, command, Answer::default());
                let replaying = world.resource::<Outbox>().replaying;
                if plays
                    && let Origin::Person(person) = from
                    && !replaying
                {
                    let join = SeatingRequest::Join { name, seat: None };
                    let from = Origin::Person(person);
                    world.resource_mut::<Inbox>().push_front(Command::of(from, id, join));
                }
            }
            Err(denial) => world.resource_mut::<Outbox>().deny(&command, denial),
        }
    }
}

/// Starts the timer that removes the table if no person joins.
fn watch_over(world: &mut World, table: Entity, now: Millis) {
    let mut query =
        world.query::<(&About, &Seating, &Phase, &Retired, &mut Presence, &mut ScheduledTimers)>();
    world.resource_scope(|world, mut timers: Mut<'_, Timers>| {
        if let Ok((about, seating, phase, retired, mut presence, mut scheduled)) = query.get_mut(world, table)
        {
            let occupants = Occupants { about, seating, phase, retired };
            presence.note_empty(table, &occupants, now, &mut timers, &mut scheduled);
        }
    });
}

/// Validates a set-up, completes it for the journal, and builds the components of the table.
fn prepare(
    world: &World,
    setup: &mut Setup,
    from: Origin,
    now: Millis,
) -> Result<impl Bundle + use<>, Denial> {
    let games = world.resource::<InstalledGames>();
    let game = games.get(&setup.game)?.clone();
    let manifest = &game.bundle().manifest;
    check_seat_count(manifest, setup.seats.len())?;
    // A set-up from the journal is complete already, and its content may have changed since.
    if !setup.complete && !world.resource::<Outbox>().replaying {
        games.complete(setup)?;
    }
    setup.complete = false;
    let defaults = games.defaults(&*game);
    for plan in &mut setup.seats {
        check_plan(plan, &defaults.bots.default)?;
    }
    setup.opener = clean_name(&setup.opener)?;
    setup.name = clean_line(&setup.name).chars().take(MAX_TITLE_LENGTH).collect();
    // What the opener chose comes first, then what the options say, then what the host and the manifest say.
    let mut terms = Terms { table: manifest.table.clone(), clock: defaults.clock, bots: defaults.bots };
    game.terms(&setup.options, &mut terms)?;
    terms.table.lost = setup.lost.unwrap_or(terms.table.lost);
    terms.clock = setup.clock.map_or(terms.clock, |chosen| chosen_clock(chosen, &terms.clock));
    setup.clock = Some(terms.clock);
    let chair = |plan: &SeatPlan| Chair { plan: plan.clone(), person: None, name: bot_name(plan) };
    let seating = Seating { chairs: setup.seats.iter().map(chair).collect(), removed: Vec::new() };
    let options = setup.options.to_string().into_boxed_str();
    let setup = Setup { options: serde_json::Value::Null, ..setup.clone() };
    let about = About {
        id: crate::TableId(0),
        commitment: setup.secret.commitment().into(),
        setup: Box::new(setup),
        options,
        opener: from.person().unwrap_or(PersonId(0)),
        opener_left: false,
        clock: terms.clock,
        policy: terms.table,
        bots: terms.bots,
        opened_at: now,
        game,
    };
    // The components of the capabilities are required components of `About`.
    Ok((about, seating, Phase::Waiting, Progress::default(), ScheduledTimers::default()))
}

/// The clock an opener chose. A countdown as long as a move is a rule of the game: it is kept if the opener
/// chose no countdown.
fn chosen_clock(chosen: ClockPolicy, default: &ClockPolicy) -> ClockPolicy {
    let rule = default.countdown_ms.filter(|countdown| *countdown == Countdown::AsMove);
    ClockPolicy { countdown_ms: chosen.countdown_ms.or(rule), ..chosen }
}

/// Refuses unknown bots; a bot without a kind gets the game's default.
pub(crate) fn check_plan(plan: &mut SeatPlan, default: &Id) -> Result<(), Denial> {
    let SeatPlan::Bot { kind, name } = plan else { return Ok(()) };
    if kind.is_empty() {
        *kind = default.clone();
    }
    if parlor_bots::kind(kind).is_err() {
        return Err(Denial::NoSuchBot { kind: kind.clone() });
    }
    if !name.is_empty() {
        *name = clean_name(name)?;
    }
    Ok(())
}

/// A bot's name at the table.
pub(crate) fn bot_name(plan: &SeatPlan) -> Id {
    match plan {
        SeatPlan::Person => Id::default(),
        SeatPlan::Bot { kind, name } => if name.is_empty() { kind } else { name }.clone(),
    }
}

/// The first free seat for a person.
pub(crate) fn free_seat(seating: &Seating) -> Option<Seat> {
    seating.chairs.iter().position(|chair| !chair.is_taken()).map(Seat::new)
}
