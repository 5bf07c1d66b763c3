//! Exports a game as a wasm component, with every function of the contract.

use crate::{Failure, FallbackChoice, GameFunctions, GameStatus, Step, WireContentFault, WireTurn, contract};
use bindings::exports::parlor::game as wit;
use parlor_kit::{Game, Seat, Viewer};
use std::marker::PhantomData;

#[allow(missing_docs, unsafe_code, unreachable_pub, clippy::all, reason = "generated from game.wit")]
pub mod bindings {
    wit_bindgen::generate!({
        path: "../plugins/wit",
        world: "full-game",
        pub_export_macro: true,
        export_macro_name: "export_component",
    });
}

/// A component with this game.
pub struct Component<G>(PhantomData<G>);

/// The bindings' type for an argument of a kind.
macro_rules! taken {
    (state) => { Vec<u8> };
    (text) => { String };
    (luck) => { Vec<u64> };
    (viewer) => { wit::rules::Viewer };
    ($number:ident) => { $number };
}

/// Converts an argument to the type that [`GameFunctions`] take.
macro_rules! lent {
    (state $argument:ident) => {
        &$argument
    };
    (text $argument:ident) => {
        &$argument
    };
    (viewer $argument:ident) => {
        viewer($argument)
    };
    ($other:ident $argument:ident) => {
        $argument
    };
}

macro_rules! export {
    ($($interface:ident { $(
        [$($method:ident),*] $name:ident($($argument:ident: $kind:ident),*) -> $answer:ty;
    )* })*) => { $(
        impl<G: Game> wit::$interface::Guest for Component<G> { $(
            fn $name($($argument: taken!($kind)),*) -> <$answer as Export>::As {
                GameFunctions::<G>::$name($(lent!($kind $argument)),*).export()
            }
        )* }
    )* };
}
contract!(export);

fn viewer(viewer: wit::rules::Viewer) -> Viewer {
    match viewer {
        wit::rules::Viewer::Seat(seat) => Viewer::Seat(Seat::new(seat.into())),
        wit::rules::Viewer::Public => Viewer::Public,
        wit::rules::Viewer::All => Viewer::All,
    }
}

/// Converts an answer to the type of the bindings.
pub trait Export {
    /// The type of the bindings.
    type As;
    /// Converts the answer.
    fn export(self) -> Self::As;
}

macro_rules! export_as_is {
    ($($plain:ty)*) => { $(
        impl Export for $plain {
            type As = $plain;
            fn export(self) -> $plain {
                self
            }
        }
    )* };
}
export_as_is!(String u64 f32);

impl<T: Export> Export for Option<T> {
    type As = Option<T::As>;
    fn export(self) -> Option<T::As> {
        self.map(T::export)
    }
}

impl<T: Export> Export for Vec<T> {
    type As = Vec<T::As>;
    fn export(self) -> Vec<T::As> {
        self.into_iter().map(T::export).collect()
    }
}

impl<T: Export, E: Export> Export for Result<T, E> {
    type As = Result<T::As, E::As>;
    fn export(self) -> Result<T::As, E::As> {
        self.map(T::export).map_err(E::export)
    }
}

impl Export for Step {
    type As = wit::rules::Step;
    fn export(self) -> wit::rules::Step {
        let Step { state, status, events, luck_used } = self;
        wit::rules::Step { state, status: status.export(), events, luck_used }
    }
}

impl Export for GameStatus {
    type As = wit::rules::GameStatus;
    fn export(self) -> wit::rules::GameStatus {
        let GameStatus { turn, turn_number, round_number } = self;
        let turn = match turn {
            WireTurn::Act(seats) => wit::rules::Turn::Act(seats),
            WireTurn::Table => wit::rules::Turn::Table,
            WireTurn::Over(outcome) => wit::rules::Turn::Over(outcome),
        };
        wit::rules::GameStatus { turn, turn_number, round_number }
    }
}

impl Export for FallbackChoice {
    type As = wit::hints::FallbackChoice;
    fn export(self) -> wit::hints::FallbackChoice {
        let FallbackChoice { action, luck_used } = self;
        wit::hints::FallbackChoice { action, luck_used }
    }
}

impl Export for WireContentFault {
    type As = wit::content::ContentFault;
    fn export(self) -> wit::content::ContentFault {
        let WireContentFault { at, text } = self;
        wit::content::ContentFault { at, text }
    }
}

impl Export for Failure {
    type As = wit::rules::Failure;
    fn export(self) -> wit::rules::Failure {
        match self {
            Failure::Refused(reason) => wit::rules::Failure::Refused(reason),
            Failure::MoreLuck => wit::rules::Failure::MoreLuck,
        }
    }
}
