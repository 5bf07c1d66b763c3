//! Alpha-beta search with a transposition table.

use crate::{
    budget::BudgetMeter,
    move_ordering::MoveOrdering,
    score::{self, INFINITE, Score},
    transposition_table::{Bound, Entry, NO_ACTION, TranspositionTable},
    try_action::{seed, try_action},
};
use parlor_kit::{Rules, Seat, Seats, Turn};

/// A search for one choice of one seat.
///
/// There are two sides: the seat itself and all others. With two seats that is negamax; with more it is
/// paranoid search, which keeps alpha-beta exact, where max^n could prune next to nothing.
/// Table steps belong to the action before them.
/// A seat may move several times in a row; where several may act at once, they act one after the other.
///
/// The n-th step of a world always has the same luck, so one search is a determinisation: the caller searches several.
pub(crate) struct AlphaBeta<'a, R: Rules> {
    rules: &'a R,
    me: Seat,
    orderings: &'a mut Vec<MoveOrdering<R>>,
    table: &'a mut TranspositionTable,
    meter: &'a mut BudgetMeter,
    world: u64,
    max_forced_ply: usize,
    /// Whether the budget ended; results found since then are invalid.
    pub(crate) stopped: bool,
    /// Whether an estimate replaced a final result.
    pub(crate) cut: bool,
    /// Whether any step drew luck.
    pub(crate) lucky: bool,
}

/// The alpha-beta window.
#[derive(Clone, Copy)]
struct Window {
    low: Score,
    high: Score,
}

impl Window {
    fn flipped(self) -> Window {
        Window { low: -self.high, high: -self.low }
    }
}

impl<'a, R: Rules> AlphaBeta<'a, R> {
    /// Maximum length of a line, however forced it is.
    const MAX_PLY: usize = 96;

    /// A search for `me` in the world with this seed.
    pub(crate) fn new(
        rules: &'a R,
        me: Seat,
        orderings: &'a mut Vec<MoveOrdering<R>>,
        table: &'a mut TranspositionTable,
        meter: &'a mut BudgetMeter,
        world: u64,
    ) -> AlphaBeta<'a, R> {
        let (stopped, cut, lucky) = (false, false, false);
        AlphaBeta { rules, me, orderings, table, meter, world, max_forced_ply: 0, stopped, cut, lucky }
    }

    /// The score for `me` of an action at the root, searched to `depth`: exact if it is above `low`,
    /// otherwise an upper bound up to `low`. `None` if the budget ended or the rules refuse.
    pub(crate) fn root(
        &mut self,
        state: &R::State,
        action: &R::Action,
        depth: u8,
        low: Score,
    ) -> Option<Score> {
        // Forced actions do not reduce the depth, up to twice the depth.
        self.max_forced_ply = (2 * usize::from(depth)).min(AlphaBeta::<R>::MAX_PLY);
        let window = Window { low, high: INFINITE };
        let mut next = state.clone();
        let turn = self.step(&mut next, self.me, action, 0)?;
        let scouted = low > -INFINITE;
        let first = if scouted { Window { low, high: low + 1 } } else { window };
        let mut score = self.after(&next, &turn, self.me, depth - 1, 1, first);
        if scouted && score > low && !self.stopped {
            score = self.after(&next, &turn, self.me, depth - 1, 1, window);
        }
        (!self.stopped).then_some(score)
    }

    /// The score of a state for the side of `actor`, who just acted.
    fn after(
        &mut self,
        state: &R::State,
        turn: &Turn,
        actor: Seat,
        depth: u8,
        ply: usize,
        window: Window,
    ) -> Score {
        let sign = if actor == self.me { 1 } else { -1 };
        match turn {
            Turn::Over(outcome) => sign * score::outcome(outcome, self.me, ply),
            Turn::Act(seats) if !seats.is_empty() => {
                let mover = next_mover(*seats, actor);
                if (mover == self.me) == (actor == self.me) {
                    self.node(state, mover, depth, ply, window)
                } else {
                    -self.node(state, mover, depth, ply, window.flipped())
                }
            }
            _ => sign * self.estimate(state),
        }
    }

    /// The score of a state for the side of `mover`, who chooses.
    fn node(&mut self, state: &R::State, mover: Seat, depth: u8, ply: usize, window: Window) -> Score {
        if depth == 0 || ply >= AlphaBeta::<R>::MAX_PLY {
            return if mover == self.me { self.estimate(state) } else { -self.estimate(state) };
        }
        let key = self.rules.position(state).map(|position| self.key(position, mover));
        let known = key.and_then(|key| self.table.get(key));
        if let Some(known) = known.filter(|known| known.whole || known.depth >= depth) {
            let score = score::from_root(known.score, ply);
            let settled = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= window.high,
                Bound::AtMost => score <= window.low,
            };
            if settled {
                self.cut |= !known.whole;
                return score;
            }
        }

        let mut ordering = self.take_ordering(ply);
        ordering.actions.clear();
        self.rules.candidates(state, mover, &mut ordering.actions);
        ordering.sort(known.map(|known| known.best).filter(|&best| best != NO_ACTION));
        let cut_elsewhere = std::mem::replace(&mut self.cut, false);
        let best = self.best_of(state, mover, depth, ply, window, &mut ordering);
        self.orderings[ply] = ordering;
        let whole = !self.cut;
        self.cut |= cut_elsewhere;
        if self.stopped {
            return 0;
        }
        let Some((score, action)) = best else {
            // The seat is to act but has no actions: uses the estimate.
            return if mover == self.me { self.estimate(state) } else { -self.estimate(state) };
        };
        if let Some(key) = key {
            let bound = if score >= window.high {
                Bound::AtLeast
            } else if score <= window.low {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            let best = u16::try_from(action).unwrap_or(NO_ACTION);
            let score = score::from_here(score, ply);
            self.table.insert(key, Entry { score, bound, depth, whole, best });
        }
        score
    }

    /// The best of the ordered actions and its score; `None` if there are none or the budget ended.
    fn best_of(
        &mut self,
        state: &R::State,
        mover: Seat,
        depth: u8,
        ply: usize,
        window: Window,
        ordering: &mut MoveOrdering<R>,
    ) -> Option<(Score, u32)> {
        let forced = ordering.actions.len() == 1 && ply < self.max_forced_ply;
        let depth = if forced { depth } else { depth - 1 };
        let mut low = window.low;
        let mut best: Option<(Score, u32)> = None;
        for place in 0..ordering.order.len() {
            let index = ordering.order[place];
            let mut next = state.clone();
            let Some(turn) = self.step(&mut next, mover, &ordering.actions[index as usize], ply) else {
                if self.stopped {
                    return None;
                }
                continue;
            };
            // Principal variation search: the first action gets the whole window, the others a null window.
            let whole = Window { low, high: window.high };
            let scout = best.is_some() && window.high - low > 1;
            let first = if scout { Window { low, high: low + 1 } } else { whole };
            let mut score = self.after(&next, &turn, mover, depth, ply + 1, first);
            if scout && score > low && score < window.high && !self.stopped {
                score = self.after(&next, &turn, mover, depth, ply + 1, whole);
            }
            if self.stopped {
                return None;
            }
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, index));
            }
            if score > low {
                low = score;
                ordering.add_killer(index);
                if low >= window.high {
                    break;
                }
            }
        }
        best
    }

    /// Tries out an action; `None` if the budget ended or the rules refuse.
    #[inline]
    fn step(&mut self, state: &mut R::State, seat: Seat, action: &R::Action, ply: usize) -> Option<Turn> {
        if !self.meter.spend() {
            self.stopped = true;
            return None;
        }
        let step = try_action(self.rules, state, seat, action, seed(self.world, ply as u64))?;
        self.lucky |= step.lucky;
        Some(step.turn)
    }

    /// The estimate for `me`. Always for the same seat, so that there is one scale even if a game's estimates
    /// are not symmetric.
    fn estimate(&mut self, state: &R::State) -> Score {
        self.cut = true;
        score::estimate(self.rules, state, self.me)
    }

    /// The key of a position in the transposition table: different worlds may have different luck, and the
    /// mover matters.
    fn key(&self, position: u64, mover: Seat) -> u64 {
        seed(position, self.world ^ mover.index() as u64)
    }

    fn take_ordering(&mut self, ply: usize) -> MoveOrdering<R> {
        while self.orderings.len() <= ply {
            self.orderings.push(MoveOrdering::new());
        }
        std::mem::replace(&mut self.orderings[ply], MoveOrdering::new())
    }
}

/// The first mover where several seats may act: one that did not just act, so that every seat gets its turn.
fn next_mover(seats: Seats, actor: Seat) -> Seat {
    seats.without(actor).first().unwrap_or(actor)
}
