//! Tests of hidden information: examples, and properties that hold for any course of any card game.
//!
//! A course is a random sequence of [`Step`]s in a [`World`] with every kind of zone, two decks,
//! and many cards with equal faces, so that cards are confused wherever they can be.

mod examples;
mod random_cards;
mod resample_properties;
mod visibility_properties;

use super::*;
use crate::*;
use random_cards::{At, Step, World, courses};
