//! CL-14, by statistics: ids of covered pieces predict their faces no better than the places do.

use crate::{
    CheckContext, CheckResult, Violation,
    guarded_rules::{Step, bytes},
    prediction::{Covered, Evidence, evidence},
    random_game::{dice, other_secret, worth_trying},
    violation::shorten,
};
use parlor_kit::{Id, Luck, Piece, Rules, Scene, Seat, Turn, Viewer};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The number of set-ups that show after how many steps something covered first differs.
const PROBES: u64 = 12;
/// The number of steps within which something must be covered.
const MOST_STEPS: usize = 24;
/// How unlikely the guesses must be if ids say nothing.
const PROBABILITY: f64 = 1e-6;

/// One covered piece of one set-up.
struct CoveredPiece {
    id: Id,
    area: Id,
    /// Where it lies and what the viewer sees of it.
    place: String,
    face: String,
}

/// Judges set-ups with one set of options: what lies covered there, and under which ids. Half of the set-ups teach,
/// half of them are guessed at.
pub(super) fn ids_predict_no_face<R: Rules>(ctx: &CheckContext<'_, R>) -> CheckResult {
    let seats = ctx.setups.seats(ctx.config.seed);
    let moments = first_moments(ctx, seats)?;
    let Some(last) = moments.iter().map(|(_, steps)| *steps).max() else { return Ok(()) };
    let mut samples: Vec<Vec<Vec<CoveredPiece>>> = moments.iter().map(|_| Vec::new()).collect();
    for number in 0..ctx.config.set_ups {
        play_opening(ctx, number, seats, last, |steps, state| {
            if moments.iter().all(|(_, at)| steps != *at) {
                return Ok(());
            }
            let all = ctx.scene(state, Viewer::All)?;
            for (sample, (viewer, at)) in samples.iter_mut().zip(&moments) {
                if steps == *at {
                    sample.push(covered(&all, &ctx.scene(state, *viewer)?));
                }
            }
            Ok(())
        })?;
    }
    for ((viewer, steps), set_ups) in moments.iter().zip(&samples) {
        ctx.at(*steps);
        judge(ctx, set_ups, moments.len()).map_err(|violation| violation.viewer(*viewer))?;
    }
    Ok(())
}

/// For each viewer after how many steps covered faces first differ between set-ups.
fn first_moments<R: Rules>(ctx: &CheckContext<'_, R>, seats: usize) -> CheckResult<Vec<(Viewer, usize)>> {
    let mut faces: BTreeMap<(usize, usize, String), String> = BTreeMap::new();
    let mut first: BTreeMap<usize, usize> = BTreeMap::new();
    for number in 0..PROBES {
        // Every viewer has a moment already, or may still get an earlier one.
        let missing = first.len() <= seats;
        let most_steps = first.values().max().filter(|_| !missing).copied().unwrap_or(MOST_STEPS);
        play_opening(ctx, number, seats, most_steps, |steps, state| {
            let all = ctx.scene(state, Viewer::All)?;
            for (viewer, who) in Viewer::each(seats).enumerate() {
                if first.get(&viewer).is_some_and(|at| *at <= steps) {
                    continue;
                }
                for piece in covered(&all, &ctx.scene(state, who)?) {
                    let face = faces.entry((viewer, steps, piece.place)).or_insert(piece.face.clone());
                    if *face != piece.face {
                        first.insert(viewer, steps);
                    }
                }
            }
            Ok(())
        })?;
    }
    let viewers: Vec<Viewer> = Viewer::each(seats).collect();
    Ok(first.into_iter().map(|(viewer, steps)| (viewers[viewer], steps)).collect())
}

/// Sets a game up and plays it at random for some steps; `visit` gets each state with the number of steps.
fn play_opening<R: Rules>(
    ctx: &CheckContext<'_, R>,
    number: u64,
    seats: usize,
    most_steps: usize,
    mut visit: impl FnMut(usize, &R::State) -> CheckResult,
) -> CheckResult {
    // All set-ups have the same options; only luck and choices differ.
    let options = ctx.setups.options(ctx.config.seed);
    let secret = other_secret(ctx.config.seed, 1000 + number);
    let mut choices = dice(ctx.config.seed, number, 900);
    let Ok(mut state) = ctx.setup(&options, seats, &mut secret.luck(0))? else { return Ok(()) };
    for steps in 0..=most_steps {
        visit(steps, &state)?;
        let Some(step) = random_step(ctx, &state, seats, &mut choices)? else { return Ok(()) };
        if !ctx.step(&mut state, &step, secret.luck(steps as u64 + 1))?.accepted {
            return Ok(());
        }
    }
    Ok(())
}

fn random_step<R: Rules>(
    ctx: &CheckContext<'_, R>,
    state: &R::State,
    seats: usize,
    choices: &mut Luck,
) -> CheckResult<Option<Step<R::Action>>> {
    Ok(match ctx.turn(state)? {
        Turn::Over(_) => None,
        Turn::Table => Some(Step::Proceed),
        Turn::Act(acting) => {
            let acting: Vec<Seat> = acting.iter().filter(|seat| seat.index() < seats).collect();
            let Some(&seat) = choices.choose(&acting) else { return Ok(None) };
            choices.choose(&worth_trying(ctx, state, seat)?).map(|action| Step::Act(seat, action.clone()))
        }
    })
}

/// The pieces whose faces the viewer does not see, in the order of their places.
fn covered(all: &Scene, seen: &Scene) -> Vec<CoveredPiece> {
    let place = |piece: &Piece| bytes(&(&piece.area, &piece.at));
    let there: HashMap<Vec<u8>, &Piece> = all.pieces.values().map(|piece| (place(piece), piece)).collect();
    let mut pieces: BTreeMap<String, CoveredPiece> = BTreeMap::new();
    for (id, piece) in &seen.pieces {
        // An id that everything is shown under too leads to its face even where places differ.
        let Some(truth) = all.pieces.get(id).or_else(|| there.get(&place(piece)).copied()) else { continue };
        if !super::hidden_names::same_face(piece, truth) {
            let place = String::from_utf8_lossy(&bytes(piece)).into_owned();
            let (id, area, face) = (id.clone(), piece.area.clone(), face(truth));
            pieces.insert(place.clone(), CoveredPiece { id, area, place, face });
        }
    }
    pieces.into_values().collect()
}

fn face(piece: &Piece) -> String {
    let face = (&piece.look, &piece.label, &piece.name, &piece.colour, &piece.shape);
    String::from_utf8_lossy(&bytes(&face)).into_owned()
}

/// What may be read from an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// The whole id.
    Whole,
    /// Its words and numbers, one by one.
    Part(usize),
    /// Where it stands among the ids of its area, numbers by their value.
    Order,
}

const READINGS: [Reading; 6] =
    [Reading::Whole, Reading::Part(0), Reading::Part(1), Reading::Part(2), Reading::Part(3), Reading::Order];

fn judge<R: Rules>(ctx: &CheckContext<'_, R>, set_ups: &[Vec<CoveredPiece>], moments: usize) -> CheckResult {
    // One stake for each reading, with the place and without, at each moment.
    let tests = 2 * READINGS.len() * moments;
    let enough = (tests as f64 / PROBABILITY).ln();
    let (mut places, mut faces) = (Numbers::default(), Numbers::default());
    let mut coded: Vec<Vec<Covered>> = Vec::with_capacity(set_ups.len());
    for set_up in set_ups {
        let code = |piece: &CoveredPiece| {
            let (place, face) = (places.of(piece.place.clone()), faces.of(piece.face.clone()));
            Covered { place, key: 0, face }
        };
        coded.push(set_up.iter().map(code).collect());
    }
    for reading in READINGS {
        let read: Vec<Vec<String>> = set_ups.iter().map(|set_up| read(set_up, reading)).collect();
        for with_place in [true, false] {
            ctx.count();
            let mut keys = Numbers::default();
            for (code, read) in coded.iter_mut().flatten().zip(read.iter().flatten()) {
                code.key = keys.of((read.clone(), with_place.then_some(code.place)));
            }
            let Evidence { log_stake, best } = evidence(&coded);
            if log_stake > enough {
                let what = match reading {
                    Reading::Whole => "the id",
                    Reading::Part(_) => "a part of the id",
                    Reading::Order => "the order of ids",
                };
                return Err(Violation::new(format!("{what} tells what lies covered"))
                    .expected("ids that predict a covered face no better than its place does")
                    .seen(format!(
                        "{}; chance for that in {} set-ups: below 1 in 10^{:.0}",
                        example(set_ups, &coded, best.unwrap_or_default()),
                        set_ups.len(),
                        (log_stake - (tests as f64).ln()) / std::f64::consts::LN_10
                    ))
                    .hint(
                        "name covered pieces by their place or by numbers drawn by luck; `Hidden` does it",
                    ));
            }
        }
    }
    Ok(())
}

/// Numbers, from 0 on, for values as they come.
struct Numbers<T>(HashMap<T, u32>);

impl<T> Default for Numbers<T> {
    fn default() -> Numbers<T> {
        Numbers(HashMap::new())
    }
}

impl<T: Eq + std::hash::Hash> Numbers<T> {
    fn of(&mut self, value: T) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(value).or_insert(next)
    }
}

/// An id with this key and the face that went with it.
fn example(set_ups: &[Vec<CoveredPiece>], coded: &[Vec<Covered>], (key, face): (u32, u32)) -> String {
    let mut pieces = set_ups.iter().flatten().zip(coded.iter().flatten());
    let found = pieces.find(|(_, code)| code.key == key && code.face == face);
    found.map_or_else(String::new, |(piece, _)| format!("'{}' is {}", piece.id, shorten(&piece.face, 120)))
}

/// What is read from the id of each piece.
fn read(set_up: &[CoveredPiece], reading: Reading) -> Vec<String> {
    let mut ordered: BTreeSet<(&Id, Vec<Part<'_>>)> = BTreeSet::new();
    if reading == Reading::Order {
        ordered.extend(set_up.iter().map(|piece| (&piece.area, parts(&piece.id))));
    }
    let read = |piece: &CoveredPiece| match reading {
        Reading::Whole => piece.id.to_string(),
        Reading::Part(at) => parts(&piece.id).get(at).map(|part| format!("{part:?}")).unwrap_or_default(),
        Reading::Order => {
            let own = (&piece.area, parts(&piece.id));
            ordered.range(..own).filter(|(area, _)| **area == piece.area).count().to_string()
        }
    };
    set_up.iter().map(read).collect()
}

/// A word or a number inside an id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    Number(u64),
    Word(&'a str),
}

fn parts(id: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = id;
    while let Some(first) = rest.chars().next() {
        let digits = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        parts.push(match part.parse() {
            Ok(number) if digits => Part::Number(number),
            _ => Part::Word(part),
        });
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_in_words_and_numbers() {
        use Part::{Number, Word};
        assert_eq!(parts("flag-06x"), [Word("flag-"), Number(6), Word("x")]);
        assert_eq!(parts("17"), [Number(17)]);
        assert!(parts("b-9") < parts("b-10"), "numbers count by their value");
        assert_eq!(parts(""), []);
    }
}
