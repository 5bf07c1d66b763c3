//! Highscores in memory, in the order in which lists show them.

use super::Score;
use parlor_runtime::TableId;

/// The highscores of all games: by game and board, best first.
#[derive(Default)]
pub(crate) struct Scoreboard(Vec<Score>);

impl Scoreboard {
    /// Scores that a store gave out, which are in order already.
    pub(crate) const fn of(scores: Vec<Score>) -> Scoreboard {
        Scoreboard(scores)
    }

    /// Adds a score to its board, which keeps the best `most`.
    pub(crate) fn add(&mut self, score: Score, most: usize) {
        let (game, board) = (score.game.clone(), score.board.clone());
        self.0.insert(0, score);
        // A stable sort: the newer one of two equal scores stays above the older one.
        self.0.sort_by(|a, b| (&a.game, &a.board, b.score).cmp(&(&b.game, &b.board, a.score)));
        let mut rank = 0;
        self.0.retain(|other| {
            let same = other.game == game && other.board == board;
            rank += usize::from(same);
            !same || rank <= most
        });
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Score> {
        self.0.iter()
    }

    /// The board on which a table's score stands; empty if it has none.
    pub(crate) fn board_of(&self, table: TableId) -> &[Score] {
        let Some(found) = self.0.iter().find(|score| score.table == table) else { return &[] };
        let same = |score: &Score| score.game == found.game && score.board == found.board;
        let first = self.0.iter().position(same).unwrap_or_default();
        let after = self.0[first..].iter().position(|score| !same(score));
        &self.0[first..after.map_or(self.0.len(), |count| first + count)]
    }
}
