//! The bot that plays many games in its head.

mod playout;
mod tree;

pub(crate) use playout::guides;

use crate::{
    Bot, Budget, Imagined,
    budget::Purse,
    step::{seed, step},
};
use parlor_kit::{Luck, Rules, Turn};
use playout::{Judge, mover};
use tree::{Path, Pick, Record, Tree, Worths};

/// Plays many games in its head and does what went best: Monte Carlo tree search.
///
/// - **Hidden things and luck**: each game in the head begins in another state that the seat may imagine, with other
///   luck, and all of them share one tree over what is done, not over states ("information sets").
/// - **Any number of seats**: everybody is expected to want the best for themselves ("max^n"). Where several may act at
///   once, they act one after the other.
/// - **Wide choices** open little by little ("progressive widening"), the best-looking of a few first.
/// - **The end of a line**: played on at random; where the game has an estimate, estimated instead.
/// - **Nothing hidden, no luck**: lines that were followed to their end count as proven, and the tree is used again for
///   the next move where the game names its positions.
///
/// The tree can be grown several times at once on threads of its own; with a budget of nodes, the choice depends on how
/// many, but never on how fast they are.
pub struct Mcts<R: Rules> {
    threads: usize,
    trees: Vec<Tree<R::Action>>,
    /// Whether the game's estimate says anything, as far as was seen.
    guided: Option<bool>,
    /// Whether luck had a part anywhere; then no node stands for one position.
    lucky: bool,
}

impl<R: Rules> Mcts<R> {
    /// The bot, on the thread that asks it.
    pub fn new() -> Mcts<R> {
        Mcts::with_threads(1)
    }

    /// The bot with as many trees as threads; each has its share of the nodes, and all of the time.
    pub fn with_threads(threads: usize) -> Mcts<R> {
        Mcts { threads: threads.max(1), trees: Vec::new(), guided: None, lucky: false }
    }

    /// The trees of the move before, as far as they are of use for this one.
    fn recall(&mut self, view: &Imagined<R>) -> Vec<Tree<R::Action>> {
        let position = view.rules().position(view.state()).filter(|_| !view.hides());
        let old = std::mem::take(&mut self.trees);
        let new = |_| Tree::new(view.seat(), position);
        match position {
            Some(position) if old.len() == self.threads && !self.lucky => {
                old.into_iter().map(|tree| tree.advanced(view.seat(), position)).collect()
            }
            _ => (0..self.threads).map(new).collect(),
        }
    }
}

impl<R: Rules> Default for Mcts<R> {
    fn default() -> Mcts<R> {
        Mcts::new()
    }
}

impl<R: Rules> Bot<R> for Mcts<R> {
    fn choose(&mut self, view: &Imagined<R>, budget: &Budget, luck: &mut Luck) -> Option<R::Action> {
        let mut actions = view.candidates();
        if actions.len() < 2 {
            return actions.pop();
        }
        // The first of equals is played, and any can be the first.
        luck.shuffle(&mut actions);
        let mut purse = budget.start();
        let guided = match self.guided {
            Some(guided) => guided || guides(view, &[], &mut purse),
            None => guides(view, &actions, &mut purse),
        };
        self.guided = Some(guided);
        let share = purse.left() / self.threads as u64;
        let seeds: Vec<u64> = (0..self.threads).map(|_| luck.below(u64::MAX)).collect();
        let mut searches: Vec<Search<'_, R>> = (self.recall(view).into_iter().zip(seeds))
            .map(|(tree, seed)| Search::new(view, guided, tree, purse.part(share), seed))
            .collect();
        if let [only] = searches.as_mut_slice() {
            only.run();
        } else {
            std::thread::scope(|scope| {
                for search in &mut searches {
                    scope.spawn(|| search.run());
                }
            });
        }
        self.lucky |= searches.iter().any(|search| search.lucky);
        self.trees = searches.into_iter().map(|search| search.tree).collect();
        Some(actions.swap_remove(elected(&self.trees, &actions)))
    }
}

/// The action to play: the one that was tried most often, unless another is proven to be at least as good.
/// Of several that are proven alike, the one that went best in the tries: others may not find what is proven.
fn elected<A: Clone + PartialEq>(trees: &[Tree<A>], actions: &[A]) -> usize {
    let joined = |action: &A| {
        trees.iter().map(|tree| tree.record(action)).fold(Record::default(), |all, one| Record {
            visits: all.visits + one.visits,
            sum: all.sum + one.sum,
            proof: all.proof.or(one.proof),
        })
    };
    let records: Vec<Record> = actions.iter().map(joined).collect();
    // The first of equals: `max_by` would give the last.
    let places = || records.iter().enumerate().rev();
    let tried = places().filter(|(_, record)| record.proof.is_none() && record.visits > 0);
    let tried = tried.max_by(|(_, a), (_, b)| a.visits.cmp(&b.visits).then(a.mean().total_cmp(&b.mean())));
    let proven = places().filter_map(|(at, record)| Some((at, record.proof?, record.mean())));
    let proven = proven.max_by(|a, b| a.1.total_cmp(&b.1).then(a.2.total_cmp(&b.2)));
    match (tried, proven) {
        (Some((at, record)), Some((sure, proof, _))) => {
            if f64::from(proof) >= record.mean() {
                sure
            } else {
                at
            }
        }
        (Some((at, _)), None) | (None, Some((at, ..))) => at,
        (None, None) => 0,
    }
}

/// One tree while it grows.
struct Search<'a, R: Rules> {
    view: &'a Imagined<R>,
    judge: Judge<'a, R>,
    tree: Tree<R::Action>,
    purse: Purse,
    luck: Luck,
    lucky: bool,
    path: Path,
    actions: Vec<R::Action>,
}

impl<'a, R: Rules> Search<'a, R> {
    /// Of a wide choice, so many new actions are looked at before one is tried.
    const LOOKS: usize = 4;

    fn new(
        view: &'a Imagined<R>,
        guided: bool,
        tree: Tree<R::Action>,
        purse: Purse,
        seed: u64,
    ) -> Search<'a, R> {
        let judge = Judge::new(view.rules(), view.seats(), guided);
        let (luck, lucky) = (Luck::fast(seed), false);
        Search { view, judge, tree, purse, luck, lucky, path: Path::new(), actions: Vec::new() }
    }

    fn run(&mut self) {
        while !self.tree.is_settled() {
            let Some(worths) = self.try_once() else { return };
            self.tree.note(&self.path, &worths);
        }
    }

    /// Plays one game in the head, down the tree and beyond; leaves its way through the tree in `path`.
    /// `None` if the budget ended.
    fn try_once(&mut self) -> Option<Worths> {
        let rules = self.view.rules();
        let mut state = if self.view.hides() {
            self.view.again(&mut self.luck).into_state()
        } else {
            self.view.state().clone()
        };
        self.path.clear();
        let mut at = Tree::<R::Action>::ROOT;
        let mut seat = self.view.seat();
        self.actions.clear();
        rules.candidates(&state, seat, &mut self.actions);
        // Whether every state on the way was the only one possible, so that an end proves something.
        let mut certain = !self.view.hides();
        let base = self.luck.below(u64::MAX);
        let mut ply = 0;
        loop {
            let pick = self.tree.pick(at, seat, &self.actions);
            let (edge, action) = match pick {
                Pick::Known { edge, action } => (edge, action),
                Pick::Proven(edge) => {
                    let worths = self.tree.proof(at, edge)?;
                    self.path.push((at, edge));
                    // Nothing is tried out, but a search that only confirms must come to an end, too.
                    return self.purse.spend().then_some(worths);
                }
                Pick::New => {
                    let action = self.something_new(&state, seat)?;
                    (self.tree.grow(at, seat, &self.actions[action], action), action)
                }
            };
            if !self.purse.spend() {
                return None;
            }
            self.path.push((at, edge));
            let Some(step) = step(rules, &mut state, seat, &self.actions[action], seed(base, ply)) else {
                return Some(self.judge.estimate(&state));
            };
            (certain, self.lucky, ply) = (certain && !step.lucky, self.lucky || step.lucky, ply + 1);
            let seats = match step.turn {
                Turn::Over(ref outcome) => {
                    if certain && self.view.seats() > 1 {
                        self.tree.prove(&self.path, Judge::<R>::outcome(outcome));
                    }
                    return Some(self.judge.end(&state, outcome, ply as u32));
                }
                Turn::Act(seats) => seats,
                Turn::Table => return Some(self.judge.estimate(&state)),
            };
            let leaf = if pick == Pick::New {
                None
            } else {
                let position = if certain { rules.position(&state) } else { None };
                self.tree.follow(at, edge, position)
            };
            let Some(next) = leaf else {
                let turn = Turn::Act(seats);
                return self.judge.judge(&mut state, turn, seat, ply as u32, &mut self.purse, &mut self.luck);
            };
            let Some(mover) = mover(rules, &state, seats, seat, &mut self.actions) else {
                return Some(self.judge.estimate(&state));
            };
            (at, seat) = (next, mover);
        }
    }

    /// An action that was not tried before: any, or the best-looking of a few where there are many.
    /// `None` if the budget ended.
    fn something_new(&mut self, state: &R::State, seat: parlor_kit::Seat) -> Option<usize> {
        let first = self.tree.untried(&mut self.luck);
        if !self.judge.is_guided() || !self.tree.is_wide() {
            return Some(first);
        }
        let (mut best, mut highest, mut at) = (first, f32::NEG_INFINITY, first);
        for _ in 0..Search::<R>::LOOKS {
            if !self.purse.spend() {
                return None;
            }
            let mut next = state.clone();
            let luck = self.luck.below(u64::MAX);
            if let Some(step) = step(self.view.rules(), &mut next, seat, &self.actions[at], luck) {
                let worths = match &step.turn {
                    Turn::Over(outcome) => Judge::<R>::outcome(outcome),
                    _ => self.judge.estimate(&next),
                };
                if worths[seat.index()] > highest {
                    (best, highest) = (at, worths[seat.index()]);
                }
            }
            at = self.tree.untried(&mut self.luck);
        }
        Some(best)
    }
}
