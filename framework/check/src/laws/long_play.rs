//! CL-3, by play that seeks long games: seats that keep to habits do not get beyond the bound either.

use crate::{
    CheckContext, CheckResult, Violation,
    coverage::kind,
    guarded_rules::{Step, bytes},
    random_game::{RandomGame, dice},
    watchdog,
};
use parlor_kit::{Luck, Rules, Seat, Turn};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};

/// How many steps a game with a bound beyond all testing is watched, in case that it goes round.
const WATCHED: u32 = 1000;
/// How often play chooses again where the chosen action ends the game at once.
const TRIES: usize = 4;

/// The action that every seat prefers.
#[derive(Clone, Debug, PartialEq)]
enum Habit {
    /// One that the seat has played before.
    Again,
    /// One of this kind.
    Kind(String),
}

impl Habit {
    fn name(&self) -> String {
        match self {
            Habit::Again => "what a seat has played before".into(),
            Habit::Kind(kind) => format!("'{kind}'"),
        }
    }
}

/// Plays the set-up of a game anew, once for each habit.
pub(super) fn ends_whatever_is_played<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
) -> CheckResult {
    let mut habits = vec![Habit::Again];
    let mut kinds = BTreeSet::new();
    let mut next = 0;
    while let Some(habit) = habits.get(next).cloned() {
        ctx.count();
        for kind in play_long(ctx, run, &habit, next as u64)? {
            if kinds.insert(kind.clone()) {
                habits.push(Habit::Kind(kind));
            }
        }
        next += 1;
    }
    Ok(())
}

/// Plays until the game is over, beyond its bound, or back where it was; returns the kinds of actions that were
/// offered.
fn play_long<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    habit: &Habit,
    number: u64,
) -> CheckResult<BTreeSet<String>> {
    let mut kinds = BTreeSet::new();
    let mut choices = dice(run.seed, number, 950);
    let mut played: HashSet<(Seat, String)> = HashSet::new();
    let Ok(mut state) = ctx.setup(&run.options, run.seats, &mut run.secret.luck(0))? else {
        return Ok(kinds);
    };
    let mut earlier = Earlier::default();
    let (bound, long_play) = (ctx.bound(), ctx.config.long_play);
    for steps in 0..=if bound < long_play { bound + 1 } else { long_play.min(WATCHED) } {
        ctx.at(steps as usize);
        watchdog::place(Some(run.seed), Some(steps as usize));
        let luck = run.secret.luck(u64::from(steps) + 1);
        let (after, drew) = match ctx.turn(&state)? {
            Turn::Over(_) => return Ok(kinds),
            _ if steps > bound => {
                let problem = "a game can take more steps than its bound";
                return Err(Violation::new(problem)
                    .expected(format!("an end within {bound} steps, whatever is played"))
                    .seen(format!("still running; seats prefer {}", habit.name()))
                    .hint("prove the bound, or give the rules an end that play cannot put off"));
            }
            Turn::Table => {
                let mut next = ctx.fork(&state)?;
                let done = ctx.step(&mut next, &Step::Proceed, luck)?;
                (next, done.drew)
            }
            Turn::Act(acting) => {
                let acting: Vec<Seat> = acting.iter().filter(|seat| seat.index() < run.seats).collect();
                let Some(&seat) = choices.choose(&acting) else { return Ok(kinds) };
                let mut actions = Vec::new();
                for action in ctx.actions(&state, seat)? {
                    let json = ctx.write(&action)?;
                    kinds.insert(kind(&json));
                    actions.push((json, action));
                }
                if let Some(ago) = earlier.is_back(ctx, &state, steps, seat, &actions)? {
                    return Err(Violation::new("a game can go round for ever")
                        .expected("a state that never comes back, so that the bound holds whatever is played")
                        .seen(format!("the state of {ago} steps before, and no luck was drawn since"))
                        .hint("count what repeats, or end the game when it does"));
                }
                let Some(step) =
                    choose(ctx, &state, (seat, actions), habit, &mut played, &mut choices, &luck)?
                else {
                    return Ok(kinds);
                };
                step
            }
        };
        earlier.luck_drawn |= drew;
        state = after;
    }
    Ok(kinds)
}

/// Makes a preferred step that does not end the game, if there is one.
fn choose<R: Rules>(
    ctx: &CheckContext<'_, R>,
    state: &R::State,
    (seat, actions): (Seat, Vec<(Value, R::Action)>),
    habit: &Habit,
    played: &mut HashSet<(Seat, String)>,
    choices: &mut Luck,
    luck: &Luck,
) -> CheckResult<Option<(R::State, bool)>> {
    let preferred = |json: &Value| match habit {
        Habit::Again => played.contains(&(seat, json.to_string())),
        Habit::Kind(of) => kind(json) == *of,
    };
    let (mut preferred, mut others): (Vec<_>, Vec<_>) =
        actions.into_iter().partition(|(json, _)| preferred(json));
    choices.shuffle(&mut preferred);
    choices.shuffle(&mut others);
    let mut ends = None;
    for (json, action) in preferred.into_iter().chain(others).take(TRIES) {
        let mut next = ctx.fork(state)?;
        let done = ctx.step(&mut next, &Step::Act(seat, action), luck.clone())?;
        if !done.accepted {
            continue;
        }
        if !matches!(ctx.turn(&next)?, Turn::Over(_)) {
            played.insert((seat, json.to_string()));
            return Ok(Some((next, done.drew)));
        }
        ends = Some((next, done.drew));
    }
    Ok(ends)
}

/// A state that the game may come back to. It moves on after twice as many steps each time, so that every cycle
/// is found in the end (Brent).
#[derive(Default)]
struct Earlier {
    steps: u32,
    until: u32,
    offers: Vec<u8>,
    saved: Vec<u8>,
    luck_drawn: bool,
}

impl Earlier {
    /// How many steps ago the game was in this state, if no luck was drawn since.
    fn is_back<R: Rules>(
        &mut self,
        ctx: &CheckContext<'_, R>,
        state: &R::State,
        steps: u32,
        seat: Seat,
        actions: &[(Value, R::Action)],
    ) -> CheckResult<Option<u32>> {
        // Offers are compared first: to save a state costs more.
        let offers = bytes(&(seat, actions.iter().map(|(json, _)| json).collect::<Vec<_>>()));
        if !self.luck_drawn && offers == self.offers && !self.saved.is_empty() {
            let saved = ctx.save(state)?;
            if saved == self.saved {
                return Ok(Some(steps - self.steps));
            }
        }
        if self.luck_drawn || steps >= self.until {
            let saved = ctx.save(state)?;
            *self = Earlier { steps, until: 2 * steps.max(8), offers, saved, luck_drawn: false };
        }
        Ok(None)
    }
}
