//! Positions and play, shared by the tests.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use parlor_kit::{Cell, Event, Game, Luck, Refusal, Seat, StepContext};
use serde_json::{Value, json};
use worms::{Action, Worms};

pub(crate) fn seat(n: usize) -> Seat {
    Seat::new(n)
}

pub(crate) fn cell(x: i16, y: i16) -> Cell {
    Cell::new(x, y)
}

pub(crate) const PASS: Action = Action::Pass;

pub(crate) fn crawl(worm: u16, x: i16, y: i16) -> Action {
    Action::Crawl { worm, to: cell(x, y) }
}

/// A position in round 1 of 50, by way of a saved game: the drawing, and for each player the worms, head first.
pub(crate) fn position(rows: &[&str], players: &[&[&[&str]]]) -> Worms {
    position_with(rows, players, json!({}))
}

/// The same with other values in the saved game.
pub(crate) fn position_with(rows: &[&str], players: &[&[&[&str]]], changes: Value) -> Worms {
    let worms = players
        .iter()
        .enumerate()
        .flat_map(|(owner, worms)| worms.iter().map(move |cells| json!({ "owner": owner, "cells": cells })));
    let mut saved = json!({
        "board": rows,
        "worms": worms.collect::<Vec<_>>(),
        "seats": players.len(),
        "next": 0,
        "round": 1,
        "rounds": 50,
    });
    for (name, value) in changes.as_object().unwrap() {
        saved[name] = value.clone();
    }
    serde_json::from_value(saved).unwrap()
}

/// Whoever's turn it is acts; what was told.
pub(crate) fn act(game: &mut Worms, action: Action) -> Vec<Event> {
    let seat = game.next().expect("a running game");
    let mut step = StepContext::listening(Luck::forced([]));
    game.act(seat, &action, &mut step).unwrap();
    step.take_events()
}

/// Whoever's turn it is acts and is refused; nothing changes.
pub(crate) fn refused(game: &Worms, action: Action) -> Refusal {
    let mut tried = game.clone();
    let seat = game.next().expect("a running game");
    let refusal = tried.act(seat, &action, &mut StepContext::silent(Luck::forced([]))).unwrap_err();
    assert_eq!(&tried, game, "a refusal changes nothing");
    refusal
}

/// What the player to act is offered.
pub(crate) fn offered(game: &Worms) -> Vec<Action> {
    let mut actions = Vec::new();
    if let Some(seat) = game.next() {
        game.actions(seat, &mut actions);
    }
    actions
}

pub(crate) fn keys(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.text.key.as_str()).collect()
}
