//! Games that other systems have, too: what our speed and our rules are compared with.

use parlor_kit::Rules;

/// Something that is done with every such game, whatever its rules are made of.
pub(crate) trait Visit {
    /// Visits a game: our name for it, OpenSpiel's, its rules, and OpenSpiel's number for an action.
    fn game<R: Rules>(
        &mut self,
        name: &'static str,
        openspiel: &'static str,
        rules: &R,
        number: fn(&R::Action) -> i64,
    ) -> anyhow::Result<()>;
}

/// Visits every game that OpenSpiel has, too. This is the only place that names them: a further game is a further line.
pub(crate) fn visit(visitor: &mut impl Visit) -> anyhow::Result<()> {
    visitor.game("tic_tac_toe", "tic_tac_toe", &classics::tic_tac_toe(), |cell| at(cell.x, cell.y, 3))?;
    visitor.game("hex", "hex", &classics::hex(), |cell| at(cell.x, cell.y, 11))?;
    visitor.game("reversi", "othello", &classics::reversi(), |cell| at(cell.x, cell.y, 8))?;
    Ok(())
}

/// The number of a cell, counted row by row.
fn at(x: i16, y: i16, width: i64) -> i64 {
    i64::from(y) * width + i64::from(x)
}
