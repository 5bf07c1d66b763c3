//! Positions made by hand: a map in letters, and characters where a test wants them.

#![allow(dead_code, reason = "each test file uses a part of it")]

use dune::{Action, Character, CharacterClass, Dune, Field, House, Options};
use parlor_kit::{Cell, Game, Luck, Refusal, Seat, StepContext};
use serde_json::{Value, json};

pub(crate) const A: Seat = Seat::new(0);
pub(crate) const B: Seat = Seat::new(1);

/// How many matches a test plays: these for every day, or as many as `DUNE_MATCHES` says. The long form, which
/// plays 1,000 matches on generated scenarios among others, takes some minutes:
/// `DUNE_MATCHES=1000 cargo test -p dune laws::generated`, `DUNE_MATCHES=400 cargo test -p dune bots::looking`,
/// `DUNE_MATCHES=100 cargo test -p dune bots::the_levels`.
#[allow(clippy::disallowed_methods, reason = "whoever runs the tests says how long they may take")]
pub(crate) fn sample(every_day: u64) -> u64 {
    std::env::var("DUNE_MATCHES").map_or(every_day, |matches| matches.parse().expect("a number of matches"))
}

pub(crate) fn at(x: i16, y: i16) -> Cell {
    Cell::new(x, y)
}

/// A position that is being made.
#[derive(Clone)]
pub(crate) struct Position(Value);

/// The kind of field a letter stands for.
pub(crate) fn field(letter: char) -> Field {
    match letter {
        'C' => Field::City,
        'M' => Field::Mountains,
        'P' => Field::Plateau,
        'd' => Field::Dune,
        '.' => Field::FlatSand,
        'H' => Field::Heliport,
        other => panic!("'{other}' is no field"),
    }
}

/// A map of flat sand with the cities in two corners.
pub(crate) const SAND: [&str; 7] =
    ["C......", ".......", ".......", ".......", ".......", ".......", "......C"];

/// A position on this map: Atreides against Corrino, no characters, no storm, nobody's turn.
pub(crate) fn position(rows: &[&str]) -> Position {
    let fields: Vec<Field> = rows.iter().flat_map(|row| row.chars().map(field)).collect();
    let (width, height) = (rows[0].len(), rows.len());
    let cities: Vec<Cell> = (0..fields.len())
        .filter(|&i| fields[i] == Field::City)
        .map(|i| at((i % width) as i16, (i / width) as i16))
        .collect();
    let player =
        json!({ "stock": 0, "collected": 0, "defeated": 0, "swallowed": 0, "atomics": 3, "shunned": false });
    Position(json!({
        "party": Options::default().party,
        "map": { "width": width, "height": height, "cells": fields },
        "spice": { "width": width, "height": height, "cells": vec![false; fields.len()] },
        "cities": cities,
        "pairs": [["ATREIDES", "HARKONNEN"], ["CORRINO", "ORDOS"]],
        "houses": ["ATREIDES", "CORRINO"],
        "players": [player, player],
        "characters": [],
        "storm": "-9,-9",
        "worm": null,
        "maw": null,
        "phase": "call",
        "round": 1,
        "turn": 0,
        "active": null,
        "last_swallowed": null,
    }))
}

impl Position {
    /// Puts a character of this class on a field; the first has the number 0.
    pub(crate) fn put(mut self, seat: Seat, class: CharacterClass, x: i16, y: i16) -> Position {
        let house = if seat == A { House::Atreides } else { House::Corrino };
        let number = house.characters().iter().position(|(_, other)| *other == class).unwrap();
        let party = Options::default().party;
        let stats = party.stats(class);
        let character = json!({
            "seat": seat, "house": house, "number": number, "life": { "alive": at(x, y) },
            "hp": stats.max_hp.round(), "mp": stats.max_mp, "ap": stats.max_ap, "spice": 0,
            "loud": false, "acted": false,
        });
        self.0["characters"].as_array_mut().unwrap().push(character);
        self
    }

    /// Changes something about the character that was put last.
    pub(crate) fn with(mut self, key: &str, value: impl Into<Value>) -> Position {
        let character = self.0["characters"].as_array_mut().unwrap().last_mut().unwrap();
        assert!(character.get(key).is_some(), "{key}");
        character[key] = value.into();
        self
    }

    /// Spice lies here.
    pub(crate) fn spice(mut self, cells: &[(i16, i16)]) -> Position {
        let width = self.0["map"]["width"].as_u64().unwrap() as usize;
        for &(x, y) in cells {
            self.0["spice"]["cells"][y as usize * width + x as usize] = true.into();
        }
        self
    }

    /// Changes a value of the match configuration, such as `noble.maxAP`.
    pub(crate) fn party(mut self, key: &str, value: impl Into<Value>) -> Position {
        let place = format!("/party/{}", key.replace('.', "/"));
        *self.0.pointer_mut(&place).expect("a key of the configuration") = value.into();
        self
    }

    /// Changes what a player has and has done.
    pub(crate) fn player(mut self, seat: Seat, key: &str, value: impl Into<Value>) -> Position {
        self.0["players"][seat.index()][key] = value.into();
        self
    }

    /// Changes anything else.
    pub(crate) fn set(mut self, key: &str, value: impl Into<Value>) -> Position {
        assert!(self.0.get(key).is_some(), "{key}");
        self.0[key] = value.into();
        self
    }

    pub(crate) fn storm(self, x: i16, y: i16) -> Position {
        self.set("storm", at(x, y).to_string())
    }

    pub(crate) fn worm(self, x: i16, y: i16, target: u8) -> Position {
        self.set("worm", json!({ "at": at(x, y), "target": target }))
    }

    pub(crate) fn phase(self, phase: &str) -> Position {
        self.set("phase", phase)
    }

    /// It is this character's turn.
    pub(crate) fn turn(mut self, who: u8) -> Position {
        self.0["characters"][usize::from(who)]["acted"] = true.into();
        self.set("phase", "turn").set("active", json!({ "who": who, "moved": false, "entered": 0 }))
    }

    pub(crate) fn build(self) -> Dune {
        serde_json::from_value(self.0).expect("a position")
    }
}

/// Carries out an action of the character whose turn it is, with this luck.
pub(crate) fn act_with(game: &mut Dune, action: Action, luck: Luck) -> Result<Vec<String>, Refusal> {
    let seat = game.characters()[usize::from(game.active().expect("a turn").who)].seat();
    let mut step = StepContext::listening(luck);
    game.act(seat, &action, &mut step)?;
    Ok(step.take_events().into_iter().map(|event| event.text.key.to_string()).collect())
}

/// Carries out an action of the character whose turn it is.
pub(crate) fn act(game: &mut Dune, action: Action) -> Vec<String> {
    act_with(game, action, Luck::fast(7)).expect("a legal action")
}

/// Why an action is refused; and that it changes nothing.
pub(crate) fn refused(game: &Dune, action: Action) -> String {
    let mut copy = game.clone();
    let refusal = act_with(&mut copy, action, Luck::fast(7)).expect_err("an illegal action");
    assert_eq!(copy, *game, "a refused action changes nothing");
    let mut legal = Vec::new();
    let seat = game.characters()[usize::from(game.active().unwrap().who)].seat();
    game.actions(seat, &mut legal);
    assert!(!legal.contains(&action), "what is refused is not offered");
    refusal.code().to_string()
}

/// One step of the table.
pub(crate) fn proceed(game: &mut Dune, luck: Luck) -> Vec<String> {
    let mut step = StepContext::listening(luck);
    game.proceed(&mut step);
    step.take_events().into_iter().map(|event| event.text.key.to_string()).collect()
}

/// The map as letters, row by row.
pub(crate) fn rows(game: &Dune) -> Vec<String> {
    let letter = |field: &Field| match field {
        Field::City => 'C',
        Field::Mountains => 'M',
        Field::Plateau => 'P',
        Field::Dune => 'd',
        Field::FlatSand => '.',
        Field::Heliport => 'H',
    };
    game.map().rows().map(|row| row.iter().map(letter).collect()).collect()
}

/// Where spice lies.
pub(crate) fn spice(game: &Dune) -> Vec<Cell> {
    game.spice().iter().filter(|(_, lies)| **lies).map(|(cell, _)| cell).collect()
}

pub(crate) fn one(game: &Dune, who: usize) -> &Character {
    &game.characters()[who]
}
