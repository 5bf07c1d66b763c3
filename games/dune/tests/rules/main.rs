//! The rules of Dune, one requirement after the other, on maps made by hand.

mod common;
mod creatures;
mod desert;
mod ending;
mod files;
mod houses;
mod pictures;
mod specials;
mod turns;
