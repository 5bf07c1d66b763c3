//! A search bot: iterative deepening and alpha-beta.

use crate::{
    Bot, Budget, Imagined,
    alpha_beta::AlphaBeta,
    move_ordering::MoveOrdering,
    score::{INFINITE, Score, is_decided},
    transposition_table::TranspositionTable,
};
use parlor_kit::{Luck, Rules};

/// Searches as deep as its budget allows: iterative deepening, alpha-beta, a transposition table.
///
/// - **Two seats**: negamax, also if a seat moves twice or the table has steps of its own.
/// - **More seats, or one**: the same search with all others as one opponent ("paranoid"). It is sound, since
///   its value holds whatever the others do, and it prunes as well as for two; it may be too cautious among
///   many.
/// - **Hidden information or luck**: several worlds are sampled and searched in parallel, and each votes for
///   its best actions. Ties go to the action with the highest score, then to luck.
///
/// When the budget ends within a depth, the results of that depth so far still count.
pub struct Negamax<R: Rules> {
    orderings: Vec<MoveOrdering<R>>,
    table: TranspositionTable,
}

impl<R: Rules> Negamax<R> {
    /// The number of worlds that vote in games with hidden information or luck.
    const WORLDS: usize = 8;
    /// Minimum number of nodes per world for a useful search.
    const NODES_PER_WORLD: u64 = 100;
    /// Iterative deepening stops here.
    const MAX_DEPTH: u8 = 64;

    /// The bot.
    pub fn new() -> Negamax<R> {
        Negamax { orderings: Vec::new(), table: TranspositionTable::default() }
    }
}

impl<R: Rules> Default for Negamax<R> {
    fn default() -> Negamax<R> {
        Negamax::new()
    }
}

impl<R: Rules> Bot<R> for Negamax<R> {
    fn choose(&mut self, view: &Imagined<R>, budget: &Budget, luck: &mut Luck) -> Option<R::Action> {
        let mut actions = view.candidates();
        if actions.len() < 2 {
            return actions.pop();
        }
        // Ties go to the first, and the order is random.
        luck.shuffle(&mut actions);
        let mut meter = budget.start();
        let affordable = (meter.left() / Negamax::<R>::NODES_PER_WORLD).max(1);
        let most = Negamax::<R>::WORLDS.min(usize::try_from(affordable).unwrap_or(usize::MAX));
        let mut worlds = imagine(view, if view.hides() { most } else { 1 }, false, actions.len(), luck);
        let mut depth = 1;
        while depth <= Negamax::<R>::MAX_DEPTH {
            let votes = worlds.len() > 1;
            for world in worlds.iter_mut().filter(|world| !world.settled) {
                let (orderings, table) = (&mut self.orderings, &mut self.table);
                let search =
                    AlphaBeta::new(view.rules(), view.seat(), orderings, table, &mut meter, world.seed);
                if !world.deepen(search, &actions, depth, votes) {
                    break;
                }
            }
            if meter.left() == 0 {
                break;
            }
            if worlds.len() < most && worlds.iter().any(|world| world.lucky) {
                // The results of the first search assumed that there is no luck, so they are dropped.
                worlds = imagine(view, most, true, actions.len(), luck);
                depth = 1;
                continue;
            }
            if worlds.iter().all(|world| world.settled) {
                break;
            }
            depth += 1;
        }
        self.table.clear();
        Some(actions.swap_remove(elected(&worlds, actions.len())))
    }
}

/// Samples `most` worlds. Without luck, equal ones are merged into one world with their votes.
fn imagine<R: Rules>(
    view: &Imagined<R>,
    most: usize,
    lucky: bool,
    actions: usize,
    luck: &mut Luck,
) -> Vec<World<R>> {
    let mut worlds = vec![World::new(view.clone(), actions, luck)];
    let mut saved = Vec::new();
    for _ in 1..most {
        let world = World::new(view.again(luck), actions, luck);
        if lucky {
            worlds.push(world);
            continue;
        }
        if saved.is_empty() {
            saved.push(view.rules().save(view.state()));
        }
        let bytes = view.rules().save(world.view.state());
        if let Some(at) = saved.iter().position(|other| *other == bytes) {
            worlds[at].weight += 1;
        } else {
            saved.push(bytes);
            worlds.push(world);
        }
    }
    worlds
}

/// A sampled world, with its search results so far.
struct World<R: Rules> {
    view: Imagined<R>,
    /// The number of votes.
    weight: u32,
    /// The seed of its luck.
    seed: u64,
    /// The order in which actions are tried: the best so far first.
    order: Vec<usize>,
    /// The best actions so far, all with the same score; only one of them if there is no vote.
    best: Vec<usize>,
    worth: Score,
    /// Whether a deeper search changes nothing.
    settled: bool,
    lucky: bool,
}

impl<R: Rules> World<R> {
    fn new(view: Imagined<R>, actions: usize, luck: &mut Luck) -> World<R> {
        World {
            view,
            weight: 1,
            seed: luck.below(u64::MAX),
            order: (0..actions).collect(),
            best: Vec::new(),
            worth: 0,
            settled: false,
            lucky: false,
        }
    }

    /// Searches to `depth`. `false` if the budget ended before.
    fn deepen(
        &mut self,
        mut search: AlphaBeta<'_, R>,
        actions: &[R::Action],
        depth: u8,
        votes: bool,
    ) -> bool {
        let mut best: Vec<usize> = Vec::new();
        let mut worth = -INFINITE;
        for &at in &self.order {
            // With votes, equally good actions must be found too, so the bound is one lower.
            let low = if votes && !best.is_empty() { worth - 1 } else { worth };
            let Some(score) = search.root(self.view.state(), &actions[at], depth, low) else {
                if search.stopped {
                    break;
                }
                continue;
            };
            if score > worth || best.is_empty() {
                (worth, best) = (score, vec![at]);
            } else if votes && score == worth {
                best.push(at);
            }
        }
        self.lucky |= search.lucky;
        // The best action of the last depth is searched first, so any result so far is at least that good.
        if let Some(&first) = best.first() {
            self.order.retain(|&at| at != first);
            self.order.insert(0, first);
            (self.best, self.worth) = (best, worth);
        }
        if search.stopped {
            return false;
        }
        self.settled = !search.cut || is_decided(self.worth);
        true
    }
}

/// The action with the most votes.
fn elected<R: Rules>(worlds: &[World<R>], actions: usize) -> usize {
    let mut votes = vec![(0u32, 0i64); actions];
    for world in worlds {
        for &at in &world.best {
            votes[at].0 += world.weight;
            votes[at].1 += i64::from(world.weight) * i64::from(world.worth);
        }
    }
    // The first of equals: `max_by_key` would return the last.
    let places = votes.iter().enumerate().rev();
    places.max_by_key(|(_, vote)| **vote).map_or(0, |(at, _)| at)
}
