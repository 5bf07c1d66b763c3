//! Board files, and their validation into a layout.

use crate::{
    Board, Field, Worm,
    board::{at, place, read_fields},
};
use parlor_kit::{
    Cell, ContentFault, Refusal, Seat, Text,
    content::first_fault,
    grid::{Grid, Neighbours},
};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// How many line-ups a board file has: one for each number of players.
pub const LINEUP_COUNT: usize = 5;

/// A board and five line-ups, as they stand in a file; they may be wrong in every way.
/// [`BoardFile::check`] makes a [`Layout`] of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an object with rows and line-ups")]
#[schemars(
    title = "Board of the worm race",
    description = "A board and five line-ups, one for each number of players."
)]
pub struct BoardFile {
    /// What the board is called, by language; nothing depends on it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub name: BTreeMap<String, String>,
    /// The board, row by row from the top: `.` a free field, `O` the hole (exactly one), `#` an obstacle,
    /// a blank where there is no board. Rows that are too short end in blanks.
    /// Every odd row, counted from 0, lies half a field further to the right.
    #[schemars(length(min = 1, max = 50), inner(regex(pattern = "^[.O# ]{0,50}$")))]
    pub rows: Vec<String>,
    /// The line-ups for one, two, three, four and five players. A table uses the one for its number of players.
    #[schemars(length(min = 5, max = 5))]
    pub lineups: Vec<LineUp>,
}

/// The worms of all players at the start, player 0 first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct LineUp(#[schemars(length(min = 1, max = 5))] pub Vec<Team>);

/// The worms of one player, each a chain of neighbouring free fields, head first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Team(#[schemars(length(min = 1), inner(length(min = 1)))] pub Vec<Vec<Cell>>);

/// A validated board with its line-ups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    board: Arc<Board>,
    lineups: Vec<Vec<Worm>>,
}

impl Layout {
    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// All worms at the start of a game with this many players, in the order of the players. Refuses numbers
    /// of players without a line-up.
    pub fn worms(&self, players: usize) -> Result<&[Worm], Refusal> {
        let lineup = players.checked_sub(1).and_then(|at| self.lineups.get(at));
        lineup.map(Vec::as_slice).ok_or_else(|| Refusal::new("worms-players").arg("players", players))
    }
}

impl BoardFile {
    /// The layout of this file, or its first fault; the refusal names the place in the file.
    pub fn check(&self) -> Result<Layout, Refusal> {
        self.read().map_err(first_fault)
    }

    /// The layout of a board with line-ups for one to so many players only, or its first fault.
    pub(crate) fn check_line_ups(&self, players: usize) -> Result<Layout, Refusal> {
        self.read_line_ups(players).map_err(first_fault)
    }

    /// The layout of this file, or all its faults.
    pub fn read(&self) -> Result<Layout, Vec<ContentFault>> {
        self.read_line_ups(LINEUP_COUNT)
    }

    fn read_line_ups(&self, count: usize) -> Result<Layout, Vec<ContentFault>> {
        let (fields, mut faults) = read_fields(&self.rows);
        if self.lineups.len() != count {
            let text = Text::new("worms-bad-lineups").arg("field", "lineups").arg("expected", count);
            faults.push(ContentFault::new("/lineups", text.arg("found", self.lineups.len())));
        }
        let lineups = self.lineups.iter().enumerate();
        let lineups = lineups.map(|(i, lineup)| line_up(&fields, lineup, i, &mut faults)).collect();
        if faults.is_empty() {
            Ok(Layout { board: Arc::new(Board::new(fields)), lineups })
        } else {
            Err(faults)
        }
    }
}

/// The worms of a line-up, player by player; faults are appended.
fn line_up(
    fields: &Grid<Field>,
    LineUp(teams): &LineUp,
    i: usize,
    faults: &mut Vec<ContentFault>,
) -> Vec<Worm> {
    let wrong = |field: String, text: Text| ContentFault::new(place(&field), text.arg("field", field));
    if teams.len() != i + 1 {
        let text = Text::new("worms-bad-players").arg("expected", i + 1).arg("found", teams.len());
        faults.push(wrong(format!("lineups[{i}]"), text));
    }
    let mut taken: Grid<Option<(usize, usize)>> = Grid::filled(fields.width(), fields.height(), None);
    let mut worms = Vec::new();
    for (player, Team(team)) in teams.iter().enumerate() {
        if team.is_empty() {
            let text = Text::new("worms-bad-no-worms").arg("player", player);
            faults.push(wrong(format!("lineups[{i}][{player}]"), text));
        }
        for (number, cells) in team.iter().enumerate() {
            let worm = format!("lineups[{i}][{player}][{number}]");
            if cells.is_empty() {
                faults.push(wrong(worm, Text::new("worms-bad-empty-worm")));
                continue;
            }
            for (part, &cell) in cells.iter().enumerate() {
                let field = || format!("{worm}[{part}]");
                let key = match fields.get(cell).unwrap_or(&Field::Edge) {
                    Field::Free => None,
                    Field::Hole => Some("worms-bad-on-hole"),
                    Field::Obstacle => Some("worms-bad-on-obstacle"),
                    // On a board of invalid size every field would be reported as outside.
                    Field::Edge if fields.width() == 0 => continue,
                    Field::Edge => Some("worms-bad-off-board"),
                };
                if let Some(key) = key {
                    faults.push(at(key, field(), cell, |text| text));
                    continue;
                }
                if let Some(before) = part.checked_sub(1).map(|before| cells[before])
                    && !Neighbours::Hex.adjacent(before, cell)
                {
                    let torn = |text: Text| text.arg("x2", cell.x).arg("y2", cell.y);
                    faults.push(at("worms-bad-torn", field(), before, torn));
                }
                match taken[cell] {
                    None => taken[cell] = Some((player, number)),
                    Some((player, number)) => {
                        let other = format!("lineups[{i}][{player}][{number}]");
                        faults.push(at("worms-bad-crossing", field(), cell, |text| text.arg("other", other)));
                    }
                }
            }
            worms.push(Worm { owner: Seat::new(player), cells: cells.clone() });
        }
    }
    worms
}

/// The JSON Schema of board files.
pub fn board_schema() -> serde_json::Value {
    let settings = SchemaSettings::draft2020_12();
    settings.into_generator().into_root_schema_for::<BoardFile>().to_value()
}
