//! The tree of what was tried: visits, worths, proofs.

use parlor_kit::{Luck, MAX_SEATS, Seat};

/// What a state is worth to each seat, from -1 to 1.
pub(crate) type Worths = [f32; MAX_SEATS];

/// Stands for what is not there yet.
const NONE: u32 = u32::MAX;

/// An edge on the way from the root to a leaf: the node it leaves, and which of its edges it is.
pub(crate) type Path = Vec<(usize, usize)>;

/// A tree of choices. A node stands for everything its seat cannot tell apart: what was hidden or lucky on the way
/// differs from one try to the next, so a node knows edges, and each try says which of them are open to it.
#[derive(Debug)]
pub(crate) struct Tree<A> {
    nodes: Vec<Node<A>>,
    proofs: Vec<Worths>,
    /// Which of a node's actions have an edge, while one is picked.
    tried: Vec<bool>,
    /// The edges that are open while one is picked, each with the place of its action.
    open: Vec<(usize, usize)>,
}

#[derive(Debug)]
struct Node<A> {
    mover: Seat,
    /// How many actions there were the last time; proofs need all of them.
    actions: usize,
    position: Option<u64>,
    visits: u32,
    edges: Vec<Edge<A>>,
}

#[derive(Debug)]
struct Edge<A> {
    seat: Seat,
    action: A,
    /// Where the action was found the last time: usually it is there again.
    hint: u32,
    visits: u32,
    /// How often it could have been taken.
    available: u32,
    /// What it was worth to its seat, all tries together.
    sum: f64,
    squares: f64,
    child: u32,
    proof: u32,
}

/// What is tried next in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// Something that was tried before.
    Known {
        /// Which edge.
        edge: usize,
        /// Which action.
        action: usize,
    },
    /// Something whose worth is known for sure.
    Proven(usize),
    /// Something new: one that [`Tree::untried`] gives.
    New,
}

/// What the tree says about one of the actions at its root.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Record {
    /// How often it was tried.
    pub(crate) visits: u64,
    /// What it was worth, all tries together.
    pub(crate) sum: f64,
    /// What it is worth for sure.
    pub(crate) proof: Option<f32>,
}

impl Record {
    /// What it was worth on average.
    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.visits.max(1) as f64
    }
}

impl<A: Clone + PartialEq> Tree<A> {
    /// The node everything begins at.
    pub(crate) const ROOT: usize = 0;
    /// A tree does not grow beyond this many nodes; lines that go on are played out.
    const MOST: usize = 1 << 18;
    /// How much is explored, as a multiple of how much the worths at a node differ.
    const CURIOSITY: f64 = 1.3;
    /// What is explored even where all worths are equal so far.
    const DOUBT: f64 = 0.05;
    /// So many actions are tried at once, and more while a node is visited again.
    const NARROW: f64 = 4.0;
    /// How quickly further actions are tried.
    const WIDENING: f64 = 2.0;

    /// A tree with nothing but a root, where `mover` chooses.
    pub(crate) fn new(mover: Seat, position: Option<u64>) -> Tree<A> {
        let nodes = vec![Node::new(mover, position)];
        Tree { nodes, proofs: Vec::new(), tried: Vec::new(), open: Vec::new() }
    }

    /// Chooses what to try in a node where `mover` has these actions.
    pub(crate) fn pick(&mut self, at: usize, mover: Seat, actions: &[A]) -> Pick {
        let Tree { nodes, proofs, tried, open } = self;
        let node = &mut nodes[at];
        (node.mover, node.actions) = (mover, actions.len());
        tried.clear();
        tried.resize(actions.len(), false);
        open.clear();
        let mut unsettled = false;
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
                unsettled |= edge.proof == NONE;
                open.push((at, found));
            }
        }
        let wanted = Tree::<A>::NARROW + Tree::<A>::WIDENING * f64::from(node.visits).sqrt();
        if open.len() < actions.len() && ((open.len() as f64) < wanted || !unsettled) {
            return Pick::New;
        }
        let explore =
            Tree::<A>::CURIOSITY * spread(open.iter().map(|&(at, _)| &node.edges[at])) + Tree::<A>::DOUBT;
        let (mut best, mut highest) = (Pick::New, f64::NEG_INFINITY);
        for &(at, action) in open.iter() {
            let edge = &node.edges[at];
            let proof = proofs.get(edge.proof as usize);
            let score = match proof {
                Some(worths) => f64::from(worths[mover.index()]),
                None => edge.mean() + explore * (log2(edge.available) / f64::from(edge.visits.max(1))).sqrt(),
            };
            if score > highest {
                highest = score;
                best = if proof.is_some() { Pick::Proven(at) } else { Pick::Known { edge: at, action } };
            }
        }
        best
    }

    /// One of the actions that were not tried before in the node of the last pick, each equally likely.
    pub(crate) fn untried(&self, luck: &mut Luck) -> usize {
        let fresh = || self.tried.iter().enumerate().filter(|(_, tried)| !**tried).map(|(at, _)| at);
        let nth = luck.below(fresh().count().max(1) as u64) as usize;
        fresh().nth(nth).unwrap_or(0)
    }

    /// Whether more actions wait at the node of the last pick than will be tried soon.
    pub(crate) fn is_wide(&self) -> bool {
        self.tried.len() as f64 > 2.0 * Tree::<A>::NARROW
    }

    /// Adds an edge for an action.
    pub(crate) fn grow(&mut self, at: usize, seat: Seat, action: &A, hint: usize) -> usize {
        let edges = &mut self.nodes[at].edges;
        edges.push(Edge {
            seat,
            action: action.clone(),
            hint: hint as u32,
            visits: 0,
            available: 1,
            sum: 0.0,
            squares: 0.0,
            child: NONE,
            proof: NONE,
        });
        edges.len() - 1
    }

    /// The node an edge leads to, made if need be; `None` if the tree is full.
    pub(crate) fn follow(&mut self, at: usize, edge: usize, position: Option<u64>) -> Option<usize> {
        let child = self.nodes[at].edges[edge].child;
        if child != NONE {
            return Some(child as usize);
        }
        if self.nodes.len() >= Tree::<A>::MOST {
            return None;
        }
        let child = self.nodes.len();
        self.nodes[at].edges[edge].child = child as u32;
        self.nodes.push(Node::new(self.nodes[at].mover, position));
        Some(child)
    }

    /// Notes what a try was worth to everybody, along its way.
    pub(crate) fn note(&mut self, path: &Path, worths: &Worths) {
        for &(at, edge) in path {
            let node = &mut self.nodes[at];
            let edge = &mut node.edges[edge];
            let worth = f64::from(worths[edge.seat.index()]);
            edge.visits += 1;
            edge.sum += worth;
            edge.squares += worth * worth;
            node.visits += 1;
        }
    }

    /// What an edge is worth for sure.
    pub(crate) fn proof(&self, at: usize, edge: usize) -> Option<Worths> {
        self.proofs.get(self.nodes[at].edges[edge].proof as usize).copied()
    }

    /// Notes that the end of a way is worth this for sure, and everything that follows from it.
    /// A seat that can win for sure does; what is worth less is only sure when all else is.
    pub(crate) fn prove(&mut self, path: &Path, worths: Worths) {
        let mut proof = self.proofs.len() as u32;
        self.proofs.push(worths);
        for &(at, edge) in path.iter().rev() {
            let node = &mut self.nodes[at];
            node.edges[edge].proof = proof;
            let own = node.mover.index();
            if self.proofs[proof as usize][own] >= 1.0 {
                continue;
            }
            let complete =
                node.edges.len() == node.actions && node.edges.iter().all(|edge| edge.proof != NONE);
            if !complete {
                return;
            }
            let worth = |edge: &Edge<A>| self.proofs[edge.proof as usize][own];
            let best = node.edges.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
            proof = best.map_or(proof, |edge| edge.proof);
        }
    }

    /// Whether nothing more can be learned at the root: an edge wins for sure, or all are known.
    pub(crate) fn is_settled(&self) -> bool {
        let root = &self.nodes[Tree::<A>::ROOT];
        let wins = |edge: &Edge<A>| {
            self.proofs.get(edge.proof as usize).is_some_and(|worths| worths[edge.seat.index()] >= 1.0)
        };
        let complete = root.actions > 0 && root.edges.len() == root.actions;
        root.edges.iter().any(wins) || (complete && root.edges.iter().all(|edge| edge.proof != NONE))
    }

    /// What was found about one of the actions at the root.
    pub(crate) fn record(&self, action: &A) -> Record {
        let edge = self.nodes[Tree::<A>::ROOT].edges.iter().find(|edge| edge.action == *action);
        edge.map_or(Record::default(), |edge| Record {
            visits: u64::from(edge.visits),
            sum: edge.sum,
            proof: self.proofs.get(edge.proof as usize).map(|worths| worths[edge.seat.index()]),
        })
    }

    /// What is left of the tree when the game has come to this position, where `mover` chooses:
    /// the part below it. A new tree if the position was never met.
    pub(crate) fn advanced(mut self, mover: Seat, position: u64) -> Tree<A> {
        let here = |node: &Node<A>| node.position == Some(position) && node.mover == mover;
        let met = self.nodes.iter().enumerate().filter(|(_, node)| here(node));
        let Some((root, _)) = met.max_by_key(|(_, node)| node.visits) else {
            return Tree::new(mover, Some(position));
        };
        let mut tree = Tree { nodes: Vec::new(), proofs: self.proofs, tried: self.tried, open: self.open };
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
            tree.nodes.push(node);
        }
        tree
    }
}

impl<A> Node<A> {
    fn new(mover: Seat, position: Option<u64>) -> Node<A> {
        Node { mover, actions: 0, position, visits: 0, edges: Vec::new() }
    }
}

impl<A> Edge<A> {
    fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

/// How much the worths of these edges differ: what counts as much or little here. Each edge counts the same, however
/// often it was tried, so that a favourite does not hide how different the others were.
fn spread<'a, A: 'a>(edges: impl Iterator<Item = &'a Edge<A>>) -> f64 {
    let (mut count, mut means, mut squares) = (0.0, 0.0, 0.0);
    for edge in edges {
        count += 1.0;
        means += edge.mean();
        squares += edge.squares / f64::from(edge.visits.max(1));
    }
    let count = f64::max(count, 1.0);
    (squares / count - (means / count) * (means / count)).max(0.0).sqrt()
}

/// The binary logarithm, straight between powers of two: the same on every machine, unlike that of a library.
fn log2(n: u32) -> f64 {
    let n = n.max(1);
    let whole = n.ilog2();
    f64::from(whole) + f64::from(n) / f64::from(1u32 << whole) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worths(own: f32) -> Worths {
        let mut worths = [0.0; MAX_SEATS];
        (worths[0], worths[1]) = (own, -own);
        worths
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
            assert_eq!(tree.pick(0, seat(0), &actions), Pick::New);
            let at = tree.untried(&mut luck);
            assert!(!tree.tried[at]);
            let edge = tree.grow(0, seat(0), &actions[at], at);
            tree.note(&vec![(0, edge)], &worths(if actions[at] == 8 { 0.5 } else { -0.5 }));
        }
        for _ in 0..300 {
            let Pick::Known { edge, action } = tree.pick(0, seat(0), &actions) else {
                panic!("all are known")
            };
            tree.note(&vec![(0, edge)], &worths(if actions[action] == 8 { 0.5 } else { -0.5 }));
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
            let edge = match tree.pick(0, seat(0), &actions) {
                Pick::New => {
                    let at = tree.untried(&mut luck);
                    tree.grow(0, seat(0), &actions[at], at)
                }
                Pick::Known { edge, .. } | Pick::Proven(edge) => edge,
            };
            tree.note(&vec![(0, edge)], &worths(0.1));
        }
        assert!((40..50).contains(&tree.nodes[0].edges.len()), "{}", tree.nodes[0].edges.len());
    }

    #[test]
    fn only_actions_that_are_open_this_time_are_picked() {
        let mut tree = Tree::<u8>::new(seat(0), None);
        let edge = tree.grow(0, seat(0), &7, 0);
        tree.note(&vec![(0, edge)], &worths(1.0));
        assert_eq!(tree.pick(0, seat(0), &[9]), Pick::New, "7 is not open, however good it was");
        assert_eq!(tree.pick(0, seat(1), &[7]), Pick::New, "another seat's 7 is another action");
        assert_eq!(tree.pick(0, seat(0), &[7]), Pick::Known { edge, action: 0 });
    }

    #[test]
    fn a_sure_win_settles_the_root_and_sure_losses_only_together() {
        let mut tree = Tree::<u8>::new(seat(0), None);
        tree.pick(0, seat(0), &[1, 2]);
        let (one, two) = (tree.grow(0, seat(0), &1, 0), tree.grow(0, seat(0), &2, 1));
        let below = tree.follow(0, one, None).unwrap();
        tree.pick(below, seat(1), &[5, 6]);
        let (five, six) = (tree.grow(below, seat(1), &5, 0), tree.grow(below, seat(1), &6, 1));
        tree.prove(&vec![(0, one), (below, five)], worths(1.0));
        assert_eq!(tree.proof(0, one), None, "the other seat may still do better");
        tree.prove(&vec![(0, one), (below, six)], worths(0.0));
        assert_eq!(tree.proof(0, one), Some(worths(0.0)), "and does");
        assert!(!tree.is_settled());
        tree.prove(&vec![(0, two)], worths(1.0));
        assert!(tree.is_settled());
        assert_eq!(tree.record(&2).proof, Some(1.0));
    }

    #[test]
    fn the_part_below_a_position_is_kept() {
        let mut tree = Tree::<u8>::new(seat(0), Some(1));
        let one = tree.grow(0, seat(0), &1, 0);
        let two = tree.grow(0, seat(0), &2, 1);
        let (a, b) = (tree.follow(0, one, Some(10)).unwrap(), tree.follow(0, two, Some(20)).unwrap());
        tree.pick(a, seat(1), &[3]);
        tree.pick(b, seat(1), &[4]);
        let four = tree.grow(b, seat(1), &4, 0);
        let deep = tree.follow(b, four, Some(30)).unwrap();
        tree.pick(deep, seat(0), &[5]);
        let five = tree.grow(deep, seat(0), &5, 0);
        tree.note(&vec![(0, two), (b, four), (deep, five)], &worths(0.5));
        let tree = tree.advanced(seat(1), 20);
        assert_eq!((tree.nodes.len(), tree.record(&4).visits), (2, 1));
        let tree = tree.advanced(seat(0), 30);
        assert_eq!((tree.nodes.len(), tree.record(&5).visits), (1, 1));
        assert_eq!(tree.advanced(seat(0), 99).nodes.len(), 1, "a position never met begins anew");
    }
}
