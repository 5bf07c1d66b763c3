//! The garden: the tiles, and the positions of the two snails.

use crate::Direction;
use parlor_kit::{Cell, Seat, mix};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The longest edge of a garden, regardless of the host's settings.
pub const MAX_EDGE: u16 = 50;

/// One of the two players. Player 1 sits on seat 0, player 2 on seat 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Player 1.
    One,
    /// Player 2.
    Two,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// The player's seat.
    #[inline]
    pub const fn seat(self) -> Seat {
        Seat::new(self as usize)
    }

    /// The player on a seat; a seat beyond the second has none.
    #[inline]
    pub const fn on(seat: Seat) -> Option<Player> {
        match seat.index() {
            0 => Some(Player::One),
            1 => Some(Player::Two),
            _ => None,
        }
    }

    /// The number shown to people: 1 or 2.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// The content of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// No snail was here yet.
    Empty,
    /// A stone block that no snail can enter.
    Block,
    /// A player's snail.
    Snail(Player),
    /// The trail a player's snail left behind.
    Trail(Player),
}

/// The result of a move in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveResult {
    /// An empty tile: the snail captures it.
    Capture(Cell),
    /// The player's own trail: the snail slides to its last tile.
    Slide(Cell),
}

/// Why a snail cannot move in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The garden ends.
    Edge,
    /// A block is in the way.
    Block,
    /// The opponent's snail or trail is in the way.
    Opponent,
}

/// Why tiles are not a valid board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// An edge is shorter than 1 or longer than [`MAX_EDGE`].
    Edge,
    /// There are more or fewer tiles than width times height.
    Count,
    /// A player has no snail.
    NoSnail(Player),
    /// A player has a snail on both of these cells.
    TwoSnails(Player, Cell, Cell),
}

/// A garden with exactly one snail of each player.
///
/// The tiles are stored row by row with a rim around them, so that every neighbour of a tile has an index:
///
/// ```text
///   ~ ~ ~ ~      ~ rim; a row's right rim is also the left rim of the next row
///   a b c ~
///   d e f ~
///   ~ ~ ~ ~
/// ```
///
/// Gardens up to 7×7 need no allocation, so a fork of such a game copies two cache lines.
#[derive(Debug, PartialEq, Eq)]
pub struct Board {
    ground: SmallVec<[Ground; 72]>,
    trails: u64,
    snails: [Spot; 2],
    scores: [u16; 2],
    empty: u16,
    width: u16,
    height: u16,
}

/// The ground below the snails. A snail always sits on its own slime, so "the opponent's snail or trail" and
/// "own snail or trail" are one comparison each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    Rim,
    Empty,
    Block,
    Slime(Player),
}

/// An index into the list of tiles, the rim included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot(u16);

impl Spot {
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A [`MoveResult`] in terms of indices, without computing columns and rows.
#[derive(Clone, Copy)]
pub(crate) enum Landing {
    Capture(Spot),
    Slide(Spot),
}

impl Board {
    /// The garden with these tiles, row by row from the top left.
    pub fn new(width: u16, height: u16, tiles: &[Tile]) -> Result<Board, BoardError> {
        if ![width, height].iter().all(|edge| (1..=MAX_EDGE).contains(edge)) {
            return Err(BoardError::Edge);
        }
        if tiles.len() != usize::from(width) * usize::from(height) {
            return Err(BoardError::Count);
        }
        let mut board = Board {
            ground: smallvec::smallvec![Ground::Rim; usize::from(width + 1) * usize::from(height + 2)],
            trails: 0,
            snails: [Spot(0); 2],
            scores: [0; 2],
            empty: 0,
            width,
            height,
        };
        let mut found: [Option<Cell>; 2] = [None; 2];
        for (cell, &tile) in board.cells().zip(tiles) {
            let spot = board.spot(cell).expect("the board's own cells lie on it");
            match tile {
                Tile::Block => board.ground[spot.index()] = Ground::Block,
                Tile::Empty => {
                    board.ground[spot.index()] = Ground::Empty;
                    board.empty += 1;
                }
                Tile::Snail(player) | Tile::Trail(player) => board.cover(player, spot),
            }
            if let Tile::Snail(player) = tile {
                if let Some(first) = found[player as usize].replace(cell) {
                    return Err(BoardError::TwoSnails(player, first, cell));
                }
                board.snails[player as usize] = spot;
            }
        }
        match Player::BOTH.into_iter().find(|&player| found[player as usize].is_none()) {
            Some(player) => Err(BoardError::NoSnail(player)),
            None => Ok(board),
        }
    }

    /// Columns.
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// Every cell, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width as i16, self.height as i16);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// What a cell holds; `None` outside the garden.
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        let spot = self.spot(cell)?;
        Some(match self.ground[spot.index()] {
            Ground::Rim => return None,
            Ground::Empty => Tile::Empty,
            Ground::Block => Tile::Block,
            Ground::Slime(player) if self.snails[player as usize] == spot => Tile::Snail(player),
            Ground::Slime(player) => Tile::Trail(player),
        })
    }

    /// Where a player's snail is.
    pub fn snail(&self, player: Player) -> Cell {
        self.cell(self.snails[player as usize])
    }

    /// How many tiles a player holds, the one below the snail included.
    #[inline]
    pub const fn score(&self, player: Player) -> u16 {
        self.scores[player as usize]
    }

    /// How many tiles are still empty.
    #[inline]
    pub const fn empty(&self) -> u16 {
        self.empty
    }

    /// The result of a player's move in a direction, or the obstacle.
    pub fn step(&self, player: Player, direction: Direction) -> Result<MoveResult, Obstacle> {
        Ok(match self.landing(player, direction)? {
            Landing::Capture(spot) => MoveResult::Capture(self.cell(spot)),
            Landing::Slide(spot) => MoveResult::Slide(self.cell(spot)),
        })
    }

    #[inline]
    pub(crate) fn landing(&self, player: Player, direction: Direction) -> Result<Landing, Obstacle> {
        self.landing_from(self.snails[player as usize], player, direction)
    }

    /// Where a snail of this player would land from `from`.
    #[inline]
    pub(crate) fn landing_from(
        &self,
        from: Spot,
        player: Player,
        direction: Direction,
    ) -> Result<Landing, Obstacle> {
        let ground = self.ground.as_slice();
        let mut spot = self.neighbour(from, direction);
        match ground[spot.index()] {
            Ground::Empty => Ok(Landing::Capture(spot)),
            Ground::Slime(owner) if owner == player => {
                // The rim belongs to no player, so the slide ends at the edge at the latest.
                loop {
                    let next = self.neighbour(spot, direction);
                    if ground[next.index()] != Ground::Slime(player) {
                        return Ok(Landing::Slide(spot));
                    }
                    spot = next;
                }
            }
            Ground::Slime(_) => Err(Obstacle::Opponent),
            Ground::Block => Err(Obstacle::Block),
            Ground::Rim => Err(Obstacle::Edge),
        }
    }

    /// Moves a player's snail to where it landed; a capture gives the tile to the player.
    #[inline]
    pub(crate) fn go(&mut self, player: Player, landing: Landing) {
        self.snails[player as usize] = match landing {
            Landing::Capture(spot) => {
                self.cover(player, spot);
                self.empty -= 1;
                spot
            }
            Landing::Slide(spot) => spot,
        };
    }

    /// A hash of the tiles and snails. Blocks never change, so they are not included.
    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        let [one, two] = self.snails;
        mix(self.trails ^ (u64::from(one.0) << 16 | u64::from(two.0)))
    }

    /// The number of indices, for arrays indexed by [`Spot`].
    pub(crate) fn spots(&self) -> usize {
        self.ground.len()
    }

    pub(crate) fn snail_spot(&self, player: Player) -> Spot {
        self.snails[player as usize]
    }

    pub(crate) fn cell(&self, spot: Spot) -> Cell {
        let stride = self.width + 1;
        Cell::new((spot.0 % stride) as i16, (spot.0 / stride) as i16 - 1)
    }

    /// The cell beside a player's snail, which may lie outside the garden.
    pub(crate) fn beside(&self, player: Player, direction: Direction) -> Cell {
        let Cell { x, y } = self.snail(player);
        let (dx, dy) = direction.delta();
        Cell::new(x + dx, y + dy)
    }

    fn spot(&self, cell: Cell) -> Option<Spot> {
        let inside = (0..self.width as i16).contains(&cell.x) && (0..self.height as i16).contains(&cell.y);
        inside.then(|| Spot((cell.y as u16 + 1) * (self.width + 1) + cell.x as u16))
    }

    #[inline]
    fn neighbour(&self, spot: Spot, direction: Direction) -> Spot {
        let stride = self.width + 1;
        Spot(match direction {
            Direction::Up => spot.0 - stride,
            Direction::Down => spot.0 + stride,
            Direction::Left => spot.0 - 1,
            Direction::Right => spot.0 + 1,
        })
    }

    #[inline]
    fn cover(&mut self, player: Player, spot: Spot) {
        self.ground[spot.index()] = Ground::Slime(player);
        self.scores[player as usize] += 1;
        self.trails ^= mix(u64::from(spot.0) << 1 | player as u64);
    }
}

/// Copies the tiles as one block; the derived implementation would copy them one by one, and search forks
/// often.
impl Clone for Board {
    #[inline]
    fn clone(&self) -> Board {
        Board { ground: SmallVec::from_slice(&self.ground), ..*self }
    }
}
