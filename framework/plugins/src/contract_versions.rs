//! The supported versions of the contract, and conversions of their answers to the current version.

use parlor_guest::{CONTRACT, Failure, FallbackChoice, GameStatus, Step, WireContentFault, WireTurn};
use wasmtime::component::{ComponentType, Lift};

/// The versions of the contract that this host runs, the oldest first.
pub const CONTRACTS: [&str; 2] = [V0_1::CONTRACT, V0_2::CONTRACT];

/// A version of the contract: the types in which it differs from the current one.
pub(crate) trait Version: Sized + Send + Sync + 'static {
    const CONTRACT: &'static str;
    type Status: ComponentType + Lift + Send + Sync + 'static + Into<GameStatus>;
    type Step: ComponentType + Lift + Send + Sync + 'static + Into<Step>;

    /// The name under which a component of this version exports a function.
    fn export_name(function: &str) -> String {
        function.replace('_', "-")
    }
}

/// The current contract.
pub(crate) struct V0_2;

impl Version for V0_2 {
    const CONTRACT: &'static str = CONTRACT;
    type Status = GameStatus;
    type Step = Step;
}

/// The first contract: rounds are not told, and `status` is called `stand`.
pub(crate) struct V0_1;

impl Version for V0_1 {
    const CONTRACT: &'static str = "0.1.0";
    type Status = Standing0_1;
    type Step = Step0_1;

    fn export_name(function: &str) -> String {
        match function {
            "status" => "stand".into(),
            other => other.replace('_', "-"),
        }
    }
}

#[derive(ComponentType, Lift)]
#[component(record)]
pub(crate) struct Standing0_1 {
    turn: WireTurn,
    number: Option<u32>,
}

#[derive(ComponentType, Lift)]
#[component(record)]
pub(crate) struct Step0_1 {
    state: Vec<u8>,
    standing: Standing0_1,
    events: String,
    #[component(name = "luck-used")]
    luck_used: u32,
}

impl From<Standing0_1> for GameStatus {
    fn from(Standing0_1 { turn, number }: Standing0_1) -> GameStatus {
        GameStatus { turn, turn_number: number, round_number: None }
    }
}

impl From<Step0_1> for Step {
    fn from(Step0_1 { state, standing, events, luck_used }: Step0_1) -> Step {
        Step { state, status: standing.into(), events, luck_used }
    }
}

/// An answer of the current contract, converted from the version `V`.
pub(crate) trait FromWire<V>: Sized {
    type Wire: ComponentType + Lift + Send + Sync + 'static;
    fn from_wire(wire: Self::Wire) -> Self;
}

impl<V: Version> FromWire<V> for GameStatus {
    type Wire = V::Status;
    fn from_wire(wire: V::Status) -> GameStatus {
        wire.into()
    }
}

impl<V: Version> FromWire<V> for Step {
    type Wire = V::Step;
    fn from_wire(wire: V::Step) -> Step {
        wire.into()
    }
}

macro_rules! same_in_every_version {
    ($($plain:ty)*) => { $(
        impl<V> FromWire<V> for $plain {
            type Wire = $plain;
            fn from_wire(wire: $plain) -> $plain {
                wire
            }
        }
    )* };
}
same_in_every_version!(String u64 f32 Failure FallbackChoice WireContentFault);

impl<V, T: FromWire<V>> FromWire<V> for Option<T> {
    type Wire = Option<T::Wire>;
    fn from_wire(wire: Option<T::Wire>) -> Option<T> {
        wire.map(T::from_wire)
    }
}

impl<V, T: FromWire<V>> FromWire<V> for Vec<T> {
    type Wire = Vec<T::Wire>;
    fn from_wire(wire: Vec<T::Wire>) -> Vec<T> {
        wire.into_iter().map(T::from_wire).collect()
    }
}

impl<V, T: FromWire<V>, E: FromWire<V>> FromWire<V> for Result<T, E> {
    type Wire = Result<T::Wire, E::Wire>;
    fn from_wire(wire: Result<T::Wire, E::Wire>) -> Result<T, E> {
        wire.map(T::from_wire).map_err(E::from_wire)
    }
}
