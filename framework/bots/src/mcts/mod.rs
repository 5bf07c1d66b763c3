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

/// Monte Carlo tree search.
///
/// - **Hidden information and luck**: each iteration begins with another sample of the state, with other
///   luck, and all of them share one tree over actions, not over states ("information sets").
/// - **Any number of seats**: each seat is assumed to maximise its own value ("max^n"). If several may act at
///   once, they act one after the other.
/// - **Wide choices** are opened gradually ("progressive widening"), the best-looking of a few first.
/// - **Leaf evaluation**: a rollout, or the game's estimate if it has one.
/// - **No hidden information, no luck**: lines that were searched to their end count as proven, and the tree
///   is reused for the next move if the game implements `position`.
///
/// Several trees can be grown in parallel threads; with a budget of nodes, the choice depends on their
/// number, but never on their speed.
pub struct Mcts<R: Rules> {
    threads: usize,
    trees: Vec<Tree<R::Action>>,
    /// Whether the game's estimate is informative, once known.
    guided: Option<bool>,
    /// Whether any step drew luck; then a node does not represent a single position.
    lucky: bool,
}

impl<R: Rules> Mcts<R> {
    /// The bot with a single tree, on the calling thread.
    pub fn new() -> Mcts<R> {
        Mcts::with_threads(1)
    }

    /// The bot with as many trees as threads; each has its share of the nodes, and all of the time.
    pub fn with_threads(threads: usize) -> Mcts<R> {
        Mcts { threads: threads.max(1), trees: Vec::new(), guided: None, lucky: false }
    }

    /// The trees of the last move, as far as they can be reused.
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
        // Ties go to the first, and the order is random.
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
            // The tree cannot be reused for the next move, and may be large.
            self.trees.clear();
        }
        Some(actions.swap_remove(chosen))
    }
}

/// The action to play: the most visited one, unless another is proven to be at least as good. Of several
/// proven equal, the one with the best mean: opponents may not find the proof.
fn elected<A: Clone + PartialEq>(trees: &[Tree<A>], actions: &[A]) -> usize {
    let joined = |action: &A| {
        trees.iter().map(|tree| tree.record(action)).fold(Record::default(), |all, one| Record {
            visits: all.visits + one.visits,
            sum: all.sum + one.sum,
            proof: all.proof.or(one.proof),
        })
    };
    let records: Vec<Record> = actions.iter().map(joined).collect();
    // The first of equals: `max_by` would return the last.
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
