//! What a viewer may see, in a small vocabulary that one renderer draws for every game.

mod area;
mod patch;
mod piece;

pub use area::{Area, AreaKind, Line, PanelValue};
pub use patch::{apply_patch, diff};
pub use piece::{At, Badge, Note, Piece};

use crate::{Id, RawJson, Seat, Text};
use patch::Change;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything one viewer may see. Keyed maps, not lists: an update is a small merge patch,
/// and a piece that keeps its id while its place changes is seen to move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// One line that says where the game stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banner: Option<Text>,
    /// Boards, hands, piles, rows and panels.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub areas: BTreeMap<Id, Area>,
    /// Pieces and cards, each in an area.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pieces: BTreeMap<Id, Piece>,
    /// What is shown beside each seat's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "BTreeMap<String, SeatPanel>")]
    pub seats: BTreeMap<Seat, SeatPanel>,
    /// What lines of text on pieces mean, where several pieces have the same.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hints: BTreeMap<Id, Text>,
}

impl Scene {
    /// An empty scene.
    pub fn new() -> Scene {
        Scene::default()
    }

    /// Sets the line that says where the game stands.
    pub fn banner(&mut self, text: Text) {
        self.banner = Some(text);
    }

    /// Adds an area.
    pub fn area(&mut self, id: impl Into<Id>, area: Area) {
        self.areas.insert(id.into(), area);
    }

    /// Adds a piece.
    pub fn piece(&mut self, id: impl Into<Id>, piece: Piece) {
        self.pieces.insert(id.into(), piece);
    }

    /// Explains a line of text on pieces; they refer to it with [`Piece::explained`].
    pub fn hint(&mut self, id: impl Into<Id>, text: Text) {
        self.hints.insert(id.into(), text);
    }

    /// The panel of a seat.
    pub fn seat(&mut self, seat: Seat) -> &mut SeatPanel {
        self.seats.entry(seat).or_default()
    }

    /// The merge patch that turns this scene into `next`; `None` if they are equal.
    pub fn patch_to(&self, next: &Scene) -> Option<RawJson> {
        (self != next).then(|| RawJson::new(&Change { old: self, new: next }))
    }

    /// Calls `visit` with every text in the scene.
    pub fn each_text(&self, visit: &mut dyn FnMut(&Text)) {
        let areas = self.areas.values().flat_map(Area::texts);
        let pieces = self.pieces.values().flat_map(Piece::texts);
        let seats = self.seats.values().flat_map(|panel| {
            panel.lines.values().flat_map(Line::texts).chain(panel.badges.values().flat_map(|b| &b.name))
        });
        let all = self.banner.iter().chain(areas).chain(pieces).chain(seats).chain(self.hints.values());
        all.for_each(|text| text.each(visit));
    }
}

/// What is shown beside a seat's name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatPanel {
    /// The score, where the game counts one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The colour of this seat's pieces, a name from the renderer's palette; the seat's own if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<Id>,
    /// The look shown as the seat's picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Id>,
    /// Numbers with a symbol.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub badges: BTreeMap<Id, Badge>,
    /// Labelled values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lines: BTreeMap<Id, Line>,
    /// States with a look of their own: `out`, `passed`, `dealer` …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Id>,
}

impl SeatPanel {
    /// Sets the score.
    pub fn score(&mut self, score: impl Into<i64>) -> &mut SeatPanel {
        self.score = Some(score.into());
        self
    }

    /// Sets the picture.
    pub fn look(&mut self, look: impl Into<Id>) -> &mut SeatPanel {
        self.look = Some(look.into());
        self
    }

    /// Sets the colour, a name from the renderer's palette.
    pub fn colour(&mut self, colour: impl Into<Id>) -> &mut SeatPanel {
        self.colour = Some(colour.into());
        self
    }

    /// Adds a number with a symbol.
    pub fn badge(&mut self, id: &'static str, badge: Badge) -> &mut SeatPanel {
        self.badges.insert(Id::new_static(id), badge);
        self
    }

    /// Adds a labelled value.
    pub fn line(&mut self, id: &'static str, label: Text, value: impl Into<PanelValue>) -> &mut SeatPanel {
        self.lines.insert(Id::new_static(id), Line { label, value: value.into() });
        self
    }

    /// Adds a state.
    pub fn tag(&mut self, tag: &'static str) -> &mut SeatPanel {
        self.tags.push(Id::new_static(tag));
        self
    }
}

/// The JSON Schema of a scene.
pub fn scene_schema() -> serde_json::Value {
    schemars::schema_for!(Scene).to_value()
}
