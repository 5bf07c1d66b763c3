//! The rules of Dune, one requirement after the other, on maps made by hand; then whole matches:
//! at tables in virtual time, by bots, and under the laws every game keeps.

#![cfg(feature = "module")]

mod bots;
mod common;
mod creatures;
mod desert;
mod ending;
mod files;
mod houses;
mod laws;
mod pictures;
mod specials;
mod tables;
mod turns;
