//! Games as wasm components, in the sandbox.

use crate::{
    Limits, Machine, PluginError,
    contract_versions::{FromWire, V0_1, V0_2, Version},
    sandbox::{Room, Sandbox, explain, refuel},
    source::{Answer, Fault, Interface, Source, given},
};
use parlor_guest::{Failure, FallbackChoice, GameStatus, Step, WireContentFault, contract};
use std::sync::{Arc, Mutex, PoisonError};
use wasmtime::{
    Store,
    component::{ComponentExportIndex, ComponentNamedList, Instance, Lift, Lower, TypedFunc},
};

/// Loads the game in a component of any supported contract version, and returns that version.
pub(crate) fn load(machine: &Machine, wasm: &[u8]) -> Result<(Arc<dyn Source>, &'static str), PluginError> {
    let sandbox = Sandbox::new(machine, wasm)?;
    if sandbox.interface("parlor:game/rules", V0_2::CONTRACT).is_some() {
        Ok((Arc::new(Sandboxed::<V0_2>::new(sandbox)?), V0_2::CONTRACT))
    } else if sandbox.interface("parlor:game/rules", V0_1::CONTRACT).is_some() {
        Ok((Arc::new(Sandboxed::<V0_1>::new(sandbox)?), V0_1::CONTRACT))
    } else {
        Err(sandbox.missing("parlor:game/rules", PluginError::Contract))
    }
}

/// A component with a game of one contract version, and a pool of idle instances.
struct Sandboxed<V: Version> {
    sandbox: Sandbox,
    interfaces: Vec<Option<ComponentExportIndex>>,
    #[allow(
        clippy::vec_box,
        reason = "every call takes one out and puts it back: it is too large to be moved"
    )]
    idle: Mutex<Vec<Box<Warm<V>>>>,
}

/// An instance that is ready for calls.
struct Warm<V: Version> {
    store: Store<Room>,
    calls: Calls<V>,
}

macro_rules! sandboxed {
    ($($interface:ident { $(
        [$($method:ident),*] $name:ident($($argument:ident: $kind:ident),*) -> $answer:ty;
    )* })*) => {
        /// The functions of an instance; `None` for interfaces that the component lacks.
        struct Calls<V: Version> {
            $($($name: Option<TypedFunc<($(given!($kind),)*), (<$answer as FromWire<V>>::Wire,)>>,)*)*
        }

        impl<V: Version> Calls<V> {
            fn find(
                sandboxed: &Sandboxed<V>,
                instance: &Instance,
                store: &mut Store<Room>,
            ) -> Answer<Calls<V>> {
                $($(let $name = match sandboxed.interface(Interface::$interface) {
                    Some(interface) => {
                        let name = V::export_name(stringify!($name));
                        Some(sandboxed.sandbox.function(interface, instance, store, &name)?)
                    }
                    None => None,
                };)*)*
                Ok(Calls { $($($name),*),* })
            }
        }

        impl<V: Version> Source for Sandboxed<V> {
            fn has(&self, interface: Interface) -> bool {
                self.interface(interface).is_some()
            }

            $($(fn $name(&self, $($argument: given!($kind)),*) -> Answer<$answer> {
                let wire = self.call(stringify!($name), |calls| calls.$name.as_ref(), ($($argument,)*))?;
                Ok(<$answer as FromWire<V>>::from_wire(wire))
            })*)*
        }
    };
}
contract!(sandboxed);

impl<V: Version> Sandboxed<V> {
    fn new(sandbox: Sandbox) -> Result<Sandboxed<V>, PluginError> {
        let index = |interface: &Interface| {
            sandbox.interface(&format!("parlor:game/{}", interface.name()), V::CONTRACT)
        };
        let interfaces = Interface::ALL.iter().map(index).collect();
        let sandboxed = Sandboxed { sandbox, interfaces, idle: Mutex::default() };
        // The first instance shows whether all functions are exported.
        let warm = sandboxed.instance().map_err(|fault| PluginError::Module(fault.reason))?;
        sandboxed.rest(warm);
        Ok(sandboxed)
    }

    fn interface(&self, interface: Interface) -> Option<&ComponentExportIndex> {
        self.interfaces[interface as usize].as_ref()
    }

    fn limits(&self) -> &Limits {
        &self.sandbox.machine.limits
    }

    fn instance(&self) -> Answer<Box<Warm<V>>> {
        let (mut store, instance) = self.sandbox.start(self.limits())?;
        let calls = Calls::find(self, &instance, &mut store)?;
        Ok(Box::new(Warm { store, calls }))
    }

    /// Returns an instance to the pool. One with much memory is dropped: languages with a garbage collector
    /// may not free memory in time, and a later call would fail for the garbage of earlier ones.
    fn rest(&self, warm: Box<Warm<V>>) {
        if warm.store.data().memory > self.limits().memory / 2 {
            return;
        }
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < self.limits().warm {
            idle.push(warm);
        }
    }

    /// Makes one call. An instance that failed is dropped, so that its state reaches no other table.
    fn call<P, R>(
        &self,
        name: &str,
        function: impl FnOnce(&Calls<V>) -> Option<&TypedFunc<P, (R,)>>,
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
        refuel(&mut warm.store, self.limits())?;
        let function =
            *function(&warm.calls).ok_or_else(|| Fault::new(format!("it has no function '{name}'")))?;
        let (answer,) = function.call(&mut warm.store, arguments).map_err(|error| {
            // Messages use the function's name as in the contract.
            explain(&name.replace('_', "-"), self.limits(), &error)
        })?;
        self.rest(warm);
        Ok(answer)
    }
}
