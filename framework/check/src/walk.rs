//! Random games: every state on the way, and the step that led on from it.

use crate::{Bench, Fault, Judged, Law, probe::Step, watch};
use parlor_kit::{Event, Luck, Outcome, Retirement, Rules, Seat, Secret, Turn};
use serde_json::Value;
use std::sync::{Arc, OnceLock};

/// One random game from set-up to end.
pub(crate) struct Run<R: Rules> {
    pub(crate) seed: u64,
    pub(crate) seats: usize,
    pub(crate) options: Value,
    pub(crate) secret: Secret,
    pub(crate) stations: Vec<Station<R>>,
    pub(crate) end: End,
    /// What already went wrong while playing.
    pub(crate) faults: Vec<Fault>,
    /// The stations that are looked at closely, in order.
    pub(crate) sample: Vec<usize>,
    /// Actions that were offered on the way, once somebody asks for them.
    pub(crate) pool: OnceLock<Arc<Vec<Value>>>,
}

/// A state on the way, and how the game went on.
pub(crate) struct Station<R: Rules> {
    pub(crate) state: R::State,
    pub(crate) saved: Vec<u8>,
    pub(crate) turn: Turn,
    /// The step that led on; none from the last state.
    pub(crate) step: Option<Step<R::Action>>,
    /// What was told in that step.
    pub(crate) events: Vec<Event>,
    /// Whether that step drew luck.
    pub(crate) drew: bool,
}

/// How a random game came to its end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum End {
    Over(Outcome),
    /// It was still running after this many steps of random play.
    Bound(u32),
    /// It was left running, because more than random play led here or enough was seen.
    Left,
    /// It could not go on; the faults say why.
    Stuck,
}

impl<R: Rules> Run<R> {
    /// The luck of the step that leads on from a station; that of the set-up is number 0.
    pub(crate) fn luck(&self, station: usize) -> Luck {
        self.secret.luck(station as u64 + 1)
    }

    /// Luck for the suite's own choices, apart from the game's and reproducible by seed and place.
    pub(crate) fn dice(&self, station: usize, what: u64) -> Luck {
        dice(self.seed, station as u64, what)
    }

    /// Another luck for the step that leads on from a station.
    pub(crate) fn other_luck(&self, station: usize, number: u64) -> Luck {
        other_secret(self.seed, number).luck(station as u64 + 1)
    }

    /// At most `most` of the sample's stations that fit, spread over the game.
    pub(crate) fn some(&self, most: usize, mut fits: impl FnMut(&Station<R>) -> bool) -> Vec<usize> {
        let all: Vec<usize> = (0..self.stations.len()).filter(|&i| fits(&self.stations[i])).collect();
        spread(&all, most, &mut self.dice(0, 77))
    }
}

pub(crate) fn other_secret(seed: u64, number: u64) -> Secret {
    Secret::from_seed(seed ^ (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

fn dice(seed: u64, station: u64, what: u64) -> Luck {
    let mut luck = Luck::fast(seed.wrapping_mul(0xD134_2543_DE82_EF95) ^ (station << 20) ^ what);
    luck.split()
}

/// Plays the game of this seed.
pub(crate) fn play<R: Rules>(bench: &Bench<'_, R>, seed: u64) -> Run<R> {
    watch::place(Some(seed), None);
    let (seats, options) = (bench.variety.seats(seed), bench.variety.options(seed));
    let mut run = Run {
        seed,
        seats,
        options,
        secret: Secret::from_seed(seed),
        stations: Vec::new(),
        end: End::Stuck,
        faults: Vec::new(),
        sample: Vec::new(),
        pool: OnceLock::new(),
    };
    if let Err(fault) = walk(bench, &mut run) {
        let ply = run.stations.len();
        run.faults.push(if fault.ply.is_none() { *fault.at(ply) } else { *fault });
    }
    let all: Vec<usize> = (0..run.stations.len()).collect();
    run.sample = spread(&all, bench.config.plies, &mut dice(seed, 0, 78));
    run
}

fn walk<R: Rules>(bench: &Bench<'_, R>, run: &mut Run<R>) -> Judged {
    let answer = bench.setup(&run.options, run.seats, &mut run.secret.luck(0))?;
    let mut state = answer.map_err(|refusal| {
        Fault::new(format!("set-up refuses a table of {} with options it should play", run.seats))
            .of(Law::Offered)
            .expected("a game for every number of seats in the manifest and all options of the sample")
            .seen(refusal.to_string())
    })?;
    if let Err(refusal) = bench.terms(&run.options)? {
        let problem = "the set-up accepts these options, but `terms` refuses them";
        return Err(Fault::new(problem).of(Law::Offered).seen(refusal.to_string()));
    }
    let bound = bench.bound();
    let mut chooser = Chooser {
        luck: dice(run.seed, 0, 1),
        // Random play only tries candidates, as bots do; every other game now and then strays from them.
        strays: run.seed % 2 == 1,
        strayed: false,
    };
    // Every fourth game loses a player somewhere on the way, because tables do.
    let retire_at = (run.seed % 4 == 3).then(|| 1 + chooser.luck.below(20) as usize);
    loop {
        let turn = bench.turn(&state)?;
        let ply = run.stations.len();
        watch::place(None, Some(ply));
        run.stations.push(Station {
            state: bench.fork(&state)?,
            saved: bench.save(&state)?,
            turn: turn.clone(),
            step: None,
            events: Vec::new(),
            drew: false,
        });
        let step = match turn {
            Turn::Over(outcome) => {
                run.end = End::Over(outcome);
                return Ok(());
            }
            _ if ply as u32 >= bound => {
                run.end = if chooser.strayed { End::Left } else { End::Bound(bound) };
                return Ok(());
            }
            _ if ply >= MOST_STATIONS => {
                run.end = finish(bench, run, state, chooser)?;
                return Ok(());
            }
            Turn::Table => go(bench, run, &mut state, Step::Proceed)?,
            Turn::Act(_) if retire_at == Some(ply) => {
                let seat = Seat::new(chooser.luck.below(run.seats as u64) as usize);
                let why = [Retirement::Resigned, Retirement::OutOfTime, Retirement::Lost];
                let why = why[chooser.luck.below(3) as usize];
                if !go(bench, run, &mut state, Step::Retire(seat, why))? {
                    if bench.save(&state)? != run.stations[ply].saved {
                        let problem = "`retire` says the table decides, but changes the state";
                        return Err(Fault::new(problem).of(Law::Offered).seat(seat).at(ply));
                    }
                    act(bench, run, &mut state, &mut chooser)?
                } else {
                    true
                }
            }
            Turn::Act(_) => act(bench, run, &mut state, &mut chooser)?,
        };
        if !step {
            return Ok(());
        }
    }
}

/// Makes a step that must be accepted or leave the state as it was; tells whether it was accepted.
fn go<R: Rules>(
    bench: &Bench<'_, R>,
    run: &mut Run<R>,
    state: &mut R::State,
    step: Step<R::Action>,
) -> Judged<bool> {
    let luck = run.luck(run.stations.len() - 1);
    let done = bench.step(state, &step, luck)?;
    if done.accepted {
        let station = run.stations.last_mut().expect("a station was pushed before the step");
        (station.step, station.events, station.drew) = (Some(step), done.events, done.drew);
    }
    Ok(done.accepted)
}

/// The most states of a game that are kept. Longer games are played to their end, but no longer looked at.
const MOST_STATIONS: usize = 4000;

/// Plays on to the end without keeping anything.
fn finish<R: Rules>(
    bench: &Bench<'_, R>,
    run: &Run<R>,
    mut state: R::State,
    mut chooser: Chooser,
) -> Judged<End> {
    for ply in run.stations.len() - 1..bench.bound() as usize {
        let step = match bench.turn(&state)? {
            Turn::Over(outcome) => return Ok(End::Over(outcome)),
            Turn::Table => Step::Proceed,
            Turn::Act(seats) => {
                let seats: Vec<Seat> = seats.iter().filter(|seat| seat.index() < run.seats).collect();
                let Some(&seat) = chooser.luck.choose(&seats) else { return Ok(End::Left) };
                match chooser.luck.choose(&worth_trying(bench, &state, seat)?) {
                    Some(action) => Step::Act(seat, action.clone()),
                    None => return Ok(End::Left),
                }
            }
        };
        if !bench.step(&mut state, &step, run.luck(ply))?.accepted {
            return Ok(End::Left);
        }
    }
    match bench.turn(&state)? {
        Turn::Over(outcome) => Ok(End::Over(outcome)),
        _ if chooser.strayed => Ok(End::Left),
        _ => Ok(End::Bound(bench.bound())),
    }
}

/// Who makes the choices of a random game.
struct Chooser {
    luck: Luck,
    strays: bool,
    strayed: bool,
}

/// A random action of a random seat in turn. The choice does not depend on the order of the offers,
/// so that a game with unsteady offers can still be repeated.
fn act<R: Rules>(
    bench: &Bench<'_, R>,
    run: &mut Run<R>,
    state: &mut R::State,
    chooser: &mut Chooser,
) -> Judged<bool> {
    let ply = run.stations.len() - 1;
    let seats: Vec<Seat> = run.stations[ply].turn.seats().iter().filter(|s| s.index() < run.seats).collect();
    let stray = chooser.strays && chooser.luck.below(8) == 0;
    let mut candidates = Vec::new();
    for &seat in &seats {
        let mut worth_trying = worth_trying(bench, state, seat)?;
        if stray || worth_trying.is_empty() {
            let all = bench.actions(state, seat)?;
            chooser.strayed |= all != worth_trying;
            worth_trying = all;
        }
        let mut actions = Vec::new();
        for action in worth_trying {
            actions.push((bench.write(&action)?.to_string(), action));
        }
        actions.sort_by(|a, b| a.0.cmp(&b.0));
        if !actions.is_empty() {
            candidates.push((seat, actions));
        }
    }
    while !candidates.is_empty() {
        let at = chooser.luck.below(candidates.len() as u64) as usize;
        let (seat, actions) = &mut candidates[at];
        let (_, action) = actions.remove(chooser.luck.below(actions.len() as u64) as usize);
        let seat = *seat;
        if actions.is_empty() {
            candidates.remove(at);
        }
        // The attempt is made on a fork: a game that changes its state when it refuses must not spoil the walk.
        let mut next = bench.fork(state)?;
        let json = bench.write(&action)?;
        if go(bench, run, &mut next, Step::Act(seat, action))? {
            *state = next;
            return Ok(true);
        }
        let fault = Fault::new("an offered action is refused").of(Law::Offered);
        run.faults.push(*fault.expected("accepted").seen("refused").at(ply).seat(seat).action(json));
    }
    Ok(false)
}

/// What random play chooses from: the candidates, or what the sample keeps to, where something of it is offered.
fn worth_trying<R: Rules>(bench: &Bench<'_, R>, state: &R::State, seat: Seat) -> Judged<Vec<R::Action>> {
    let candidates = bench.candidates(state, seat)?;
    let Some(keeps_to) = &bench.hooks.habit else { return Ok(candidates) };
    let kept = |actions: &[R::Action]| -> Vec<R::Action> {
        actions.iter().filter(|action| keeps_to(state, seat, action)).cloned().collect()
    };
    // A candidate is what somebody sensible would do; a habit need not be sensible.
    for actions in [&candidates, &bench.actions(state, seat)?] {
        let habitual = kept(actions);
        if !habitual.is_empty() {
            return Ok(habitual);
        }
    }
    Ok(candidates)
}

/// At most `most` of the items: the first, the last, and others at random, in order.
fn spread(items: &[usize], most: usize, luck: &mut Luck) -> Vec<usize> {
    if items.len() <= most {
        return items.to_vec();
    }
    let mut middle = items[1..items.len() - 1].to_vec();
    let mut some = luck.sample(&mut middle, most.saturating_sub(2)).to_vec();
    some.extend([items[0], items[items.len() - 1]].iter().take(most));
    some.sort_unstable();
    some
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_the_first_and_the_last_and_no_more_than_asked() {
        let items: Vec<usize> = (10..60).collect();
        let some = spread(&items, 8, &mut Luck::fast(1));
        assert_eq!((some.len(), some[0], some[7]), (8, 10, 59));
        assert!(some.is_sorted());
        assert_eq!(spread(&items[..3], 8, &mut Luck::fast(1)), [10, 11, 12]);
        assert_eq!(spread(&items, 1, &mut Luck::fast(1)).len(), 1);
    }
}
