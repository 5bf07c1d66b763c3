//! Starting a game, at once or by countdown.

use crate::{
    Command, CommandKind, Denial, Origin,
    capability::{Registry, Request, variant_names},
    components::{About, Chair, Phase, Progress, Retired, Seating},
    inbox::{Batch, Inbox, Now, TableCommand},
    outbox::Outbox,
    table::{
        Capability,
        list::Changed,
        play::{StepResult, Steps},
        presence::{Occupants, Presence},
        show::WaitingScene,
    },
    timers::{ScheduledTimers, Timers},
};
use bevy_ecs::prelude::*;
use parlor_kit::{Event, Seats};
use serde::{Deserialize, Serialize};

/// Starting the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum StartRequest {
    /// Starts the game with the taken seats.
    Start,
    /// The countdown is over. Recorded, so that a restored table makes the same decision.
    Due(StartDeadline),
}

/// A deadline after which a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum StartDeadline {
    /// The countdown to the start.
    Countdown,
}

impl Request for StartRequest {
    fn deadlines() -> &'static [&'static str] {
        variant_names::<StartDeadline>()
    }

    fn is_the_hosts(&self) -> bool {
        matches!(self, StartRequest::Due(_))
    }
}

pub(crate) fn register(registry: &mut Registry<'_>) {
    registry.on_request(start).on_timer(countdown);
}

/// Starts games. An exclusive system, because it inserts state components.
pub(crate) fn start(world: &mut World) {
    let commands: Vec<_> = world.resource_mut::<Batch>().drain(Capability::Start).collect();
    for TableCommand { table, command } in commands {
        let result = may_start(world, table, &command).and_then(|()| begin(world, table, &command));
        if let Err(denial) = result {
            world.resource_mut::<Outbox>().deny(&command, denial);
        }
    }
}

fn may_start(world: &World, table: Entity, command: &Command) -> Result<(), Denial> {
    let (about, phase, seating) = parts(world, table);
    match (phase, &command.kind) {
        (Phase::Countdown { until }, CommandKind::Start(StartRequest::Due(StartDeadline::Countdown)))
            if *until <= world.resource::<Now>().0 => {}
        (_, CommandKind::Start(StartRequest::Due(_))) => return Err(Denial::Begun),
        (Phase::Waiting | Phase::Countdown { .. }, _) => {
            if command.from != Origin::Host && command.from.person() != Some(about.opener) {
                return Err(Denial::NotOpener);
            }
        }
        (Phase::Over(_) | Phase::Aborted, _) => return Err(Denial::Over),
        _ => return Err(Denial::Begun),
    }
    let min = about.game.bundle().manifest.seats.min;
    if seating.chairs.iter().filter(|chair| chair.is_taken()).count() < min {
        return Err(Denial::NotEnoughPlayers { min });
    }
    Ok(())
}

fn parts(world: &World, table: Entity) -> (&About, &Phase, &Seating) {
    let part = "a table has all its parts";
    (
        world.get::<About>(table).expect(part),
        world.get::<Phase>(table).expect(part),
        world.get::<Seating>(table).expect(part),
    )
}

fn begin(world: &mut World, table: Entity, command: &Command) -> Result<(), Denial> {
    let (about, _, seating) = parts(world, table);
    let (game, secret) = (about.game.clone(), about.setup.secret);
    let options = serde_json::from_str(&about.options).expect("options were written by us");
    let seats = seating.chairs.iter().filter(|chair| chair.is_taken()).count();
    let begun = game.begin(world.entity_mut(table), &options, seats, secret)?;
    let now = world.resource::<Now>().0;
    let mut entity = world.entity_mut(table);
    entity.insert(WaitingScene::default());
    // Seats that are still free are not part of the game.
    let mut seating = entity.get_mut::<Seating>().expect("a table has seats");
    let stays: Vec<bool> = seating.chairs.iter().map(Chair::is_taken).collect();
    let mut taken = stays.iter();
    seating.chairs.retain(|_| *taken.next().expect("one for each chair"));
    entity.get_mut::<Presence>().expect("a table knows who is there").keep(&stays);
    *entity.get_mut::<Phase>().expect("a table has a phase") = Phase::Running;
    entity.get_mut::<Progress>().expect("a table has progress").began_at = now;
    let mut steps = world.resource_mut::<Steps>();
    steps.played.push(StepResult {
        table,
        actor: None,
        played: None,
        turn: begun.turn,
        number: begun.number,
        round: None,
        events: vec![Event::new("table-began")],
        retired: None,
        anew: false,
        digest: None,
        lag: 0,
        command: Some(command.clone()),
        concealed: false,
        number_of_steps: 0,
        before: Seats::NONE,
    });
    world.resource_mut::<Changed>().0.push(table);
    // Players who were disconnected before the start count as lost from now on.
    world.resource_scope(|world, mut timers: Mut<'_, Timers>| {
        let mut parts =
            world.query::<(&About, &Seating, &Phase, &Retired, &mut Presence, &mut ScheduledTimers)>();
        if let Ok((about, seating, phase, retired, mut presence, mut scheduled)) = parts.get_mut(world, table)
        {
            presence.begin();
            let occupants = Occupants { about, seating, phase, retired };
            presence.note_empty(table, &occupants, now, &mut timers, &mut scheduled);
            presence.arm(table, about, seating, retired, &mut timers, &mut scheduled);
        }
    });
    Ok(())
}

/// Handles countdowns that ended.
pub(crate) fn countdown(
    now: Res<'_, Now>,
    mut timers: ResMut<'_, Timers>,
    mut inbox: ResMut<'_, Inbox>,
    mut tables: Query<'_, '_, (&About, &Phase, &mut ScheduledTimers)>,
) {
    let due: Vec<Entity> = timers.due(Capability::Start).collect();
    for table in due {
        let Ok((about, phase, mut scheduled)) = tables.get_mut(table) else { continue };
        match *phase {
            Phase::Countdown { until } if until <= now.0 => {
                inbox.push(Command::of(Origin::Host, about.id, StartRequest::Due(StartDeadline::Countdown)));
            }
            Phase::Countdown { until } => timers.set(table, &mut scheduled, Capability::Start, until),
            _ => {}
        }
    }
}
