//! Events of a game, and which viewers may know them.

use crate::{Arg, Id, Pick, Seat, Seats, Text, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened at the table: announced, logged, heard and animated by the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// What happened.
    pub text: Text,
    /// Who may know.
    #[serde(default, skip_serializing_if = "Audience::is_all")]
    pub to: Audience,
    /// The sound that goes with it, from the renderer's palette.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sound: Option<Id>,
    /// The pieces, cells, areas and seats it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Pick>,
    /// Whether it is announced in large letters, beyond the log.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub announce: bool,
}

impl Event {
    /// An event for all viewers, with this message.
    pub fn new(key: &'static str) -> Event {
        Event { text: Text::new(key), to: Audience::All, sound: None, about: Vec::new(), announce: false }
    }

    /// The same event with one more argument for its message.
    #[must_use]
    pub fn arg(mut self, name: &'static str, value: impl Into<Arg>) -> Event {
        self.text = self.text.arg(name, value);
        self
    }

    /// For these seats only.
    #[must_use]
    pub fn only(mut self, seats: impl Into<Seats>) -> Event {
        self.to = Audience::Only(seats.into());
        self
    }

    /// For all viewers but these seats, which get another event instead.
    #[must_use]
    pub fn except(mut self, seats: impl Into<Seats>) -> Event {
        self.to = Audience::Except(seats.into());
        self
    }

    /// Sets the sound.
    #[must_use]
    pub fn sound(mut self, name: &'static str) -> Event {
        self.sound = Some(Id::new_static(name));
        self
    }

    /// Adds a piece, cell, area or seat that the event is about.
    #[must_use]
    pub fn about(mut self, what: Pick) -> Event {
        self.about.push(what);
        self
    }

    /// Adds a piece that the event is about.
    #[must_use]
    pub fn piece(self, id: impl Into<Id>) -> Event {
        self.about(Pick::Piece(id.into()))
    }

    /// Announces the event in large letters.
    #[must_use]
    pub fn announce(mut self) -> Event {
        self.announce = true;
        self
    }
}

/// The viewers who may know of an [`Event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// All seats and spectators.
    #[default]
    All,
    /// These seats alone.
    Only(Seats),
    /// All seats and spectators, except these seats.
    Except(Seats),
}

impl Audience {
    /// Whether this viewer may know of the event.
    pub fn includes(self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Audience::All, _) | (_, Viewer::All) => true,
            (Audience::Only(seats), Viewer::Seat(seat)) => seats.contains(seat),
            (Audience::Only(_), Viewer::Public) => false,
            (Audience::Except(seats), Viewer::Seat(seat)) => !seats.contains(seat),
            (Audience::Except(_), Viewer::Public) => true,
        }
    }

    fn is_all(&self) -> bool {
        *self == Audience::All
    }
}

impl From<Seat> for Audience {
    fn from(seat: Seat) -> Audience {
        Audience::Only(seat.into())
    }
}

impl JsonSchema for Event {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Event".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (text, pick) = (generator.subschema_for::<Text>(), generator.subschema_for::<Pick>());
        schemars::json_schema!({
            "type": "object",
            "description": "Something that happened at the table.",
            "properties": {
                "text": text,
                "to": {
                    "description": "Who may know; everybody if absent. Never sent to players.",
                    "anyOf": [
                        { "const": "all" },
                        {
                            "type": "object",
                            "properties": {
                                "only": { "type": "array", "items": { "type": "integer" } },
                                "except": { "type": "array", "items": { "type": "integer" } }
                            },
                            "additionalProperties": false
                        }
                    ]
                },
                "sound": { "type": "string" },
                "about": { "type": "array", "items": pick },
                "announce": { "type": "boolean" }
            },
            "required": ["text"],
            "additionalProperties": false
        })
    }
}
