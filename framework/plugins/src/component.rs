//! Plugins as wasm components, in the sandbox.

use crate::{
    CONTRACT, Machine, PluginError,
    source::{Answer, Bytes, Fault, Source, Stepped},
    wire::{Eyes, Failure, Fallen, Standing, Step},
};
use std::sync::{Arc, Mutex, PoisonError};
use wasmtime::{
    ResourceLimiter, Store, StoreLimits, StoreLimitsBuilder, Trap,
    component::{
        Component, ComponentExportIndex, ComponentNamedList, Instance, InstancePre, Lift, Linker, Lower,
        TypedFunc,
    },
};

/// A component with instances that wait for the next call.
pub(crate) struct Sandboxed {
    machine: Machine,
    component: Component,
    pre: InstancePre<Room>,
    rules: ComponentExportIndex,
    hints: Option<ComponentExportIndex>,
    idle: Mutex<Vec<Warm>>,
}

/// What belongs to one instance.
struct Room {
    limits: StoreLimits,
    /// The bytes of memory it has got so far; it never gives any back.
    memory: usize,
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

/// An instance that can be called.
struct Warm {
    store: Store<Room>,
    rules: RuleCalls,
    hints: Option<HintCalls>,
}

type Luck = Arc<[u64]>;
type Text = Arc<str>;

macro_rules! calls {
    ($(#[$about:meta])* $set:ident { $($field:ident $name:literal: ($($argument:ty),*) -> $result:ty;)* }) => {
        $(#[$about])*
        struct $set { $($field: TypedFunc<($($argument,)*), ($result,)>,)* }

        impl $set {
            fn find(
                component: &Component,
                interface: &ComponentExportIndex,
                instance: &Instance,
                store: &mut Store<Room>,
            ) -> Result<$set, String> {
                $(let $field = find(component, interface, instance, store, $name)?;)*
                Ok($set { $($field),* })
            }
        }
    };
}

calls! {
    /// The functions of the interface `rules`.
    RuleCalls {
        describe "describe": () -> String;
        setup "setup": (Text, u8, Luck) -> Result<Step, Failure>;
        stand "stand": (Bytes) -> Result<Standing, String>;
        actions "actions": (Bytes, u8) -> Vec<String>;
        offers "offers": (Bytes, u8) -> String;
        read_action "read-action": (Text) -> Result<String, String>;
        act "act": (Bytes, u8, Text, Luck, bool) -> Result<Step, Failure>;
        proceed "proceed": (Bytes, Luck, bool) -> Result<Step, Failure>;
        scene "scene": (Bytes, Eyes) -> String;
    }
}

calls! {
    /// The functions of the interface `hints`.
    HintCalls {
        terms "terms": (Text, Text) -> Result<String, String>;
        candidates "candidates": (Bytes, u8) -> Vec<String>;
        fallback "fallback": (Bytes, u8, Luck) -> Result<Fallen, Failure>;
        retire "retire": (Bytes, u8, Text, Luck, bool) -> Result<Option<Step>, Failure>;
        resample "resample": (Bytes, Eyes, Luck) -> Result<Step, Failure>;
        estimate "estimate": (Bytes, u8) -> f32;
        position "position": (Bytes) -> Option<u64>;
        playouts "playouts": (Bytes, u64, u32) -> Vec<f32>;
    }
}

fn find<P: ComponentNamedList + Lower, R: ComponentNamedList + Lift>(
    component: &Component,
    interface: &ComponentExportIndex,
    instance: &Instance,
    store: &mut Store<Room>,
    name: &str,
) -> Result<TypedFunc<P, R>, String> {
    let index = component.get_export_index(Some(interface), name);
    let index = index.ok_or_else(|| format!("it has no function '{name}'"))?;
    instance
        .get_typed_func(store, index)
        .map_err(|error| format!("its function '{name}' has another type: {error:#}"))
}

impl Sandboxed {
    pub(crate) fn new(machine: &Machine, wasm: &[u8]) -> Result<Sandboxed, PluginError> {
        let component = machine.compile(wasm)?;
        let engine = &machine.engine;
        let kind = component.component_type();
        let wanted: Vec<&str> = kind.imports(engine).map(|(name, _)| name).collect();
        if !wanted.is_empty() {
            return Err(PluginError::Imports(wanted.join(", ")));
        }
        let find = |name: &str| component.get_export_index(None, format!("parlor:game/{name}@{CONTRACT}"));
        let Some(rules) = find("rules") else {
            let spoken = kind
                .exports(engine)
                .find_map(|(name, _)| Some(name.strip_prefix("parlor:game/rules@")?.to_string()));
            return Err(match spoken {
                Some(spoken) => PluginError::Contract(spoken),
                None => PluginError::Module("it does not export parlor:game/rules".into()),
            });
        };
        let hints = find("hints");
        let pre = Linker::new(engine)
            .instantiate_pre(&component)
            .map_err(|error| PluginError::Module(format!("it cannot be linked: {error:#}")))?;
        drop(kind);
        let sandboxed =
            Sandboxed { machine: machine.clone(), component, pre, rules, hints, idle: Mutex::default() };
        // The first instance shows whether all functions are there.
        let warm = sandboxed.instance().map_err(|fault| PluginError::Module(fault.0))?;
        sandboxed.rest(warm);
        Ok(sandboxed)
    }

    fn instance(&self) -> Answer<Warm> {
        let limits = StoreLimitsBuilder::new()
            .memory_size(self.machine.limits.memory)
            .trap_on_grow_failure(true)
            .build();
        let mut store = Store::new(&self.machine.engine, Room { limits, memory: 0 });
        store.limiter(|room| room);
        store.set_hostcall_fuel(self.machine.limits.answer);
        self.refuel(&mut store)?;
        let instance = self.pre.instantiate(&mut store).map_err(|error| self.explain("start", &error))?;
        let rules =
            RuleCalls::find(&self.component, &self.rules, &instance, &mut store).map_err(Fault::new)?;
        let hints = match &self.hints {
            Some(hints) => {
                let found = HintCalls::find(&self.component, hints, &instance, &mut store);
                Some(found.map_err(Fault::new)?)
            }
            None => None,
        };
        Ok(Warm { store, rules, hints })
    }

    fn refuel(&self, store: &mut Store<Room>) -> Answer<()> {
        store.set_fuel(self.machine.limits.fuel).map_err(|error| Fault::new(format!("{error:#}")))?;
        store.set_epoch_deadline(self.machine.ticks());
        Ok(())
    }

    /// Keeps an instance for the next call. One that has gathered much is let go: languages that clear up when
    /// memory is short would have the calls before it end a call that does nothing wrong.
    fn rest(&self, warm: Warm) {
        if warm.store.data().memory > self.machine.limits.memory / 2 {
            return;
        }
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < self.machine.limits.warm {
            idle.push(warm);
        }
    }

    /// One call. An instance that failed is thrown away; nothing of it reaches another table.
    fn call<P, R>(
        &self,
        name: &str,
        function: impl FnOnce(&Warm) -> Option<&TypedFunc<P, (R,)>>,
        arguments: P,
    ) -> Answer<R>
    where
        P: ComponentNamedList + Lower + Send + Sync,
        R: Send + Sync,
        (R,): ComponentNamedList + Lift + Send + Sync,
    {
        let resting = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut warm = match resting {
            Some(warm) => warm,
            None => self.instance()?,
        };
        self.refuel(&mut warm.store)?;
        let function = *function(&warm).ok_or_else(|| Fault::new(format!("it has no function '{name}'")))?;
        let (answer,) =
            function.call(&mut warm.store, arguments).map_err(|error| self.explain(name, &error))?;
        self.rest(warm);
        Ok(answer)
    }

    /// What went wrong, in words for whoever sits at the table.
    fn explain(&self, name: &str, error: &wasmtime::Error) -> Fault {
        let limits = &self.machine.limits;
        let reason = match error.downcast_ref::<Trap>() {
            Some(Trap::OutOfFuel) => format!("worked for too long ({} steps)", limits.fuel),
            Some(Trap::Interrupt) => format!("took longer than {} ms", limits.millis),
            Some(Trap::StackOverflow) => "called itself too deeply".into(),
            Some(trap) => format!("broke down: {trap}"),
            None => {
                let text = format!("{:#}", error.root_cause());
                if text.contains("growing memory") {
                    format!("wanted more memory than {} MiB", limits.memory >> 20)
                } else if text.contains("fuel allocated for hostcalls") {
                    format!("gave an answer of more than {} MiB", limits.answer >> 20)
                } else {
                    format!("gave no proper answer: {text}")
                }
            }
        };
        Fault(format!("the plugin {reason}, in '{name}'"))
    }
}

impl Source for Sandboxed {
    fn describe(&self) -> Answer<String> {
        self.call("describe", |warm| Some(&warm.rules.describe), ())
    }
    fn setup(&self, options: Text, seats: u8, luck: Luck) -> Stepped<Step> {
        self.call("setup", |warm| Some(&warm.rules.setup), (options, seats, luck))
    }
    fn stand(&self, state: Bytes) -> Answer<Result<Standing, String>> {
        self.call("stand", |warm| Some(&warm.rules.stand), (state,))
    }
    fn actions(&self, state: Bytes, seat: u8) -> Answer<Vec<String>> {
        self.call("actions", |warm| Some(&warm.rules.actions), (state, seat))
    }
    fn offers(&self, state: Bytes, seat: u8) -> Answer<String> {
        self.call("offers", |warm| Some(&warm.rules.offers), (state, seat))
    }
    fn read_action(&self, action: Text) -> Answer<Result<String, String>> {
        self.call("read-action", |warm| Some(&warm.rules.read_action), (action,))
    }
    fn act(&self, state: Bytes, seat: u8, action: Text, luck: Luck, listening: bool) -> Stepped<Step> {
        self.call("act", |warm| Some(&warm.rules.act), (state, seat, action, luck, listening))
    }
    fn proceed(&self, state: Bytes, luck: Luck, listening: bool) -> Stepped<Step> {
        self.call("proceed", |warm| Some(&warm.rules.proceed), (state, luck, listening))
    }
    fn scene(&self, state: Bytes, viewer: Eyes) -> Answer<String> {
        self.call("scene", |warm| Some(&warm.rules.scene), (state, viewer))
    }

    fn has_hints(&self) -> bool {
        self.hints.is_some()
    }
    fn terms(&self, options: Text, terms: Text) -> Answer<Result<String, String>> {
        self.call("terms", |warm| Some(&warm.hints.as_ref()?.terms), (options, terms))
    }
    fn candidates(&self, state: Bytes, seat: u8) -> Answer<Vec<String>> {
        self.call("candidates", |warm| Some(&warm.hints.as_ref()?.candidates), (state, seat))
    }
    fn fallback(&self, state: Bytes, seat: u8, luck: Luck) -> Stepped<Fallen> {
        self.call("fallback", |warm| Some(&warm.hints.as_ref()?.fallback), (state, seat, luck))
    }
    fn retire(
        &self,
        state: Bytes,
        seat: u8,
        why: Text,
        luck: Luck,
        listening: bool,
    ) -> Stepped<Option<Step>> {
        self.call("retire", |warm| Some(&warm.hints.as_ref()?.retire), (state, seat, why, luck, listening))
    }
    fn resample(&self, state: Bytes, viewer: Eyes, luck: Luck) -> Stepped<Step> {
        self.call("resample", |warm| Some(&warm.hints.as_ref()?.resample), (state, viewer, luck))
    }
    fn estimate(&self, state: Bytes, seat: u8) -> Answer<f32> {
        self.call("estimate", |warm| Some(&warm.hints.as_ref()?.estimate), (state, seat))
    }
    fn position(&self, state: Bytes) -> Answer<Option<u64>> {
        self.call("position", |warm| Some(&warm.hints.as_ref()?.position), (state,))
    }
    fn playouts(&self, state: Bytes, seed: u64, games: u32) -> Answer<Vec<f32>> {
        self.call("playouts", |warm| Some(&warm.hints.as_ref()?.playouts), (state, seed, games))
    }
}
