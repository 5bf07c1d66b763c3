//! Monte Carlo tree search.

mod edge;
mod rollout;
mod solver;
mod tree;
mod tree_search;
mod values;

pub(crate) use rollout::has_estimate;

use crate::{Bot, Budget, Imagined};
use parlor_kit::{Luck, Rules};
use tree::{Record, Tree};
use tree_search::TreeSearch;

/// Plays many games in its head and does what went best: Monte Carlo tree search.
///
/// - **Hidden things and luck**: each game in the head begins in another state that the seat may imagine, with other
///   luck, and all of them share one tree over what is done, not over states ("information sets").
/// - **Any number of seats**: each seat is taken to play for its own good ("max^n"). Where several may act at
///   once, they act one after the other.
/// - **Wide choices** open little by little ("progressive widening"), the best-looking of a few first.
/// - **The end of a line**: a rollout; where the game has an estimate, estimated instead.
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
        let mut meter = budget.start();
        let guided = match self.guided {
            Some(guided) => guided || has_estimate(view, &[], &mut meter),
            None => has_estimate(view, &actions, &mut meter),
        };
        self.guided = Some(guided);
        let hidden = view.hides_now(luck);
        let share = meter.left() / self.threads as u64;
        let seeds: Vec<u64> = (0..self.threads).map(|_| luck.below(u64::MAX)).collect();
        let mut searches: Vec<TreeSearch<'_, R>> = (self.recall(view).into_iter().zip(seeds))
            .map(|(tree, seed)| TreeSearch::new(view, hidden, guided, tree, meter.part(share), seed))
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
        let chosen = elected(&self.trees, &actions);
        if view.hides() || self.lucky {
            // It is of no use for the next move, and may be large.
            self.trees.clear();
        }
        Some(actions.swap_remove(chosen))
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
