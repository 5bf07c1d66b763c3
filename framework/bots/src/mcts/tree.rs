//! The search tree: nodes, edges, selection by UCB with progressive widening.

use super::{
    edge::{Edge, NONE, spread},
    values::Values,
};
use parlor_kit::{Luck, Seat};

/// The edges from the root to a leaf: each as its node and its index in the node.
pub(super) type Path = Vec<(usize, usize)>;

/// A tree of choices. A node stands for everything its seat cannot tell apart: hidden information and luck
/// differ between iterations, so a node has edges, and each iteration determines which of them are available.
#[derive(Debug)]
pub(super) struct Tree<A> {
    pub(super) nodes: Vec<Node<A>>,
    pub(super) proofs: Vec<Values>,
    /// Which of the actions at the node entered last have an edge.
    tried: Vec<bool>,
    /// The available edges at the node entered last, each with the index of its action.
    open: Vec<(usize, usize)>,
}

#[derive(Debug)]
pub(super) struct Node<A> {
    pub(super) mover: Seat,
    /// The number of actions at the last visit; a proof needs all of them.
    pub(super) actions: usize,
    pub(super) position: Option<u64>,
    pub(super) visits: u32,
    pub(super) edges: Vec<Edge<A>>,
}

/// The selected action of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// An action with an edge.
    Known {
        /// The index of the edge.
        edge: usize,
        /// The index of the action.
        action: usize,
    },
    /// An action with a proven value.
    Proven(usize),
    /// A new action, chosen by [`Tree::untried`].
    New,
}

/// The statistics of one action at the root.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Record {
    /// The number of visits.
    pub(super) visits: u64,
    /// The sum of the values.
    pub(super) sum: f64,
    /// The proven value.
    pub(super) proof: Option<f32>,
}

impl Record {
    /// The mean value.
    pub(super) fn mean(&self) -> f64 {
        self.sum / self.visits.max(1) as f64
    }
}

impl<A: Clone + PartialEq> Tree<A> {
    /// The index of the root.
    pub(super) const ROOT: usize = 0;
    /// Maximum number of nodes; beyond it, leaves are evaluated by rollouts only.
    const MAX_NODES: usize = 1 << 18;
    /// How much is explored, as a multiple of the standard deviation of the values at a node.
    const EXPLORATION: f64 = 1.0;
    /// Minimum exploration, if all values are equal so far.
    const MIN_EXPLORATION: f64 = 0.05;
    /// Progressive widening: initial number of actions of a node.
    const INITIAL_WIDTH: f64 = 4.0;
    /// Progressive widening: further actions, times the square root of the visits.
    const WIDENING_RATE: f64 = 2.0;

    /// A tree with only a root, where `mover` chooses.
    pub(super) fn new(mover: Seat, position: Option<u64>) -> Tree<A> {
        Tree::from(vec![Node::new(mover, position)], Vec::new())
    }

    /// A tree of these nodes, the root first.
    pub(super) fn from(nodes: Vec<Node<A>>, proofs: Vec<Values>) -> Tree<A> {
        Tree { nodes, proofs, tried: Vec::new(), open: Vec::new() }
    }

    /// Enters a node where `mover` has these actions, and determines which of them have an edge.
    pub(super) fn enter(&mut self, at: usize, mover: Seat, actions: &[A]) {
        let Tree { nodes, tried, open, .. } = self;
        let node = &mut nodes[at];
        (node.mover, node.actions) = (mover, actions.len());
        tried.clear();
        tried.resize(actions.len(), false);
        open.clear();
        for (at, edge) in node.edges.iter_mut().enumerate().filter(|(_, edge)| edge.seat == mover) {
            let hint = edge.hint as usize;
            let found = if actions.get(hint) == Some(&edge.action) {
                Some(hint)
            } else {
                actions.iter().position(|action| *action == edge.action)
            };
            if let Some(found) = found {
                edge.hint = found as u32;
                edge.available += 1;
                tried[found] = true;
                open.push((at, found));
            }
        }
    }

    /// Selects an action in the node entered last.
    pub(super) fn pick(&self, at: usize) -> Pick {
        let Tree { nodes, proofs, tried, open } = self;
        let node = &nodes[at];
        let unsettled = open.iter().any(|&(edge, _)| node.edges[edge].proof == NONE);
        let wanted = Tree::<A>::INITIAL_WIDTH + Tree::<A>::WIDENING_RATE * f64::from(node.visits).sqrt();
        if open.len() < tried.len() && ((open.len() as f64) < wanted || !unsettled) {
            return Pick::New;
        }
        let spread = spread(open.iter().map(|&(at, _)| &node.edges[at]));
        let explore = Tree::<A>::EXPLORATION * spread + Tree::<A>::MIN_EXPLORATION;
        let (mut best, mut highest) = (Pick::New, f64::NEG_INFINITY);
        for &(at, action) in open {
            let edge = &node.edges[at];
            let proof = proofs.get(edge.proof as usize);
            let score = match proof {
                Some(values) => f64::from(values[edge.seat.index()]),
                None => {
                    let tries = f64::from(edge.visits.max(1));
                    edge.mean() + explore * (log2(edge.available) / tries).sqrt()
                }
            };
            if score > highest {
                highest = score;
                best = if proof.is_some() { Pick::Proven(at) } else { Pick::Known { edge: at, action } };
            }
        }
        best
    }

    /// A random one of the actions without an edge in the node entered last.
    pub(super) fn untried(&self, luck: &mut Luck) -> Option<usize> {
        let fresh = || self.tried.iter().enumerate().filter(|(_, tried)| !**tried).map(|(at, _)| at);
        let nth = luck.below(fresh().count().max(1) as u64) as usize;
        fresh().nth(nth)
    }

    /// Whether a node has no edges.
    pub(super) fn is_bare(&self, at: usize) -> bool {
        self.nodes[at].edges.is_empty()
    }

    /// The number of available edges of the node entered last.
    pub(super) fn open(&self) -> usize {
        self.open.len()
    }

    /// Adds an edge for an action of the node entered last.
    pub(super) fn grow(&mut self, at: usize, seat: Seat, action: &A, hint: usize) -> usize {
        let edges = &mut self.nodes[at].edges;
        edges.push(Edge::new(seat, action.clone(), hint));
        let edge = edges.len() - 1;
        if let Some(tried) = self.tried.get_mut(hint) {
            *tried = true;
        }
        self.open.push((edge, hint));
        edge
    }

    /// The child of an edge, created if needed; `None` if the tree is full.
    pub(super) fn follow(&mut self, at: usize, edge: usize, position: Option<u64>) -> Option<usize> {
        let child = self.nodes[at].edges[edge].child;
        if child != NONE {
            return Some(child as usize);
        }
        if self.nodes.len() >= Tree::<A>::MAX_NODES {
            return None;
        }
        let child = self.nodes.len();
        self.nodes[at].edges[edge].child = child as u32;
        self.nodes.push(Node::new(self.nodes[at].mover, position));
        Some(child)
    }

    /// Sets the initial values of an edge.
    pub(super) fn look(&mut self, at: usize, edge: usize, values: &Values) {
        self.nodes[at].edges[edge].note(values);
    }

    /// Backs up the values of an iteration along its path.
    pub(super) fn back_up(&mut self, path: &Path, values: &Values) {
        for &(at, edge) in path {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.edges[edge].note(values);
        }
    }

    /// The statistics of one of the actions at the root.
    pub(super) fn record(&self, action: &A) -> Record {
        let edge = self.nodes[Tree::<A>::ROOT].edges.iter().find(|edge| edge.action == *action);
        edge.map_or(Record::default(), |edge| Record {
            visits: u64::from(edge.visits),
            sum: edge.sum,
            proof: self.proofs.get(edge.proof as usize).map(|values| values[edge.seat.index()]),
        })
    }

    /// The subtree below this position, where `mover` chooses; a new tree if the position was never visited.
    pub(super) fn advanced(mut self, mover: Seat, position: u64) -> Tree<A> {
        let here = |node: &Node<A>| node.position == Some(position) && node.mover == mover;
        let met = self.nodes.iter().enumerate().filter(|(_, node)| here(node));
        let Some((root, _)) = met.max_by_key(|(_, node)| node.visits) else {
            return Tree::new(mover, Some(position));
        };
        let mut nodes = Vec::new();
        let mut waiting = std::collections::VecDeque::from([root]);
        let mut taken = 1;
        while let Some(old) = waiting.pop_front() {
            let stub = Node::new(mover, None);
            let mut node = std::mem::replace(&mut self.nodes[old], stub);
            for edge in node.edges.iter_mut().filter(|edge| edge.child != NONE) {
                waiting.push_back(edge.child as usize);
                edge.child = taken;
                taken += 1;
            }
            nodes.push(node);
        }
        Tree::from(nodes, self.proofs)
    }
}

impl<A> Node<A> {
    pub(super) fn new(mover: Seat, position: Option<u64>) -> Node<A> {
        Node { mover, actions: 0, position, visits: 0, edges: Vec::new() }
    }
}

/// The binary logarithm, linearly interpolated between powers of two: the same on every machine, unlike that
/// of a library.
fn log2(n: u32) -> f64 {
    let n = n.max(1);
    let whole = n.ilog2();
    f64::from(whole) + f64::from(n) / f64::from(1u32 << whole) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::MAX_SEATS;

    fn values(own: f32) -> Values {
        let mut values = [0.0; MAX_SEATS];
        (values[0], values[1]) = (own, -own);
        values
    }

    /// Comes to a node and chooses there.
    fn pick<A: Clone + PartialEq>(tree: &mut Tree<A>, at: usize, mover: Seat, actions: &[A]) -> Pick {
        tree.enter(at, mover, actions);
        tree.pick(at)
    }

    fn seat(n: usize) -> Seat {
        Seat::new(n)
    }

    #[test]
    fn the_logarithm_is_right_at_powers_of_two_and_rises_between() {
        assert_eq!([1, 2, 4, 1024].map(log2), [0.0, 1.0, 2.0, 10.0]);
        assert!((1..2000).all(|n| log2(n) < log2(n + 1)));
        assert!((1..2000).all(|n| (log2(n) - f64::from(n).log2()).abs() < 0.1));
    }

    #[test]
    fn everything_is_tried_before_anything_is_tried_again_and_then_the_better() {
        let mut tree = Tree::<u8>::new(seat(0), None);
        let actions = [7, 8, 9];
        let mut luck = Luck::fast(1);
        for _ in 0..3 {
            assert_eq!(pick(&mut tree, 0, seat(0), &actions), Pick::New);
            let at = tree.untried(&mut luck).unwrap();
            assert!(!tree.tried[at]);
            let edge = tree.grow(0, seat(0), &actions[at], at);
            tree.back_up(&vec![(0, edge)], &values(if actions[at] == 8 { 0.5 } else { -0.5 }));
        }
        for _ in 0..300 {
            let Pick::Known { edge, action } = pick(&mut tree, 0, seat(0), &actions) else {
                panic!("all are known")
            };
            tree.back_up(&vec![(0, edge)], &values(if actions[action] == 8 { 0.5 } else { -0.5 }));
        }
        assert!(tree.record(&8).visits > 200, "{:?}", tree.record(&8));
        assert!(tree.record(&7).visits > 1, "and the others now and then");
    }

    #[test]
    fn wide_nodes_open_little_by_little() {
        let mut tree = Tree::<u16>::new(seat(0), None);
        let actions: Vec<u16> = (0..1000).collect();
        let mut luck = Luck::fast(1);
        for _ in 0..400 {
            let edge = match pick(&mut tree, 0, seat(0), &actions) {
                Pick::New => {
                    let at = tree.untried(&mut luck).unwrap();
                    tree.grow(0, seat(0), &actions[at], at)
                }
                Pick::Known { edge, .. } | Pick::Proven(edge) => edge,
            };
            tree.back_up(&vec![(0, edge)], &values(0.1));
        }
        assert!((40..50).contains(&tree.nodes[0].edges.len()), "{}", tree.nodes[0].edges.len());
    }

    #[test]
    fn only_actions_that_are_open_this_time_are_picked() {
        let mut tree = Tree::<u8>::new(seat(0), None);
        let edge = tree.grow(0, seat(0), &7, 0);
        tree.back_up(&vec![(0, edge)], &values(1.0));
        assert_eq!(pick(&mut tree, 0, seat(0), &[9]), Pick::New, "7 is not open, however good it was");
        assert_eq!(pick(&mut tree, 0, seat(1), &[7]), Pick::New, "another seat's 7 is another action");
        assert_eq!(pick(&mut tree, 0, seat(0), &[7]), Pick::Known { edge, action: 0 });
    }

    #[test]
    fn a_sure_win_settles_the_root_and_sure_losses_only_together() {
        let mut tree = Tree::<u8>::new(seat(0), None);
        pick(&mut tree, 0, seat(0), &[1, 2]);
        let (one, two) = (tree.grow(0, seat(0), &1, 0), tree.grow(0, seat(0), &2, 1));
        let below = tree.follow(0, one, None).unwrap();
        pick(&mut tree, below, seat(1), &[5, 6]);
        let (five, six) = (tree.grow(below, seat(1), &5, 0), tree.grow(below, seat(1), &6, 1));
        tree.prove(&vec![(0, one), (below, five)], values(1.0));
        assert_eq!(tree.proof(0, one), None, "the other seat may still do better");
        tree.prove(&vec![(0, one), (below, six)], values(0.0));
        assert_eq!(tree.proof(0, one), Some(values(0.0)), "and does");
        assert!(!tree.is_settled());
        tree.prove(&vec![(0, two)], values(1.0));
        assert!(tree.is_settled());
        assert_eq!(tree.record(&2).proof, Some(1.0));
    }

    #[test]
    fn the_part_below_a_position_is_kept() {
        let mut tree = Tree::<u8>::new(seat(0), Some(1));
        let one = tree.grow(0, seat(0), &1, 0);
        let two = tree.grow(0, seat(0), &2, 1);
        let (a, b) = (tree.follow(0, one, Some(10)).unwrap(), tree.follow(0, two, Some(20)).unwrap());
        pick(&mut tree, a, seat(1), &[3]);
        pick(&mut tree, b, seat(1), &[4]);
        let four = tree.grow(b, seat(1), &4, 0);
        let deep = tree.follow(b, four, Some(30)).unwrap();
        pick(&mut tree, deep, seat(0), &[5]);
        let five = tree.grow(deep, seat(0), &5, 0);
        tree.back_up(&vec![(0, two), (b, four), (deep, five)], &values(0.5));
        let tree = tree.advanced(seat(1), 20);
        assert_eq!((tree.nodes.len(), tree.record(&4).visits), (2, 1));
        let tree = tree.advanced(seat(0), 30);
        assert_eq!((tree.nodes.len(), tree.record(&5).visits), (1, 1));
        assert_eq!(tree.advanced(seat(0), 99).nodes.len(), 1, "a position never met begins anew");
    }
}
