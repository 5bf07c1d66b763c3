//! Games that OpenSpiel also has: the references for speed and correctness.

use breakthrough::Breakthrough;
use connect_four::{ConnectFour, Put};
use parlor_kit::{Cell, Rules};

/// An operation on every such game, generic over its rules.
pub(crate) trait Visit {
    /// Visits a game: our name for it, OpenSpiel's, its rules, and OpenSpiel's number for an action in a state.
    fn game<R: Rules>(
        &mut self,
        name: &'static str,
        openspiel: &'static str,
        rules: &R,
        number: fn(&R::State, &R::Action) -> i64,
    ) -> anyhow::Result<()>;
}

/// Visits every game that OpenSpiel also has. This is the only place that lists them.
pub(crate) fn visit(visitor: &mut impl Visit) -> anyhow::Result<()> {
    visitor.game("tic_tac_toe", "tic_tac_toe", &classics::tic_tac_toe(), |_, cell| at(cell, 3))?;
    visitor.game("hex", "hex", &classics::hex(), |_, cell| at(cell, 11))?;
    visitor.game("reversi", "othello", &classics::reversi(), |_, cell| at(cell, 8))?;
    visitor.game("connect_four", "connect_four", &connect_four::rules(), column)?;
    visitor.game("breakthrough", "breakthrough", &breakthrough::rules(), step)?;
    Ok(())
}

/// The number of a cell, counted row by row.
fn at(cell: &Cell, width: i64) -> i64 {
    i64::from(cell.y) * width + i64::from(cell.x)
}

fn column(_: &ConnectFour, put: &Put) -> i64 {
    put.column.into()
}

/// In OpenSpiel the first player walks down. An action is numbered by row, column, direction (three down,
/// three up), and whether it captures.
fn step(game: &Breakthrough, step: &breakthrough::Step) -> i64 {
    let row = |cell: Cell| i64::from(7 - cell.y);
    let up = row(step.to) < row(step.from);
    let direction = i64::from(step.to.x - step.from.x) + if up { 4 } else { 1 };
    let takes = i64::from(game.owner(step.to).is_some());
    ((row(step.from) * 8 + i64::from(step.from.x)) * 6 + direction) * 2 + takes
}
