//! Registration of a table's capabilities, and the macro that builds one command enum from all their
//! requests.
//!
//! A capability is one file under `table/`: the requests it handles, the component it adds to each table, the
//! systems that execute requests and handle its deadlines, and what it writes to recordings. One line in
//! `table/mod.rs` switches it on.

use crate::{
    Done,
    components::About,
    inbox::Batch,
    table::{Capability, vote::Proposal},
    timers::{self, Timers},
};
use bevy_ecs::{
    prelude::*,
    schedule::{ScheduleConfigs, SingleThreadedExecutor},
    system::ScheduleSystem,
};
use parlor_kit::Seat;
use serde::{
    Serialize,
    de::{self, DeserializeOwned, Visitor, value::Error},
    forward_to_deserialize_any,
};
use serde_json::Value;

/// The requests of one capability. Their serde form is the format of the journal.
pub(crate) trait Request: Serialize + DeserializeOwned {
    /// The proposal that players can vote on through this capability.
    const PROPOSAL: Option<&'static Proposal> = None;

    /// The names of its deadlines: a `due` entry of the journal with one of these names belongs to this
    /// capability.
    fn deadlines() -> &'static [&'static str] {
        &[]
    }

    /// Whether only the host and its bots may send this; a person's client cannot fake a deadline.
    fn is_the_hosts(&self) -> bool {
        false
    }

    /// Whether the request is needed to rebuild a table from its journal.
    fn changes_table(&self) -> bool {
        true
    }

    /// The entry in the recording of a finished game. `asker` is the seat of the person who sent the request.
    fn recorded(&self, _asker: Option<Seat>) -> Option<(Seat, Done)> {
        None
    }
}

/// Generates [`Capability`], [`CommandKind`](crate::CommandKind) and the registration of all capabilities
/// from one list. Systems run in the order of the list.
macro_rules! capabilities {
    ($($(#[$doc:meta])* $name:ident: $module:ident::$request:ident,)*) => {
        $(pub use $module::$request;)*

        /// A capability of a table. As a system set it orders the systems of all capabilities.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, bevy_ecs::prelude::SystemSet)]
        pub(crate) enum Capability { $($name,)* }

        impl Capability {
            pub(crate) const ALL: &[Capability] = &[$(Capability::$name,)*];
        }

        /// A request to a table, by the capability that handles it.
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[serde(untagged)]
        pub enum CommandKind { $($(#[$doc])* $name($request),)* }

        $(impl From<$request> for CommandKind {
            fn from(request: $request) -> CommandKind {
                CommandKind::$name(request)
            }
        })*

        impl CommandKind {
            /// Whether only the host and its bots may send this.
            pub fn is_the_hosts(&self) -> bool {
                match self { $(CommandKind::$name(request) => request.is_the_hosts(),)* }
            }

            pub(crate) fn capability(&self) -> Capability {
                match self { $(CommandKind::$name(_) => Capability::$name,)* }
            }

            pub(crate) fn changes_table(&self) -> bool {
                match self { $(CommandKind::$name(request) => request.changes_table(),)* }
            }

            pub(crate) fn recorded(&self, asker: Option<parlor_kit::Seat>) -> Option<(parlor_kit::Seat, crate::Done)> {
                match self { $(CommandKind::$name(request) => request.recorded(asker),)* }
            }

            /// The proposals that players can vote on.
            pub(crate) fn proposals() -> impl Iterator<Item = &'static vote::Proposal> {
                [$(<$request as Request>::PROPOSAL,)*].into_iter().flatten()
            }
        }

        impl<'de> serde::Deserialize<'de> for CommandKind {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<CommandKind, D::Error> {
                let value = serde_json::Value::deserialize(deserializer)?;
                $(if crate::capability::owns::<$request>(&value) {
                    return serde_json::from_value(value).map(CommandKind::$name).map_err(serde::de::Error::custom);
                })*
                Err(serde::de::Error::custom(format!("there is no command like {value}")))
            }
        }

        /// Registers every capability.
        pub(crate) fn register(registry: &mut crate::capability::Registry<'_>) {
            $(registry.capability = Capability::$name;
            $module::register(registry);)*
        }
    };
}
pub(crate) use capabilities;

/// Where a capability registers its components, resources and systems.
pub(crate) struct Registry<'a> {
    world: &'a mut World,
    requests: &'a mut Schedule,
    deadlines: &'a mut Schedule,
    /// The capability that is being registered.
    pub(crate) capability: Capability,
}

impl<'a> Registry<'a> {
    /// A registry for empty schedules.
    pub(crate) fn new(
        world: &'a mut World,
        requests: &'a mut Schedule,
        deadlines: &'a mut Schedule,
    ) -> Registry<'a> {
        for schedule in [&mut *requests, &mut *deadlines] {
            schedule.set_executor(SingleThreadedExecutor::new());
            for pair in Capability::ALL.windows(2) {
                schedule.configure_sets(pair[1].after(pair[0]));
            }
        }
        deadlines.add_systems(timers::expire.before(Capability::ALL[0]));
        Registry { world, requests, deadlines, capability: Capability::ALL[0] }
    }

    /// Adds this component to every table when it opens.
    pub(crate) fn component<C: Component + Default>(&mut self) -> &mut Self {
        self.world.register_required_components::<About, C>();
        self
    }

    /// Inserts this resource into the world.
    pub(crate) fn resource<R: Resource + Default>(&mut self) -> &mut Self {
        self.world.init_resource::<R>();
        self
    }

    /// Adds the systems that execute the capability's requests. They run if a batch contains any.
    pub(crate) fn on_request<M>(
        &mut self,
        systems: impl IntoScheduleConfigs<ScheduleSystem, M>,
    ) -> &mut Self {
        let capability = self.capability;
        let any = move |batch: Res<'_, Batch>| batch.has(capability);
        self.requests.add_systems(in_order(systems, capability).run_if(any));
        self
    }

    /// Adds the systems that handle the capability's timer. They run if it expired for a table.
    pub(crate) fn on_timer<M>(&mut self, systems: impl IntoScheduleConfigs<ScheduleSystem, M>) -> &mut Self {
        let capability = self.capability;
        let any = move |timers: Res<'_, Timers>| timers.is_due(capability);
        self.deadlines.add_systems(in_order(systems, capability).run_if(any));
        self
    }
}

fn in_order<M>(
    systems: impl IntoScheduleConfigs<ScheduleSystem, M>,
    capability: Capability,
) -> ScheduleConfigs<ScheduleSystem> {
    systems.into_configs().chain().in_set(capability)
}

/// Whether a stored command is one of these requests.
pub(crate) fn owns<R: Request>(stored: &Value) -> bool {
    let Some((name, inner)) = tagged(stored) else { return false };
    if name == "due" {
        return inner.and_then(tagged).is_some_and(|(name, _)| R::deadlines().contains(&name));
    }
    variant_names::<R>().contains(&name)
}

/// The name of an enum's variant in its stored form, and its payload.
fn tagged(stored: &Value) -> Option<(&str, Option<&Value>)> {
    match stored {
        Value::String(name) => Some((name, None)),
        Value::Object(fields) => fields.iter().next().map(|(name, inner)| (name.as_str(), Some(inner))),
        _ => None,
    }
}

/// The names under which an enum's variants are stored.
pub(crate) fn variant_names<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // The probe fails on purpose as soon as it has recorded the names.
    let _ = T::deserialize(Probe(&mut names));
    names
}

/// A deserialiser without input: it records which variants an enum asks for.
struct Probe<'a>(&'a mut &'static [&'static str]);

impl<'de> de::Deserializer<'de> for Probe<'_> {
    type Error = Error;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = variants;
        Err(de::Error::custom("only the names were wanted"))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(de::Error::custom("only enums have names of variants"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
