//! Text symbols for the cells and pieces of a board.

use parlor_kit::{Area, At, Cell, Id, Layer, Manifest, Piece, Scene, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// The symbols of one board.
pub(crate) struct BoardSymbols<'a> {
    /// The symbol of each look of cells.
    pub(crate) ground: BTreeMap<&'a Id, String>,
    /// The board's pieces with their symbols, in the order of their ids.
    pub(crate) pieces: Vec<(&'a Piece, String)>,
    /// The symbol shown on each cell: that of the topmost piece, or of the ground.
    seen: BTreeMap<Cell, String>,
}

impl<'a> BoardSymbols<'a> {
    /// The symbols of a board in a scene.
    pub(crate) fn of(id: &Id, area: &'a Area, scene: &'a Scene, manifest: &Manifest) -> BoardSymbols<'a> {
        let ground = ground(area, manifest);
        let pieces = pieces(id, scene, manifest);
        let mut seen: BTreeMap<Cell, String> =
            area.each_cell().map(|(cell, look)| (cell, ground[look].clone())).collect();
        let mut highest: BTreeMap<Cell, (u8, usize)> = BTreeMap::new();
        for (piece, sign) in &pieces {
            let layer = match manifest.looks.get(&piece.look).map(|look| look.layer) {
                Some(Layer::Ground) => 0,
                Some(Layer::Piece) | None => 1,
                Some(Layer::Overlay) => 2,
            };
            for (cell, sign) in cells(piece, sign) {
                let (top, count) = highest.entry(cell).or_insert((layer, 0));
                *count += 1;
                if layer >= *top {
                    *top = layer;
                    // The `+` marks further pieces below; the list of pieces names them.
                    seen.insert(cell, if *count > 1 { format!("{sign}+") } else { sign });
                }
            }
        }
        BoardSymbols { ground, pieces, seen }
    }

    /// The symbol on a cell; empty if the board has no such cell.
    pub(crate) fn at(&self, cell: Cell) -> &str {
        self.seen.get(&cell).map_or("", String::as_str)
    }
}

/// A symbol for each look of a board's cells: its letter, or a short unused one.
fn ground<'a>(area: &'a Area, manifest: &Manifest) -> BTreeMap<&'a Id, String> {
    let looks: BTreeSet<&Id> = area.each_cell().map(|(_, look)| look).collect();
    let letter = |look: &Id| {
        manifest.looks.get(look).map(|look| look.letter.to_string()).filter(|letter| !letter.is_empty())
    };
    let mut taken: BTreeSet<String> = looks.iter().filter_map(|look| letter(look)).collect();
    let sign = |look: &'a Id| {
        let sign = letter(look).unwrap_or_else(|| {
            let mut signs = std::iter::once('·').chain(look.chars()).map(String::from);
            signs.find(|sign| !taken.contains(sign)).unwrap_or_else(|| look.to_string())
        });
        taken.insert(sign.clone());
        (look, sign)
    };
    looks.into_iter().map(sign).collect()
}

/// The pieces in an area with their symbols. If pieces of different owners look the same, the owner's number
/// is added.
fn pieces<'a>(area: &Id, scene: &'a Scene, manifest: &Manifest) -> Vec<(&'a Piece, String)> {
    let sign = |piece: &Piece| {
        let letter = manifest.looks.get(&piece.look).map(|look| look.letter.clone());
        let first = || piece.look.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or("?".into());
        let written = piece.label.clone().or(letter).filter(|letter| !letter.is_empty());
        written.map_or_else(first, |letter| letter.to_string())
    };
    let pieces: Vec<(&Piece, String)> =
        scene.pieces.values().filter(|piece| piece.area == *area).map(|piece| (piece, sign(piece))).collect();
    let mut owners: BTreeMap<String, BTreeSet<Option<Seat>>> = BTreeMap::new();
    for (piece, sign) in &pieces {
        owners.entry(sign.clone()).or_default().insert(piece.owner);
    }
    let distinct = |(piece, sign): (&'a Piece, String)| match piece.owner {
        Some(seat) if owners[&sign].len() > 1 => (piece, format!("{sign}{}", seat.index() + 1)),
        _ => (piece, sign),
    };
    pieces.into_iter().map(distinct).collect()
}

/// The cells of a piece with their symbols: long pieces have a head and a body.
fn cells(piece: &Piece, sign: &str) -> Vec<(Cell, String)> {
    match &piece.at {
        At::Cell(cell) => vec![(*cell, sign.to_string())],
        At::Path(path) => {
            let small = sign.to_lowercase();
            let body = if small == sign { format!("~{sign}") } else { small };
            let part =
                |(i, cell): (usize, &Cell)| (*cell, if i == 0 { sign.to_string() } else { body.clone() });
            path.iter().enumerate().map(part).collect()
        }
        At::Slot(_) => Vec::new(),
    }
}
