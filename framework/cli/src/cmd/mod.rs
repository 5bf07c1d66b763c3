//! The subcommands, one file each: arguments and implementation.

pub(crate) mod bot;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod games;
pub(crate) mod import;
pub(crate) mod load;
pub(crate) mod plugins;
pub(crate) mod replay;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod sim;
pub(crate) mod tournament;
pub(crate) mod trace;
