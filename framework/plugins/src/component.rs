//! Games as wasm components, in the sandbox.

use crate::{
    CONTRACT, Limits, Machine, PluginError,
    sandbox::{Room, Sandbox, explain, refuel},
    source::{Answer, Bytes, Fault, Source, Stepped},
    wire::{Eyes, Failure, Fallen, Standing, Step},
};
use std::sync::{Arc, Mutex, PoisonError};
use wasmtime::{
    Store,
    component::{ComponentExportIndex, ComponentNamedList, Instance, Lift, Lower, TypedFunc},
};

/// A component with a game, and instances of it that wait for the next call.
pub(crate) struct Sandboxed {
    sandbox: Sandbox,
    rules: ComponentExportIndex,
    hints: Option<ComponentExportIndex>,
    #[allow(
        clippy::vec_box,
        reason = "every call takes one out and puts it back: it is too large to be moved"
    )]
    idle: Mutex<Vec<Box<Warm>>>,
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
                sandbox: &Sandbox,
                interface: &ComponentExportIndex,
                instance: &Instance,
                store: &mut Store<Room>,
            ) -> Answer<$set> {
                $(let $field = sandbox.function(interface, instance, store, $name)?;)*
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

impl Sandboxed {
    pub(crate) fn new(machine: &Machine, wasm: &[u8]) -> Result<Sandboxed, PluginError> {
        let sandbox = Sandbox::new(machine, wasm)?;
        let Some(rules) = sandbox.interface("parlor:game/rules", CONTRACT) else {
            return Err(sandbox.missing("parlor:game/rules", PluginError::Contract));
        };
        let hints = sandbox.interface("parlor:game/hints", CONTRACT);
        let sandboxed = Sandboxed { sandbox, rules, hints, idle: Mutex::default() };
        // The first instance shows whether all functions are there.
        let warm = sandboxed.instance().map_err(|fault| PluginError::Module(fault.reason))?;
        sandboxed.rest(warm);
        Ok(sandboxed)
    }

    fn limits(&self) -> &Limits {
        &self.sandbox.machine.limits
    }

    fn instance(&self) -> Answer<Box<Warm>> {
        let (mut store, instance) = self.sandbox.start(self.limits())?;
        let rules = RuleCalls::find(&self.sandbox, &self.rules, &instance, &mut store)?;
        let hints = self.hints.as_ref();
        let hints = hints.map(|hints| HintCalls::find(&self.sandbox, hints, &instance, &mut store));
        Ok(Box::new(Warm { store, rules, hints: hints.transpose()? }))
    }

    /// Keeps an instance for the next call. One that has gathered much is let go: languages that clear up when
    /// memory is short would have the calls before it end a call that does nothing wrong.
    fn rest(&self, warm: Box<Warm>) {
        if warm.store.data().memory > self.limits().memory / 2 {
            return;
        }
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < self.limits().warm {
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
        refuel(&mut warm.store, self.limits())?;
        let function = *function(&warm).ok_or_else(|| Fault::new(format!("it has no function '{name}'")))?;
        let (answer,) = function
            .call(&mut warm.store, arguments)
            .map_err(|error| explain(name, self.limits(), &error))?;
        self.rest(warm);
        Ok(answer)
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
