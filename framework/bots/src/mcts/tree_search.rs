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

/// One tree while it grows.
pub(super) struct TreeSearch<'a, R: Rules> {
    view: &'a Imagined<R>,
    /// Whether anything is hidden.
    hidden: bool,
    rollout: Rollout<'a, R>,
    pub(super) tree: Tree<R::Action>,
    meter: BudgetMeter,
    luck: Luck,
    /// Whether luck had a part anywhere.
    pub(super) lucky: bool,
    path: Path,
    actions: Vec<R::Action>,
}

/// Where one try is.
struct Place {
    /// The node.
    at: usize,
    /// Who moves there.
    seat: Seat,
    /// How many steps were taken so far.
    ply: u64,
    /// What the luck of all steps comes from.
    base: u64,
    /// Whether every state on the way was the only one possible, so that an end proves something.
    certain: bool,
}

impl<'a, R: Rules> TreeSearch<'a, R> {
    /// Where the game gives an estimate, so many actions of a node are looked at as soon as it is reached.
    const MAX_EXPANSIONS: usize = 64;

    /// A search that goes on with a tree.
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

    /// Thinks until the budget ends or nothing more can be learned.
    pub(super) fn run(&mut self) {
        while !self.tree.is_settled() {
            let Some(values) = self.iterate() else { return };
            self.tree.back_up(&self.path, &values);
        }
    }

    /// One iteration: down the tree and beyond; leaves its way through the tree in `path`.
    /// `None` if the budget ended.
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
                    // Nothing is tried out, but a search that only confirms must come to an end, too.
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

    /// What a leaf is worth, of which the best action looks like this.
    ///
    /// Where nothing is hidden, looks tell more than playing on at random. Otherwise what counts is often what one can
    /// hope to draw next, which no look at a single state tells: then both count the same.
    fn evaluate_leaf(&mut self, state: &mut R::State, place: &Place, looks: Values) -> Option<Values> {
        if !self.hidden {
            return Some(looks);
        }
        let (turn, ply) = (self.view.rules().turn(state), place.ply as u32);
        let mut values = self.rollout.run(state, turn, place.seat, ply, &mut self.meter, &mut self.luck)?;
        values.iter_mut().zip(looks).for_each(|(worth, looks)| *worth = (*worth + looks) / 2.0);
        Some(values)
    }

    /// Looks at what comes of every action that was not tried before at the node that was entered last.
    /// Gives what the best of them is worth, if there were any; `None` if the budget ended.
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
