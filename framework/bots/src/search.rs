//! The tree: alpha-beta with a table of positions.

use crate::{
    budget::Purse,
    memory::{Bound, Desk, Known, Positions, UNNAMED},
    score::{self, INFINITE, Score},
    step::{seed, step},
};
use parlor_kit::{Rules, Seat, Seats, Turn};

/// A search for one choice of one seat.
///
/// There are two sides: the seat itself and everybody else. With two seats that is negamax;
/// with more it is the cautious ("paranoid") view, which keeps alpha-beta exact, where searching for
/// everybody's own good could prune next to nothing. Steps nobody chooses belong to the action before them.
/// A seat may move several times in a row; where several may act at once, they act one after the other.
///
/// Luck is foreseen: the n-th step of a world always has the same luck. Whoever calls asks several worlds.
pub(crate) struct Search<'a, R: Rules> {
    rules: &'a R,
    me: Seat,
    desks: &'a mut Vec<Desk<R>>,
    positions: &'a mut Positions,
    purse: &'a mut Purse,
    world: u64,
    longest: usize,
    /// Whether the budget ended; everything found since is worthless.
    pub(crate) stopped: bool,
    /// Whether an estimate stood in for an end.
    pub(crate) cut: bool,
    /// Whether luck had a part anywhere.
    pub(crate) lucky: bool,
}

/// The window of scores that still matter.
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

impl<'a, R: Rules> Search<'a, R> {
    /// A line is followed for so many steps at most, however forced it is.
    const LONGEST: usize = 96;

    /// A search for `me` in the world with this seed.
    pub(crate) fn new(
        rules: &'a R,
        me: Seat,
        desks: &'a mut Vec<Desk<R>>,
        positions: &'a mut Positions,
        purse: &'a mut Purse,
        world: u64,
    ) -> Search<'a, R> {
        let (stopped, cut, lucky) = (false, false, false);
        Search { rules, me, desks, positions, purse, world, longest: 0, stopped, cut, lucky }
    }

    /// The worth for `me` of an action at the root, looking `depth` actions ahead:
    /// exact if it is above `low`, otherwise anything up to `low`. `None` if the budget ended or the rules refuse.
    pub(crate) fn root(
        &mut self,
        state: &R::State,
        action: &R::Action,
        depth: u8,
        low: Score,
    ) -> Option<Score> {
        // Lines of forced actions go deeper for free, up to twice the depth.
        self.longest = (2 * usize::from(depth)).min(Search::<R>::LONGEST);
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

    /// The worth of a state for the side of `actor`, who just acted.
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

    /// The worth of a state for the side of `mover`, who chooses.
    fn node(&mut self, state: &R::State, mover: Seat, depth: u8, ply: usize, window: Window) -> Score {
        if depth == 0 || ply >= Search::<R>::LONGEST {
            return if mover == self.me { self.estimate(state) } else { -self.estimate(state) };
        }
        let key = self.rules.position(state).map(|position| self.key(position, mover));
        let known = key.and_then(|key| self.positions.find(key));
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

        let mut desk = self.take_desk(ply);
        desk.actions.clear();
        self.rules.candidates(state, mover, &mut desk.actions);
        desk.arrange(known.map(|known| known.best).filter(|&best| best != UNNAMED));
        let cut_elsewhere = std::mem::replace(&mut self.cut, false);
        let best = self.best_of(state, mover, depth, ply, window, &mut desk);
        self.desks[ply] = desk;
        let whole = !self.cut;
        self.cut |= cut_elsewhere;
        if self.stopped {
            return 0;
        }
        let Some((score, action)) = best else {
            // Rules that call somebody to act and offer nothing: nothing better is known than the estimate.
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
            let best = u16::try_from(action).unwrap_or(UNNAMED);
            let score = score::from_here(score, ply);
            self.positions.keep(key, Known { score, bound, depth, whole, best });
        }
        score
    }

    /// The best of a desk's actions and its worth; `None` if there are none or the budget ended.
    fn best_of(
        &mut self,
        state: &R::State,
        mover: Seat,
        depth: u8,
        ply: usize,
        window: Window,
        desk: &mut Desk<R>,
    ) -> Option<(Score, u32)> {
        let forced = desk.actions.len() == 1 && ply < self.longest;
        let depth = if forced { depth } else { depth - 1 };
        let mut low = window.low;
        let mut best: Option<(Score, u32)> = None;
        for place in 0..desk.order.len() {
            let index = desk.order[place];
            let mut next = state.clone();
            let Some(turn) = self.step(&mut next, mover, &desk.actions[index as usize], ply) else {
                if self.stopped {
                    return None;
                }
                continue;
            };
            // The first action gets the whole window; the others must only show that they are no better.
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
                desk.praise(index);
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
        if !self.purse.spend() {
            self.stopped = true;
            return None;
        }
        let step = step(self.rules, state, seat, action, seed(self.world, ply as u64))?;
        self.lucky |= step.lucky;
        Some(step.turn)
    }

    /// The estimate for `me`. Always asked for the same seat, so that it is one scale however a game judges others.
    fn estimate(&mut self, state: &R::State) -> Score {
        self.cut = true;
        score::estimate(self.rules, state, self.me)
    }

    /// Positions of different worlds may meet different luck, and one of several seats moves first.
    fn key(&self, position: u64, mover: Seat) -> u64 {
        seed(position, self.world ^ mover.index() as u64)
    }

    fn take_desk(&mut self, ply: usize) -> Desk<R> {
        while self.desks.len() <= ply {
            self.desks.push(Desk::new());
        }
        std::mem::replace(&mut self.desks[ply], Desk::new())
    }
}

/// Who moves first where several may: whoever did not just act, so that nobody is kept from acting for ever.
fn next_mover(seats: Seats, actor: Seat) -> Seat {
    seats.without(actor).first().unwrap_or(actor)
}
