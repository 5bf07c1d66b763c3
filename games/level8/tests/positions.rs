//! Positions written by hand, each with everything that is legal in it: see `data/positions.txt`.

mod common;

use common::*;
use level8::Level8;
use parlor_kit::{Game, Seat, Turn};

/// What a position expects after its steps.
fn holds(game: &Level8, seat: Option<Seat>, line: &str) -> Result<(), String> {
    let (name, rest) = line.split_once([':', ' ']).unwrap_or((line, ""));
    let rest = rest.trim();
    let same = |found: String| match found == rest {
        true => Ok(()),
        false => Err(format!("expected '{line}', found '{found}'")),
    };
    match name {
        "turn" => same(match game.turn() {
            Turn::Act(seats) => seats.only().unwrap().to_string(),
            Turn::Table => "table".into(),
            Turn::Over(outcome) => format!("over {}", outcome.winners().only().map_or(9, Seat::index)),
        }),
        "level" => {
            let levels: Vec<String> =
                Seat::all(game.seats()).map(|seat| game.level(seat).to_string()).collect();
            same(levels.join(" "))
        }
        "dealer" => same(game.dealer().to_string()),
        "count" => {
            let (zone, count) = rest.split_once(' ').unwrap();
            let found = cards(game, zone).len();
            if found.to_string() == count { Ok(()) } else { Err(format!("{line}: found {found}")) }
        }
        "refused" => {
            let (step, code) = rest.split_once(" = ").unwrap();
            match make(&mut game.clone(), step) {
                Err(refusal) if refusal.code() == code => Ok(()),
                other => Err(format!("{line}: {:?}", other.err().map(|refusal| refusal.to_string()))),
            }
        }
        _ if name.contains("hand-") || name.contains("row-") || ["under", "draw"].contains(&name) => {
            same(faces(game, name))
        }
        _ if name.contains("discard-") || name.contains("skip-") => same(faces(game, name)),
        kind => {
            let of_kind = |step: &String| step.split(' ').next() == Some(kind);
            let found: Vec<String> = steps(game).into_iter().filter(of_kind).collect();
            let hand = seat.map(|seat| faces(game, &format!("hand-{seat}"))).unwrap_or_default();
            let mut expected: Vec<String> = match rest {
                "all" => hand.split(' ').map(|face| format!("{kind} {face}")).collect(),
                "" => vec![kind.to_string()],
                list => list.split(',').map(|step| format!("{kind} {}", step.trim())).collect(),
            };
            expected.sort();
            if found == expected { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
        }
    }
}

// L8-4 to L8-12, as each position says
#[test]
fn in_every_position_exactly_these_steps_are_legal() {
    let text = include_str!("data/positions.txt");
    let mut faults = Vec::new();
    let mut count = 0;
    for block in text.split("\n== ").skip(1) {
        let (title, block) = block.split_once('\n').unwrap();
        let mut parts = block.split("\n-- ");
        let mut game = position(parts.next().unwrap());
        for part in parts {
            let (does, expects) = part.split_once('\n').unwrap_or((part, ""));
            for step in does.split(',').map(str::trim).filter(|step| !step.is_empty()) {
                if let Err(refusal) = make(&mut game, step) {
                    faults.push(format!("{title}: {step} is refused: {refusal}"));
                }
            }
            let seat = actor(&game);
            let lines: Vec<&str> = expects.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            for line in &lines {
                if let Err(fault) = holds(&game, seat, line) {
                    faults.push(format!("{title}: after '{does}': {fault}"));
                }
            }
            // Kinds of steps that a position with steps does not name are not legal in it.
            const KINDS: [&str; 9] =
                ["take", "put", "back", "mean", "suggest", "lay-out", "add", "discard", "skip"];
            let named = |kind: &str| lines.iter().any(|line| line.split([':', ' ']).next() == Some(kind));
            if KINDS.iter().any(|kind| named(kind)) {
                let strange: Vec<String> =
                    steps(&game).into_iter().filter(|step| !named(step.split(' ').next().unwrap())).collect();
                if !strange.is_empty() {
                    faults.push(format!("{title}: after '{does}': not expected: {strange:?}"));
                }
            }
            count += 1;
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert!(count >= 50, "only {count} positions were looked at");
}
