//! LookoutBot: a bot for connect four. It reads the board from the scene and the places from the offers, as a
//! person would, takes a win, prevents one, and otherwise searches as deep as its fuel allows.
//!
//! With the feature `plugin` the crate is a plugin: `parlor build plugins/lookout-bot --wasm`.

mod search;

use parlor_guest::{Bot, Question};
use parlor_kit::{At, Cell, Offer, Pick};
use search::{Board, LARGEST};

#[cfg(feature = "plugin")]
parlor_guest::bot!(LookoutBot);

/// The bot.
pub struct LookoutBot;

/// Approximate fuel per searched position, in wasm instructions.
const FUEL_PER_LOOK: u64 = 2_000;
/// The maximum search depth.
const MAX_DEPTH: u32 = 7;

impl Bot for LookoutBot {
    fn choose(question: &mut Question, _: &mut Vec<u8>) -> Result<usize, String> {
        if question.game != "connect-four" {
            return Err(format!("I only know connect four, not {}", question.game));
        }
        let mut board = Board::default();
        for piece in question.scene.pieces.values() {
            if let (At::Cell(cell), Some(owner)) = (&piece.at, piece.owner) {
                let (x, y) = place(*cell)?;
                board.put(x, y, owner == question.seat);
            }
        }
        let columns = question.offers.iter().map(|offer| Ok(target(offer)?.0));
        let columns = columns.collect::<Result<Vec<usize>, String>>()?;
        // Each column is one more position, so one more depth costs seven times as much.
        let looks = question.fuel / FUEL_PER_LOOK;
        let depth = (1..=MAX_DEPTH).take_while(|&depth| 7u64.pow(depth) <= looks).last().unwrap_or(1);
        let worth: Vec<i32> = columns.iter().map(|&x| board.after(x, depth)).collect();
        let best = worth.iter().max().ok_or("there is nothing to choose from")?;
        let equal: Vec<usize> = (0..worth.len()).filter(|&i| worth[i] == *best).collect();
        question.luck.choose(&equal).copied().ok_or_else(|| "there is nothing to choose from".into())
    }
}

/// The column and row of a cell, if the board has it.
fn place(cell: Cell) -> Result<(usize, usize), String> {
    let on = |n: i16| usize::try_from(n).ok().filter(|&n| n < LARGEST);
    on(cell.x).zip(on(cell.y)).ok_or_else(|| format!("the cell {cell} is too far out for me"))
}

/// Where the disc of an offer will lie: its gesture picks that cell.
fn target(offer: &Offer) -> Result<(usize, usize), String> {
    match offer.gesture.picks.as_slice() {
        [(Pick::Cell(_, cell), _)] => place(*cell),
        _ => Err(format!("I do not know how to read the offer {}", offer.action)),
    }
}
