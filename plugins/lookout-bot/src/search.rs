//! The board of the search, and the search itself.

/// The maximum number of columns and rows.
pub(crate) const LARGEST: usize = 7;
const WIDTH: usize = 7;
const HEIGHT: usize = 6;

/// Above any other score.
const WON: i32 = 1_000;

/// The owner of each disc: 1 the bot, -1 the opponent, 0 none. Rows count from the top.
#[derive(Clone, Default)]
pub(crate) struct Board([[i32; LARGEST]; LARGEST]);

impl Board {
    pub(crate) fn put(&mut self, x: usize, y: usize, own: bool) {
        self.0[x][y] = if own { 1 } else { -1 };
    }

    /// The score for the bot of dropping a disc into this column, with this search depth.
    pub(crate) fn after(&self, x: usize, depth: u32) -> i32 {
        self.clone().drop_disc(1, x, depth, -WON - 100, WON + 100).unwrap_or(-WON - 100)
    }

    /// The score of dropping a disc for the player who does; `None` if the column is full. Earlier wins score
    /// higher. Scores outside `low..high` do not matter to the caller (alpha-beta).
    fn drop_disc(&mut self, who: i32, x: usize, depth: u32, low: i32, high: i32) -> Option<i32> {
        let y = (0..HEIGHT).rev().find(|&y| self.0[x][y] == 0)?;
        self.0[x][y] = who;
        let worth = if self.has_four(x, y) {
            WON + depth as i32
        } else if depth == 0 {
            self.likes(who)
        } else {
            -self.best(-who, depth - 1, -high, -low)
        };
        self.0[x][y] = 0;
        Some(worth)
    }

    /// The best score for the player to move.
    fn best(&mut self, who: i32, depth: u32, mut low: i32, high: i32) -> i32 {
        let mut best = None;
        for x in [3, 2, 4, 1, 5, 0, 6] {
            let Some(worth) = self.drop_disc(who, x, depth, low, high) else { continue };
            best = best.max(Some(worth));
            low = low.max(worth);
            if low >= high {
                break;
            }
        }
        // The board is full: a draw.
        best.unwrap_or(0)
    }

    /// Whether the disc here is one of four in a row.
    fn has_four(&self, x: usize, y: usize) -> bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|&(dx, dy)| 1 + self.same_along(x, y, dx, dy) + self.same_along(x, y, -dx, -dy) >= 4)
    }

    /// How many discs of the same colour follow in this direction.
    fn same_along(&self, x: usize, y: usize, dx: isize, dy: isize) -> usize {
        let at = |step: isize| {
            let x = x.checked_add_signed(dx * step).filter(|&x| x < WIDTH)?;
            let y = y.checked_add_signed(dy * step).filter(|&y| y < HEIGHT)?;
            Some(self.0[x][y])
        };
        (1..4).take_while(|&step| at(step) == Some(self.0[x][y])).count()
    }

    /// The evaluation of a position for a player: discs in the middle are part of more rows.
    fn likes(&self, who: i32) -> i32 {
        let column = |x: usize| self.0[x].iter().sum::<i32>() * (3 - x.abs_diff(3) as i32);
        who * (0..WIDTH).map(column).sum::<i32>()
    }
}
