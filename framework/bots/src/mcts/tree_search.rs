//! The loop of the tree search: select, expand, evaluate, back up.

use super::{
    rollout::{Rollout, mover},
    tree::{Path, Pick, Tree},
    values::{Values, of_outcome},
};
use crate::{
    Imagined,
    budget::BudgetMeter,
    try_action::{seed, try_action},
};
use parlor_kit::{Luck, Rules, Seat, Turn};

/// A search that grows one tree.
pub(super) struct TreeSearch<'a, R: Rules> {
    view: &'a Imagined<R>,
    /// Whether anything is hidden.
    hidden: bool,
    rollout: Rollout<'a, R>,
    pub(super) tree: Tree<R::Action>,
    meter: BudgetMeter,
    luck: Luck,
    /// Whether any step drew luck.
    pub(super) lucky: bool,
    path: Path,
    actions: Vec<R::Action>,
}

/// The position of an iteration.
struct Place {
    /// The node.
    at: usize,
    /// The seat that moves there.
    seat: Seat,
    /// The number of steps so far.
    ply: u64,
    /// The seed of the luck of all steps.
    base: u64,
    /// Whether every state on the path was the only possible one, so that an end is a proof.
    certain: bool,
}

impl<'a, R: Rules> TreeSearch<'a, R> {
    /// Maximum number of actions of a new node that are evaluated by the game's estimate.
    const MAX_EXPANSIONS: usize = 64;

    /// A search that continues with a tree.
    pub(super) fn new(
        view: &'a Imagined<R>,
        hidden: bool,
        guided: bool,
        tree: Tree<R::Action>,
        meter: BudgetMeter,
        seed: u64,
    ) -> TreeSearch<'a, R> {
        let rollout = Rollout::new(view.rules(), view.seats(), guided, !hidden);
        let (luck, lucky) = (Luck::fast(seed), false);
        TreeSearch { view, hidden, rollout, tree, meter, luck, lucky, path: Path::new(), actions: Vec::new() }
    }

    /// Iterates until the budget ends or the root is solved.
    pub(super) fn run(&mut self) {
        while !self.tree.is_settled() {
            let Some(values) = self.iterate() else { return };
            self.tree.back_up(&self.path, &values);
        }
    }

    /// One iteration: down the tree and beyond; leaves its path through the tree in `path`. `None` if the
    /// budget ended.
    fn iterate(&mut self) -> Option<Values> {
        let rules = self.view.rules();
        let mut state = if self.hidden {
            self.view.again(&mut self.luck).into_state()
        } else {
            self.view.state().clone()
        };
        self.path.clear();
        let mut place = Place {
            at: Tree::<R::Action>::ROOT,
            seat: self.view.seat(),
            ply: 0,
            base: self.luck.below(u64::MAX),
            certain: !self.hidden,
        };
        self.actions.clear();
        rules.candidates(&state, place.seat, &mut self.actions);
        loop {
            self.tree.enter(place.at, place.seat, &self.actions);
            if self.rollout.is_guided() {
                let leaf = self.tree.is_bare(place.at) && !self.path.is_empty();
                let best = self.expand_all(&place, &state)?;
                if let (true, Some(looks)) = (leaf, best) {
                    return self.evaluate_leaf(&mut state, &place, looks);
                }
            }
            let pick = self.tree.pick(place.at);
            let (edge, action) = match pick {
                Pick::Known { edge, action } => (edge, action),
                Pick::Proven(edge) => {
                    let values = self.tree.proof(place.at, edge)?;
                    self.path.push((place.at, edge));
                    // No action is tried, but an iteration that ends in a proof must cost budget too, so that
                    // the search ends.
                    return self.meter.spend().then_some(values);
                }
                Pick::New => {
                    let action = self.tree.untried(&mut self.luck)?;
                    (self.tree.grow(place.at, place.seat, &self.actions[action], action), action)
                }
            };
            if !self.meter.spend() {
                return None;
            }
            self.path.push((place.at, edge));
            let luck = seed(place.base, place.ply);
            let Some(step) = try_action(rules, &mut state, place.seat, &self.actions[action], luck) else {
                return Some(self.rollout.estimate(&state));
            };
            place.ply += 1;
            place.certain &= !step.lucky;
            self.lucky |= step.lucky;
            let seats = match step.turn {
                Turn::Over(ref outcome) => {
                    if place.certain && self.view.seats() > 1 {
                        self.tree.prove(&self.path, of_outcome(outcome));
                    }
                    return Some(self.rollout.end(&state, outcome, place.ply as u32));
                }
                Turn::Act(seats) => seats,
                Turn::Table => return Some(self.rollout.estimate(&state)),
            };
            let next = if pick == Pick::New {
                None
            } else {
                let position = if place.certain { rules.position(&state) } else { None };
                self.tree.follow(place.at, edge, position)
            };
            let Some(next) = next else {
                let (turn, ply) = (Turn::Act(seats), place.ply as u32);
                return self.rollout.run(&mut state, turn, place.seat, ply, &mut self.meter, &mut self.luck);
            };
            let Some(mover) = mover(rules, &state, seats, place.seat, &mut self.actions) else {
                return Some(self.rollout.estimate(&state));
            };
            (place.at, place.seat) = (next, mover);
        }
    }

    /// The value of a leaf, given the estimate of its best action.
    ///
    /// Without hidden information the estimate is better than random play. Otherwise the value often depends
    /// on cards yet to be drawn, which no single state shows: then both have the same weight.
    fn evaluate_leaf(&mut self, state: &mut R::State, place: &Place, looks: Values) -> Option<Values> {
        if !self.hidden {
            return Some(looks);
        }
        let (turn, ply) = (self.view.rules().turn(state), place.ply as u32);
        let mut values = self.rollout.run(state, turn, place.seat, ply, &mut self.meter, &mut self.luck)?;
        values.iter_mut().zip(looks).for_each(|(worth, looks)| *worth = (*worth + looks) / 2.0);
        Some(values)
    }

    /// Evaluates every action without an edge at the node entered last by the game's estimate. Returns the
    /// values of the best, if there were any; `None` if the budget ended.
    fn expand_all(&mut self, place: &Place, state: &R::State) -> Option<Option<Values>> {
        let own = place.seat.index();
        let mut best: Option<Values> = None;
        while self.tree.open() < TreeSearch::<R>::MAX_EXPANSIONS {
            let Some(action) = self.tree.untried(&mut self.luck) else { break };
            if !self.meter.spend() {
                return None;
            }
            let edge = self.tree.grow(place.at, place.seat, &self.actions[action], action);
            let mut next = state.clone();
            let luck = seed(place.base, place.ply);
            let step = try_action(self.view.rules(), &mut next, place.seat, &self.actions[action], luck);
            let lucky = step.as_ref().is_some_and(|step| step.lucky);
            self.lucky |= lucky;
            let values = match step.as_ref().and_then(|step| step.turn.outcome()) {
                Some(outcome) => {
                    if place.certain && !lucky && self.view.seats() > 1 {
                        self.path.push((place.at, edge));
                        self.tree.prove(&self.path, of_outcome(outcome));
                        self.path.pop();
                    }
                    self.rollout.end(&next, outcome, place.ply as u32 + 1)
                }
                None => self.rollout.estimate(&next),
            };
            self.tree.look(place.at, edge, &values);
            if best.is_none_or(|best| values[own] > best[own]) {
                best = Some(values);
            }
        }
        Some(best)
    }
}
