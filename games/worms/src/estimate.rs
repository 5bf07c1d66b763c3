//! Evaluates a position: how many moves each player still needs, with obstacles and the worms in the way.

use crate::{Field, Worm, Worms};
use parlor_kit::{
    Cell, Seat,
    grid::{Grid, Neighbours::Hex},
};

/// The cost of a worm that can never get home.
const NEVER: f32 = 100.0;

/// The cost of a worm that does not get home before the last round.
const LATE: f32 = 12.0;

/// How much more the first moves of a worm's path count than the last ones, so that worms get home one after
/// the other.
const HASTE: f32 = 0.3;

/// The lead in moves at which a position counts as half won.
const HALF: f32 = 8.0;

/// The evaluation of a running game for a seat, between -1 and 1.
///
/// The way of the seat's own worms is measured with the worms of others in it, the way of its rivals as if the
/// board were empty. If a rival's detours counted, a worm that stands in the way would be worth more than one
/// that moves on, and all players would stand in each other's way until the last round.
pub(crate) fn estimate(game: &Worms, seat: Seat) -> f32 {
    let traffic = Traffic::new(game, seat);
    let own = ways(game, seat, |number, worm, head| traffic.way(game, number, worm, head));
    let need = moves_needed(game, own);
    let empty_board =
        |_, _: &Worm, head| game.board().steps_to_hole(head).map_or(NEVER, |steps| steps as f32);
    let rivals = game.racing().without(seat).iter();
    let rivals = rivals.map(|rival| moves_needed(game, ways(game, rival, empty_board)));
    let Some(rival) = rivals.min_by(f32::total_cmp) else {
        // A single player can only win time.
        return -need / (need + HALF);
    };
    // The player to move is half a move ahead.
    let lead = rival - need + if game.next() == Some(seat) { 0.5 } else { -0.5 };
    lead / (lead.abs() + HALF)
}

/// The way of each worm that a seat has on the board, by its number, the worm and its head.
fn ways(game: &Worms, seat: Seat, mut way: impl FnMut(usize, &Worm, Cell) -> f32) -> Vec<f32> {
    let own = game.worms().iter().enumerate().filter(|(_, worm)| worm.owner() == seat);
    own.filter_map(|(number, worm)| Some(way(number, worm, worm.head()?))).collect()
}

/// The number of moves for worms with these ways, plus the cost of worms that are late.
fn moves_needed(game: &Worms, mut ways: Vec<f32>) -> f32 {
    ways.sort_by(f32::total_cmp);
    let turns = f32::from(game.rounds_left());
    let (mut sum, mut need) = (0.0, 0.0);
    for way in ways {
        sum += way;
        need += way + HASTE * way.sqrt() + if sum > turns { LATE } else { 0.0 };
    }
    need
}

/// What a worm can do, as far as the worms around its head tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// It never moves again: around its head are obstacles, its own body and worms that never move.
    Never,
    /// It must wait until another worm moves on.
    Waits,
    /// It can move now.
    Moves,
}

impl Pace {
    /// How many moves it costs another player's worm to enter a field on which such a worm lies: one, and the
    /// time until that worm has moved on. `None` if it never does.
    const fn cost(self) -> Option<u16> {
        match self {
            Pace::Never => None,
            Pace::Waits => Some(3),
            Pace::Moves => Some(2),
        }
    }
}

/// The most that entering a field costs.
const MAX_COST: usize = 3;

/// What it costs a worm to cross its own body: it must leave and come back.
const TURN: f32 = 2.0;

/// The way of a seat's worms from each field to the hole, with all worms in it.
struct Traffic {
    /// The number of the worm on each field.
    lying: Grid<u16>,
    /// What each worm can do.
    paces: Vec<Pace>,
    /// The cost of the way from each field to the hole.
    ways: Grid<u16>,
    seat: Seat,
}

/// No worm lies here; no way leads from here.
const NONE: u16 = u16::MAX;

impl Traffic {
    fn new(game: &Worms, seat: Seat) -> Traffic {
        let mut lying = game.board().fields().map(|_, _| NONE);
        for (number, worm) in game.worms().iter().enumerate() {
            worm.cells().iter().for_each(|&cell| lying[cell] = number as u16);
        }
        let paces = paces(game, &lying);
        let ways = game.board().fields().map(|_, _| NONE);
        let mut traffic = Traffic { lying, paces, ways, seat };
        traffic.fill_ways(game);
        traffic
    }

    /// How many moves it takes one of the seat's worms to enter a field, with the time until the worm on it has
    /// moved on; `None` if that is never possible.
    #[inline]
    fn cost(&self, game: &Worms, cell: Cell) -> Option<u16> {
        let number = self.lying[cell];
        if number == NONE {
            return Some(1);
        }
        let cost = self.paces[usize::from(number)].cost();
        // A player moves the worm in front first, so own worms cost each other nothing.
        let own = game.worms()[usize::from(number)].owner() == self.seat;
        if own { cost.map(|_| 1) } else { cost }
    }

    /// Dijkstra's algorithm from the hole outwards. Costs are small, so a ring of lists is the queue.
    fn fill_ways(&mut self, game: &Worms) {
        const LISTS: usize = MAX_COST + 1;
        let hole = game.board().hole();
        let mut lists: [Vec<Cell>; LISTS] = [vec![hole], Vec::new(), Vec::new(), Vec::new()];
        self.ways[hole] = 0;
        let (mut way, mut empty) = (0u16, 0);
        while empty < LISTS {
            let mut list = std::mem::take(&mut lists[usize::from(way) % LISTS]);
            empty = if list.is_empty() { empty + 1 } else { 0 };
            for &cell in &list {
                if self.ways[cell] != way {
                    continue;
                }
                let Some(cost) = self.cost(game, cell) else { continue };
                let further = way + cost;
                for next in Hex.around(cell) {
                    if game.board().field(next) == Field::Free && self.ways[next] > further {
                        self.ways[next] = further;
                        lists[usize::from(further) % LISTS].push(next);
                    }
                }
            }
            list.clear();
            lists[usize::from(way) % LISTS] = list;
            way += 1;
        }
    }

    /// The cost of the way of one of the seat's worms.
    fn way(&self, game: &Worms, number: usize, worm: &Worm, head: Cell) -> f32 {
        if self.paces[number] == Pace::Never {
            return NEVER;
        }
        let first_step = |next: Cell| {
            let way = *self.ways.get(next).filter(|&&way| way != NONE)?;
            let cost = self.cost(game, next)?;
            let turn = if worm.cells().contains(&next) { TURN } else { 0.0 };
            Some(f32::from(way + cost) + turn)
        };
        Hex.around(head).filter_map(first_step).min_by(f32::total_cmp).unwrap_or(NEVER)
    }
}

/// What each worm can do. A worm that waits for one that can move can move some day; those that wait for each
/// other alone never can, nor can the worms of players who are out.
fn paces(game: &Worms, lying: &Grid<u16>) -> Vec<Pace> {
    let racing = game.racing();
    let moves = |worm: &Worm| {
        racing.contains(worm.owner())
            && worm.head().is_some_and(|head| Hex.around(head).any(|to| game.is_open(to)))
    };
    let pace = |worm: &Worm| if moves(worm) { Pace::Moves } else { Pace::Never };
    let mut paces: Vec<Pace> = game.worms().iter().map(pace).collect();
    loop {
        let mut found = false;
        for (number, worm) in game.worms().iter().enumerate() {
            let Some(head) = worm.head() else { continue };
            if paces[number] != Pace::Never || !racing.contains(worm.owner()) {
                continue;
            }
            let waits_for = |to: Cell| {
                let other = lying.get(to).map_or(NONE, |&other| other);
                other != NONE && paces.get(usize::from(other)).is_some_and(|&pace| pace != Pace::Never)
            };
            if Hex.around(head).any(waits_for) {
                paces[number] = Pace::Waits;
                found = true;
            }
        }
        if !found {
            return paces;
        }
    }
}
