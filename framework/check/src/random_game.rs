//! Plays a random game and keeps every position with the step that followed.

use crate::{CheckContext, CheckResult, Law, Violation, guarded_rules::Step, watchdog};
use parlor_kit::{Event, Luck, Outcome, Retirement, Rules, Seat, SecretSeed, Turn};
use serde_json::Value;
use std::sync::{Arc, OnceLock};

/// One random game from set-up to end.
pub(crate) struct RandomGame<R: Rules> {
    pub(crate) seed: u64,
    pub(crate) seats: usize,
    pub(crate) options: Value,
    pub(crate) secret: SecretSeed,
    pub(crate) positions: Vec<Position<R>>,
    pub(crate) end: End,
    /// Violations found during play.
    pub(crate) violations: Vec<Violation>,
    /// The positions that are inspected closely, in order.
    pub(crate) sample: Vec<usize>,
    /// Cache of the actions that were offered in the game, filled on first use.
    pub(crate) pool: OnceLock<Arc<Vec<Value>>>,
}

/// A state of the game, and the step that followed.
pub(crate) struct Position<R: Rules> {
    pub(crate) state: R::State,
    pub(crate) saved: Vec<u8>,
    pub(crate) turn: Turn,
    /// The step that followed; `None` for the last state.
    pub(crate) step: Option<Step<R::Action>>,
    /// The events of that step.
    pub(crate) events: Vec<Event>,
    /// Whether that step drew luck.
    pub(crate) drew: bool,
    /// Whether the rules conceal that step.
    pub(crate) concealed: bool,
}

/// How a random game ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum End {
    Over(Outcome),
    /// It was still running after this many steps of random play.
    Bound(u32),
    /// It was abandoned, because more than random play led here or enough was seen.
    Left,
    /// It could not continue; the violations say why.
    Stuck,
}

impl<R: Rules> RandomGame<R> {
    /// The luck of the step after a position; that of the set-up is number 0.
    pub(crate) fn luck(&self, position: usize) -> Luck {
        self.secret.luck(position as u64 + 1)
    }

    /// Luck for the suite's own choices, independent of the game's and reproducible by seed and place.
    pub(crate) fn dice(&self, position: usize, what: u64) -> Luck {
        dice(self.seed, position as u64, what)
    }

    /// Another luck for the step after a position.
    pub(crate) fn other_luck(&self, position: usize, number: u64) -> Luck {
        other_secret(self.seed, number).luck(position as u64 + 1)
    }

    /// At most `most` of the sample's positions that fit, spread over the game.
    pub(crate) fn some(&self, most: usize, mut fits: impl FnMut(&Position<R>) -> bool) -> Vec<usize> {
        let all: Vec<usize> = (0..self.positions.len()).filter(|&i| fits(&self.positions[i])).collect();
        spread(&all, most, &mut self.dice(0, 77))
    }
}

pub(crate) fn other_secret(seed: u64, number: u64) -> SecretSeed {
    SecretSeed::from_seed(seed ^ (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

pub(crate) fn dice(seed: u64, position: u64, what: u64) -> Luck {
    let mut luck = Luck::fast(seed.wrapping_mul(0xD134_2543_DE82_EF95) ^ (position << 20) ^ what);
    luck.split()
}

/// Plays the game of this seed.
pub(crate) fn play<R: Rules>(ctx: &CheckContext<'_, R>, seed: u64) -> RandomGame<R> {
    watchdog::place(Some(seed), None);
    let (seats, options) = (ctx.setups.seats(seed), ctx.setups.options(seed));
    let mut run = RandomGame {
        seed,
        seats,
        options,
        secret: SecretSeed::from_seed(seed),
        positions: Vec::new(),
        end: End::Stuck,
        violations: Vec::new(),
        sample: Vec::new(),
        pool: OnceLock::new(),
    };
    if let Err(violation) = play_steps(ctx, &mut run) {
        let ply = run.positions.len();
        run.violations.push(if violation.ply.is_none() { *violation.at(ply) } else { *violation });
    }
    let all: Vec<usize> = (0..run.positions.len()).collect();
    run.sample = spread(&all, ctx.config.plies, &mut dice(seed, 0, 78));
    run
}

fn play_steps<R: Rules>(ctx: &CheckContext<'_, R>, run: &mut RandomGame<R>) -> CheckResult {
    let answer = ctx.setup(&run.options, run.seats, &mut run.secret.luck(0))?;
    let mut state = answer.map_err(|refusal| {
        Violation::new(format!("set-up refuses a table of {} with options it should play", run.seats))
            .of(Law::LegalActions)
            .expected("a game for every number of seats in the manifest and all options of the sample")
            .seen(refusal.to_string())
    })?;
    if let Err(refusal) = ctx.terms(&run.options)? {
        let problem = "the set-up accepts these options, but `terms` refuses them";
        return Err(Violation::new(problem).of(Law::LegalActions).seen(refusal.to_string()));
    }
    let bound = ctx.bound();
    let mut chooser = Chooser {
        luck: dice(run.seed, 0, 1),
        // Random play chooses from candidates, as bots do; every other game also plays other actions now and
        // then.
        strays: run.seed % 2 == 1,
        strayed: false,
    };
    // In every fourth game a player retires at some point, as happens at tables.
    let retire_at = (run.seed % 4 == 3).then(|| 1 + chooser.luck.below(20) as usize);
    loop {
        let turn = ctx.turn(&state)?;
        let ply = run.positions.len();
        watchdog::place(None, Some(ply));
        run.positions.push(Position {
            state: ctx.fork(&state)?,
            saved: ctx.save(&state)?,
            turn: turn.clone(),
            step: None,
            events: Vec::new(),
            drew: false,
            concealed: false,
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
            _ if ply >= MAX_POSITIONS => {
                run.end = finish(ctx, run, state, chooser)?;
                return Ok(());
            }
            Turn::Table => go(ctx, run, &mut state, Step::Proceed)?,
            Turn::Act(_) if retire_at == Some(ply) => {
                let seat = Seat::new(chooser.luck.below(run.seats as u64) as usize);
                let why = [Retirement::Resigned, Retirement::OutOfTime, Retirement::Lost];
                let why = why[chooser.luck.below(3) as usize];
                if !go(ctx, run, &mut state, Step::Retire(seat, why))? {
                    if ctx.save(&state)? != run.positions[ply].saved {
                        let problem = "`retire` says the table decides, but changes the state";
                        return Err(Violation::new(problem).of(Law::LegalActions).seat(seat).at(ply));
                    }
                    act(ctx, run, &mut state, &mut chooser)?
                } else {
                    true
                }
            }
            Turn::Act(_) => act(ctx, run, &mut state, &mut chooser)?,
        };
        if !step {
            return Ok(());
        }
    }
}

/// Makes a step that must be accepted or leave the state unchanged; returns whether it was accepted.
fn go<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &mut RandomGame<R>,
    state: &mut R::State,
    step: Step<R::Action>,
) -> CheckResult<bool> {
    let luck = run.luck(run.positions.len() - 1);
    let done = ctx.step(state, &step, luck)?;
    if done.accepted {
        let position = run.positions.last_mut().expect("a position was pushed before the step");
        (position.step, position.events) = (Some(step), done.events);
        (position.drew, position.concealed) = (done.drew, done.concealed);
    }
    Ok(done.accepted)
}

/// Maximum number of states of a game that are kept. Longer games are played to their end, but not inspected.
const MAX_POSITIONS: usize = 4000;

/// Plays on to the end without keeping states.
fn finish<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    mut state: R::State,
    mut chooser: Chooser,
) -> CheckResult<End> {
    for ply in run.positions.len() - 1..ctx.bound() as usize {
        let step = match ctx.turn(&state)? {
            Turn::Over(outcome) => return Ok(End::Over(outcome)),
            Turn::Table => Step::Proceed,
            Turn::Act(seats) => {
                let seats: Vec<Seat> = seats.iter().filter(|seat| seat.index() < run.seats).collect();
                let Some(&seat) = chooser.luck.choose(&seats) else { return Ok(End::Left) };
                match chooser.luck.choose(&worth_trying(ctx, &state, seat)?) {
                    Some(action) => Step::Act(seat, action.clone()),
                    None => return Ok(End::Left),
                }
            }
        };
        if !ctx.step(&mut state, &step, run.luck(ply))?.accepted {
            return Ok(End::Left);
        }
    }
    match ctx.turn(&state)? {
        Turn::Over(outcome) => Ok(End::Over(outcome)),
        _ if chooser.strayed => Ok(End::Left),
        _ => Ok(End::Bound(ctx.bound())),
    }
}

/// Makes the choices of a random game.
struct Chooser {
    luck: Luck,
    strays: bool,
    strayed: bool,
}

/// A random action of a random seat in turn. The choice does not depend on the order of the offers, so that a
/// game with an unstable order can still be repeated.
fn act<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &mut RandomGame<R>,
    state: &mut R::State,
    chooser: &mut Chooser,
) -> CheckResult<bool> {
    let ply = run.positions.len() - 1;
    let seats: Vec<Seat> = run.positions[ply].turn.seats().iter().filter(|s| s.index() < run.seats).collect();
    let stray = chooser.strays && chooser.luck.below(8) == 0;
    let mut candidates = Vec::new();
    for &seat in &seats {
        let mut worth_trying = worth_trying(ctx, state, seat)?;
        if stray || worth_trying.is_empty() {
            let all = ctx.actions(state, seat)?;
            chooser.strayed |= all != worth_trying;
            worth_trying = all;
        }
        let mut actions = Vec::new();
        for action in worth_trying {
            actions.push((ctx.write(&action)?.to_string(), action));
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
        // The attempt is made on a fork: a game that changes its state when it refuses must not corrupt the
        // walk.
        let mut next = ctx.fork(state)?;
        let json = ctx.write(&action)?;
        if go(ctx, run, &mut next, Step::Act(seat, action))? {
            *state = next;
            return Ok(true);
        }
        let violation = Violation::new("an offered action is refused").of(Law::LegalActions);
        run.violations.push(*violation.expected("accepted").seen("refused").at(ply).seat(seat).action(json));
    }
    Ok(false)
}

/// The choices of random play: the candidates, or the preferred actions of the sample if any are offered.
pub(crate) fn worth_trying<R: Rules>(
    ctx: &CheckContext<'_, R>,
    state: &R::State,
    seat: Seat,
) -> CheckResult<Vec<R::Action>> {
    let candidates = ctx.candidates(state, seat)?;
    let Some(keeps_to) = &ctx.hooks.prefer else { return Ok(candidates) };
    let kept = |actions: &[R::Action]| -> Vec<R::Action> {
        actions.iter().filter(|action| keeps_to(state, seat, action)).cloned().collect()
    };
    // A preferred action need not be among the candidates.
    for actions in [&candidates, &ctx.actions(state, seat)?] {
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
