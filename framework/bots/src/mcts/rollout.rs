//! Rollouts: the value of a leaf, by random play and the game's estimate.

use super::values::{Values, of_outcome};
use crate::{Imagined, budget::BudgetMeter, try_action::MAX_TABLE_STEPS};
use parlor_kit::{Luck, MAX_SEATS, Outcome, Rules, Seat, Seats, StepContext, Turn};

/// Evaluates states: by the game's own estimate where it has one, and by playing on at random.
pub(crate) struct Rollout<'a, R: Rules> {
    rules: &'a R,
    seats: usize,
    /// Whether the game's estimate is informative.
    guided: bool,
    /// Whether the game hides nothing, so that with two seats one's value is the negative of the other's.
    open: bool,
    actions: Vec<R::Action>,
}

impl<'a, R: Rules> Rollout<'a, R> {
    /// Maximum random actions in games without an estimate; after that the value is unknown.
    const MAX_ACTIONS: u32 = 2_000;
    /// Random actions before the estimate, in games with hidden information or luck.
    const ACTIONS_BEFORE_ESTIMATE: u32 = 8;
    /// An estimate counts less than an outcome.
    const ESTIMATE_WEIGHT: f32 = 0.9;
    /// The discount of a result per action, so that a quick win is better than a slow one.
    const DISCOUNT: f32 = 0.0005;

    /// Rollouts for this game.
    pub(crate) fn new(rules: &'a R, seats: usize, guided: bool, open: bool) -> Rollout<'a, R> {
        Rollout { rules, seats, guided, open, actions: Vec::new() }
    }

    /// Whether the game's estimate is informative.
    pub(crate) fn is_guided(&self) -> bool {
        self.guided
    }

    /// The value of a state in which `turn` is next after an action of `actor`: by random play to the end, or
    /// for a few actions and then by the game's estimate. `None` if the budget ended before.
    pub(crate) fn run(
        &mut self,
        state: &mut R::State,
        mut turn: Turn,
        mut actor: Seat,
        mut ply: u32,
        meter: &mut BudgetMeter,
        luck: &mut Luck,
    ) -> Option<Values> {
        let mut left =
            if self.guided { Rollout::<R>::ACTIONS_BEFORE_ESTIMATE } else { Rollout::<R>::MAX_ACTIONS };
        let mut context = StepContext::silent(luck.split());
        let mut by_itself = 0;
        loop {
            match &turn {
                Turn::Over(outcome) => return Some(self.end(state, outcome, ply)),
                Turn::Table => {
                    by_itself += 1;
                    if by_itself > MAX_TABLE_STEPS {
                        return Some(self.estimate(state));
                    }
                    self.rules.proceed(state, &mut context);
                }
                Turn::Act(seats) => {
                    by_itself = 0;
                    let mover = mover(self.rules, state, *seats, actor, &mut self.actions);
                    let Some(mover) = mover.filter(|_| left > 0) else { return Some(self.estimate(state)) };
                    if !meter.spend() {
                        return self.guided.then(|| self.estimate(state));
                    }
                    let at = context.luck.below(self.actions.len() as u64) as usize;
                    if self.rules.act(state, mover, &self.actions[at], &mut context).is_err() {
                        return Some(self.estimate(state));
                    }
                    (left, ply, actor) = (left - 1, ply + 1, mover);
                }
            }
            turn = self.rules.turn(state);
        }
    }

    /// The values of a finished game.
    pub(crate) fn end(&self, state: &R::State, outcome: &Outcome, ply: u32) -> Values {
        let mut values = of_outcome(outcome);
        if self.seats == 1 {
            // With one seat there is no opponent: the estimate grades the end.
            values[0] = sane(self.rules.estimate(state, Seat::new(0)));
        }
        let discount = 1.0 - Rollout::<R>::DISCOUNT * ply.min(1_000) as f32;
        values.map(|worth| worth * discount)
    }

    /// The estimated values of a state, each from the information of its seat.
    pub(crate) fn estimate(&self, state: &R::State) -> Values {
        let mut values = [0.0; MAX_SEATS];
        if !self.guided {
            return values;
        }
        if self.open && self.seats == 2 {
            values[0] = sane(self.rules.estimate(state, Seat::new(0)));
            values[1] = -values[0];
        } else {
            for seat in Seat::all(self.seats) {
                values[seat.index()] = sane(self.rules.estimate(state, seat));
            }
        }
        values.map(|worth| Rollout::<R>::ESTIMATE_WEIGHT * worth.clamp(-1.0, 1.0))
    }
}

/// The mover if several seats may act: one that did not just act, so that every seat gets its turn, and that
/// has a choice. Leaves the actions worth trying in `actions`.
pub(crate) fn mover<R: Rules>(
    rules: &R,
    state: &R::State,
    seats: Seats,
    actor: Seat,
    actions: &mut Vec<R::Action>,
) -> Option<Seat> {
    let mut waiting = seats.without(actor);
    loop {
        let seat = waiting.first().or(Some(actor).filter(|&actor| seats.contains(actor)))?;
        actions.clear();
        rules.candidates(state, seat, actions);
        if !actions.is_empty() {
            return Some(seat);
        }
        if seat == actor {
            return None;
        }
        waiting = waiting.without(seat);
    }
}

/// Whether the game's estimate is not 0 here or after one of the first actions.
pub(crate) fn has_estimate<R: Rules>(
    view: &Imagined<R>,
    actions: &[R::Action],
    meter: &mut BudgetMeter,
) -> bool {
    const LOOKS: usize = 4;
    let (rules, seats) = (view.rules(), view.seats());
    let says = |state: &R::State| Seat::all(seats).any(|seat| sane(rules.estimate(state, seat)) != 0.0);
    says(view.state())
        || actions.iter().take(LOOKS).any(|action| {
            let mut state = view.state().clone();
            let mut context = StepContext::silent(Luck::fast(0));
            meter.spend() && rules.act(&mut state, view.seat(), action, &mut context).is_ok() && says(&state)
        })
}

/// Replaces NaN by 0.
fn sane(estimate: f32) -> f32 {
    if estimate.is_nan() { 0.0 } else { estimate.clamp(-1.0, 1.0) }
}
