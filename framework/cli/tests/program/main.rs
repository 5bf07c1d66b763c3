//! Drives the real program, as people and scripts do.

mod commands;
mod parlor;
mod tournament;
mod transcripts;
