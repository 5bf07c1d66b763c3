//! Updates as frames, written in one go: every move needs them, for every viewer and language.
//! Their form is that of [`GameUpdate`](crate::protocol::GameUpdate).

use super::words::{Voice, clocks};
use axum::extract::ws::Utf8Bytes;
use parlor_kit::{Id, Offers, Pick};
use parlor_runtime::Update;
use serde::Serialize;

/// An update in words.
pub(crate) struct Said {
    /// What its events say.
    pub(crate) words: Vec<String>,
    /// The frame for those who may do nothing now.
    pub(crate) frame: Utf8Bytes,
}

impl Voice<'_> {
    /// An update in words.
    pub(crate) fn say_update(&self, update: &Update) -> Said {
        let words: Vec<String> = update.events.iter().map(|event| self.say(&event.text)).collect();
        let mut frame = Fields::new(update.patch.as_ref().map_or(0, |patch| patch.as_str().len()));
        frame.field("table", &update.table);
        frame.field("version", &update.version);
        if let Some(patch) = &update.patch {
            self.said(patch).write_to(frame.value("patch"));
        }
        if !words.is_empty() {
            let events = update.events.iter().zip(&words);
            let events = events.map(|(event, text)| Told {
                text,
                sound: event.sound.as_ref(),
                about: &event.about,
                announce: event.announce,
            });
            frame.list("events", events);
        }
        frame.field("turn", &update.turn);
        if let Some(now) = &update.clocks {
            frame.field("clocks", &clocks(now));
        }
        if let Some(outcome) = &update.outcome {
            frame.field("outcome", &self.outcome(outcome));
        }
        if !update.targets.is_empty() {
            frame.field("targets", &update.targets);
        }
        Said { words, frame: frame.finish() }
    }

    /// The same frame with what its reader may do now as the last field.
    pub(crate) fn with_offers(&self, frame: &str, offers: &Offers) -> Utf8Bytes {
        let mut frame = Fields::reopen(frame);
        self.said(offers).write_to(frame.value("offers"));
        frame.finish()
    }

    /// The frame of an update for somebody who may do this now, if anything.
    pub(crate) fn update_frame(&self, update: &Update, offers: Option<&Offers>) -> Utf8Bytes {
        let Said { frame, .. } = self.say_update(update);
        offers.map_or(frame.clone(), |offers| self.with_offers(&frame, offers))
    }
}

/// Something that happened, without a copy of it.
#[derive(Serialize)]
struct Told<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sound: Option<&'a Id>,
    #[serde(skip_serializing_if = "<[Pick]>::is_empty")]
    about: &'a [Pick],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    announce: bool,
}

/// The data of an update, field by field.
struct Fields(Vec<u8>);

impl Fields {
    const BEGIN: &[u8] = b"{\"event\":\"gameUpdate\",\"data\":{";
    const END: &str = "}}";
    /// Room for what an update has beside its patch, or for offers.
    const ROOM: usize = 512;

    fn new(room: usize) -> Fields {
        let mut frame = Vec::with_capacity(Fields::ROOM + room);
        frame.extend_from_slice(Fields::BEGIN);
        Fields(frame)
    }

    fn reopen(frame: &str) -> Fields {
        let open = frame.strip_suffix(Fields::END).unwrap_or(frame);
        let mut frame = Vec::with_capacity(Fields::ROOM + open.len());
        frame.extend_from_slice(open.as_bytes());
        Fields(frame)
    }

    /// Where the value of a field is to be written.
    fn value(&mut self, name: &str) -> &mut Vec<u8> {
        if self.0.last() != Some(&b'{') {
            self.0.push(b',');
        }
        self.0.push(b'"');
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
        &mut self.0
    }

    fn field(&mut self, name: &str, value: &impl Serialize) {
        write(self.value(name), value);
    }

    fn list(&mut self, name: &str, items: impl Iterator<Item = impl Serialize>) {
        let out = self.value(name);
        for (number, item) in items.enumerate() {
            out.push(if number == 0 { b'[' } else { b',' });
            write(out, &item);
        }
        out.push(b']');
    }

    fn finish(mut self) -> Utf8Bytes {
        self.0.extend_from_slice(Fields::END.as_bytes());
        String::from_utf8(self.0).expect("JSON is text").into()
    }
}

fn write(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(out, value).expect("messages are plain data");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{GameUpdate, Message};
    use parlor_kit::{Cell, Event, Gesture, Offer, Outcome, Seat, Text, Written};
    use parlor_runtime::{Clocks, SeatClock, TableId};
    use parlor_texts::Speaker;
    use serde_json::{Value, json};

    /// The message that a frame is to say.
    fn message(voice: Voice<'_>, update: &Update, offers: Option<&Offers>) -> Value {
        let offers = offers.map(|offers| Written::new(&voice.said(offers)));
        let message = Message::GameUpdate(Box::new(GameUpdate { offers, ..voice.update(update) }));
        serde_json::to_value(message).unwrap()
    }

    #[test]
    fn a_frame_says_what_the_message_says() {
        let speaker = Speaker::new().with("en", "go = Go, \"{ $who }\"!\nend = It ended\n");
        let names = ["Ada".to_string()];
        let voice = Voice { speaker: &speaker, language: "en", names: &names };
        let (seat, cell) = (Seat::new(0), Pick::Cell("board".into(), Cell::new(1, 2)));
        let go = || Text::new("go").arg("who", seat);
        let bare = Update {
            table: TableId(77),
            version: 3,
            patch: None,
            events: Vec::new(),
            turn: seat.into(),
            clocks: None,
            outcome: None,
            targets: Vec::new(),
        };
        let clock = SeatClock { running: true, move_left: Some(5), total_left: None };
        let full = Update {
            patch: Some(Written::new(&json!({ "banner": go(), "pieces": { "p": null } }))),
            events: vec![
                Event { text: go(), ..Event::new("go").about(cell.clone()).sound("turn").announce() },
                Event { text: go(), ..Event::new("go") },
            ],
            clocks: Some(Clocks { at: 9, seats: vec![clock] }),
            outcome: Some(Outcome::draw(2, "end")),
            targets: vec![cell],
            ..bare.clone()
        };
        let offers = Offers::tree(vec![Offer { action: json!(1), gesture: Gesture::button("go", go()) }]);
        for update in [bare, full] {
            for offers in [None, Some(&offers)] {
                let frame: Value = serde_json::from_str(&voice.update_frame(&update, offers)).unwrap();
                assert_eq!(frame, message(voice, &update, offers));
            }
        }
    }
}
