//! Random boards: an outline, a hole, obstacles, and fair line-ups from which every worm can get home.

use crate::{BoardFile, Field, LINEUP_COUNT, Layout, LineUp, Team, options::within};
use parlor_kit::{
    Cell, Luck, Refusal,
    grid::{Distances, Grid, Neighbours::Hex},
};
use std::collections::BTreeMap;

/// The parameters of a random board. The same plan always gives the same board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many fields it is wide and high, 8 to 30.
    pub size: u8,
    /// How likely a field is an obstacle, in per cent, 0 to 40.
    pub obstacles: u8,
    /// The number of worms per player, 1 to 5.
    pub worms: u8,
    /// How long each worm is, 1 to 8.
    pub length: u8,
    /// The seed.
    pub seed: u64,
}

/// The number of attempts before the plan is refused.
const TRIES: u64 = 32;

/// Generates a board with five line-ups. Every worm has a path to the hole over fields that are free at the
/// start, and the paths of all players are about equally long. Refuses plans with more worms than fit.
///
/// ```
/// use worms::{Plan, generate};
///
/// let plan = Plan { size: 12, obstacles: 20, worms: 2, length: 4, seed: 7 };
/// let board = generate(&plan)?;
/// assert_eq!(board, generate(&plan)?);
/// assert_eq!(board.check()?.worms(5)?.len(), 10);
/// # Ok::<(), parlor_kit::Refusal>(())
/// ```
pub fn generate(plan: &Plan) -> Result<BoardFile, Refusal> {
    within("size", plan.size.into(), 8, 30)?;
    within("obstacles", plan.obstacles.into(), 0, 40)?;
    within("worms", plan.worms.into(), 1, 5)?;
    within("length", plan.length.into(), 1, 8)?;
    generate_for(plan, LINEUP_COUNT)
}

/// Generates the board of a table with so many players. It is the board of [`generate`], unless the worms of
/// five players do not fit: then it has the line-ups of these players at most.
pub(crate) fn generate_layout(plan: &Plan, players: usize) -> Result<Layout, Refusal> {
    let crowded =
        |refusal: &Refusal| refusal.code() == "worms-crowded" && (1..LINEUP_COUNT).contains(&players);
    match generate(plan) {
        Ok(file) => file.check(),
        Err(refusal) if crowded(&refusal) => generate_for(plan, players)?.check_line_ups(players),
        Err(refusal) => Err(refusal),
    }
}

/// Generates a board with line-ups for one to so many players.
fn generate_for(plan: &Plan, players: usize) -> Result<BoardFile, Refusal> {
    let mut luck = Luck::fast(plan.seed);
    for attempt in 0..TRIES {
        // If the worms do not fit, the board is generated again, after a few attempts with fewer obstacles.
        let share = u64::from(plan.obstacles) * (TRIES - attempt / 4 * 4) / TRIES;
        if let Some(file) = draw(plan, players, share, &mut luck) {
            return Ok(file);
        }
    }
    Err(Refusal::new("worms-crowded")
        .arg("players", players)
        .arg("size", plan.size)
        .arg("worms", plan.worms)
        .arg("length", plan.length))
}

fn draw(plan: &Plan, players: usize, obstacles: u64, luck: &mut Luck) -> Option<BoardFile> {
    let (fields, hole) = ground(plan.size.into(), obstacles, luck);
    let far = Distances::new(&fields, Hex, [hole], |cell| fields[cell] == Field::Free);
    let mut lineups = Vec::new();
    for players in 1..=players {
        let mut site = Site { fields: &fields, hole, far: &far, taken: fields.map(|_, _| false) };
        let worms = site.place(players * usize::from(plan.worms), plan.length.into(), luck)?;
        lineups.push(deal(worms, players, &far));
    }
    let row = |fields: &[Field]| fields.iter().map(|field| field.sign()).collect::<String>();
    let rows = fields.rows().map(|fields| row(fields).trim_end().to_string()).collect();
    Some(BoardFile { name: BTreeMap::new(), rows, lineups })
}

/// A square whose corners are cut off, a hole near its centre, obstacles all over.
fn ground(size: i16, obstacles: u64, luck: &mut Luck) -> (Grid<Field>, Cell) {
    let near = |luck: &mut Luck| size / 2 + luck.between(-i64::from(size / 8), (size / 8).into()) as i16;
    let hole = Cell::new(near(luck), near(luck));
    let inside = |Cell { x, y }: Cell| {
        let size = i32::from(size);
        let (dx, dy) = (2 * i32::from(x) + i32::from(y % 2) - size, 2 * i32::from(y) + 1 - size);
        16 * (dx * dx + dy * dy) <= 25 * size * size
    };
    let fields = Grid::new(size, size, |cell| {
        let obstacle = luck.below(100) < obstacles;
        match () {
            () if cell == hole => Field::Hole,
            () if !inside(cell) => Field::Edge,
            () if obstacle => Field::Obstacle,
            () => Field::Free,
        }
    });
    (fields, hole)
}

/// A board during the placement of worms.
struct Site<'a> {
    fields: &'a Grid<Field>,
    hole: Cell,
    far: &'a Distances,
    taken: Grid<bool>,
}

impl Site<'_> {
    /// Places this many worms of this length on the board, about equally far from the hole.
    fn place(&mut self, worms: usize, length: usize, luck: &mut Luck) -> Option<Vec<Vec<Cell>>> {
        let mut starts: Vec<(Cell, u32)> =
            self.far.reached().filter(|&(cell, _)| cell != self.hole).collect();
        let goal = starts.last()?.1 * 3 / 4;
        luck.shuffle(&mut starts);
        starts.sort_by_key(|&(_, steps)| steps.abs_diff(goal));
        let mut placed: Vec<Vec<Cell>> = Vec::new();
        for (head, _) in starts {
            if placed.len() == worms {
                break;
            }
            let Some(cells) = self.grow(head, length, luck) else { continue };
            self.mark(&cells, true);
            placed.push(cells);
            if !self.all_find_home(&placed) {
                let cells = placed.pop().unwrap_or_default();
                self.mark(&cells, false);
            }
        }
        (placed.len() == worms).then_some(placed)
    }

    /// Grows a worm from its head, away from the hole if possible.
    fn grow(&self, head: Cell, length: usize, luck: &mut Luck) -> Option<Vec<Cell>> {
        let free = |cell: Cell| {
            self.fields.get(cell) == Some(&Field::Free) && !self.taken[cell] && self.far.get(cell).is_some()
        };
        let mut cells = vec![head];
        if !free(head) {
            return None;
        }
        while cells.len() < length {
            let last = *cells.last()?;
            let mut next: Vec<Cell> =
                Hex.around(last).filter(|&cell| free(cell) && !cells.contains(&cell)).collect();
            luck.shuffle(&mut next);
            next.sort_by_key(|&cell| std::cmp::Reverse(self.far.get(cell)));
            cells.push(*next.first()?);
        }
        Some(cells)
    }

    fn mark(&mut self, cells: &[Cell], taken: bool) {
        for &cell in cells {
            self.taken[cell] = taken;
        }
    }

    /// Whether every worm can reach the hole over fields without worms.
    fn all_find_home(&self, worms: &[Vec<Cell>]) -> bool {
        let open = |cell: Cell| self.fields[cell] == Field::Free && !self.taken[cell];
        let ways = Distances::new(self.fields, Hex, [self.hole], open);
        worms.iter().all(|cells| Hex.around(cells[0]).any(|next| ways.get(next).is_some()))
    }
}

/// Deals the worms to the players, the nearest first and alternating in direction, so that the total
/// distances are similar.
fn deal(mut worms: Vec<Vec<Cell>>, players: usize, far: &Distances) -> LineUp {
    worms.sort_by_key(|cells| far.get(cells[0]));
    let mut teams = vec![Team::default(); players];
    for (i, cells) in worms.into_iter().enumerate() {
        let (round, place) = (i / players, i % players);
        let player = if round % 2 == 0 { place } else { players - 1 - place };
        teams[player].0.push(cells);
    }
    LineUp(teams)
}
