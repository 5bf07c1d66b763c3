//! Games and bots as plugins: wasm components in a sandbox, and native libraries, behind the same traits as
//! compiled-in ones.
//!
//! A plugin is a folder: `plugin.toml`, the module, and the files any game has beside its rules (`game.toml`,
//! texts, sprites, content). [`Plugin::load`] makes a [`PluginRules`] of it, which implements
//! [`parlor_kit::Rules`], so runtime, bots, conformance and tools need no special case. [`Watch`] polls a
//! folder of plugins while a host runs; [`build`] makes a plugin of a crate.
//!
//! A plugin may also be a bot: then its folder has a `bot.toml`, and [`BotPlugin`] asks it for choices.
//!
//! The contracts are in `wit/game.wit` and `wit/bot/bot.wit`; `parlor_guest::contract!` lists the functions
//! of the first for both sides. They are pure: the host owns the state, so a plugin that traps, times out or
//! exceeds its memory ends only the call.
//!
//! ```
//! use parlor_plugins::{Limits, Policy, Watch};
//!
//! // The folder does not exist yet; plugins copied into it later are found by a later look.
//! let mut watch = Watch::new("no/such/folder".into(), Policy::default(), Limits::default(), []);
//! assert!(watch.look().is_empty() && watch.list().is_empty());
//! ```

mod admission_games;
mod bot;
mod build;
mod component;
mod contract_versions;
mod error;
mod folder;
mod limits;
mod machine;
mod native_library;
mod parse_cache;
mod plugin_rules;
mod sandbox;
mod scene_decoder;
mod source;
mod toolchain;
mod watch;

pub use bot::{BotPlugin, BotToml, Choice, Question};
pub use build::{BuildOptions, Built, build, componentize};
pub use contract_versions::CONTRACTS;
pub use error::PluginError;
pub use folder::{Kind, Plugin, PluginToml, Policy};
pub use limits::Limits;
pub use machine::Machine;
pub use parlor_guest::CONTRACT;
pub use plugin_rules::{GuestAction, GuestState, PluginRules};
pub use source::Fault;
pub use toolchain::{DEBIAN_WASM_PACKAGES, MISSING, TARGET, Wasm};
pub use watch::{Change, Listed, Ready, Watch};

/// The contract version for bots that this host supports.
pub const BOT_CONTRACT: &str = "0.1.0";
