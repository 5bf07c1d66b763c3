//! Positions written by hand, and steps as texts; shared by the tests.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use level8::{Action, End, Face, Level8, Options, Row, Source};
use parlor_kit::{Event, Game, Luck, Refusal, Seat, StepContext, Turn};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A game whose cards lie where a text says, by way of a saved state.
///
/// Lines are `seats 3`, `level 6 0 0` (levels done), `levels 8`, `hard`, `phase take` (else play), `next 1`,
/// `dealer 1`, `laid 0 2`, `turns 12`, `hands 3`, `tray-0: r4>0 J>1`, and a line for each zone with cards,
/// such as `hand-0: r1 J S` or `discard-1: b2 b3`, the top last.
pub(crate) fn position(text: &str) -> Level8 {
    let mut lines: BTreeMap<&str, &str> = BTreeMap::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (name, rest) = line.split_once([' ', ':']).unwrap_or((line, ""));
        lines.insert(name, rest.trim());
    }
    let numbers = |name: &str| -> Vec<u64> {
        let text = lines.get(name).copied().unwrap_or_default();
        text.split_whitespace().map(|n| n.parse().unwrap_or_else(|_| panic!("{name} {n}"))).collect()
    };
    let one = |name: &str, default: u64| numbers(name).first().copied().unwrap_or(default);
    let seats = one("seats", 2) as usize;
    let options =
        Options { levels: one("levels", 8) as u8, hard: lines.contains_key("hard"), ..Options::default() };
    let mut saved = serde_json::to_value(Level8::new(&options, seats, &mut Luck::fast(1)).unwrap()).unwrap();
    let mut levels = numbers("level");
    levels.resize(seats, 0);
    saved["levels"] = json!(levels);
    saved["laid"] = json!(numbers("laid"));
    saved["next"] = json!(one("next", 0));
    saved["dealer"] = json!(one("dealer", seats as u64 - 1));
    saved["turns"] = json!(one("turns", 0));
    saved["hands"] = json!(one("hands", 1));
    saved["phase"] = json!(lines.get("phase").copied().unwrap_or("play"));
    let mut handle = 1000;
    let mut handles: BTreeMap<String, Vec<(String, u32)>> = BTreeMap::new();
    for entry in saved["zones"]["zones"].as_array_mut().unwrap() {
        let name = entry[1]["name"].as_str().unwrap().to_string();
        let known = match name.split_once('-') {
            Some(("hand", seat)) => seat.to_string(),
            _ if name == "draw" => String::new(),
            _ => "*".into(),
        };
        let mut cards = Vec::new();
        for face in lines.remove(name.as_str()).unwrap_or_default().split_whitespace() {
            handle += 1;
            handles.entry(name.clone()).or_default().push((face.to_string(), handle));
            cards.push(json!({ "face": face, "handle": handle, "known": known }));
        }
        entry[1]["cards"] = json!(cards);
    }
    for seat in 0..seats {
        let mut hand = handles.remove(&format!("hand-{seat}")).unwrap_or_default();
        let tray = lines.remove(format!("tray-{seat}").as_str()).unwrap_or_default();
        let cards: Vec<Value> = tray
            .split_whitespace()
            .map(|put| {
                let (face, part) = put.split_once('>').unwrap();
                let at = hand.iter().position(|(other, _)| other == face).expect("a card of the hand");
                json!([hand.remove(at).1, part.parse::<u8>().unwrap()])
            })
            .collect();
        saved["trays"][seat] = json!({ "cards": cards });
    }
    const KNOWN: [&str; 11] =
        ["seats", "level", "levels", "hard", "phase", "next", "dealer", "laid", "turns", "hands", "play"];
    let strange: Vec<_> = lines.keys().filter(|name| !KNOWN.contains(name)).collect();
    assert!(strange.is_empty(), "a position has no {strange:?}");
    serde_json::from_value(saved).expect("a position")
}

/// The cards of a zone with their handles, the top last.
pub(crate) fn cards(game: &Level8, zone: &str) -> Vec<(Face, Value)> {
    let saved = serde_json::to_value(game).unwrap();
    let zones = saved["zones"]["zones"].as_array().unwrap();
    let found = zones.iter().find(|entry| entry[1]["name"] == zone).unwrap_or_else(|| panic!("no {zone}"));
    let card = |card: &Value| (card["face"].as_str().unwrap().parse().unwrap(), card["handle"].clone());
    found[1]["cards"].as_array().unwrap().iter().map(card).collect()
}

/// The faces in a zone as a text.
pub(crate) fn faces(game: &Level8, zone: &str) -> String {
    let faces: Vec<String> = cards(game, zone).iter().map(|(face, _)| face.to_string()).collect();
    faces.join(" ")
}

/// Who may act.
pub(crate) fn actor(game: &Level8) -> Option<Seat> {
    game.turn().seats().only()
}

/// Every legal step of whoever may act, as texts.
pub(crate) fn steps(game: &Level8) -> Vec<String> {
    let Some(seat) = actor(game) else { return Vec::new() };
    let mut actions = Vec::new();
    game.actions(seat, &mut actions);
    let mut steps: Vec<String> = actions.iter().map(|action| written(game, seat, action)).collect();
    steps.sort();
    steps
}

/// A step as a text: `take draw`, `put r7 0`, `back r7`, `mean 0 4`, `suggest`, `lay-out`, `add r1 row-0-0 low`,
/// `discard r1`, `skip S 1`.
fn written(game: &Level8, seat: Seat, action: &Action) -> String {
    let hand = cards(game, &format!("hand-{seat}"));
    let face = |card| {
        let handle = serde_json::to_value(card).unwrap();
        hand.iter().find(|(_, other)| *other == handle).map(|(face, _)| face.to_string()).unwrap()
    };
    match *action {
        Action::Take(Source::Draw) => "take draw".into(),
        Action::Take(Source::Discard(seat)) => format!("take discard-{seat}"),
        Action::Put { card, part } => format!("put {} {part}", face(card)),
        Action::Back { card } => format!("back {}", face(card)),
        Action::Mean { part, meaning } => format!("mean {part} {meaning}"),
        Action::Suggest => "suggest".into(),
        Action::LayOut => "lay-out".into(),
        Action::Add { card, row: Row { seat, part }, end } => {
            let end = if end == End::Low { "low" } else { "high" };
            format!("add {} row-{seat}-{part} {end}", face(card))
        }
        Action::Discard { card } => format!("discard {}", face(card)),
        Action::Skip { card, victim } => format!("skip {} {victim}", face(card)),
    }
}

/// A step from a text, legal or not; cards are those of this player.
pub(crate) fn read(game: &Level8, seat: Seat, text: &str) -> Action {
    let words: Vec<&str> = text.split_whitespace().collect();
    let hand = cards(game, &format!("hand-{seat}"));
    let tray = serde_json::to_value(game).unwrap()["trays"][seat.index()]["cards"].clone();
    let put =
        |handle: &Value| tray.as_array().is_some_and(|cards| cards.iter().any(|card| card[0] == *handle));
    let card = |at: usize, from_tray: bool| {
        let face: Face = words[at].parse().unwrap();
        let mut own = hand.iter().filter(|(other, _)| *other == face).map(|(_, handle)| handle.clone());
        let fitting = own.clone().find(|handle| put(handle) == from_tray);
        fitting.or_else(|| own.next()).unwrap_or_else(|| panic!("no {face} in hand"))
    };
    let number = |at: usize| words[at].parse::<u8>().unwrap();
    let json = match words[0] {
        "take" => match words[1].strip_prefix("discard-") {
            Some(seat) => json!({ "take": { "discard": seat.parse::<u8>().unwrap() } }),
            None => json!({ "take": words[1] }),
        },
        "put" => json!({ "put": { "card": card(1, false), "part": number(2) } }),
        "back" => json!({ "back": { "card": card(1, true) } }),
        "mean" => json!({ "mean": { "part": number(1), "meaning": words[2] } }),
        "suggest" | "lay-out" => json!(words[0]),
        "add" => {
            let row: Vec<u8> = words[2].split('-').skip(1).map(|n| n.parse().unwrap()).collect();
            json!({ "add": { "card": card(1, false), "row": { "seat": row[0], "part": row[1] }, "end": words[3] } })
        }
        "discard" => json!({ "discard": { "card": card(1, false) } }),
        "skip" => json!({ "skip": { "card": card(1, false), "victim": number(2) } }),
        other => panic!("there is no step '{other}'"),
    };
    serde_json::from_value(json).unwrap()
}

/// Whoever may act makes a step; `go` lets the table go on by itself.
pub(crate) fn make(game: &mut Level8, text: &str) -> Result<Vec<Event>, Refusal> {
    let mut context = StepContext::listening(Luck::fast(7));
    if text == "go" {
        assert_eq!(game.turn(), Turn::Table);
        game.proceed(&mut context);
    } else {
        let seat = actor(game).expect("somebody may act");
        game.act(seat, &read(game, seat, text), &mut context)?;
    }
    Ok(context.take_events())
}

/// Makes several legal steps.
pub(crate) fn make_all(game: &mut Level8, steps: &[&str]) {
    for step in steps {
        make(game, step).unwrap_or_else(|refusal| panic!("{step}: {refusal}"));
    }
}

pub(crate) fn keys(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.text.key.as_str()).collect()
}
