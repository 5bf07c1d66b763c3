//! A component in the sandbox: its limits, instances, and error messages.

use crate::{Limits, Machine, PluginError, source::Answer, source::Fault};
use wasmtime::{
    ResourceLimiter, Store, StoreLimits, StoreLimitsBuilder, Trap,
    component::{
        Component, ComponentExportIndex, ComponentNamedList, Instance, InstancePre, Lift, Linker, Lower,
        TypedFunc,
    },
};

/// A component that can be instantiated any number of times. It imports nothing from its host.
pub(crate) struct Sandbox {
    pub(crate) machine: Machine,
    component: Component,
    pre: InstancePre<Room>,
}

/// The data of one instance.
pub(crate) struct Room {
    limits: StoreLimits,
    /// Its memory in bytes; wasm memory never shrinks.
    pub(crate) memory: usize,
}

impl ResourceLimiter for Room {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let granted = self.limits.memory_growing(current, desired, maximum)?;
        if granted {
            self.memory += desired - current;
        }
        Ok(granted)
    }

    fn memory_grow_failed(&mut self, error: wasmtime::Error) -> wasmtime::Result<()> {
        self.limits.memory_grow_failed(error)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        self.limits.table_growing(current, desired, maximum)
    }
}

impl Sandbox {
    /// Compiles a component and checks that it imports nothing.
    pub(crate) fn new(machine: &Machine, wasm: &[u8]) -> Result<Sandbox, PluginError> {
        let component = machine.compile(wasm)?;
        let engine = &machine.engine;
        let kind = component.component_type();
        let wanted: Vec<&str> = kind.imports(engine).map(|(name, _)| name).collect();
        if !wanted.is_empty() {
            return Err(PluginError::Imports(wanted.join(", ")));
        }
        let pre = Linker::new(engine)
            .instantiate_pre(&component)
            .map_err(|error| PluginError::Module(format!("it cannot be linked: {error:#}")))?;
        drop(kind);
        Ok(Sandbox { machine: machine.clone(), component, pre })
    }

    /// The interface of this name, in this version.
    pub(crate) fn interface(&self, name: &str, version: &str) -> Option<ComponentExportIndex> {
        self.component.get_export_index(None, format!("{name}@{version}"))
    }

    /// The error for a missing interface: `other` makes it if there is another version, else there is none.
    pub(crate) fn missing(&self, name: &str, other: fn(String) -> PluginError) -> PluginError {
        let kind = self.component.component_type();
        let spoken = |export: &str| Some(export.strip_prefix(name)?.strip_prefix('@')?.to_string());
        match kind.exports(&self.machine.engine).find_map(|(export, _)| spoken(export)) {
            Some(version) => other(version),
            None => PluginError::Module(format!("it does not export {name}")),
        }
    }

    /// A new instance with fuel and timeout.
    pub(crate) fn start(&self, limits: &Limits) -> Answer<(Store<Room>, Instance)> {
        let room = StoreLimitsBuilder::new().memory_size(limits.memory).trap_on_grow_failure(true).build();
        let mut store = Store::new(&self.machine.engine, Room { limits: room, memory: 0 });
        store.limiter(|room| room);
        store.set_hostcall_fuel(limits.answer);
        refuel(&mut store, limits)?;
        let instance = self.pre.instantiate(&mut store).map_err(|error| explain("start", limits, &error))?;
        Ok((store, instance))
    }

    /// The function of an interface, if it has this type.
    pub(crate) fn function<P: ComponentNamedList + Lower, R: ComponentNamedList + Lift>(
        &self,
        interface: &ComponentExportIndex,
        instance: &Instance,
        store: &mut Store<Room>,
        name: &str,
    ) -> Answer<TypedFunc<P, R>> {
        let index = self.component.get_export_index(Some(interface), name);
        let index = index.ok_or_else(|| Fault::new(format!("it has no function '{name}'")))?;
        instance
            .get_typed_func(store, index)
            .map_err(|error| Fault::new(format!("its function '{name}' has another type: {error:#}")))
    }
}

/// Sets fuel and timeout for one call.
pub(crate) fn refuel(store: &mut Store<Room>, limits: &Limits) -> Answer<()> {
    store.set_fuel(limits.fuel).map_err(|error| Fault::new(format!("{error:#}")))?;
    store.set_epoch_deadline(Machine::ticks(limits.millis));
    Ok(())
}

/// Describes an error for the people at the table.
pub(crate) fn explain(name: &str, limits: &Limits, error: &wasmtime::Error) -> Fault {
    let (reason, late) = match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => (format!("worked for too long ({} steps)", limits.fuel), true),
        Some(Trap::Interrupt) => (format!("took longer than {} ms", limits.millis), true),
        Some(Trap::StackOverflow) => ("called itself too deeply".into(), false),
        Some(trap) => (format!("broke down: {trap}"), false),
        None => {
            let text = format!("{:#}", error.root_cause());
            let reason = if text.contains("growing memory") {
                format!("wanted more memory than {} MiB", limits.memory >> 20)
            } else if text.contains("fuel allocated for hostcalls") {
                format!("gave an answer of more than {} MiB", limits.answer >> 20)
            } else {
                format!("gave no proper answer: {text}")
            };
            (reason, false)
        }
    };
    Fault { reason: format!("the plugin {reason}, in '{name}'"), late }
}
