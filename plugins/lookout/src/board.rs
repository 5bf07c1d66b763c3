//! The board in the bot's head, as plain as can be.

/// No board is larger in either direction.
pub(crate) const LARGEST: usize = 7;
const WIDTH: usize = 7;
const HEIGHT: usize = 6;

/// More than any count of rows.
const WON: i32 = 1_000;

/// Whose disc lies where: 1 the bot's own, -1 the other's, 0 nobody's. Rows count from the top.
#[derive(Clone, Default)]
pub(crate) struct Board([[i32; LARGEST]; LARGEST]);

impl Board {
    pub(crate) fn put(&mut self, x: usize, y: usize, own: bool) {
        self.0[x][y] = if own { 1 } else { -1 };
    }

    /// What it is worth to the bot to drop a disc into this column, looking so many discs ahead.
    pub(crate) fn after(&self, x: usize, depth: u32) -> i32 {
        self.clone().drop_disc(1, x, depth, -WON - 100, WON + 100).unwrap_or(-WON - 100)
    }

    /// What dropping a disc is worth to whoever does; none if the column is full. The earlier a win, the better.
    /// Nothing below `low` or above `high` matters to whoever asks (alpha-beta).
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

    /// What the best disc is worth to whoever is next.
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
        // Nobody can go on: a draw.
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

    /// How a position looks to somebody: discs in the middle are part of more rows.
    fn likes(&self, who: i32) -> i32 {
        let column = |x: usize| self.0[x].iter().sum::<i32>() * (3 - x.abs_diff(3) as i32);
        who * (0..WIDTH).map(column).sum::<i32>()
    }
}
