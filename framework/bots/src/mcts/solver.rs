//! MCTS-Solver: values that are proven, because their lines were searched to the end.

use super::{
    edge::{Edge, NONE},
    tree::{Path, Tree},
    values::Values,
};

impl<A: Clone + PartialEq> Tree<A> {
    /// The proven value of an edge.
    pub(super) fn proof(&self, at: usize, edge: usize) -> Option<Values> {
        self.proofs.get(self.nodes[at].edges[edge].proof as usize).copied()
    }

    /// Records the proven value of the end of a path, and propagates it. A seat takes a proven win; a lower
    /// value is proven only if all alternatives are.
    pub(super) fn prove(&mut self, path: &Path, values: Values) {
        let mut proof = self.proofs.len() as u32;
        self.proofs.push(values);
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

    /// Whether the root is solved: an edge is a proven win, or all are proven.
    pub(super) fn is_settled(&self) -> bool {
        let root = &self.nodes[Tree::<A>::ROOT];
        let wins = |edge: &Edge<A>| {
            self.proofs.get(edge.proof as usize).is_some_and(|values| values[edge.seat.index()] >= 1.0)
        };
        let complete = root.actions > 0 && root.edges.len() == root.actions;
        root.edges.iter().any(wins) || (complete && root.edges.iter().all(|edge| edge.proof != NONE))
    }
}
