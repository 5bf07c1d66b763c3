//! Move ordering: which actions a node tries first.

use parlor_kit::Rules;

/// The actions of a node in the order they are tried. One per depth, reused for every node there.
pub(crate) struct MoveOrdering<R: Rules> {
    /// The legal actions.
    pub(crate) actions: Vec<R::Action>,
    /// The order in which they are tried.
    pub(crate) order: Vec<u32>,
    /// Killer moves: actions that raised the bound in other nodes of this depth.
    pub(crate) killers: [Option<R::Action>; 2],
}

impl<R: Rules> MoveOrdering<R> {
    pub(crate) fn new() -> MoveOrdering<R> {
        MoveOrdering { actions: Vec::new(), order: Vec::new(), killers: [None, None] }
    }

    /// Sorts the actions: the best one of an earlier search, then killer moves, then the game's order.
    pub(crate) fn sort(&mut self, first: Option<u16>) {
        self.order.clear();
        self.order.extend(0..self.actions.len() as u32);
        let mut placed = 0;
        if let Some(first) = first.map(usize::from).filter(|&first| first < self.actions.len()) {
            self.order[..=first].rotate_right(1);
            placed = 1;
        }
        for killer in self.killers.iter().flatten() {
            let rest = &self.order[placed..];
            if let Some(at) = rest.iter().position(|&i| self.actions[i as usize] == *killer) {
                self.order[placed..=placed + at].rotate_right(1);
                placed += 1;
            }
        }
    }

    /// Adds a killer move.
    pub(crate) fn add_killer(&mut self, action: u32) {
        let action = &self.actions[action as usize];
        if self.killers[0].as_ref() != Some(action) {
            self.killers.swap(0, 1);
            match &mut self.killers[0] {
                // `clone_from` reuses what the old action has allocated.
                Some(old) => old.clone_from(action),
                none => *none = Some(action.clone()),
            }
        }
    }
}
