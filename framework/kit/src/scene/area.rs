//! Boards, hands, piles, rows and panels.

use crate::{Cell, Id, Seat, Text, text::deserialize_entries};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, ser::SerializeStruct};
use std::collections::BTreeMap;

/// A place where pieces, cards or values lie.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// How it is laid out.
    pub kind: AreaKind,
    /// Its heading; also its accessible name.
    pub title: Option<Text>,
    /// Whose it is.
    pub owner: Option<Seat>,
    /// Where it is laid out among the others: lower first, equal ones by name.
    pub order: i16,
    /// Columns of a grid.
    pub width: u16,
    /// Rows of a grid.
    pub height: u16,
    /// The look of each cell of a grid, row by row; an empty look is a cell that does not exist.
    pub cells: Vec<Id>,
    /// The values of a panel.
    pub lines: BTreeMap<Id, Line>,
}

/// How an area is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AreaKind {
    /// A board of square cells.
    Square,
    /// A board of hexagons with a corner on top; every odd row is shifted half a cell to the right.
    Hex,
    /// Cards or pieces side by side.
    Row,
    /// A hand of cards.
    Fan,
    /// Cards on top of each other, the highest slot on top.
    Pile,
    /// Labelled values.
    Panel,
}

impl Area {
    /// An area of this kind with nothing in it.
    pub fn new(kind: AreaKind) -> Area {
        Area {
            kind,
            title: None,
            owner: None,
            order: 0,
            width: 0,
            height: 0,
            cells: Vec::new(),
            lines: BTreeMap::new(),
        }
    }

    /// A board of squares; `look` gives each cell's look, an empty one where the board has no cell.
    pub fn square(width: i16, height: i16, look: impl FnMut(Cell) -> Id) -> Area {
        Area::grid(AreaKind::Square, width, height, look)
    }

    /// A board of hexagons; `look` gives each cell's look, an empty one where the board has no cell.
    pub fn hex(width: i16, height: i16, look: impl FnMut(Cell) -> Id) -> Area {
        Area::grid(AreaKind::Hex, width, height, look)
    }

    fn grid(kind: AreaKind, width: i16, height: i16, mut look: impl FnMut(Cell) -> Id) -> Area {
        let mut cells = Vec::with_capacity(width.max(0) as usize * height.max(0) as usize);
        for y in 0..height {
            cells.extend((0..width).map(|x| look(Cell::new(x, y))));
        }
        Area { width: width as u16, height: height as u16, cells, ..Area::new(kind) }
    }

    /// Cards or pieces side by side.
    pub fn row() -> Area {
        Area::new(AreaKind::Row)
    }

    /// A hand of cards.
    pub fn fan() -> Area {
        Area::new(AreaKind::Fan)
    }

    /// A pile of cards.
    pub fn pile() -> Area {
        Area::new(AreaKind::Pile)
    }

    /// Labelled values.
    pub fn panel() -> Area {
        Area::new(AreaKind::Panel)
    }

    /// With this heading.
    #[must_use]
    pub fn title(mut self, title: Text) -> Area {
        self.title = Some(title);
        self
    }

    /// Belonging to this seat.
    #[must_use]
    pub fn owner(mut self, seat: Seat) -> Area {
        self.owner = Some(seat);
        self
    }

    /// Laid out at this place among the others: lower first.
    #[must_use]
    pub fn order(mut self, order: i16) -> Area {
        self.order = order;
        self
    }

    /// With one more value.
    #[must_use]
    pub fn line(mut self, id: &'static str, label: Text, value: impl Into<PanelValue>) -> Area {
        self.lines.insert(Id::new_static(id), Line { label, value: value.into() });
        self
    }

    /// The look of a cell; `None` outside the board and where it has no cell.
    pub fn look_at(&self, cell: Cell) -> Option<&Id> {
        let inside = (0..self.width as i16).contains(&cell.x) && (0..self.height as i16).contains(&cell.y);
        if !inside {
            return None;
        }
        self.cells
            .get(self.width as usize * cell.y as usize + cell.x as usize)
            .filter(|look| !look.is_empty())
    }

    /// The cells of the board with their looks.
    pub fn each_cell(&self) -> impl Iterator<Item = (Cell, &Id)> {
        let width = self.width.max(1) as usize;
        let place = move |i: usize| Cell::new((i % width) as i16, (i / width) as i16);
        self.cells
            .iter()
            .enumerate()
            .filter(|(_, look)| !look.is_empty())
            .map(move |(i, look)| (place(i), look))
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        self.title.iter().chain(self.lines.values().flat_map(Line::texts))
    }
}

/// A labelled value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// What it is.
    pub label: Text,
    /// How much, or which.
    pub value: PanelValue,
}

impl Line {
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        let value = match &self.value {
            PanelValue::Text(text) => Some(text),
            PanelValue::Number(_) => None,
        };
        std::iter::once(&self.label).chain(value)
    }
}

/// A number or a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PanelValue {
    /// A number, written in the reader's way.
    Number(i64),
    /// A text.
    Text(Text),
}

macro_rules! numbers {
    ($($t:ty),*) => { $(impl From<$t> for PanelValue { fn from(n: $t) -> PanelValue { PanelValue::Number(n as i64) } })* };
}
numbers!(u8, u16, u32, usize, i16, i32, i64);

impl From<Text> for PanelValue {
    fn from(text: Text) -> PanelValue {
        PanelValue::Text(text)
    }
}

/// The largest board that is parsed from JSON, so that a short message cannot allocate unbounded memory.
const MAX_CELLS: usize = 1 << 16;

/// The JSON form: cells as a map from `"x,y"` to the look, so that a patch names only what changed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Area", description = "A place where pieces, cards or values lie.")]
struct AreaJson {
    kind: AreaKind,
    title: Option<Text>,
    owner: Option<Seat>,
    #[serde(default)]
    order: i16,
    #[serde(default)]
    width: u16,
    #[serde(default)]
    height: u16,
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    cells: Looks,
    #[serde(default)]
    lines: BTreeMap<Id, Line>,
}

/// Cells with their looks in the order of the input: they are written into the board directly, without
/// sorting.
#[derive(Default)]
struct Looks(Vec<(Cell, Id)>);

impl<'de> Deserialize<'de> for Looks {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Looks, D::Error> {
        deserialize_entries(deserializer, "looks by their cells").map(Looks)
    }
}

impl Serialize for Area {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Cells<'a>(&'a Area);
        impl Serialize for Cells<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.each_cell())
            }
        }
        let mut json = serializer.serialize_struct("Area", 8)?;
        json.serialize_field("kind", &self.kind)?;
        if let Some(title) = &self.title {
            json.serialize_field("title", title)?;
        }
        if let Some(owner) = &self.owner {
            json.serialize_field("owner", owner)?;
        }
        if self.order != 0 {
            json.serialize_field("order", &self.order)?;
        }
        if self.width > 0 {
            json.serialize_field("width", &self.width)?;
            json.serialize_field("height", &self.height)?;
            json.serialize_field("cells", &Cells(self))?;
        }
        if !self.lines.is_empty() {
            json.serialize_field("lines", &self.lines)?;
        }
        json.end()
    }
}

impl<'de> Deserialize<'de> for Area {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Area, D::Error> {
        let AreaJson { kind, title, owner, order, width, height, cells: Looks(looks), lines } =
            AreaJson::deserialize(deserializer)?;
        if usize::from(width) * usize::from(height) > MAX_CELLS {
            return Err(serde::de::Error::custom(format!("a board of {width}×{height} is too large")));
        }
        let mut cells = vec![Id::default(); width as usize * height as usize];
        for (cell, look) in looks {
            let inside = (0..width as i16).contains(&cell.x) && (0..height as i16).contains(&cell.y);
            if !inside {
                return Err(serde::de::Error::custom(format!("cell {cell} is outside {width}×{height}")));
            }
            cells[width as usize * cell.y as usize + cell.x as usize] = look;
        }
        Ok(Area { kind, title, owner, order, width, height, cells, lines })
    }
}

impl JsonSchema for Area {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Area".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        AreaJson::json_schema(generator)
    }
}
