//! The laws of hidden information, for any course of any card game.
//!
//! A course is a random sequence of [`Step`]s in a [`World`] with every kind of zone, two decks,
//! and many cards with equal faces, so that cards are confused wherever they can be.

mod stories;
mod twins;
mod unseen;
mod world;

use super::*;
use crate::*;
use world::{At, Step, World, courses};
