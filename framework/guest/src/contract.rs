//! The contract between host and plugin, in one place.
//!
//! [`contract!`] lists every function with its arguments and its answer. Each side expands the list:
//!
//! | side | what it makes of the list |
//! |---|---|
//! | guest, `component.rs` | the exports of a wasm component |
//! | guest, `native_library.rs` | the table of C functions of a native library, and the functions in it |
//! | host, `source.rs` | the trait through which the host calls any plugin |
//! | host, `component.rs` | the typed functions of a component, looked up and called |
//! | host, `native_library.rs` | the calls through the table of a native library |
//!
//! The functions themselves are implemented by hand, once for each side: in `game_functions.rs` here, and in
//! `plugin_rules.rs` of the host. A function that one of them lacks does not compile. `wit/game.wit` has the
//! documentation and is what other languages use; a test of the host compares it with [`FUNCTIONS`] in both
//! directions.

/// The contract version of this crate and the host.
pub const CONTRACT: &str = "0.2.0";

/// Calls the macro `$expand` with every function of the contract, by interface:
/// `[methods of Rules it carries] name(argument: kind, …) -> answer;`.
///
/// Kinds of arguments are `state` (bytes), `text`, `luck`, `viewer` and the numbers of Rust.
/// Functions are only added at the end of an interface, and interfaces at the end of the list: the order is that of
/// the C table.
#[macro_export]
macro_rules! contract {
    ($expand:ident) => {
        $expand! {
            rules {
                [options_schema, default_options] describe() -> String;
                [setup] setup(options: text, seats: u8, luck: luck) -> Result<Step, Failure>;
                [turn, turn_number, round_number, load] status(state: state) -> Result<GameStatus, String>;
                [actions, write_actions] actions(state: state, seat: u8) -> Vec<String>;
                [offers, gesture] offers(state: state, seat: u8) -> String;
                [read_action, write_action] read_action(action: text) -> Result<String, String>;
                [act] act(
                    state: state, seat: u8, action: text, luck: luck, listening: bool
                ) -> Result<Step, Failure>;
                [proceed] proceed(state: state, luck: luck, listening: bool) -> Result<Step, Failure>;
                [scene] scene(state: state, viewer: viewer) -> String;
            }
            hints {
                [terms] terms(options: text, terms: text) -> Result<String, String>;
                [candidates] candidates(state: state, seat: u8) -> Vec<String>;
                [fallback] fallback(state: state, seat: u8, luck: luck) -> Result<FallbackChoice, Failure>;
                [retire] retire(
                    state: state, seat: u8, why: text, luck: luck, listening: bool
                ) -> Result<Option<Step>, Failure>;
                [resample] resample(state: state, viewer: viewer, luck: luck) -> Result<Step, Failure>;
                [estimate] estimate(state: state, seat: u8) -> f32;
                [position] position(state: state) -> Option<u64>;
                [] playouts(state: state, seed: u64, games: u32) -> Vec<f32>;
            }
            content {
                [check_content] check_content(kind: text, content: text) -> Vec<WireContentFault>;
            }
        }
    };
}

/// A function of the contract, for tests and tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// The interface it belongs to.
    pub interface: &'static str,
    /// Its name, with underscores.
    pub name: &'static str,
    /// Its arguments: name and kind.
    pub arguments: &'static [(&'static str, &'static str)],
    /// The type of its answer, in Rust.
    pub answer: &'static str,
    /// The methods of `parlor_kit::Rules` that it implements.
    pub methods: &'static [&'static str],
}

macro_rules! list_functions {
    ($($interface:ident { $(
        [$($method:ident),*] $name:ident($($argument:ident: $kind:ident),*) -> $answer:ty;
    )* })*) => {
        /// Every function of the contract.
        pub const FUNCTIONS: &[Function] = &[$($(Function {
            interface: stringify!($interface),
            name: stringify!($name),
            arguments: &[$((stringify!($argument), stringify!($kind))),*],
            answer: stringify!($answer),
            methods: &[$(stringify!($method)),*],
        },)*)*];
    };
}
contract!(list_functions);
