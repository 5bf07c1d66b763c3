//! Drives the real program, as people and scripts do.

mod commands;
mod golden_games;
mod parlor;
mod tournament;
