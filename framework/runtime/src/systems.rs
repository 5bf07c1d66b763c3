//! The systems of a batch in their order, in groups that run only if the batch has work for them: a system
//! with nothing to do costs nearly as much as one that executes an action.

use crate::{
    Effect, Finished,
    capability::Registry,
    components::About,
    inbox::{Batch, Inbox, Index},
    outbox::Outbox,
    table::{
        self, Capability, act,
        bots::{self, Awake},
        clock,
        close::{self, Closing},
        list::{self, Changed},
        play::{self, Moves, Steps},
        presence::Returned,
        settle,
        show::{self, Wanted, WantedStates},
    },
    timers::Timers,
};
use bevy_ecs::{
    prelude::*,
    schedule::{ScheduleConfigs, SingleThreadedExecutor},
    system::{BoxedSystem, ScheduleSystem, SystemState},
};
use parlor_kit::Rules;

type Delivery =
    (ResMut<'static, Inbox>, ResMut<'static, Batch>, Res<'static, Index>, ResMut<'static, Outbox>);

/// All systems of a batch.
pub(crate) struct Systems {
    delivery: SystemState<Delivery>,
    deadlines: Schedule,
    acting: Chain,
    requests: Schedule,
    settling: Chain,
    closing: Schedule,
    modules: Option<Schedule>,
    listing: Schedule,
    kinds: Vec<Kind>,
}

/// The systems for one kind of rules.
struct Kind {
    play: Chain,
    show: Chain,
    /// Whether one of its tables needs an update, or its bots a task.
    awake: bool,
}

/// Systems that nearly every action needs, run in sequence without the overhead of a schedule.
struct Chain(Vec<BoxedSystem>);

impl Chain {
    fn new<const N: usize>(world: &mut World, mut systems: [BoxedSystem; N]) -> Chain {
        for system in &mut systems {
            system.initialize(world);
        }
        Chain(systems.into())
    }

    fn run(&mut self, world: &mut World) {
        for system in &mut self.0 {
            system.run((), world).expect("everything a system asks for was put into the world");
        }
    }
}

fn boxed<M>(system: impl IntoSystem<(), (), M>) -> BoxedSystem {
    Box::new(IntoSystem::into_system(system))
}

fn schedule<M>(systems: impl IntoScheduleConfigs<ScheduleSystem, M>) -> Schedule {
    let mut schedule = Schedule::default();
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.add_systems(systems);
    schedule
}

impl Systems {
    /// The systems that all games share.
    pub(crate) fn new(world: &mut World) -> Systems {
        let (mut requests, mut deadlines) = (Schedule::default(), Schedule::default());
        table::register(&mut Registry::new(world, &mut requests, &mut deadlines));
        Systems {
            delivery: SystemState::new(world),
            deadlines,
            acting: Chain::new(world, [boxed(act::act)]),
            requests,
            settling: Chain::new(world, [boxed(settle::settle), boxed(clock::tick)]),
            closing: schedule((settle::strike_out, close::close).chain()),
            modules: None,
            listing: schedule((show::show_waiting, list::list).chain()),
            kinds: Vec::new(),
        }
    }

    /// Adds the systems for another kind of rules.
    pub(crate) fn add_kind<R: Rules>(&mut self, world: &mut World) {
        self.kinds.push(Kind {
            play: Chain::new(world, [boxed(play::play::<R>)]),
            show: Chain::new(
                world,
                [boxed(bots::think::<R>), boxed(show::show::<R>), boxed(show::imagine::<R>)],
            ),
            awake: false,
        });
    }

    /// Adds systems of a game's module.
    pub(crate) fn add_module(&mut self, systems: ScheduleConfigs<ScheduleSystem>) {
        match &mut self.modules {
            Some(modules) => {
                modules.add_systems(systems);
            }
            None => self.modules = Some(schedule(systems)),
        }
    }

    /// Executes one command for each table that has any queued.
    pub(crate) fn run(&mut self, world: &mut World, expired: bool) {
        if let Ok((mut inbox, mut batch, index, mut outbox)) = self.delivery.get_mut(world) {
            inbox.next_batch(&mut batch, &index, &mut outbox);
        }
        if expired {
            self.deadlines.run(world);
            world.resource_mut::<Timers>().clear();
        }
        let batch = world.resource::<Batch>();
        let (acts, others) = (batch.has(Capability::Act), batch.has_others(Capability::Act));
        if acts {
            self.acting.run(world);
        }
        if others {
            self.requests.run(world);
        }
        for (slot, kind) in self.kinds.iter_mut().enumerate() {
            if world.resource::<Moves>().is_any(slot) {
                kind.play.run(world);
            }
        }
        let settles = world.resource::<Steps>().is_any();
        if settles {
            self.settling.run(world);
        }
        let closes = world.resource::<Closing>().is_any();
        if closes {
            self.closing.run(world);
        }
        self.show(world);
        if let Some(modules) = &mut self.modules
            && (settles || closes)
        {
            modules.run(world);
        }
        if closes {
            let finished = std::mem::take(&mut world.resource_mut::<Finished>().0);
            let mut outbox = world.resource_mut::<Outbox>();
            for finish in finished {
                outbox.tell(Effect::Finished(Box::new(finish)));
            }
        }
        if !world.resource::<Wanted>().0.is_empty() || !world.resource::<Changed>().0.is_empty() {
            self.listing.run(world);
        }
        for effect in std::mem::take(&mut world.resource_mut::<Returned>().0) {
            world.resource_mut::<Outbox>().tell(effect);
        }
        world.resource_mut::<Steps>().played.clear();
        world.resource_mut::<Awake>().0.clear();
    }

    /// Emits updates, by the systems of the kinds of rules that had a step.
    fn show(&mut self, world: &mut World) {
        let steps = world.resource::<Steps>().played.iter().map(|step| step.table);
        let awake = world.resource::<Awake>().0.iter().copied();
        let wanted = world.resource::<Wanted>().0.iter().map(|(table, _)| *table);
        let states = world.resource::<WantedStates>().tables();
        for table in steps.chain(awake).chain(wanted).chain(states) {
            if let Some(about) = world.get::<About>(table) {
                self.kinds[about.game.slot()].awake = true;
            }
        }
        for kind in &mut self.kinds {
            if std::mem::take(&mut kind.awake) {
                kind.show.run(world);
            }
        }
        world.resource_mut::<WantedStates>().clear();
    }
}
