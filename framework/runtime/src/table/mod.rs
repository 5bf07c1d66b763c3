//! The capabilities of a table, one file each: a component and the system that cares for it.

pub(crate) mod act;
pub(crate) mod bots;
pub(crate) mod chat;
pub(crate) mod clock;
pub(crate) mod close;
pub(crate) mod list;
pub(crate) mod open;
pub(crate) mod pause;
pub(crate) mod presence;
pub(crate) mod retire;
pub(crate) mod seating;
pub(crate) mod settle;
pub(crate) mod show;
pub(crate) mod start;
pub(crate) mod vote;
